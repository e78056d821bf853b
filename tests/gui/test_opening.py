"""`ditone FILE|FOLDER`: the window opens with what a file manager or a terminal hands over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui import app as gui_app
from ditone.gui.core.settings import Settings
from ditone.gui.engine.status import State
from ditone.gui.panels.cards import ErrorCard
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.runtime.audio import writing
from ditone.runtime.cli import main
from ditone.runtime.request import Request
from tests.tiny import TinyFamily

WAIT_MS = 30_000
Open = Callable[..., Studio]


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, tiny: TinyFamily) -> Iterator[Open]:
    """Opens a window with paths; it is shown, as `ditone` shows it."""
    made: list[Studio] = []

    def open_with(*paths: Path) -> Studio:
        style.apply(qapp, "dark")
        studio = Studio(Settings(), "", [str(path) for path in paths])
        made.append(studio)
        qtbot.addWidget(studio.window)
        studio.window.show()
        qtbot.waitUntil(lambda: studio.engine.loaded is not None, timeout=WAIT_MS)
        return studio

    yield open_with
    for studio in made:
        studio.window.close()


def hum(path: Path, frames: int) -> Path:
    soundfile.write(path, 0.1 * np.sin(np.arange(frames) / 20), 16000, subtype="FLOAT")
    return path


def card(studio: Studio, qtbot: QtBot) -> ErrorCard:
    qtbot.waitUntil(lambda: bool(studio.window.lanes.cards.cards()), timeout=WAIT_MS)
    found = studio.window.lanes.cards.cards()[0]
    assert isinstance(found, ErrorCard)
    return found


def test_sounds_lie_in_the_lanes_in_their_order(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    studio = opened(hum(tmp_path / "eins.wav", 8000), hum(tmp_path / "zwei ü.wav", 4000))
    lanes = studio.window.lanes.lanes
    qtbot.waitUntil(lambda: lanes["A"].sound is not None and lanes["B"].sound is not None, timeout=WAIT_MS)
    assert [(lane.sound.title, lane.sound.frames) for lane in lanes.values() if lane.sound] == [
        ("eins.wav", 8000),
        ("zwei ü.wav", 4000),
    ]


def test_the_settings_of_a_file_are_in_the_panel_though_it_came_before_any_model(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "take.wav"
    request = Request("tiny", "a bell", seed=77, steps=9)
    writing.write(path, np.zeros((800, 1), np.float32), 16000, metadata={"request": request.to_dict()})
    studio = opened(path)
    qtbot.waitUntil(lambda: studio.window.prompt.rows["prompt"].value() == "a bell", timeout=WAIT_MS)
    shown = studio.window.prompt.request(studio.engine.engine_settings)
    assert (shown.model, shown.seed, shown.steps) == ("tiny", 77, 9)


def test_a_model_folder_is_the_model(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "tiny.json").write_text("{}")
    studio = opened(tmp_path)
    assert studio.engine.info is not None
    assert studio.engine.info.model == str(tmp_path)


def test_a_folder_that_is_no_model_is_explained_and_the_window_is_of_use_all_the_same(
    opened: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"1")
    studio = opened(tmp_path)
    assert "is not a model folder" in card(studio, qtbot).message.text()
    qtbot.waitUntil(lambda: studio.engine.status.state is State.READY, timeout=WAIT_MS)
    assert studio.engine.info is not None
    assert studio.engine.info.builtin


def test_a_file_that_is_no_sound_is_explained_and_the_other_one_opens(opened: Open, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no sound")
    studio = opened(tmp_path / "notes.txt", hum(tmp_path / "hum.wav", 8000))
    assert "notes.txt" in card(studio, qtbot).message.text()
    sound = studio.window.lanes.lanes["A"].sound
    assert sound is not None
    assert sound.title == "hum.wav"


@pytest.mark.parametrize("how", ["plain", "studio", "url", "behind --model", "behind --"])
def test_the_command_line_hands_paths_to_the_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny: TinyFamily, how: str
) -> None:
    seen: list[tuple[str, list[str]]] = []
    monkeypatch.chdir(tmp_path)
    path = hum(tmp_path / "ein ton ü.wav", 100)

    def window(argv: list[str]) -> int:
        options = gui_app._options(argv)
        seen.append((options.model, options.paths))
        return 0

    monkeypatch.setattr(gui_app, "main", window)
    words = {
        "plain": [path.name],
        "studio": ["studio", path.name],
        "url": [path.as_uri()],
        "behind --model": ["--model", "tiny", path.name],
        "behind --": ["--", path.name],
    }[how]
    assert main(words) == 0
    assert seen == [("tiny" if "--model" in words else "", [str(path)])]


@pytest.mark.parametrize("word", ["nothing.wav", "./models", "/no/such/folder", "file:///no/such.wav"])
def test_a_path_that_is_not_there_gets_a_sentence_and_no_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([word]) == 2
    said = capsys.readouterr().err
    assert "does not exist." in said
    assert "There is no command" not in said


def test_a_command_is_never_taken_for_a_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tiny: TinyFamily
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    assert main(["models"]) == 0
    assert main(["modles"]) == 2
    assert 'There is no command "modles". Did you mean "models"?' in capsys.readouterr().err
