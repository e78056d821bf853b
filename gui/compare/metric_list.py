"""The figures of a comparison, one row each, and the settings that differ, in columns of A and B."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ditone.gui.compare.metric_text import Row
from ditone.gui.widgets.lane import Badge
from ditone.gui.widgets.plain_text import PlainLabel

TOP_LEFT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft


class MetricList(QWidget):
    """`show_rows` fills it. A row that points to a place in the sound is a link: `jump_requested` carries the seconds."""

    jump_requested = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds: list[tuple[str, bool]] = []
        self._values: list[QLabel | QPushButton] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.setVerticalSpacing(4)
        self._grid.setHorizontalSpacing(10)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Rows of the same names keep their widgets, so that nothing flickers while a selection is dragged."""
        kinds = [(row.name, row.seconds is not None) for row in rows]
        if kinds != self._kinds:
            self._kinds = kinds
            self._fill(rows)
        for row, value in zip(rows, self._values, strict=True):
            text = f"{row.value}  ({row.reason})" if row.reason and row.value else row.value or row.reason
            value.setText(text)
            value.setAccessibleName(f"{row.name}: {text}")
            value.setProperty("seconds", row.seconds)

    def _fill(self, rows: Sequence[Row]) -> None:
        clear(self._grid)
        self._values = [self._link() if row.seconds is not None else self._value() for row in rows]
        for i, (row, value) in enumerate(zip(rows, self._values, strict=True)):
            name = PlainLabel(row.name)
            name.setProperty("role", "dim")
            self._grid.addWidget(name, i, 0, TOP_LEFT)
            if isinstance(value, QPushButton):
                self._grid.addWidget(value, i, 1, TOP_LEFT)
            else:
                self._grid.addWidget(value, i, 1)
            for widget in (name, value):
                widget.setToolTip(row.help)
                widget.show()

    def _value(self) -> QLabel:
        value = PlainLabel()
        value.setWordWrap(True)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return value

    def _link(self) -> QPushButton:
        button = QPushButton()
        button.setObjectName("jump")
        button.setProperty("role", "link")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(self._on_jump)
        return button

    def _on_jump(self) -> None:
        button = self.sender()
        if button is not None:
            self.jump_requested.emit(float(button.property("seconds")))


class SettingList(QWidget):
    """Settings that differ: name, A's value, B's value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, str, str]] = []
        self.hide()
        title = PlainLabel(self.tr("Settings that differ"))
        title.setProperty("role", "heading")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(title)
        layout.addLayout(self._grid)

    def show_rows(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Hides itself where nothing differs."""
        if list(rows) == self._rows:
            return
        self._rows = list(rows)
        clear(self._grid)
        self.setVisible(bool(rows))
        if rows:
            for column, letter in enumerate("AB", 1):
                self._grid.addWidget(Badge(letter, letter.lower(), self), 0, column, TOP_LEFT)
        for i, (name, *values) in enumerate(rows, 1):
            label = PlainLabel(name)
            label.setProperty("role", "dim")
            self._grid.addWidget(label, i, 0, TOP_LEFT)
            for column, text in enumerate(values, 1):
                value = PlainLabel(text)
                value.setWordWrap(True)
                value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                self._grid.addWidget(value, i, column, Qt.AlignmentFlag.AlignTop)
        for item in (self._grid.itemAt(i) for i in range(self._grid.count())):
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.show()


def clear(grid: QGridLayout) -> None:
    """Takes everything out of a grid."""
    while grid.count():
        item = grid.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
