"""The keys in use, by the name of what they do, and tooltips that name them.

A widget gets its tooltip through `set_tip`, so that `refresh_tips` can write it anew when a key has been changed.
"""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

# Portable key sequences, alternatives separated by "|".
DEFAULTS = {
    "generate": "Ctrl+Return|Ctrl+Enter",
    "cancel": "Esc",
    "recall": "R",
    "export": "E",
    "inpaint": "I",
    "pin": "P",
    "play": "Space",
    **{f"batch-{n}": str(n) for n in range(1, 10)},
    "switch-lane": "Tab",
    "loop": "L",
    "difference": "D",
    "match": "M",
    "start": "Home",
    "end": "End",
    "back": "Left",
    "forward": "Right",
    "far-back": "Shift+Left",
    "far-forward": "Shift+Right",
    "sample-back": ",",
    "sample-forward": ".",
    "view": "S",
    "fit": "F",
    "zoom": "Z",
    "prompt": "Ctrl+L",
    "search": "Ctrl+F",
    "next-area": "F6",
    "previous-area": "Shift+F6",
    "open-folder": "Ctrl+O",
    "settings": "Ctrl+,",
    "quit": "Ctrl+Q",
    "sheet": "F1",
}
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
    return [sequence(part) for part in keys.split("|") if part]


def sequence(key: str) -> QKeySequence:
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
