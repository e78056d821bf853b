"""The question before a download: what would be fetched, from where, under which licence, how much, and where it would go."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ditone.gui.i18n import formatting
from ditone.gui.preferences.page import fill
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.hub import asr_models, download
from ditone.runtime.hub.asr_models import Published


class DownloadQuestion(QFrame):
    """A card with Download and Not now. It asks nothing of the network itself."""

    agreed = Signal()
    refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "plain-card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Download a recogniser"))
        self.which = Choice()
        self.which.setAccessibleName(self.tr("Which recogniser"))
        languages = {True: self.tr("English"), False: self.tr("many languages, Chinese among them")}
        fill(
            self.which,
            [(f"{one.name.removeprefix('faster-')} ({languages[one.english_only]})", one) for one in asr_models.PUBLISHED],
            asr_models.PUBLISHED[0],
        )
        self.facts = {name: PlainLabel() for name in ("source", "licence", "size", "folder", "free")}
        titles = {
            "source": self.tr("From"),
            "licence": self.tr("Licence"),
            "size": self.tr("Size"),
            "folder": self.tr("Goes to"),
            "free": self.tr("Free there"),
        }
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(6)
        form.addRow(self.tr("Recogniser"), self.which)
        for name, label in self.facts.items():
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(titles[name], label)
        self.download = QPushButton()
        self.download.setProperty("role", "primary")
        self.refuse = QPushButton(self.tr("Not now"))
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.refuse)
        row.addWidget(self.download)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        column.addLayout(form)
        column.addLayout(row)
        self.which.currentIndexChanged.connect(self._show)
        self.download.clicked.connect(self.agreed)
        self.refuse.clicked.connect(self.refused)

    def ask(self) -> None:
        """Shows the question with the present figures."""
        self._show()
        self.show()
        self.refuse.setFocus()

    def published(self) -> Published:
        """The recogniser that is chosen."""
        chosen = self.which.currentData()
        assert isinstance(chosen, Published)
        return chosen

    def _show(self) -> None:
        one = self.published()
        folder = asr_models.folder_of(one)
        free = download.free_bytes(folder)
        megabytes = formatting.grouped(one.size_bytes / 1e6)
        self.facts["source"].setText(f"{download.HUB}/{one.repo_id}")
        self.facts["licence"].setText(self.tr("{licence}: free to use, change and pass on").format(licence=one.licence))
        self.facts["size"].setText(self.tr("about {size} MB").format(size=megabytes))
        self.facts["folder"].setText(str(folder))
        self.facts["free"].setText(QLocale().formattedDataSize(free, 1, QLocale.DataSizeFormat.DataSizeSIFormat))
        enough = free > one.size_bytes
        self.download.setEnabled(enough)
        self.download.setText(self.tr("Download {size} MB").format(size=megabytes))
        self.download.setToolTip("" if enough else self.tr("There is not enough room."))
