"""The blind test: A, B and X by key, an answer per trial, the result at the end. While it runs nothing on screen tells X.

The page covers lanes, metrics and history; the player's position and level are the same for all three, and level match is forced.
"""

from __future__ import annotations

from typing import Any, Literal, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.audio.player import Player, SlotName
from ditone.runtime.parity.listening import TRIAL_COUNTS, ListeningTest, Side

DEFAULT_TRIALS = 16
CARD_WIDTH = 560
OWN_KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Escape)
Kind = Literal["abx", "preference"]


class BlindTestPage(QWidget):
    """`begin` needs sounds in both slots of the player. finished(result) carries what `ListeningTest.result` gives, complete or not."""

    finished = Signal(dict)
    closed = Signal()

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self.test: ListeningTest | None = None
        self._matched_before = False
        self._heard: set[str] = set()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Blind test"))
        self._build()

    # -- the test -----------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Shows the choice of kind and trials."""
        self.pages.setCurrentWidget(self.start_page)
        self.start.setFocus()

    def begin(self) -> None:
        """Fixes all trials and plays nothing yet."""
        kind = cast("Kind", self.kind.currentData())
        self.test = ListeningTest.begin(kind, int(self.trials.currentText()))
        self._matched_before = self.player.level_match
        self.player.set_level_match(True)
        self.player.pause()
        self._next_trial()
        self.pages.setCurrentWidget(self.trial_page)
        self.setFocus()

    def hear(self, key: str) -> None:
        """Plays "A", "B" or "X" (preference: "1" and "2") from the current place on."""
        test = self.test
        if test is None or test.done:
            return
        slot = self._slot(key)
        self.player.select(slot)
        if not self.player.is_playing():
            self.player.play()
        self._heard.add(key)
        for name, button in self.keys.items():
            button.setChecked(name == key)
        enough = {"X"} if test.kind == "abx" else {"1", "2"}
        for button in self.answers.values():
            button.setEnabled(enough <= self._heard)
            button.setToolTip("")

    def _slot(self, key: str) -> SlotName:
        test = self.test
        assert test is not None
        if key in ("A", "B"):
            return cast("SlotName", key)
        other: dict[Side, Side] = {"A": "B", "B": "A"}
        return test.current if key in ("X", "1") else other[test.current]

    def answer(self, key: str) -> None:
        """ABX: "X is A" or "X is B". Preference: "1" or "2" sounds better."""
        test = self.test
        if test is None or test.done or not self.answers[key].isEnabled():
            return
        if test.kind == "abx":
            test.answer(cast("Side", key))
        else:
            test.answer(cast("Side", self._slot(key)))
        if test.done:
            self._end()
        else:
            self._next_trial()
            self.setFocus()

    def _next_trial(self) -> None:
        test = self.test
        assert test is not None
        self._heard = set()
        self.player.pause()
        self.player.seek(0.0)
        abx = test.kind == "abx"
        self.title.setText(self.tr("Trial {n} / {total}").format(n=len(test.answers) + 1, total=test.trials))
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

    def _end(self) -> None:
        test = self.test
        assert test is not None
        self.player.pause()
        self.player.set_level_match(self._matched_before)
        result = test.result()
        self.result.setText(result_text(result))
        self.pages.setCurrentWidget(self.result_page)
        self.close_button.setFocus()
        self.finished.emit(result)

    def leave(self) -> None:
        """Ends the page; an unfinished test is reported as incomplete and shows no figure."""
        test, self.test = self.test, None
        if test is not None and not test.done:
            self.player.pause()
            self.player.set_level_match(self._matched_before)
            if test.answers:
                self.finished.emit(test.result())
        self.closed.emit()

    def event(self, event: QEvent) -> bool:
        # these keys mean something else in the window; here they are the test's
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        test = self.test
        running = test is not None and not test.done
        abx = test is not None and test.kind == "abx"
        keys = {Qt.Key.Key_1: "A", Qt.Key.Key_2: "B", Qt.Key.Key_3: "X"} if abx else {Qt.Key.Key_1: "1", Qt.Key.Key_2: "2"}
        answers = {Qt.Key.Key_Left: "A" if abx else "1", Qt.Key.Key_Right: "B" if abx else "2"}
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.leave()
        elif running and key in keys:
            self.hear(keys[key])
        elif running and key in answers:
            self.answer(answers[key])
        elif running and key == Qt.Key.Key_Space:
            self.player.toggle()
        else:
            super().keyPressEvent(event)

    # -- widgets ------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Kind of test"))
        self.kind.addItem(self.tr("ABX: can I hear a difference?"), "abx")
        self.kind.addItem(self.tr("Preference: which one is better?"), "preference")
        self.trials = QComboBox()
        self.trials.setAccessibleName(self.tr("Number of trials"))
        self.trials.addItems([str(count) for count in TRIAL_COUNTS])
        self.trials.setCurrentText(str(DEFAULT_TRIALS))
        self.start = QPushButton(self.tr("Begin"))
        self.start.setProperty("role", "primary")
        self.start.clicked.connect(self.begin)
        cancel = QPushButton(self.tr("Close"))
        cancel.clicked.connect(self.leave)
        words = QLabel(
            self.tr(
                "Both sounds are made equally loud. All trials are drawn before the first one, and names, waveforms and figures are "
                "hidden; the result is shown at the end."
            )
        )
        words.setWordWrap(True)
        self.sound_note = QLabel()
        self.sound_note.setProperty("role", "note")
        self.sound_note.setWordWrap(True)
        choices = QWidget()
        form = QFormLayout(choices)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Question"), self.kind)
        form.addRow(self.tr("Trials"), self.trials)
        self.start_page = _card(self.tr("Blind test"), [words, choices, self.sound_note], [self.start, cancel])
        self.trial_page = self._trial_page()
        self.result = QLabel()
        self.result.setWordWrap(True)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.leave)
        self.result_page = _card(self.tr("Result"), [self.result], [self.close_button])
        self.pages = QStackedLayout(self)
        for page in (self.start_page, self.trial_page, self.result_page):
            self.pages.addWidget(page)
        self.player.state_changed.connect(self._show_sound_note)
        self._show_sound_note()

    def _trial_page(self) -> QWidget:
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.question = QLabel()
        self.keys: dict[str, QPushButton] = {}
        sounds = QHBoxLayout()
        sounds.setSpacing(8)
        for name in ("A", "B", "X", "1", "2"):
            button = QPushButton(name)
            button.setCheckable(True)
            button.setProperty("role", "big")
            button.setProperty("lane", name if name in "ABX" else "X")  # 1 and 2 must not look like A and B
            button.setAccessibleName(self.tr("Hear {name}").format(name=name))
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setProperty("key", name)
            button.clicked.connect(self._on_key)
            self.keys[name] = button
            sounds.addWidget(button)
        labels = {"A": self.tr("X is A"), "B": self.tr("X is B"), "1": self.tr("1 is better"), "2": self.tr("2 is better")}
        self.answers: dict[str, QPushButton] = {}
        answers = QHBoxLayout()
        answers.setSpacing(8)
        for name, text in labels.items():
            button = QPushButton(text)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setProperty("key", name)
            button.clicked.connect(self._on_answer)
            self.answers[name] = button
            answers.addWidget(button)
        self.help = QLabel()
        self.help.setProperty("role", "dim")
        self.help.setWordWrap(True)
        self.trial_sound_note = QLabel()
        self.trial_sound_note.setProperty("role", "note")
        self.trial_sound_note.setWordWrap(True)
        leave = QPushButton(self.tr("Leave the test"))
        leave.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        leave.clicked.connect(self.leave)
        rows = (sounds, answers)
        return _card("", [self.title, self.question, *(_row(row) for row in rows), self.trial_sound_note, self.help], [leave])

    def _show_sound_note(self) -> None:
        """Says on the page itself when nothing can be heard: the transport, which says it otherwise, is hidden."""
        for label in (self.sound_note, self.trial_sound_note):
            label.setText(self.player.problem_text)
            label.setVisible(bool(self.player.problem_text))

    def _on_key(self) -> None:
        button = self.sender()
        if button is not None:
            self.hear(str(button.property("key")))

    def _on_answer(self) -> None:
        button = self.sender()
        if button is not None:
            self.answer(str(button.property("key")))


