"""What Ditone fetched into a model folder, written beside the files: repository, revision, checksums, and which files are whole.

With it a download goes on after a restart without asking the hub again what it was to hold, and a take can say which revision made it.
No token is ever part of it.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ditone.runtime import files as plain_files
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub.listing import HubFile, Listing
from ditone.runtime.hub.network import Hub
from ditone.runtime.json_reading import Node, load

NAME = ".ditone-model.json"
MOST_BYTES = 8 * 2**20
SCHEMA = 1


@dataclass(frozen=True)
class Record:
    """`whole`: name -> time of change (ns) of every file that has its name and its checksum. `entry`: its name in the catalogue."""

    repo_id: str
    revision: str
    files: tuple[HubFile, ...]
    hub: Hub = "huggingface"
    endpoint: str | None = None
    entry: str = ""
    licence: str = ""
    gated: bool = False
    whole: dict[str, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return all(file.name in self.whole for file in self.files)

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)

    def listing(self) -> Listing:
        """What was listed then, to go on with."""
        return Listing(self.repo_id, self.revision, self.files, self.endpoint, self.hub, self.gated, self.licence)

    def vouches_for(self, file: HubFile, path: Path) -> bool:
        """Whether a file on the disk is the one that was found whole, unchanged since."""
        mine = next((one for one in self.files if one.name == file.name), None)
        if mine != file:
            return False
        try:
            found = path.stat()
        except OSError:
            return False
        return found.st_size == file.size_bytes and found.st_mtime_ns == self.whole.get(file.name)

    def with_whole(self, file: HubFile, path: Path) -> Record:
        return replace(self, whole={**self.whole, file.name: path.stat().st_mtime_ns})


def of(wanted: Listing, entry: str = "", whole: dict[str, int] | None = None) -> Record:
    return Record(
        wanted.repo_id,
        wanted.commit,
        wanted.files,
        wanted.hub,
        wanted.endpoint,
        entry,
        wanted.licence,
        wanted.gated,
        dict(whole or {}),
    )


def read(folder: Path) -> Record | None:
    """The record in a folder; None where there is none, or none that can be read."""
    path = folder / NAME
    if not path.is_file():
        return None
    try:
        return _parsed(Node(load(path, most_bytes=MOST_BYTES, error=DitoneError), NAME, DitoneError))
    except DitoneError:
        return None


def _parsed(node: Node) -> Record:
    files = []
    for i, one in enumerate(node.data.get("files") or []):
        file = Node(one, f"{NAME}.files[{i}]", DitoneError)
        size = file.data.get("size_bytes")
        if not isinstance(size, int) or size < 0:
            raise DitoneError(f"{NAME} is damaged.")
        files.append(HubFile(file.text("name"), size, file.text("git_sha1", ""), file.text("sha256", "")))
    whole = node.data.get("whole")
    endpoint = node.data.get("endpoint")
    return Record(
        repo_id=node.text("repo_id"),
        revision=node.text("revision"),
        files=tuple(files),
        hub="modelscope" if node.data.get("hub") == "modelscope" else "huggingface",
        endpoint=endpoint if isinstance(endpoint, str) else None,
        entry=node.text("entry", ""),
        licence=node.text("licence", ""),
        gated=node.data.get("gated") is True,
        whole={name: at for name, at in whole.items() if isinstance(at, int)} if isinstance(whole, dict) else {},
    )


def write(folder: Path, record: Record) -> None:
    """Stores it in one step. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"schema": SCHEMA, **asdict(record)}
    plain_files.write_bytes(folder / NAME, (json.dumps(data, indent=1) + "\n").encode())


def remove(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        (folder / NAME).unlink()


def provenance(folder: Path) -> str:
    """ "OWNER/NAME@revision" of a folder whose files are as they were fetched; from a hub's cache, by its layout; else ""."""
    record = read(folder)
    if record is not None:
        same = all(record.vouches_for(file, folder / file.name) for file in record.files)
        return f"{record.repo_id}@{record.revision}" if record.files and same else ""
    try:
        path = folder.resolve()
    except OSError:
        return ""
    for part in (folder.absolute(), path):
        if part.parent.name == "snapshots" and part.parent.parent.name.startswith("models--"):
            return f"{part.parent.parent.name.removeprefix('models--').replace('--', '/', 1)}@{part.name}"
    return ""
