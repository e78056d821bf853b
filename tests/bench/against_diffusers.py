"""Stable Audio 3 beside another implementation on the same random weights: agreement and time.

    make bench                                                           behind the takes, at the published sizes
    python -m tests.bench.against_diffusers --depth 4 --decoder-depth 4  alone, with few blocks

Needs the extra `bench` (diffusers 0.42 or later), which `make bench` installs where it can. What is compared: the velocity of the
small transformer, with zeros as local conditioning (that implementation skips those layers without it) and its epsilon of 1e-6 in every
norm; and the SAME-L decoder without noise. Its class cannot hold SAME-S.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import torch
from torch import Tensor, nn

from ditone.models.stable_audio_3.autoencoder import SameAutoencoder
from ditone.models.stable_audio_3.config_file import parse_json
from ditone.runtime.dit import Branch, Conditioning, DitModule, DitRuntime
from ditone.runtime.dit.config import Norm
from ditone.runtime.sampling.path import NOISE_AT_ONE
from tests.models.stable_audio_3.published import model_config

M = TypeVar("M", bound=nn.Module)
NOT_INSTALLED = (
    "The comparison with diffusers is left out, because it is not installed; with a network, `make bench` installs it, "
    "or: pip install 'ditone[bench]'."
)


def main(arguments: list[str] | None = None) -> None:
    """Prints the table. Raises SystemExit with a sentence when the other implementation is not installed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--width", type=int, default=1024, help="of the transformer, a multiple of 64")
    parser.add_argument("--depth", type=int, default=20, help="blocks of the transformer; 20 are published")
    parser.add_argument("--decoder-channels", type=int, default=256, help="of SAME-L; a sixth of its width")
    parser.add_argument("--decoder-depth", type=int, default=12, help="blocks of the decoder; 12 are published")
    parser.add_argument("--seconds", type=float, default=10.0, help="of the velocity")
    parser.add_argument("--decoded-seconds", type=float, default=2.0, help="of the decoder, which needs most of the time")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args(arguments)
    try:
        import diffusers
    except ImportError:
        raise SystemExit(NOT_INSTALLED) from None
    if options.threads:
        torch.set_num_threads(options.threads)
    frames, decoded = (math.ceil(seconds * 44100 / 4096) for seconds in (options.seconds, options.decoded_seconds))
    print(f"diffusers {diffusers.__version__}, torch {torch.__version__}, {torch.get_num_threads()} threads")
    print(f"velocity of {frames} frames, decoder on {decoded}")
    print(f"{'':24} {'largest difference':>20} {'cosine':>10} {'here':>9} {'there':>9} {'ratio':>6}")
    torch.manual_seed(0)
    with torch.inference_mode():
        report("small, one velocity", *velocities(options.width, options.depth, frames), options.repeats)
        report("SAME-L, decode", *decoders(options.decoder_channels, options.decoder_depth, decoded), options.repeats)


def report(name: str, here: Callable[[], Tensor], there: Callable[[], Tensor], repeats: int) -> None:
    a, b = here().double(), there().double()
    cosine = float((a * b).sum() / (a.norm() * b.norm()))
    mine, other = [], []
    for _ in range(repeats):  # alternating, so that a busy moment of the machine meets both
        mine.append(seconds(here))
        other.append(seconds(there))
    t, u = statistics.median(mine), statistics.median(other)
    print(f"{name:24} {float((a - b).abs().max()):>20.2e} {cosine:>10.7f} {t:>7.3f} s {u:>7.3f} s {u / t:>6.2f}")


