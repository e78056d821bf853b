"""The safetensors copy of the tiny folder, made by the command line and in the studio."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.models.cosyvoice3 import weights
from ditone.models.cosyvoice3.family import family
from ditone.runtime import registry
from ditone.runtime.cli import main
from tests.tiny import TinyFamily

WAIT_MS = 60_000
LEFT = Qt.MouseButton.LeftButton
COPIES = ["flow.safetensors", "hift.safetensors", "llm.safetensors"]


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if "safetensors" in path.name)


def test_convert_writes_the_copies_and_a_second_time_has_nothing_to_do(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(copy)]) == 0
    out = capsys.readouterr().out
    assert copies(copy) == COPIES and all(name in out for name in COPIES)
    assert main(["inspect", str(copy)]) == 0
    assert "flow.safetensors" in capsys.readouterr().out
    assert main(["convert", str(copy)]) == 1
    assert "has nothing to convert" in capsys.readouterr().err


def test_only_what_is_missing_is_converted(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(copy)]) == 0
    (copy / "hift.safetensors").unlink()
    before = (copy / "flow.safetensors").stat().st_mtime_ns
    capsys.readouterr()
    assert main(["convert", str(copy)]) == 0
    out = capsys.readouterr().out
    assert "hift.safetensors" in out and "flow" not in out
    assert (copy / "flow.safetensors").stat().st_mtime_ns == before


def test_folders_without_anything_to_convert_are_refused_with_a_sentence(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy / "hift.pt").unlink()
    assert main(["convert", str(copy)]) == 1
    assert "hift.pt is missing" in capsys.readouterr().err
    assert main(["convert", str(tmp_path)]) == 1
    assert "is not a model folder" in capsys.readouterr().err
    assert main(["convert", "mini-voice"]) == 1
    assert "Mini Voice has nothing to convert" in capsys.readouterr().err


@pytest.fixture
def studio(qtbot: QtBot, qapp: object, copy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """The whole window with a private copy of the tiny model."""
    monkeypatch.setattr(registry, "families", lambda: {"tiny": TinyFamily(), family.name: family})
    style.apply(qapp, "dark")  # type: ignore[arg-type]
    made = Studio(Settings(), str(copy))
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None and made.engine.loaded.info.family == family.name, timeout=WAIT_MS)
    yield made
    made.window.close()


def notices(studio: Studio) -> str:
    from PySide6.QtWidgets import QLabel

    return " ".join(label.text() for label in studio.window.lanes.cards.findChildren(QLabel))


def test_the_model_panel_converts_once_the_user_agrees(
    studio: Studio, copy: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]

    def question(_parent: object, _title: str, words: str) -> QMessageBox.StandardButton:
        asked.append(words)
        return answers.pop(0)

    monkeypatch.setattr(QMessageBox, "question", question)
    panel = studio.window.model_panel
    qtbot.mouseClick(studio.window.bar.chip, LEFT)
    assert panel.convert.isVisible() and panel.convert.text() == "Convert to safetensors…"
    qtbot.mouseClick(panel.convert, LEFT)
    assert str(copy) in asked[0] and copies(copy) == []
    qtbot.mouseClick(studio.window.bar.chip, LEFT)
    qtbot.mouseClick(panel.convert, LEFT)
    qtbot.waitUntil(lambda: "They are read the next time" in notices(studio), timeout=WAIT_MS)
    assert copies(copy) == COPIES
    qtbot.mouseClick(studio.window.bar.chip, LEFT)
    assert not panel.convert.isVisible()
    panel.close()


def test_a_conversion_shows_how_far_it_is_and_can_be_stopped(
    studio: Studio, copy: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    door = threading.Event()
    real = weights.converting.save_file

    def slow(*given: object) -> None:
        door.wait(30)
        real(*given)

    monkeypatch.setattr(weights.converting, "save_file", slow)
    panel = studio.window.model_panel
    qtbot.mouseClick(studio.window.bar.chip, LEFT)
    qtbot.mouseClick(panel.convert, LEFT)
    qtbot.mouseClick(studio.window.bar.chip, LEFT)
    qtbot.waitUntil(lambda: panel.convert.text() == "Converting 0 %: stop", timeout=WAIT_MS)
    qtbot.mouseClick(panel.convert, LEFT)
    door.set()
    qtbot.waitUntil(lambda: "The conversion was stopped" in notices(studio), timeout=WAIT_MS)
    assert copies(copy) == [] and panel.convert.text() == "Convert to safetensors…"
    panel.close()


def test_the_built_in_model_offers_nothing_to_convert(studio: Studio, qtbot: QtBot) -> None:
    studio.engine.choose_info(studio.engine.models[0])
    qtbot.mouseClick(studio.window.bar.chip, LEFT)
    assert not studio.window.model_panel.convert.isVisible()
    studio.window.model_panel.close()
