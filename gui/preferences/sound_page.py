"""Sound: where it comes out, how loud, how late, and whether new takes play by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QPushButton, QWidget

from ditone.gui.preferences.page import Page, dim, fill
from ditone.gui.widgets.quiet_wheel import Choice, Slider, Spin
from ditone.gui.widgets.spoken_sliders import Spoken, speak

if TYPE_CHECKING:
    from ditone.gui.audio.player import Player
    from ditone.gui.core.settings import Settings

LATENCY = "sound/latency_ms"  # 0: automatic
LATENCIES_MS = (0, 20, 50, 100, 200, 400)


class SoundPage(Page):
    """Shows and sets what the player has; the transport's controls follow, and lead."""

    def __init__(self, player: Player | None, autoplay: QAction, settings: Settings, parent: QWidget | None = None) -> None:
        """autoplay: the command that switches it, which this page and the menu share."""
        super().__init__(self.tr("Sound"), parent)
        self._player, self._settings = player, settings
        self.device = Choice()
        self.device.setAccessibleName(self.tr("Output device"))
        self.device.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.device.setMinimumContentsLength(20)
        self.again = QPushButton(self.tr("Look again"))
        self.again.setToolTip(self.tr("Look for devices that were connected meanwhile"))
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.device, 1)
        line.addWidget(self.again)
        self.problem = dim("")
        self.problem.setProperty("role", "note")
        self.slider = Slider(Qt.Orientation.Horizontal)
        self.field = Spin()
        self.field.setSuffix(" %")
        volume = QWidget()
        line = QHBoxLayout(volume)
        line.setContentsMargins(0, 0, 0, 0)
        for control in (self.slider, self.field):
            control.setRange(0, 100)
            control.valueChanged.connect(self._on_volume)
            line.addWidget(control)
        self.field.setAccessibleName(self.tr("Volume in per cent"))
        speak(self.slider, self.tr("Volume"), Spoken(lambda percent: f"{percent:.0f} %"))
        self.latency = Choice()
        self.latency.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.autoplay = QCheckBox(self.tr("Play new takes at once"))
        self.autoplay.setChecked(autoplay.isChecked())
        self.add(self.tr("Output device"), row)
        self.form.addRow("", self.problem)
        self.add(self.tr("Volume"), volume, self.tr("The next start begins with the volume of this one."))
        self.add(
            self.tr("Latency"),
            self.latency,
            self.tr(
                "A longer one survives a busy machine, a shorter one answers sooner. It is lengthened by itself when sound breaks up."
            ),
        )
        self.form.addRow("", self.autoplay)
        self.form.addRow("", dim(self.tr("A take begins to play when it is done, unless something else is playing.")))
        self.column.addStretch(1)
        self._choices: list[str] = []
        self.device.activated.connect(self._on_device)
        self.again.clicked.connect(self.refresh)
        self.latency.activated.connect(self._on_latency)
        self.autoplay.toggled.connect(autoplay.setChecked)
        autoplay.toggled.connect(self.autoplay.setChecked)
        if player is not None:
            player.state_changed.connect(self._show_player)
            player.volume_changed.connect(self._show_player)

    def refresh(self) -> None:
        """Looks for devices again."""
        player = self._player
        if player is None:
            return
        self._choices = player.devices()
        ms = int(self._settings.number(LATENCY, 0))
        words = [(self.tr("{ms} ms").format(ms=n) if n else self.tr("Automatic"), n) for n in LATENCIES_MS]
        fill(self.latency, words, ms)
        self._show_player()

    def _show_player(self) -> None:
        player = self._player
        if player is None:
            return
        choices: list[tuple[str, str | None]] = [(self.tr("System default"), None)]
        choices += [(key, key) for key in self._choices]
        if player.device and player.device not in self._choices:
            choices.append((self.tr("{name} (not connected)").format(name=player.device), player.device))
        fill(self.device, choices, player.device)
        self.problem.setText(player.problem_text)
        self.problem.setVisible(bool(player.problem_text))
        for control in (self.slider, self.field):
            with QSignalBlocker(control):
                control.setValue(round(100 * player.volume))

    def _on_device(self) -> None:
        player = self._player
        if player is not None:
            player.set_device(self.device.currentData())

    def _on_volume(self, percent: int) -> None:
        player = self._player
        if player is not None:
            player.set_volume(percent / 100)

    def _on_latency(self) -> None:
        ms = int(self.latency.currentData())
        self._settings.set(LATENCY, ms)
        player = self._player
        if player is not None:
            player.set_latency(ms / 1000 or None)
