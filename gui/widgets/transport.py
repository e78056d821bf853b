"""The transport: start, play, loop, position, A/B, level match, view, output device, volume and peak meter.

It is also where player and time line meet: the selection is what plays, the position moves the playhead.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from ditone.gui.audio.player import Player
from ditone.gui.commands import keys
from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import icons
from ditone.gui.widgets.device_button import DeviceButton
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.meter import PeakMeter
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.view_button import ViewButton
from ditone.gui.widgets.volume import VolumeControl

LEVELS = 3


class Transport(QWidget):
    """Shown under the lanes. Where there is less room it shows less: words beside icons go first, then lengths and numbers."""

    difference_toggled = Signal(bool)

    def __init__(self, player: Player, timeline: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player, self.timeline = player, timeline
        self._forced = False
        self._level = 0
        self._widths = [0] * LEVELS
        self.start = self._button("start", tr("Back to the start"))
        self.play = self._button("play", tr("Play"))
        self.loop = self._button("loop", tr("Loop the selection, or everything"), checkable=True)
        self.position = PlainLabel()
        self.position.setAccessibleName(tr("Position and length"))
        self.slots = {letter: self._slot_button(letter) for letter in ("A", "B")}
        self.match = self._button("match", tr("Level match: make the louder lane quieter"), checkable=True)
        self.difference = self._button("difference", tr("Hear the difference A − B"), checkable=True)
        self.divider = self._divider()
        self.view = ViewButton(timeline)
        self.fit = self._button("fit", tr("Show everything"))
        self.selection = ElidedLabel()
        self.selection.setProperty("role", "dim")
        self.note = ElidedLabel()
        self.note.setProperty("role", "note")
        self.device = DeviceButton(player)
        self.volume = VolumeControl(player)
        self.meter = PeakMeter()
        self._lay_out()
        self._connect()
        self._measure_levels()
        self._choose_level()
        self._show_position()

    # --- building ---------------------------------------------------------------------------------------------------

    def _button(self, icon: str, title: str, checkable: bool = False) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "flat")
        button.setCheckable(checkable)
        button.setIconSize(QSize(18, 18))
        icons.set_icon(button, icon)
        keys.set_tip(button, title, icon)
        button.setAccessibleName(title)
        return button

    def _slot_button(self, letter: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "flat")
        button.setText(letter)
        button.setProperty("lane", letter)
        button.setCheckable(True)
        button.setMinimumWidth(28)
        title = tr("Hear lane {letter}").format(letter=letter)
        keys.set_tip(button, title, "switch-lane")
        button.setAccessibleName(title)
        return button

    def _lay_out(self) -> None:
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(8, 5, 8, 5)
        row.setSizeConstraint(
            QHBoxLayout.SizeConstraint.SetNoConstraint
        )  # the width decides what is shown, not the other way round
        row.setSpacing(4)
        for widget in (self.start, self.play, self.loop):
            row.addWidget(widget)
        row.addSpacing(8)
        row.addWidget(self.position)
        row.addSpacing(8)
        for widget in (*self.slots.values(), self.match, self.difference):
            row.addWidget(widget)
        row.addWidget(self.divider)
        row.addWidget(self.view)
        row.addWidget(self.fit)
        row.addSpacing(8)
        row.addWidget(self.selection)
        row.addWidget(self.note, 1)
        row.addWidget(self.device)
        row.addWidget(self.volume)
        row.addSpacing(6)
        row.addWidget(self.meter)
        self.position.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def _divider(self) -> QFrame:
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.VLine)
        line.setFixedHeight(18)
        line.setEnabled(False)
        return line

    def _connect(self) -> None:
        self.start.clicked.connect(self.to_start)
        self.play.clicked.connect(self.player.toggle)
        self.loop.clicked.connect(self.player.set_loop)
        self.slots["A"].clicked.connect(self._select_a)
        self.slots["B"].clicked.connect(self._select_b)
        self.match.clicked.connect(self.player.set_level_match)
        self.difference.clicked.connect(self.difference_toggled)
        self.fit.clicked.connect(self.timeline.fit)
        self.player.state_changed.connect(self._show_state)
        self.player.match_changed.connect(self._show_state)
        self.player.position_changed.connect(self._follow)
        self.timeline.selection_changed.connect(self._region_changed)
        self.timeline.playhead_changed.connect(self._show_position)
        self.timeline.view_changed.connect(self._show_position)

    def set_compact(self, compact: bool) -> None:
        """Only what is needed most, whatever the width."""
        self._forced = compact
        self._choose_level()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._widths[0], super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_level()

    def _measure_levels(self) -> None:
        """How wide each level is, from the least to all words."""
        for level in range(LEVELS):
            self._apply(level)
            self._widths[level] = self._row.minimumSize().width()
        self._widths[1] += self.fontMetrics().horizontalAdvance(" B −20.0 dB")  # the amount of level match appears when it is on
        self.setMinimumWidth(self._widths[0])

    def _choose_level(self) -> None:
        fitting = [level for level in range(LEVELS) if self._widths[level] <= self.width()]
        level = 0 if self._forced or not fitting else fitting[-1]
        if level != self._level:
            self._apply(level)

    def _apply(self, level: int) -> None:
        """0: icons alone, position without length; 1: length, view and fit, too; 2: the volume's number, and words beside icons."""
        self._level = level
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if level == 2 else Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in (self.device, self.match, self.difference):
            button.setToolButtonStyle(style)
        for widget in (self.view, self.fit, self.divider):  # their keys and menu entries remain
            widget.setVisible(level > 0)
        self.volume.set_room((56, 72, 84)[level], level == 2)
        self.meter.setFixedWidth((56, 90, 110)[level])
        widest = "00:00.000 / 00:00.000" if level else "00:00.000"
        self.position.setMinimumWidth(self.position.fontMetrics().horizontalAdvance(widest) + 4)
        self._show_state()
        self._show_selection()

    # --- what the user does -----------------------------------------------------------------------------------------

    def to_start(self) -> None:
        """To the start of the selection, or of everything."""
        selection = self.timeline.selection
        self.player.seek(selection[0] if selection else 0.0)
        self.timeline.reveal(self.timeline.playhead_s)

    def switch(self) -> None:
        """Hears the other lane at the same sample."""
        self.player.select("B" if self.player.selected == "A" else "A")

    def _select_a(self) -> None:
        self.player.select("A")
        self._show_state()

    def _select_b(self) -> None:
        self.player.select("B")
        self._show_state()

    # --- what is shown ----------------------------------------------------------------------------------------------

    def _region_changed(self) -> None:
        selection = self.timeline.selection
        self._show_selection()
        if selection is None:
            self.player.set_region(None)
        else:
            self.player.set_region(*selection)
            if not self.player.is_playing():
                self.player.seek(selection[0])

    def _follow(self, seconds: float) -> None:
        start, end = self.timeline.view
        followed = start <= self.timeline.playhead_s <= end  # who scrolls away while it plays wants to look elsewhere
        self.timeline.set_playhead(seconds)
        if self.player.is_playing():
            if followed:
                self.timeline.turn_page(seconds)
            levels = self.player.levels()
            if levels is not None:
                self.meter.add(levels)

    def _show_state(self) -> None:
        player = self.player
        playing = player.is_playing()
        icons.set_icon(self.play, "pause" if playing else "play")
        title = tr("Pause") if playing else tr("Play")
        keys.set_tip(self.play, title, "play")
        self.play.setAccessibleName(title)
        any_sound = any(player.has(slot) for slot in ("A", "B"))
        for button in (self.start, self.play, self.fit):
            button.setEnabled(any_sound)
        self.loop.setChecked(player.loop)
        for letter, button in self.slots.items():
            button.setEnabled(player.has(letter))
            button.setChecked(player.selected == letter and player.has(letter))
        both = player.has("A") and player.has("B")
        self.match.setEnabled(both)
        self.match.setChecked(player.level_match)
        self.match.setText(self._match_words() if both else f" {tr('Match')}")
        if self._level == 1:  # the amount is written in any case
            amount = both and player.level_match
            self.match.setToolButtonStyle(
                Qt.ToolButtonStyle.ToolButtonTextBesideIcon if amount else Qt.ToolButtonStyle.ToolButtonIconOnly
            )
        self.difference.setText(f" {tr('Difference')}")
        self.difference.setEnabled(both)
        self.difference.setChecked(player.selected == "D")
        self.note.setText(player.problem_text or (self._waiting_words() if player.waiting else ""))
        self.device.show_device()
        self.volume.show_volume()
        self._show_position()

    def _waiting_words(self) -> str:
        """Playing has caught up with a take that is being made."""
        return tr("Waiting for more") if self._level == 2 else tr("Waiting…")

    def _match_words(self) -> str:
        gains = {letter: self.player.match_db(letter) for letter in ("A", "B")}
        quieter = min(gains, key=lambda letter: gains[letter])
        if not self.player.level_match or gains[quieter] > -0.05:
            return f" {tr('Match')}"
        return f" {quieter} {formatting.decibel(gains[quieter])}"

    def _show_selection(self) -> None:
        selection = self.timeline.selection
        if selection is not None and self._level == 0:
            self.selection.setText(f"{formatting.number(selection[1] - selection[0], 3)} s")
        else:
            self.selection.setText(selection_words(selection))

    def _show_position(self) -> None:
        length = 0.0 if self.timeline.empty else self.timeline.duration_s
        position = formatting.clock(self.timeline.playhead_s)
        self.position.setText(position if self._level == 0 else f"{position} / {formatting.clock(length)}")


def selection_words(selection: tuple[float, float] | None) -> str:
    """ "0:00.800 – 0:01.600 (0.800 s)"; nothing without a selection."""
    if selection is None:
        return ""
    start, end = selection
    return f"{formatting.clock(start)} \N{EN DASH} {formatting.clock(end)} ({formatting.number(end - start, 3)} s)"
