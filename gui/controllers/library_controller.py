"""Joins the library to the window: every finished take is written at once, and the takes of other days are found again.

The library is opened and used on background threads; the window never waits for a disk.
"""

from __future__ import annotations

import contextlib
import json
import logging
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.engine.take_entry import AnyTake, StoredTake, TakeEntry
from ditone.gui.widgets.drag_out import FileDrag
from ditone.runtime.errors import DitoneError
from ditone.runtime.library import Entry, Library, default_folder, rescue
from ditone.runtime.library.hashing import Hashing
from ditone.runtime.model_files import last_change

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import LoadedFacts, TakeFinished
    from ditone.gui.panels.cards import CardStack
    from ditone.gui.panels.takes_panel import TakesPanel

log = logging.getLogger("ditone.library")
SEARCH_DELAY_MS = 120
SHOWN = 300
MOST_NEAR, MOST_NEAR_BYTES = 10, 128 << 20  # takes whose samples stay in memory though no lane shows them
CHOSEN_KEY = "library/rescues"
STORAGE_NAME = "Ditone takes"


class LibraryController(QObject):
    """`library` is None until it is open; takes that finish before wait for it. `opened` carries it."""

    opened = Signal(object)  # Library
    stored = Signal(object)  # StoredTake

    def __init__(self, engine: Engine, takes: TakesPanel, cards: CardStack, settings: Settings) -> None:
        super().__init__(takes)
        self._engine, self._takes, self._cards, self._settings = engine, takes, cards, settings
        self.library: Library | None = None
        self._hashing: Hashing | None = None
        self._background = Background(self)
        self._waiting: list[TakeEntry] = []
        self._unstored: list[TakeEntry] = []
        self._near: dict[str, TakeEntry] = {}
        self._said = 0
        self._search = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._search.timeout.connect(self.refresh)
        takes.search.textChanged.connect(self._search.start)
        takes.filter_changed.connect(self.refresh)
        engine.loaded_changed.connect(self._on_loaded)
        engine.take_finished.connect(self._on_finished)
        engine.models_changed.connect(self.refresh)  # what they are called is known now
        takes.list.drag_maker = self.drag_work
        takes.list.file_drag = FileDrag(takes.list)
        takes.list.file_drag.failed.connect(self._on_failed)
        cards.choose_storage.connect(self.choose_storage)

    def open(self) -> None:
        """Opens the library's folder in the background."""
        chosen = [Path(folder) for folder in self._settings.texts(CHOSEN_KEY)]
        self._background.run("open", partial(_opened, chosen), self._on_open, self._on_failed)

    def _on_open(self, library: Library) -> None:
        self.library = library
        self._hashing = Hashing(library.index)
        self._on_loaded(self._engine.loaded)
        self._say_notes()
        self.opened.emit(library)
        waiting, self._waiting = self._waiting, []
        for entry in waiting:
            self.store(entry)
        self.refresh()

    def _on_failed(self, error: Exception) -> None:
        failure = failures.from_exception(error)
        self._cards.show_failure(failure, failure.text)

    def _say_notes(self) -> None:
        """Tells what the library found wrong or mended, each once."""
        if self.library is not None:
            for note in self.library.notes[self._said :]:
                log.warning("%s", note)
                self._cards.show_notice(note)
            self._said = len(self.library.notes)

    # -- storing ------------------------------------------------------------------------------------------------------------------

    def _on_finished(self, event: TakeFinished) -> None:
        if event.item.to_library:
            self.store(event.entry)

    def keep(self, entry: TakeEntry) -> None:
        """Lists and stores a take that a page made for itself."""
        self._takes.add(entry)
        self.store(entry)

    def store(self, entry: TakeEntry) -> None:
        """Writes a finished take. When no disk takes it, it stays in the list and is tried again with the next one."""
        if self.library is None:
            self._waiting.append(entry)
            return
        again, self._unstored = self._unstored, []
        for each in (*again, entry):
            work = partial(_add, self.library, each)
            self._background.run(f"store {each.id}", work, partial(self._on_stored, each), partial(self._on_not_stored, each))

    def _on_stored(self, made: TakeEntry, entry: Entry) -> None:
        """The list holds the take without its samples from now on: a long session must not fill the memory."""
        light = StoredTake(entry, made.model_title, made.number)
        self._takes.model.exchange(light)
        self._keep_near(made)
        self.stored.emit(light)
        self._say_notes()
        if not self._unstored:
            self._cards.clear_storage_failure()

    def _on_not_stored(self, entry: TakeEntry, error: Exception) -> None:
        """Stays in red, with the offer of another folder, until the take could be stored."""
        self._unstored.append(entry)
        failure = failures.from_exception(error)
        count = len(self._unstored)
        words = self.tr("1 take is in memory only.") if count == 1 else self.tr("{count} takes are in memory only.")
        shown = replace(failure, kind="storage", cause=f"{failure.cause} {words.format(count=count)}".strip())
        self._cards.show_failure(shown, shown.text)

    def choose_storage(self) -> None:
        """Asks for a folder for what the library cannot hold, and stores there what waits."""
        library = self.library
        chosen = QFileDialog.getExistingDirectory(self._takes.window(), self.tr("Choose a folder for your takes"))
        if library is None or not chosen:
            return
        folder = Path(chosen) / STORAGE_NAME
        library.keep_in(folder)
        settings = self._settings
        settings.set_texts(CHOSEN_KEY, [*(f for f in settings.texts(CHOSEN_KEY) if f != str(folder)), str(folder)])
        settings.save()
        waiting, self._unstored = self._unstored, []
        for entry in waiting:
            self.store(entry)

    def store_comparison(self, a: TakeEntry | None, b: TakeEntry | None, kind: str, result: dict[str, Any]) -> None:
        """Stores the result of a listening test with both its takes."""
        if self.library is not None:
            row = (
                uuid.uuid4().hex,
                datetime.now(UTC).isoformat(),
                a.id if a else "",
                b.id if b else "",
                kind,
                json.dumps(result),
            )
            self._background.run(f"comparison {row[0]}", partial(_store_comparison, self.library, row), _nothing, self._on_failed)

    def stored_tests(self, a: str, b: str) -> list[str]:
        """The results of the listening tests of two takes, in words, oldest first. For a background thread."""
        from ditone.gui.compare.blind_test_cards import result_text

        if self.library is None:
            return []
        query = "SELECT result FROM comparisons WHERE kind = 'listening' AND a = ? AND b = ? ORDER BY created_at"
        found = []
        for row in self.library.index.read(query, (a, b)):
            with contextlib.suppress(ValueError, KeyError, TypeError):  # of a newer version, or not complete
                found.append(result_text(json.loads(row["result"])))
        return found

    def _on_loaded(self, facts: LoadedFacts | None) -> None:
        """Has the checksums of the loaded model's files made, for its takes to come and for those that were quicker."""
        library, hashing = self.library, self._hashing
        if facts is None or library is None or hashing is None:
            return
        model, sums, since = facts.info.model, facts.model_files, last_change(facts.files)
        hashing.want(facts.files, sums, lambda stopped: library.fill_model_files(model, dict(sums), since, stopped))

    # -- finding ------------------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Searches the library for what the search field says."""
        if self.library is None:
            return
        takes = self._takes
        work = partial(self.library.search, takes.search.text(), starred=takes.only_starred(), limit=SHOWN)
        self._background.run("search", work, self._on_found, self._on_failed)

    def _on_found(self, entries: list[Entry]) -> None:
        self._takes.show_stored([StoredTake(e, self.model_title(e)) for e in entries])

    def model_title(self, entry: Entry) -> str:
        """What the model of a stored take is called; its variant where it was never used here."""
        known = next((info.title for info in self._engine.models if info.model == entry.request.model), "")
        return known or self._settings.model_title(entry.request.model, entry.facts["variant"])

    def with_samples(self, entry: AnyTake, then: Callable[[TakeEntry], Any]) -> None:
        """Calls `then` with the take's samples at hand; a stored one is read first."""
        if isinstance(entry, TakeEntry):
            then(entry)
        elif entry.id in self._near:
            then(self._near[entry.id])
        elif self.library is not None:
            self._background.run("read", partial(entry.load, self.library), partial(self._on_read, then), self._on_failed)

    def _on_read(self, then: Callable[[TakeEntry], Any], entry: TakeEntry) -> None:
        self._keep_near(entry)
        then(entry)

    def _keep_near(self, entry: TakeEntry) -> None:
        """Keeps the samples of the last few takes at hand, so that going back and forth between them reads no files."""
        self._near[entry.id] = entry
        while len(self._near) > 1 and (
            len(self._near) > MOST_NEAR or sum(e.take.audio.nbytes for e in self._near.values()) > MOST_NEAR_BYTES
        ):
            del self._near[next(iter(self._near))]

    def with_take(self, take_id: str, then: Callable[[TakeEntry], Any]) -> None:
        """The same for the id of a take."""
        for entry in (*self._unstored, *self._waiting, *self._near.values()):
            if entry.id == take_id:
                then(entry)
                return
        if self.library is not None:
            work = partial(_by_id, self.library, take_id, self.model_title)
            self._background.run(f"read {take_id}", work, then, self._on_failed)

    def drag_work(self, entries: list[AnyTake]) -> Callable[[], list[Path]]:
        """What writes the files of dragged rows; for a background thread. It reads the samples of stored takes."""
        return partial(_dragged, entries, self.library, self._settings.flag("export/include_settings", True))

    def close(self) -> None:
        """Waits for takes that are being written; those that no disk took are tried a last time."""
        self._search.stop()
        self._background.finish()
        if self._hashing is not None:
            self._hashing.stop()
        library = self.library
        if library is None and self._waiting:  # it never opened; the takes of this run must still be somewhere
            library = _opened([])
        if library is not None:
            for entry in (*self._unstored, *self._waiting):
                try:
                    _add(library, entry)
                except Exception:  # the next one may fit
                    log.exception("a take could not be stored")
            library.close()


