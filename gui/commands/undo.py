"""One undo for the whole window: what was done, how it is taken back, and how it is done again.

To make an act undoable, give the `History` (it is `CommandSet.history`) its two halves:

    history.do(title, do, undo)          does it now
    history.done(title, undo, redo)      it was done already, or comes about by itself
    with history.together(title): ...    every step inside becomes one

Acts that happen while a step is done, undone or repeated belong to that step and are not kept a second time. Steps must hold no samples:
a take is named by its id, so that a long history costs no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

MOST_STEPS = 200
Act = Callable[[], object]


class History(QObject):
    """`changed` follows everything that makes another step the next one to be undone or repeated."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(MOST_STEPS)
        self.stack.indexChanged.connect(self.changed)
        self._inside = 0
        self._parts: list[tuple[Act, Act]] | None = None
        self._last: Step | None = None

    @property
    def busy(self) -> bool:
        """Whether a step is being done, undone or repeated just now."""
        return self._inside > 0

    def do(self, title: str, do: Act, undo: Act, key: str = "") -> None:
        """Does something now and keeps how it is taken back."""
        with self.inside():
            do()
        self.done(title, undo, do, key)

    def done(self, title: str, undo: Act, redo: Act, key: str = "") -> None:
        """Keeps a step that was done already. Steps of one `key` that follow each other are one: the first's undo, the last's redo."""
        if self.busy:
            return
        if self._parts is not None:
            self._parts.append((undo, redo))
            return
        last, stack = self._last, self.stack
        if key and last is not None and last.key == key and stack.index() == stack.count() == last.place:
            last.repeat = redo
            return
        step = self._last = Step(self, title, undo, redo, key)
        stack.push(step)
        step.place = stack.index()

    @contextmanager
    def together(self, title: str) -> Iterator[None]:
        """Makes one step of all that are kept inside; none where there are none."""
        outer, self._parts = self._parts, []
        parts = self._parts
        try:
            yield
        finally:
            self._parts = outer
            if parts:
                self.done(
                    title, partial(_each, [undo for undo, _ in reversed(parts)]), partial(_each, [redo for _, redo in parts])
                )

    def undo(self) -> None:
        """Takes the last step back."""
        self.stack.undo()

    def redo(self) -> None:
        """Does the step again that was taken back last."""
        self.stack.redo()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What happens inside is part of a step that is being done, undone or repeated: it makes none of its own."""
        self._inside += 1
        try:
            yield
        finally:
            self._inside -= 1


class Step(QUndoCommand):
    """Two acts: one that takes something back, one that does it again. Pushing it does nothing, since it was done before."""

    def __init__(self, history: History, title: str, undo: Act, repeat: Act, key: str) -> None:
        super().__init__(title)
        self._history, self._take_back, self.repeat, self.key = history, undo, repeat, key
        self.place = -1
        self._pushed = False

    def redo(self) -> None:
        """Called by the stack when the step is pushed and whenever it is done again."""
        if self._pushed:
            with self._history.inside():
                self.repeat()
        self._pushed = True

    def undo(self) -> None:
        """Called by the stack when the step is taken back."""
        with self._history.inside():
            self._take_back()


def _each(acts: list[Act]) -> None:
    for act in acts:
        act()
