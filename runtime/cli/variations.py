"""`ditone render --like FILE` and `--between FILE FILE`: what a take near other takes is asked for by."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.runtime import local_paths
from ditone.runtime import variations as runtime
from ditone.runtime.audio import metadata
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo


@dataclass(frozen=True)
class Named:
    """A sound file that was named, and what it says of its take; nothing for a sound of another origin."""

    path: str
    about: dict[str, Any] | None
    request: Request | None


def named(options: argparse.Namespace) -> list[Named]:
    """The files of --like or --between. Raises BadRequest for options that exclude each other, DitoneError for unreadable files."""
    like, pair = options.like, options.between
    if like and pair:
        raise BadRequest("--like and --between ask for different takes.", actions=("Leave one of them out.",))
    if options.level is not None and not like:
        raise BadRequest("--level belongs to --like FILE, which is missing.")
    if options.at is not None and not pair:
        raise BadRequest("--at belongs to --between FILE FILE, which is missing.")
    if options.at is not None and options.count > 1:
        raise BadRequest("--at asks for one place between two takes, --count for a row of them.", actions=("Leave one out.",))
    if not like and not pair and options.prompt is None:
        raise BadRequest("The following arguments are required: PROMPT.", actions=("`ditone render --help` explains.",))
    return [_read(path) for path in ([like] if like else pair or [])]


def model_of(files: list[Named]) -> str | None:
    """The model that the first file names. Raises BadRequest for a folder that was never used here."""
    request = files[0].request if files else None
    if request is None:
        return None
    if not local_paths.is_known_model(request.model):
        raise BadRequest(
            f"{files[0].path} names the model folder {request.model}, which was never used here, so it is not opened.",
            "A file that came from elsewhere could name any folder.",
            ("Give the folder with --model if you trust it.",),
        )
    return request.model


def base(info: ModelInfo, options: argparse.Namespace, files: list[Named]) -> Request | None:
    """The settings that the named takes bring along; None without any. Raises BadRequest where the model cannot do it."""
    if not files:
        return None
    if not runtime.is_offered(info):
        raise BadRequest(
            f"{info.title} cannot start from another take.", actions=("`ditone inspect` lists what a model can be told.",)
        )
    own = [_own(info, one) for one in files]
    if options.between:
        for one, request in zip(files, own, strict=True):
            if request is None:
                raise BadRequest(f"{one.path} is no take of {info.title}; the way leads between two of its takes.")
        a, b = (request for request in own if request is not None)
        return runtime.between(info, a, b, 0.5 if options.at is None else _within("Place", options.at))
    level = runtime.USUAL if options.level is None else _within("Level", options.level)
    if own[0] is not None:
        return runtime.variation(own[0], level, own[0].seed + 1)
    if options.prompt is None:
        raise BadRequest(f"{files[0].path} is no take of {info.title}, so it brings no prompt.", actions=("Give a PROMPT.",))
    return info.defaults().replaced(**{runtime.VARIATION_OF: files[0].path, runtime.LEVEL: level})


def spread(info: ModelInfo, request: Request, options: argparse.Namespace) -> list[Request]:
    """--count requests: at even places between two takes, else with seeds that follow each other. Raises BadRequest."""
    count = options.count
    if options.between and count > 1:
        a, b, _ = request.value(runtime.BETWEEN)
        ends = [runtime.request_of(info, one, info.defaults().replaced(duration_s=dict(one)["duration_s"])) for one in (a, b)]
        return [
            runtime.between(info, ends[0], ends[1], i / (count + 1)).replaced(engine=request.engine) for i in range(1, count + 1)
        ]
    return [request.replaced(seed=request.seed + i) for i in range(count)]


def _own(info: ModelInfo, one: Named) -> Request | None:
    """The settings of a take of this very variant, for the model as it lies here."""
    if one.request is None or not runtime.is_take_of(one.about, info):
        return None
    request, left = local_paths.bounded(one.request)
    if left:
        raise BadRequest(
            f"{one.path} was made from {left[0]}, which was never used here.", actions=("Use that sound here first.",)
        )
    return info.checked(request.replaced(model=info.model))


def _read(path: str) -> Named:
    about = metadata.read(Path(path).expanduser())
    return Named(path, about, None if about is None else metadata.request_of(about))


def _within(what: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise BadRequest(f"{what} is {value:g}; it must be from 0 to 1.")
    return value
