"""Kaldi's filterbank and the windowed-sinc resampler, against what they must do to known sounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
import soxr
import torch
from torch import Tensor

from ditone.runtime.audio.kaldi import fbank, mel_bank
from ditone.runtime.audio.sinc_resample import sinc_kernel, sinc_resample


def sine(hz: float, rate_hz: int, seconds: float = 0.5) -> Tensor:
    return torch.sin(2 * math.pi * hz * torch.arange(round(rate_hz * seconds), dtype=torch.float64) / rate_hz).float()


def test_a_sine_lies_in_its_own_band() -> None:
    low, high = (1127 * math.log(1 + hz / 700) for hz in (20.0, 8000.0))
    for hz in (300.0, 1000.0, 3500.0):
        mel = 1127 * math.log(1 + hz / 700)
        band = round((mel - low) / (high - low) * 81) - 1
        bands = fbank(0.5 * sine(hz, 16000))
        assert abs(int(bands.mean(0).argmax()) - band) <= 1


def test_frames_are_whole_and_the_floor_is_the_machine_epsilon() -> None:
    for samples in (400, 559, 560, 16000):
        assert fbank(torch.zeros(samples)).shape == (1 + (samples - 400) // 160, 80)
    floor = torch.full((3, 80), math.log(torch.finfo(torch.float32).eps))
    torch.testing.assert_close(fbank(torch.full((800,), 0.75)), floor)  # a constant has its mean taken away
    with pytest.raises(ValueError, match="399 samples"):
        fbank(torch.zeros(399))


def test_doubling_the_level_adds_the_same_everywhere() -> None:
    noise = torch.randn(4000, generator=torch.Generator().manual_seed(0))
    torch.testing.assert_close(fbank(2 * noise) - fbank(noise), torch.full((23, 80), math.log(4)), atol=1e-4, rtol=0)


def test_triangles_meet_at_their_neighbours_peaks() -> None:
    bank = mel_bank(20, 512, 16000, 20.0, 8000.0)
    covered = bank.sum(0)[5:200]
    assert torch.all(bank >= 0)
    torch.testing.assert_close(covered, torch.ones_like(covered), atol=1e-4, rtol=0)


@pytest.mark.parametrize(("from_hz", "to_hz"), [(44100, 48000), (24000, 48000), (48000, 16000), (22050, 24000), (16000, 48000)])
def test_a_sine_stays_a_sine(from_hz: int, to_hz: int) -> None:
    for options in ({}, {"zero_crossings": 64, "rolloff": 0.95, "kaiser_beta": 14.769656459379492}):
        resampled = sinc_resample(sine(500.0, from_hz), from_hz, to_hz, **options)  # type: ignore[arg-type]
        expected = sine(500.0, to_hz)
        assert resampled.shape == expected.shape
        edge = to_hz // 20
        torch.testing.assert_close(resampled[edge:-edge], expected[edge:-edge], atol=3e-3, rtol=0)


def test_what_does_not_fit_the_lower_rate_is_removed() -> None:
    high = sinc_resample(sine(11000.0, 48000), 48000, 16000, zero_crossings=64, rolloff=0.95, kaiser_beta=14.77)
    assert float(high[2000:-2000].abs().max()) < 1e-3


def test_a_long_kernel_agrees_with_another_resampler() -> None:
    noise = torch.randn(20000, generator=torch.Generator().manual_seed(1))
    smooth = sinc_resample(noise, 48000, 12000)  # band-limited far below either Nyquist rate
    ours = sinc_resample(smooth, 12000, 44100, zero_crossings=64, rolloff=0.95, kaiser_beta=14.77).numpy()
    theirs = soxr.resample(smooth.numpy(), 12000, 44100, quality="VHQ")
    middle = slice(4000, -4000)
    assert np.corrcoef(ours[middle], theirs[middle])[0, 1] > 0.995


def test_rates_are_reduced_and_lengths_rounded_up() -> None:
    assert sinc_resample(torch.zeros(2, 3, 1001), 44100, 48000).shape == (2, 3, math.ceil(1001 * 160 / 147))
    x = torch.randn(7)
    assert sinc_resample(x, 16000, 16000) is x
    assert torch.equal(sinc_resample(x, 32000, 16000), sinc_resample(x, 2, 1))
    kernel, half = sinc_kernel(3, 1)
    assert (kernel.shape, half) == ((1, 1, 41), 19)
    assert float(kernel.sum()) == pytest.approx(1.0, abs=5e-3)
