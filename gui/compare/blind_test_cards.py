"""The three cards of the blind test: what is asked, one trial, and the result. They show; the page decides."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ditone.gui.i18n.translate import tr
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.comparison.listening import TRIAL_COUNTS, Kind

DEFAULT_TRIALS = 16
CARD_WIDTH = 560


class Card(QWidget):
    """A card in the middle of the page: a title, widgets under each other, and a row of buttons."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = QFrame()
        card.setProperty("role", "plain-card")
        card.setFixedWidth(CARD_WIDTH)
        self.column = QVBoxLayout(card)
        self.column.setContentsMargins(24, 20, 24, 20)
        self.column.setSpacing(12)
        self.title = PlainLabel(title)
        self.title.setProperty("role", "title")
        self.column.addWidget(self.title)
        centred = QHBoxLayout()  # not an alignment, which would forget that the text needs height for its width
        centred.addStretch(1)
        centred.addWidget(card)
        centred.addStretch(1)
        around = QVBoxLayout(self)
        around.addStretch(1)
        around.addLayout(centred)
        around.addStretch(2)

    def add_buttons(self, *buttons: QPushButton) -> None:
        """The last row of the card."""
        row = QHBoxLayout()
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        self.column.addLayout(row)


class StartCard(Card):
    """Asks for the kind of test and the number of trials."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Blind test"), parent)
        self.kind = Choice()
        self.kind.setAccessibleName(self.tr("Kind of test"))
        self.kind.addItem(self.tr("ABX: can I hear a difference?"), "abx")
        self.kind.addItem(self.tr("Preference: which one is better?"), "preference")
        self.trials = Choice()
        self.trials.setAccessibleName(self.tr("Number of trials"))
        self.trials.addItems([str(count) for count in TRIAL_COUNTS])
        self.trials.setCurrentText(str(DEFAULT_TRIALS))
        self.start = QPushButton(self.tr("Begin"))
        self.start.setProperty("role", "primary")
        self.close_button = QPushButton(self.tr("Close"))
        words = PlainLabel(
            self.tr(
                "Both sounds are made equally loud. All trials are drawn before the first one, and names, waveforms and figures are "
                "hidden; the result is shown at the end."
            )
        )
        words.setWordWrap(True)
        self.sound_note = _note()
        choices = QWidget()
        form = QFormLayout(choices)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Question"), self.kind)
        form.addRow(self.tr("Trials"), self.trials)
        for widget in (words, choices, self.sound_note):
            self.column.addWidget(widget)
        self.add_buttons(self.start, self.close_button)


class TrialCard(Card):
    """One trial: the sounds to hear and the answers. Nothing on it depends on what X is."""

    hear_requested = Signal(str)  # "A", "B", "X", "1", "2"
    answered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.question = PlainLabel()
        self.column.addWidget(self.question)
        self.keys = {name: self._button(name) for name in ("A", "B", "X", "1", "2")}
        for name, button in self.keys.items():
            button.setCheckable(True)
            button.setProperty("role", "big")
            button.setProperty("lane", name if name in "ABX" else "X")  # 1 and 2 must not look like A and B
            button.setAccessibleName(self.tr("Hear {name}").format(name=name))
            button.clicked.connect(self._on_key)
        labels = {"A": self.tr("X is A"), "B": self.tr("X is B"), "1": self.tr("1 is better"), "2": self.tr("2 is better")}
        self.answers = {name: self._button(name, text) for name, text in labels.items()}
        for button in self.answers.values():
            button.clicked.connect(self._on_answer)
        self.sound_note = _note()
        self.help = PlainLabel()
        self.help.setProperty("role", "dim")
        self.help.setWordWrap(True)
        self.leave = QPushButton(self.tr("Leave the test"))
        self.leave.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for row in (self.keys, self.answers):
            self.column.addWidget(_row(list(row.values())))
        self.column.addWidget(self.sound_note)
        self.column.addWidget(self.help)
        self.add_buttons(self.leave)

    @staticmethod
    def _button(name: str, text: str = "") -> QPushButton:
        button = QPushButton(text or name)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setProperty("key", name)
        return button

    def show_trial(self, kind: Kind, number: int, trials: int) -> None:
        """A new trial, of which nothing was heard yet."""
        abx = kind == "abx"
        self.title.setText(self.tr("Trial {n} / {total}").format(n=number, total=trials))
        self.question.setText(self.tr("Is X the sound A or the sound B?") if abx else self.tr("Which one sounds better?"))
        for name, button in self.keys.items():
            button.setVisible((name in "ABX") == abx)
            button.setChecked(False)
        for name, button in self.answers.items():
            button.setVisible((name in "AB") == abx)
            button.setEnabled(False)
            button.setToolTip(self.tr("Hear X first") if abx else self.tr("Hear both first"))
        self.help.setText(
            self.tr("Keys: 1 A · 2 B · 3 X · Left: X is A · Right: X is B · Space: pause · Esc: leave")
            if abx
            else self.tr("Keys: 1 first · 2 second · Left: first is better · Right: second is better · Space: pause · Esc: leave")
        )

    def show_heard(self, key: str, enough: bool) -> None:
        """Marks what is heard now; answers are possible once `enough` was heard."""
        for name, button in self.keys.items():
            button.setChecked(name == key)
        for button in self.answers.values():
            button.setEnabled(enough)
            button.setToolTip("")

    def _on_key(self) -> None:
        button = self.sender()
        if button is not None:
            self.hear_requested.emit(str(button.property("key")))

    def _on_answer(self) -> None:
        button = self.sender()
        if button is not None:
            self.answered.emit(str(button.property("key")))


class ResultCard(Card):
    """The result in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Result"), parent)
        self.result = PlainLabel()
        self.result.setWordWrap(True)
        self.column.addWidget(self.result)
        self.close_button = QPushButton(self.tr("Close"))
        self.add_buttons(self.close_button)


def result_text(result: dict[str, Any]) -> str:
    """The result of a finished test in words."""
    p = f"{float(result['p']):.3f}"
    shown = float(result["p"]) < 0.05
    if result["kind"] == "abx":
        verdict = tr("You can tell them apart.") if shown else tr("No difference was shown: this is what guessing can give.")
        words = tr("{correct} of {trials} right, p = {p}.").format(correct=result["correct"], trials=result["trials"], p=p)
    else:
        verdict = tr("That is more than chance.") if shown else tr("That can be chance.")
        words = tr("A was liked better {a} times, B {b} times, p = {p}.").format(
            a=result["preferred_a"], b=result["preferred_b"], p=p
        )
    return f"{words} {verdict}"


def _note() -> QLabel:
    label = PlainLabel()
    label.setProperty("role", "note")
    label.setWordWrap(True)
    return label


def _row(buttons: list[QPushButton]) -> QWidget:
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for button in buttons:
        layout.addWidget(button)
    return holder
