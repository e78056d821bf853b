"""Writing torch pickles again as safetensors, which open faster, share memory and cannot hold programs."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import torch
from safetensors.torch import save_file

from ditone.runtime.errors import DitoneError
from ditone.runtime.files import clear_abandoned, temporary_beside
from ditone.runtime.weights.sources import TensorSource, open_pickle, open_safetensors

ENDING = ".safetensors"
WRITING_SHARE = 0.6  # of the progress of one file; the rest is reading it back
ROOM_BYTES = 64 * 2**20  # stays free on the disk


def convert(folder: Path, names: Iterable[str], progress: Callable[[float], None], unused: tuple[str, ...] = ()) -> list[Path]:
    """Writes a safetensors copy beside each pickle of `folder` in `names`; tensor names stay, those in `unused` are left out.

    A copy gets its name only after it was read back and found the same, bit for bit. Whatever `progress` (0 to 1) raises stops the
    conversion, and the file it was at is removed. Returns the files written. Raises DitoneError when the folder cannot be written, the
    disk has not enough room, or a file does not read back.
    """
    pickles = [folder / name for name in names]
    _check_room(folder, pickles)
    sizes = [path.stat().st_size for path in pickles]
    written = []
    for index, path in enumerate(pickles):
        begin, end = (sum(sizes[:i]) / sum(sizes) for i in (index, index + 1))
        written.append(_convert(path, unused, partial(_report, progress, begin, end)))
    return written


def _report(progress: Callable[[float], None], begin: float, end: float, share: float) -> None:
    progress(begin + share * (end - begin))


def _convert(path: Path, unused: tuple[str, ...], progress: Callable[[float], None]) -> Path:
    target = path.with_suffix(ENDING)
    clear_abandoned(path.parent, target.name)
    with _disk_errors(target):
        unfinished, file = temporary_beside(target)
    try:
        with file:
            progress(0.0)  # may raise, to stop
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        with open_pickle(path) as source:
            kept = [name for name in source.headers if name not in unused]
            with _disk_errors(unfinished):
                save_file({name: source.read(name).contiguous() for name in kept}, unfinished, {"format": "pt"})
                unfinished.chmod(mode)  # the library puts a file of its own under the name, which only its owner may read
            progress(WRITING_SHARE)
            _compare(source, kept, unfinished, progress)
        with _disk_errors(target):
            unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target


def _compare(source: TensorSource, names: list[str], copy: Path, progress: Callable[[float], None]) -> None:
    """Raises DitoneError for the first tensor of the copy that is not the source's."""
    total = sum(source.headers[name].size_bytes for name in names) or 1
    done = 0
    with open_safetensors(copy) as back:
        if back.headers != {name: source.headers[name] for name in names}:
            raise DitoneError(f"The copy of {source.title} does not read back with the same tensors.", actions=("Try it again.",))
        for name in names:
            same = torch.equal(_bytes(source.read(name)), _bytes(back.read(name)))
            if not same:
                raise DitoneError(
                    f"The copy of {source.title} differs in {name}.", actions=("Check the disk, and try it again.",)
                )
            done += source.headers[name].size_bytes
            progress(WRITING_SHARE + (1 - WRITING_SHARE) * done / total)


def _bytes(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def _check_room(folder: Path, pickles: list[Path]) -> None:
    if not os.access(folder, os.W_OK):
        raise DitoneError(
            f"{folder} cannot be written, and the copy must lie beside the files it is of.",
            actions=("Change the folder's permissions, or copy the folder to where you may write.",),
        )
    with _disk_errors(folder):
        needed = sum(path.stat().st_size for path in pickles) + ROOM_BYTES
        free = shutil.disk_usage(folder).free
    if free < needed:
        raise DitoneError(
            f"The copy needs {needed / 1e9:.2f} GB, and the disk of {folder} has {free / 1e9:.2f} GB left.",
            actions=("Free some space, then convert again.",),
        )


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DitoneError(f"{path} could not be written: {error.strerror or error}.") from error
    except Exception as error:
        if type(error).__name__ != "SafetensorError":
            raise
        raise DitoneError(f"{path} could not be written: {error}.") from error
