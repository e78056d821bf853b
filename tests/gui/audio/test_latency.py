"""The latency that the settings choose, with a real stream into a null sink."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from ditone.gui.audio.player import Player
from tests.null_sink import NullSink

RATE_HZ = 48000


def test_playing_goes_on_with_another_latency(null_sink: NullSink, qtbot: QtBot) -> None:
    player = Player()
    player.load("A", np.full((10 * RATE_HZ, 1), 0.1, np.float32), RATE_HZ)
    player.set_latency(0.4)
    player.play()
    qtbot.waitUntil(player.is_playing, timeout=20_000)
    long = player.latency_s
    assert long is not None
    qtbot.waitUntil(lambda: player.position_s() > 0.2, timeout=20_000)
    before = player.position_s()
    player.set_latency(0.05)
    assert player.is_playing()
    short = player.latency_s
    assert short is not None
    assert short < long
    qtbot.waitUntil(lambda: player.position_s() > before + 0.2, timeout=20_000)
    assert player.position_s() < before + 5  # it went on, and did not begin anew or jump
    player.close()
    assert player.latency_s is None
