"""The VAE's weights in a model folder, and its use in exact pieces: only what is asked, chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch import Tensor

from ditone.models.moss_sound_effect.vae import VaeConfig, VaeDecoder, VaeEncoder, vae_config
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights import Rule, TensorMap, TensorSource, load_module, open_pickle, open_safetensors
from ditone.runtime.weights.loading import check_module
from ditone.runtime.weights.skeleton import skeleton

PICKLE_FILE = "vae_128d_48k.pth"
SAFETENSORS_FILE = "diffusion_pytorch_model.safetensors"
CHUNK_FRAMES = 128  # 2.6 s of sound; about 1 GB of activations with the published widths


def vae_file(folder: Path) -> Path:
    """The published pickle, or the safetensors file of a repack. Raises BadModelFolder when there is neither."""
    home = folder / "vae"
    for path in (home / PICKLE_FILE, home / SAFETENSORS_FILE, *sorted(home.glob("*.pth")), *sorted(home.glob("*.safetensors"))):
        if path.exists():
            return path
    raise BadModelFolder(f"vae/{PICKLE_FILE} is missing.", "It turns latents into sound.", ("Download it again.",))


def open_vae(folder: Path, headers_only: bool = False) -> TensorSource:
    """All tensors of the VAE, or their names and shapes. Raises BadModelFolder for a missing, damaged or unsafe file."""
    path = vae_file(folder)
    if path.suffix == ".safetensors":
        return open_safetensors(path)
    return open_pickle(path, "state_dict", headers_only)


def load_decoder(
    folder: Path, device: torch.device | str = "cpu", progress: Callable[[float], None] = lambda share: None
) -> VaeDecoder:
    """The decoder half in float32, weight norm folded. Raises BadModelFolder when any tensor of the file does not fit."""
    with open_vae(folder) as source:
        config = vae_config({name: header.shape for name, header in source.headers.items()})
        with skeleton():
            decoder = VaeDecoder(config)
        if config.encoder_strides:
            _encoder_meta(config, source)
        load_module(decoder, decoder_map(config), source, dtype=torch.float32, device=device, progress=progress)
    return decoder


def load_encoder(folder: Path, device: torch.device | str = "cpu") -> VaeEncoder:
    """The encoder half in float32. Raises BadModelFolder when the file has none."""
    with open_vae(folder) as source:
        config = vae_config({name: header.shape for name, header in source.headers.items()})
        if not config.encoder_strides:
            raise BadModelFolder(
                f"{source.title} holds the decoder alone, so a sound cannot be varied.", "The published VAE has an encoder too."
            )
        encoder = _encoder_meta(config, source)
        load_module(encoder, encoder_map(config), source, dtype=torch.float32, device=device)
    return encoder


def _encoder_meta(config: VaeConfig, source: TensorSource) -> VaeEncoder:
    """The encoder without weights, once the file's tensors fit it."""
    with skeleton():
        encoder = VaeEncoder(config)
    report = check_module(encoder, encoder_map(config), source)
    if not report.fits:
        raise BadModelFolder(f"{source.title} does not fit this model.", report.text())
    return encoder


def decoder_map(config: VaeConfig) -> TensorMap:
    blocks = len(config.decoder_strides)
    rules = [Rule(f"post_quant_conv.{leaf}", f"post_quant.{leaf}") for leaf in ("weight", "bias")]
    rules += _conv("decoder.model.0", "first")
    for n in range(blocks):
        stored, ours = f"decoder.model.{n + 1}.block", f"blocks.{n}"
        rules += [Rule(f"{stored}.0.alpha", f"{ours}.snake.alpha"), *_conv(f"{stored}.1", f"{ours}.up")]
        for unit in range(3):
            rules += _unit(f"{stored}.{unit + 2}.block", f"{ours}.units.{unit}")
    rules += [Rule(f"decoder.model.{blocks + 1}.alpha", "snake.alpha"), *_conv(f"decoder.model.{blocks + 2}", "last")]
    return TensorMap(rules, ("encoder.{name}", "quant_conv.{name}"))


def encoder_map(config: VaeConfig) -> TensorMap:
    blocks = len(config.encoder_strides)
    rules = [Rule(f"quant_conv.{leaf}", f"quant.{leaf}") for leaf in ("weight", "bias")]
    rules += _conv("encoder.block.0", "first")
    for n in range(blocks):
        stored, ours = f"encoder.block.{n + 1}.block", f"blocks.{n}"
        for unit in range(3):
            rules += _unit(f"{stored}.{unit}.block", f"{ours}.units.{unit}")
        rules += [Rule(f"{stored}.3.alpha", f"{ours}.snake.alpha"), *_conv(f"{stored}.4", f"{ours}.down")]
    rules += [Rule(f"encoder.block.{blocks + 1}.alpha", "snake.alpha"), *_conv(f"encoder.block.{blocks + 2}", "last")]
    return TensorMap(rules, ("decoder.{name}", "post_quant_conv.{name}"))


def _conv(stored: str, ours: str) -> list[Rule]:
    """A weight-normed convolution in any of its spellings. The norm leaves out the first axis, also where that is the input's."""
    new = f"{stored}.parametrizations.weight.original"
    return [
        Rule((f"{stored}.weight_g", f"{stored}.weight_v"), f"{ours}.weight", "weight_norm"),
        Rule((f"{new}0", f"{new}1"), f"{ours}.weight", "weight_norm"),
        Rule(f"{stored}.weight", f"{ours}.weight"),
        Rule(f"{stored}.bias", f"{ours}.bias"),
    ]


def _unit(stored: str, ours: str) -> list[Rule]:
    return [
        Rule(f"{stored}.0.alpha", f"{ours}.snake1.alpha"),
        *_conv(f"{stored}.1", f"{ours}.conv1"),
        Rule(f"{stored}.2.alpha", f"{ours}.snake2.alpha"),
        *_conv(f"{stored}.3", f"{ours}.conv2"),
    ]


def decode_pieces(decoder: VaeDecoder, latents: Tensor, frames: int, chunk_frames: int = 0) -> Iterator[tuple[Tensor, int]]:
    """Sound of the first `frames` of latents (batch, channels, all frames) as (piece (batch, 1, samples), first sample).

    Each piece is decoded with as many neighbours as its convolutions reach, so the joined pieces equal a whole decode.
    """
    config = decoder.config
    for start, stop, left, right in _windows(
        frames, latents.shape[-1], chunk_frames or CHUNK_FRAMES, config.decoder_reach_frames
    ):
        sound = decoder(latents[..., left:right])
        yield sound[..., (start - left) * config.hop : (stop - left) * config.hop], start * config.hop


def encode_mean(encoder: VaeEncoder, sound: Tensor, chunk_frames: int = 0) -> Iterator[Tensor]:
    """Posterior means (batch, channels, frames) of sound (batch, 1, samples), piece after piece; samples must fill whole frames."""
    config = encoder.config
    frames = sound.shape[-1] // config.hop
    for start, stop, left, right in _windows(frames, frames, chunk_frames or CHUNK_FRAMES, config.encoder_reach_frames):
        mean, _ = encoder(sound[..., left * config.hop : right * config.hop])
        yield mean[..., start - left : stop - left]


def _windows(frames: int, available: int, chunk: int, reach: int) -> Iterator[tuple[int, int, int, int]]:
    """start and stop of each piece, and where its neighbourhood begins and ends."""
    for start in range(0, frames, chunk):
        stop = min(start + chunk, frames)
        yield start, stop, max(0, start - reach), min(available, stop + reach)
