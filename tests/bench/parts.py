"""The large parts of every family at published sizes, each precision beside plain float32 weights, in turns, with the drift of each.

    python -m tests.bench.parts                             all parts, three turns, one thread
    python -m tests.bench.parts sa3-small cosy-step --repeats 5 --threads 2

"plain" is float32 with weights as they were stored, which is what the originals compute with. Weights are random but those of the built-in
models, so drift is that of random networks. A ratio is plain's time over the other's in one turn; the table gives its median and spread.
CPU seconds are of this process, all threads together.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from ditone.runtime.dit import Branch, Conditioning, DitModule, DitRuntime
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.dit.prefix_cache import Tokens
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE, NOISE_AT_ZERO
from ditone.runtime.weights import load_module, packed
from ditone.runtime.weights.skeleton import skeleton
from ditone.runtime.weights.sources import Header, TensorSource
from ditone.runtime.weights.tensor_map import IDENTITY
from tests.bench.full_size import timed

PLAIN = "plain"
PRECISIONS = (PLAIN, "float32", "bfloat16")
M = TypeVar("M", bound=nn.Module)
Work = Callable[[], Tensor]
Dtype = torch.dtype | Callable[[str], torch.dtype]


def processor() -> str:
    """The kind of processor, and what of it products in reduced precision need."""
    found = torch.cpu.get_capabilities() if hasattr(torch.cpu, "get_capabilities") else {}
    names = ("avx2", "avx512_f", "avx512_vnni", "avx512_bf16", "amx_bf16", "amx_int8")
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    model = {
        key: next((line.split(":")[1].strip() for line in lines if line.startswith(key)), "?")
        for key in ("model name", "cpu family")
    }
    return f"{model['model name']} (family {model['cpu family']}), {', '.join(n for n in names if found.get(n)) or 'no such extensions'}"


def random_source(module: nn.Module) -> TensorSource:
    """Random weights that keep activations near one, drawn when they are read: matrices by their fan in, gains near one."""
    shapes = {name: tuple(tensor.shape) for name, tensor in module.state_dict().items()}

    def read(name: str) -> Tensor:
        shape, leaf = shapes[name], name.rsplit(".", 1)[-1]
        values = torch.randn(shape, generator=torch.Generator().manual_seed(zlib.crc32(name.encode())))
        if leaf == "filter":  # of a resampler: one that passes low frequencies
            return (torch.hann_window(shape[-1]) / (shape[-1] / 2)).expand(shape).clone()
        if leaf in ("alpha", "beta"):
            return 0.1 * values
        if len(shape) < 2:
            return 1 + 0.1 * values if leaf == "weight" else 0.05 * values
        return values / max(1, values[0].numel()) ** 0.5

    return TensorSource("random", {name: Header(shape, "F32") for name, shape in shapes.items()}, read, lambda: None)


@contextmanager
def weights_as_stored() -> Iterator[None]:
    works = packed.works
    packed.works = lambda dtype: False  # type: ignore[assignment]
    try:
        yield
    finally:
        packed.works = works


def loaded(make: Callable[[], M], precision: str, bfloat16: Dtype = torch.bfloat16, language: bool = False) -> M:
    with skeleton():
        module = make()
    source = random_source(module)
    if precision == PLAIN:
        with weights_as_stored():
            return load_module(module, IDENTITY, source)
    if language and packed.halved(getattr(torch, precision), "cpu"):
        return load_module(module, IDENTITY, source, half=lambda name: True)
    return load_module(module, IDENTITY, source, dtype=bfloat16 if precision == "bfloat16" else getattr(torch, precision))


def drawn(*shape: int, seed: int = 1) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def sa3(precision: str, guided: bool) -> Work:
    """One evaluation for 10 s of sound and 6 s of headroom."""
    from ditone.models.stable_audio_3.config_file import parse_json
    from tests.models.stable_audio_3.published import model_config

    config = parse_json(model_config("small-sfx")).dit
    assert config is not None
    runtime = DitRuntime(loaded(lambda: DitModule(config), precision))
    context, vector, local = drawn(1, 257, 768), drawn(1, 768, seed=2), torch.zeros(1, 1, config.local_channels)
    branches = [Branch(context=c, vector=vector, local=local) for c in (context, torch.zeros_like(context))]
    t, x = torch.tensor([0.7], dtype=torch.float64), drawn(1, 174, 256, seed=3)
    guidance = Guidance(4.0, apg=1.0) if guided else Guidance()
    runtime.prepare(Conditioning(*branches[: 2 if guided else 1]), [t], 174, path=NOISE_AT_ONE, guidance=guidance)
    return lambda: runtime.velocity(x, t)


def same_s(precision: str) -> Work:
    """SAME-S decodes 5 s."""
    from ditone.models.stable_audio_3 import decoder
    from ditone.models.stable_audio_3.autoencoder import SameAutoencoder
    from ditone.models.stable_audio_3.config_file import parse_json
    from ditone.models.stable_audio_3.loading import kept_dtype
    from tests.models.stable_audio_3.published import model_config

    config = parse_json(model_config("same-s")).autoencoder
    model = loaded(lambda: SameAutoencoder(config), precision, lambda name: kept_dtype(torch.bfloat16, f"autoencoder.{name}"))
    z = drawn(1, 54, 256)
    return lambda: decoder.decode(model, z, None).float()


def dots_patch(precision: str) -> Work:
    """One patch of SOAR, Euler with 10 steps and guidance, behind 60."""
    from ditone.models.dots.config import parse_config
    from ditone.models.dots.controls import DEFAULT_SCALE
    from ditone.models.dots.sampling import make_plan, prepare, solve_patch
    from ditone.runtime.run import Run
    from tests.models.dots.published import CONFIG, LLM, VARIANTS

    config = parse_config({**CONFIG, **VARIANTS["soar"]}, LLM)
    unit, patches = config.patch_size + 1, 60
    plan = make_plan(config.recipe, "euler", 10, DEFAULT_SCALE)
    runtime = DitRuntime(loaded(lambda: DitModule(config.dit), precision))
    history = [drawn(1, patches * unit + 1, config.dit.width, seed=seed) for seed in (4, 5)]
    z = drawn(1, config.patch_size, config.latent_dim, seed=6)
    speaker = drawn(1, config.dit.width, seed=7)

    def units(start: int, stop: int) -> Tokens:
        return Tokens(*(one[:, start:stop] for one in history))

    prepare(runtime, plan, speaker, config.patch_size)
    runtime.append_history(units(0, patches * unit))
    runtime.set_lead(units(patches * unit, patches * unit + 1))
    solve_patch(runtime, plan, z, lambda: z, Run(0))
    return lambda: solve_patch(runtime, plan, z, lambda: z, Run(0))


def dots_decoder(precision: str) -> Work:
    """1.28 s of sound from the decoder of dots.tts."""
    from ditone.models.dots.config import parse_config
    from ditone.models.dots.decoder import AudioDecoder
    from tests.models.dots.published import CONFIG, LLM

    config = parse_config(CONFIG, LLM)
    model = loaded(lambda: AudioDecoder(config.vae), precision)
    z = drawn(1, 32, 128)
    return lambda: model.decode(z).flatten()


def cosy_flow(precision: str) -> Work:
    """One guided evaluation of 650 frames."""
    from ditone.models.cosyvoice3.config import dit_config

    config = dit_config(1024, 22, 16, 64, 2048, 80, 240)
    runtime = DitRuntime(loaded(lambda: DitModule(config), precision))
    static, t, x = drawn(1, 650, 240), torch.tensor([0.4], dtype=torch.float64), drawn(1, 650, 80, seed=2)
    both = Conditioning(Branch(static=static), Branch(static=torch.zeros_like(static)))
    runtime.prepare(both, [t], 650, path=NOISE_AT_ZERO, guidance=Guidance(1.7))
    return lambda: runtime.velocity(x, t)


def cosy_step(precision: str) -> Work:
    """Five steps of the language model behind 300 tokens."""
    from transformers import DynamicCache, Qwen2Config, Qwen2Model

    from tests.models.dots.published import LLM

    sizes = {"hidden_size": 896, "intermediate_size": 4864, "num_hidden_layers": 24, "num_attention_heads": 14}
    config = Qwen2Config.from_dict(
        {**LLM, **sizes, "num_key_value_heads": 2, "vocab_size": 8, "bos_token_id": None, "eos_token_id": None}
    )
    model: Any = loaded(lambda: Qwen2Model(config), precision, language=True)
    model.rotary_emb = type(model.rotary_emb)(config)
    cache = DynamicCache(config=config)
    dtype = model.norm.weight.dtype

    def step(x: Tensor) -> Tensor:
        out: Tensor = model(None, None, None, cache, inputs_embeds=x.to(dtype), use_cache=True).last_hidden_state
        return out

    step(drawn(1, 300, 896))
    x = drawn(1, 1, 896, seed=2)

    def work() -> Tensor:
        for _ in range(5):
            y = step(x)
            cache.crop(-1)
        return y.float()

    return work


def moss(precision: str) -> Work:
    """One evaluation of 4 of 30 blocks, 30 s of sound."""
    from ditone.models.moss_sound_effect.conditioning import text_branch
    from ditone.models.moss_sound_effect.config import dit_config
    from tests.models.moss_sound_effect.published import TRANSFORMER

    config: DitConfig = dit_config({**TRANSFORMER, "num_layers": 4})
    runtime = DitRuntime(loaded(lambda: DitModule(config), precision))
    t, x = torch.tensor([0.7], dtype=torch.float64), drawn(1, 1500, 128)
    runtime.prepare(Conditioning(text_branch([drawn(24, 2048, seed=2)])), [t], 1500, path=NOISE_AT_ONE)
    return lambda: runtime.velocity(x, t)


def mini(model: str, precision: str) -> Work:
    """A whole take of a built-in model."""
    from ditone.runtime import registry
    from ditone.runtime.request import EngineSettings
    from ditone.runtime.session import Session

    info = registry.resolve(model)
    settings = EngineSettings("cpu", "float32" if precision == PLAIN else precision, threads=torch.get_num_threads())
    if precision == PLAIN:
        with weights_as_stored():
            session = Session.open(info, settings)
    else:
        session = Session.open(info, settings)
    request = info.defaults().replaced(prompt=info.example_prompt, engine=settings, seed=3)
    return lambda: torch.from_numpy(session.generate(request).audio)


PARTS: dict[str, tuple[str, Callable[[str], Work]]] = {
    "mini-sfx": ("Mini SFX, a take of 2 s", lambda p: mini("mini-sfx", p)),
    "mini-voice": ("Mini Voice, a sentence", lambda p: mini("mini-voice", p)),
    "sa3-small": ("Stable Audio 3 Small, an evaluation of 10 s", lambda p: sa3(p, False)),
    "sa3-small-cfg": ("the same with CFG 4 and APG", lambda p: sa3(p, True)),
    "same-s": ("SAME-S, 5 s decoded", same_s),
    "cosy-step": ("CosyVoice3, 5 steps of the language model", cosy_step),
    "cosy-flow": ("CosyVoice3, an evaluation of 13 s with CFG", cosy_flow),
    "dots-patch": ("dots.tts SOAR, a patch behind 60", dots_patch),
    "dots-decoder": ("dots.tts, 1.28 s decoded", dots_decoder),
    "moss": ("MOSS, 4 of 30 blocks, 30 s", moss),
}
SINGLE_PRECISION = ("dots-decoder",)  # parts that no family computes in another


def snr_db(found: Tensor, exact: Tensor) -> float:
    a, b = found.double().flatten(), exact.double().flatten()
    noise = float((a - b).square().sum())
    return float("inf") if noise == 0 else 10 * float(torch.log10(b.square().sum() / noise))


def measure(title: str, works: dict[str, Work], repeats: int) -> None:
    results = {name: work() for name, work in works.items()}  # kernels are made in the first run
    cpus: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            cpus[name].append(timed(work)[1])
    for name, seconds in cpus.items():
        ratios = [plain / own for plain, own in zip(cpus[PLAIN], seconds, strict=True)]
        drift = "" if name == PLAIN else f"{snr_db(results[name], results[PLAIN]):.0f} dB"
        spread = "" if name == PLAIN else f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        print(f"| {title} | {name} | {statistics.median(seconds):.3f} | {spread} | {drift} |", flush=True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--precisions", nargs="+", choices=PRECISIONS[1:], default=PRECISIONS[1:])
    options = parser.parse_args(arguments)
    unknown = [name for name in options.parts if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    torch.set_num_threads(options.threads)
    torch.set_grad_enabled(False)
    print(f"{processor()}; torch {torch.__version__}; {options.threads} threads; {options.repeats} turns\n")
    print("| work | weights | CPU s | ratio to plain | agreement |\n| --- | --- | --- | --- | --- |")
    for name in options.parts or PARTS:
        title, make = PARTS[name]
        wanted = [p for p in options.precisions if p == "float32" or name not in SINGLE_PRECISION]
        works = {precision: make(precision) for precision in (PLAIN, *wanted)}
        torch.set_num_threads(options.threads)  # a session sets its own
        measure(title, works, options.repeats)
        works.clear()
        gc.collect()


if __name__ == "__main__":
    main()
