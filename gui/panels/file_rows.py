"""Rows for controls that hold sounds, files or regions of time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from gui.panels.controls import flat_button
from gui.panels.rows import ChoiceRow, FlagRow, NumberRow, Row, SeedRow, TextRow
from gui.panels.voice_button import VoiceButton
from runtime.controls import Control

if TYPE_CHECKING:
    from runtime.voices import VoiceStore

AUDIO_FILTER = "*.wav *.flac *.ogg *.opus *.mp3 *.aif *.aiff"
REGION = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s*$")


class AudioRow(Row):
    """The path of a sound: typed, chosen or dropped."""

    def __init__(self, control: Control) -> None:
        super().__init__(control, stacked=True)
        self.path = QLineEdit()
        self.path.setPlaceholderText(self.tr("Drop a sound file here"))
        self.path.setAccessibleName(self.tr("{title}, path of a sound file").format(title=control.title))
        self.path.setClearButtonEnabled(True)
        self.path.setAcceptDrops(False)
        self.store = _voice_store() if control.saved_voices else None
        browse = flat_button("folder", self.tr("Choose a sound file"))
        browse.clicked.connect(self._browse)
        self.editor.addWidget(self.path, 1)
        self.editor.addWidget(browse)
        if self.store is not None:
            self.path.setPlaceholderText(self.tr("Drop a sound file here, or choose a saved voice"))
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
        if _local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.path.setText(_local_files(event)[0])
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


def _voice_store() -> VoiceStore:
    from runtime.voices import VoiceStore  # needs torch, which no first paint waits for; a model is known here, so it is imported

    return VoiceStore()


class FilesRow(Row):
    """A list of files: chosen or dropped, removed with Del."""

    def __init__(self, control: Control) -> None:
        super().__init__(control, stacked=True)
        self.list = QListWidget()
        self.list.setFixedHeight(72)
        self.list.setAccessibleName(self.tr("{title}, list of files").format(title=control.title))
        add = flat_button("plus", self.tr("Add files"))
        remove = flat_button("delete", self.tr("Remove the selected file"))
        add.clicked.connect(self._browse)
        remove.clicked.connect(self._remove)
        buttons = QVBoxLayout()
        buttons.addWidget(add)
        buttons.addWidget(remove)
        buttons.addStretch(1)
        self.editor.addWidget(self.list, 1)
        self.editor.addLayout(buttons)
        self.setAcceptDrops(True)
        self.set_value(control.default or ())

    def value(self) -> tuple[str, ...]:
        return tuple(str(self.list.item(i).data(Qt.ItemDataRole.UserRole)) for i in range(self.list.count()))

    def set_value(self, value: Any) -> None:
        self.list.clear()
        self._add([str(path) for path in value or ()])

    def is_changed(self) -> bool:
        return False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self._add(_local_files(event))
        event.acceptProposedAction()
        self._on_edit()

    def _add(self, paths: list[str]) -> None:
        known = self.value()
        for path in paths:
            if path not in known:
                item = QListWidgetItem(Path(path).name)
                item.setToolTip(path)
                item.setData(Qt.ItemDataRole.UserRole, path)
                self.list.addItem(item)

    def _browse(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(self, self.control.title)
        if chosen:
            self._add(chosen)
            self._on_edit()

    def _remove(self) -> None:
        for item in self.list.selectedItems():
            self.list.takeItem(self.list.row(item))
        self._on_edit()


class RegionsRow(Row):
    """Regions of time in seconds, written as "0.5-1.2, 3-4"."""

    def __init__(self, control: Control) -> None:
        super().__init__(control, stacked=True)
        self.text = QLineEdit()
        self.text.setPlaceholderText("0.5-1.2, 3-4")
        self.text.setAccessibleName(self.tr("{title}, regions in seconds").format(title=control.title))
        self.editor.addWidget(self.text, 1)
        self.editor.addWidget(QLabel("s"))
        self.label.setBuddy(self.text)
        self.set_value(control.default or ())
        self.text.textChanged.connect(self._on_edit)

    def value(self) -> tuple[tuple[float, float], ...]:
        parsed = parse_regions(self.text.text())
        return parsed if parsed is not None else ()

    def set_value(self, value: Any) -> None:
        self.text.setText(", ".join(f"{start:g}-{end:g}" for start, end in value or ()))

    def is_changed(self) -> bool:
        return False

    def problem(self) -> str:
        if parse_regions(self.text.text()) is None:
            return self.tr('{title}: write regions in seconds, for example "0.5-1.2, 3-4".').format(title=self.control.title)
        return super().problem()

    def advice(self) -> str:
        return self.problem()


def parse_regions(text: str) -> tuple[tuple[float, float], ...] | None:
    """((start_s, end_s), ...) in order of time, or None when a part is not a region with its end behind its start."""
    regions = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = REGION.match(part)
        if match is None or float(match[1]) >= float(match[2]):
            return None
        regions.append((float(match[1]), float(match[2])))
    return tuple(sorted(regions))


def _local_files(event: QDropEvent) -> list[str]:
    return [url.toLocalFile() for url in event.mimeData().urls() if Path(url.toLocalFile()).is_file()]


def row_for(control: Control) -> Row:
    """The row of a control, by its kind."""
    if control.name == "seed":
        return SeedRow(control)
    kinds: dict[str, type[Row]] = {
        "text": TextRow,
        "number": NumberRow,
        "integer": NumberRow,
        "choice": ChoiceRow,
        "flag": FlagRow,
        "audio": AudioRow,
        "files": FilesRow,
        "regions": RegionsRow,
    }
    row = kinds[control.kind](control)
    if control.inactive:
        row.fix()
    return row
