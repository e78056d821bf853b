"""Which key does what: the table of shortcuts, its changes by the user, and why a change is refused."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow

from ditone.gui.commands import keys
from ditone.gui.commands.command_set import CommandSet, title
from ditone.gui.commands.table import BY_ID
from ditone.gui.core.settings import Settings

# fields, lists and buttons need these by themselves
TAKEN = ("Return", "Enter", "Tab", "Shift+Tab", "Shift+Backtab")
SWITCH = "switch-lane"  # acts in a lane only, where Tab may be taken


class KeyMap(QObject):
    """The keys of a window's commands. `window` is the one whose menus and tooltips name them."""

    changed = Signal()

    def __init__(self, window: QMainWindow, commands: CommandSet, settings: Settings) -> None:
        super().__init__(window)
        self._commands, self._settings, self._window = commands, settings, window

    def words(self, name: str) -> str:
        """What the command does, in the user's language."""
        return title(BY_ID[name]) if name in BY_ID else name

    def is_changed(self, name: str) -> bool:
        """Whether a command has other keys than its default ones."""
        return keys.current(name) != keys.DEFAULTS[name]

    def problem(self, name: str, wanted: str) -> str:
        """Why these keys cannot be those of `name`; "" when they can."""
        for sequence in keys.sequences(wanted):
            shown = sequence.toString(QKeySequence.SequenceFormat.NativeText)
            if sequence.toString() in TAKEN and name != SWITCH:
                return self.tr("{key} moves through fields and buttons. Choose another key.").format(key=shown)
            menu = self._mnemonic(sequence)
            if menu:
                return self.tr("{key} opens the menu “{menu}”. Choose another key.").format(key=shown, menu=menu)
            other = self._owner(sequence, name)
            if other:
                return self.tr("{key} already does “{words}”. Choose another key, or give that one another key first.").format(
                    key=shown, words=self.words(other)
                )
        return ""

    def set_keys(self, name: str, wanted: str) -> str:
        """Gives the action these keys ("" for none), at once and for later starts; "", or the sentence why not."""
        problem = self.problem(name, wanted)
        if not problem:
            self._choose({name: wanted})
        return problem

    def reset(self, name: str) -> str:
        """The default keys again; "", or the sentence why not."""
        return self.set_keys(name, keys.DEFAULTS[name])

    def reset_all(self) -> None:
        """Every command has its default keys again."""
        self._choose(dict(keys.DEFAULTS))

    def _choose(self, wanted: dict[str, str]) -> None:
        chosen = {name: wanted.get(name, keys.current(name)) for name in keys.DEFAULTS}
        keys.choose({name: value for name, value in chosen.items() if value != keys.DEFAULTS[name]})
        for name in wanted:
            if self.is_changed(name):
                self._settings.set(f"keys/{name}", keys.current(name))
            else:
                self._settings.remove(f"keys/{name}")
            self._commands.follow_keys(name)
        keys.refresh_tips(self._window)
        self.changed.emit()

    def _owner(self, sequence: QKeySequence, but: str) -> str:
        owners = (name for name in keys.DEFAULTS if name != but and sequence in keys.sequences(keys.current(name)))
        return next(owners, "")

    def _mnemonic(self, sequence: QKeySequence) -> str:
        """The title of the menu that Alt and this letter opens."""
        for action in self._window.menuBar().actions():
            if QKeySequence.mnemonic(action.text()) == sequence:
                return action.text().replace("&", "")
        return ""


def load(settings: Settings) -> None:
    """Takes over the keys that were kept; what is no key sequence, or would be there twice, keeps its default."""
    chosen: dict[str, str] = {}
    for name, default in keys.DEFAULTS.items():
        kept = settings.text(f"keys/{name}", default)
        if kept != default and all(sequence.toString() for sequence in keys.sequences(kept)):
            chosen[name] = kept
    while (double := _double(chosen)) is not None:
        del chosen[double]
    keys.choose(chosen)


def _double(chosen: dict[str, str]) -> str | None:
    """A chosen action whose key another action has, too."""
    owners: dict[str, str] = {}
    for name, default in keys.DEFAULTS.items():
        for sequence in keys.sequences(chosen.get(name, default)):
            other = owners.setdefault(sequence.toString(), name)
            if other != name:
                return name if name in chosen else other
    return None
