"""What tests of the whole window do again and again."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from ditone.gui.engine.take_entry import TakeEntry
from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.studio import Studio
from tests.tiny import TinyFamily

WAIT_MS = 30_000


def prompt_of(studio: Studio) -> TextRow:
    row = studio.window.prompt.rows["prompt"]
    assert isinstance(row, TextRow)
    return row


def finished_takes(studio: Studio) -> list[TakeEntry]:
    """Takes that finish from now on, with their samples; the list lets go of them once they are stored."""
    made: list[TakeEntry] = []
    studio.engine.take_finished.connect(lambda event: made.append(event.entry))
    return made


def make_take(studio: Studio, qtbot: QtBot, **values: object) -> TakeEntry:
    made = finished_takes(studio)
    for name, value in {"duration_s": 0.2, **values}.items():
        studio.window.prompt.rows[name].set_value(value)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(made) and not studio.engine.busy, timeout=WAIT_MS)
    return made[0]


def gate(tiny: TinyFamily) -> tuple[threading.Event, threading.Event]:
    reached, go_on = threading.Event(), threading.Event()

    def wait(_block: int) -> None:
        reached.set()
        assert go_on.wait(20)

    tiny.pipelines[-1].before_step = wait
    return reached, go_on


def drop(studio: Studio, path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    studio.window.dropEvent(QDropEvent(QPointF(5, 5), action, mime, button, key))
