"""Recogniser: the Whisper model that listens to speech. A folder is chosen, or one is downloaded once the person has agreed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from ditone.gui.core.settings import RECOGNISER
from ditone.gui.engine.download import Download, DownloadState
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.preferences.download_progress import DownloadProgress
from ditone.gui.preferences.download_question import DownloadQuestion
from ditone.gui.preferences.page import Page, dim
from ditone.runtime.comparison import wer

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings


class RecogniserPage(Page):
    """Nothing is fetched before Download is pressed in the box that says what would be. `recogniser_changed`: another one is chosen."""

    recogniser_changed = Signal()

    def __init__(self, settings: Settings, download: Download, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Recogniser"), parent)
        self._settings, self._download = settings, download
        self.folder = QLineEdit()
        self.folder.setReadOnly(True)
        self.folder.setPlaceholderText(self.tr("No folder is chosen"))
        self.choose = QPushButton(self.tr("Choose a folder…"))
        self.forget = QPushButton(self.tr("Forget it"))
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.folder, 1)
        line.addWidget(self.choose)
        line.addWidget(self.forget)
        self.state = dim("")
        self.column.insertWidget(1, dim(self.tr("Word error rates of speech are what Whisper hears, through faster-whisper.")))
        self.folder.setAccessibleName(self.tr("Folder of the recogniser"))
        self.add(self.tr("Folder"), row)
        self.form.addRow("", self.state)
        self.download = QPushButton(self.tr("Download a recogniser…"))
        self.form.addRow("", self.download)
        self.consent = DownloadQuestion()
        self.consent.hide()
        self.progress = DownloadProgress(self._download)
        self.column.addWidget(self.consent)
        self.column.addWidget(self.progress)
        self.column.addStretch(1)
        self.choose.clicked.connect(self._on_choose)
        self.forget.clicked.connect(self._on_forget)
        self.download.clicked.connect(self._on_download)
        self.consent.agreed.connect(self._on_agreed)
        self.consent.refused.connect(self._on_refused)
        self._download.changed.connect(self._show_download)
        self._download.done.connect(self._use)

    def refresh(self) -> None:
        """Shows which recogniser is chosen and whether it works; takes up a download that was left unfinished."""
        self._download.find_rest()
        folder = self._settings.text(RECOGNISER)
        problem = (
            wer.problem(folder) if folder else wer.available() or self.tr("Choose a folder that holds one, or download one.")
        )
        self.folder.setText(folder)
        self.forget.setEnabled(bool(folder))
        self.state.setText(translate_sentence(problem or "") or self.tr("Ready: Whisper {name}").format(name=Path(folder).name))
        self.state.setProperty("role", "note" if problem else "dim")
        self.state.style().polish(self.state)
        self._show_download()

    def _show_download(self) -> None:
        busy = self._download.state in (DownloadState.RUNNING, DownloadState.STOPPED)
        self.progress.setVisible(self._download.state is not DownloadState.IDLE)
        self.download.setVisible(not busy and self.consent.isHidden())

    def _on_download(self) -> None:
        self.consent.ask()
        self._show_download()

    def _on_refused(self) -> None:
        self.consent.hide()
        self._show_download()

    def _on_agreed(self) -> None:
        self.consent.hide()
        self._download.start(self.consent.published())

    def _on_choose(self) -> None:
        title = self.tr("Choose a Whisper model folder (faster-whisper)")
        folder = QFileDialog.getExistingDirectory(self, title, self._settings.text(RECOGNISER))
        if folder:
            self._use(folder)

    def _on_forget(self) -> None:
        self._use("")

    def _use(self, folder: str) -> None:
        self._settings.set(RECOGNISER, folder)
        self.recogniser_changed.emit()
        self.refresh()
