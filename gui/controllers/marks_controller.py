"""What people do to takes in the list: star, name and delete them. Each is a step that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ditone.gui.commands.undo import History
from ditone.gui.core.background import Background
from ditone.runtime.errors import DitoneError

if TYPE_CHECKING:
    from ditone.gui.controllers.library_controller import LibraryController
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.panels.cards import CardStack
    from ditone.gui.panels.takes_panel import TakesPanel
    from ditone.runtime.library import Library


class MarksController(QObject):
    """The list shows a mark at once; the disk follows, one mark after the other, so that an older one never wins."""

    def __init__(self, library: LibraryController, takes: TakesPanel, cards: CardStack, history: History) -> None:
        super().__init__(takes)
        self._library, self._takes, self._cards, self._history = library, takes, cards, history
        self._background = Background(self)
        self._jobs = 0
        takes.star_requested.connect(self.toggle_star)
        takes.rename_requested.connect(self.rename)
        takes.delete_requested.connect(self.delete)
        takes.undo_requested.connect(history.undo)
        history.changed.connect(partial(takes.show_deleted, 0))

    def toggle_star(self, entry: AnyTake) -> None:
        """Gives a take a star, or takes it away."""
        if self._library.library is not None:
            starred = not self._takes.model.starred(entry)
            title = self.tr("Star") if starred else self.tr("Take the star away")
            self._history.do(title, partial(self._star, entry.id, starred), partial(self._star, entry.id, not starred))

    def rename(self, entry: AnyTake, title: str) -> None:
        """Gives a take a name of its own; an empty one is that of its prompt."""
        before = self._takes.model.given_title(entry)
        if self._library.library is not None and title != self._takes.model.title(entry):
            self._history.do(self.tr("Rename"), partial(self._name, entry.id, title), partial(self._name, entry.id, before))

    def delete(self, entries: list[AnyTake]) -> None:
        """Hides takes. Undo brings them back to their places, with number, star and selection."""
        if self._library.library is None or not entries:
            return
        chosen, current = self._takes.chosen()
        count = len(entries)
        title = self.tr("Delete 1 take") if count == 1 else self.tr("Delete {count} takes").format(count=count)
        self._history.do(title, partial(self._hide, entries), partial(self._unhide, entries, chosen, current))
        self._takes.show_deleted(count)

    def finish(self) -> None:
        """Waits until every mark is on disk."""
        self._background.finish()

    def _star(self, take_id: str, starred: bool) -> None:
        self._takes.show_star(take_id, starred)
        self._store(lambda library: library.mark(take_id, starred=starred))

    def _name(self, take_id: str, title: str) -> None:
        self._takes.model.set_title(take_id, title)
        self._store(lambda library: library.mark(take_id, title=title))

    def _hide(self, entries: list[AnyTake]) -> None:
        ids = [entry.id for entry in entries]
        self._takes.hide_takes(entries)
        self._store(lambda library: library.delete(ids))

    def _unhide(self, entries: list[AnyTake], chosen: list[str], current: str) -> None:
        ids = [entry.id for entry in entries]
        self._takes.unhide_takes(ids)
        self._takes.choose(chosen, current)
        self._store(lambda library: library.undelete(ids), partial(self._hide_gone, entries))

    def _hide_gone(self, entries: list[AnyTake], error: Exception) -> None:
        """Takes that were removed for good meanwhile are not shown as if they were back."""
        library = self._library.library
        if library is not None:
            self._takes.hide_takes([entry for entry in entries if library.get(entry.id) is None])
        self._on_failed(error)

    def _store(self, work: Callable[[Library], object], failed: Callable[[Exception], object] | None = None) -> None:
        library = self._library.library
        if library is not None:
            self._jobs += 1  # a key of its own, so that each is waited for and its failure told
            key, failed = f"mark {self._jobs}", failed or self._on_failed
            self._background.run(key, partial(work, library), lambda _: self._library.refresh(), failed, ordered=True)

    def _on_failed(self, error: Exception) -> None:
        from ditone.gui.engine import failure as failures

        self._library.refresh()  # the list shows what is there, not what was wished
        failure = failures.from_exception(error)
        self._cards.show_failure(failure, failure.text if isinstance(error, DitoneError) else str(error))
