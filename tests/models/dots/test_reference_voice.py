"""Reference voices: what is kept of a recording, and what the speaker encoder hears of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from ditone.models.dots.config import read_config
from ditone.models.dots.loading import load_speaker_encoder
from ditone.models.dots.reference import padded_to_patches, read_reference, speaker_crop, speech_bounds
from ditone.models.dots.speaker import SpeakerEncoder
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.session import Session

RATE_HZ = 48000


def tone(seconds: float, level: float = 0.3, hz: float = 220.0) -> np.ndarray:
    return level * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE_HZ)) / RATE_HZ)


def test_silence_and_what_is_30_db_below_the_peak_is_trimmed(tmp_path: Path) -> None:
    quiet = tone(0.5, 0.3 * 10 ** (-40 / 20))
    soundfile.write(tmp_path / "a.wav", np.concatenate([quiet, tone(1.0), np.zeros(RATE_HZ // 2)]), RATE_HZ, subtype="FLOAT")
    kept = read_reference(tmp_path / "a.wav", RATE_HZ)
    assert kept.length_s == pytest.approx(2.0)
    assert kept.start_s == pytest.approx(0.5, abs=0.05)
    assert kept.end_s == pytest.approx(1.5, abs=0.05)
    assert kept.samples.shape == (1, round(kept.kept_s * RATE_HZ))
    louder = torch.from_numpy(np.concatenate([quiet * 10 ** (15 / 20), tone(1.0)])).float()
    assert speech_bounds(louder)[0] == 0  # 25 dB below the peak is speech
    assert speech_bounds(torch.zeros(5000)) == (0, 0)


@pytest.mark.parametrize(
    ("other", "peak", "said"), [(0.5, 0.225, ""), (0.0, 0.3, "Only channel 1"), (-1.0, 0.3, "cancel each other")]
)
def test_channels_are_averaged_and_level_is_kept(tmp_path: Path, other: float, peak: float, said: str) -> None:
    soundfile.write(tmp_path / "a.wav", np.stack([tone(1.0), other * tone(1.0)], axis=1), RATE_HZ, subtype="FLOAT")
    kept = read_reference(tmp_path / "a.wav", RATE_HZ)
    assert float(kept.samples.abs().max()) == pytest.approx(peak, rel=1e-3)
    assert said in kept.note


def test_padding_fills_the_last_patch() -> None:
    assert padded_to_patches(torch.ones(1, 7680), 7680).shape[-1] == 7680
    padded = padded_to_patches(torch.ones(1, 7681), 7680)
    assert padded.shape[-1] == 2 * 7680
    assert float(padded[0, 7681:].abs().max()) == 0


def test_long_voices_give_their_middle_every_time() -> None:
    samples = torch.arange(12 * RATE_HZ, dtype=torch.float32)[None]
    crop = speaker_crop(samples, RATE_HZ, 10.0)
    assert torch.equal(crop, samples[:, RATE_HZ : 11 * RATE_HZ])
    assert torch.equal(speaker_crop(crop, RATE_HZ, 10.0), crop)


@pytest.fixture(scope="module")
def encoder(info: Callable[[str], ModelInfo]) -> SpeakerEncoder:
    folder = Path(info("soar").model)
    return load_speaker_encoder(folder, read_config(folder))


@torch.inference_mode()
def test_the_speaker_vector_ignores_level_and_hears_timbre(encoder: SpeakerEncoder) -> None:
    generator = torch.Generator().manual_seed(0)
    bright, dark = torch.randn(1, RATE_HZ, generator=generator), torch.randn(1, RATE_HZ, generator=generator).cumsum(-1) * 0.01
    heard = encoder.xvector(bright)
    level, timbre = (heard - encoder.xvector(0.25 * bright)).abs().max(), (heard - encoder.xvector(dark)).abs().max()
    assert float(level) < 1e-5
    assert float(timbre) > 1e-3


@torch.inference_mode()
def test_padding_of_a_batch_stays_out_of_the_statistics(encoder: SpeakerEncoder) -> None:
    """Two voices of unequal length: the shorter one's length changes its vector, the other's does not."""
    features = torch.randn(2, 60, 80, generator=torch.Generator().manual_seed(1))
    full, short = encoder(features, torch.tensor([60, 60])), encoder(features, torch.tensor([60, 31]))
    assert torch.equal(full[0], short[0])
    assert not torch.equal(full[1], short[1])


def test_a_replaced_recording_is_read_again(
    session: Callable[[str], Session], request_for: Callable[..., Request], tmp_path: Path, cases: Path
) -> None:
    path = tmp_path / "voice.wav"
    made = []
    for source in ("mono_24k", "mono_48k", "mono_24k"):
        path.write_bytes((cases / "prompt_audio" / f"{source}.wav").read_bytes())
        made.append(session("soar").generate(request_for(reference=str(path), max_patches=2)).audio)
    assert np.array_equal(made[0], made[2])
    assert not np.array_equal(made[0], made[1])


def test_trimming_is_told(session: Callable[[str], Session], request_for: Callable[..., Request], tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.concatenate([np.zeros(RATE_HZ), tone(0.5)]), RATE_HZ)
    take = session("soar").generate(request_for(reference=str(tmp_path / "a.wav"), max_patches=2))
    assert any(note.startswith("Silence was trimmed: the reference is used from 0.9") for note in take.notes)


def test_a_take_tells_how_alike_its_voice_is(
    session: Callable[[str], Session], request_for: Callable[..., Request], cases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ditone.models.dots.pipeline.SHORTEST_COMPARED_S", 0.0)  # the tiny model says little
    voice = str(cases / "prompt_audio" / "mono_24k.wav")
    take = session("soar").generate(request_for(reference=voice, max_patches=24))
    assert -1.0 <= take.details["voice_similarity"] <= 1.0
    assert "voice_similarity" not in session("soar").generate(request_for(max_patches=6)).details
