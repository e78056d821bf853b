"""Takes near other takes: variations of one, and the way between two.

A family that can start from a sound offers `variation_controls`. What such a take remembers of the takes beside it are their settings (a
recipe), so it is made again from its own file alone. A recipe is pairs of a control's name and its value; a sound that no recipe of the
model stands in is remembered by its path, like any other source.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from ditone.runtime.controls import Control
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

VARIATION_OF, LEVEL, BETWEEN = "variation_of", "variation_level", "between"
NAMES = (VARIATION_OF, LEVEL, BETWEEN)
LEAST, MOST, USUAL = 0.02, 1.0, 0.4  # noise levels: almost the same, the same idea, and where a slider stands at first
MOST_TAKES = 40  # in one recipe: a variation of a variation ... is made from its beginning
CANVAS = ("duration_s", "loop", "headroom_s", "short_canvas")  # what decides how many latent frames there are
Recipe = tuple[tuple[str, Any], ...]


def variation_controls() -> tuple[Control, ...]:
    """The controls of a family whose pipelines work with `runtime.sampling.variation_start`."""
    return (
        Control(
            VARIATION_OF,
            "Variation of",
            "take",
            "source",
            "",
            note="A take of this model, or any sound: starts from it instead of from noise.",
        ),
        Control(
            LEVEL,
            "How far",
            "number",
            "source",
            USUAL,
            0.0,
            1.0,
            0.01,
            2,
            suggested=(LEAST, MOST),
            needs=VARIATION_OF,
            note="Noise level of the start: 0.02 almost the same, 1 the same idea with nothing kept of the sound.",
        ),
        Control(
            BETWEEN,
            "Between",
            "takes",
            "source",
            (),
            note="Two takes of this model, and the place on the way from one to the other.",
        ),
    )


def is_offered(info: ModelInfo) -> bool:
    """Whether variations of a variant's takes can be made."""
    return info.control(VARIATION_OF) is not None


def is_take_of(about: dict[str, Any] | None, info: ModelInfo) -> TypeGuard[dict[str, Any]]:
    """Whether what a sound file says of its take names this very variant."""
    return about is not None and (about.get("family"), about.get("variant")) == (info.family, info.variant)


def recipe(request: Request) -> Recipe:
    """What makes a take of the same model again: its controls' values, sorted by name, without those that are empty or unused."""
    data = {name: getattr(request, name) for name in _FIELDS} | dict(request.extra)
    if not data.get(VARIATION_OF):
        data.pop(LEVEL, None)
    return tuple(sorted((name, value) for name, value in data.items() if value not in ("", ())))


def request_of(info: ModelInfo, made: Any, like: Request) -> Request:
    """The request that a recipe stands for, on the canvas of `like` and with its engine. Raises BadRequest for what is no recipe."""
    if not is_recipe(made):
        raise BadRequest("The settings of the take beside this one are damaged.", actions=("Choose the take anew.",))
    values = {**dict(made), **{name: like.value(name) for name in CANVAS if info.control(name) is not None}}
    return info.checked(info.defaults().replaced(engine=like.engine, **values))


def is_recipe(value: Any) -> bool:
    """Whether a control's value is a recipe, and not a path, nothing, or something else."""
    if not isinstance(value, list | tuple) or not value:
        return False
    return all(isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in value)


def check(control: Control, value: Any) -> Any:
    """The value of a control of kind "take" or "takes". Raises BadRequest with what was expected."""
    if control.kind == "take":
        if not isinstance(value, str) and not is_recipe(value):
            raise BadRequest(f"{control.title} is {_shown(value)}; a sound file or a take's settings were expected.")
    elif value != ():
        pair = isinstance(value, list | tuple) and len(value) == 3
        if not pair or not all(isinstance(one, str) or is_recipe(one) for one in value[:2]) or not all(value[:2]):
            raise BadRequest(f"{control.title} is {_shown(value)}; two takes and a place between 0 and 1 were expected.")
        at = value[2]
        if isinstance(at, bool) or not isinstance(at, int | float) or not math.isfinite(at) or not 0 <= at <= 1:
            raise BadRequest(f"{control.title}: the place is {_shown(at)}; it must be from 0 (the first) to 1 (the second).")
    if takes_in(value) > MOST_TAKES:
        raise BadRequest(
            f"{control.title}: {takes_in(value)} takes stand behind each other; at most {MOST_TAKES} can.",
            "Each is made again before the next.",
            ("Export the take, and vary that file on a model that starts from sounds.",),
        )
    return value


def takes_in(value: Any) -> int:
    """How many takes a value of these controls names, those behind them counted."""
    if is_recipe(value):
        made = dict(value)
        return 1 + takes_in(made.get(VARIATION_OF, "")) + takes_in(made.get(BETWEEN, ()))
    if isinstance(value, list | tuple) and len(value) == 3:
        return takes_in(value[0]) + takes_in(value[1])
    return 1 if isinstance(value, str) and value else 0


def variation(request: Request, level: float, seed: int) -> Request:
    """A take near the take of `request`: all its settings, started from its own latents at a noise level, with another seed."""
    return request.replaced(**{VARIATION_OF: recipe(request), LEVEL: level, "seed": seed})


def between(info: ModelInfo, a: Request, b: Request, at: float) -> Request:
    """The take at `at` (0 = a, 1 = b) of the way from a to b, takes of one model.

    Numbers that are heard (length, guidance) go from one to the other; everything else is the nearer take's.
    Raises BadRequest for takes of different models, or for a model that cannot.
    """
    if info.control(BETWEEN) is None:
        raise BadRequest(f"{info.title} has no way between two takes.")
    if a.model != b.model:
        raise BadRequest("The two takes are of different models; there is no way between them.")
    nearer = a if at < 0.5 else b
    numbers = {
        control.name: round((1 - at) * float(a.value(control.name)) + at * float(b.value(control.name)), 6)
        for control in info.controls
        if control.kind == "number" and control.name != LEVEL and a.value(control.name) != b.value(control.name)
        and a.value(control.name) is not None and b.value(control.name) is not None
    }  # fmt: skip
    return nearer.replaced(**{**numbers, VARIATION_OF: "", BETWEEN: (recipe(a), recipe(b), round(at, 6)), "seed": a.seed})


def resolved(info: ModelInfo, request: Request) -> Request:
    """`request` with the settings found inside the sound files that it names, where they are takes of this very variant.

    Raises BadRequest where only a take will do and a file holds none.
    """
    values: dict[str, Any] = {}
    named = request.value(VARIATION_OF, "")
    if isinstance(named, str) and named:
        found = _inside(info, named)
        if found is not None:
            values[VARIATION_OF] = found
    pair = request.value(BETWEEN, ())
    if isinstance(pair, list | tuple) and len(pair) == 3 and any(isinstance(one, str) for one in pair[:2]):
        ends = []
        for one in pair[:2]:
            made = _inside(info, one) if isinstance(one, str) else one
            if made is None:
                raise BadRequest(f"{one} holds no settings of a take of {info.title}; the way leads between two of its takes.")
            ends.append(made)
        values[BETWEEN] = (*ends, pair[2])
    return request.replaced(**values) if values else request


def _inside(info: ModelInfo, path: str) -> Recipe | None:
    from ditone.runtime.audio import metadata

    try:
        found = metadata.read(Path(path).expanduser())
    except DitoneError as error:
        raise BadRequest(error.text()) from error
    if not is_take_of(found, info):
        return None
    return recipe(metadata.request_of(found))


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


_FIELDS = ("prompt", "negative_prompt", "duration_s", "seed", "steps", "solver", "cfg_scale", "apg")
