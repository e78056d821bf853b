"""Keys: every shortcut with its key, changed by pressing another one. What is taken is refused with a sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from ditone.gui.commands import keys
from ditone.gui.commands.command_set import title
from ditone.gui.commands.keymap import KeyMap
from ditone.gui.commands.table import WITH_KEYS
from ditone.gui.i18n.translate import tr
from ditone.gui.panels.cards import announce
from ditone.gui.preferences.page import Page, dim
from ditone.gui.widgets.plain_text import PlainLabel

NAME = Qt.ItemDataRole.UserRole


class KeysPage(Page):
    """Select a row, press a key in the field below: it holds at once, or the sentence under it says why not."""

    def __init__(self, keymap: KeyMap, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Keys"), parent)
        self._keymap = keymap
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(self.tr("Shortcuts"))
        self.tree.setHeaderLabels([self.tr("What it does"), self.tr("Key")])
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setStretchLastSection(False)
        self.tree.setRootIsDecorated(False)
        self.tree.setMinimumHeight(260)
        self.label = PlainLabel()
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setMinimumWidth(180)
        self.edit.setAccessibleName(self.tr("New key: press it"))
        self.clear = QPushButton(self.tr("No key"))
        self.reset = QPushButton(self.tr("Reset"))
        self.reset_all = QPushButton(self.tr("Reset all"))
        self.sentence = PlainLabel()
        self.sentence.setProperty("role", "note")
        self.sentence.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self.edit, self.clear, self.reset, self.reset_all):
            row.addWidget(widget)
        row.addStretch(1)
        self.column.addWidget(self.tree, 1)
        self.column.addWidget(self.label)
        self.column.addLayout(row)
        self.column.addWidget(self.sentence)
        self.column.addWidget(dim(self.tr("Letter keys act outside text fields.")))
        self._fill()
        self.tree.currentItemChanged.connect(self._show_current)
        self.edit.editingFinished.connect(self._on_edited)
        self.clear.clicked.connect(self._on_clear)
        self.reset.clicked.connect(self._on_reset)
        self.reset_all.clicked.connect(self._on_reset_all)
        keymap.changed.connect(self._show_keys)
        self.select("generate")

    def select(self, name: str) -> None:
        """Makes the shortcut of this name the one to be changed."""
        for item in self._items():
            if item.data(0, NAME) == name:
                self.tree.setCurrentItem(item)

    def current(self) -> str:
        """The id of the chosen command; "" when none is."""
        item = self.tree.currentItem()
        return str(item.data(0, NAME) or "") if item is not None else ""

    def _fill(self) -> None:
        groups: dict[str, QTreeWidgetItem] = {}
        self._shown: dict[str, list[QTreeWidgetItem]] = {}
        for command in WITH_KEYS:
            group = groups.get(command.group)
            if group is None:
                group = groups[command.group] = QTreeWidgetItem(self.tree, [tr(command.group)])
                group.setFlags(Qt.ItemFlag.ItemIsEnabled)
                group.setFirstColumnSpanned(True)
                font = group.font(0)
                font.setBold(True)
                group.setFont(0, font)
            item = QTreeWidgetItem(group, [title(command)])
            item.setData(0, NAME, command.id)
            self._shown.setdefault(command.group, []).append(item)
        self.tree.expandAll()
        self._show_keys()

    def _items(self) -> list[QTreeWidgetItem]:
        return [item for items in self._shown.values() for item in items]

    def _show_keys(self) -> None:
        for item in self._items():
            name = str(item.data(0, NAME))
            item.setText(1, keys.native(keys.current(name)) or "–")
            font = item.font(1)
            font.setBold(self._keymap.is_changed(name))
            item.setFont(1, font)
        self._show_current()

    def _show_current(self) -> None:
        name = self.current()
        for widget in (self.edit, self.clear, self.reset):
            widget.setEnabled(bool(name))
        self.label.setText(self.tr("New key for “{words}”: click the field and press it").format(words=self._keymap.words(name)))
        self.label.setVisible(bool(name))
        self.edit.setKeySequence(keys.sequence(keys.current(name).split("|")[0]))
        self.reset.setEnabled(bool(name) and self._keymap.is_changed(name))
        self._say("")

    def _on_edited(self) -> None:
        name, wanted = self.current(), self.edit.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if name and wanted and wanted not in keys.current(name).split("|"):
            self._outcome(self._keymap.set_keys(name, wanted))

    def _on_clear(self) -> None:
        self._outcome(self._keymap.set_keys(self.current(), ""))

    def _on_reset(self) -> None:
        self._outcome(self._keymap.reset(self.current()))

    def _on_reset_all(self) -> None:
        self._keymap.reset_all()
        self._outcome("")

    def _outcome(self, problem: str) -> None:
        self._show_current()
        self._say(problem)

    def _say(self, sentence: str) -> None:
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        if sentence:
            announce(self.sentence, sentence)
