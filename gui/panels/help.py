"""The shortcut sheet and the About window."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QHBoxLayout, QTextBrowser, QVBoxLayout, QWidget

from ditone.gui.commands.keys import native
from ditone.gui.commands.shortcut_sheet import Row
from ditone.gui.i18n.translate import tr
from ditone.gui.widgets.plain_text import PlainLabel

LIBRARIES = (
    ("PyTorch", "torch", "BSD-3-Clause"),
    ("Qt for Python", "PySide6-Essentials", "LGPL-3.0"),
    ("pyqtgraph", "pyqtgraph", "MIT"),
    ("NumPy", "numpy", "BSD-3-Clause"),
    ("transformers", "transformers", "Apache-2.0"),
    ("safetensors", "safetensors", "Apache-2.0"),
    ("sounddevice", "sounddevice", "MIT"),
    ("python-soundfile", "soundfile", "BSD-3-Clause"),
    ("soxr", "soxr", "LGPL-2.1-or-later"),
    ("pyloudnorm", "pyloudnorm", "MIT"),
    ("psutil", "psutil", "BSD-3-Clause"),
    ("platformdirs", "platformdirs", "MIT"),
)


class ShortcutSheet(QDialog):
    """All shortcuts in groups."""

    def __init__(self, rows: list[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.setModal(False)
        columns = QHBoxLayout()
        columns.setSpacing(32)
        for groups in _two_columns(rows):
            columns.addLayout(_column(groups))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        note = PlainLabel(tr("Letter keys act outside text fields."))
        note.setProperty("role", "dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(columns)
        layout.addWidget(note)
        layout.addWidget(buttons)


def _two_columns(rows: list[Row]) -> list[list[list[Row]]]:
    """The rows as groups, spread over two columns of about the same height; the column with the first group comes first."""
    groups = [list(members) for _, members in itertools.groupby(rows, key=lambda row: row[0])]
    columns: list[list[list[Row]]] = [[], []]
    for group in sorted(groups, key=len, reverse=True):
        min(columns, key=lambda column: sum(len(each) + 1 for each in column)).append(group)
    return sorted((sorted(column, key=groups.index) for column in columns if column), key=lambda column: groups.index(column[0]))


def _column(groups: list[list[Row]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(20)
    grid.setVerticalSpacing(4)
    for group in groups:
        line = grid.rowCount()
        title = PlainLabel(group[0][0])
        title.setProperty("role", "heading")
        title.setContentsMargins(0, 8 if line > 1 else 0, 0, 0)
        grid.addWidget(title, line, 0, 1, 2)
        for i, (_, what, keys) in enumerate(group, 1):
            key = PlainLabel(native(keys))
            key.setProperty("role", "dim")
            grid.addWidget(PlainLabel(what), line + i, 0)
            grid.addWidget(key, line + i, 1)
    grid.setRowStretch(grid.rowCount(), 1)
    return grid


class AboutWindow(QDialog):
    """What this is, and under which licences."""

    def __init__(self, models: list[tuple[str, str, str]], parent: QWidget | None = None) -> None:
        """models: (title, licence, licence note) of the built-in models."""
        super().__init__(parent)
        self.setWindowTitle(tr("About Ditone"))
        self.setModal(False)
        self.resize(560, 420)
        title = PlainLabel(f"Ditone {_version('ditone')}")
        title.setProperty("role", "title")
        text = QTextBrowser()
        text.setFrameShape(QTextBrowser.Shape.NoFrame)
        text.setAccessibleName(tr("About Ditone and its licences"))
        text.setHtml(self._html(models))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(title)
        layout.addWidget(text, 1)
        layout.addWidget(buttons)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)

    def _html(self, models: list[tuple[str, str, str]]) -> str:
        parts = [
            f"<p>{tr('A studio for sound made by diffusion transformers. Everything is computed on this machine.')}</p>",
            f"<p>{tr('Licence of the program: Apache-2.0.')}</p>",
            f"<h4>{tr('Models')}</h4><ul>",
            *(f"<li>{name}: {licence}. {note}</li>" for name, licence, note in models),
            f"</ul><h4>{tr('Libraries')}</h4><table cellspacing='0' cellpadding='2'>",
            *(
                f"<tr><td>{name}&nbsp;&nbsp;</td><td>{_version(package)}&nbsp;&nbsp;</td><td>{licence}</td></tr>"
                for name, package, licence in LIBRARIES
            ),
            "</table>",
        ]
        return "".join(parts)


def _version(package: str) -> str:
    from importlib import metadata  # slow to import, and needed only here

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
