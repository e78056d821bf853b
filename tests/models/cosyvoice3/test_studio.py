"""CosyVoice3 in the studio: a folder, a reference voice and a line become a take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.take_entry import TakeEntry
from ditone.gui.panels.voice_row import VoiceRow
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.models.cosyvoice3.family import family
from ditone.runtime import registry
from ditone.runtime.voices import VoiceStore
from tests.gui.window import finished_takes
from tests.models.cosyvoice3.published import MODEL, PROMPT_WAV, SOURCE_WAV
from tests.tiny import TinyFamily

WAIT_MS = 60_000


@pytest.fixture
def studio(qtbot: QtBot, qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """The whole window with the tiny model chosen and loaded."""
    monkeypatch.setenv("DITONE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setattr(registry, "families", lambda: {"tiny": TinyFamily(), family.name: family})
    style.apply(qapp, "dark")  # type: ignore[arg-type]
    made = Studio(Settings(), str(MODEL))
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None and made.engine.loaded.info.family == family.name, timeout=WAIT_MS)
    yield made
    made.window.close()


def generate(studio: Studio, qtbot: QtBot, **values: object) -> TakeEntry:
    count = studio.window.takes.model.total()
    for name, value in values.items():
        studio.window.prompt.rows[name].set_value(value)
    voice = studio.window.prompt.rows["reference"]
    assert isinstance(voice, VoiceRow)
    qtbot.waitUntil(lambda: voice.look is not None, timeout=WAIT_MS)
    if not voice.consent.isChecked():
        assert "I may use this voice" in voice.problem()
        qtbot.mouseClick(voice.consent, Qt.MouseButton.LeftButton)
    made = finished_takes(studio)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: studio.window.takes.model.total() == count + 1 and bool(made) and not studio.engine.busy, timeout=WAIT_MS
    )
    return made[0]


def test_a_line_and_a_conversion_become_takes(studio: Studio, qtbot: QtBot) -> None:
    entry = generate(
        studio,
        qtbot,
        prompt="hello",
        reference=str(PROMPT_WAV),
        transcript="the shell",
        steps=2,
        keep_voice_as="Anna",
        seed=5,
    )
    assert np.isfinite(entry.take.audio).all()
    assert entry.take.duration_s > 0.1
    assert {"voice", "tokens", "denoise", "decode"} <= entry.take.timings_s.keys()

    (anna,) = VoiceStore().voices(family.name)
    assert anna.name == "Anna" and anna.consent_at  # the tick is stored with the voice

    entry = generate(studio, qtbot, mode="convert", prompt="", reference="Anna", keep_voice_as="", source=str(SOURCE_WAV))
    assert entry.take.request.value("mode") == "convert"
    assert entry.take.duration_s == pytest.approx(0.64, abs=0.1)


def test_a_missing_reference_is_told_before_anything_is_made(studio: Studio) -> None:
    assert "Reference voice is empty" in studio.window.prompt.rows["reference"].problem()
