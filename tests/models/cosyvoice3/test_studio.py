"""CosyVoice3 in the studio: a folder, a reference voice and a line become a take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.main_window import MainWindow
from ditone.gui.panels.voice_row import VoiceRow
from ditone.gui.theme import style
from ditone.models.cosyvoice3.family import family
from ditone.runtime import registry
from ditone.runtime.voices import VoiceStore
from tests.models.cosyvoice3.published import MODEL, PROMPT_WAV, SOURCE_WAV
from tests.tiny import TinyFamily

WAIT_MS = 60_000


@pytest.fixture
def window(qtbot: QtBot, qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The whole window with the tiny model chosen and loaded."""
    monkeypatch.setenv("DITONE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setattr(registry, "families", lambda: {"tiny": TinyFamily(), family.name: family})
    style.apply(qapp, "dark")  # type: ignore[arg-type]
    made = MainWindow(Settings(), str(MODEL))
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None and made.engine.loaded.info.family == family.name, timeout=WAIT_MS)
    yield made
    made.close()


def generate(window: MainWindow, qtbot: QtBot, **values: object) -> None:
    count = window.takes.model.total()
    for name, value in values.items():
        window.prompt.rows[name].set_value(value)
    voice = window.prompt.rows["reference"]
    assert isinstance(voice, VoiceRow)
    qtbot.waitUntil(lambda: voice.look is not None, timeout=WAIT_MS)
    if not voice.consent.isChecked():
        assert "I may use this voice" in voice.problem()
        qtbot.mouseClick(voice.consent, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.takes.model.total() == count + 1 and not window.engine.busy, timeout=WAIT_MS)


def test_a_line_and_a_conversion_become_takes(window: MainWindow, qtbot: QtBot) -> None:
    generate(
        window, qtbot, prompt="hello", reference=str(PROMPT_WAV), transcript="the shell", steps=2, keep_voice_as="Anna", seed=5
    )
    entry = window.takes.current()
    assert entry is not None
    assert np.isfinite(entry.take.audio).all()
    assert entry.take.duration_s > 0.1
    assert {"voice", "tokens", "denoise", "decode"} <= entry.take.timings_s.keys()

    (anna,) = VoiceStore().voices(family.name)
    assert anna.name == "Anna" and anna.consent_at  # the tick is stored with the voice

    generate(window, qtbot, mode="convert", prompt="", reference="Anna", keep_voice_as="", source=str(SOURCE_WAV))
    entry = window.takes.current()
    assert entry is not None
    assert entry.take.request.value("mode") == "convert"
    assert entry.take.duration_s == pytest.approx(0.64, abs=0.1)


def test_a_missing_reference_is_told_before_anything_is_made(window: MainWindow) -> None:
    assert "Reference voice is empty" in window.prompt.rows["reference"].problem()
