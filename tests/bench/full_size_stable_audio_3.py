"""Stable Audio 3 at its published size with random weights: a model folder to measure loading, speed and memory with.

    python -m tests.bench.full_size_stable_audio_3 build FOLDER --variant small-sfx
    python -m tests.bench.full_size_stable_audio_3 measure FOLDER
    python -m tests.bench.full_size_stable_audio_3 measure FOLDER --seconds 10 30 --steps 4 --precision float32 bfloat16

`build` writes real names, shapes and configuration (2.3 GB for a small variant and 9.2 GB for a medium one in F32, and 1.2 GB for the
text encoder), tensor by tensor. `--like FOLDER` takes names and shapes from another model folder instead, which makes a small one.
`measure` gives each precision a process of its own, so that the memory of one is not counted for the next.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import math
import multiprocessing
import shutil
import statistics
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from ditone.runtime import registry
from ditone.runtime.monitor import PeakMemory
from ditone.runtime.request import EngineSettings
from ditone.runtime.run import SilentObserver
from ditone.runtime.session import Session
from ditone.runtime.weights.sources import read_header
from tests.models.stable_audio_3.published import MEDIUM, MODELS, SMALL, model_config, text_encoder_config

ROOT = Path(__file__).parents[2]
MANIFEST = ROOT / "tests" / "models" / "stable_audio_3" / "manifest.json.gz"
WEIGHTS, TEXT = "model.safetensors", "t5gemma-b-b-ul2"
DTYPES = {"F32": torch.float32, "BF16": torch.bfloat16, "F16": torch.float16}


def build(folder: Path, variant: str, dtype: str, like: Path | None) -> None:
    """Writes the folder. Raises FileExistsError rather than overwrite one."""
    folder.mkdir(parents=True)
    (folder / TEXT).mkdir()
    source = MODELS / "small"  # its tokenizer is a real one with few words, which the large embedding table covers
    for name in ("tokenizer.json", "tokenizer.model", "tokenizer_config.json"):
        shutil.copy(source / TEXT / name, folder / TEXT / name)
    if like is None:
        manifest = json.loads(gzip.decompress(MANIFEST.read_bytes()))["medium" if variant in MEDIUM else "small-music"]
        shapes = {file: manifest[file] for file in (WEIGHTS, f"{TEXT}/{WEIGHTS}")}
        _write_json(folder / "model_config.json", model_config(variant))
        _write_json(folder / TEXT / "config.json", text_encoder_config())
    else:
        shapes = {file: {n: h.shape for n, h in read_header(like / file)[0].items()} for file in (WEIGHTS, f"{TEXT}/{WEIGHTS}")}
        for name in ("model_config.json", f"{TEXT}/config.json"):
            shutil.copy(like / name, folder / name)
    write_random(folder / WEIGHTS, shapes[WEIGHTS], dtype)
    write_random(folder / TEXT / WEIGHTS, shapes[f"{TEXT}/{WEIGHTS}"], "BF16")


def write_random(path: Path, shapes: Mapping[str, Any], dtype: str, seed: int = 0) -> None:
    """A safetensors file of random tensors, one in memory at a time; scales keep a deep network's activations finite."""
    size = torch.empty(0, dtype=DTYPES[dtype]).element_size()
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    offset = 0
    for name, shape in shapes.items():
        end = offset + size * math.prod(shape)
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    generator = torch.Generator().manual_seed(seed)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for name, shape in shapes.items():
            if math.prod(shape):  # one published tensor has no elements
                file.write(_random(name, tuple(shape), generator).to(DTYPES[dtype]).flatten().view(torch.uint8).numpy().data)


