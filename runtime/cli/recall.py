"""`ditone recall FILE`: the settings inside a sound file, to read, or to make the take again."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.runtime import local_paths
from ditone.runtime.audio import metadata
from ditone.runtime.cli import output
from ditone.runtime.cli.render_command import command
from ditone.runtime.errors import DitoneError
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo


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

        if not local_paths.is_known_model(request.model) and not options.model:
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
        output.out(command(request))  # every value is said: a later version may have other defaults
    _tell_differences(request, found)
    return 0


def _known(request: Request) -> ModelInfo | None:
    """The model of a request, where it is installed or was used here: a file does not decide which folders are looked into."""
    from ditone.runtime import registry

    if request.model.startswith(("\\\\", "//")) or not local_paths.is_known_model(request.model):
        return None  # a computer that a file names is not asked for anything
    try:
        return registry.resolve(request.model)
    except DitoneError:
        return None


def _tell_differences(request: Request, found: dict[str, Any]) -> None:
    """Says on stderr when the model that is installed here is not the one that made the file."""
    then = found.get("model_files")
    if not isinstance(then, dict) or not then:
        return
    from ditone.runtime.library.hashing import differing, open_index

    info = _known(request)
    if info is None:
        return  # nothing to compare with; making the take says what is missing
    index = open_index()
    try:
        sentence = differing(info, then, index)
    finally:
        if index is not None:
            index.close()
    if sentence:
        output.err(sentence)
