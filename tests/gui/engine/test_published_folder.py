"""A published model folder in the studio: opened, its time foretold, a take made and heard piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.events import AudioPiece
from ditone.gui.engine.status import State
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.models.moss_sound_effect.family import family
from ditone.runtime import devices, estimate, registry
from tests.gui.window import finished_takes

FOLDER = Path(__file__).parents[2] / "reference" / "cases" / "moss_sound_effect" / "model"
WAIT_MS = 120_000


@pytest.fixture
def studio(qtbot: QtBot, qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """The studio with this one family, on a machine of 1 GFLOP a second."""
    import transformers.models.qwen3.modeling_qwen3  # noqa: F401 - here rather than in the worker, which gives way to everything

    monkeypatch.setattr(registry, "families", lambda: {family.name: family})
    monkeypatch.setattr(estimate, "speed_tflops", lambda device, dtype, threads: 0.001)
    monkeypatch.setattr(devices, "emulates", lambda device, dtype: False)  # the chip says the same on every processor
    style.apply(qapp, "dark")  # type: ignore[arg-type]
    made = Studio(Settings())
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)  # a smaller window shortens the chip
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.status.state is State.NO_MODEL, timeout=WAIT_MS)
    made.engine.choose_model(str(FOLDER))
    qtbot.waitUntil(lambda: made.engine.loaded is not None, timeout=WAIT_MS)
    yield made
    made.window.close()


@pytest.mark.timeout(600)
def test_a_folder_becomes_a_take(studio: Studio, qtbot: QtBot) -> None:
    assert studio.window.bar.chip.text() == "MOSS-SoundEffect v2.0 · bf16 · CPU"
    assert studio.window.prompt.rows["prompt"].value() == "a heavy wooden door creaks open slowly"
    assert studio.window.bar.left.text() == "about 30 s"  # 100 steps, two branches, 2 s of sound: 30 GFLOP
    studio.window.prompt.rows["steps"].set_value(2)
    studio.window.prompt.rows["duration_s"].set_value(0.4)
    qtbot.waitUntil(lambda: studio.window.bar.left.text() == "", timeout=60_000)  # over in a moment
    pieces: list[AudioPiece] = []
    studio.engine.audio_piece.connect(pieces.append)
    made = finished_takes(studio)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 1 and bool(made) and not studio.engine.busy, timeout=WAIT_MS)
    entry = made[0]
    assert entry.take.audio.shape == (960, 1)
    assert pieces
    assert "per computed second" in str(entry.sound.facts["rtf"])  # 2 s were computed, 0.4 s delivered
    studio.engine.choose_model(str(FOLDER / "vae"))
    qtbot.waitUntil(lambda: studio.engine.status.state is not State.SCANNING, timeout=WAIT_MS)
    assert studio.engine.info is not None  # a folder of something else is refused; the model stays
    assert studio.engine.info.family == "moss_sound_effect"