def _random(name: str, shape: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
    values = torch.randn(shape, generator=generator)
    last = name.rsplit(".", 1)[-1]
    if last in ("gamma", "alpha", "scaling_factor", "running_std", "weight_g") or (len(shape) == 1 and last == "weight"):
        return 1 + 0.1 * values  # gains
    if last in ("bias", "beta") or len(shape) == 1:
        return 0.02 * values
    return values / math.sqrt(math.prod(shape[1:]) or 1)


def _write_json(path: Path, data: dict[str, Any]) -> None:
    path.write_text(json.dumps(data, indent=1), "utf-8")


def measure(folder: Path, seconds: list[float], steps: int, precision: str, threads: int) -> None:
    """Prints time to recognise and load, then time per stage and peak memory of takes. steps: at least 2."""
    if steps < 2:
        raise ValueError(f"{steps} steps; the time of one is that between two, so at least 2 are needed")
    began = time.perf_counter()
    info = registry.recognise(folder)
    print(f"\nrecognise {1000 * (time.perf_counter() - began):.0f} ms: {info.title}, {info.parameters:,} parameters")
    if info.problems:
        raise SystemExit(" ".join(info.problems))
    settings = EngineSettings(precision=precision, threads=threads)
    began = time.perf_counter()
    with PeakMemory() as loading:
        session = Session.open(info, settings)
    took_s = time.perf_counter() - began
    with session:
        engine = session.engine
        print(f"load {took_s:.1f} s, peak RSS {loading.rss_mib:.0f} MiB ({precision}, {engine.threads} threads, {engine.device})")
        print(f"{'length':>8} {'text':>8} {'a step':>9} {'decode':>8} {'peak RSS':>10} {'estimate':>10} {'VRAM':>8}")
        duration = info.control("duration_s")
        for length in seconds if duration is None else dict.fromkeys(duration.clamp(value) for value in seconds):
            watch = Steps()
            prompt = f"rain for {length:g} seconds"  # of its own: a text that was encoded before costs nothing
            request = info.defaults().replaced(prompt=prompt, duration_s=length, steps=steps, engine=settings)
            take = session.generate(request, watch)
            estimate = info.peak_memory_mib(request) if info.peak_memory_mib else math.nan
            vram = "" if take.peak_vram_mib is None else f"{take.peak_vram_mib:.0f} MiB"
            print(
                f"{length:6.1f} s {take.timings_s['text']:6.2f} s {watch.step_s():7.4f} s {take.timings_s['decode']:6.2f} s "
                f"{take.peak_rss_mib:6.0f} MiB {estimate:6.0f} MiB {vram:>8}",
                flush=True,
            )


class Steps(SilentObserver):
    """When each step of the walk reported. A step reports behind its first evaluation, so two reports are one step apart;
    the last report, that all are done, follows the last step's at once and measures nothing.
    """

    def __init__(self) -> None:
        self._stage = ""
        self._times: list[float] = []

    def stage(self, name: str, steps: int | None) -> None:
        self._stage = name

    def step(self, done: int, steps: int) -> None:
        if self._stage == "denoise" and done < steps:
            self._times.append(time.perf_counter())

    def step_s(self) -> float:
        """Median seconds of a step; what is prepared before the first one is not in it."""
        return statistics.median(b - a for a, b in itertools.pairwise(self._times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    building = commands.add_parser("build")
    building.add_argument("folder", type=Path)
    building.add_argument("--variant", choices=(*SMALL, *MEDIUM), default="small-sfx")
    building.add_argument("--dtype", choices=tuple(DTYPES), default="F32")
    building.add_argument("--like", type=Path)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("--seconds", type=float, nargs="+", default=[10.0, 30.0])
    measuring.add_argument("--steps", type=int, default=4)
    measuring.add_argument("--precision", nargs="+", default=["float32", "bfloat16"])
    measuring.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    if options.command == "build":
        build(options.folder, options.variant, options.dtype, options.like)
    else:
        for precision in options.precision:
            work = (options.folder, options.seconds, options.steps, precision, options.threads)
            process = multiprocessing.get_context("spawn").Process(target=measure, args=work)
            process.start()
            process.join()
            if process.exitcode:
                raise SystemExit(process.exitcode)


if __name__ == "__main__":
    main()
