"""The output device: a button that names it, and a menu that looks for devices when it is opened."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from ditone.gui.audio.player import Player
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import icons
from ditone.gui.widgets.plain_text import plain_tip

LONGEST_NAME_PX = 130


class DeviceButton(QToolButton):
    """Shows and sets the player's device; the first choice is the system's default."""

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self.setProperty("role", "flat")
        self.setIconSize(QSize(18, 18))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleName(tr("Output device"))
        icons.set_icon(self, "device")
        self.devices = QMenu(self)
        self.devices.aboutToShow.connect(self.fill)
        self.setMenu(self.devices)
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._choose)
        self.show_device()

    def fill(self) -> None:
        """Looks for devices again and lists them; says in a sentence why there are none."""
        self.devices.clear()
        keys = self.player.devices()
        self._add(tr("System default"), None)
        for key in keys:
            self._add(key, key)
        if not keys:
            self.devices.addAction(self.player.problem_text or tr("No output device")).setEnabled(False)

    def show_device(self) -> None:
        """Takes over what the player uses now."""
        key = self.player.device_in_use or self.player.device
        name = key.split(": ", 1)[-1] if key else tr("Default output")
        self.setText(" " + self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, LONGEST_NAME_PX))
        self.setToolTip(plain_tip(tr("Output device: {name}").format(name=name)))

    def _add(self, title: str, key: str | None) -> None:
        action = self.devices.addAction(title)
        action.setCheckable(True)
        action.setChecked(key == self.player.device)
        action.setData(key)
        self._group.addAction(action)

    def _choose(self, action: QAction) -> None:
        self.player.set_device(action.data())
        self.show_device()
