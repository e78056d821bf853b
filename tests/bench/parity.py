"""How close every engine variant stays to plain float32: `make parity`.

For each tiny model folder of the recorded cases, and for the built-in models, guided velocities of its transformer (random latents and
conditions, three times) are compared with the long way: the whole module in one call per branch, float32, guidance written out. The table
shows cosines. Then whole takes are compared with the float32 take; one of another length has nothing to compare and says "length".
No network is used, and no weights but those in this repository. Everything runs on one thread: products this small gain nothing from a
second one, and wait long for it on a busy machine.

    make parity ARGS="moss_sound_effect dots"      only these families
    make parity ARGS=--no-takes                    single evaluations only
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile
import torch
from torch import Tensor

from ditone.runtime import registry
from ditone.runtime.dit import Branch, Conditioning, DitConfig, DitModule, DitRuntime
from ditone.runtime.dit.prefix_cache import Tokens
from ditone.runtime.errors import DitoneError
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.session import Session
from ditone.runtime.take import Take
from ditone.runtime.voices import agree

CASES = Path(__file__).parents[1] / "reference" / "cases"
FRAMES, CONTEXT, SCALE = 24, 7, 3.0
TIMES = tuple(torch.tensor([t], dtype=torch.float64) for t in (1.0, 0.6, 0.2))
FLOORS = {"bf16": 0.99, "fp16": 0.99}  # every other variant has to reach EXACT
EXACT = 1 - 1e-5
EVALUATIONS = ("prepared", "sequential", "packed", "history", "bf16", "bf16 packed", "fp16")
TAKES = ("repeated", "sequential", "packed", "bf16", "fp16")
SETTINGS = {
    "sequential": EngineSettings(sequential_guidance=True),
    "packed": EngineSettings(packed_projections=True),
    "bf16": EngineSettings(precision="bfloat16"),
    "bf16 packed": EngineSettings(precision="bfloat16", packed_projections=True),
    "fp16": EngineSettings(precision="float16"),
}
Row = dict[str, float | str | None]
OTHER_LENGTH = "length"  # in place of a cosine


def main(arguments: list[str] | None = None) -> int:
    """Prints both tables; 1 when a cosine is below its floor."""
    parser = argparse.ArgumentParser(description="Cosines of every engine variant to plain float32.")
    parser.add_argument("families", nargs="*", help="families to look at; all when none is named")
    parser.add_argument("--reference", type=Path, default=CASES, help="root of the recorded cases with their model folders")
    parser.add_argument("--no-takes", action="store_true", help="leave out whole takes")
    options = parser.parse_args(arguments)
    models = [info for info in found_models(options.reference) if not options.families or info.family in options.families]
    print(f"Guided velocities against the long way in float32 ({FRAMES} frames, scale {SCALE:g}, {len(TIMES)} times): cosines")
    low = print_table(EVALUATIONS, ((title(info), evaluations(info)) for info in models))
    if not options.no_takes:
        print("\nWhole takes against the float32 take: cosines of the last latents, of the sound where none are kept")
        low += print_table(TAKES, ((title(info), takes(info)) for info in models))
    print(f"\n{low} values are below their floor." if low else "\nAll values reach their floor.")
    return 1 if low else 0


def found_models(root: Path) -> Iterator[ModelInfo]:
    """Every loadable model folder below the root, then the built-in models."""
    for folder in sorted([*root.glob("*/model"), *root.glob("*/models/*")]):
        try:
            info = registry.recognise(folder)
        except DitoneError:
            continue  # an autoencoder alone, or a folder of shared parts
        if not info.problems:
            yield info
    yield from registry.builtin_models()


def title(info: ModelInfo) -> str:
    return f"{info.family} {info.variant}"


def settings_of(variant: str) -> EngineSettings:
    settings = SETTINGS.get(variant, EngineSettings())
    precision = "float32" if settings.precision == "auto" else settings.precision
    return replace(settings, device="cpu", precision=precision, threads=1)


def usable(info: ModelInfo, variant: str) -> bool:
    return settings_of(variant).precision in info.precisions


# -- single evaluations -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Problem:
    """Random latents (1, FRAMES, channels) and conditions of both branches, of the shapes that an architecture takes."""

    x: Tensor
    branches: tuple[Branch, Branch]
    duration: Tensor | None
    history: Tokens | None
    lead: Tokens | None


def problem(config: DitConfig) -> Problem:
    generator = torch.Generator().manual_seed(1)

    def random(*shape: int) -> Tensor:
        return torch.randn(shape, generator=generator)

    def branch() -> Branch:
        context = None
        if config.cross_attention is not None:
            context = random(1, CONTEXT, config.context.input_dim if config.context is not None else config.width)
        return Branch(
            context=context,
            vector=None if config.global_vector is None else random(1, config.global_vector.input_dim),
            static=random(1, FRAMES, config.input.static_channels) if config.input.static_channels else None,
            local=random(1, FRAMES, config.local_channels) if config.local_channels else None,
        )

    channels = config.input.token_channels
    tokens = [Tokens(random(1, n, channels), random(1, n, channels)) if channels else None for n in (11, 1)]
    duration = torch.tensor([0.2], dtype=torch.float64) if config.duration_embedder else None
    return Problem(random(1, FRAMES, config.input.channels), (branch(), branch()), duration, *tokens)


def long_way(module: DitModule, given: Problem) -> Tensor:
    """Guided velocities from one call of the whole module per branch and time."""
    results = []
    for t in TIMES:
        sides = [
            module.evaluate(
                given.x,
                t,
                duration=given.duration,
                vector=b.vector,
                context=b.context,
                local=b.local,
                static=b.static,
            )
            for b in given.branches
        ]
        results.append(sides[1] + SCALE * (sides[0] - sides[1]))
    return torch.cat(results)


def prepared(module: DitModule, given: Problem, *, sequential: bool = False, history: str = "none") -> Tensor:
    """The same through a `DitRuntime`."""
    runtime = DitRuntime(module, sequential_guidance=sequential)
    durations = None if given.duration is None else [given.duration] * len(TIMES)
    guidance = Guidance(SCALE)
    conditioning = Conditioning(*given.branches)
    runtime.prepare(conditioning, TIMES, FRAMES, path=NOISE_AT_ONE, guidance=guidance, durations=durations, history=history)  # type: ignore[arg-type]
    if history != "none" and given.history is not None and given.lead is not None:
        runtime.append_history(given.history)
        runtime.set_lead(given.lead)
        for t in TIMES:
            runtime.velocity(given.x, t, given.duration)  # the history is in the cache from here on
    return torch.cat([runtime.velocity(given.x, t, given.duration) for t in TIMES])


@torch.inference_mode()
def evaluations(info: ModelInfo) -> Row:
    """Cosines of one model's transformer, None where a variant does not apply."""
    row: Row = {}
    with Session.open(info, settings_of("")) as session:
        module = transformer_of(session)
        given = problem(module.config)
        exact = long_way(module, given)
        row["prepared"] = cosine(prepared(module, given), exact)
        row["sequential"] = cosine(prepared(module, given, sequential=True), exact)
        if given.history is not None:
            cached, recomputed = (prepared(module, given, history=kind) for kind in ("cached", "recomputed"))
            row["history"] = cosine(cached, recomputed)
    for variant in ("packed", "bf16", "bf16 packed", "fp16"):
        if usable(info, variant) and not ("packed" in variant and module.config.attention.projection == "fused"):
            with Session.open(info, settings_of(variant)) as session:
                row[variant] = cosine(prepared(transformer_of(session), given), exact)
    return row


