"""How far a model's download is, whole and file by file, with Pause and Cancel, or Resume, Retry and what helps."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from ditone.gui.engine.model_download import ModelDownload, State
from ditone.gui.model_hub import words
from ditone.gui.model_hub.token_card import TokenCard
from ditone.gui.widgets.plain_text import PlainLabel

SHOWN_FILES = 4


class DownloadView(QFrame):
    """Follows a `ModelDownload`. `use_wanted` and `first_sound_wanted` carry the folder of the model that is whole."""

    use_wanted = Signal(str)
    first_sound_wanted = Signal(str)

    def __init__(self, download: ModelDownload, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "plain-card")
        self._download = download
        self.title = PlainLabel()
        self.title.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress of the download"))
        self.words = PlainLabel()
        self.words.setWordWrap(True)
        self.files = PlainLabel()
        self.files.setProperty("role", "dim")
        self.token = TokenCard()
        self.token.hide()
        self.pause = QPushButton(self.tr("Pause"))
        self.resume = QPushButton()
        self.cancel = QPushButton(self.tr("Cancel and delete what has come"))
        self.use = QPushButton(self.tr("Use it"))
        self.first = QPushButton(self.tr("Make the first sound"))
        self.first.setProperty("role", "primary")
        row = QHBoxLayout()
        for button in (self.pause, self.resume, self.cancel, self.first, self.use):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        for widget in (self.title, self.bar, self.words, self.files, self.token):
            column.addWidget(widget)
        column.addLayout(row)
        self.pause.clicked.connect(download.pause)
        self.resume.clicked.connect(download.resume)
        self.cancel.clicked.connect(download.cancel)
        self.use.clicked.connect(self._on_use)
        self.first.clicked.connect(self._on_first)
        self.token.kept.connect(download.resume)
        download.changed.connect(self.show_download)
        self.show_download()

    def show_download(self) -> None:
        """Shows the present state and progress."""
        download, state = self._download, self._download.state
        self.setVisible(state is not State.IDLE)
        if download.wish is None:
            return
        stopped = state in (State.PAUSED, State.FAILED)
        stalled = state is State.FAILED or (download.progress is not None and download.progress.stalled)
        self.title.setText(self._title())
        paused_by_key = self.pause.hasFocus() and stopped
        self.resume.setVisible(stopped or (stalled and state is State.RUNNING))
        self.resume.setText(self.tr("Retry") if stalled else self.tr("Resume"))
        if paused_by_key:
            self.resume.setFocus()  # else the focus would go to the button that deletes
        self.pause.setVisible(download.busy)
        self.cancel.setVisible(state is not State.DONE)
        self.use.setVisible(state is State.DONE)
        self.first.setVisible(state is State.DONE)
        seen = download.progress
        self.bar.setVisible(state is not State.DONE)
        self.bar.setValue(round(1000 * seen.share) if seen is not None else 0)
        told = words.progress(seen) if seen is not None else ""
        asks = state is State.FAILED and download.reason in ("token", "rights", "licence", "review")
        problem = download.cause if asks else download.problem  # the card below says what to do
        self.words.setText(" ".join(part for part in (problem, told) if part))
        self.words.setVisible(state is not State.DONE)
        under_way = [file for file in seen.files if 0 < file.here_bytes < file.size_bytes] if seen is not None else []
        self.files.setText(
            "\n".join(
                self.tr("{name}: {here} of {total}").format(
                    name=file.name, here=words.size(file.here_bytes), total=words.size(file.size_bytes)
                )
                for file in under_way[:SHOWN_FILES]
            )
        )
        self.files.setVisible(bool(under_way) and state is not State.DONE)
        if asks:
            if self.token.isHidden():
                self.token.ask(download.wish.source.host, download.wish.source.repo_id)
        else:
            self.token.hide()

    def _title(self) -> str:
        name = self._download.wish.title if self._download.wish is not None else ""
        said = {
            State.RUNNING: self.tr("{name} is coming in."),
            State.STOPPING: self.tr("{name}: stopping…"),
            State.PAUSED: self.tr("{name} is paused; what has come is kept."),
            State.FAILED: self.tr("{name} could not be fetched."),
            State.DONE: self.tr("{name} is here: whole, checked and looked at."),
        }
        return said.get(self._download.state, "").format(name=name)

    def _folder(self) -> str:
        return str(self._download.wish.folder) if self._download.wish is not None else ""

    def _on_use(self) -> None:
        folder = self._folder()
        self._download.forget()
        self.use_wanted.emit(folder)

    def _on_first(self) -> None:
        folder = self._folder()
        self._download.forget()
        self.first_sound_wanted.emit(folder)
