"""A whole take: exact lengths, silence at the end, determinism, and that every control changes the sound."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from ditone.models.mini.config import SAMPLE_RATE_HZ, SAMPLES_PER_TOKEN
from ditone.models.mini.family import BUILTIN, family
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Run, SilentObserver
from ditone.runtime.session import Session
from ditone.runtime.take import Audio

QUICK = {"prompt": "a short metallic clang", "duration_s": 0.4, "steps": 4, "seed": 7}


def make(pipeline: MiniPipeline, info: ModelInfo, **values: object) -> Audio:
    request = info.defaults().replaced(**{**QUICK, **values})
    with torch.inference_mode():
        return pipeline.generate(request, Run(request.seed))


@pytest.mark.parametrize("seconds", [0.1, 0.37, 1.0, 2.0, 6.0])
def test_exactly_as_long_as_requested(pipeline: MiniPipeline, info: ModelInfo, seconds: float) -> None:
    audio = make(pipeline, info, duration_s=seconds, steps=2)
    assert len(audio) == round(seconds * SAMPLE_RATE_HZ)
    assert audio.dtype == np.float32
    assert np.isfinite(audio).all()
    assert 0 < np.abs(audio).max() <= 1.0
    assert np.abs(audio[[0, -1]]).max() < 1e-3


def test_the_same_request_gives_the_same_samples(pipeline: MiniPipeline, info: ModelInfo) -> None:
    first = make(pipeline, info)
    make(pipeline, info, prompt="ocean waves", duration_s=1.3, cfg_scale=1.0)
    assert np.array_equal(first, make(pipeline, info))


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 8},
        {"prompt": "police siren"},
        {"negative_prompt": "rain"},
        {"cfg_scale": 1.0},
        {"apg": 0.0},
        {"steps": 6},
        {"solver": "midpoint"},
        {"solver": "rk4"},
        {"solver": "pingpong"},
        {"solver": "dpmpp"},
        {"decoder": "griffin-lim"},
    ],
    ids=str,
)
def test_every_control_matters(pipeline: MiniPipeline, info: ModelInfo, change: dict[str, object]) -> None:
    before, after = make(pipeline, info), make(pipeline, info, **change)
    before, after = before.mean(1), after.mean(1)
    difference = np.sqrt(np.mean((before - after) ** 2)) / np.sqrt(np.mean(before**2))
    assert difference > 0.02


def test_silence_behind_the_end(pipeline: MiniPipeline, info: ModelInfo) -> None:
    levels = []
    for seed, prompt in enumerate(("rain", "police siren", "a short metallic clang", "wind", "footsteps")):
        request = info.defaults().replaced(prompt=prompt, duration_s=1.0, seed=seed)
        with torch.inference_mode():
            run = Run(seed)
            plan = pipeline.plan(request)
            canvas = pipeline.decode(pipeline.denoise(pipeline.condition(request, plan), request, run, plan))[0]
        tail = canvas[SAMPLE_RATE_HZ + SAMPLES_PER_TOKEN :]
        levels.append(20 * float(torch.log10(tail.square().mean().sqrt() / canvas.abs().max() + 1e-9)))
    assert np.median(levels) < -45


def test_understood_words_are_told(pipeline: MiniPipeline, info: ModelInfo) -> None:
    run = Run(1)
    with torch.inference_mode():
        pipeline.generate(info.defaults().replaced(**{**QUICK, "prompt": "police siren, fast"}), run)
        assert run.details["understood"] == "matched: police, siren, fast"
        assert run.notes == []
        pipeline.generate(info.defaults().replaced(**{**QUICK, "prompt": "xqzv"}), run)
    assert run.notes[0] == "Words of the prompt: not known: xqzv."


def test_previews_show_the_shape_of_the_sound(pipeline: MiniPipeline, info: ModelInfo) -> None:
    class Watcher(SilentObserver):
        def __init__(self) -> None:
            self.seen: list[np.ndarray] = []
            self.steps: list[int] = []

        def wants_preview(self) -> bool:
            return True

        def preview(self, envelope: np.ndarray, duration_s: float) -> None:
            self.seen.append(envelope)

        def step(self, done: int, steps: int) -> None:
            self.steps.append(done)

    watcher = Watcher()
    request = info.defaults().replaced(**QUICK)
    with torch.inference_mode():
        audio = pipeline.generate(request, Run(7, watcher))[:, 0]
    assert watcher.steps == [0, 1, 2, 3, 4]
    last = watcher.seen[-1]
    assert last.min() >= 0
    assert last.max() <= 1
    real = np.array([np.abs(audio[i : i + 512]).max() for i in range(0, len(audio), 512)])
    assert np.corrcoef(real, last[: len(real)])[0, 1] > 0.5


def test_through_a_session_and_in_bfloat16(info: ModelInfo) -> None:
    request = info.defaults().replaced(**QUICK)
    with Session.open(info) as session:
        take = session.generate(request)
    assert take.evaluations == 8
    assert take.details["understood"] == "matched: short, metallic, clang"
    settings = type(request.engine)(precision="bfloat16")
    with Session.open(info, settings) as session:
        low = session.generate(Request(**{**vars(request), "engine": settings}))
    assert low.audio.shape == take.audio.shape
    assert not np.array_equal(low.audio, take.audio)


def test_a_retrained_folder_is_recognised_and_a_broken_one_says_why(tmp_path: Path, info: ModelInfo) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(BUILTIN["mini-sfx"], folder)
    found = family.recognise(folder)
    assert found is not None
    assert (found.builtin, found.problems, found.model) == (False, (), str(folder))
    assert found.parameters == info.parameters
    (folder / "decoder.safetensors").unlink()
    broken = family.recognise(folder)
    assert broken is not None
    assert "decoder.safetensors" in " ".join(broken.problems)
    (folder / "words.txt").write_text("one two")
    with pytest.raises(BadModelFolder, match="has 2 words"):
        family.load(broken, Engine(torch.device("cpu"), torch.float32, 1), lambda share: None)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "format": 9}, indent=1))
    refused = family.recognise(folder)
    assert refused is not None
    assert "format 1" in " ".join(refused.problems)
    assert family.recognise(tmp_path) is None
