"""`ditone recall FILE`: the settings inside a sound file, to read, or to make the take again."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ditone.runtime import known_places
from ditone.runtime.audio import metadata
from ditone.runtime.cli import output
from ditone.runtime.errors import DitoneError
from ditone.runtime.printable import shell_word
from ditone.runtime.request import Request

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
        from ditone.runtime.cli.render import remake

        if not known_places.is_known_model(request.model) and not options.model:
            raise DitoneError(
                f"{path} names the model folder {request.model}, which was never used here, so it is not opened.",
                "A file that came from elsewhere could name any folder.",
                ("Give the folder with --model if you trust it.",),
            )

        result = remake(request, Path(options.output), options.overwrite, options.json, options.i_may_use_this_voice)
        _tell_differences(request, found)
        return result
    if options.json:
        output.out_json(request.to_dict())
    else:
        output.out(as_command(request))
    _tell_differences(request, found)
    return 0


def _tell_differences(request: Request, found: dict[str, Any]) -> None:
    """Says on stderr when the model that is installed here is not the one that made the file."""
    then = found.get("model_files")
    if not isinstance(then, dict) or not then or request.model.startswith(("\\\\", "//")):
        return  # a computer that a file names is not asked for anything
    from ditone.runtime import registry
    from ditone.runtime.library.hashing import differing, open_index

    if not known_places.is_known_model(request.model):
        return  # a file does not decide which folders are looked into
    try:
        info = registry.resolve(request.model)
    except DitoneError:
        return  # nothing to compare with; making the take says what is missing
    index = open_index()
    try:
        sentence = differing(info, then, index)
    finally:
        if index is not None:
            index.close()
    if sentence:
        output.err(sentence)


def as_command(request: Request, file: str = "take.wav") -> str:
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
    return " ".join(map(shell_word, [*words, "-o", file]))
