"""`ditone convert`: a safetensors copy of a model folder's weights, where its family reads one."""

from __future__ import annotations

from ditone.runtime import registry
from ditone.runtime.cli import output
from ditone.runtime.cli.progress import Line
from ditone.runtime.errors import BadModelFolder, DitoneError


def run(model: str) -> int:
    """Converts what there is to convert, and names the files written. Raises DitoneError where there is nothing."""
    info = registry.resolve(model)
    if info.problems:
        raise BadModelFolder(f"{model} cannot be converted as it is.", " ".join(info.problems))
    if info.convert is None:
        raise DitoneError(f"{info.title} has nothing to convert: its weights are read as safetensors already.")
    line = Line()
    try:
        written = info.convert(lambda share: line.show(f"converting {info.title} {share:.0%}"))
    finally:
        line.clear()
    for path in written:
        output.out(f"{path} ({path.stat().st_size / 1e6:,.1f} MB)")
    output.out("From now on these files are read. The files they were made from stay; you may delete them.")
    return 0
