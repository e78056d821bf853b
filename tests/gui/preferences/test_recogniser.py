"""The recogniser is fetched when a person agrees and never before; what happens on the way; what the Compare page says without one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from ditone.gui.compare.panel import ComparePanel
from ditone.gui.compare.side import Side
from ditone.gui.core.settings import RECOGNISER
from ditone.gui.engine.download import Download, DownloadState
from ditone.gui.preferences.dialog import Preferences
from ditone.gui.preferences.recogniser_page import RecogniserPage
from ditone.gui.studio import Studio
from ditone.runtime import folders
from ditone.runtime.comparison import wer
from ditone.runtime.comparison.metrics import Sound
from ditone.runtime.hub import asr_models
from ditone.runtime.hub.asr_models import PUBLISHED
from tests.hub_server import HubServer

LEFT = Qt.MouseButton.LeftButton
WAIT_MS = 20_000
TINY = PUBLISHED[0]
CONTENT = {"config.json": b"{}", "tokenizer.json": b"{}", "vocabulary.txt": b"a\n", "model.bin": bytes(range(256)) * 8192}


@pytest.fixture
def server() -> Iterator[HubServer]:
    with HubServer(TINY.repo_id, dict(CONTENT)) as running:
        yield running


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the recogniser goes in this test."""
    monkeypatch.setenv(folders.RECOGNISERS, str(tmp_path / "recognisers"))
    return tmp_path / "recognisers" / "faster-whisper-tiny.en"


@pytest.fixture
def page(target: Path, dialog: Preferences, studio: Studio, server: HubServer) -> RecogniserPage:
    studio.download.endpoint = server.endpoint
    dialog.open_page("recogniser")
    found = dialog.pages["recogniser"]
    assert isinstance(found, RecogniserPage)
    return found


def agree(page: RecogniserPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.download, LEFT)
    qtbot.mouseClick(page.consent.download, LEFT)


def ended(fetch: Download) -> bool:
    return fetch.state in (DownloadState.DONE, DownloadState.STOPPED)


def test_the_question_says_what_would_be_fetched_and_asks_nobody(
    page: RecogniserPage, qtbot: QtBot, server: HubServer, target: Path
) -> None:
    qtbot.mouseClick(page.download, LEFT)
    assert page.consent.isVisible()
    said = {name: label.text() for name, label in page.consent.facts.items()}
    assert said["source"] == "huggingface.co/Systran/faster-whisper-tiny.en"
    assert said["licence"].startswith("MIT")
    assert said["size"] == "about 78 MB"
    assert said["folder"] == str(target)
    assert said["free"].endswith("B")
    assert page.consent.download.text() == "Download 78 MB"
    page.consent.which.setCurrentIndex(2)
    assert page.consent.facts["source"].text().endswith("Systran/faster-whisper-small")
    assert page.consent.facts["size"].text() == "about 486 MB"
    assert server.asked == []


def test_refusing_leaves_everything_as_it_was(
    page: RecogniserPage, studio: Studio, qtbot: QtBot, server: HubServer, target: Path
) -> None:
    qtbot.mouseClick(page.download, LEFT)
    qtbot.mouseClick(page.consent.refuse, LEFT)
    assert not page.consent.isVisible()
    assert page.download.isVisible()
    assert not page.progress.isVisible()
    assert studio.download.state is DownloadState.IDLE
    assert server.asked == []
    assert not target.parent.exists()
    assert studio.settings.text(RECOGNISER) == ""


def test_agreeing_fetches_verifies_and_chooses_it(page: RecogniserPage, studio: Studio, qtbot: QtBot, target: Path) -> None:
    agree(page, qtbot)
    assert page.progress.cancel.isVisible()
    qtbot.waitUntil(lambda: ended(studio.download), timeout=WAIT_MS)
    assert studio.download.problem == ""
    assert {path.name: path.read_bytes() for path in target.iterdir()} == CONTENT
    assert studio.settings.text(RECOGNISER) == str(target)
    assert page.folder.text() == str(target)
    assert page.state.text() == "Ready: Whisper faster-whisper-tiny.en"
    assert page.progress.words.text() == "faster-whisper-tiny.en is downloaded and verified."


def test_cancelling_keeps_what_has_come_and_resuming_asks_for_the_rest_alone(
    page: RecogniserPage, studio: Studio, qtbot: QtBot, server: HubServer, target: Path
) -> None:
    server.hold = 1_000_000
    agree(page, qtbot)
    qtbot.waitUntil(lambda: studio.download.here > 500_000, timeout=WAIT_MS)  # read from the disk while it runs
    assert "of 2.1 MB" in page.progress.words.text()
    assert 0 < page.progress.bar.value() < 1000
    qtbot.mouseClick(page.progress.cancel, LEFT)
    server.go_on.set()
    qtbot.waitUntil(lambda: studio.download.state is DownloadState.STOPPED, timeout=WAIT_MS)
    have = (target / f"model.bin.{'01234567'}.part").stat().st_size
    assert 500_000 < have < len(CONTENT["model.bin"])
    assert studio.settings.text(RECOGNISER) == ""
    assert page.progress.resume.isVisible() and page.progress.delete.isVisible()
    qtbot.mouseClick(page.progress.resume, LEFT)
    qtbot.waitUntil(lambda: studio.download.state is DownloadState.DONE, timeout=WAIT_MS)
    assert server.sent("model.bin") == ["", f"bytes={have}-"]
    assert (target / "model.bin").read_bytes() == CONTENT["model.bin"]


