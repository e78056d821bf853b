"""Finds families and models. A family is an entry point of the group `ditone.families`; runtime and gui name none of them.

A family is one object with the methods of `Family`. What it knows of one variant is a `ModelInfo`; what it loads is a `Pipeline`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Protocol

import torch

from ditone.runtime.controls import Control, Preset
from ditone.runtime.errors import BadModelFolder, BadRequest, nearest
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Run
from ditone.runtime.take import Audio

GROUP = "ditone.families"
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
    not under its name in assets. `problems` are sentences; a variant with problems cannot
    be loaded. `precisions` are those that work, the family's own default first; `precision_note` says why others do not.
    `peak_memory_mib(request)` estimates a take's need, `work_tflop(request)` its arithmetic in 10^12 floating-point operations.
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
    precisions: tuple[str, ...] = ("float32",)
    precision_note: str = ""
    files: tuple[FileRole, ...] = ()
    problems: tuple[str, ...] = ()
    builtin: bool = False
    parts: tuple[tuple[str, int], ...] = field(default=())
    convert: Callable[[Progress], list[Path]] | None = field(default=None, compare=False)
    peak_memory_mib: Callable[[Request], float] | None = field(default=None, compare=False)
    work_tflop: Callable[[Request], float] | None = field(default=None, compare=False)
    folder: str = ""

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


@cache
def families() -> dict[str, Family]:
    """All installed families by name. A family that fails to import is left out, its error kept in `broken()`."""
    found: dict[str, Family] = {}
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            family: Family = entry.load()
        except Exception as error:  # third-party code: one broken family must not take the others down
            broken()[entry.name] = f"{type(error).__name__}: {error}"
            continue
        found[family.name] = family
    return found


@cache
def broken() -> dict[str, str]:
    """Entry points that could not be loaded, with the error."""
    return {}


def builtin_models() -> list[ModelInfo]:
    return [info for family in families().values() for info in family.builtin()]


def recognise(folder: Path) -> ModelInfo:
    """What a folder holds. Raises BadModelFolder when no family knows it."""
    if not folder.is_dir():
        what = "is a file; a model is a folder" if folder.exists() else "does not exist"
        raise BadModelFolder(f"{folder} {what}.", actions=("Choose the folder that holds the model's files.",))
    for family in families().values():
        info = family.recognise(folder)
        if info is not None:
            return info
    names = ", ".join(sorted(family.title for family in families().values()))
    listing = ", ".join(sorted(entry.name for entry in folder.iterdir())[:6]) or "nothing"
    raise BadModelFolder(
        f"{folder} is not a model folder that Ditone knows.",
        f"It holds {listing}; known families are {names}.",
        ("Choose the folder exactly as the model hub serves it.",),
    )


def resolve(model: str) -> ModelInfo:
    """A built-in variant by name, or a folder by path. Raises BadModelFolder with the nearest name."""
    known = builtin_models()
    for info in known:
        if info.model == model:
            return info
    path = Path(model).expanduser()
    if path.exists() or "/" in model or "\\" in model:
        return recognise(path)
    raise BadModelFolder(f'There is no built-in model "{model}" and no folder of that name.', nearest(model, _names(known)))


def _names(infos: Iterable[ModelInfo]) -> list[str]:
    return [info.model for info in infos]


def family_of(info: ModelInfo) -> Family:
    return families()[info.family]
