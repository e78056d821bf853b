"""Log-mel levels, the latent's round trip, and lengths in tokens."""

from __future__ import annotations

import math

import pytest
import torch

from ditone.models.mini.config import HOP, LOG_FLOOR, MEL_BINS, SAMPLE_RATE_HZ, length_in_tokens
from ditone.models.mini.latent import LatentSpace, log_mel, mel_filters
from ditone.models.mini.pipeline import MiniPipeline


def sine(frequency_hz: float, seconds: float = 0.5, level: float = 0.5) -> torch.Tensor:
    return level * torch.sin(2 * math.pi * frequency_hz * torch.arange(round(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ)


def test_filter_rows_sum_to_one() -> None:
    filters = mel_filters()
    assert filters.shape == (MEL_BINS, 1025)
    torch.testing.assert_close(filters.sum(1), torch.ones(MEL_BINS))
    assert (filters >= 0).all()


def test_log_mel_has_a_frame_every_hop_and_a_floor() -> None:
    mel = log_mel(torch.zeros(2, 10 * HOP))
    assert mel.shape == (2, 11, MEL_BINS)
    assert (mel == LOG_FLOOR).all()


def test_a_tone_is_loudest_in_its_own_band_and_follows_its_level() -> None:
    loud, soft = log_mel(sine(1000.0, level=0.8))[20], log_mel(sine(1000.0, level=0.08))[20]
    assert loud.argmax() == soft.argmax()
    assert float(loud.max() - soft.max()) == pytest.approx(math.log(10), abs=1e-3)


def test_fitted_directions_keep_what_varies() -> None:
    generator = torch.Generator().manual_seed(0)
    mixing = torch.randn(40, 400, generator=generator)
    rows = torch.randn(3000, 40, generator=generator) @ mixing / 6 - 5
    space, kept = LatentSpace.fit(rows)
    assert kept > 0.999
    mel = rows[:8].reshape(1, 32, MEL_BINS).clamp(LOG_FLOOR, 1.0)
    torch.testing.assert_close(space.decode(space.encode(mel)), mel, atol=0.2, rtol=0)


def test_the_shipped_latent_describes_a_real_sound(pipeline: MiniPipeline) -> None:
    latent = pipeline.parts.latent
    mel = log_mel(sine(600.0, 1.0) * torch.linspace(1, 0, SAMPLE_RATE_HZ))[None, :84]
    latents = latent.encode(mel)
    assert latents.shape == (1, 21, 64)
    error = (latent.decode(latents) - mel).abs().mean()
    assert error < 0.5
    assert latents.abs().max() < 12  # near unit scale, as the flow expects


def test_frames_must_be_whole_tokens() -> None:
    with pytest.raises(ValueError, match="7 frames"):
        LatentSpace().encode(torch.zeros(1, 7, MEL_BINS))


@pytest.mark.parametrize(("seconds", "tokens"), [(0.01, 1), (2048 / 44100, 1), (2049 / 44100, 2), (2.0, 44), (6.0, 130)])
def test_length_in_tokens_covers_the_duration(seconds: float, tokens: int) -> None:
    assert length_in_tokens(seconds) == tokens
