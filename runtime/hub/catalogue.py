"""What can be fetched: the published repositories, as data that the families bring. Nothing here asks a network.

A family's entries lie in `assets/catalogue/<family>.json`; `assets/catalogue/README.md` says what every key means and how its figures
were come by. `tests/runtime/hub/test_catalogue.py` checks the form, `tests/models/test_catalogue.py` the figures.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.hub.listing import HubFile, Listing, chosen
from ditone.runtime.hub.network import Hub, Refused, endpoint_of, host_of
from ditone.runtime.json_reading import Node

Makes = Literal["effects", "music", "speech"]
MAKES: tuple[Makes, ...] = ("effects", "music", "speech")
HUBS: tuple[Hub, ...] = ("huggingface", "modelscope")


@dataclass(frozen=True)
class EntryFile:
    """One file that is needed. `about`: the size is not known to the byte. `optional`: fetched where the repository has it."""

    name: str
    size_bytes: int
    role: str
    about: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Extra:
    """A file that is fetched only when it is asked for, with what it is good for. size_bytes 0: not known before the hub tells."""

    name: str
    size_bytes: int
    why: str


@dataclass(frozen=True)
class Source:
    """A repository on a hub. `revision`: the one that the figures come from, where it is known; the present one is fetched."""

    repo_id: str
    hub: Hub = "huggingface"
    revision: str = ""

    @property
    def host(self) -> str:
        return host_of(endpoint_of(self.hub))

    @property
    def page(self) -> str:
        """Where a person reads about it, on the hub itself or the mirror that is in use."""
        return f"{endpoint_of(self.hub)}/{'models/' if self.hub == 'modelscope' else ''}{self.repo_id}"


@dataclass(frozen=True)
class Licence:
    """`line` is the licence in one plain sentence; `url` where its text is."""

    name: str
    line: str
    url: str


@dataclass(frozen=True)
class Entry:
    """One published model. `sources`: the first is the usual one, the others alternatives. gated: None where reports differ.

    memory_mib: precision -> peak of a take of 10 s, weights included. tflop: arithmetic of that take in 10^12 operations;
    streamed_parameters: how many times 10^9 weights are read from memory for it one token at a time, where memory sets the pace.
    """

    name: str
    family: str
    variant: str
    title: str
    makes: tuple[Makes, ...]
    about: str
    languages: tuple[str, ...]
    sources: tuple[Source, ...]
    licence: Licence
    gated: bool | None
    files: tuple[EntryFile, ...]
    extras: tuple[Extra, ...]
    parameters: Mapping[str, int]
    memory_mib: Mapping[str, float]
    tflop: float
    streamed_parameters: float
    example_prompt: str
    whole_repository_bytes: int = 0

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)

    @property
    def size_is_exact(self) -> bool:
        """Whether only small files are known roughly."""
        rough = sum(file.size_bytes for file in self.files if file.about)
        return rough < 0.02 * self.size_bytes

    @property
    def source(self) -> Source:
        return self.sources[0]

    def wanted(self, extras: Iterable[str] = ()) -> tuple[str, ...]:
        """Names of the files to fetch, large ones last, so that a folder without them is not taken for a whole one."""
        ordered = sorted(self.files, key=lambda file: file.size_bytes)
        return (*(file.name for file in ordered), *extras)

    def checked(self, found: Listing) -> Listing:
        """A listing with all that is needed. Raises Refused naming what the repository lacks."""
        names = {file.name for file in found.files}
        for file in self.files:
            if not file.optional and file.name not in names:
                raise Refused(
                    f"{found.repo_id} on {found.host} has no file {file.name} any more, which is the {file.role}.",
                    "The repository was changed; this version of Ditone does not know its new form.",
                    ("Look for a newer Ditone.",),
                    reason="missing",
                )
        return found

    def extra(self, name: str) -> Extra:
        """An extra by its name. Raises BadRequest with the nearest."""
        for one in self.extras:
            if one.name == name:
                return one
        known = [one.name for one in self.extras]
        raise BadRequest(
            f'{self.title} has no file "{name}" to be fetched besides.', nearest(name, known) if known else "It has none."
        )


def read(path: Path) -> list[Entry]:
    """The entries in one file. Raises DitoneError with the key at fault."""
    node = Node.load(path, error=DitoneError)
    licences = node.node("licences")
    entries = node.data.get("entries")
    if not isinstance(entries, list):
        raise DitoneError(f"{path.name}.entries is missing; a list was expected.")
    return [
        _entry(Node(one, f"{path.name}.entries[{i}]", DitoneError), node.text("family"), licences, node)
        for i, one in enumerate(entries)
    ]


def _entry(node: Node, family: str, licences: Node, top: Node) -> Entry:
    gated = node.data.get("gated")
    if gated not in (True, False, None):
        raise DitoneError(f"{node.where}.gated must be true, false or null.")
    shared: list[Any] = []
    for name in node.data.get("shared_files", []):
        shared += top.node("shared_files").data[name]
    terms = licences.node(node.text("licence"))
    return Entry(
        name=node.text("name"),
        family=family,
        variant=node.text("variant"),
        title=node.text("title"),
        makes=tuple(_known(node, word, MAKES, "makes") for word in node.data["makes"]),
        about=node.text("about"),
        languages=tuple(str(word) for word in node.data["languages"]),
        sources=tuple(_source(Node(one, f"{node.where}.sources", DitoneError)) for one in node.data["sources"]),
        licence=Licence(terms.text("name"), terms.text("line"), terms.text("url")),
        gated=gated,
        files=tuple(_file(Node(one, f"{node.where}.files", DitoneError)) for one in [*shared, *node.data["files"]]),
        extras=tuple(_extra(Node(one, f"{node.where}.extras", DitoneError)) for one in node.data.get("extras", [])),
        parameters={str(part): int(count) for part, count in node.node("parameters").data.items()},
        memory_mib={str(precision): float(mib) for precision, mib in node.node("memory_mib").data.items()},
        tflop=node.number("tflop", low=0.0),
        streamed_parameters=node.number("streamed_parameters", 0.0, low=0.0),
        example_prompt=node.text("example_prompt"),
        whole_repository_bytes=int(node.number("whole_repository_bytes", 0.0, low=0.0, high=1e15)),
    )


def _known(node: Node, word: Any, known: tuple[Any, ...], key: str) -> Any:
    if word not in known:
        raise node.unsupported(key, " or ".join(known))
    return word


def _source(node: Node) -> Source:
    return Source(node.text("repo_id"), _known(node, node.text("hub", "huggingface"), HUBS, "hub"), node.text("revision", ""))


def _file(node: Node) -> EntryFile:
    size = int(node.number("size_bytes", low=1, high=1e15))
    return EntryFile(node.text("name"), size, node.text("role"), node.flag("about"), node.flag("optional"))


def _extra(node: Node) -> Extra:
    return Extra(node.text("name"), int(node.number("size_bytes", low=0, high=1e15)), node.text("why"))


def find(entries: Iterable[Entry], name: str) -> Entry | None:
    """An entry by its name, its repository on any hub, or that repository's own name."""
    wanted = name.strip().lower()
    for entry in entries:
        known = {entry.name, *(source.repo_id for source in entry.sources)}
        if wanted in {word.lower() for word in (*known, *(word.rpartition("/")[2] for word in known))}:
            return entry
    return None


