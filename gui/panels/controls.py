"""Small building blocks of panels: a number field that clamps with a note, a dot for changed controls, a group that folds."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QValidator
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.theme import icons, palettes
from ditone.gui.widgets.quiet_wheel import DecimalSpin


class ClampingSpin(DecimalSpin):
    """A number field that takes any number; what lies outside the range becomes the nearest usable one, and `clamped` tells it."""

    clamped = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._typed: float | None = None
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.lineEdit().textEdited.connect(self._on_text_edited)
        self.editingFinished.connect(self.commit)

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        state, text, pos = super().validate(text, pos)
        if state == QValidator.State.Invalid and self._number(text) is not None:
            state = QValidator.State.Intermediate
        return state, text, pos

    def commit(self) -> None:
        """Takes over what is typed."""
        typed, self._typed = self._typed, None
        self.interpretText()
        if typed is not None and not self.minimum() <= typed <= self.maximum():
            self.setValue(min(max(typed, self.minimum()), self.maximum()))
            self.clamped.emit(typed)

    def stepBy(self, steps: int) -> None:
        self._typed = None
        super().stepBy(steps)

    def textFromValue(self, value: float) -> str:
        return QLocale().toString(value, "f", self.decimals())

    def _on_text_edited(self, text: str) -> None:
        self._typed = self._number(text)

    def _number(self, text: str) -> float | None:
        number, ok = self.locale().toDouble(text.removesuffix(self.suffix()).strip())
        return number if ok else None


class Dot(QAbstractButton):
    """A dot beside a control that differs from its preset; a click resets the control."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(12, 22))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_marked(False)

    def set_marked(self, marked: bool) -> None:
        """Whether the dot is shown."""
        self._marked = marked
        self.setEnabled(marked)
        self.setCursor(Qt.CursorShape.PointingHandCursor if marked else Qt.CursorShape.ArrowCursor)
        self.update()

    def is_marked(self) -> bool:
        """Whether the dot is shown now."""
        return self._marked

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._marked:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palettes.current().b))
        painter.drawEllipse(2, self.height() // 2 - 3, 6, 6)


class FoldingGroup(QWidget):
    """A titled group whose body folds away."""

    folded = Signal(bool)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = QToolButton()
        self.header.setProperty("role", "group")
        self.header.setText(title)
        self.header.setCheckable(True)
        self.header.setChecked(True)
        self.header.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.header.setIconSize(QSize(14, 14))
        self.header.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.header.toggled.connect(self._show_body)
        self.body = QWidget()
        self.rows = QVBoxLayout(self.body)
        self.rows.setContentsMargins(0, 2, 0, 4)
        self.rows.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.body)
        self._show_body(True)

    def set_open(self, is_open: bool) -> None:
        """Folds the group out or in."""
        self.header.setChecked(is_open)

    def _show_body(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        icons.set_icon(self.header, "chevron-down" if is_open else "chevron-right", "dim")
        state = self.tr("open") if is_open else self.tr("folded")
        self.header.setAccessibleName(f"{self.header.text()}, {state}")
        self.folded.emit(not is_open)


def height_at(layout: QLayout, width: int) -> int:
    """Pixels that a layout needs at this width, wrapped texts included; its own hint does not think of them."""
    return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()


def divider() -> QFrame:
    """A thin horizontal line."""
    line = QFrame()
    line.setProperty("role", "divider")
    return line


def flat_button(icon: str, name: str, tip: str = "", checkable: bool = False) -> QToolButton:
    """A small icon button with an accessible name, which is also its tooltip unless `tip` says more."""
    button = QToolButton()
    button.setProperty("role", "flat")
    button.setAccessibleName(name)
    button.setToolTip(tip or name)
    button.setCheckable(checkable)
    button.setIconSize(QSize(18, 18))
    icons.set_icon(button, icon)
    return button
