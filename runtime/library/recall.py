"""Recalling a past request into the panel: all of it, all but the seed, or the seed alone."""

from __future__ import annotations

from typing import Literal

from ditone.runtime.request import Request

Part = Literal["all", "all_but_seed", "seed_only"]


def recalled(past: Request, current: Request, part: Part = "all") -> Request:
    """The request to put into the panel when `past` is recalled while `current` stands there."""
    if part == "seed_only":
        return current.replaced(seed=past.seed)
    if part == "all_but_seed":
        return past.replaced(seed=current.seed)
    return past
