"""A player whose output is a null sink that can be recorded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.audio.player import Player
from tests.null_sink import NullSink


@pytest.fixture
def player(qtbot: QtBot, null_sink: NullSink, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr(output, "wanted_latency", lambda: 0.3)  # a busy machine must not cost a sample
    try:
        output.sounddevice()
    except output.NoOutput as error:
        pytest.skip(error.text())
    made = Player()
    yield made
    made.close()
