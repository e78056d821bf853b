"""The library: takes are written the moment they are finished, and found again.

The audio file is the truth and carries everything; the index is made from the files and can be thrown away. A take is listed only after
its file is complete under its final name. When the library's disk is full or cannot be written, the take goes to a rescue folder and is
brought home by the next start; when that fails too, the caller keeps it in memory and is told so. Whatever else lies among the takes,
or in place of the index, stops nothing: it is left out or set aside, and named.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ditone.runtime import files as whole_files
from ditone.runtime import folders
from ditone.runtime.audio import reading
from ditone.runtime.errors import DitoneError
from ditone.runtime.library import files, opening, rescue
from ditone.runtime.library.entry import Entry, Marks, NotATake, moment
from ditone.runtime.library.index import Index, is_damage
from ditone.runtime.library.opening import INDEX_NAME, MEMORY
from ditone.runtime.printable import printable
from ditone.runtime.take import Audio, Take

__all__ = ["INDEX_NAME", "KEEP_DELETED", "Library", "default_folder"]
log = logging.getLogger("ditone.library")
KEEP_DELETED = timedelta(days=30)
NAMED_STRAYS = 5  # in one sentence; the others are counted
COPY_BYTES = 1 << 20
T = TypeVar("T")


def default_folder() -> Path:
    """The user's library: $DITONE_LIBRARY, or the platform's folder for application data."""
    return folders.library()


class Library:
    """Opens (and if need be makes) a library folder. `notes` holds sentences about what was found wrong and mended.

    `can_store` is False after a take could be kept neither here nor in a rescue folder.
    """

    def __init__(
        self, root: Path, rescue: Path | None = None, *, beside_newer: bool = False, chosen: Iterable[Path] = ()
    ) -> None:
        """Raises DitoneError for the index of a newer Ditone, unless `beside_newer`: then an own one is kept beside it.

        `rescue` names the only rescue folder; else there are the user's own. `chosen`: folders that the user chose as rescue folders.
        """
        self._chosen = list(chosen)
        self.root = root
        self._rescue = rescue
        self.rescue = rescue or folders.rescue()
        self.notes: list[str] = []
        self.writable = True
        self.can_store = True
        try:
            folders.make_private(root)
            folders.make_private(root / "takes")
            writable_probe(root)
        except OSError as error:
            self.writable = False
            self.notes.append(
                f"The library folder {root} cannot be written ({error.strerror or error}); new takes go to {self.rescue}."
            )
        self.index = opening.open_index(root, self.notes, beside_newer) if self.writable else Index(MEMORY)
        for mending in (self._sweep, self._bring_home, self.reconcile, self.purge):
            try:
                mending()
            except (OSError, sqlite3.Error, DitoneError) as error:  # the next start tries again; takes are kept meanwhile
                log.exception("the library could not be put in order")
                self.notes.append(f"The library could not be put in order ({printable(error, 200)}). Takes are kept as ever.")

    def _sweep(self) -> None:
        if self.writable:
            files.sweep(self.root)

    def _indexed(self, work: Callable[[], T]) -> T:
        """What `work` gives; when the index turns out to be damaged it is rebuilt first. Raises DitoneError where it cannot be used."""
        try:
            try:
                return work()
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                self.notes.append(opening.mend(self.index, self.root))
                self.reconcile()
                return work()
        except sqlite3.Error as error:
            raise DitoneError(
                f"The index of the library cannot be used now: {error}.",
                "Your takes are files and are not touched by it.",
                ("Try again.",),
            ) from error

    # -- keeping ----------------------------------------------------------------------------------------------------------------

    def add(self, take: Take, licence: str = "") -> Entry:
        """Stores a finished take. Raises DitoneError only when neither the library nor the rescue folder could hold it."""
        try:
            path, facts = files.write_take(self.root, take, licence)
        except DitoneError as first:
            path, facts = self._rescued(take, licence, first)
        self.can_store = True
        entry = files.entry_of(take, path, facts)
        self._put([entry])
        if take.model_files and not facts["model_files"]:  # they became known while the file was written
            entry = self._with_model_files(entry, dict(take.model_files))
        return entry

    def _rescued(self, take: Take, licence: str, first: DitoneError) -> tuple[Path, dict[str, object]]:
        """Stores a take in the first rescue folder that takes it. Raises DitoneError when there is none."""
        last = first
        for place in self._rescue_places():
            try:
                found = files.write_take(place, take, licence)
            except DitoneError as error:
                last = error
                continue
            self.notes.append(f"{first.message} The take was kept in {place} and will be moved into the library.")
            return found
        self.can_store = False
        raise DitoneError(
            f"The take could not be kept. {first.message}", f"Nor in a rescue folder: {last.message}", first.actions
        ) from last

    def keep_in(self, folder: Path) -> None:
        """From now on, what the library cannot hold goes to `folder` first; a later start that is given it as `chosen` brings it home."""
        self._chosen.append(folder)

    def _rescue_places(self) -> Iterator[Path]:
        yield from reversed(self._chosen)
        yield from [self._rescue] if self._rescue is not None else rescue.places()

    def _rescued_takes(self) -> list[Path]:
        places = [*self._chosen, *([self._rescue] if self._rescue is not None else rescue.filled())]
        return [path for place in dict.fromkeys(places) for path in rescue.takes(place)]

    def fill_model_files(
        self, model: str, checksums: dict[str, str], since: str, stopped: Callable[[], bool] = lambda: False
    ) -> int:
        """Writes a model's checksums into its takes that lack them and were made after `since`, the model's last change.

        Returns how many. A take whose file cannot be written stays as it is.
        """
        count = 0
        for entry in self._indexed(lambda: self.index.lacking_model_files(model, since)):
            if stopped():
                break
            count += self._with_model_files(entry, checksums).facts["model_files"] == checksums
        return count

    def _with_model_files(self, entry: Entry, checksums: dict[str, str]) -> Entry:
        try:
            changed = files.write_facts(entry, {**entry.facts, "model_files": checksums})
        except DitoneError:
            return entry
        self._put([dataclasses.replace(changed, marks=files.read_marks(entry.path))])
        return changed

    def _put(self, entries: list[Entry]) -> None:
        """Lists entries; a failing index is only a note, since it is rebuilt from the files."""
        try:
            self._indexed(lambda: self.index.put(entries))
        except DitoneError as error:
            self.notes.append(
                f"The index of the library could not be updated ({error.message.rstrip('.')}); it will be at the next start."
            )

    def audio(self, entry: Entry) -> tuple[Audio, int]:
        """Samples (frames, channels) and rate of a take. Raises DitoneError when its file is gone or damaged."""
        return reading.read(entry.path)

    def trace(self, entry: Entry) -> NDArray[np.float16] | None:
        """The clean estimates (steps, frames, channels) of a take that was made with a step trace."""
        return files.read_trace(entry.path)

    # -- finding ----------------------------------------------------------------------------------------------------------------

    def search(
        self, text: str = "", *, starred: bool = False, family: str | None = None, variant: str | None = None, limit: int = 500
    ) -> list[Entry]:
        """Takes whose prompt, model, solver, seed, tags or date have words beginning with the words of `text`; newest first."""
        return self._indexed(lambda: self.index.search(text, starred=starred, family=family, variant=variant, limit=limit))

    def get(self, take_id: str) -> Entry | None:
        return self._indexed(lambda: self.index.get(take_id))

    def count(self) -> int:
        return self._indexed(self.index.count)

    def strays(self) -> dict[str, str]:
        """Files among the takes that are none, and why; they are left where they are."""
        return {path: reason for path, (_, _, reason) in self._indexed(self.index.strays).items()}

    # -- changing ---------------------------------------------------------------------------------------------------------------

    def mark(
        self, take_id: str, *, starred: bool | None = None, tags: Iterable[str] | None = None, title: str | None = None
    ) -> Entry:
        """Changes star, tags or title. Raises DitoneError for a take that is not there or a folder that cannot be written."""
        entry = self._known(take_id)
        changes: dict[str, object] = {}
        if starred is not None:
            changes["starred"] = starred
        if tags is not None:
            changes["tags"] = tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
        if title is not None:
            changes["title"] = title.strip()
        return self._marked(entry, dataclasses.replace(entry.marks, **changes))  # type: ignore[arg-type]

    def delete(self, ids: Iterable[str]) -> list[str]:
        """Hides takes; `undelete` with the returned ids brings them back. Files go after KEEP_DELETED."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return [self._marked(self._known(i), dataclasses.replace(self._known(i).marks, deleted_at=now)).id for i in ids]

    def undelete(self, ids: Iterable[str]) -> None:
        """Brings hidden takes back. Raises DitoneError, when the others are back, where some were removed for good meanwhile."""
        entries = [self.get(take_id) for take_id in ids]
        for entry in entries:
            if entry is not None:
                self._marked(entry, dataclasses.replace(entry.marks, deleted_at=None))
        gone = entries.count(None)
        if gone:
            raise DitoneError(f"Removed from the library for good, and not to be brought back: {gone} of the takes.")

    def deleted(self) -> list[Entry]:
        """Takes that are hidden and not yet removed."""
        return self._indexed(lambda: self.index.search("", deleted=True, limit=1_000_000))

    def deleted_bytes(self) -> tuple[int, int]:
        """(bytes on the disk, takes) of what is hidden and not yet removed."""
        entries = self.deleted()
        return sum(files.size_of(entry.path) for entry in entries), len(entries)

    def purge(self, older_than: timedelta = KEEP_DELETED) -> int:
        """Removes the files of takes that were deleted longer ago. Returns how many."""
        limit = datetime.now(UTC) - older_than
        gone = []
        for entry in self.deleted():
            when = moment(files.read_marks(entry.path).deleted_at)  # the file's word: the index may be older
            if when is not None and when <= limit:
                gone.append(entry)
                files.remove_take(entry.path)
        self._indexed(lambda: self.index.forget(entry.id for entry in gone))
        return len(gone)

    def empty_deleted(self) -> int:
        """Removes everything that is hidden, now and for good. Returns how many takes."""
        return self.purge(timedelta(days=-1))

    def _known(self, take_id: str) -> Entry:
        entry = self.get(take_id)
        if entry is None:
            raise DitoneError("This take is not in the library any more.")
        return entry

    def _marked(self, entry: Entry, marks: Marks) -> Entry:
        try:
            files.write_marks(entry.path, marks)
        except OSError as error:
            raise DitoneError(f"The change could not be stored: {error.strerror or error}.") from error
        changed = dataclasses.replace(entry, marks=marks)
        self._put([changed])
        return changed

    # -- mending ----------------------------------------------------------------------------------------------------------------

    def reconcile(self, progress: Callable[[int], None] = lambda count: None) -> int:
        """Lists files that the index does not know and forgets rows without a file. Returns how many rows changed.

        What is no whole take is left alone, named in `notes`, and not read again until it changes.
        """
        known, before = self.index.paths(), self.index.strays()
        on_disk = {path.name.removesuffix(files.SUFFIX): path for path in files.stored(self.root)}
        rescued = {path.name.removesuffix(files.SUFFIX) for path in self._rescued_takes()}
        new: list[Entry] = []
        strays: dict[str, tuple[int, int, str]] = {}
        for take_id, path in on_disk.items():
            if take_id in known:
                if known[take_id] != path:
                    self.index.move(take_id, path)
                continue
            shown = printable(path.relative_to(self.root))
            state = _state(path)
            if shown in before and before[shown][:2] == state:
                strays[shown] = before[shown]
                continue
            try:
                new.append(files.read_entry(path))
                progress(len(new))
            except NotATake as error:
                strays[shown] = (*state, printable(error, 200))
        lost = [take_id for take_id in known if take_id not in on_disk and take_id not in rescued]
        if strays != before:
            self.index.set_strays(strays)
        if any(shown not in before for shown in strays):
            self.notes.append(_named(strays))
        if new:
            self.index.put(new)
        if lost:
            self.index.forget(lost)
        return len(new) + len(lost)

    def rebuild(self) -> int:
        """Makes the index anew from the audio files. Returns how many takes it lists."""
        self.index.forget(self.index.ids())
        self.reconcile()
        return self.count()

    def _bring_home(self) -> None:
        """Moves rescued takes into the library: copied first, so that a crash in between leaves one of the two."""
        if not self.writable:
            return
        home = []
        for path in self._rescued_takes():
            target = self.root / "takes" / path.parent.name / path.name
            if target.resolve() == path.resolve():  # a library that lies in a rescue folder itself
                continue
            try:
                folders.make_private(target.parent)
                for beside in (_itself, files.marks_path, files.trace_path):
                    if os.path.lexists(beside(path)):
                        _copy(beside(path), beside(target))
            except (OSError, DitoneError):
                continue
            home.append(path.name.removesuffix(files.SUFFIX))
            files.remove_take(path)
        self.index.forget(home)

    def close(self) -> None:
        self.index.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def writable_probe(folder: Path) -> None:
    """Raises OSError when nothing can be written there; permission bits alone do not tell."""
    temporary, file = whole_files.temporary_beside(folder / "probe")
    file.close()
    temporary.unlink()


def _copy(source: Path, target: Path) -> None:
    with whole_files.open_regular(source) as old, whole_files.written(target, mode=whole_files.PRIVATE) as new:
        while block := old.read(COPY_BYTES):
            new.write(block)


def _itself(path: Path) -> Path:
    return path


def _state(path: Path) -> tuple[int, int]:
    """Size and time of change, by which a file is known to be as it was; of the file that a link leads to."""
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_size, found.st_mtime_ns
    return 0, 0


def _named(strays: dict[str, tuple[int, int, str]]) -> str:
    told = [f"{path} ({reason})" for path, (_, _, reason) in strays.items()]
    more = f" and {len(told) - NAMED_STRAYS} more" if len(told) > NAMED_STRAYS else ""
    are = (
        "1 file among the takes is none and was left alone"
        if len(told) == 1
        else f"{len(told)} files among the takes are none and were left alone"
    )
    return f"{are}: {'; '.join(told[:NAMED_STRAYS])}{more}."