def transformer_of(session: Session) -> DitModule:
    """The one transformer that a session holds; a bench may look where families differ in where they keep it."""
    seen: list[object] = [session]
    for thing in seen:
        if isinstance(thing, DitModule):
            return thing
        known = {id(item) for item in seen}
        if isinstance(thing, torch.nn.Module) or type(thing).__module__.split(".")[0] == "ditone":
            seen += [item for item in gc.get_referents(thing) if id(item) not in known and not isinstance(item, type)]
        elif isinstance(thing, dict):
            seen += [item for item in thing.values() if id(item) not in known and not isinstance(item, type)]
    raise LookupError(f"{session.info.title} holds no transformer")


# -- whole takes --------------------------------------------------------------------------------------------------------------


def takes(info: ModelInfo) -> Row:
    """Cosines of whole takes to the float32 take of a fresh session."""
    row: Row = {}
    with tempfile.TemporaryDirectory() as scratch:
        with Session.open(info, settings_of("")) as session:
            request = short_request(info, Path(scratch))
            try:
                agree(info, request)  # recordings of the recorded cases, and sounds made here
                exact = session.generate(request)
            except DitoneError as error:
                print(f"{title(info)} makes no take of its example: {error.text()}")
                return row
            session.generate(request.replaced(seed=request.seed + 1))
            row["repeated"] = likeness(session.generate(request), exact)
        for variant in TAKES[1:]:
            if usable(info, variant):
                settings = replace(settings_of(variant), trace=True)
                with Session.open(info, settings) as session:
                    row[variant] = likeness(session.generate(request.replaced(engine=settings)), exact)
    return row


