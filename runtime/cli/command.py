"""A request as the `ditone render` command that makes the same take."""

from __future__ import annotations

import json
from typing import Any

from ditone.runtime.printable import shell_word
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.request_options import OPTIONS


def command(request: Request, info: ModelInfo | None = None, output: str = "take.wav") -> str:
    """One line for a POSIX shell. With the model's description, values that are its defaults are left out."""
    options = {control: f"--{option}" for option, control in OPTIONS.items()}
    words = ["--model", request.model]
    for name, value in _values(request).items():
        if name in ("prompt", "seed") or value is None:
            continue
        control = info.control(name) if info is not None else None
        if info is not None and (control is None or value == _plain(control.default)):
            continue
        if control is not None and control.kind == "audio" and control.group in ("source", "voice"):
            words += [f"--{control.group}", str(value)]
        elif name in options:
            words += _option(options[name], _text(value))
        else:
            words += ["--set", f"{name}={_text(value)}"]
    words += ["--seed", str(request.seed)]
    unchosen = EngineSettings()
    for name in ("precision", "device", "threads"):
        chosen = getattr(request.engine, name)
        if chosen != getattr(unchosen, name):
            words += [f"--{name}", str(chosen)]
    words += ["-o", output]
    # a prompt that begins like an option goes behind a double dash
    words = [*words, "--", request.prompt] if request.prompt.startswith("-") else [request.prompt, *words]
    return " ".join(map(shell_word, ["ditone", "render", *words]))


def _values(request: Request) -> dict[str, Any]:
    data = request.to_dict()
    extra = data.pop("extra")
    return {name: value for name, value in {**data, **extra}.items() if name not in ("schema", "model", "engine")}


def _option(name: str, value: str) -> list[str]:
    return [f"{name}={value}"] if value.startswith("-") else [name, value]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else json.dumps(value)
