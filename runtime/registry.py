"""Finds families and models. A family is an entry point of the group `ditone.families`; runtime and gui name none of them.

A family is one object with the methods of `Family`. What it knows of one variant is a `ModelInfo`; what it loads is a `Pipeline`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import torch

from ditone.runtime import foreign_folders, memory, plugins
from ditone.runtime.controls import Control, Preset
from ditone.runtime.errors import BadModelFolder, BadRequest, nearest
from ditone.runtime.hub import record, repacks
from ditone.runtime.hub.catalogue import Entry, find
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Run
from ditone.runtime.sampling.solvers import SOLVERS, Solver
from ditone.runtime.take import Audio
from ditone.runtime.text.hints import Hints
from ditone.runtime.text.prompt_length import PromptLength

if TYPE_CHECKING:
    from ditone.runtime.text.reading import Reading  # its rules take a while, and are needed once a text is read

GROUP = "ditone.families"
SOLVER_GROUP = "ditone.solvers"
ASSETS = Path(__file__).resolve().parents[1] / "assets"
Progress = Callable[[float], None]


@dataclass(frozen=True)
class FileRole:
    """One file of a model folder: what it is for, and whether it is there. `size_bytes` is the found size, or the expected one."""

    name: str
    role: str
    size_bytes: int
    present: bool = True


@dataclass(frozen=True)
class ModelInfo:
    """What is known of one variant from its folder's headers alone, before anything is loaded.

    `model` is what a `Request` carries: a built-in name or the folder's path. `folder` is where the files of a built-in variant lie, if
    not under its name in assets. `revision`: "OWNER/NAME@commit" of a folder that is as a hub served it. `problems` are sentences; a
    variant with problems cannot be loaded. `precisions` are those that work, the family's own default first; `precision_note` says why
    others do not. `peak_memory_mib(request)` estimates a take's need, `work_tflop(request)` its arithmetic in 10^12 floating-point
    operations.
    `examples` are prompts that sound good with the variant, for somebody who has none yet.
    `prompt_length(text)` tells how much of a prompt the model reads, without loading it; None where everything is read.
    `read(request)` tells what will be said for a text, without loading the model; None where nothing is spoken.
    `hints(request)` tells what is known of a prompt, likewise; None where a family says nothing before a take is made.
    `convert(progress)` writes safetensors beside weights that were published as torch files; None where there are none, or no more.
    """

    family: str
    variant: str
    title: str
    model: str
    sample_rate_hz: int
    channels: int
    controls: tuple[Control, ...]
    presets: tuple[Preset, ...]
    parameters: int
    size_bytes: int
    licence: str
    licence_note: str = ""
    limits: tuple[str, ...] = ()
    example_prompt: str = ""
    examples: tuple[str, ...] = ()
    precisions: tuple[str, ...] = ("float32",)
    precision_note: str = ""
    files: tuple[FileRole, ...] = ()
    problems: tuple[str, ...] = ()
    builtin: bool = False
    parts: tuple[tuple[str, int], ...] = field(default=())
    convert: Callable[[Progress], list[Path]] | None = field(default=None, compare=False)
    peak_memory_mib: Callable[[Request], float] | None = field(default=None, compare=False)
    read: Callable[[Request], Reading] | None = field(default=None, compare=False)
    hints: Callable[[Request], Hints] | None = field(default=None, compare=False)
    work_tflop: Callable[[Request], float] | None = field(default=None, compare=False)
    prompt_length: Callable[[str], PromptLength] | None = field(default=None, compare=False)
    folder: str = ""
    revision: str = ""

    @property
    def home(self) -> Path:
        """The folder that the names of `files` are relative to."""
        return Path(self.folder) if self.folder else ASSETS / self.model if self.builtin else Path(self.model)

    def require_loadable(self) -> None:
        """Raises BadModelFolder with the problems of a variant that has any."""
        if self.problems:
            raise BadModelFolder(f"{self.title} cannot be loaded.", " ".join(self.problems))

    def control(self, name: str) -> Control | None:
        return next((control for control in self.controls if control.name == name), None)

    def defaults(self) -> Request:
        """A request with every control at its default, ready for a prompt."""
        return Request(model=self.model).replaced(**{control.name: control.default for control in self.controls})

    def checked(self, request: Request) -> Request:
        """`request` with every value checked against this variant's controls. Raises BadRequest with the range or nearest name."""
        values = {}
        for name in dict(request.extra):
            if self.control(name) is None:
                raise BadRequest(f'{self.title} has no control "{name}".', nearest(name, [c.name for c in self.controls]))
        for control in self.controls:
            values[control.name] = control.check(request.value(control.name, control.default))
        return request.replaced(**values)


