"""The transformer's single evaluations, with what happens inside, and under a mask of frames."""

from __future__ import annotations

import math

import torch
from discovery import Case
from torch import Tensor

from checks.stable_audio_3.shared import branch, keep_output, model_of, swap, velocity
from ditone.models.stable_audio_3.config import TIME_FEATURES
from ditone.runtime.dit import Conditioning, FrameMask


def check_dit(case: Case) -> None:
    dit = model_of(case).dit
    tensors = case.tensors
    conditioning = branch(case)
    inner: dict[str, Tensor] = {}
    block = dit.blocks[0]
    parts = {"self_attn": block.attn, "cross_attn": block.cross, "ff": block.ff, "local_embed": block.local, "out": block}
    handles = [part.register_forward_hook(keep_output(inner, f"mid.block0.{name}")) for name, part in parts.items()]
    handles.append(dit.context_mlp.register_forward_hook(keep_output(inner, "mid.context")))
    handles.append(dit.time_mlp.register_forward_hook(keep_output(inner, "mid.timestep_embed")))
    recorded_features = tensors.get("mid.timestep_features")

    def feed(module: torch.nn.Module, args: tuple[Tensor, ...]) -> tuple[Tensor, ...] | None:
        """The recorded features in place of ours, so that what follows is compared by itself."""
        inner["mid.timestep_features"] = args[0]
        return None if recorded_features is None else (recorded_features, *args[1:])

    handles.append(dit.time_mlp.register_forward_pre_hook(feed))
    handles.append(dit.global_mlp.register_forward_hook(keep_output(inner, "mid.global_embed")))
    handles.append(dit.modulation_mlp.register_forward_hook(keep_output(inner, "mid.modulation")))
    try:
        found = dit.evaluate(
            swap(tensors["input.x"]),
            tensors["input.t"],
            context=conditioning.context,
            vector=conditioning.vector,
            local=conditioning.local,
        )
    finally:
        for handle in handles:
            handle.remove()
    for name in (name for name in tensors if name.startswith("mid.")):
        case.close(name, inner[name])
    case.close("expected.velocity", swap(found))
    case.close("expected.velocity", velocity(case, dit, Conditioning(conditioning)))
    _check_beside_float64(inner["mid.timestep_features"], tensors["input.t"])


def _check_beside_float64(features: Tensor, t: Tensor) -> None:
    """Angles of up to 6e4 in float32 have a bound of their own: their exponent, up to 9.3, is rounded thrice, the angle twice more."""
    low, high, half = math.log(TIME_FEATURES.first), math.log(TIME_FEATURES.last), TIME_FEATURES.count // 2
    exponent = low + (high - low) * torch.arange(half, dtype=torch.float64) / (half - 1)
    angle = 2 * math.pi * t.double()[:, None] * exponent.exp()
    bound = (angle * (3 * high + 3) * 2**-24 + 2**-23).tile(1, 2)
    assert bool(((features.double() - torch.cat((angle.cos(), angle.sin()), -1)).abs() <= bound).all())


def check_dit_small_padding(case: Case) -> None:
    dit, conditional = model_of(case).dit, branch(case)
    valid = case.tensors["input.padding_mask"]
    for name, frames in (
        ("expected.velocity_no_mask", None),
        ("expected.velocity_value_zeroing", FrameMask(valid, "values_only")),
    ):
        case.close(name, velocity(case, dit, Conditioning(conditional, frames=frames)))
    exact = velocity(case, dit, Conditioning(conditional, frames=FrameMask(valid, "exact")))
    expected = case.tensors["expected.velocity_exact_mask"]
    # frames behind an item's end carry no meaning: compare the others
    case.close("expected.velocity_exact_mask", torch.where(valid[:, None], exact, expected))


check_dit_medium_padding = check_dit_small_padding
