"""Cards in the middle of the window: a failure with its cause and actions, or what to do when there is no model. Never a dialog."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFontDatabase, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ditone.gui.engine.failure import Failure
from ditone.gui.panels.controls import flat_button, height_at
from ditone.gui.theme import icons
from ditone.gui.widgets.plain_text import PlainLabel


class ErrorCard(QFrame):
    """One sentence, its cause, what can be done; Details folds out, Copy report fills the clipboard."""

    closed = Signal()
    choose_folder = Signal()
    open_models = Signal()
    choose_storage = Signal()

    def __init__(self, failure: Failure, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.failure = failure
        self._report = report
        self.setProperty("role", "card")
        self.setAccessibleName(self.tr("Problem"))
        self.setAccessibleDescription(failure.text)
        sign = icons.Sign("error", "error", 20)
        self.message = PlainLabel(failure.message)
        self.message.setProperty("role", "heading")
        self.message.setWordWrap(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = flat_button("close", self.tr("Close this card"))
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.message, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        body = "\n".join(part for part in (failure.cause, *failure.actions) if part)
        self.cause = PlainLabel(body)
        self.cause.setWordWrap(True)
        self.cause.setContentsMargins(28, 0, 0, 0)
        self.cause.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.cause.setVisible(bool(body))
        layout.addWidget(self.cause)
        self.details = QPlainTextEdit(failure.details)
        self.details.setReadOnly(True)
        self.details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setAccessibleName(self.tr("Details"))
        self.details.setFixedHeight(130)
        self.details.hide()
        layout.addLayout(self._buttons())
        layout.addWidget(self.details)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(28, 0, 0, 0)
        row.setSpacing(8)
        if self.failure.kind == "folder":
            choose = QPushButton(self.tr("Choose another folder…"))
            choose.clicked.connect(self.choose_folder)
            row.addWidget(choose)
        if self.failure.kind == "storage":
            elsewhere = QPushButton(self.tr("Keep takes in another folder…"))
            elsewhere.clicked.connect(self.choose_storage)
            row.addWidget(elsewhere)
        if self.failure.kind == "memory":
            models = QPushButton(self.tr("Device and precision…"))
            models.clicked.connect(self.open_models)
            row.addWidget(models)
        self.show_details = QPushButton(self.tr("Details"))
        self.show_details.setCheckable(True)
        self.show_details.toggled.connect(self.details.setVisible)
        self.show_details.setVisible(bool(self.failure.details))
        self.copy_report = QPushButton(self.tr("Copy report"))
        self.copy_report.clicked.connect(self._copy)
        row.addWidget(self.show_details)
        row.addWidget(self.copy_report)
        row.addStretch(1)
        return row

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report)
        self.copy_report.setText(self.tr("Copied"))


class NoticeBar(QFrame):
    """One line about something that is missing or worth knowing, with a close button, and where `button` names it one for what helps."""

    closed = Signal()
    acted = Signal()

    def __init__(self, text: str, of_take: bool = False, button: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.of_take = of_take
        self.setProperty("role", "plain-card")
        self.text = PlainLabel(text)
        self.text.setWordWrap(True)
        sign = icons.Sign("info", "warning", 18)
        close = flat_button("close", self.tr("Close this note"))
        close.clicked.connect(self.closed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 6, 4)
        layout.setSpacing(8)
        layout.addWidget(sign)
        layout.addWidget(self.text, 1)
        self.more = QPushButton()
        self.more.setProperty("role", "link")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.hide()
        layout.addWidget(self.more)
        self.act = QPushButton(button)
        self.act.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.act.setVisible(bool(button))
        self.act.clicked.connect(self.acted)
        layout.addWidget(self.act)
        layout.addWidget(close)

    def say_others(self, count: int) -> None:
        """How many notices wait behind this one."""
        self.more.setVisible(count > 0)
        self.more.setText(self.tr("{count} more").format(count=count))


class CardStack(QScrollArea):
    """Cards above the lanes, the newest on top: at most two failures, and one line of notices, of which the newest three are kept.

    As tall as its cards, as long as the lanes keep `SHARE` of what all lie in: the rest is scrolled to, so that lanes stay in sight
    and no text is cut. `besides()` is how high what else lies beside the lanes is. `failure_shown`: whether one of the cards is a failure.
    """

    choose_folder = Signal()
    open_models = Signal()
    choose_storage = Signal()
    failure_shown = Signal(bool)
    MOST: ClassVar[dict[type, int]] = {ErrorCard: 2, NoticeBar: 3}
    SHARE = 0.5
    LEAST = 46  # a line of a notice: even then something is seen, and the rest is scrolled to

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "clear")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = QWidget()
        self._body.setObjectName("clear")
        self._body.installEventFilter(self)
        self._layout = QVBoxLayout(self._body)
        self._layout.setContentsMargins(8, 8, 8, 2)
        self._layout.setSpacing(6)
        self._layout.addStretch(1)
        # kept here and not asked of the layout, whose items are gone with their cards while Python still holds them
        self._cards: list[ErrorCard | NoticeBar] = []
        self.besides: Callable[[], int] = lambda: 0
        self._fails = False
        self.setWidget(self._body)
        self.hide()

    def cards(self) -> list[ErrorCard | NoticeBar]:
        """What is shown, from the top."""
        return list(self._cards)

    def show_failure(self, failure: Failure, report: str) -> ErrorCard:
        """A card for a failure; the same failure again replaces its card."""
        for old in self.cards():
            if isinstance(old, ErrorCard) and old.failure.message == failure.message:
                self._drop(old)
        card = ErrorCard(failure, report)
        card.choose_folder.connect(self.choose_folder)
        card.open_models.connect(self.open_models)
        card.choose_storage.connect(self.choose_storage)
        self._put(card)
        announce(card, failure.text)
        return card

    def show_notice(self, text: str, of_take: bool = False, button: str = "", act: Callable[[], object] | None = None) -> None:
        """A line that says what is missing or odd, once at a time. `of_take`: it is about the take that is being made.

        `button` names what can be done about it, and `act` does that; the line goes with it.
        """
        if all(not isinstance(card, NoticeBar) or card.text.text() != text for card in self.cards()):
            notice = NoticeBar(text, of_take, button)
            if act is not None:
                notice.acted.connect(act)
            notice.acted.connect(self._on_closed)
            self._put(notice)
            announce(notice, text)

    def withdraw_notice(self, text: str) -> None:
        """Removes a notice that is no longer true."""
        for card in self.cards():
            if isinstance(card, NoticeBar) and card.text.text() == text:
                self._drop(card)

    def clear_notices_of_takes(self) -> None:
        """Removes what was said about takes, when others begin: below a new take it would read as if it were about that one."""
        for card in self.cards():
            if isinstance(card, NoticeBar) and card.of_take:
                self._drop(card)

    def clear_failures(self, kind: str = "") -> None:
        """Removes error cards, or those of one kind, when something has worked since; not that takes cannot be stored."""
        for card in self.cards():
            if isinstance(card, ErrorCard) and (card.failure.kind == kind if kind else card.failure.kind != "storage"):
                self._drop(card)

    def clear_storage_failure(self) -> None:
        """Removes the card that says that takes cannot be stored, once they can be."""
        for card in self.cards():
            if isinstance(card, ErrorCard) and card.failure.kind == "storage":
                self._drop(card)

    def _put(self, card: ErrorCard | NoticeBar) -> None:
        card.closed.connect(self._on_closed)
        if isinstance(card, NoticeBar):
            card.more.clicked.connect(self._next_notice)
        self._layout.insertWidget(0, card)
        self._cards.insert(0, card)
        for old in [other for other in self.cards() if type(other) is type(card)][self.MOST[type(card)] :]:
            self._drop(old)
        self._one_notice()
        self.show()
        self.verticalScrollBar().setValue(0)
        self.fit()

    def _one_notice(self) -> None:
        """Of the notices only the first is seen; it says how many wait behind it."""
        notices = [card for card in self._cards if isinstance(card, NoticeBar)]
        for i, notice in enumerate(notices):
            notice.setVisible(i == 0)
            notice.say_others(len(notices) - 1)

    def _next_notice(self) -> None:
        """The one that is seen goes behind the others."""
        first = next((card for card in self._cards if isinstance(card, NoticeBar)), None)
        if first is not None:
            self._cards.remove(first)
            self._cards.append(first)
            self._one_notice()
            self.fit()

    def _on_closed(self) -> None:
        card = self.sender()
        if isinstance(card, ErrorCard | NoticeBar):
            self._drop(card)

    def _drop(self, card: ErrorCard | NoticeBar) -> None:
        if card not in self._cards:  # closed twice before it was gone
            return
        self._cards.remove(card)
        self._layout.removeWidget(card)
        card.hide()
        card.deleteLater()
        self._one_notice()
        self.setVisible(bool(self.cards()))
        self.fit()

    # -- height -------------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        around = self.parentWidget()
        if event.type() == QEvent.Type.ParentChange and around is not None:
            around.installEventFilter(self)
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # details were folded out or a text has changed; there is another amount of room, or something else came beside the lanes
        if event.type() == QEvent.Type.LayoutRequest or (event.type() == QEvent.Type.Resize and watched is not self._body):
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """As tall as the cards, or as there is room."""
        fails = any(isinstance(card, ErrorCard) for card in self._cards)
        if fails != self._fails:
            self._fails = fails
            self.failure_shown.emit(fails)
        wanted = height_at(self._layout, self.viewport().width())
        around = self.parentWidget()
        most = wanted
        if around is not None and around.isVisible():
            most = max(round((1 - self.SHARE) * around.height()) - self.besides(), self.LEAST)
        self.setFixedHeight(min(wanted, most))


def announce(widget: QWidget, text: str) -> None:
    """Tells screen readers about something that appeared without being asked for."""
    widget.setAccessibleDescription(text)
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))