@dataclass(frozen=True)
class Engine:
    """Where and how a pipeline computes: torch device, dtype of matrix products, CPU threads, and the request's engine settings.

    `notes` are sentences about settings that could not be had; every later take carries them.
    """

    device: torch.device
    dtype: torch.dtype
    threads: int
    settings: EngineSettings = EngineSettings()
    notes: list[str] = field(default_factory=list, compare=False)


class Pipeline(Protocol):
    """One loaded variant. `generate` makes one take's audio (frames, channels) float32; it leaves nothing behind but its weights."""

    info: ModelInfo

    def generate(self, request: Request, run: Run) -> Audio: ...

    def release(self) -> None:
        """Frees caches and buffers; weights stay."""


class Family(Protocol):
    """One architecture line."""

    name: str
    title: str

    def builtin(self) -> list[ModelInfo]:
        """Variants whose weights come with the installation."""

    def recognise(self, folder: Path) -> ModelInfo | None:
        """What the folder holds, from headers only (fast); None when it is not this family's. Incomplete folders have `problems`."""

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> Pipeline:
        """Loads a variant; progress goes from 0 to 1. Raises BadModelFolder with the file or tensor at fault."""


@runtime_checkable
class Publishes(Protocol):
    """A family that also knows where its models are published."""

    def catalogue(self) -> list[Entry]:
        """The repositories that can be fetched, from data; asks no network."""


def catalogue() -> list[Entry]:
    """What all installed families have published."""
    found: list[Entry] = []
    for name, family in families().items():
        if isinstance(family, Publishes):
            try:
                found += family.catalogue()
            except Exception as error:  # as in `builtin_models`
                memory.pass_on(error)
                plugins.note(broken(), name, f"listing what it has published failed with {plugins.named(error)}")
    return found


@cache
def families() -> dict[str, Family]:
    """All installed families by name, Ditone's own first. Solvers of other packages are in `SOLVERS` from the first call on.

    A family that cannot be imported, lacks a method or has another one's name is left out, the reason kept in `broken()`.
    """
    _add_solvers()
    found: dict[str, Family] = {}
    for entry, family in plugins.loaded(GROUP, broken()):
        lacking = [name for name in ("name", "title", "builtin", "recognise", "load") if not hasattr(family, name)]
        if lacking:
            plugins.note(broken(), entry.name, f"what it names is no family: it has no {lacking[0]}")
        elif family.name in found:
            plugins.note(broken(), plugins.label(entry), f'there is a family "{family.name}" already')
        else:
            found[family.name] = family
    return found


@cache
def broken() -> dict[str, str]:
    """Families with what is wrong with them. Those that only raise when they are asked stay among `families()`."""
    return {}


@cache
def broken_solvers() -> dict[str, str]:
    """Solvers of other packages that could not be added, with the reason."""
    return {}


def _add_solvers() -> None:
    for entry, solver in plugins.loaded(SOLVER_GROUP, broken_solvers()):
        if not isinstance(solver, Solver):
            plugins.note(broken_solvers(), entry.name, "what it names is no Solver")
        elif SOLVERS.setdefault(solver.name, solver) is not solver:
            plugins.note(broken_solvers(), plugins.label(entry), f'there is a solver "{solver.name}" already')


def builtin_models() -> list[ModelInfo]:
    """Every family's built-in variants, Ditone's own first. A family that fails to list them is noted in `broken()`."""
    found: dict[str, ModelInfo] = {}
    for name, family in families().items():
        try:
            infos = list(family.builtin())
        except Exception as error:  # another package's code: it must not hide the models of the others
            memory.pass_on(error)
            plugins.note(broken(), name, f"listing its built-in models failed with {plugins.named(error)}")
            continue
        for info in infos:
            wrong = _unusable(info, name) or (f'there is a model "{info.model}" already' if info.model in found else "")
            if wrong:
                plugins.note(broken(), name, wrong)
            else:
                found[info.model] = info
    return list(found.values())


