"""`ditone recall FILE`: the settings inside a sound file, to read, or to make the take again."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path

from runtime.audio import metadata
from runtime.errors import DitoneError
from runtime.request import Request

FLAGS = {
    "model": "--model",
    "negative_prompt": "--negative",
    "duration_s": "--seconds",
    "seed": "--seed",
    "steps": "--steps",
    "solver": "--solver",
    "cfg_scale": "--cfg",
    "apg": "--apg",
}


def run(options: argparse.Namespace) -> int:
    """Prints the request of a file, or with -o makes its take again. Raises DitoneError for a file without settings."""
    path = Path(options.file)
    found = metadata.read(path)
    if found is None:
        raise DitoneError(
            f"{path} holds no settings of a take.",
            "Ditone writes them into every file it exports, unless that was switched off.",
        )
    request = metadata.request_of(found)
    if options.model:
        request = request.replaced(model=options.model)
    if options.output:
        from runtime.cli.render import remake

        return remake(request, Path(options.output), options.overwrite, options.json)
    if options.json:
        print(json.dumps(request.to_dict(), ensure_ascii=False))
    else:
        print(as_command(request))
    return 0


def as_command(request: Request, output: str = "take.wav") -> str:
    """The `ditone render` line that makes a request again."""
    words = ["ditone", "render", request.prompt]
    for name, flag in FLAGS.items():
        value = getattr(request, name)
        unset = value in ("", None) or (name in ("duration_s", "steps") and not value)  # no control of the model set it
        if not unset:
            words += [flag, f"{value:g}" if isinstance(value, float) else str(value)]
    for name, value in request.extra:
        if value is not None and value != ():
            text = json.dumps(value, ensure_ascii=False) if isinstance(value, list | tuple) else str(value)
            words += ["--set", f"{name}={text}"]
    engine = request.engine
    for flag, value in (("--precision", engine.precision), ("--device", engine.device)):
        if value != "auto":
            words += [flag, value]
    if engine.threads:
        words += ["--threads", str(engine.threads)]
    return shlex.join([*words, "-o", output])
