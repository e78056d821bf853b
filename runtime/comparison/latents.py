"""Latents per step as files: what this program made, or what another implementation recorded, to be compared step by step.

An `.npz` or `.safetensors` file holds these arrays (floating point, any precision; a leading axis of one is dropped):

- `noise_levels` (steps): the share of noise in what each step started from, falling from at most 1 to above 0;
- `clean` (steps, frames, channels): the estimate of the finished latents after each step; or, in its place,
- `states` (steps + 1, frames, channels): what the solver walked through, beginning with the start, and `noise_levels` (steps + 1) of
  them. The path must be the straight one, x = (1 - level) * clean + level * noise, and every step one of Euler's; the estimates follow;
- `final` (frames, channels): the finished latents, where they are known.

`layout` in the file's metadata, or an array `channels_first` (true), says that frames and channels stand the other way round.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.runtime import files
from ditone.runtime.comparison.drift import Drift, drift
from ditone.runtime.comparison.table import Column, Table
from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Take

ENDINGS = (".npz", ".safetensors")
LARGEST_BYTES = 2**31
NAMES = ("clean", "states", "noise_levels", "final", "channels_first")
FORM = "`noise_levels` (steps) and `clean` (steps, frames, channels), or `states` (steps + 1, frames, channels), were expected."
COLUMNS = (
    Column("step", "Step", "whole"),
    Column("noise_level", "Noise level", "number", 4),
    Column("progress", "Progress", "number", 3),
    Column("cosine", "Cosine", "number", 6),
    Column("one_minus_cosine", "1 - cosine", "scientific"),
    Column("max_error", "Max error", "scientific"),
    Column("apart", "Apart"),
)


@dataclass(frozen=True, eq=False)
class StepLatents:
    """clean: (steps, frames, channels). noise_levels: one a step, falling. final: (frames, channels), or None. name: for people."""

    clean: NDArray[Any]
    noise_levels: tuple[float, ...]
    final: NDArray[Any] | None = None
    name: str = ""


def of_take(take: Take) -> StepLatents:
    """The kept steps of a take. Raises DitoneError where it kept none."""
    levels = take.details.get("trace_noise_levels")
    if take.trace is None or not levels:
        raise DitoneError("This take kept no latents of its steps.", actions=("Make it again with step traces.",))
    return StepLatents(take.trace, tuple(map(float, levels)), take.end, f"{take.family} {take.variant}")


def is_latents(path: Path) -> bool:
    """Whether a file's name is that of recorded latents."""
    return path.suffix.lower() in ENDINGS


def save(path: Path, latents: StepLatents, overwrite: bool = True) -> None:
    """Writes a file that `load` reads. Raises DitoneError for another ending or a place that cannot be written."""
    arrays: dict[str, NDArray[Any]] = {"clean": latents.clean, "noise_levels": np.asarray(latents.noise_levels, np.float64)}
    if latents.final is not None:
        arrays["final"] = latents.final
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    if path.suffix.lower() == ".safetensors":
        from safetensors.numpy import save as packed

        data = packed(arrays, metadata={"layout": "frames, channels"})
    else:
        check_ending(path)
        out = io.BytesIO()
        np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
        data = out.getvalue()
    files.write_bytes(path, data, overwrite=overwrite)


def check_ending(path: Path) -> None:
    """Raises DitoneError for a file that latents do not go to."""
    if not is_latents(path):
        raise DitoneError(f'{path} ends in "{path.suffix}"; latents are stored as .npz or .safetensors.')


def load(path: Path) -> StepLatents:
    """Reads recorded latents. Raises DitoneError with what the file holds and what was expected."""
    check_ending(path)
    data = files.read_bytes(path, LARGEST_BYTES)
    arrays, turned = _safetensors(path, data) if path.suffix.lower() == ".safetensors" else _npz(path, data)
    turned = turned or bool(np.any(arrays.pop("channels_first", np.zeros(1))))
    for name, array in arrays.items():
        if array.dtype.kind not in "fiu" or not np.isfinite(array).all():
            raise DitoneError(f"{path}: {name} must hold finite numbers.")
    end: NDArray[Any] | None = None
    levels = np.asarray(arrays.get("noise_levels", np.empty(0)), np.float64).ravel()
    if "clean" in arrays:
        clean = _shaped(path, "clean", arrays["clean"], 3, turned)
        _check_levels(path, levels, len(clean))
    elif "states" in arrays:
        states = _shaped(path, "states", arrays["states"], 3, turned).astype(np.float64)
        _check_levels(path, levels, len(states))
        if levels[-1] == 0:
            end = states[-1]
        clean, levels = _estimates(path, states, levels), levels[:-1]
    else:
        raise DitoneError(f"{path} holds {', '.join(sorted(arrays)) or 'nothing'}; {FORM}")
    final = _shaped(path, "final", arrays["final"], 2, turned) if "final" in arrays else end
    if final is not None and final.shape != clean.shape[1:]:
        raise DitoneError(f"{path}: final is {final.shape}, but a step is {clean.shape[1:]}.")
    return StepLatents(clean, tuple(levels.tolist()), final, path.name)


