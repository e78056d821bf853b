"""Everything the user chose for one take: frozen, hashable, and written to JSON beside every result."""

from __future__ import annotations

import dataclasses
import json
import sys
import typing
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ditone.runtime.errors import BadRequest
from ditone.runtime.printable import printable, storable

SCHEMA_VERSION = 1
LARGEST_NUMBER = sys.float_info.max
Value = str | int | float | bool | tuple[Any, ...] | None


@dataclass(frozen=True)
class EngineSettings:
    """How the numbers are made. Whatever alters them is here, and is recorded in the take.

    device: "auto", "cpu", "cuda:0", "mps". precision: "auto", "float32", "bfloat16", "float16".
    threads: CPU threads, 0 = chosen by the session. sequential_guidance runs the branches one after the other (less memory).
    packed_projections fuses q, k and v into one product. compile uses torch.compile for the transformer.
    chunk_frames: decoder chunk length, 0 = the family's own. trace keeps the clean estimate of every step.
    """

    device: str = "auto"
    precision: str = "auto"
    threads: int = 0
    sequential_guidance: bool = False
    packed_projections: bool = False
    compile: bool = False
    chunk_frames: int = 0
    trace: bool = False


@dataclass(frozen=True)
class Request:
    """One take to be made. `model` is a built-in name ("mini-sfx") or the path of a model folder.

    `cfg_scale` is in the family's own meaning and is what its control shows. `extra` holds the family's further controls,
    sorted by name. `seed` is from 0 to 2^63 - 1.
    """

    model: str
    prompt: str = ""
    negative_prompt: str = ""
    duration_s: float = 0.0
    seed: int = 0
    steps: int = 0
    solver: str = ""
    cfg_scale: float = 1.0
    apg: float = 0.0
    extra: tuple[tuple[str, Value], ...] = ()
    engine: EngineSettings = field(default_factory=EngineSettings)

    def __post_init__(self) -> None:
        for name in ("prompt", "negative_prompt"):  # halves of surrogate pairs fit into no file, database or tokenizer
            text = getattr(self, name)
            if isinstance(text, str):
                object.__setattr__(self, name, storable(text))
        object.__setattr__(self, "extra", tuple(sorted((name, _frozen(value)) for name, value in self.extra)))

    def value(self, name: str, default: Any = None) -> Any:
        """The value of a control, whether it is a field or one of `extra`."""
        if name in FIELDS:
            return getattr(self, name)
        return dict(self.extra).get(name, default)

    def replaced(self, **values: Any) -> Request:
        """A copy with other control values, fields and extras alike."""
        fields = {name: value for name, value in values.items() if name in FIELDS or name in ("model", "engine")}
        extra = {**dict(self.extra), **{name: value for name, value in values.items() if name not in fields}}
        return dataclasses.replace(self, **fields, extra=tuple(extra.items()))

    def to_dict(self) -> dict[str, Any]:
        data = dataclasses.asdict(self)
        data["extra"] = {name: _plain(value) for name, value in self.extra}
        return {"schema": SCHEMA_VERSION, **data}

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Request:
        """The inverse of `to_dict`. Raises BadRequest for data of a newer schema or of the wrong form; ignores unknown keys."""
        if not isinstance(data, dict) or "model" not in data:
            raise BadRequest('These settings are not a Ditone request: the key "model" is missing.')
        schema = data.get("schema", SCHEMA_VERSION)
        if isinstance(schema, bool) or not isinstance(schema, int):
            raise BadRequest(f"These settings have schema = {_shown(schema)}; a whole number was expected.")
        if schema > SCHEMA_VERSION:
            raise BadRequest(
                f"These settings were written by a newer Ditone (schema {schema}); this one reads up to {SCHEMA_VERSION}."
            )
        hints, kinds = _hints()
        values = {name: _typed(name, data[name], hints[name]) for name in sorted(FIELDS | {"model"}) if name in data}
        engine, extra = (_object(name, data.get(name)) for name in ("engine", "extra"))
        return cls(
            **values,
            extra=tuple((name, _value(name, value)) for name, value in extra.items()),
            engine=EngineSettings(
                **{name: _typed(f"engine.{name}", value, kinds[name]) for name, value in engine.items() if name in kinds}
            ),
        )


@cache
def _hints() -> tuple[dict[str, Any], dict[str, Any]]:
    """The types of a request's fields and of its engine settings' fields, by name."""
    return typing.get_type_hints(Request), typing.get_type_hints(EngineSettings)


def _typed(name: str, value: Any, kind: type) -> Any:
    """`value` when it has its type and is finite."""
    wanted = (int, float) if kind is float else kind
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not bool) or not _finite(value):
        raise BadRequest(f"These settings have {name} = {_shown(value)}; {kind.__name__} was expected.")
    return value


def _value(name: str, value: Any) -> Any:
    """A further control's value: a word, number or flag, or lists of them."""
    if isinstance(value, list | tuple):
        return tuple(_value(name, item) for item in value)
    if not isinstance(value, str | int | float | bool | None) or not _finite(value):
        raise BadRequest(f"These settings have {name} = {_shown(value)}; a text, a finite number or a list was expected.")
    return value


def _object(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value or {}, dict):
        raise BadRequest(f"These settings have {name} = {_shown(value)}; an object with keys was expected.")
    return value or {}


def _finite(value: Any) -> bool:
    return isinstance(value, str | bool | None) or -LARGEST_NUMBER <= value <= LARGEST_NUMBER


def _shown(value: Any) -> str:
    return printable(repr(value), 80)


FIELDS = frozenset({"prompt", "negative_prompt", "duration_s", "seed", "steps", "solver", "cfg_scale", "apg"})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    """As JSON gives it back, so that what is written equals what is read."""
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
