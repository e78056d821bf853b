"""Adding another build of torch for a GPU, from the settings: one question with all that is to be known, progress, and taking it away."""

from __future__ import annotations

import contextlib
import threading
from functools import partial

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMessageBox, QProgressBar, QPushButton, QVBoxLayout, QWidget

from ditone.gui.engine import failure as failures
from ditone.gui.i18n import formatting
from ditone.gui.preferences.page import dim
from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.hub import download
from ditone.runtime.installation import damage, engines
from ditone.runtime.installation.engines import Kind, Status, Stop

END_S = 2.0


class GpuSupport(QFrame):
    """Nothing is fetched before Fetch is pressed in the question. A change counts from the next start on."""

    _told = Signal(str)
    _ended = Signal(object)  # Status, or an exception

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stop = Stop()
        self._thread: threading.Thread | None = None
        self.state = dim("")
        self.add = QPushButton(self.tr("Add GPU support…"))
        self.take_away = QPushButton(self.tr("Remove GPU support…"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.bar.setAccessibleName(self.tr("Fetching an engine for the GPU"))
        self.line = dim("")
        row = QHBoxLayout()
        for button in (self.add, self.take_away, self.cancel):
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.state, self.bar, self.line):
            column.addWidget(widget)
        column.addLayout(row)
        self.add.clicked.connect(self._on_add)
        self.take_away.clicked.connect(self._on_remove)
        self.cancel.clicked.connect(self._on_cancel)
        self._told.connect(self._show_line)
        self._ended.connect(self._on_ended)
        self._show_busy(False)

    def refresh(self) -> None:
        """Shows what is there."""
        found = engines.status()
        tree = damage.root() is not None
        if found.added:
            size = formatting.number(found.size_bytes / 1e9, 1)
            words = self.tr("An engine for {kind} was added; it takes {size} GB in {folder}.")
            words = words.format(kind=engines.KINDS[found.added].title, size=size, folder=found.folder)
        elif tree:
            words = self.tr("This Ditone computes on the processor. An engine for an NVIDIA GPU can be added.")
        else:
            words = self.tr("This Ditone was installed with pip, which changes its engine too: {command}").format(
                command=engines.command(engines.CUDA)
            )
        if self._thread is None:
            self.state.setText(words)
        self.add.setEnabled(tree and not found.added)
        self.take_away.setVisible(bool(found.size_bytes or found.other))

    def close_down(self) -> None:
        """Ends what is being fetched, with the window."""
        self._stop.stop()
        if self._thread is not None:
            self._thread.join(END_S)

    # -- adding -------------------------------------------------------------------------------------------------------------

    def _on_add(self) -> None:
        kind = engines.CUDA
        try:
            engines.chosen(kind.name)
        except DitoneError as error:  # not on this system without an address
            self.state.setText(failures.from_exception(error).text)
            return
        folder = engines.status().folder
        free = download.free_bytes(folder)
        locale = QLocale()
        rows = (
            (self.tr("Engine"), f"torch {engines.version()}, {kind.title}"),
            (self.tr("Licence"), kind.licence),
            (
                self.tr("Size"),
                self.tr("about {fetch} GB to fetch, about {disk} GB on the disk").format(fetch=kind.fetch_gb, disk=kind.disk_gb),
            ),
            (self.tr("Goes to"), str(folder)),
            (self.tr("Free there"), locale.formattedDataSize(free, 1, QLocale.DataSizeFormat.DataSizeSIFormat)),
        )
        box = self._question(self.tr("Fetch an engine for NVIDIA GPUs?"), "\n".join(f"{name}: {text}" for name, text in rows))
        fetch = box.addButton(self.tr("Fetch it"), QMessageBox.ButtonRole.AcceptRole)
        fetch.setEnabled(free > kind.disk_gb * 1e9)
        if not fetch.isEnabled():
            fetch.setToolTip(self.tr("There is not enough room."))
        box.buttonClicked.connect(lambda button: self.start(kind) if button is fetch else None)
        box.open()

    def start(self, kind: Kind) -> None:
        """Fetches an engine on a thread of its own. The person has agreed to it."""
        if self._thread is not None:
            return
        self._stop = Stop()
        self._thread = threading.Thread(target=self._run, args=(kind, self._stop), name="ditone-engine-fetch", daemon=True)
        self._show_busy(True)
        self.state.setText(self.tr("Fetching an engine for {kind}…").format(kind=kind.title))
        self._thread.start()

    def _run(self, kind: Kind, stop: Stop) -> None:
        outcome: Status | Exception
        try:
            outcome = engines.add(kind, told=partial(self._tell, self._told), stop=stop)
        except Exception as error:  # whatever it is becomes a sentence
            outcome = error
        self._tell(self._ended, outcome)

    @staticmethod
    def _tell(signal: object, value: object) -> None:
        with contextlib.suppress(RuntimeError):  # the window is gone: nobody waits for it
            signal.emit(value)  # type: ignore[attr-defined]

    def _show_line(self, line: str) -> None:
        self.line.setText(line.strip()[:160])

    def _on_cancel(self) -> None:
        self._stop.stop()

    def _on_ended(self, outcome: Status | Exception) -> None:
        self._thread = None
        self._show_busy(False)
        self.refresh()
        if isinstance(outcome, Cancelled):
            self.state.setText(self.tr("Cancelled; nothing was added."))
        elif isinstance(outcome, Exception):
            self.state.setText(failures.from_exception(outcome).text)
        else:
            self.state.setText(self.tr("It is there and was tried. It is used from the next start on."))

    # -- removing -----------------------------------------------------------------------------------------------------------

    def _on_remove(self) -> None:
        box = self._question(self.tr("Delete the added engine?"), str(engines.home()))
        delete = box.addButton(self.tr("Delete it"), QMessageBox.ButtonRole.DestructiveRole)
        box.buttonClicked.connect(lambda button: self._remove() if button is delete else None)
        box.open()

    def _remove(self) -> None:
        try:
            freed = formatting.number(engines.remove() / 1e9, 1)
        except DitoneError as error:
            self.state.setText(failures.from_exception(error).text)
            return
        self.refresh()
        self.state.setText(self.tr("{size} GB are free again. The processor computes from the next start on.").format(size=freed))

    def _question(self, text: str, more: str) -> QMessageBox:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        box.setInformativeText(more)
        box.setDefaultButton(box.addButton(self.tr("Not now"), QMessageBox.ButtonRole.RejectRole))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return box

    def _show_busy(self, busy: bool) -> None:
        for widget in (self.bar, self.line, self.cancel):
            widget.setVisible(busy)
        for button in (self.add, self.take_away):
            button.setDisabled(busy)