def seconds(call: Callable[[], Tensor]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def velocities(width: int, depth: int, frames: int) -> tuple[Callable[[], Tensor], Callable[[], Tensor]]:
    """One velocity with everything prepared here, and one call there; random weights, batch 1."""
    from diffusers.models.transformers.transformer_stable_audio3 import StableAudio3DiTModel

    data = model_config("small-sfx")
    data["model"]["diffusion"]["config"].update(embed_dim=width, depth=depth, num_heads=width // 64)
    config = parse_json(data).dit
    assert config is not None
    module = randomised(DitModule(replace(config, norm=Norm("rms", 1e-6), cross_norm=Norm("rms", 1e-6))))
    other = StableAudio3DiTModel(embed_dim=width, depth=depth, num_heads=width // 64, use_differential_attention=False).eval()
    fill(other, {theirs(name): tensor for name, tensor in module.state_dict().items()})
    channels = config.input.channels
    x, t = torch.randn(1, frames, channels), torch.tensor([0.7])
    context, vector = torch.randn(1, 257, 768), torch.randn(1, 768)
    runtime = DitRuntime(module)
    local = torch.zeros(1, 1, config.local_channels)
    began = time.perf_counter()
    runtime.prepare(Conditioning(Branch(context=context, vector=vector, local=local)), [t], frames, path=NOISE_AT_ONE)
    print(f"here, once a take before its steps: {time.perf_counter() - began:.3f} s (there it is part of every step)")
    zeros = torch.zeros(1, config.local_channels, frames)

    def there() -> Tensor:
        sample: Tensor = other(x.transpose(1, 2), t, context, vector, local_add_cond=zeros).sample
        return sample.transpose(1, 2)

    return (lambda: runtime.velocity(x, t)), there


def decoders(channels: int, depth: int, frames: int) -> tuple[Callable[[], Tensor], Callable[[], Tensor]]:
    """The SAME-L decoder without noise, unpieced on both sides."""
    from diffusers.models.autoencoders.autoencoder_same import AutoencoderSAME

    data = model_config("same-l")
    sinusoidal = min(8, depth - 1)
    for half in ("encoder", "decoder"):
        data["model"][half]["config"].update(channels=channels, transformer_depths=[depth])
    data["model"]["decoder"]["config"]["sinusoidal_blocks"] = [sinusoidal]
    same = randomised(SameAutoencoder(parse_json(data).autoencoder))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it folds weight norm the old way
        other = AutoencoderSAME(
            encoder_channels=channels, encoder_transformer_depths=[depth], decoder_sinusoidal_blocks=[sinusoidal]
        ).eval()
    tensors: dict[str, Tensor] = {}
    for name, tensor in same.state_dict().items():
        if name.endswith("mapping.weight"):
            base = their_autoencoder(name.removesuffix(".weight"))
            tensors[f"{base}.weight_v"] = tensor
            tensors[f"{base}.weight_g"] = tensor.flatten(1).norm(dim=1).reshape(-1, 1, 1)
        else:
            tensors[their_autoencoder(name)] = tensor
    fill(other, tensors)
    latents = torch.randn(1, frames, same.config.latent_channels)

    def there() -> Tensor:
        sample: Tensor = other.decode(latents.transpose(1, 2)).sample
        return sample

    return (lambda: same.decode(latents)), there


def randomised(module: M) -> M:
    """Random weights of a size that keeps activations near one, gains near one."""
    for name, parameter in module.named_parameters():
        gain = name.endswith(("norm.weight", "gamma", "alpha", "scaling_factor", "running_std"))
        if gain:
            nn.init.normal_(parameter, 1.0, 0.1)
        elif parameter.ndim < 2:
            nn.init.normal_(parameter, 0.0, 0.1)
        else:
            nn.init.normal_(parameter, 0.0, 1 / math.sqrt(parameter[0].numel()))
    return module.eval()


DIT_NAMES = (
    ("time_mlp.up", "to_timestep_embed.0"), ("time_mlp.down", "to_timestep_embed.2"),
    ("context_mlp.up", "to_cond_embed.0"), ("context_mlp.down", "to_cond_embed.2"),
    ("global_mlp.up", "to_global_embed.0"), ("global_mlp.down", "to_global_embed.2"),
    ("modulation_mlp.up", "global_cond_embedder.0"), ("modulation_mlp.down", "global_cond_embedder.2"),
    ("input_conv", "preprocess_conv"), ("output_conv", "postprocess_conv"), ("memory", "memory_tokens"),
    ("blocks.", "transformer_blocks."), ("modulation_table", "to_scale_shift_gate"),
    ("attn_norm.weight", "pre_norm.gamma"), ("cross_norm.weight", "cross_attend_norm.gamma"), ("ff_norm.weight", "ff_norm.gamma"),
    ("attn.qkv", "self_attn.to_qkv"), ("attn.out", "self_attn.to_out"),
    ("cross.q.", "cross_attn.to_q."), ("cross.kv", "cross_attn.to_kv"), ("cross.out", "cross_attn.to_out"),
    ("cross.q_norm.weight", "cross_attn.q_norm.gamma"), ("cross.k_norm.weight", "cross_attn.k_norm.gamma"),
    (".attn.q_norm.weight", ".self_attn.q_norm.gamma"), (".attn.k_norm.weight", ".self_attn.k_norm.gamma"),
    ("ff.up", "ff.proj_in"), ("ff.down", "ff.proj_out"), ("local.up", "to_local_embed.0"), ("local.down", "to_local_embed.2"),
)  # fmt: skip


def theirs(name: str) -> str:
    """A parameter of the transformer under the other implementation's name."""
    if name in ("input.weight", "output.weight"):
        return {"input.weight": "proj_in.weight", "output.weight": "proj_out.weight"}[name]
    for mine, other in DIT_NAMES:
        name = name.replace(mine, other)
    return name


AUTOENCODER_NAMES = (
    ("projection", "proj"), (".blocks.", ".blocks.0.transformers."), (".mapping", ".blocks.0.mapping"),
    (".new_tokens", ".blocks.0.new_tokens"), ("attn_norm", "norm_attn"), ("ff_norm", "norm_ff"),
    (".up.", ".ff.proj_in."), (".down.", ".ff.proj_out."), (".qkv", ".attn.to_qkv"), (".out.", ".attn.to_out."),
    (".q_norm", ".attn.q_norm"), (".k_norm", ".attn.k_norm"),
)  # fmt: skip


def their_autoencoder(name: str) -> str:
    single = {"scaling_factor": "bottleneck.scale", "bias": "bottleneck.bias", "running_std": "bottleneck.running_std"}
    if name in single:
        return single[name]
    for mine, other in AUTOENCODER_NAMES:
        name = name.replace(mine, other)
    return name


def fill(module: nn.Module, tensors: dict[str, Tensor]) -> None:
    """Copies tensors in, reshaped where one side keeps a trailing axis; five-part projections are in another order there."""
    wanted = module.state_dict()
    for name, tensor in tensors.items():
        if "to_qkv" in name and tensor.shape[0] == 5 * tensor.shape[1]:
            q, k, v, q2, k2 = tensor.chunk(5)
            tensor = torch.cat((q, q2, k, k2, v))
        wanted[name].copy_(tensor.reshape(wanted[name].shape))
    computed = {name for name in wanted if name.endswith(("inv_freq", "prompt_padding_embedding"))}
    left = set(wanted) - set(tensors) - computed
    if left:
        raise SystemExit(f"The other implementation has parameters that nothing was written to: {', '.join(sorted(left)[:5])}")


if __name__ == "__main__":
    main()