def compared(a: StepLatents, b: StepLatents, threshold: float = 0.99) -> Drift:
    """B beside A at A's noise levels, or those of the one with fewer steps. Raises DitoneError for other shapes."""
    return drift(a.clean, b.clean, threshold, (a.noise_levels, b.noise_levels))


def step_table(a: StepLatents, b: StepLatents, threshold: float = 0.99) -> Table:
    """One row a step, and one for the end where both know the finished latents."""
    found = compared(a, b, threshold)
    rows: list[dict[str, Any]] = []
    levels = found.levels or (None,) * len(found.cosine)
    values = zip(found.progress, levels, found.cosine, found.largest, strict=True)
    for number, (progress, level, cosine, largest) in enumerate(values, 1):
        rows.append({"step": number, "noise_level": level, "progress": progress, **_row(cosine, largest, threshold)})
    if a.final is not None and b.final is not None:
        end = drift(a.final[None], b.final[None], threshold)
        rows.append({"step": None, "noise_level": 0.0, "progress": 1.0, **_row(end.cosine[0], end.largest[0], threshold)})
    return Table(f"{b.name} beside {a.name}", COLUMNS, rows, {"threshold": threshold})


def _row(cosine: float, largest: float, threshold: float) -> dict[str, Any]:
    return {"cosine": cosine, "one_minus_cosine": 1 - cosine, "max_error": largest, "apart": cosine < threshold}


def _shaped(path: Path, name: str, array: NDArray[Any], axes: int, turned: bool) -> NDArray[Any]:
    """The array with `axes` axes, frames before channels: an axis of one, for the batch, is dropped."""
    place = axes - 2  # steps come first, where there are steps
    if array.ndim == axes + 1 and array.shape[place] == 1:
        array = array.squeeze(place)
    elif array.ndim == axes + 1 and array.shape[0] == 1:
        array = array[0]
    if array.ndim != axes or not array.size:
        raise DitoneError(f"{path}: {name} has the shape {array.shape}; {FORM}")
    return np.swapaxes(array, -1, -2) if turned else array


def _check_levels(path: Path, levels: NDArray[np.float64], count: int) -> None:
    if len(levels) != count:
        raise DitoneError(f"{path}: there are {len(levels)} noise_levels for {count} steps or states; one for each was expected.")
    if (np.diff(levels) >= 0).any() or levels[0] > 1 + 1e-6 or levels[-1] < 0:
        raise DitoneError(f"{path}: noise_levels must fall from step to step, from at most 1 to at least 0.")


def _estimates(path: Path, states: NDArray[np.float64], levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Clean estimates out of Euler's steps along the straight path: x - level * velocity."""
    if len(states) < 2:
        raise DitoneError(f"{path}: states must hold the start and at least one step.")
    shape = (-1, 1, 1)
    velocity = np.diff(states, axis=0) / np.diff(levels).reshape(shape)
    clean: NDArray[np.float64] = states[:-1] - levels[:-1].reshape(shape) * velocity
    return clean


def _npz(path: Path, data: bytes) -> tuple[dict[str, NDArray[Any]], bool]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(item.file_size for item in packed.infolist()) > LARGEST_BYTES:
                raise DitoneError(f"{path} unpacks to more than {LARGEST_BYTES >> 20} MiB.")
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            return {name: found[name] for name in NAMES if name in found.files}, False
    except (ValueError, OSError, zipfile.BadZipFile, EOFError, KeyError) as error:
        raise DitoneError(f"{path} is no .npz file of plain arrays: {error}.") from error


def _safetensors(path: Path, data: bytes) -> tuple[dict[str, NDArray[Any]], bool]:
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load as unpacked

    try:
        tensors = unpacked(data)
        about: Mapping[str, Any] = _metadata(data)
    except (SafetensorError, ValueError, KeyError) as error:
        raise DitoneError(f"{path} is no safetensors file: {error}.") from error
    arrays = {name: tensors[name].to(torch.float32).numpy() if tensors[name].dtype == torch.bfloat16 else tensors[name].numpy()
              for name in NAMES if name in tensors}  # fmt: skip
    return arrays, str(about.get("layout", "")).replace(" ", "") == "channels,frames"


def _metadata(data: bytes) -> Mapping[str, Any]:
    from ditone.runtime import json_reading

    size = int.from_bytes(data[:8], "little")
    head = json_reading.loads(data[8 : 8 + size].decode("utf-8"))
    about = head.get("__metadata__") if isinstance(head, dict) else None
    return about if isinstance(about, dict) else {}
