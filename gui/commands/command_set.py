"""The commands of one window as actions of Qt: bound to what they do, grey while they are not possible, ready to be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QUndoStack
from PySide6.QtWidgets import QWidget

from ditone.gui.commands import keys
from ditone.gui.commands.table import BY_ID, COMMANDS, Command, When
from ditone.gui.commands.undo import History
from ditone.gui.i18n.translate import tr


class CommandSet(QObject):
    """`action(id)` is the one QAction of a command. Commands without a handler are those whose key a widget sees to itself."""

    WIDGETS_OWN = frozenset({"switch-lane"})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(self)
        self.history.changed.connect(self._on_history)
        self._handlers: dict[str, Callable[..., object]] = {}
        stack = self.undo_stack
        self._holds: dict[When, Callable[[], bool]] = {
            When.ALWAYS: lambda: True,
            When.UNDO: stack.canUndo,
            When.REDO: stack.canRedo,
        }
        self._blocked = False
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {command.id: self._make(command) for command in COMMANDS if not command.of_take}
        self.bind({"undo": self.history.undo, "redo": self.history.redo})

    @property
    def undo_stack(self) -> QUndoStack:
        """What can be undone."""
        return self.history.stack

    def bind(self, handlers: Mapping[str, Callable[..., object]]) -> None:
        """What each command does: called without arguments, with on or off where it is checkable, with the take where it is about one.

        Raises KeyError for a command that the table does not have.
        """
        for id_, handler in handlers.items():
            BY_ID[id_]
            self._handlers[id_] = handler

    def unbound(self) -> list[str]:
        """Commands of the table that nothing is bound to."""
        return [command.id for command in COMMANDS if command.id not in self._handlers and command.id not in self.WIDGETS_OWN]

    def provide(self, holds: Mapping[When, Callable[[], bool]]) -> None:
        """How to find out whether each condition holds now."""
        self._holds.update(holds)
        self.refresh()

    def action(self, id_: str) -> QAction:
        """The action of a command of the window."""
        return self._actions[id_]

    def choices(self, name: str) -> QActionGroup:
        """The exclusive actions of one set, such as "theme"."""
        return self._groups[name]

    def install(self, widget: QWidget) -> None:
        """Gives a window the keys of all commands that have one."""
        for id_, action in self._actions.items():
            if BY_ID[id_].group and id_ not in self.WIDGETS_OWN:
                action.setShortcuts(keys.sequences(keys.current(id_)))
                action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
                widget.addAction(action)

    def follow_keys(self, id_: str) -> None:
        """Takes over the keys that are now those of a command."""
        if id_ in self._actions and id_ not in self.WIDGETS_OWN:
            self._actions[id_].setShortcuts(keys.sequences(keys.current(id_)))

    def run(self, id_: str, *given: object) -> None:
        """Does what a command does, where it is possible."""
        if self.possible(id_):
            self._handlers[id_](*given)

    def possible(self, id_: str) -> bool:
        """Whether a command can be carried out now."""
        holds = self._holds.get(BY_ID[id_].when)
        return not self._blocked and id_ in self._handlers and (holds is None or holds())

    def refresh(self) -> None:
        """Makes grey what is not possible now; to be called when something that a condition looks at has changed."""
        for id_, action in self._actions.items():
            action.setEnabled(self.possible(id_) or (id_ in self.WIDGETS_OWN and not self._blocked))

    def set_blocked(self, blocked: bool) -> None:
        """While blocked nothing is possible, whatever the conditions say: a listening test is on."""
        self._blocked = blocked
        self.refresh()

    def push(self, id_: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """Does something that can be undone, and puts it on the undo stack under the command's title."""
        self.history.do(title(BY_ID[id_]), do, undo)

    def _on_history(self) -> None:
        """Undo and Redo name what they undo and do again."""
        stack = self.undo_stack
        for id_, what in (("undo", stack.undoText()), ("redo", stack.redoText())):
            words = title(BY_ID[id_])
            self._actions[id_].setText(f"{words}: {what}" if what else words)
            self._actions[id_].setEnabled(self.possible(id_))

    def _make(self, command: Command) -> QAction:
        action = QAction(title(command), self)
        action.setData(command.id)
        action.setCheckable(command.checkable or bool(command.choices))
        if command.choices:
            group = self._groups.setdefault(command.choices, QActionGroup(self))
            group.addAction(action)
        if command.checkable:
            action.toggled.connect(self._on_toggled)
        else:
            action.triggered.connect(self._on_triggered)
        return action

    def _on_triggered(self) -> None:
        self.run(str(self.sender().data()))  # type: ignore[attr-defined]

    def _on_toggled(self, on: bool) -> None:
        self.run(str(self.sender().data()), on)  # type: ignore[attr-defined]


def title(command: Command) -> str:
    """A command's title in the user's language."""
    return tr(command.title).format(n=command.id.rpartition("-")[2])
