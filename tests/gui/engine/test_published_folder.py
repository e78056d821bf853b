"""A published model folder in the studio: opened, its time foretold, a take made and heard piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.status import State
from ditone.gui.main_window import MainWindow
from ditone.gui.theme import style
from ditone.models.moss_sound_effect.family import family
from ditone.runtime import devices, estimate, registry

FOLDER = Path(__file__).parents[2] / "reference" / "cases" / "moss_sound_effect" / "model"
WAIT_MS = 120_000


@pytest.fixture
def window(qtbot: QtBot, qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The studio with this one family, on a machine of 1 GFLOP a second."""
    import transformers.models.qwen3.modeling_qwen3  # noqa: F401 - here rather than in the worker, which gives way to everything

    monkeypatch.setattr(registry, "families", lambda: {family.name: family})
    monkeypatch.setattr(estimate, "speed_tflops", lambda device, dtype, threads: 0.001)
    monkeypatch.setattr(devices, "emulates", lambda device, dtype: False)  # the chip says the same on every processor
    style.apply(qapp, "dark")  # type: ignore[arg-type]
    made = MainWindow(Settings())
    qtbot.addWidget(made)
    made.resize(1440, 900)  # a smaller window shortens the chip
    made.show()
    qtbot.waitUntil(lambda: made.engine.status.state is State.NO_MODEL, timeout=WAIT_MS)
    made.engine.choose_model(str(FOLDER))
    qtbot.waitUntil(lambda: made.engine.loaded is not None, timeout=WAIT_MS)
    yield made
    made.close()


@pytest.mark.timeout(600)
def test_a_folder_becomes_a_take(window: MainWindow, qtbot: QtBot) -> None:
    assert window.bar.chip.text() == "MOSS-SoundEffect v2.0 · bf16 · CPU"
    assert window.prompt.rows["prompt"].value() == "a heavy wooden door creaks open slowly"
    assert window.bar.left.text() == "about 30 s"  # 100 steps, two branches, 2 s of sound: 30 GFLOP
    window.prompt.rows["steps"].set_value(2)
    window.prompt.rows["duration_s"].set_value(0.4)
    qtbot.waitUntil(lambda: window.bar.left.text() == "", timeout=5000)  # over in a moment
    pieces: list[tuple[int, np.ndarray]] = []
    window.engine.chunk.connect(lambda *piece: pieces.append(piece))
    qtbot.mouseClick(window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.takes.model.total() == 1 and not window.engine.busy, timeout=WAIT_MS)
    entry = window.takes.current()
    assert entry is not None
    assert entry.take.audio.shape == (960, 1)
    assert pieces
    assert "per computed second" in str(entry.sound.facts["rtf"])  # 2 s were computed, 0.4 s delivered
    window.engine.choose_model(str(FOLDER / "vae"))
    qtbot.waitUntil(lambda: window.engine.status.state is not State.SCANNING, timeout=WAIT_MS)
    assert window.engine.info is not None  # a folder of something else is refused; the model stays
    assert window.engine.info.family == "moss_sound_effect"