def repository_in(text: str) -> tuple[str, Hub, str | None] | None:
    """(OWNER/NAME, hub, revision) out of what somebody pasted: an id, or the link of a page of it; None for anything else."""
    text = text.strip().removeprefix("hf://").split("?")[0].split("#")[0].rstrip("/")
    hub: Hub = "huggingface"
    if "://" in text:
        parts = text.partition("://")[2].split("/")
        host, parts = parts[0].lower(), parts[1:]
        hub = "modelscope" if "modelscope" in host else "huggingface"
        if parts[:1] == ["models"]:
            parts = parts[1:]
        if len(parts) < 2 or parts[0] in ("datasets", "spaces", "docs"):
            return None
        revision = parts[3] if len(parts) > 3 and parts[2] in ("tree", "blob", "resolve") else None
        return f"{parts[0]}/{parts[1]}", hub, revision
    parts = text.split("/")
    if len(parts) != 2 or not all(part and not part.startswith(".") and " " not in part for part in parts):
        return None
    return text, hub, None


UNNEEDED = ("*.md", "*.png", "*.jpg", "*.gif", "*.mp4", "*.wav", "*.mp3", "*.flac", "*.pdf", ".git*", "*.onnx.data", "*.py")
LICENCES = ("LICENSE*", "LICENCE*", "NOTICE*")
SMALL_BYTES = 64 * 2**20


def of_use(found: Listing, names: Iterable[str]) -> tuple[HubFile, ...]:
    """Files of a repository that nobody has described: the named ones, licences, and what is small and no picture, sound or program."""
    wanted = set(names)
    kept = [
        file.name
        for file in sorted(found.files, key=lambda file: file.size_bytes)
        if file.name in wanted
        or any(fnmatch.fnmatch(file.name, pattern) for pattern in LICENCES)
        or (file.size_bytes <= SMALL_BYTES and not any(fnmatch.fnmatch(file.name, pattern) for pattern in UNNEEDED))
    ]
    return chosen(found.files, kept)
