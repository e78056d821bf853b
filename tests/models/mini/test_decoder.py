"""Both decoders: length, level, and how well they give back a spectrogram."""

from __future__ import annotations

import pytest
import torch

from ditone.models.mini.config import HOP, SAMPLE_RATE_HZ, DecoderConfig
from ditone.models.mini.decoder import SUB_FRAMES, MiniDecoder, analyse, interpolation_matrix, noise_gain, synthesise, white
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
    assert pipeline.parts.decoder(mel, length).shape == (1, length)


def test_default_length_is_a_hop_for_every_frame_but_the_last(pipeline: MiniPipeline) -> None:
    assert pipeline.parts.decoder(log_mel(NOISE)).shape == (1, NOISE.shape[1] // HOP * HOP)


def test_copy_synthesis_gives_back_band_levels(pipeline: MiniPipeline) -> None:
    """The level of every band on average over time: two noises of one level differ from frame to frame."""
    mel = log_mel(NOISE)
    with torch.inference_mode():
        own = log_mel(pipeline.parts.decoder(mel, NOISE.shape[1]))
    assert float((own - mel)[:, 2:-2].mean(1).abs().mean()) < 0.35


def test_the_noise_part_is_drawn_from_the_seed(pipeline: MiniPipeline) -> None:
    mel = log_mel(NOISE)
    with torch.inference_mode():
        first, again, other = (pipeline.parts.decoder(mel, 20000, seed=seed)[0] for seed in (1, 1, 2))
    assert torch.equal(first, again)
    likeness = float(torch.nn.functional.cosine_similarity(first, other, dim=0))
    assert abs(likeness) < 0.3


def test_white_noise_has_unit_rms_in_every_bin() -> None:
    z = white(1, 400, torch.Generator().manual_seed(0))
    torch.testing.assert_close(z.abs().square().mean(1).sqrt()[0, 5:-5].mean(), torch.tensor(1.0), atol=0.02, rtol=0)
    audio = synthesise(z, 399 * 512)
    assert torch.allclose(analyse(audio)[0, 10:-10], z[0, 10:390], atol=1e-3)


def test_gains_of_the_noise_follow_their_sub_frames() -> None:
    gain = torch.zeros(1, 4, SUB_FRAMES)
    gain[0, 2, SUB_FRAMES // 2 :] = -4.0  # from the centre of frame 2, sample 1,024, for half a hop
    factor = noise_gain(gain, 1536)[0]
    assert factor[900] == 1
    assert factor[1024 + 128] < 0.02
    assert factor[1400] == 1
    assert noise_gain(gain, 5000).shape == (1, 5000)


def test_weights_of_the_first_round_have_no_noise_part() -> None:
    decoder = MiniDecoder(DecoderConfig(dim=32, inner=64, blocks=1))
    assert not [name for name in decoder.state_dict() if name.startswith(("noise", "envelope"))]
    with torch.inference_mode():
        assert torch.equal(decoder(log_mel(NOISE), seed=1), decoder(log_mel(NOISE), seed=2))


def test_griffin_lim_gives_back_band_levels_and_repeats() -> None:
    mel = log_mel(NOISE)
    first, second = griffin_lim(mel, NOISE.shape[1]), griffin_lim(mel, NOISE.shape[1])
    assert torch.equal(first, second)
    assert float((log_mel(first) - mel).abs()[:, 2:-2].mean()) < 0.25


def test_silence_stays_silent(pipeline: MiniPipeline) -> None:
    audio = pipeline.parts.decoder(log_mel(torch.zeros(1, 22050)))
    assert float(audio.abs().max()) < 10 ** (-45 / 20)
