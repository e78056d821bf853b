"""The blind test: A, B and X by key, an answer per trial, the result at the end. While it runs nothing on screen tells X.

The page covers lanes, metrics and history; the player's position and level are the same for all three, and level match is forced.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from ditone.gui.audio.player import Player, SlotName
from ditone.gui.compare.blind_test_cards import ResultCard, StartCard, TrialCard, result_text
from ditone.runtime.comparison.listening import Kind, ListeningTest, Side

OWN_KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Escape)


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
        self.start_card, self.trial_card, self.result_card = StartCard(), TrialCard(), ResultCard()
        self.start_card.start.clicked.connect(self.begin)
        self.trial_card.hear_requested.connect(self.hear)
        self.trial_card.answered.connect(self.answer)
        for button in (self.start_card.close_button, self.trial_card.leave, self.result_card.close_button):
            button.clicked.connect(self.leave)
        self.pages = QStackedLayout(self)
        for page in (self.start_card, self.trial_card, self.result_card):
            self.pages.addWidget(page)
        player.state_changed.connect(self._show_sound_note)
        self._show_sound_note()

    def open(self) -> None:
        """Shows the choice of kind and trials."""
        self.pages.setCurrentWidget(self.start_card)
        self.start_card.start.setFocus()

    def begin(self) -> None:
        """Fixes all trials and plays nothing yet."""
        kind = cast("Kind", self.start_card.kind.currentData())
        self.test = ListeningTest.begin(kind, int(self.start_card.trials.currentText()))
        self._matched_before = self.player.level_match
        self.player.set_level_match(True)
        self.player.pause()
        self._next_trial()
        self.pages.setCurrentWidget(self.trial_card)
        self.setFocus()

    def hear(self, key: str) -> None:
        """Plays "A", "B" or "X" (preference: "1" and "2") from the current place on."""
        test = self.test
        if test is None or test.done:
            return
        if self.player.is_playing():
            self.player.hear_anew(self._slot(key))
        else:
            self.player.select(self._slot(key))
            self.player.play()
        self._heard.add(key)
        self.trial_card.show_heard(key, ({"X"} if test.kind == "abx" else {"1", "2"}) <= self._heard)

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
        if test is None or test.done or not self.trial_card.answers[key].isEnabled():
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
        self.trial_card.show_trial(test.kind, len(test.answers) + 1, test.trials)

    def _end(self) -> None:
        test = self.test
        assert test is not None
        self.player.pause()
        self.player.set_level_match(self._matched_before)
        result = test.result()
        self.result_card.result.setText(result_text(result))
        self.pages.setCurrentWidget(self.result_card)
        self.result_card.close_button.setFocus()
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

    def _show_sound_note(self) -> None:
        """Says on the page itself when nothing can be heard: the transport, which says it otherwise, is hidden."""
        for card in (self.start_card, self.trial_card):
            card.sound_note.setText(self.player.problem_text)
            card.sound_note.setVisible(bool(self.player.problem_text))