def test_closing_the_window_during_a_download_keeps_what_has_come(
    page: RecogniserPage, studio: Studio, qtbot: QtBot, server: HubServer, target: Path
) -> None:
    server.hold = 1_000_000
    agree(page, qtbot)
    qtbot.waitUntil(lambda: studio.download.here > 500_000, timeout=WAIT_MS)
    studio.window.close()
    assert not studio.window.isVisible()
    server.go_on.set()
    assert studio.download.wait(10)
    assert not asr_models.is_recogniser(target)
    assert (target / "model.bin.01234567.part").stat().st_size > 500_000
    assert studio.settings.text(RECOGNISER) == ""


def test_what_an_earlier_start_left_unfinished_can_be_resumed_or_deleted(
    page: RecogniserPage, studio: Studio, qtbot: QtBot, target: Path, server: HubServer
) -> None:
    target.mkdir(parents=True)
    (target / "config.json").write_bytes(b"{}")
    (target / "model.bin.01234567.part").write_bytes(CONTENT["model.bin"][:1_500_000])
    page.refresh()
    assert studio.download.state is DownloadState.STOPPED
    assert page.progress.words.text() == "faster-whisper-tiny.en: 1.5 of 78.1 MB are here."
    qtbot.mouseClick(page.progress.delete, LEFT)
    assert not target.exists()
    assert studio.download.state is DownloadState.IDLE
    assert page.download.isVisible() and not page.progress.isVisible()
    assert server.asked == []


def test_without_a_network_the_sentence_says_to_choose_a_folder(page: RecogniserPage, studio: Studio, qtbot: QtBot) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        studio.download.endpoint = f"http://127.0.0.1:{closed.getsockname()[1]}"
    agree(page, qtbot)
    qtbot.waitUntil(lambda: ended(studio.download), timeout=WAIT_MS)
    assert page.progress.words.text().startswith(
        f"Could not reach {studio.download.endpoint.removeprefix('http://')}; choose a folder instead."
    )
    assert page.progress.resume.isVisible()
    assert not page.progress.delete.isVisible()
    assert studio.settings.text(RECOGNISER) == ""


def test_too_little_room_disables_the_download(
    page: RecogniserPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, server: HubServer
) -> None:
    monkeypatch.setattr("ditone.runtime.hub.download.free_bytes", lambda folder: 10_000_000)
    qtbot.mouseClick(page.download, LEFT)
    assert not page.consent.download.isEnabled()
    assert page.consent.download.toolTip() == "There is not enough room."
    assert server.asked == []


def test_a_folder_can_be_chosen_and_forgotten(
    page: RecogniserPage, studio: Studio, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(empty))
    qtbot.mouseClick(page.choose, LEFT)
    assert "holds no Whisper model" in page.state.text()
    qtbot.mouseClick(page.forget, LEFT)
    assert studio.settings.text(RECOGNISER) == ""
    assert page.state.text() == "Choose a folder that holds one, or download one."


# -- the Compare page ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def speech(studio: Studio, qtbot: QtBot) -> ComparePanel:
    """The Compare page with two takes of a sentence."""
    panel = studio.comparison.panel
    studio.window.results.setCurrentWidget(panel)
    rng = np.random.default_rng(1)
    sides = []
    for title in ("one", "two"):
        audio = rng.normal(0, 0.1, (8000, 1)).astype(np.float32)
        facts = {"details": {"spoken_text": "hello there"}}
        sides.append(Side(Sound(audio, 16000, title, facts), title, facts))
    panel.set_sides(sides[0], sides[1])
    qtbot.waitUntil(lambda: panel.figures is not None, timeout=WAIT_MS)
    return panel


def rate_row(panel: ComparePanel, qtbot: QtBot) -> str:
    """What the page shows beside "Word error rate"."""

    def shown() -> list[str]:
        labels = [label.accessibleName() for label in panel.body.findChildren(QLabel) if label.isVisible()]
        return [name for name in labels if name.startswith("Word error rate: ")]

    qtbot.waitUntil(lambda: bool(shown()))
    return shown()[0]


def test_without_a_recogniser_the_row_says_how_to_get_one_and_the_button_leads_there(
    speech: ComparePanel, studio: Studio, qtbot: QtBot
) -> None:
    assert rate_row(speech, qtbot) == f"Word error rate: –  ({wer.NO_FOLDER})"
    assert not speech.speech.measure_button.isVisible()
    qtbot.mouseClick(speech.speech.recogniser_button, LEFT)
    assert studio.preferences is not None
    assert studio.preferences.pages["recogniser"].isVisible()


def test_without_the_extra_the_row_names_it(speech: ComparePanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wer, "available", lambda: wer.HOW_TO_GET)
    speech.speech.recogniser_changed()
    assert 'pip install "ditone[asr]"' in rate_row(speech, qtbot)


def test_once_one_is_there_the_rate_can_be_measured(
    speech: ComparePanel, page: RecogniserPage, studio: Studio, qtbot: QtBot
) -> None:
    agree(page, qtbot)
    qtbot.waitUntil(lambda: studio.download.state is DownloadState.DONE, timeout=WAIT_MS)
    assert speech.speech.measure_button.isVisible()
    assert not speech.speech.recogniser_button.isVisible()
    qtbot.mouseClick(
        speech.speech.measure_button, LEFT
    )  # what was downloaded here is no model: that is said, and the folder is kept
    qtbot.waitUntil(lambda: speech.speech.recogniser_button.isVisible(), timeout=WAIT_MS)
    assert rate_row(speech, qtbot).startswith("Word error rate: –")
    assert studio.settings.text(RECOGNISER) != ""
