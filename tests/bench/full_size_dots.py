"""What one patch of speech costs dots.tts at its published size, with random weights.

    python -m tests.bench.full_size_dots --patches 60 --precision float32
    python -m tests.bench.full_size_dots --like MODEL_FOLDER          the sizes of another folder

Behind a history of finished patches, one patch is solved with and without the cached history, and decoded; a language-model step and the
patch encoder are timed with --parts llm encoder (they need most of the memory). CPU seconds are of this process, all threads together.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from ditone.models.dots.config import DotsConfig, parse_config, read_config
from ditone.models.dots.controls import DEFAULT_SCALE
from ditone.models.dots.decoder import AudioDecoder
from ditone.models.dots.patch_encoder import PatchEncoder, PatchEncoderState
from ditone.models.dots.sampling import make_plan, prepare, solve_patch
from ditone.runtime.devices import PRECISIONS
from ditone.runtime.dit.module import DitModule
from ditone.runtime.dit.prefix_cache import Tokens
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.run import Run
from tests.bench.full_size import randomised, row, timed
from tests.models.dots.published import CONFIG, LLM, VARIANTS

RECIPES = {"soar": (("euler", 10), ("midpoint", 10), ("rk4-38", 10)), "mf": (("", 4), ("", 1)), "mf-2steps": (("", 2),)}
PARTS = ("transformer", "decoder", "encoder", "llm")


def measure_transformer(config: DotsConfig, module: DitModule, solver: str, steps: int, patches: int, cached: bool) -> None:
    """One patch behind `patches` finished ones; the history enters the cache before the clock starts."""
    plan = make_plan(config.recipe, solver, steps, DEFAULT_SCALE)
    runtime = DitRuntime(module)
    size, width = config.patch_size, config.dit.width

    def noise() -> Tensor:
        return torch.randn(1, size, config.latent_dim)

    def tokens(count: int) -> Tokens:
        return Tokens(torch.randn(1, count, width), torch.randn(1, count, width))

    prepare(runtime, plan, torch.randn(1, width), size, cached=cached)
    runtime.append_history(tokens((patches - 1) * (size + 1)))
    runtime.set_lead(tokens(1))
    if cached:
        solve_patch(runtime, plan, noise(), noise, Run(0))  # fills the cache of every time point
    runtime.append_history(tokens(size + 1))
    runtime.evaluations = 0
    times = timed(lambda: solve_patch(runtime, plan, noise(), noise, Run(0)))
    name = f"{config.recipe.variant} {plan.solver.title} {steps}, {'cached' if cached else 'recomputed'}"
    row(name, times, f"{runtime.evaluations} branch passes, history {runtime.history_bytes() / 2**20:.0f} MiB")


def measure(
    config: DotsConfig, variants: dict[str, DotsConfig], dtype: torch.dtype, patches: int, parts: list[str], uncached: bool
) -> None:
    print(f"one patch of {1000 * config.patch_s:.0f} ms behind {patches} patches, {dtype}, {torch.get_num_threads()} threads")
    if "transformer" in parts:
        for variant, each in variants.items():
            with torch.device("meta"):
                module = DitModule(each.dit)
            randomised(module, dtype)
            for solver, steps in RECIPES[variant]:
                for cached in (True, False) if uncached else (True,):
                    measure_transformer(each, module, solver, steps, patches, cached)
    if "decoder" in parts:
        decoder = AudioDecoder(config.vae)
        randomised(decoder, torch.float32)
        state: dict[nn.Module, tuple[Tensor, ...]] = {}
        latents = torch.randn(1, config.patch_size, config.latent_dim)
        decoder.stream(latents, state)
        row("audio decoder, float32", timed(lambda: decoder.stream(latents, state)))
    if "encoder" in parts:
        encoder = PatchEncoder(config.patch_encoder, config.latent_dim, config.patch_size, config.llm_width)
        randomised(encoder, dtype)
        past = PatchEncoderState()
        encoder(torch.randn(1, patches * config.patch_size, config.latent_dim), past)
        row("patch encoder", timed(lambda: encoder(torch.randn(1, config.patch_size, config.latent_dim), past)))
    if "llm" in parts:
        measure_llm(config, dtype, patches)


def measure_llm(config: DotsConfig, dtype: torch.dtype, patches: int) -> None:
    from transformers import DynamicCache, Qwen2Config, Qwen2Model

    llm_config = Qwen2Config.from_dict(
        {**config.llm, "vocab_size": 8, "bos_token_id": None, "eos_token_id": None}
    )  # no table is read
    llm = randomised(Qwen2Model(llm_config), dtype)
    cache = DynamicCache(config=llm_config)

    def step(count: int) -> object:
        embeddings = torch.randn(1, count, config.llm_width).to(dtype)
        return llm(None, None, None, cache, inputs_embeds=embeddings, use_cache=True)

    step(patches + 40)
    row("language model step", timed(lambda: step(1)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patches", type=int, default=60)
    parser.add_argument("--precision", choices=tuple(PRECISIONS), default="float32")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--variants", nargs="+", choices=tuple(RECIPES), default=["soar", "mf"])
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=["transformer", "decoder"])
    parser.add_argument("--cached-only", action="store_true", help="leave out the slow way")
    parser.add_argument("--like", type=Path, help="take all sizes from this model folder")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    if options.like is not None:
        config = read_config(options.like)
        variants = {"soar" if config.recipe.variant == "flow" else "mf": config}
    else:
        variants = {name: parse_config({**CONFIG, **VARIANTS[name]}, LLM) for name in options.variants}
        config = next(iter(variants.values()))
    with torch.inference_mode():
        measure(config, variants, PRECISIONS[options.precision], options.patches, options.parts, not options.cached_only)


if __name__ == "__main__":
    main()
