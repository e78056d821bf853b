"""The models folder and what lies elsewhere: moved, looked for on this computer, and removed with an undo until the window closes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.model_hub import words
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime.hub.download_task import DownloadTask

if TYPE_CHECKING:
    from ditone.runtime.hub.local import Seen
    from ditone.runtime.hub.removing import Removed
    from ditone.runtime.hub.store import Installed


class ModelsFolder(QWidget):
    """`changed` when other models are here than before. `empty` deletes for good what was removed."""

    changed = Signal()

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background, self._work = background, DownloadTask()
        self._removed: list[Removed] = []
        self.folder = PlainLabel()
        self.folder.setProperty("role", "dim")
        self.move_ = QPushButton(self.tr("Move the models folder…"))
        self.search = QPushButton(self.tr("Look for models on this computer…"))
        self.search.setToolTip(self.tr("In the caches of hubs and the folders of other programs; nothing is changed there"))
        self.told = PlainLabel()
        self.told.setWordWrap(True)
        self.undo = QPushButton(self.tr("Undo"))
        self.undo.hide()
        row = QHBoxLayout()
        row.addWidget(self.folder, 1)
        row.addWidget(self.search)
        row.addWidget(self.move_)
        below = QHBoxLayout()
        below.addWidget(self.told, 1)
        below.addWidget(self.undo)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addLayout(below)
        self.told.hide()
        self.search.clicked.connect(self._on_search)
        self.move_.clicked.connect(self._on_move)
        self.undo.clicked.connect(self._on_undo)

    def refresh(self) -> None:
        """Shows where models are kept now."""
        from ditone.runtime.hub import store

        self.folder.setText(self.tr("Models folder: {folder}").format(folder=store.models_folder()))

    def remove(self, one: Installed) -> None:
        """Takes a model away, or off the list. Raises DitoneError where it is in use."""
        from ditone.runtime.hub import fetching, removing, store

        if one.in_place:
            store.forget(one.folder)
            self._tell(self.tr("{name} is off the list; its folder is as it was.").format(name=one.name))
        elif not one.complete:
            fetching.clean(one.folder)
        else:
            removed = removing.remove(one)
            self._removed.append(removed)
            self._tell(
                self.tr("{name} is removed; its {size} are free when this window closes.").format(
                    name=one.name, size=words.size(removed.size_bytes)
                )
            )
        self.undo.setVisible(bool(self._removed))
        self.changed.emit()

    def empty(self) -> None:
        """Deletes what was removed."""
        from ditone.runtime.hub import removing

        self._work.stop()
        for removed in self._removed:
            removing.empty_trash(removed)
        self._removed = []

    def _on_undo(self) -> None:
        from ditone.runtime.hub import removing

        if self._removed:
            removed = self._removed.pop()
            try:
                removing.bring_back(removed)
                self._tell(self.tr("{name} is back.").format(name=removed.name))
            except Exception as error:
                self._tell(failures.from_exception(error).text)
        self.undo.setVisible(bool(self._removed))
        self.changed.emit()

    def _on_search(self) -> None:
        self.search.setEnabled(False)
        self._tell(self.tr("Looking for models on this computer…"))
        self._background.run("search", partial(_search, self._work), self._on_found, self._on_failed, patient=True)

    def _on_found(self, found: list[Seen]) -> None:
        from ditone.runtime.hub import record, store

        self.search.setEnabled(True)
        usable = [one for one in found if one.usable and record.read(one.folder) is None]
        for one in usable:
            store.remember(one.folder, in_place=True)
        others = [f"{one.folder}: {one.form}" for one in found if one.form]
        text = (
            self.tr("{count} found; they are used where they lie.").format(count=len(usable))
            if usable
            else self.tr("No other model that can be used was found.")
        )
        self._tell("\n".join([text, *others[:4]]))
        self.changed.emit()

    def _on_move(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Where models are to be kept"))
        if chosen:
            self.move_.setEnabled(False)
            self._tell(self.tr("Models are being moved…"))
            self._background.run("move", partial(_move, Path(chosen), self._work), self._on_moved, self._on_failed, patient=True)

    def _on_moved(self, folder: Path) -> None:
        self.move_.setEnabled(True)
        self._tell(self.tr("Models are in {folder} from now on.").format(folder=folder))
        self.refresh()
        self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        self.search.setEnabled(True)
        self.move_.setEnabled(True)
        self._tell(failures.from_exception(error).text)

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))


def _search(work: DownloadTask) -> list[Seen]:
    from ditone.runtime import registry
    from ditone.runtime.hub import local

    return local.look(local.usual_places(), registry.recognise, work)


def _move(folder: Path, work: DownloadTask) -> Path:
    from ditone.runtime.hub import moving

    moving.move_folder(folder, work)
    return folder
