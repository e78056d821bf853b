"""dots.tts in the studio: a folder, a reference voice and a sentence become a take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.models.dots.family import family
from ditone.runtime import registry
from ditone.runtime.registry import ModelInfo
from tests.gui.window import finished_takes
from tests.tiny import TinyFamily

WAIT_MS = 60_000


@pytest.fixture
def studio(
    qtbot: QtBot, qapp: object, info: Callable[[str], ModelInfo], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Studio]:
    """The whole window with the tiny variant of SOAR chosen and loaded."""
    monkeypatch.setenv("DITONE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setattr(registry, "families", lambda: {"tiny": TinyFamily(), "dots": family})
    style.apply(qapp, "dark")  # type: ignore[arg-type]
    made = Studio(Settings(), info("soar").model)
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None and made.engine.loaded.info.family == "dots", timeout=WAIT_MS)
    yield made
    made.window.close()


def test_a_sentence_with_a_reference_voice_becomes_a_take(studio: Studio, qtbot: QtBot, cases: Path) -> None:
    values = {
        "prompt": "Hello world.",
        "reference": str(cases / "loop_soar_voice_only" / "prompt.wav"),
        "max_patches": 4,
        "stop_threshold": 1.0,
        "steps": 2,
    }
    for name, value in values.items():
        studio.window.prompt.rows[name].set_value(value)
    voice = studio.window.prompt.rows["reference"]
    qtbot.waitUntil(lambda: voice.look is not None, timeout=WAIT_MS)  # type: ignore[attr-defined]
    if not voice.consent.isChecked():  # type: ignore[attr-defined]
        qtbot.mouseClick(voice.consent, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
    made = finished_takes(studio)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 1 and bool(made) and not studio.engine.busy, timeout=WAIT_MS)
    take = made[0].take
    assert take.audio.shape == (4 * 480, 1)
    assert np.isfinite(take.audio).all()
    assert take.details["reference"]["kept_to_s"] > 0
    assert take.request.value("reference") == values["reference"]


def test_what_the_variant_fixes_is_shown_with_the_reason(studio: Studio) -> None:
    row = studio.window.prompt.rows["apg"]
    assert "no APG" in row.note.text()
    assert not studio.window.prompt.rows["cfg_scale"].control.inactive
