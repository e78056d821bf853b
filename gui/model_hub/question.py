"""The one question before a download: what, from where, under which licence, how much, where to, and how much room there is."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ditone.gui.core.background import Background
from ditone.gui.engine.model_download import DownloadRequest
from ditone.gui.model_hub import words
from ditone.gui.model_hub.licence_window import LicenceWindow
from ditone.gui.widgets.quiet_wheel import Choice

if TYPE_CHECKING:
    from ditone.runtime.hub.catalogue import Entry, Source
    from ditone.runtime.hub.listing import Listing
    from ditone.runtime.registry import ModelInfo


class Question(QFrame):
    """A card with Download and Not now. It asks nothing of the network but for the text of a licence that somebody wants to read.

    `agreed` carries a `DownloadRequest`, `failed` why that text could not be read.
    """

    agreed = Signal(object)
    refused = Signal()
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "plain-card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Download a model"))
        self._entry: Entry | None = None
        self._pasted: tuple[ModelInfo, Listing] | None = None
        self.source = Choice()
        self.source.setAccessibleName(self.tr("From"))
        self.facts = {name: QLabel() for name in ("licence", "size", "folder", "free")}
        titles = {
            "licence": self.tr("Licence"),
            "size": self.tr("Size"),
            "folder": self.tr("Goes to"),
            "free": self.tr("Free there"),
        }
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(6)
        form.addRow(self.tr("From"), self.source)
        for name, label in self.facts.items():
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
            label.setOpenExternalLinks(True)
            form.addRow(titles[name], label)
        self.extras: list[QCheckBox] = []
        self._extras = QVBoxLayout()
        self.download = QPushButton(self.tr("Download"))
        self.download.setProperty("role", "primary")
        self.refuse = QPushButton(self.tr("Not now"))
        self.read = QPushButton(self.tr("Show the licence"))
        self.read.setToolTip(self.tr("Fetches its text from the hub, and nothing else"))
        self._background = Background(self)
        row = QHBoxLayout()
        row.addWidget(self.read)
        row.addStretch(1)
        row.addWidget(self.refuse)
        row.addWidget(self.download)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        column.addLayout(form)
        column.addLayout(self._extras)
        column.addLayout(row)
        self.source.currentIndexChanged.connect(self._show)
        self.download.clicked.connect(self._on_agreed)
        self.refuse.clicked.connect(self.refused)
        self.read.clicked.connect(self._on_read)

    def ask(self, entry: Entry) -> None:
        """Asks about a published model."""
        self._begin(entry, None)
        for source in entry.sources:
            self.source.addItem(f"{source.host}/{source.repo_id}", source)
        for extra in entry.extras:
            amount = words.size(extra.size_bytes) if extra.size_bytes else self.tr("size not known yet")
            box = QCheckBox(f"{extra.name} ({amount}): {words.of_catalogue(extra.why)}")
            box.toggled.connect(self._show)
            self.extras.append(box)
            self._extras.addWidget(box)
        self._end()

    def ask_about(self, info: ModelInfo, wanted: Listing) -> None:
        """Asks about a repository that was looked at by its headers."""
        from ditone.runtime.hub.catalogue import Source

        self._begin(None, (info, wanted))
        self.source.addItem(f"{wanted.host}/{wanted.repo_id}", Source(wanted.repo_id, wanted.hub))
        self._end()

    def _begin(self, entry: Entry | None, pasted: tuple[ModelInfo, Listing] | None) -> None:
        self._entry, self._pasted = entry, pasted
        self._background.forget("licence")
        self.read.setEnabled(True)
        self.source.blockSignals(True)
        self.source.clear()
        for box in self.extras:
            box.setParent(None)
            box.deleteLater()
        self.extras = []

    def _end(self) -> None:
        self.source.blockSignals(False)
        self._show()
        self.show()
        self.download.setFocus()

    def _wish(self) -> DownloadRequest:
        from ditone.runtime.hub import store

        source = self.source.currentData()
        folder = store.target(source.repo_id)
        if self._entry is not None:
            extras = tuple(one.name for one, box in zip(self._entry.extras, self.extras, strict=True) if box.isChecked())
            size = self._entry.size_bytes + sum(self._entry.extra(name).size_bytes for name in extras)
            return DownloadRequest(self._entry.title, source, folder, size, self._entry, extras)
        assert self._pasted is not None
        info, wanted = self._pasted
        return DownloadRequest(info.title, source, folder, wanted.size_bytes, listing=wanted)

    def _show(self) -> None:
        from ditone.runtime.hub import download

        wish = self._wish()
        free = download.free_bytes(wish.folder)
        here = download.bytes_on_disk(wish.folder, [file.name for file in wish.entry.files]) if wish.entry else 0
        self.facts["licence"].setText(self._licence())
        about = words.size(wish.size_bytes)
        if wish.entry is not None and not wish.entry.size_is_exact:
            about = self.tr("about {size}").format(size=about)
        self.facts["size"].setText(about)
        self.facts["folder"].setText(str(Path(wish.folder)))
        self.facts["folder"].setTextFormat(Qt.TextFormat.PlainText)
        self.facts["free"].setText(words.size(free))
        enough = free > wish.size_bytes - here
        self.download.setEnabled(enough)
        self.download.setToolTip("" if enough else self.tr("There is not enough room."))

    def _licence(self) -> str:
        if self._entry is not None:
            licence = self._entry.licence
            return f'{licence.name}. {words.of_catalogue(licence.line)} <a href="{licence.url}">{self.tr("Read it")}</a>'
        assert self._pasted is not None
        info, wanted = self._pasted
        return escape(wanted.licence or info.licence)

    def _on_read(self) -> None:
        wish = self._wish()
        self.read.setEnabled(False)
        self._background.run(
            "licence", partial(_texts, wish.source, wish.listing), partial(self._show_texts, wish.title), self._unread
        )

    def _show_texts(self, title: str, texts: dict[str, str]) -> None:
        self.read.setEnabled(True)
        window = LicenceWindow(title, texts, self.window())
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.open()

    def _unread(self, error: Exception) -> None:
        self.read.setEnabled(True)
        self.failed.emit(error)

    def _on_agreed(self) -> None:
        self.agreed.emit(self._wish())


def _texts(source: Source, listed: Listing | None) -> dict[str, str]:
    from ditone.runtime.hub import licence, tokens
    from ditone.runtime.hub.listing import listing

    token = tokens.token_for(source.host)
    return licence.licence_texts(listed or listing(source.repo_id, None, hub=source.hub, token=token), token)
