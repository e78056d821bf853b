"""The row of a control that holds a sound file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit

from ditone.gui.panels.controls import flat_button
from ditone.gui.panels.row import Row
from ditone.gui.panels.voice_button import VoiceButton
from ditone.runtime.controls import Control

if TYPE_CHECKING:
    from ditone.runtime.voices import VoiceStore

AUDIO_FILTER = "*.wav *.flac *.ogg *.opus *.mp3 *.aif *.aiff"


class AudioRow(Row):
    """The path of a sound: typed, chosen or dropped."""

    def __init__(self, control: Control) -> None:
        super().__init__(control, stacked=True)
        self.path = QLineEdit()
        self.path.setPlaceholderText(self.tr("Drop a sound file here"))
        self.path.setAccessibleName(self.tr("{title}, path of a sound file").format(title=control.title))
        self.path.setClearButtonEnabled(True)
        self.path.setAcceptDrops(False)
        self.store = voice_store() if control.saved_voices else None
        browse = flat_button("folder", self.tr("Choose a sound file"))
        browse.clicked.connect(self._browse)
        self.editor.addWidget(self.path, 1)
        self.editor.addWidget(browse)
        if self.store is not None:
            self.path.setPlaceholderText(self.tr("Sound file or saved voice"))
            self.voices = VoiceButton(self.store, control.saved_voices)
            self.voices.chosen.connect(self.path.setText)
            self.voices.renamed.connect(self._follow)
            self.editor.addWidget(self.voices)
        self.label.setBuddy(self.path)
        self.setAcceptDrops(True)
        self.set_value(control.default)
        self.path.textChanged.connect(self._on_edit)

    def value(self) -> str:
        return self.path.text().strip()

    def set_value(self, value: Any) -> None:
        self.path.setText(str(value or ""))

    def is_changed(self) -> bool:
        return False

    def problem(self) -> str:
        path = self.value()
        if path and not Path(path).expanduser().is_file() and not self._is_saved_voice(path):
            return self.tr("{title}: there is no file {path}.").format(title=self.control.title, path=path)
        return super().problem()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.path.setText(local_files(event)[0])
        event.acceptProposedAction()

    def _is_saved_voice(self, name: str) -> bool:
        return self.store is not None and any(voice.name == name for voice in self.store.voices(self.control.saved_voices))

    def _follow(self, old: str, new: str) -> None:
        """Keeps pointing at a voice that got another name."""
        if self.value() == old:
            self.path.setText(new)

    def _browse(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, self.control.title, self.value(), self.tr("Sound files ({patterns})").format(patterns=AUDIO_FILTER)
        )
        if chosen:
            self.path.setText(chosen)


def voice_store() -> VoiceStore:
    """The saved voices of this installation."""
    from ditone.runtime.voices import (
        VoiceStore,  # needs torch, which no first paint waits for; a model is known here, so it is imported
    )

    return VoiceStore()


def local_files(event: QDropEvent) -> list[str]:
    """The paths of the files that a drop carries."""
    return [url.toLocalFile() for url in event.mimeData().urls() if Path(url.toLocalFile()).is_file()]