def _unusable(info: object, name: str) -> str:
    """What keeps a description that the family `name` gave from being used; "" when nothing does."""
    if not isinstance(info, ModelInfo):
        return f"it describes a model by a {type(info).__name__}, not by a ModelInfo"
    return "" if info.family == name else f'it describes a model of the family "{info.family}"'


def _asked(name: str, family: Family, folder: Path) -> ModelInfo | None:
    """What one family says of a folder; None, with a note in `broken()`, when it fails."""
    try:
        info = family.recognise(folder)
    except Exception as error:  # as in `builtin_models`
        memory.pass_on(error)
        plugins.note(broken(), name, f"looking at a folder failed with {plugins.named(error)}")
        return None
    wrong = "" if info is None else _unusable(info, name)
    if wrong:
        plugins.note(broken(), name, wrong)
    return None if wrong else info


def probe() -> dict[str, str]:
    """`broken()` after every family was asked for its built-in models and shown an empty folder."""
    builtin_models()
    with tempfile.TemporaryDirectory() as empty:
        for name, family in families().items():
            _asked(name, family, Path(empty))
    return broken()


def recognise(folder: Path) -> ModelInfo:
    """What a folder holds. Raises BadModelFolder when no family knows it, with what it holds instead where that can be told."""
    if not folder.is_dir():
        what = "is a file; a model is a folder" if folder.exists() else "does not exist"
        raise BadModelFolder(f"{folder} {what}.", actions=("Choose the folder that holds the model's files.",))
    for name, family in families().items():
        info = _asked(name, family, folder)
        if info is not None:
            return _with_sizes(replace(info, revision=record.provenance(folder)), folder)
    names = ", ".join(sorted(family.title for family in families().values()))
    listing = ", ".join(sorted(entry.name for entry in folder.iterdir())[:6]) or "nothing"
    form = repacks.form_of(folder)
    if form is not None:
        raise BadModelFolder(
            f"{folder} holds {form.words}, which Ditone does not read.",
            f"It holds {listing}; known families are {names}.",
            ("Choose the folder exactly as its publisher serves it.",),
        )
    foreign = foreign_folders.what_it_is(folder, _is_model)
    if foreign is not None:
        raise BadModelFolder(
            f"{folder} is not a model folder that Ditone knows: this is {foreign.words}.",
            f"It holds {listing}; known families are {names}.",
            (foreign.action,),
        )
    raise BadModelFolder(
        f"{folder} is not a model folder that Ditone knows.",
        f"It holds {listing}; known families are {names}.",
        ("Choose the folder exactly as the model hub serves it.",),
    )


def _is_model(folder: Path) -> bool:
    return any(_asked(name, family, folder) is not None for name, family in families().items())


def _with_sizes(info: ModelInfo, folder: Path) -> ModelInfo:
    """Missing files with the sizes that they are published in."""
    if all(file.present or file.size_bytes for file in info.files):
        return info
    entry = entry_of(info, folder)
    sizes = {file.name: file.size_bytes for file in entry.files} if entry is not None else {}
    files = tuple(
        file if file.present or file.size_bytes else replace(file, size_bytes=sizes.get(file.name, 0)) for file in info.files
    )
    return replace(info, files=files)


def entry_of(info: ModelInfo, folder: Path | None = None) -> Entry | None:
    """The published model that a folder holds, whole or in part: as it was fetched, else by family and variant."""
    known = [entry for entry in catalogue() if entry.family == info.family]
    found = record.read(folder or info.home)
    named = find(known, found.repo_id) if found is not None else None
    same = [entry for entry in known if entry.variant == info.variant]
    return named or (same[0] if same else known[0] if len(known) == 1 else None)


def resolve(model: str) -> ModelInfo:
    """A built-in variant by name, a fetched model by name, or a folder by path. Raises BadModelFolder with the nearest name."""
    from ditone.runtime.hub import store

    known = builtin_models()
    for info in known:
        if info.model == model:
            return info
    path = Path(model).expanduser()
    if not path.exists():
        fetched = store.folder_named(model) or store.moved(path)
        if fetched is not None:
            return recognise(fetched)
    if path.exists() or "/" in model or "\\" in model:
        return recognise(path)
    names = [*_names(known), *(one.name for one in store.installed())]
    raise BadModelFolder(f'There is no built-in model "{model}" and no folder of that name.', nearest(model, names))


def _names(infos: Iterable[ModelInfo]) -> list[str]:
    return [info.model for info in infos]


def family_of(info: ModelInfo) -> Family:
    return families()[info.family]