def result_text(result: dict[str, Any]) -> str:
    """The result of a finished test in words."""
    if result["kind"] == "abx":
        p, correct, trials = float(result["p"]), result["correct"], result["trials"]
        verdict = "You can tell them apart." if p < 0.05 else "No difference was shown: this is what guessing can give."
        return f"{correct} of {trials} right, p = {p:.3f}. {verdict}"
    p = float(result["p"])
    verdict = "That is more than chance." if p < 0.05 else "That can be chance."
    return f"A was liked better {result['preferred_a']} times, B {result['preferred_b']} times, p = {p:.3f}. {verdict}"


def _row(layout: QHBoxLayout) -> QWidget:
    holder = QWidget()
    layout.setContentsMargins(0, 0, 0, 0)
    holder.setLayout(layout)
    return holder


def _card(title: str, widgets: list[QWidget], buttons: list[QPushButton]) -> QWidget:
    card = QFrame()
    card.setProperty("role", "plain-card")
    card.setFixedWidth(CARD_WIDTH)
    inner = QVBoxLayout(card)
    inner.setContentsMargins(24, 20, 24, 20)
    inner.setSpacing(12)
    if title:
        heading = QLabel(title)
        heading.setProperty("role", "title")
        inner.addWidget(heading)
    for widget in widgets:
        inner.addWidget(widget)
    row = QHBoxLayout()
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    inner.addLayout(row)
    holder = QWidget()
    centred = QHBoxLayout()  # not an alignment, which would forget that the text needs height for its width
    centred.addStretch(1)
    centred.addWidget(card)
    centred.addStretch(1)
    column = QVBoxLayout(holder)
    column.addStretch(1)
    column.addLayout(centred)
    column.addStretch(2)
    return holder
