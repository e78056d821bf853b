"""The fixed part as running sines: tones stay where the magnitudes say, loops of tones close, silence is silent."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ditone.models.mini.config import HOP, SAMPLE_RATE_HZ, DecoderConfig
from ditone.models.mini.decoder import BINS, SUB_FRAMES, Heard, MiniDecoder, analyse, synthesise
from ditone.models.mini.latent import log_mel
from ditone.models.mini.looping import MARGIN_FRAMES, around, middle, rounded
from ditone.models.mini.partials import lobe, nearest_peak, partials

SECONDS = 1.0


def sines(*frequencies_hz: float) -> torch.Tensor:
    t = torch.arange(round(SECONDS * SAMPLE_RATE_HZ), dtype=torch.float64) / SAMPLE_RATE_HZ
    return sum((0.2 * torch.sin(2 * torch.pi * f * t) for f in frequencies_hz), torch.zeros_like(t)).float()[None]


def redrawn(audio: torch.Tensor) -> np.ndarray:
    """Without its phases, and back."""
    magnitude = analyse(audio).abs()
    return synthesise(partials(magnitude), audio.shape[1])[0].numpy()


def purity_db(audio: np.ndarray, *frequencies_hz: float) -> float:
    """Energy within 6 Hz of the frequencies against the rest, in the middle of the sound."""
    part = audio[6000:-6000]
    power = np.abs(np.fft.rfft(part * np.blackman(len(part)))) ** 2
    f = np.fft.rfftfreq(len(part), 1 / SAMPLE_RATE_HZ)
    near = np.any([np.abs(f - one) < 6 for one in frequencies_hz], axis=0)
    return float(10 * np.log10(power[near].sum() / power[~near].sum()))


@pytest.mark.parametrize("frequency_hz", [301.5, 1000.0, 1234.5, 5021.0])
def test_a_steady_tone_stays_a_tone_at_its_frequency(frequency_hz: float) -> None:
    """Phases that are the same in every frame put it on a multiple of 86 Hz."""
    audio = sines(frequency_hz)
    assert purity_db(redrawn(audio), frequency_hz) > 25
    stuck = synthesise(torch.polar(analyse(audio).abs(), torch.zeros(BINS)), audio.shape[1])[0].numpy()
    assert purity_db(stuck, frequency_hz) < 10


def test_a_chord_keeps_its_notes_and_its_level() -> None:
    audio = sines(440.0, 587.33, 880.0)
    made = redrawn(audio)
    assert purity_db(made, 440.0, 587.33, 880.0) > 20
    assert 0.8 < made[6000:-6000].std() / float(audio[0, 6000:-6000].std()) < 1.25


def test_a_sliding_tone_is_followed() -> None:
    t = torch.arange(SAMPLE_RATE_HZ, dtype=torch.float64) / SAMPLE_RATE_HZ
    audio = (0.3 * torch.sin(2 * torch.pi * (600 * t + 300 * t**2))).float()[None]
    wanted, found = (analyse(torch.as_tensor(x)).abs()[0].argmax(1)[8:-8] for x in (audio, redrawn(audio)[None]))
    assert int((wanted - found).abs().max()) <= 1


def test_silence_and_single_frames_are_no_trouble() -> None:
    assert not partials(torch.zeros(2, 5, BINS)).abs().any()
    assert torch.isfinite(torch.view_as_real(partials(torch.ones(1, 1, BINS)))).all()
    assert partials(torch.zeros(1, 0, BINS)).shape == (1, 0, BINS)


def test_a_lobe_is_one_at_its_centre_and_a_half_beside_it() -> None:
    np.testing.assert_allclose(lobe(np.array([0.0, 1.0, -1.0, 2.0, 5.0])), [1, 0.5, 0.5, 0, 0], atol=1e-6)


def test_every_bin_belongs_to_the_nearest_peak() -> None:
    marks = np.array([[0, 0, 1, 0, 0, 0, 0, 1, 0], [0] * 9], bool)
    assert nearest_peak(marks).tolist() == [[2, 2, 2, 2, 2, 7, 7, 7, 7], list(range(9))]


def test_gains_shape_the_sines_as_well() -> None:
    gain = torch.zeros(1, 8, SUB_FRAMES)
    gain[0, :4] = -4.0
    spectrum = partials(analyse(sines(1000.0)).abs()[:, :8])
    for shapes_all, lowest, highest in ((True, 0.0, 0.05), (False, 0.5, 2.0)):
        heard = Heard(spectrum, None, gain, shapes_all)
        audio = heard.shaped(heard.still(7 * HOP))[0]
        ratio = float(audio[HOP : 3 * HOP].std() / audio[5 * HOP : 6 * HOP].std())
        assert lowest <= ratio <= highest


def test_a_loop_of_a_tone_closes() -> None:
    """1,000 Hz does not come round in 100 hops; the seam is faded."""
    mel = around(log_mel(sines(1000.0))[:, 10:70])
    torch.manual_seed(0)
    decoder = MiniDecoder(DecoderConfig(dim=16, inner=32, blocks=1, noise=True, partials=True)).eval()
    with torch.inference_mode():
        heard = decoder.hear(mel)
        audio = rounded(heard.still((mel.shape[1] - 1) * HOP), 60 * HOP)
    turn = middle(audio, 60)[0]
    assert len(turn) == 60 * HOP < audio.shape[1] == (60 + 2 * MARGIN_FRAMES) * HOP
    twice = torch.cat([turn, turn])
    bend = twice.diff().diff().abs()
    assert float(bend[60 * HOP - 8 : 60 * HOP + 8].max()) <= 1.3 * float(bend[20 * HOP : 40 * HOP].max())


def test_a_decoder_of_sines_has_no_phases_and_reads_weights_of_its_own_kind() -> None:
    decoder = MiniDecoder(DecoderConfig(dim=16, inner=32, blocks=1, noise=True, partials=True))
    assert not [name for name in decoder.state_dict() if name.startswith("phase")]
    older = MiniDecoder(DecoderConfig(dim=16, inner=32, blocks=1, noise=True))
    assert [name for name in older.state_dict() if name.startswith("phase")] == ["phase.weight", "phase.bias"]
