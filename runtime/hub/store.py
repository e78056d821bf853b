"""Where models are kept: one folder, which can be moved; models that were fetched elsewhere; and those of other programs used in place.

`models.json` in the user's data folder remembers what cannot be seen in the models folder itself. Nothing of another program is ever
changed: what is used in place can only be forgotten.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ditone.runtime import files as plain_files
from ditone.runtime import folders
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import download, record
from ditone.runtime.hub.record import Record
from ditone.runtime.json_reading import Node

FOLDER_VARIABLE = folders.MODELS
STATE = "models.json"
UPDATE = ".update-"


@dataclass(frozen=True)
class State:
    """folder: chosen models folder, "" for the usual one; former: where it was before; elsewhere: fetched with --to; in_place: found."""

    folder: str = ""
    former: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    in_place: tuple[str, ...] = ()


@dataclass(frozen=True)
class Installed:
    """One model here. `record` is None for what another program keeps; `in_place`: never changed by Ditone."""

    name: str
    folder: Path
    record: Record | None
    in_place: bool = False

    @property
    def complete(self) -> bool:
        return self.record is None or self.record.complete

    @property
    def size_bytes(self) -> int:
        return sum(_size(path) for path in own_files(self.folder, self.record)) if self.record else _tree_size(self.folder)


def models_folder() -> Path:
    """$DITONE_MODELS, the chosen one, or `models` beside the library."""
    return folders.models(read_state().folder)


def target(repo_id: str) -> Path:
    """Where a repository goes: OWNER/NAME below the models folder; its own name tells variants apart that nothing else does."""
    owner, _, name = repo_id.partition("/")
    return models_folder() / _safe(owner) / _safe(name or owner)


def _safe(name: str) -> str:
    plain = plain_files.plain_name(name)
    if plain is None or plain.startswith(".") or plain_files.is_reserved(plain):
        raise DitoneError(f'"{name}" cannot be the name of a folder.')
    return plain


# -- what is remembered ------------------------------------------------------------------------------------------------------


def read_state() -> State:
    path = folders.data() / STATE
    if not path.is_file():
        return State()
    try:
        data = Node.load(path, error=DitoneError).data
    except DitoneError:
        return State()

    def texts(key: str) -> tuple[str, ...]:
        value = data.get(key)
        return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()

    folder = data.get("folder")
    return State(folder if isinstance(folder, str) else "", texts("former"), texts("elsewhere"), texts("in_place"))


def write_state(state: State) -> None:
    """Raises DitoneError where it cannot be stored."""
    path = folders.data() / STATE
    data = {key: value for key, value in vars(state).items() if value}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        plain_files.write_bytes(path, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise DitoneError(f"{path} cannot be written: {error.strerror or error}.") from error


def remember(folder: Path, in_place: bool = False) -> None:
    """Lists a folder that lies outside the models folder."""
    state, path = read_state(), str(folder.absolute())
    if is_below(folder, models_folder()) and not in_place:
        return
    known = state.in_place if in_place else state.elsewhere
    if path not in known:
        write_state(replace(state, **{"in_place" if in_place else "elsewhere": (*known, path)}))  # type: ignore[arg-type]


def forget(folder: Path) -> None:
    """Takes a folder off the lists; nothing in it is touched."""
    state, path = read_state(), str(folder.absolute())
    gone = replace(
        state,
        elsewhere=tuple(one for one in state.elsewhere if one != path),
        in_place=tuple(one for one in state.in_place if one != path),
    )
    if gone != state:
        write_state(gone)


# -- what is here --------------------------------------------------------------------------------------------------------------


def installed(whole: bool = True) -> list[Installed]:
    """Models that are here, by name; `whole` leaves unfinished downloads out."""
    state, root = read_state(), models_folder()
    found: dict[Path, Installed] = {}
    below = (*_folders(root), *(inner for owner in _folders(root) for inner in _folders(owner)))
    for path in (*below, *(Path(one) for one in state.elsewhere)):
        kept = record.read(path)
        if kept is not None:
            found[path] = Installed(kept.entry or kept.repo_id, path, kept)
    for path in (Path(one) for one in state.in_place):
        if path.is_dir() and path not in found:
            found[path] = Installed(_name_in_place(path), path, record.read(path), in_place=True)
    return sorted((one for one in found.values() if one.complete or not whole), key=lambda one: one.name)


def unfinished() -> list[Installed]:
    """Downloads that were begun here and are not whole."""
    return [one for one in installed(whole=False) if not one.complete]


def folder_named(name: str) -> Path | None:
    """The folder of a model that is here, by its name in the catalogue, its repository, or that repository's own name."""
    wanted = name.lower()
    for one in installed():
        repo_id = one.record.repo_id if one.record else ""
        names = {one.name, one.folder.name, repo_id, repo_id.rpartition("/")[2]}
        if wanted in {word.lower() for word in names}:
            return one.folder
    return None


def moved(path: Path) -> Path | None:
    """Where a model is now whose folder was below an earlier models folder."""
    for former in read_state().former:
        with contextlib.suppress(ValueError):
            now = models_folder() / path.relative_to(former)
            if now.is_dir():
                return now
    return None


def _folders(root: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from sorted(path for path in root.iterdir() if path.is_dir() and not path.name.startswith("."))


def _name_in_place(path: Path) -> str:
    known = record.provenance(path)
    return known.partition("@")[0] or path.name


def is_below(path: Path, root: Path) -> bool:
    return root.absolute() in path.absolute().parents


def own_files(folder: Path, kept: Record | None) -> list[Path]:
    """Files that were fetched, their unfinished parts, copies that were made of them, and the record."""
    if kept is None:
        return []
    found = [folder / record.NAME]
    for file in kept.files:
        path = folder / file.name
        copies = [path.with_suffix(".safetensors")] if path.suffix in (".pt", ".pth", ".bin") else []
        found += [path, *copies, *path.parent.glob(f"{path.name}.*{download.PART}")]
    found += [path for stage in folder.glob(f"{UPDATE}*") for path in stage.rglob("*")]
    return list(dict.fromkeys(path for path in found if path.is_file()))


def delete(folder: Path, kept: Record) -> None:
    with download.disk(folder):
        for path in own_files(folder, kept):
            path.unlink(missing_ok=True)
    prune(folder)


def prune(folder: Path) -> None:
    """Deletes folders that hold nothing: in this one, itself, and above it up to the models folder."""
    for path in (*sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True), folder):
        with contextlib.suppress(OSError):  # it holds something, or is not there
            path.rmdir()
    root = models_folder().absolute()
    for parent in folder.absolute().parents:
        if root not in parent.parents:
            return
        with contextlib.suppress(OSError):
            parent.rmdir()


def _size(path: Path) -> int:
    return download.size_of(path)


def _tree_size(folder: Path) -> int:
    return sum(_size(path) for path in folder.rglob("*") if path.is_file())
