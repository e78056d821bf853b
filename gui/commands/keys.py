"""The keys in use, by the name of what they do, and tooltips that name them.

A widget gets its tooltip through `set_tip`, so that `refresh_tips` can write it anew when a key has been changed.
"""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from ditone.gui.commands.table import WITH_KEYS

DEFAULTS = {command.id: command.keys for command in WITH_KEYS}  # portable key sequences, alternatives separated by "|"
WORDS, NAME = "ditoneTip", "ditoneTipKeys"

_chosen: dict[str, str] = {}


def current(name: str) -> str:
    """The key sequences of an action as portable text; "" when it has none."""
    return _chosen.get(name, DEFAULTS.get(name, ""))


def choose(chosen: dict[str, str]) -> None:
    """Makes these keys the ones in use; actions that are not named have their defaults."""
    _chosen.clear()
    _chosen.update(chosen)


def sequences(keys: str) -> list[QKeySequence]:
    """The alternatives of a portable text."""
    return [sequence(part) for part in keys.split("|") if part]


def sequence(key: str) -> QKeySequence:
    """One key sequence of a portable text."""
    return QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText)


def native(keys: str) -> str:
    """As this system writes them; "…" stands for those in between."""
    parts = [p if p == "…" else sequence(p).toString(QKeySequence.SequenceFormat.NativeText) for p in keys.split("|") if p]
    return " … ".join(parts[::2]) if "…" in parts else ", ".join(parts)


def pressed(name: str, event: QKeyEvent) -> bool:
    """Whether this key press is one of the action's keys."""
    return QKeySequence(event.keyCombination()) in sequences(current(name))


def with_keys(words: str, name: str) -> str:
    """`words` with the first of the action's keys at " ({keys})", or at the end where there is no such place."""
    keys = native(current(name).split("|")[0])
    place = " ({keys})"
    if place not in words:
        words += place
    return words.replace(place, f" ({keys})" if keys else "")


def set_tip(widget: QWidget, words: str, name: str = "") -> None:
    """A tooltip that ends with the keys of the action `name`, and follows them."""
    widget.setProperty(WORDS, words)
    widget.setProperty(NAME, name)
    widget.setToolTip(with_keys(words, name) if name else words)


def refresh_tips(root: QWidget) -> None:
    """Writes the tooltips of everything under `root` anew."""
    for widget in root.findChildren(QWidget):
        name = widget.property(NAME)
        if name:
            widget.setToolTip(with_keys(str(widget.property(WORDS)), str(name)))
