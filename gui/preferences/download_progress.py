"""How far a download is, with Cancel while it runs, and Resume or Delete when it has stopped."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from ditone.gui.engine.download import Download, DownloadState
from ditone.gui.i18n import formatting
from ditone.gui.widgets.plain_text import PlainLabel


class DownloadProgress(QWidget):
    """Follows a `Fetch`."""

    def __init__(self, download: Download, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._download = download
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress of the download"))
        self.words = PlainLabel()
        self.words.setWordWrap(True)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.resume = QPushButton(self.tr("Resume"))
        self.delete = QPushButton(self.tr("Delete what has come"))
        row = QHBoxLayout()
        for button in (self.cancel, self.resume, self.delete):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.bar)
        column.addWidget(self.words)
        column.addLayout(row)
        self.cancel.clicked.connect(download.cancel)
        self.resume.clicked.connect(self._on_resume)
        self.delete.clicked.connect(download.clean)
        download.changed.connect(self.show_download)
        self.show_download()

    def show_download(self) -> None:
        """How far the download is, and what can be done with it."""
        download = self._download
        running, stopped = download.state is DownloadState.RUNNING, download.state is DownloadState.STOPPED
        self.cancel.setVisible(running)
        self.resume.setVisible(stopped)
        self.delete.setVisible(stopped and download.here > 0)
        self.bar.setVisible(running or stopped)
        self.bar.setValue(round(1000 * min(1.0, download.here / download.total)) if download.total else 0)
        self.words.setText(self._words())

    def _words(self) -> str:
        download = self._download
        name = download.published.name if download.published is not None else ""
        amounts = {"here": formatting.number(download.here / 1e6, 1), "total": formatting.number(download.total / 1e6, 1)}
        if download.state is DownloadState.RUNNING:
            speed = formatting.number(download.bytes_per_s / 1e6, 1)
            return self.tr("{name}: {here} of {total} MB, {speed} MB/s").format(name=name, speed=speed, **amounts)
        if download.state is DownloadState.STOPPED:
            return " ".join(
                part
                for part in (download.problem, self.tr("{name}: {here} of {total} MB are here.").format(name=name, **amounts))
                if part
            )
        return self.tr("{name} is downloaded and verified.").format(name=name) if download.state is DownloadState.DONE else ""

    def _on_resume(self) -> None:
        if self._download.published is not None:
            self._download.start(self._download.published)
