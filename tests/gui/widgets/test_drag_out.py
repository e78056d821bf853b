"""A drag carries the URL of a file that is complete when the drag starts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ditone.gui.audio.sound import Sound
from ditone.gui.widgets.drag_out import DragOut
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.lane import Lane
from ditone.gui.widgets.timeline import TimelineState

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dragged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Files whose drag was started, each checked to exist at that moment."""
    started: list[str] = []

    def exec_(drag: QDrag, actions: Qt.DropAction) -> Qt.DropAction:
        path = drag.mimeData().urls()[0].toLocalFile()
        assert Path(path).is_file() and actions == Qt.DropAction.CopyAction
        started.append(Path(path).name)
        return actions

    monkeypatch.setattr(QDrag, "exec", exec_)
    return started


@pytest.fixture
def handle(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(200, 30)
    made.show()
    return made


def pull(handle: QWidget, qtbot: QtBot, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.mousePress(handle, LEFT, modifier, QPoint(20, 10))
    qtbot.mouseMove(handle, QPoint(60, 10))
    qtbot.mouseMove(handle, QPoint(120, 10))


def write_to(path: Path, go_on: threading.Event | None = None) -> Callable[[], Path]:
    def work() -> Path:
        if go_on is not None:
            assert go_on.wait(10)
        path.write_bytes(b"sound")
        return path

    return work


def test_the_drag_waits_until_the_file_is_complete(handle: QWidget, dragged: list[str], tmp_path: Path, qtbot: QtBot) -> None:
    go_on = threading.Event()
    DragOut(handle).maker = lambda only_selection: write_to(tmp_path / "take.wav", go_on)
    pull(handle, qtbot)
    assert dragged == []
    go_on.set()
    qtbot.waitUntil(lambda: dragged == ["take.wav"], timeout=10_000)


def test_alt_drags_the_selection_only(handle: QWidget, dragged: list[str], tmp_path: Path, qtbot: QtBot) -> None:
    DragOut(handle).maker = lambda only_selection: write_to(tmp_path / ("part.wav" if only_selection else "whole.wav"))
    pull(handle, qtbot, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: dragged == ["part.wav"], timeout=10_000)


def test_a_click_or_an_empty_lane_drags_nothing(handle: QWidget, dragged: list[str], tmp_path: Path, qtbot: QtBot) -> None:
    out = DragOut(handle)
    pull(handle, qtbot)
    qtbot.mouseRelease(handle, LEFT)
    out.maker = lambda only_selection: write_to(tmp_path / "take.wav")
    qtbot.mouseClick(handle, LEFT)
    qtbot.waitUntil((tmp_path / "take.wav").exists, timeout=10_000)
    qtbot.mouseMove(handle, QPoint(120, 10))
    qtbot.wait(50)
    assert dragged == []


def test_a_lane_can_be_dragged_at_the_words_of_its_header(
    dragged: list[str], tmp_path: Path, timeline: TimelineState, sound: Sound, qtbot: QtBot
) -> None:
    lane = Lane("A", timeline)
    qtbot.addWidget(lane)
    lane.resize(900, 160)
    lane.set_sound(sound)
    lane.drag_out.maker = lambda only_selection: write_to(tmp_path / "take.wav")
    lane.show()
    qtbot.waitExposed(lane)
    word = lane.findChildren(ElidedLabel)[0]
    assert word.text() == "metal clang"
    pull(word, qtbot)
    qtbot.waitUntil(lambda: dragged == ["take.wav"], timeout=10_000)
