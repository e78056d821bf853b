"""The saved voices of a family behind one button: choose, rename, delete."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QMenu, QMessageBox, QToolButton, QWidget

from ditone.gui.panels.controls import flat_button
from ditone.gui.widgets.plain_text import plain_tip
from ditone.runtime.errors import DitoneError

if TYPE_CHECKING:
    from ditone.runtime.voices import StoredVoice, VoiceStore


class VoiceButton(QWidget):
    """`chosen` gives the name of a voice, `renamed` the old and the new name."""

    chosen = Signal(str)
    renamed = Signal(str, str)

    def __init__(self, store: VoiceStore, family: str) -> None:
        super().__init__()
        self.store = store
        self.family = family
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self.fill)
        button = flat_button("more", self.tr("Saved voices"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self.menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(button)

    def fill(self) -> None:
        """Lists the voices as they are now: first to choose, then to change."""
        self.menu.clear()
        voices = self.store.voices(self.family)
        for voice in voices:
            action = QAction(voice.name, self.menu)
            action.setToolTip(plain_tip(voice.transcript))
            action.triggered.connect(partial(self.chosen.emit, voice.name))
            self.menu.addAction(action)
        if not voices:
            self.menu.addAction(self.tr("No voice is saved yet")).setEnabled(False)
            return
        self.menu.addSeparator()
        for title, change in ((self.tr("Rename"), self.rename), (self.tr("Delete"), self.delete)):
            inner = self.menu.addMenu(title)
            for voice in voices:
                inner.addAction(voice.name, partial(change, voice))

    def rename(self, voice: StoredVoice) -> None:
        """Asks for the new name until it can be used or is given up."""
        words, name = self.tr("New name of the voice"), voice.name
        while True:
            name, agreed = QInputDialog.getText(self, self.tr("Rename {name}").format(name=voice.name), words, text=name)
            if not agreed or name.strip() == voice.name:
                return
            try:
                new = self.store.rename(voice, name)
            except DitoneError as error:
                words = error.text()
                continue
            self.renamed.emit(voice.name, new.name)
            return

    def delete(self, voice: StoredVoice) -> None:
        """Asks, and deletes a saved voice."""
        words = self.tr("Delete the voice {name}? Takes made with it stay, but cannot be made again.").format(name=voice.name)
        if QMessageBox.question(self, self.tr("Delete voice"), plain_tip(words)) == QMessageBox.StandardButton.Yes:
            self.store.delete(voice)
