"""Which settings two takes differ in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def request_differences(a: Mapping[str, Any] | None, b: Mapping[str, Any] | None) -> dict[str, tuple[Any, Any]]:
    """Setting -> (A's value, B's value) where the facts of two takes differ; empty when one of them is not Ditone's.

    Engine settings and family controls are named like "engine.precision" and "extra.voice".
    """
    if not a or not b:
        return {}
    left, right = flat(a.get("request", {})), flat(b.get("request", {}))
    for name in ("device", "precision"):
        left[name], right[name] = a.get(name), b.get(name)
    names = [*left, *(name for name in right if name not in left)]
    return {name: (left.get(name), right.get(name)) for name in names if left.get(name) != right.get(name) and name != "schema"}


def flat(request: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in request.items():
        if isinstance(value, Mapping):
            result.update({f"{name}.{inner}": item for inner, item in value.items()})
        else:
            result[name] = value
    return result
