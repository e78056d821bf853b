"""Rows for controls that hold files or regions of time, and the row of any control."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from ditone.gui.panels.audio_row import AudioRow, local_files
from ditone.gui.panels.controls import flat_button
from ditone.gui.panels.number_row import NumberRow
from ditone.gui.panels.plain_rows import ChoiceRow, FlagRow, TextRow
from ditone.gui.panels.prompt_row import PromptRow
from ditone.gui.panels.row import Row
from ditone.gui.panels.seed_row import SeedRow
from ditone.gui.panels.variation_row import VariationRow
from ditone.gui.widgets.plain_text import PlainLabel, plain_tip
from ditone.runtime.controls import Control

REGION = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s*$")


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
        if local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self._add(local_files(event))
        event.acceptProposedAction()
        self._on_edit()

    def _add(self, paths: list[str]) -> None:
        known = self.value()
        for path in paths:
            if path not in known:
                item = QListWidgetItem(Path(path).name)
                item.setToolTip(plain_tip(path))
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
        self.editor.addWidget(PlainLabel("s"))
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


def row_for(control: Control) -> Row:
    """The row of a control, by its kind."""
    if control.name == "seed":
        return SeedRow(control)
    if control.name == "prompt":
        return PromptRow(control)
    kinds: dict[str, type[Row]] = {
        "text": TextRow,
        "number": NumberRow,
        "integer": NumberRow,
        "choice": ChoiceRow,
        "flag": FlagRow,
        "audio": AudioRow,
        "files": FilesRow,
        "regions": RegionsRow,
        "take": VariationRow,
        "takes": VariationRow,
    }
    if control.kind == "audio" and control.group == "voice":
        from ditone.gui.panels.voice_row import VoiceRow  # reads and checks sound, which no first paint waits for

        kinds["audio"] = VoiceRow
    row = kinds[control.kind](control)
    if control.inactive:
        row.fix()
    return row
