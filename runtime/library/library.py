"""The library: takes are written the moment they are finished, and found again.

The audio file is the truth and carries everything; the index is made from the files and can be thrown away. A take is listed only after
its file is complete under its final name. When the library's disk is full or cannot be written, the take goes to a rescue folder and is
brought home by the next start; when that fails too, the caller keeps it in memory and is told so.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from ditone.runtime.audio import reading
from ditone.runtime.errors import DitoneError
from ditone.runtime.library import files
from ditone.runtime.library.entry import Entry, Marks
from ditone.runtime.library.index import Index, NewerIndex
from ditone.runtime.take import Audio, Take

FOLDER_VARIABLE = "DITONE_LIBRARY"
KEEP_DELETED = timedelta(days=30)
INDEX_NAME = "index.sqlite3"
NOT_DAMAGED = {  # what keeps an index that is in order from being opened
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL,
}  # fmt: skip


def default_folder() -> Path:
    """The user's library: $DITONE_LIBRARY, or the platform's folder for application data."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else Path(platformdirs.user_data_dir("ditone", appauthor=False)) / "library"


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without its details, which stand in the upper bytes."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def rescue_folder() -> Path:
    return Path(tempfile.gettempdir()) / "ditone-rescue"


class Library:
    """Opens (and if need be makes) a library folder. `notes` holds sentences about what was found wrong and mended."""

    def __init__(self, root: Path, rescue: Path | None = None) -> None:
        """Raises DitoneError when the folder can be neither made nor read."""
        self.root = root
        self.rescue = rescue or rescue_folder()
        self.notes: list[str] = []
        self.writable = True
        try:
            (root / "takes").mkdir(parents=True, exist_ok=True)
            writable_probe(root)
        except OSError as error:
            self.writable = False
            self.notes.append(
                f"The library folder {root} cannot be written ({error.strerror or error}); new takes go to {self.rescue}."
            )
        self.index = self._open_index()
        if self.writable:
            files.sweep(root)
            self._bring_home()
        self.reconcile()

    def _open_index(self) -> Index:
        if not self.writable:
            return Index(Path(":memory:"))
        path = self.root / INDEX_NAME
        try:
            return Index(path)
        except NewerIndex as error:
            raise DitoneError(
                f"The library in {self.root} was written by a newer Ditone.",
                str(error) + ".",
                ("Update Ditone, or choose another folder.",),
            ) from error
        except sqlite3.DatabaseError as error:
            if primary_code(error) in NOT_DAMAGED:  # moving the file away would take it from the process that has it open
                self.notes.append(
                    f"The index of the library cannot be used now ({error}); "
                    "until the next start it is kept in memory, and so is the queue. Takes are kept as ever."
                )
                return Index(Path(":memory:"))
            aside = path.with_name(f"{INDEX_NAME}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}")
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    Path(f"{path}{suffix}").replace(f"{aside}{suffix}")
            self.notes.append("The index of the library was damaged; it was rebuilt from the takes.")
            return Index(path)

    # -- keeping ----------------------------------------------------------------------------------------------------------------

    def add(self, take: Take, licence: str = "") -> Entry:
        """Stores a finished take. Raises DitoneError only when neither the library nor the rescue folder could hold it."""
        try:
            path, facts = files.write_take(self.root, take, licence)
        except DitoneError as first:
            try:
                path, facts = files.write_take(self.rescue, take, licence)
            except DitoneError as second:
                raise DitoneError(
                    f"The take could not be kept. {first.message}", f"Nor in {self.rescue}: {second.message}", first.actions
                ) from second
            self.notes.append(f"{first.message} The take was kept in {self.rescue} and will be moved into the library.")
        entry = files.entry_of(take, path, facts)
        self._put([entry])
        if take.model_files and not facts["model_files"]:  # they became known while the file was written
            entry = self._with_model_files(entry, dict(take.model_files))
        return entry

    def fill_model_files(
        self, model: str, checksums: dict[str, str], since: str, stopped: Callable[[], bool] = lambda: False
    ) -> int:
        """Writes a model's checksums into its takes that lack them and were made after `since`, the model's last change.

        Returns how many. A take whose file cannot be written stays as it is.
        """
        count = 0
        for entry in self.index.lacking_model_files(model, since):
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
            self.index.put(entries)
        except sqlite3.Error as error:
            self.notes.append(f"The index of the library could not be updated ({error}); it will be at the next start.")

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
        return self.index.search(text, starred=starred, family=family, variant=variant, limit=limit)

    def get(self, take_id: str) -> Entry | None:
        return self.index.get(take_id)

    def count(self) -> int:
        return self.index.count()

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
        for take_id in ids:
            entry = self._known(take_id)
            self._marked(entry, dataclasses.replace(entry.marks, deleted_at=None))

    def purge(self, older_than: timedelta = KEEP_DELETED) -> int:
        """Removes the files of takes that were deleted longer ago. Returns how many."""
        limit = (datetime.now(UTC) - older_than).isoformat(timespec="seconds")
        gone = [e for e in self.index.search("", deleted=True, limit=1_000_000) if (e.marks.deleted_at or "") <= limit]
        for entry in gone:
            files.remove_take(entry.path)
        self.index.forget(entry.id for entry in gone)
        return len(gone)

    def _known(self, take_id: str) -> Entry:
        entry = self.index.get(take_id)
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
        """Lists files that the index does not know and forgets rows without a file. Returns how many rows changed."""
        known = self.index.ids()
        on_disk = {path.name.removesuffix(files.SUFFIX): path for path in files.stored(self.root)}
        new: list[Entry] = []
        for take_id, path in on_disk.items():
            if take_id not in known:
                entry = files.read_entry(path)
                if entry is not None:
                    new.append(entry)
                    progress(len(new))
        rescued = {path.name.removesuffix(files.SUFFIX) for path in files.stored(self.rescue)}
        lost = [take_id for take_id in known if take_id not in on_disk and take_id not in rescued]
        if new:
            self._put(new)
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
        for path in files.stored(self.rescue):
            target = self.root / "takes" / path.parent.name / path.name
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                part = target.with_name(f".{target.name}.{os.getpid()}.part")
                shutil.copyfile(path, part)
                part.replace(target)
                for beside in (files.marks_path, files.trace_path):
                    if beside(path).exists():
                        shutil.copyfile(beside(path), beside(target))
            except OSError:
                continue
            self.index.forget([path.name.removesuffix(files.SUFFIX)])
            files.remove_take(path)

    def close(self) -> None:
        self.index.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def writable_probe(folder: Path) -> None:
    """Raises OSError when nothing can be written there; permission bits alone do not tell."""
    with tempfile.TemporaryFile(dir=folder):
        pass
