"""The queue: what runs, what waits, what failed and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from ditone.gui.engine.take_queue import ItemState, QueueItem, TakeQueue
from ditone.gui.panels.controls import flat_button
from ditone.gui.widgets.plain_text import PlainLabel, plain_tip

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine

ID = Qt.ItemDataRole.UserRole


class QueuePanel(QWidget):
    """Shows a `TakeQueue`; every wish is a signal."""

    cancel_requested = Signal(int)
    retry_requested = Signal()
    pause_requested = Signal(bool)

    def __init__(self, queue: TakeQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queue = queue
        self.tree = QTreeWidget()
        self.tree.setRootIsDecorated(False)
        self.tree.setHeaderLabels([self.tr("State"), self.tr("Prompt"), self.tr("Seed"), self.tr("Model")])
        self.tree.setAccessibleName(self.tr("Queue of takes"))
        self.tree.setColumnWidth(0, 90)
        self.tree.setColumnWidth(1, 340)
        self.tree.setColumnWidth(2, 120)
        self.tree.itemSelectionChanged.connect(self._update_buttons)
        self.empty = PlainLabel(self.tr("Nothing is queued. Ctrl+Enter adds a take, also while another is being made."))
        self.empty.setProperty("role", "empty")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.cancel = QPushButton(self.tr("Cancel item"))
        self.cancel.clicked.connect(self._cancel)
        self.up = flat_button("chevron-up", self.tr("Earlier"))
        self.down = flat_button("chevron-down", self.tr("Later"))
        self.up.clicked.connect(self._move_up)
        self.down.clicked.connect(self._move_down)
        self.pause = QPushButton(self.tr("Pause"))
        self.pause.clicked.connect(self._toggle_pause)
        self.clear = QPushButton(self.tr("Clear waiting"))
        self.clear.clicked.connect(queue.clear_waiting)
        self.retry = QPushButton(self.tr("Retry failed"))
        self.retry.clicked.connect(self.retry_requested)
        self.clear_failed = QPushButton(self.tr("Clear failed"))
        self.clear_failed.clicked.connect(queue.clear_failed)
        side = QVBoxLayout()
        side.setContentsMargins(8, 8, 12, 8)
        side.setSpacing(4)
        moves = QHBoxLayout()
        moves.addWidget(self.up)
        moves.addWidget(self.down)
        moves.addStretch(1)
        for button in (self.pause, self.cancel, self.clear, self.retry, self.clear_failed):
            side.addWidget(button)
        side.addLayout(moves)
        side.addStretch(1)
        self.stack = QStackedLayout()
        self.stack.addWidget(self.tree)
        self.stack.addWidget(self.empty)
        self.side = QWidget()
        self.side.setLayout(side)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self.stack, 1)
        layout.addWidget(self.side)
        queue.changed.connect(self.refresh)
        self.refresh()

    def listen(self, engine: Engine) -> None:
        """What is asked for here is done by the engine."""
        self.cancel_requested.connect(engine.cancel)
        self.retry_requested.connect(engine.retry_failed)
        self.pause_requested.connect(engine.set_paused)

    def refresh(self) -> None:
        """Fills the list anew, keeping the selected item."""
        chosen = self._selected()
        self.tree.clear()
        for item in self._queue.items():
            row = self._row(item)
            self.tree.addTopLevelItem(row)
            if item.id == chosen:
                self.tree.setCurrentItem(row)
        has_items = bool(self._queue.items()) or self._queue.paused
        self.stack.setCurrentWidget(self.tree if has_items else self.empty)
        self.side.setVisible(has_items)
        self._update_buttons()

    def _row(self, item: QueueItem) -> QTreeWidgetItem:
        states = {
            ItemState.WAITING: self.tr("Waiting"),
            ItemState.RUNNING: self.tr("Running"),
            ItemState.FAILED: self.tr("Failed"),
        }
        text = f"{item.title}: {item.failure.message}" if item.failure is not None else item.title
        row = QTreeWidgetItem([states[item.state], text, str(item.request.seed), item.info.title])
        row.setData(0, ID, item.id)
        row.setToolTip(1, plain_tip(item.failure.text if item.failure is not None else item.request.prompt))
        return row

    def _selected(self) -> int:
        items = self.tree.selectedItems()
        return int(items[0].data(0, ID)) if items else 0

    def _update_buttons(self) -> None:
        selected = self._queue.find(self._selected())
        waiting = selected is not None and selected.state is ItemState.WAITING
        self.cancel.setEnabled(selected is not None)
        self.up.setEnabled(waiting)
        self.down.setEnabled(waiting)
        self.pause.setText(self.tr("Go on") if self._queue.paused else self.tr("Pause"))
        self.clear.setEnabled(bool(self._queue.waiting()))
        self.retry.setVisible(bool(self._queue.failed()))
        self.clear_failed.setVisible(bool(self._queue.failed()))

    def _toggle_pause(self) -> None:
        self.pause_requested.emit(not self._queue.paused)

    def _cancel(self) -> None:
        self.cancel_requested.emit(self._selected())

    def _move_up(self) -> None:
        self._queue.move(self._selected(), -1)

    def _move_down(self) -> None:
        self._queue.move(self._selected(), 1)
