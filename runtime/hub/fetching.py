"""Fetches a model into a folder of its own, goes on with it after any end, and replaces a whole model by a newer revision at once."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import download, record
from ditone.runtime.hub.download_task import DownloadTask
from ditone.runtime.hub.listing import Listing
from ditone.runtime.hub.locks import locked
from ditone.runtime.hub.record import Record
from ditone.runtime.hub.store import UPDATE, delete, forget, installed, remember


def fetch(wanted: Listing, folder: Path, work: DownloadTask | None = None, *, token: str | None = None, entry: str = "") -> None:
    """Fetches a listing into a folder of its own, or goes on with it. A whole model of another revision is replaced at the end only.

    Raises DitoneError for a folder that holds something else, and as `download.download` does.
    """
    work = work or DownloadTask()
    with locked(folder):
        finish_update(folder)
        kept = record.read(folder)
        if kept is None:
            _require_free(folder, wanted)
        elif kept.repo_id != wanted.repo_id:
            raise DitoneError(f"{folder} holds {kept.repo_id}, not {wanted.repo_id}.", actions=("Choose another folder.",))
        if kept is not None and kept.complete and kept.revision != wanted.commit:
            _update(kept, wanted, folder, work, token)
        else:
            _into(wanted, folder, work, token, entry or (kept.entry if kept else ""), kept)
    remember(folder)


def resume(folder: Path, work: DownloadTask | None = None, *, token: str | None = None) -> None:
    """Goes on with what was begun in a folder, as it was listed then. Raises DitoneError where nothing was begun."""
    kept = record.read(folder)
    if kept is None:
        raise DitoneError(f"Nothing was begun in {folder}.")
    fetch(kept.listing(), folder, work, token=token, entry=kept.entry)


def clean(folder: Path) -> None:
    """Deletes what has come of an unfinished download; files that are not of it stay."""
    kept = record.read(folder)
    if kept is None:
        return
    with locked(folder):
        delete(folder, kept)
    forget(folder)


def _require_free(folder: Path, wanted: Listing) -> None:
    """Raises DitoneError when the folder holds files that the download would replace."""
    names = {file.name for file in wanted.files}
    there = [name for name in sorted(names) if (folder / name).exists()]
    sizes = {file.name: file.size_bytes for file in wanted.files}
    other = [name for name in there if download.size_of(folder / name) != sizes[name]]
    if other:
        raise DitoneError(
            f"{folder} already holds another {other[0]}.",
            "It was not fetched by Ditone, and is not replaced.",
            ("Choose another folder.",),
        )


def _into(wanted: Listing, folder: Path, work: DownloadTask, token: str | None, entry: str, kept: Record | None) -> None:
    same = kept is not None and kept.revision == wanted.commit
    state = record.of(wanted, entry, kept.whole if kept is not None and same else None)
    before = kept if same else None
    with download.disk(folder):
        record.write(folder, state)

    def on_whole(file: download.HubFile, path: Path) -> None:
        nonlocal state
        state = state.with_whole(file, path)
        record.write(folder, state)

    def known(file: download.HubFile, path: Path) -> bool:
        return before is not None and before.vouches_for(file, path)

    download.download(wanted, folder, work, token=token, known_whole=known, on_whole=on_whole)
    if kept is not None and not same:
        _drop(folder, kept, {file.name for file in wanted.files})


def _update(kept: Record, wanted: Listing, folder: Path, work: DownloadTask, token: str | None) -> None:
    """Fetches the files that differ beside the old ones, then puts all in their places at once."""
    same = {file.name for file in wanted.files if file in kept.files and kept.vouches_for(file, folder / file.name)}
    changed = replace(wanted, files=tuple(file for file in wanted.files if file.name not in same))
    stage = folder / f"{UPDATE}{wanted.commit[:8]}"
    download.download(changed, stage, work, token=token)
    whole = {name: at for name, at in kept.whole.items() if name in same}
    state = record.of(wanted, kept.entry, whole)
    for file in changed.files:
        state = state.with_whole(file, stage / file.name)
    work.check()
    record.write(stage, state)  # from here on it is finished, now or after a restart
    finish_update(folder)


def finish_updates() -> None:
    """Does that for every model, at the start of a program."""
    for one in installed():
        if any(one.folder.glob(f"{UPDATE}*")) and not one.in_place:
            with locked(one.folder):
                finish_update(one.folder)


def finish_update(folder: Path) -> None:
    """Puts a new revision in place that was whole when the program ended. Raises DitoneError where a file is in use."""
    for stage in sorted(folder.glob(f"{UPDATE}*")):
        state = record.read(stage)
        if state is None:
            continue
        before = record.read(folder)
        with download.disk(folder):
            for file in state.files:
                new = stage / file.name
                if new.exists():
                    (folder / file.name).parent.mkdir(parents=True, exist_ok=True)
                    new.replace(folder / file.name)
            record.write(folder, state)
            if before is not None:
                _drop(folder, before, {file.name for file in state.files})
            shutil.rmtree(stage, ignore_errors=True)


def _drop(folder: Path, before: Record, still: set[str]) -> None:
    """Deletes files of an older revision that the newer one has no more."""
    download.clean(folder, [file.name for file in before.files if file.name not in still])
