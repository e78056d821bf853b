"""Ditone: a studio for sound made by diffusion transformers, and its engine for Python.

The public names are those of `__all__`; `ditone.runtime.api` documents them with an example. Nothing is imported before it is used, so
that `import ditone` and `ditone --help` take no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ditone.runtime.api import compare, generate, list_models, open_model, render_many, request, save
    from ditone.runtime.errors import Cancelled, DitoneError
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import EngineSettings, Request
    from ditone.runtime.session import Session
    from ditone.runtime.take import Take

_HOMES = {
    "list_models": "api",
    "open_model": "api",
    "request": "api",
    "generate": "api",
    "save": "api",
    "compare": "api",
    "render_many": "api",
    "Cancelled": "errors",
    "DitoneError": "errors",
    "EngineSettings": "request",
    "ModelInfo": "registry",
    "Request": "request",
    "Session": "session",
    "Take": "take",
}

__all__ = [
    "Cancelled",
    "DitoneError",
    "EngineSettings",
    "ModelInfo",
    "Request",
    "Session",
    "Take",
    "compare",
    "generate",
    "list_models",
    "open_model",
    "render_many",
    "request",
    "save",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ditone' has no attribute {name!r}; it offers {', '.join(__all__)}")
    return getattr(import_module(f"ditone.runtime.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
