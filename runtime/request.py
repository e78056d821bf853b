"""Everything the user chose for one take: frozen, hashable, and written to JSON beside every result."""

from __future__ import annotations

import dataclasses
import json
import typing
from dataclasses import dataclass, field
from typing import Any

from ditone.runtime.errors import BadRequest

SCHEMA_VERSION = 1
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
        if int(data.get("schema", SCHEMA_VERSION)) > SCHEMA_VERSION:
            raise BadRequest(
                f"These settings were written by a newer Ditone (schema {data['schema']}); this one reads up to {SCHEMA_VERSION}."
            )
        hints = typing.get_type_hints(cls)
        values = {name: data[name] for name in FIELDS | {"model"} if name in data}
        for name, value in values.items():
            wanted = (int, float) if hints[name] is float else hints[name]
            if not isinstance(value, wanted) or isinstance(value, bool):
                raise BadRequest(f"These settings have {name} = {value!r}; {hints[name].__name__} was expected.")
        engine = data.get("engine") or {}
        known = {f.name for f in dataclasses.fields(EngineSettings)}
        extra = data.get("extra") or {}
        return cls(
            **values,
            extra=tuple(extra.items()),
            engine=EngineSettings(**{name: value for name, value in engine.items() if name in known}),
        )


FIELDS = frozenset({"prompt", "negative_prompt", "duration_s", "seed", "steps", "solver", "cfg_scale", "apg"})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    """As JSON gives it back, so that what is written equals what is read."""
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
