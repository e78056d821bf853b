"""Encoding and decoding, whole and in pieces, with the draws of the original."""

from __future__ import annotations

import re
from collections.abc import Callable

import torch
from discovery import Case
from torch import Tensor

from checks.stable_audio_3.shared import keep_output, opened, swap
from ditone.models.stable_audio_3.autoencoder import patched
from ditone.models.stable_audio_3.decoder import Pieces, decode, encode


def check_autoencoder(case: Case) -> None:
    config, model = opened(case.path(case.info["model"]))
    same, tensors = model.autoencoder, case.tensors
    inner: dict[str, Tensor] = {}
    blocks = same.decoder.blocks
    handles = [
        same.decoder.projection.register_forward_hook(keep_output(inner, "mid.decoder.input_projection")),
        blocks[0].register_forward_hook(keep_output(inner, "mid.decoder.block0.out")),
        blocks[-1].register_forward_hook(keep_output(inner, "mid.decoder.last_block.out")),
    ]
    attention = blocks[0].attention
    blocks[0].attention = lambda *args: inner.setdefault("mid.decoder.block0.self_attn", attention(*args))
    try:
        case.close("expected.decode", same.decode(swap(tensors["input.latent"])))
    finally:
        del blocks[0].attention
        for handle in handles:
            handle.remove()
    for name in (name for name in tensors if name.startswith("mid.")):
        case.close(name, inner[name])
    case.close("expected.encode", swap(same.encode(tensors["input.audio"])))
    for name in (name for name in tensors if name == "expected.patch_encode"):
        case.close(
            name,
            patched(tensors["input.audio"][:1, :, : tensors[name].shape[2] * config.autoencoder.patch], config.autoencoder.patch),
        )
    case.close("expected.encode_odd", swap(same.encode(tensors["input.audio_odd"])))
    case.close("expected.decode_odd", same.decode(swap(tensors["input.latent_odd"])))
    case.close("expected.decode_long_plain", same.decode(swap(tensors["input.latent_long"])))
    case.close("expected.encode_long_plain", swap(same.encode(tensors["input.audio_long"])))
    case.close("expected.decode_with_noise", same.decode(swap(tensors["input.latent"]), recorded(case, "input.decode_noise.")))
    case.close("expected.encode_with_noise", swap(same.encode(tensors["input.audio"], recorded(case, "input.encode_noise."))))
    generator = torch.Generator().manual_seed(case.info["seed_for_chunked_with_noise"])
    shapes: list[list[int]] = []

    def draw(shape: tuple[int, ...]) -> Tensor:
        shapes.append(list(shape))
        return torch.randn(shape, generator=generator)

    for name in (name for name in tensors if "_chunk" in name):
        match = re.search(r"_chunk(\d+)_overlap(\d+)", name)
        assert match is not None
        pieces = Pieces(int(match[1]), int(match[2]))
        if name.startswith("expected.encode"):
            case.close(name, swap(encode(same, tensors["input.audio_long"], None, pieces)))
        else:
            noise = draw if name.endswith("with_noise") else None
            case.close(name, decode(same, swap(tensors["input.latent_long"]), noise, pieces))
    assert shapes == case.info["noise_draw_order_chunked_decode"]


def recorded(case: Case, prefix: str) -> Callable[[tuple[int, ...]], Tensor]:
    """The recorded draws in order; a draw of another shape is an error."""
    draws = iter([case.tensors[name] for name in sorted(case.tensors) if name.startswith(prefix)])

    def draw(shape: tuple[int, ...]) -> Tensor:
        noise = next(draws)
        assert tuple(noise.shape) == shape
        return noise

    return draw
