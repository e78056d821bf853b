"""Packed projections: q, k and v of self attention as one matrix product. Same arithmetic per element, other summation order."""

from __future__ import annotations

import dataclasses

import torch
from torch import nn

from ditone.runtime.dit.layers import SelfAttention
from ditone.runtime.dit.module import DitModule
from ditone.runtime.weights import packed


def pack_projections(module: DitModule) -> None:
    """Replaces separate q, k, v layers by one, in place; a module that is fused already stays as it is."""
    if module.config.attention.projection == "fused":
        return
    attention = dataclasses.replace(module.config.attention, projection="fused")
    for part in module.modules():
        if not isinstance(part, SelfAttention):
            continue
        layers = [part.q, part.k, part.v] + ([part.q2, part.k2] if part.config.differential else [])
        fused = nn.Linear(1, 1, bias=part.config.input_bias, device="meta")
        with torch.no_grad():
            weight = torch.cat([packed.matrix(layer) for layer in layers])
            if part.config.input_bias:
                fused.bias = nn.Parameter(torch.cat([layer.bias for layer in layers]), requires_grad=False)
            if packed.wanted(fused, weight.shape, weight.dtype, weight.device):
                fused = packed.PackedLinear(weight, fused.bias)
            else:
                fused.weight = nn.Parameter(weight, requires_grad=False)
        part.qkv = fused
        for name in ("q", "k", "v", "q2", "k2"):
            if hasattr(part, name):
                delattr(part, name)
        part.config = attention
    module.config = dataclasses.replace(module.config, attention=attention)
