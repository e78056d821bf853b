"""Against the definition: dense masks, whole waveforms."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from ditone.models.stable_audio_3.autoencoder import CoderModule, SameAutoencoder, _band_mask, _banded, _halo, patched, unpatched
from ditone.models.stable_audio_3.config_file import parse_json, read_config
from ditone.models.stable_audio_3.decoder import Cut, Pieces, decode, encode, pieces_of
from ditone.models.stable_audio_3.loading import load_weights
from tests.models.stable_audio_3.published import MODELS, model_config


@pytest.fixture(scope="module", params=["same-s", "same-l"])
def same(request: pytest.FixtureRequest) -> SameAutoencoder:
    folder = MODELS / request.param
    return load_weights(folder, read_config(folder)).autoencoder


@pytest.mark.parametrize("tokens", [5, 17, 18, 51, 100])
def test_the_band_in_blocks_is_attention_under_a_dense_mask(tokens: int) -> None:
    reach = 17
    q, k, v = (torch.randn(2, 3, tokens, 8) for _ in range(3))
    mask = _band_mask(tokens, reach, torch.device("cpu")).repeat(2, 1, 1, 1)
    found = _banded(q, k, _halo(v, reach), (reach, mask))
    near = (torch.arange(tokens)[:, None] - torch.arange(tokens)[None]).abs() <= reach
    scores = (q @ k.transpose(-1, -2) / math.sqrt(8)).masked_fill(~near, -math.inf)
    torch.testing.assert_close(found, scores.softmax(-1) @ v, atol=1e-6, rtol=0)


def test_patches_come_back_as_the_same_samples() -> None:
    audio = torch.randn(2, 2, 48)
    assert torch.equal(unpatched(patched(audio, 16), 2), audio)
    first = patched(audio, 16)[0]
    assert torch.equal(first[:16, 0], audio[0, 0, :16])  # channel by channel, sample by sample
    assert torch.equal(first[16:, 1], audio[0, 1, 16:32])
    assert patched(audio[..., :40], 16).shape == (2, 32, 3)


@torch.inference_mode()
def test_pieces_equal_the_whole_in_both_directions(same: SameAutoencoder) -> None:
    torch.manual_seed(0)
    latents = torch.randn(1, 46, same.config.latent_channels)
    whole = same.decode(latents)
    for pieces in (Pieces(16, 8), Pieces(20, 8), Pieces(46, 8), Pieces(128, 32)):
        torch.testing.assert_close(decode(same, latents, None, pieces), whole, atol=2e-5, rtol=0)
    audio = torch.randn(1, 2, 46 * same.config.hop)
    torch.testing.assert_close(encode(same, audio, None, Pieces(16, 8)), same.encode(audio), atol=2e-5, rtol=0)


@torch.inference_mode()
def test_noise_is_drawn_piece_by_piece_and_changes_the_sound(same: SameAutoencoder) -> None:
    latents = torch.randn(1, 20, same.config.latent_channels)

    def noisy() -> tuple[Tensor, list[tuple[int, ...]]]:
        generator, shapes = torch.Generator().manual_seed(5), []

        def draw(shape: tuple[int, ...]) -> Tensor:
            shapes.append(shape)
            return torch.randn(shape, generator=generator)

        return decode(same, latents, draw, Pieces(8, 4)), shapes

    (first, shapes), (second, _) = noisy(), noisy()
    assert torch.equal(first, second)
    assert not torch.equal(first, decode(same, latents, None, Pieces(8, 4)))
    coder = same.config.decoder
    assert shapes == [(1, coder.latent_channels, 8), (8, coder.stride, coder.width)] * 4


def test_chosen_parts_hold_whole_attention_chunks(same: SameAutoencoder) -> None:
    for wanted in (1, 9, 33, 97):
        cut = pieces_of(same.config, wanted).at_once
        assert cut.chunk % same.config.decoder.frames_multiple == 0
        assert cut.overlap % (2 * same.config.decoder.frames_multiple) == 0
        assert 2 * same.config.decoder.sight_frames <= cut.overlap < cut.chunk
        starts = cut.starts(cut.chunk * 3 + 2)
        assert all(start % same.config.decoder.frames_multiple == 0 for start in starts)
        assert starts[-1] + cut.chunk == cut.chunk * 3 + 2
    for wanted in (0, 128, 500):
        assert pieces_of(same.config, wanted) == Pieces(128, 32)
    published = parse_json(model_config("same-l")).autoencoder
    assert published.decoder.sight_frames == 12
    assert pieces_of(published, 16) == Pieces(parts=Cut(48, 24))


@torch.inference_mode()
@pytest.mark.parametrize("frames", [46, 47, 128, 150, 270])
@pytest.mark.parametrize("until", [None, 21])
def test_noise_does_not_depend_on_how_much_is_computed_at_a_time(same: SameAutoencoder, frames: int, until: int | None) -> None:
    latents, audio = torch.randn(2, frames, same.config.latent_channels), torch.randn(2, 2, frames * same.config.hop)

    def found(chunk: int) -> tuple[Tensor, Tensor, list[tuple[int, ...]]]:
        generator, shapes = torch.Generator().manual_seed(5), []

        def draw(shape: tuple[int, ...]) -> Tensor:
            shapes.append(shape)
            return torch.randn(shape, generator=generator)

        pieces = pieces_of(same.config, chunk)
        return decode(same, latents, draw, pieces, until), encode(same, audio, draw, pieces, until), shapes

    sound, frames_found, shapes = found(0)
    for chunk in (8, 20, 64, 1000):
        other, other_frames, other_shapes = found(chunk)
        torch.testing.assert_close(other, sound, atol=2e-5, rtol=0)
        torch.testing.assert_close(other_frames, frames_found, atol=2e-5, rtol=0)
        assert other_shapes == shapes


@torch.inference_mode()
def test_a_stop_is_honoured_before_every_block(same: SameAutoencoder) -> None:
    latents = torch.randn(1, 20, same.config.latent_channels)
    calls: list[int] = []

    def check() -> None:
        calls.append(len(calls))
        if len(calls) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decode(same, latents, None, Pieces(8, 4, check=check))
    assert calls == [0, 1, 2]


def test_only_the_decoder_of_small_looks_beyond_one_patch_when_it_maps() -> None:
    assert CoderModule(read_config(MODELS / "same-s").autoencoder.decoder, decodes=True).mapping.kernel_size == (3,)
    assert CoderModule(read_config(MODELS / "same-l").autoencoder.decoder, decodes=True).mapping.kernel_size == (1,)


@torch.inference_mode()
@pytest.mark.parametrize("until", [3, 15, 16, 24, 29, 46])
def test_frames_that_are_not_needed_are_left_out_without_changing_the_others(same: SameAutoencoder, until: int) -> None:
    latents = torch.randn(2, 46, same.config.latent_channels)

    def decoded(pieces: Pieces, end: int | None) -> Tensor:
        generator = torch.Generator().manual_seed(5)
        return decode(same, latents, lambda shape: torch.randn(shape, generator=generator), pieces, end)

    for pieces in (Pieces(16, 8), Pieces(128, 32)):
        part, whole = decoded(pieces, until), decoded(pieces, None)
        n = until * same.config.hop
        torch.testing.assert_close(part[..., :n], whole[..., :n], atol=2e-5, rtol=0)
        assert not part[..., n:].any()

    audio = torch.randn(2, 2, 46 * same.config.hop)

    def encoded(pieces: Pieces, end: int | None) -> Tensor:
        generator = torch.Generator().manual_seed(6)
        return encode(same, audio, lambda shape: torch.randn(shape, generator=generator), pieces, end)

    for pieces in (Pieces(16, 8), Pieces(128, 32)):
        latents, all_latents = encoded(pieces, until), encoded(pieces, None)
        torch.testing.assert_close(latents[:, :until], all_latents[:, :until], atol=2e-5, rtol=0)
        assert not latents[:, until:].any()
