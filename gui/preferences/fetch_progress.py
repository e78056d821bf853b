"""How far a download is, with Cancel while it runs, and Resume or Delete when it has stopped."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from ditone.gui.fetch import Fetch, FetchState
from ditone.gui.widgets import wording


class FetchProgress(QWidget):
    """Follows a `Fetch`."""

    def __init__(self, fetch: Fetch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress of the download"))
        self.words = QLabel()
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
        self.cancel.clicked.connect(fetch.cancel)
        self.resume.clicked.connect(self._on_resume)
        self.delete.clicked.connect(fetch.clean)
        fetch.changed.connect(self.show_fetch)
        self.show_fetch()

    def show_fetch(self) -> None:
        fetch = self._fetch
        running, stopped = fetch.state is FetchState.RUNNING, fetch.state is FetchState.STOPPED
        self.cancel.setVisible(running)
        self.resume.setVisible(stopped)
        self.delete.setVisible(stopped and fetch.here > 0)
        self.bar.setVisible(running or stopped)
        self.bar.setValue(round(1000 * min(1.0, fetch.here / fetch.total)) if fetch.total else 0)
        self.words.setText(self._words())

    def _words(self) -> str:
        fetch = self._fetch
        name = fetch.published.name if fetch.published is not None else ""
        amounts = {"here": wording.number(fetch.here / 1e6, 1), "total": wording.number(fetch.total / 1e6, 1)}
        if fetch.state is FetchState.RUNNING:
            speed = wording.number(fetch.bytes_per_s / 1e6, 1)
            return self.tr("{name}: {here} of {total} MB, {speed} MB/s").format(name=name, speed=speed, **amounts)
        if fetch.state is FetchState.STOPPED:
            return " ".join(
                part
                for part in (fetch.problem, self.tr("{name}: {here} of {total} MB are here.").format(name=name, **amounts))
                if part
            )
        return self.tr("{name} is downloaded and verified.").format(name=name) if fetch.state is FetchState.DONE else ""

    def _on_resume(self) -> None:
        if self._fetch.published is not None:
            self._fetch.start(self._fetch.published)
