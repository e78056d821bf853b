"""From the Generate button to the loudspeaker: what the sound card gets is the take that the window made."""

from __future__ import annotations

import numpy as np
import pytest
import soxr
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.studio import Studio
from tests.null_sink import NullSink

LEFT = Qt.MouseButton.LeftButton


def test_a_generated_take_is_heard_as_it_is(
    studio: Studio, null_sink: NullSink, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "wanted_latency", lambda: 0.3)  # a busy machine must not cost a sample
    monkeypatch.setattr(output, "usable_rate", lambda device, wanted: null_sink.rate_hz)
    studio.window.prompt.rows["duration_s"].set_value(0.5)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: studio.window.lanes.lanes["A"].sound is not None, timeout=60_000)
    player, transport = studio.window.lanes.player, studio.window.lanes.transport
    assert player is not None
    assert transport is not None
    player.pause()
    player.seek(0.0)
    transport.volume.slider.setValue(100)
    with null_sink.recording() as recording:
        qtbot.mouseClick(transport.play, LEFT)
        assert player.is_playing(), player.problem_text
        qtbot.waitUntil(lambda: not player.is_playing(), timeout=20_000)
        qtbot.wait(200)
    take = studio.window.lanes.entries["A"].take
    wanted = np.asarray(soxr.resample(take.audio, take.sample_rate_hz, null_sink.rate_hz, quality="VHQ"), np.float32)
    loud = np.flatnonzero(np.abs(recording.audio).max(axis=1))
    heard = recording.audio[loud[0] :][: len(wanted), 0]
    lead = int(np.flatnonzero(wanted[:, 0])[0])
    np.testing.assert_array_equal(heard[: len(wanted) - lead], wanted[lead:, 0][: len(heard)])
    assert len(heard) >= 0.95 * (len(wanted) - lead)
