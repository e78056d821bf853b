"""Volume: a mute button, a slider, and the number beside it."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from ditone.gui.audio.player import Player
from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import icons
from ditone.gui.widgets.quiet_wheel import Slider, Spin
from ditone.gui.widgets.spoken_sliders import Spoken, speak


class VolumeControl(QWidget):
    """Follows and sets the player's volume."""

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self._before_mute = 1.0
        self.mute = QToolButton()
        self.mute.setProperty("role", "flat")
        self.mute.setIconSize(QSize(18, 18))
        self.mute.clicked.connect(self._toggle_mute)
        self.slider = Slider(Qt.Orientation.Horizontal)
        self.slider.setPageStep(10)
        self.field = Spin()
        self.field.setSuffix(" %")
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.field.setFixedWidth(self.fontMetrics().horizontalAdvance("100 %") + 40)
        for control in (self.slider, self.field):
            control.setRange(0, 100)
            control.valueChanged.connect(self._set)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget in (self.mute, self.slider, self.field):
            row.addWidget(widget)
        self.field.setAccessibleName(tr("Volume in per cent"))
        speak(self.slider, tr("Volume"), Spoken(lambda percent: f"{percent:.0f} %"))
        player.volume_changed.connect(self.show_volume)
        self.show_volume()

    def set_room(self, slider_px: int, with_field: bool) -> None:
        """How wide the slider is, and whether there is room for the number."""
        self.slider.setFixedWidth(slider_px)
        self.field.setVisible(with_field)

    def show_volume(self) -> None:
        """Takes over the player's volume."""
        percent = round(self.player.volume * 100)
        for control in (self.slider, self.field):
            control.blockSignals(True)
            control.setValue(percent)
            control.blockSignals(False)
        icons.set_icon(self.mute, "volume" if percent else "mute")
        title = tr("Mute") if percent else tr("Unmute")
        self.mute.setToolTip(title)
        self.mute.setAccessibleName(title)
        gain = 40 * math.log10(percent / 100) if percent else -math.inf
        self.slider.setToolTip(tr("Volume {level}").format(level=formatting.decibel(gain)))

    def _set(self, percent: int) -> None:
        self.player.set_volume(percent / 100)

    def _toggle_mute(self) -> None:
        if self.player.volume:
            self._before_mute = self.player.volume
            self.player.set_volume(0.0)
        else:
            self.player.set_volume(self._before_mute)