def likeness(found: Take, exact: Take) -> float | str:
    """Cosine of the last latents, of the sound where a family keeps none; OTHER_LENGTH where the lengths differ."""
    a, b = (take.audio if take.trace is None else take.trace[-1] for take in (found, exact))
    return cosine(torch.from_numpy(a.copy()), torch.from_numpy(b.copy())) if a.shape == b.shape else OTHER_LENGTH


def short_request(info: ModelInfo, scratch: Path) -> Request:
    """A few steps of the model's example, with a made-up voice where it needs one.

    A model that can convert a recording does that: the length of speech that a language model makes depends on every rounding.
    """
    request = info.defaults().replaced(prompt=info.example_prompt, seed=3, engine=replace(settings_of(""), trace=True))
    duration, steps, patches = info.control("duration_s"), info.control("steps"), info.control("max_patches")
    if duration is not None:
        request = request.replaced(duration_s=duration.clamp(1.0))
    if steps is not None and steps.default > 6:
        request = request.replaced(steps=int(steps.clamp(6)))
    if patches is not None:  # random weights would speak up to the limit
        request = request.replaced(max_patches=int(patches.clamp(12)))
    voice, mode = info.control("reference"), info.control("mode")
    if voice is None or not voice.required:
        return request
    request = request.replaced(prompt="Yes, so it is.", reference=hum(scratch / "voice.wav", 4.0, 140.0))
    if info.control("transcript") is not None:
        request = request.replaced(transcript="The words of a voice that hums.")
    if mode is not None and "convert" in [choice.value for choice in mode.choices]:
        request = request.replaced(mode="convert", source=hum(scratch / "source.wav", 1.0, 200.0))
    return request


def hum(path: Path, seconds: float, pitch_hz: float, rate_hz: int = 24000) -> str:
    """Writes something like a voice, and returns its name."""
    t = np.arange(round(seconds * rate_hz)) / rate_hz
    sound = sum(np.sin(2 * np.pi * pitch_hz * n * t) / n for n in range(1, 12)) * (0.6 + 0.4 * np.sin(2 * np.pi * 3 * t))
    soundfile.write(path, 0.1 * sound, rate_hz)
    return str(path)


# -- the table ----------------------------------------------------------------------------------------------------------------


def cosine(a: Tensor, b: Tensor) -> float:
    return float(torch.nn.functional.cosine_similarity(a.double().flatten(), b.double().flatten(), dim=0))


def print_table(columns: tuple[str, ...], rows: Iterator[tuple[str, Row]]) -> int:
    """One line a model, as it is measured; how many values are below their floor."""
    low = 0
    print(f"{'':34}" + "".join(f"{name:>12}" for name in columns))
    for name, row in rows:
        line = f"{name:34}"
        for column in columns:
            value = row.get(column)
            is_low = isinstance(value, float) and not value >= FLOORS.get(column.split()[0], EXACT)
            low += is_low
            text = f"{value:.7f}" if isinstance(value, float) else value or ""
            line += f"{text + ('*' if is_low else ''):>12}"
        print(line, flush=True)
    return low


if __name__ == "__main__":
    sys.exit(main())
