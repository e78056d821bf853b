"""Which precision "auto" takes: the fastest one whose sound stays near that of float32, by measurements.

A small table is shipped, by family and kind of processor; `calibrate` measures a model on this machine, and what it found goes first.
"""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.runtime import files, folders, json_reading
from ditone.runtime.errors import BadRequest, DitoneError

if TYPE_CHECKING:
    import torch
    from numpy.typing import NDArray

    from ditone.runtime.registry import ModelInfo

SAME_DB = 200.0  # said of equal sounds
LEAST_DB = 25.0  # of the waveform against float32's, at the default preset
SHIPPED = Path(__file__).resolve().parents[1] / "assets" / "precisions.json"
SHORT = {"float32": "fp32", "bfloat16": "bf16", "float16": "fp16"}
# a processor that has the later ones has the earlier ones, too; sounds are the same on all that compute a precision themselves
KINDS = ("x86_64", "avx512", "avx512_bf16", "amx")


@dataclass(frozen=True)
class Measured:
    """One precision beside float32: how many times as fast a take is, and how near its waveform (SNR in dB)."""

    ratio: float
    agreement_db: float

    def words(self, precision: str) -> str:
        """ "bf16: 2.0 x, 50 dB" """
        return f"{SHORT.get(precision, precision)}: {self.ratio:.1f} x, {self.agreement_db:.0f} dB"


def kind(device: torch.device) -> str:
    """The kind of processor that a measurement holds for: one of KINDS, another machine's own name, or the type of a device."""
    import torch

    if device.type != "cpu":
        return device.type
    machine = platform.machine().lower()
    if machine not in ("x86_64", "amd64") or not hasattr(torch.cpu, "get_capabilities"):
        return machine
    found = torch.cpu.get_capabilities()
    if found.get("amx_bf16"):
        return KINDS[3]
    return KINDS[2] if found.get("avx512_bf16") else KINDS[1] if found.get("avx512_f") else KINDS[0]


def measured(family: str, model: str, device: torch.device) -> dict[str, Measured]:
    """What is known of a model's precisions here: measured on this machine, else shipped for it or its family."""
    own = _read(_own()).get(f"{model} on {_where(device)}")
    if own:
        return own
    here = kind(device)
    kinds = KINDS[: KINDS.index(here) + 1][::-1] if here in KINDS else (here,)
    shipped = _read(SHIPPED)
    tables = (shipped.get(f"{name} on {one}") for one in kinds for name in (model, family))
    return next((found for found in tables if found), {})


def fastest(allowed: tuple[str, ...], found: Mapping[str, Measured]) -> str | None:
    """The fastest allowed precision that stays near float32; None where nothing was measured, so that the family's default holds."""
    near = {name: one.ratio for name, one in found.items() if name in allowed and one.agreement_db >= LEAST_DB}
    if not found:
        return None
    if "float32" in allowed:
        near.setdefault("float32", 1.0)
    return max(near, key=lambda name: near[name]) if near else None


def automatic(info: ModelInfo, device: str) -> str:
    """What "auto" takes on a device (by name, or "auto"), with what was measured: "bfloat16 (bf16: 1.6 x, 49 dB)".

    Raises BadRequest for a device that is not there.
    """
    from ditone.runtime import devices

    where = devices.resolve_device(device)
    found = measured(info.family, info.model, where)
    chosen = devices.precision_name(devices.resolve_precision("auto", info.precisions, device=where, found=found))
    words = ", ".join(one.words(name) for name, one in found.items() if name in info.precisions)
    return f"{chosen} ({words})" if words else chosen


def calibrate(info: ModelInfo, told: Callable[[str], None] = lambda line: None) -> dict[str, Measured]:
    """Takes of the default preset in every precision that this machine computes itself; what is found is kept for `measured`.

    `told` gets a line for each. Raises BadRequest for a model that needs more than a prompt, or has one precision only.
    """
    from ditone.runtime import devices

    device = devices.resolve_device("auto")
    names = [name for name in info.precisions if not devices.emulates(device, devices.PRECISIONS[name])]
    if "float32" not in names or len(names) < 2:
        raise BadRequest(f"{info.title} has one precision on this machine; there is nothing to compare.")
    names.sort(key=lambda name: name != "float32")
    sounds: dict[str, NDArray[Any]] = {}
    seconds: dict[str, float] = {}
    found: dict[str, Measured] = {}
    for name in names:
        sounds[name], seconds[name] = _take(info, name)
        if name != "float32":
            found[name] = Measured(
                round(seconds["float32"] / seconds[name], 2), round(_snr_db(sounds[name], sounds["float32"]), 1)
            )
            told(found[name].words(name))
    kept = {key: {name: asdict(one) for name, one in table.items()} for key, table in _read(_own()).items()}
    kept[f"{info.model} on {_where(device)}"] = {name: asdict(one) for name, one in found.items()}
    try:
        folders.make_private(_own().parent)
        files.write_bytes(_own(), json.dumps(kept, indent=1).encode())
    except OSError as error:
        raise DitoneError(f"{_own()} cannot be written: {error.strerror}.") from error
    return found


def _take(info: ModelInfo, precision: str) -> tuple[NDArray[Any], float]:
    """The waveform of the default preset, and the seconds of a second such take, when all is warm."""
    from ditone.runtime.request import EngineSettings
    from ditone.runtime.session import Session

    settings = EngineSettings(precision=precision)
    request = info.defaults().replaced(prompt=info.example_prompt, engine=settings)
    with Session.open(info, settings) as session:
        session.generate(request)
        begin = time.perf_counter()
        sound = session.generate(request).audio
        return sound, time.perf_counter() - begin


def _snr_db(found: NDArray[Any], exact: NDArray[Any]) -> float:
    import numpy as np

    length = max(len(found), len(exact))  # what one of them lacks is silence
    a, b = (np.pad(sound.astype(np.float64), ((0, length - len(sound)), (0, 0))) for sound in (found, exact))
    noise, power = float(((a - b) ** 2).sum()), float((b**2).sum())
    return SAME_DB if noise <= 10 ** (-SAME_DB / 10) * power else float(10 * np.log10(max(power, 1e-30) / noise))


def _own() -> Path:
    return folders.config() / "precisions.json"


def _where(device: torch.device) -> str:
    """Like `kind`, with the processor's name, since measurements here are of this machine alone."""
    import torch

    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{platform.node()}, {kind(device)}"


def _read(path: Path) -> dict[str, dict[str, Measured]]:
    """A table by "model or family on kind"; what is no such table counts for nothing."""
    if not path.is_file():
        return {}
    try:
        node = json_reading.Node.load(path)
        return {key: _table(node.node(key)) for key in node.data}
    except DitoneError:
        return {}


def _table(node: json_reading.Node) -> dict[str, Measured]:
    rows = {name: node.node(name) for name in node.data}
    return {name: Measured(row.number("ratio", low=0.0), row.number("agreement_db")) for name, row in rows.items()}
