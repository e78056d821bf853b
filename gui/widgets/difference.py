"""The lane A − B: what is left when B is taken from A, louder by 0 to 60 dB, to be seen and heard. Folded to its header by default."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ditone.gui.audio.player import Player
from ditone.gui.audio.sound import Sound
from ditone.gui.commands import keys
from ditone.gui.core.background import Background
from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import icons
from ditone.gui.widgets.elided_label import PartsLabel
from ditone.gui.widgets.lane import Badge
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.wave_view import WaveView
from ditone.runtime.audio.loudness import linear
from ditone.runtime.comparison.residual import Residual, residual

LETTER = "A\N{MINUS SIGN}B"
GAINS_DB = (0, 20, 40, 60)
NARROW_PX, NARROW_LEAVES_OUT = 420, (20, 60)
LOUDEST_DBFS = -3.0  # what is heard stays below this, whatever the gain: a difference can be unexpectedly large


class DifferenceLane(QWidget):
    """Knows the sounds of A and B; there is a difference as soon as both are there. Slot D of the player holds it."""

    seek_requested = Signal(float)
    changed = Signal()

    def __init__(self, player: Player, timeline: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player, self.timeline = player, timeline
        self._background = Background(self)
        self._sounds: tuple[Sound, Sound] | None = None
        self._residual: Residual | None = None
        self._before = "A"
        self.view = WaveView(LETTER, "x", timeline, self)
        self.view.content.marks_clipping = False
        self.view.hint = tr("Computing the difference…")
        self.view.seek_requested.connect(self.seek_requested)
        self.view.hide()
        self.fold = self._button("chevron-right", tr("Show the difference"))
        self.fold.setCheckable(True)
        self.listen = self._button("play", tr("Hear the difference"))
        keys.set_tip(self.listen, tr("Hear the difference"), "difference")
        self.listen.setCheckable(True)
        self.gains = self._gain_buttons()
        self.align = QCheckBox(tr("Align"))
        self.align.setToolTip(tr("Take the shift between A and B out before subtracting"))
        self.words = PartsLabel()
        self.words.setProperty("role", "dim")
        self._lay_out()
        self.fold.toggled.connect(self._unfold)
        self.listen.clicked.connect(self.set_listening)
        self.align.toggled.connect(self._compute)
        self.gains.idToggled.connect(self._gain_chosen)
        player.state_changed.connect(self._follow_player)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow lane has room for one step louder."""
        super().resizeEvent(event)
        for gain in NARROW_LEAVES_OUT:
            button = self.gains.button(gain)
            button.setVisible(self.width() >= NARROW_PX or button.isChecked())

    # --- building ---------------------------------------------------------------------------------------------------

    def _button(self, icon: str, title: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "flat")
        icons.set_icon(button, icon)
        button.setToolTip(title)
        button.setAccessibleName(title)
        return button

    def _gain_buttons(self) -> QButtonGroup:
        group = QButtonGroup(self)
        for gain in GAINS_DB:
            button = QToolButton(self)
            button.setProperty("role", "flat")
            button.setCheckable(True)
            button.setText(f"+{gain}" if gain else "0")
            button.setAccessibleName(tr("Difference louder by {gain} dB").format(gain=gain))
            button.setToolTip(button.accessibleName())
            group.addButton(button, gain)
        group.button(0).setChecked(True)
        return group

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setContentsMargins(8, 3, 6, 3)
        header.setSpacing(6)
        header.addWidget(Badge(LETTER, "x", self))
        header.addWidget(self.fold)
        header.addWidget(self.words, 1)
        header.addWidget(self.align)
        header.addSpacing(6)
        for button in self.gains.buttons():
            header.addWidget(button)
        unit = PlainLabel("dB")
        unit.setProperty("role", "dim")
        header.addWidget(unit)
        header.addWidget(self.listen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(header)
        column.addWidget(self.view, 1)
        self._fix_height(True)

    # --- the difference ---------------------------------------------------------------------------------------------

    @property
    def residual(self) -> Residual | None:
        """The difference, once it is computed."""
        return self._residual

    def set_sounds(self, a: Sound | None, b: Sound | None) -> None:
        """What lanes A and B show now; without one of them there is no difference, and the lane is hidden."""
        sounds = (a, b) if a is not None and b is not None and a.frames and b.frames else None
        if sounds == self._sounds:
            return
        self._sounds = sounds
        self.setVisible(sounds is not None)
        if sounds is None:
            self._background.forget("difference")
            self._residual = None
            self.set_listening(False)
            self.player.load("D", None)
            self.view.set_sound(None)
        else:
            self._compute()

    @property
    def gain_db(self) -> int:
        """The gain that is chosen."""
        return self.gains.checkedId()

    @property
    def heard_gain_db(self) -> float:
        """The gain that is heard: less than chosen where the difference would get too loud."""
        peak = self._residual.peak if self._residual else 0.0
        return min(float(self.gain_db), LOUDEST_DBFS - 20 * math.log10(peak)) if peak > 0 else float(self.gain_db)

    def set_listening(self, on: bool) -> None:
        """Hears the difference at the same place, or what was heard before."""
        if on and self.player.has("D"):
            if self.player.selected != "D":
                self._before = self.player.selected
            self.player.select("D")
        elif not on and self.player.selected == "D":
            self.player.select("B" if self._before == "B" and self.player.has("B") else "A")
        self._follow_player()

    def _compute(self) -> None:
        if self._sounds is None:
            return
        a, b = self._sounds
        self.words.set_parts([tr("computing…")])
        work = partial(residual, a.audio, a.rate, b.audio, b.rate, self.align.isChecked())
        self._background.run("difference", work, self._computed, self._failed)

    def _computed(self, made: Residual) -> None:
        self._residual = made
        self.player.load("D", made.audio, made.rate_hz)
        self._show()
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._residual = None
        self.words.set_parts([str(error)])

    def _gain_chosen(self, _gain: int, on: bool) -> None:
        if on:
            self._show()

    def _show(self) -> None:
        made = self._residual
        if made is None:
            return
        self.player.set_gain_db("D", self.heard_gain_db)
        self.view.set_sound(Sound(made.audio * np.float32(linear(self.gain_db)), made.rate_hz, LETTER))
        words = self.description()
        self.words.set_parts(words)
        self.view.describe(words)

    def description(self) -> list[str]:
        """Null depth, shift, and what is heard where it is not what is shown."""
        made = self._residual
        if made is None:
            return []
        words = [f"{tr('null')} {formatting.decibel(made.null_depth_db)}"]
        if made.shift_samples:
            side = tr("late") if made.shift_samples > 0 else tr("early")
            words.append(tr("B {count} samples {side}").format(count=abs(made.shift_samples), side=side))
            words[-1] += f" ({tr('aligned')})" if made.aligned else ""
        if self.heard_gain_db < self.gain_db - 0.05:
            sign = "+" if self.heard_gain_db > 0 else ""
            words.append(tr("heard at {gain}").format(gain=sign + formatting.decibel(self.heard_gain_db)))
        return words

    def _unfold(self, on: bool) -> None:
        icons.set_icon(self.fold, "chevron-down" if on else "chevron-right")
        title = tr("Hide the difference") if on else tr("Show the difference")
        self.fold.setToolTip(title)
        self.fold.setAccessibleName(title)
        self.view.setVisible(on)
        self._fix_height(not on)

    def _fix_height(self, folded: bool) -> None:
        vertical = QSizePolicy.Policy.Fixed if folded else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)

    def _follow_player(self) -> None:
        self.listen.setEnabled(self.player.has("D"))
        self.listen.setChecked(self.player.selected == "D")
