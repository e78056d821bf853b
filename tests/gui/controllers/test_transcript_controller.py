"""The transcript of a reference: written by a recogniser on request, and gone with its recording."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import RECOGNISER
from ditone.gui.panels.cards import NoticeBar
from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.panels.voice_row import VoiceRow
from ditone.gui.studio import Studio
from ditone.models.dots.family import family
from ditone.runtime.comparison import wer
from ditone.runtime.installation import sample_folders
from tests.gui.window import WAIT_MS

LEFT = Qt.MouseButton.LeftButton


class PretendedRecogniser:
    """Hears what the file's length says."""

    def __init__(self, folder: Path) -> None:
        assert folder.name == "whisper"

    def transcribe(self, audio: np.ndarray, rate_hz: int, language: str | None = None) -> str:
        return " words " if len(audio) > 3 * rate_hz else ""


@pytest.fixture
def rows(studio: Studio, qtbot: QtBot, tmp_path: Path) -> tuple[VoiceRow, TextRow]:
    sample_folders.write(sample_folders.recipes()["dots"], tmp_path / "model")
    info = family.recognise(tmp_path / "model")
    assert info is not None
    studio.window.prompt.set_model(info)  # its controls are enough; nothing is made
    for name, seconds in (("long", 4.0), ("short", 2.0)):
        soundfile.write(tmp_path / f"{name}.wav", 0.1 * np.sin(np.arange(int(seconds * 16000)) / 9), 16000)
    reference, transcript = (studio.window.prompt.rows[name] for name in ("reference", "transcript"))
    assert isinstance(reference, VoiceRow)
    assert isinstance(transcript, TextRow)
    return reference, transcript


def test_the_recogniser_writes_the_transcript_and_another_recording_takes_it_away(
    studio: Studio, rows: tuple[VoiceRow, TextRow], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference, transcript = rows
    button = studio.transcripts.button
    assert button is not None
    assert not button.isEnabled()  # there is nothing to listen to
    reference.path.setText(str(tmp_path / "long.wav"))
    assert button.isEnabled()
    monkeypatch.setattr(wer, "problem", lambda folder: None)
    monkeypatch.setattr(wer, "Recogniser", PretendedRecogniser)
    studio.settings.set(RECOGNISER, str(tmp_path / "whisper"))
    qtbot.mouseClick(button, LEFT)
    qtbot.waitUntil(lambda: transcript.value() == "words", timeout=WAIT_MS)
    reference.path.setText(str(tmp_path / "short.wav"))
    assert transcript.value() == ""
    qtbot.mouseClick(button, LEFT)
    qtbot.waitUntil(lambda: "No words were heard" in transcript.note.text(), timeout=WAIT_MS)


def test_the_same_words_without_silence_keep_their_transcript(
    studio: Studio, rows: tuple[VoiceRow, TextRow], tmp_path: Path
) -> None:
    reference, transcript = rows
    reference.path.setText(str(tmp_path / "long.wav"))
    transcript.text.setPlainText("what was said")
    reference.path.setText(str(tmp_path / "long trimmed.wav"))
    assert transcript.value() == "what was said"


def test_without_a_recogniser_a_notice_leads_to_the_settings(
    studio: Studio, rows: tuple[VoiceRow, TextRow], qtbot: QtBot, tmp_path: Path
) -> None:
    rows[0].path.setText(str(tmp_path / "long.wav"))
    assert studio.transcripts.button is not None
    qtbot.mouseClick(studio.transcripts.button, LEFT)
    (notice,) = [card for card in studio.window.lanes.cards.cards() if isinstance(card, NoticeBar)]
    assert "recogniser" in notice.text.text().lower() or "faster-whisper" in notice.text.text()
