"""A lane: a header that says what the sound is, and its waveform or spectrogram over the shared time line."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ditone.gui.audio.sound import Sound
from ditone.gui.core.background import Background
from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import icons, palettes
from ditone.gui.widgets.drag_out import DragOut
from ditone.gui.widgets.elided_label import DOT, ElidedLabel, PartsLabel
from ditone.gui.widgets.plain_text import PlainLabel, plain_tip
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.wave_view import WaveView
from ditone.runtime.audio.loudness import integrated_lufs, rms_dbfs, true_peak_dbtp

ROLES = {"A": "a", "B": "b"}
LEVELS = ("lufs", "rms_dbfs", "true_peak_dbtp")
TITLE_SHARE = 0.38


class Badge(QWidget):
    """The lane's letter in its colour; filled while this lane is the one that is heard."""

    def __init__(self, text: str, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._role = text, role
        self._lit = False

    def set_lit(self, on: bool) -> None:
        """Fills the badge, or leaves its outline."""
        self._lit = on
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(max(metrics.height() + 6, metrics.horizontalAdvance(self._text) + 14), metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = palettes.current()
        color = colors.qcolor(self._role)
        area = self.rect().adjusted(1, 1, -1, -1)
        painter.setPen(color)
        painter.setBrush(color if self._lit else QColor(0, 0, 0, 0))
        painter.drawRoundedRect(area, 4, 4)
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(colors.qcolor("on_accent") if self._lit else color)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._text)


class Lane(QWidget):
    """`letter` is "A", "B" or "A\N{MINUS SIGN}B". Files dropped on it are told as a list of paths."""

    seek_requested = Signal(float)
    switch_requested = Signal()
    files_dropped = Signal(list)
    play_requested = Signal()
    pin_requested = Signal(bool)
    export_requested = Signal()
    more_requested = Signal()

    def __init__(self, letter: str, timeline: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.letter, self.timeline = letter, timeline
        self._background = Background(self)
        self._measured: dict[str, float] = {}
        self._level_words: list[str] = []
        role = ROLES.get(letter, "x")
        self.view = WaveView(letter, role, timeline, self)
        self.view.seek_requested.connect(self.seek_requested)
        self.view.switch_requested.connect(self.switch_requested)
        self.view.hint = tr("Lane {letter} is empty. Generate a sound, or drop an audio file here.").format(letter=letter)
        self.badge = Badge(letter, role, self)
        self._title = ElidedLabel("", self)
        self._title.setProperty("role", "heading")
        self._facts = PartsLabel(self)
        self._facts.setProperty("role", "dim")
        self.levels = PlainLabel("", self)  # never elided: what a mixer looks at first
        self.levels.setProperty("role", "dim")
        self.note = ElidedLabel("", self)
        self.note.setProperty("role", "note")
        self.note.hide()
        self.buttons = {
            "play": self._button("play", tr("Play only this lane"), self.play_requested),
            "pin": self._button("pin", tr("Pin: keep this sound in its lane"), None),
            "export": self._button("export", tr("Export…"), self.export_requested),
            "more": self._button("more", tr("More for this sound"), self.more_requested),
        }
        self.buttons["pin"].setCheckable(True)
        self.buttons["pin"].toggled.connect(self._pinned)
        self.setAcceptDrops(True)
        self._lay_out()
        self._show_facts()

    def _lay_out(self) -> None:
        self.header = QWidget(self)
        self.drag_out = DragOut(self.header)
        row = QHBoxLayout(self.header)
        row.setContentsMargins(8, 4, 6, 4)
        row.setSpacing(8)
        row.addWidget(self.badge)
        row.addWidget(self._title)
        row.addWidget(self._facts, 1)
        row.addWidget(self.levels)
        row.addWidget(self.note)
        self.header_end = row
        for button in self.buttons.values():
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.view, 1)

    def _button(self, icon: str, title: str, signal: SignalInstance | None) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "flat")
        icons.set_icon(button, icon)
        button.setToolTip(title)
        button.setAccessibleName(f"{title} ({tr('lane')} {self.letter})")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self.take_focus)
        if signal is not None:
            button.clicked.connect(signal)
        return button

    # --- content ----------------------------------------------------------------------------------------------------

    @property
    def sound(self) -> Sound | None:
        """What the lane shows; None when it is empty."""
        return self.view.sound

    def set_sound(self, sound: Sound) -> None:
        """Shows a finished sound; an unfinished sound is replaced by it."""
        self.timeline.set_duration(f"{self.letter} ghost", 0.0)
        self.timeline.set_duration(self.letter, sound.duration_s, sound.rate)
        self.view.set_sound(sound)
        self._measured = {}
        self._background.forget("level")
        if "lufs" not in sound.facts and sound.frames:
            self._background.run("level", partial(_levels, sound), self._level_measured, patient=True)
        self._show_facts()

    def facts(self) -> dict[str, Any]:
        """The sound's facts, and loudness and true peak as soon as they are measured."""
        return {**(self.sound.facts if self.sound else {}), **self._measured}

    def _level_measured(self, facts: dict[str, float]) -> None:
        self._measured = facts
        self._show_facts()

    def clear(self) -> None:
        """Empties the lane."""
        self.timeline.set_duration(f"{self.letter} ghost", 0.0)
        self.timeline.set_duration(self.letter, 0.0)
        self.view.set_sound(None)
        self._background.forget("level")
        self._measured = {}
        self.buttons["pin"].setChecked(False)
        self._show_facts()

    def set_ghost(self, envelope: NDArray[np.float32], duration_s: float) -> None:
        """Shows the expected shape (peak levels 0..1 at even times) of the sound that is being made for this lane."""
        self.timeline.set_duration(f"{self.letter} ghost", duration_s)
        self.view.set_ghost(envelope, duration_s)

    def clear_ghost(self) -> None:
        """The unfinished sound was given up: what was there before is shown as before."""
        self.timeline.set_duration(f"{self.letter} ghost", 0.0)
        self.view.clear_ghost()
        self._show_facts()

    def add_chunk(self, audio: NDArray[np.float32], start_frame: int, rate: int) -> None:
        """Shows a finished piece (frames, channels) of the unfinished sound."""
        self.timeline.set_duration(f"{self.letter} ghost", max((start_frame + len(audio)) / rate, self._ghost_duration_s()), rate)
        self.view.add_piece(audio, start_frame, rate)
        self.buttons["play"].setEnabled(True)

    def set_note(self, text: str) -> None:
        """A few words beside the facts (level match, shift); empty hides them."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    @property
    def pinned(self) -> bool:
        """Whether the lane keeps its sound when a new take comes."""
        return self.buttons["pin"].isChecked()

    def set_selected(self, on: bool) -> None:
        """Whether this lane is the one that is heard: its badge is filled."""
        self.badge.set_lit(on)

    def _ghost_duration_s(self) -> float:
        return self.timeline.lane_duration_s(f"{self.letter} ghost")

    def _show_facts(self) -> None:
        sound = self.sound
        for button in self.buttons.values():
            button.setEnabled(sound is not None)
        self._title.setText(sound.title if sound else "")
        self._title.setVisible(bool(sound and sound.title))
        facts = self.facts() if sound else {}
        levels = formatting.facts_words({name: value for name, value in facts.items() if name in LEVELS})
        words = formatting.facts_words({name: value for name, value in facts.items() if name not in LEVELS})
        self._facts.set_parts(words)
        self._level_words = levels
        self.levels.setVisible(bool(levels))
        self._fit_levels()
        self.view.describe([*words, *levels])
        self._title.updateGeometry()
        self._facts.updateGeometry()

    def _fit_levels(self) -> None:
        """Loudness and true peak whole; a very narrow lane leaves out the last unit, then the peak, and never a part of a number."""
        row = self.header_end
        others = [self.badge, *self.buttons.values(), *([self.note] if not self.note.isHidden() else [])]
        taken = sum(widget.sizeHint().width() for widget in others) + row.spacing() * (len(others) + 3)
        room = self.width() - taken - row.contentsMargins().left() - row.contentsMargins().right()
        words = self._level_words
        forms = [DOT.join(words), DOT.join([*words[:-1], *(words[-1:] and [words[-1].split()[0]])]), words[0] if words else ""]
        metrics = self.levels.fontMetrics()
        self.levels.setText(next((form for form in forms if metrics.horizontalAdvance(form) <= room), forms[-1]))
        self.levels.setToolTip(plain_tip(forms[0] if self.levels.text() != forms[0] else ""))

    def take_focus(self) -> None:
        """The keyboard comes from a text to the lane that was clicked, so that Space and the letters mean the lane."""
        if not isinstance(QApplication.focusWidget(), QAbstractButton):
            self.view.setFocus(Qt.FocusReason.MouseFocusReason)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.take_focus()
        super().mousePressEvent(event)

    def _pinned(self, on: bool) -> None:
        self.pin_requested.emit(on)

    # --- dropping files ---------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_levels()
        self._title.setMaximumWidth(round(self.width() * TITLE_SHARE))  # the facts matter more than the end of a long prompt


def _levels(sound: Sound) -> dict[str, float]:
    """Loudness, or the mean level where a sound is too short for it, and true peak."""
    lufs = integrated_lufs(sound.audio, sound.rate)
    level = {"rms_dbfs": rms_dbfs(sound.audio)} if lufs != lufs else {"lufs": lufs}
    return {**level, "true_peak_dbtp": true_peak_dbtp(sound.audio, sound.rate)}
