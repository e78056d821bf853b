from __future__ import annotations

import pytest
import torch

from ditone.models.stable_audio_3.canvas import lay_out
from ditone.models.stable_audio_3.config_file import parse_json
from ditone.runtime.errors import BadRequest
from tests.models.stable_audio_3.published import model_config

SMALL, MEDIUM = parse_json(model_config("small-sfx")), parse_json(model_config("medium"))


@pytest.mark.parametrize(
    ("config", "seconds", "frames", "effective"),
    [
        (SMALL, 10.0, 174, 108),
        (SMALL, 30.0, 388, 323),
        (MEDIUM, 30.0, 388, 323),
        (SMALL, 120.0, 1292, 1292),
        (MEDIUM, 0.5, 70, 6),
    ],
)
def test_published_lengths(config: object, seconds: float, frames: int, effective: int) -> None:
    canvas = lay_out(config, [seconds])  # type: ignore[arg-type]
    assert (canvas.frames, canvas.effective) == (frames, (effective,))
    assert canvas.valid == (min(effective + 64, frames),)
    assert canvas.samples == (int(seconds * 44100),)


def test_medium_is_not_cut_at_the_limit_of_small() -> None:
    assert lay_out(MEDIUM, [300.0]).samples == (300 * 44100,)
    assert lay_out(SMALL, [300.0]).samples == (5_292_032,)


def test_items_of_a_batch_keep_their_own_ends() -> None:
    canvas = lay_out(SMALL, [1.0, 20.0])
    assert canvas.frames == lay_out(SMALL, [20.0]).frames
    assert canvas.samples == (44100, 882000)
    assert canvas.mask().sum(dim=1).tolist() == list(canvas.valid)
    assert torch.equal(canvas.mask()[0], torch.arange(canvas.frames) < canvas.valid[0])


@pytest.mark.parametrize("seconds", [[0.0], [-1.0], [3.0, 0.0], []])
def test_a_length_of_nothing_is_refused(seconds: list[float]) -> None:
    with pytest.raises(BadRequest, match="above 0 s"):
        lay_out(SMALL, seconds)


def test_every_canvas_is_whole_attention_chunks() -> None:
    for seconds in (0.1, 0.9, 3.33, 17.0, 119.9):
        assert lay_out(SMALL, [seconds]).frames % 2 == 0
