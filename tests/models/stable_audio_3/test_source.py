from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from ditone.models.stable_audio_3.source import checked_regions, fitted, in_form, keep_mask, load, paste
from ditone.runtime.errors import BadRequest, DitoneError

RATE = 1000


def test_what_is_kept_ends_where_regions_and_the_take_end() -> None:
    mask = keep_mask(5000, RATE, ((0.5, 1.0), (3.0, 9.0)), end_s=4.0)
    assert mask[:500].eq(1).all()
    assert mask[500:1000].eq(0).all()
    assert mask[1000:3000].eq(1).all()
    assert mask[3000:].eq(0).all()


def test_a_region_that_starts_inside_a_latent_frame_begins_at_the_next_one() -> None:
    latent = keep_mask(1000, RATE, ((0.130, 0.460),), 1.0)[::100]
    assert latent.tolist() == [1, 1, 0, 0, 0, 1, 1, 1, 1, 1]


def test_outside_the_regions_the_samples_are_the_sources_own() -> None:
    original, made = torch.randn(2, 2500), torch.randn(2, 3000)
    regions = ((0.5, 1.0), (2.0, 2.2))
    pasted = paste(made, original, regions, RATE, fade_s=0.05)
    padded = fitted(original, 3000)
    outside = keep_mask(3000, RATE, regions, 3.0).bool()
    assert torch.equal(pasted[:, outside], padded[:, outside])
    assert torch.equal(pasted[:, 550:950], made[:, 550:950])
    edge = pasted[:, 500:550]
    share = (edge - padded[:, 500:550]) / (made[:, 500:550] - padded[:, 500:550])
    assert bool((share.diff(dim=1) > -1e-4).all())
    assert float(share.min()) >= -1e-3
    assert float(share.max()) <= 1 + 1e-3


def test_a_region_at_an_end_of_the_sound_has_no_fade_there() -> None:
    original, made = torch.zeros(1, 1000), torch.ones(1, 1000)
    pasted = paste(made, original, ((0.0, 0.2), (0.8, 2.0)), RATE, fade_s=0.05)
    assert pasted[0, 0] == 1
    assert pasted[0, -1] == 1
    assert pasted[0, 199] < 0.01
    assert paste(made, original, ((0.2, 0.8),), RATE, fade_s=0.0)[0, 200:800].eq(1).all()


@pytest.mark.parametrize(
    ("regions", "words"),
    [
        ([[1.0, 0.5]], "end must lie behind"),
        ([[-1.0, 0.5]], "empty"),
        ([[9.0, 10.0]], "behind the end of the take"),
        ([["a", 1]], "two numbers"),
    ],
)
def test_unusable_regions_are_refused(regions: list[list[float]], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        checked_regions(regions, 5.0)


def test_sounds_are_brought_to_rate_and_channels(tmp_path: Path) -> None:
    path = tmp_path / "mono.wav"
    soundfile.write(path, np.sin(np.arange(8000) * 0.01).astype(np.float32), 8000)
    sound = load(path, 4000, 2)
    assert sound.shape == (1, 2, 4000)
    assert torch.equal(sound[0, 0], sound[0, 1])
    soundfile.write(path, np.full(8000, np.nan, np.float32), 8000, subtype="FLOAT")
    with pytest.raises(DitoneError, match="not finite numbers"):
        load(path, 4000, 2)
    assert torch.equal(in_form(torch.arange(12.0).reshape(4, 3), 2)[0], torch.arange(6.0).reshape(2, 3))
