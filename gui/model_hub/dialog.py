"""Get models: the list, what a model needs here, one question, the download, and the models folder. Not modal: the studio goes on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.engine.model_download import ModelDownload, State
from ditone.gui.model_hub import words
from ditone.gui.model_hub.download_view import DownloadView
from ditone.gui.model_hub.model_list import ModelList, Row
from ditone.gui.model_hub.models_folder import ModelsFolder
from ditone.gui.model_hub.question import Question

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.runtime.hub.inspecting import Found
    from ditone.runtime.hub.offer import Offer


class GetModels(QDialog):
    """`use_wanted` and `first_sound_wanted` carry a folder. Nothing here asks a network before a click that says so."""

    use_wanted = Signal(str)
    first_sound_wanted = Signal(str)

    def __init__(self, engine: Engine, download: ModelDownload, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Get models"))
        self.setModal(False)
        self._engine, self._download = engine, download
        self._background = Background(self)
        self._offers: dict[str, Offer] = {}
        self.list = ModelList()
        self.pasted = QLineEdit()
        self.pasted.setPlaceholderText(self.tr("OWNER/NAME or the link of a repository"))
        self.pasted.setAccessibleName(self.tr("Another repository"))
        self.look = QPushButton(self.tr("Look at it"))
        self.look.setToolTip(
            self.tr("Asks its hub for the list of files and the headers of the weights; nothing large is fetched")
        )
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.title.setWordWrap(True)
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.facts = QGridLayout()
        self.facts.setHorizontalSpacing(16)
        self.facts.setVerticalSpacing(5)
        self.facts.setColumnStretch(1, 1)
        self.get = QPushButton(self.tr("Get…"))
        self.get.setProperty("role", "primary")
        self.use = QPushButton(self.tr("Use it"))
        self.newer = QPushButton(self.tr("Look for a newer revision"))
        self.remove = QPushButton()
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.hide()
        self.question = Question()
        self.question.hide()
        self.view = DownloadView(download)
        self.models_folder = ModelsFolder(self._background)
        self._lay_out()
        self._connect()
        self.resize(1000, 680)

    def _lay_out(self) -> None:
        paste = QHBoxLayout()
        paste.addWidget(self.pasted, 1)
        paste.addWidget(self.look)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addLayout(paste)
        buttons = QHBoxLayout()
        for button in (self.get, self.use, self.newer, self.remove):
            buttons.addWidget(button)
        buttons.addStretch(1)
        inner = QWidget()
        inner.setObjectName("clear")
        column = QVBoxLayout(inner)
        column.setContentsMargins(4, 4, 12, 4)
        column.setSpacing(10)
        for item in (self.title, self.about, self.facts, buttons, self.told, self.question, self.view):
            if isinstance(item, QWidget):
                column.addWidget(item)
            else:
                column.addLayout(item)
        column.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setProperty("role", "clear")
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        middle = QHBoxLayout()
        middle.setSpacing(14)
        middle.addLayout(left)
        middle.addWidget(area, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(14, 14, 14, 12)
        whole.setSpacing(10)
        whole.addLayout(middle, 1)
        whole.addWidget(self.models_folder)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._show_row)
        self.get.clicked.connect(self._on_get)
        self.use.clicked.connect(self._on_use)
        self.remove.clicked.connect(self._on_remove)
        self.newer.clicked.connect(self._on_newer)
        self.look.clicked.connect(self._on_look)
        self.pasted.returnPressed.connect(self._on_look)
        self.question.agreed.connect(self._on_agreed)
        self.question.refused.connect(self.question.hide)
        self.question.failed.connect(self._tell_failure)
        self.view.use_wanted.connect(self._use)
        self.view.first_sound_wanted.connect(self._first_sound)
        self._download.changed.connect(self._show_buttons)
        self._download.done.connect(self._on_done)
        self.models_folder.changed.connect(self.refresh)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._download.find_rest()
        self.refresh()
        self.list.setFocus()

    def refresh(self) -> None:
        """Reads what is here, and what the models would need on this machine."""
        from ditone.runtime import registry
        from ditone.runtime.hub import store

        self.list.fill(registry.catalogue(), store.installed(whole=False))
        self.models_folder.refresh()
        self._show_row()
        self._background.run(
            "offers", partial(_offers, self._engine.engine_settings.device, not self._engine.busy), self._on_offers
        )

    def _on_offers(self, offers: list[Offer]) -> None:
        self._offers = {one.entry.name: one for one in offers}
        self._show_facts()

    def _show_row(self) -> None:
        self.question.hide()
        self.told.hide()
        self._show_facts()

    def _show_facts(self) -> None:
        row = self.list.row_now()
        while (item := self.facts.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()  # else one that was never shown would be shown in a moment, as a window of its own
                old.setParent(None)
                old.deleteLater()
        if row is None:
            return
        self.title.setText(row.title)
        self.about.setText(words.of_catalogue(row.entry.about) if row.entry is not None else "")
        self.about.setVisible(row.entry is not None)
        for name, text in self._rows(row):
            value = QLabel(text)
            value.setWordWrap(True)
            value.setOpenExternalLinks(True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
            label = QLabel(name)
            label.setProperty("role", "dim")
            line = self.facts.rowCount()
            self.facts.addWidget(label, line, 0, Qt.AlignmentFlag.AlignTop)
            self.facts.addWidget(value, line, 1, Qt.AlignmentFlag.AlignTop)
        self._show_buttons()

    def _rows(self, row: Row) -> list[tuple[str, str]]:
        rows: list[tuple[str, str]] = []
        entry, here = row.entry, row.here
        if entry is not None:
            offer = self._offers.get(entry.name)
            size = words.size_of(entry)
            if entry.whole_repository_bytes:
                size = self.tr("{size} of {whole}; the rest is not needed").format(
                    size=size, whole=words.size(entry.whole_repository_bytes)
                )
            rows += [
                (self.tr("Languages"), words.languages(entry)),
                (self.tr("From"), f'<a href="{entry.source.page}">{entry.source.host}/{entry.source.repo_id}</a>'),
                (self.tr("Licence"), f"{entry.licence.name}. {words.of_catalogue(entry.licence.line)}"),
                (self.tr("Gated"), words.gated(entry)),
                (self.tr("Size"), size),
            ]
            if offer is not None:
                rows += [
                    (self.tr("Disk"), words.disk(offer)),
                    (self.tr("Memory"), words.memory(offer)),
                    (self.tr("A take of 10 s"), words.cost(offer)),
                ]
        if here is not None:
            rows.append((self.tr("Lies in"), str(here.folder)))
            if here.record is not None:
                rows.append((self.tr("Revision"), here.record.revision[:12]))
        return rows

    def _show_buttons(self) -> None:
        row = self.list.row_now()
        here = row.here if row is not None else None
        whole = here is not None and here.complete
        self.get.setVisible(row is not None and row.entry is not None and not whole)
        self.get.setEnabled(not self._download.busy)
        self.get.setToolTip(self.tr("One model comes in at a time.") if self._download.busy else "")
        self.use.setVisible(whole)
        self.newer.setVisible(whole and here is not None and here.record is not None)
        self.newer.setEnabled(not self._download.busy)
        busy_here = self._download.wish is not None and here is not None and self._download.wish.folder == here.folder
        self.remove.setVisible(here is not None and not (busy_here and self._download.state is not State.DONE))
        if here is not None:
            self.remove.setText(
                self.tr("Take it off the list")
                if here.in_place
                else self.tr("Remove ({size})").format(size=words.size(here.size_bytes))
            )

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))

    def _tell_failure(self, error: Exception) -> None:
        self.look.setEnabled(True)
        self._tell(failures.from_exception(error).text)

    # -- what is wished -----------------------------------------------------------------------------------------------------

    def _on_get(self) -> None:
        row = self.list.row_now()
        if row is not None and row.entry is not None:
            self._tell("")
            self.question.ask(row.entry)

    def _on_agreed(self, wish: object) -> None:
        self.list.setFocus()  # else it would go to whatever comes behind the question
        self.question.hide()
        self._download.start(wish)  # type: ignore[arg-type]

    def _on_done(self, folder: str) -> None:
        self.refresh()

    def _on_use(self) -> None:
        row = self.list.row_now()
        if row is not None and row.here is not None:
            self._use(str(row.here.folder))

    def _use(self, folder: str) -> None:
        self.use_wanted.emit(folder)
        self.close()

    def _first_sound(self, folder: str) -> None:
        self.first_sound_wanted.emit(folder)
        self.close()

    def _on_remove(self) -> None:
        row = self.list.row_now()
        if row is None or row.here is None:
            return
        try:
            self.models_folder.remove(row.here)
        except Exception as error:
            self._tell_failure(error)

    def _on_newer(self) -> None:
        row = self.list.row_now()
        if row is not None and row.here is not None and row.here.record is not None:
            self._tell(self.tr("Asking the hub…"))
            self._background.run("newer", partial(_present, row), partial(self._on_present, row), self._tell_failure)

    def _on_present(self, row: Row, commit: str) -> None:
        kept = row.here.record if row.here is not None else None
        if kept is None or self.list.row_now() is None:
            return
        if commit == kept.revision:
            self._tell(self.tr("This is the newest revision."))
            return
        newer = self.tr("There is a newer revision, {revision}. It replaces this one only when it is whole.")
        self._tell(newer.format(revision=commit[:12]))
        if row.entry is not None:
            self.question.ask(row.entry)

    def _on_look(self) -> None:
        from ditone.runtime.hub import catalogue

        pasted = catalogue.repository_in(self.pasted.text())
        if pasted is None:
            self._tell(self.tr("This is neither OWNER/NAME nor the link of a repository."))
            return
        self.question.hide()
        self.look.setEnabled(False)
        self._tell(self.tr("Looking at {name}…").format(name=pasted[0]))
        self._background.run("pasted", partial(_looked_at, *pasted), self._on_looked, self._tell_failure)

    def _on_looked(self, found: Found) -> None:
        self.look.setEnabled(True)
        info = found.info
        self._tell(
            self.tr("{repository} is {title}: {count} M parameters. {limits}").format(
                repository=found.wanted.repo_id,
                title=info.title,
                count=f"{info.parameters / 1e6:,.0f}",
                limits=" ".join(info.limits),
            )
        )
        self.question.ask_about(info, found.wanted)


def _offers(device: str, measured: bool) -> list[Offer]:
    from ditone.runtime import registry
    from ditone.runtime.hub.offer import Machine, offer

    machine = Machine.here(device)
    return [offer(entry, machine, measured) for entry in registry.catalogue()]


def _present(row: Row) -> str:
    """The hub's present revision of a model."""
    from ditone.runtime.hub import tokens
    from ditone.runtime.hub.listing import listing

    kept = row.here.record if row.here is not None else None
    assert kept is not None
    listed = kept.listing()
    found = listing(kept.repo_id, [file.name for file in kept.files], hub=kept.hub, token=tokens.token_for(listed.host))
    return found.commit


def _looked_at(repo_id: str, hub: str, revision: str | None) -> Found:
    from ditone.runtime import registry
    from ditone.runtime.hub import inspecting, tokens
    from ditone.runtime.hub.catalogue import Source
    from ditone.runtime.hub.listing import listing

    source = Source(repo_id, "modelscope" if hub == "modelscope" else "huggingface")
    token = tokens.token_for(source.host)
    return inspecting.inspect(listing(repo_id, None, hub=source.hub, revision=revision, token=token), registry.recognise, token)