def _opened(chosen: list[Path]) -> Library:
    """The user's library; where even that fails, one in a rescue folder, so that no take is in memory only."""
    try:
        return Library(default_folder(), beside_newer=True, chosen=chosen)
    except Exception as error:
        log.exception("the library cannot be opened")
        for place in (*chosen, *rescue.places()):
            try:
                library = Library(place, place, beside_newer=True)
            except Exception:  # the next place may do
                log.exception("no library could be made in %s", place)
                continue
            said = error.text() if isinstance(error, DitoneError) else f"{type(error).__name__}: {error}."
            library.notes.insert(0, f"The library cannot be opened. {said} Takes are kept in {place} and moved into it later.")
            return library
        raise


def _by_id(library: Library, take_id: str, model_title: Callable[[Entry], str]) -> TakeEntry:
    entry = library.get(take_id)
    if entry is None:
        raise DitoneError("This take is not in the library any more.")
    return StoredTake(entry, model_title(entry)).load(library)


def _add(library: Library, entry: TakeEntry) -> Entry:
    return library.add(entry.take, entry.licence)


def _dragged(entries: list[AnyTake], library: Library | None, with_settings: bool) -> list[Path]:
    from ditone.gui.engine.drag_files import dragged_file

    paths = []
    for entry in entries:
        if isinstance(entry, TakeEntry):
            paths.append(dragged_file(entry, None, with_settings=with_settings))
        elif library is not None:
            paths.append(dragged_file(entry.load(library), None, with_settings=with_settings))
    return paths


def _store_comparison(library: Library, row: tuple[str, ...]) -> None:
    with library.index.writing() as db:
        db.execute("INSERT INTO comparisons (id, created_at, a, b, kind, result) VALUES (?, ?, ?, ?, ?, ?)", row)


def _nothing(_: object) -> None: ...
