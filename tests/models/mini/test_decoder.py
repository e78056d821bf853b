"""Both decoders: length, level, and how well they give back a spectrogram."""

from __future__ import annotations

import pytest
import torch

from ditone.models.mini.config import HOP, SAMPLE_RATE_HZ, DecoderConfig
from ditone.models.mini.decoder import MiniDecoder, interpolation_matrix
from ditone.models.mini.griffin_lim import griffin_lim
from ditone.models.mini.latent import log_mel
from ditone.models.mini.pipeline import MiniPipeline

NOISE = torch.randn(1, SAMPLE_RATE_HZ // 2, generator=torch.Generator().manual_seed(3)) * 0.3


def test_interpolation_shares_sum_to_one() -> None:
    matrix = interpolation_matrix()
    torch.testing.assert_close(matrix.sum(0), torch.ones(1025))
    assert (matrix >= 0).all()


def test_an_untrained_decoder_already_has_the_right_level() -> None:
    torch.manual_seed(0)
    decoder = MiniDecoder(DecoderConfig(dim=32, inner=64, blocks=2)).eval()
    with torch.inference_mode():
        audio = decoder(log_mel(NOISE))
    ratio = audio.square().mean().sqrt() / NOISE.square().mean().sqrt()
    assert 0.1 < float(ratio) < 2.0


@pytest.mark.parametrize("length", [100, 5000, 22050])
def test_the_decoder_makes_exactly_the_length_asked_for(pipeline: MiniPipeline, length: int) -> None:
    mel = log_mel(NOISE[:, :length])
    assert pipeline.parts.decoder(mel, length, refinements=1).shape == (1, length)


def test_default_length_is_a_hop_for_every_frame_but_the_last(pipeline: MiniPipeline) -> None:
    assert pipeline.parts.decoder(log_mel(NOISE)).shape == (1, NOISE.shape[1] // HOP * HOP)


def test_copy_synthesis_gives_back_band_levels(pipeline: MiniPipeline) -> None:
    mel = log_mel(NOISE)
    with torch.inference_mode():
        plain, refined = (pipeline.parts.decoder(mel, NOISE.shape[1], refinements=n) for n in (0, 2))
    errors = [float((log_mel(audio) - mel).abs()[:, 2:-2].mean()) for audio in (plain, refined)]
    assert errors[0] < 0.35
    assert errors[1] < errors[0]


def test_griffin_lim_gives_back_band_levels_and_repeats() -> None:
    mel = log_mel(NOISE)
    first, second = griffin_lim(mel, NOISE.shape[1]), griffin_lim(mel, NOISE.shape[1])
    assert torch.equal(first, second)
    assert float((log_mel(first) - mel).abs()[:, 2:-2].mean()) < 0.25


def test_silence_stays_silent(pipeline: MiniPipeline) -> None:
    audio = pipeline.parts.decoder(log_mel(torch.zeros(1, 22050)), refinements=2)
    assert float(audio.abs().max()) < 10 ** (-45 / 20)
