"""A request as the `ditone render` command that makes the same take."""

from __future__ import annotations

import json
from typing import Any

from ditone.runtime.printable import shell_word
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.request_options import SET, options_of


def command(request: Request, info: ModelInfo | None = None, output: str = "take.wav") -> str:
    """One line for a POSIX shell. With the model's description, values that are its defaults are left out."""
    words: list[str] = []
    for name, value in options_of(request, info).items():
        if name.startswith(SET):
            words += ["--set", f"{name.removeprefix(SET)}={_text(value)}"]
        elif name != "prompt":
            words += _option(f"--{name}", _text(value))
    words += ["-o", output]
    # a prompt that begins like an option goes behind a double dash
    words = [*words, "--", request.prompt] if request.prompt.startswith("-") else [request.prompt, *words]
    return " ".join(map(shell_word, ["ditone", "render", *words]))


def _option(name: str, value: str) -> list[str]:
    return [f"{name}={value}"] if value.startswith("-") else [name, value]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
