"""The training recipe in small: data by seed, a few steps of both networks, and a resumed run that equals an unbroken one."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch
from safetensors.torch import save_file

TRAINING = Path(__file__).resolve().parents[3] / "packaging" / "training"
sys.path.insert(0, str(TRAINING))

from sfx_recipe import anchors, procedural, regress_decoder, stages, train_decoder, train_dit, train_partials  # noqa: E402
from sfx_recipe.batches import Batches, cut, window_share  # noqa: E402
from sfx_recipe.catalogue import CLASSES, make_clip  # noqa: E402
from sfx_recipe.classifier import Classifier, Directions  # noqa: E402
from sfx_recipe.prompts import compose  # noqa: E402
from sfx_recipe.store import load_shards  # noqa: E402
from sfx_recipe.training import Budget, learning_rate, load_checkpoint  # noqa: E402

from ditone.models.mini.config import HOP  # noqa: E402
from ditone.models.mini.decoder import SUB_FRAMES  # noqa: E402

TINY_CLASSES = ("coin", "kick", "beep")


class Stopped(Budget):
    """A run planned for `steps` that is stopped after `end`."""

    def __init__(self, steps: int, end: int) -> None:
        super().__init__(steps=steps)
        self.end = end

    def over(self, step: int) -> bool:
        return step >= self.end


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> stages.Plan:
    """Three classes of three clips, a random word table, a fitted latent."""
    plan = stages.Plan(tmp_path_factory.mktemp("recipe"), seed=5, width=64, depth=2, inner=64, external=False)
    procedural.write_shard(plan.clips, "procedural_0", TINY_CLASSES, 3, 3, plan.seed, say=lambda message: None)
    words = stages.training_words(load_shards(plan.clips))
    generator = torch.Generator().manual_seed(0)
    static = torch.randint(-127, 128, (len(words) + 5, 64), generator=generator).to(torch.int8)
    save_file({"static": static, "scale": torch.full((len(words) + 5,), 0.02).half()}, plan.work / "words.safetensors")
    table = {"words": [*words, "aa", "bb", "cc", "dd", "ee"], "trained": len(words), "synonyms": {}}
    (plan.work / "words.json").write_text(json.dumps(table))
    stages.make_latent(plan, say=lambda message: None)
    return plan


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_makes_a_sound_with_a_prompt(name: str) -> None:
    clip = make_clip(name, (1, 2))
    assert np.isfinite(clip.audio).all()
    assert 0.63 < np.abs(clip.audio).max() < 0.91
    assert 0.01 < len(clip.audio) / 44100 <= 6.0
    assert len(CLASSES[name].nouns) >= 3
    assert compose(clip.description, np.random.default_rng(0))


def test_a_seed_names_a_clip() -> None:
    first, again, other = (make_clip("laser", seed) for seed in ((1, 2), (1, 2), (1, 3)))
    assert np.array_equal(first.audio, again.audio)
    assert first.description == again.description
    assert not np.array_equal(first.audio[:500], other.audio[:500])


def test_traits_follow_the_drawn_parameters() -> None:
    clips = [make_clip("beep", (9, i)) for i in range(60)]
    length = {trait: np.mean([len(c.audio) for c in clips if trait in c.description["traits"]]) for trait in ("short", "long")}
    assert length["long"] > 2 * length["short"]


def test_only_variants_of_recordings_that_are_heard_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = np.random.default_rng(0).standard_normal(30000) * np.hanning(30000)
    soundfile.write(tmp_path / "own.wav", recording / np.abs(recording).max(), 44100)
    kinds = [anchors.Anchor(kind, ("own",), (kind,)) for kind in ("heard", "now and then", "never")]
    monkeypatch.setattr(anchors, "ANCHORS", kinds)
    turn = itertools.count()

    def place(kind: str, audio: np.ndarray) -> int:
        assert audio.ndim == 1
        if kind == "now and then":
            return 1 + 9 * (next(turn) % 3)
        return {"heard": 1, "never": 200}[kind]

    table = anchors.write_shard(tmp_path / "clips", tmp_path, 4, 1, lambda message: None, place)
    assert table["heard"] == {"tried": 4, "kept": 4}
    assert table["now and then"] == {"tried": 10, "kept": 4}
    assert table["never"]["kept"] == 0
    assert {clip.record.class_name for clip in load_shards(tmp_path / "clips")} == {"heard", "now and then"}


def test_generators_that_were_not_heard_are_not_trained_on(plan: stages.Plan) -> None:
    assert {c.record.class_name for c in stages.training_clips(plan)} == set(TINY_CLASSES)
    path = plan.work / "chosen.json"
    path.write_text(json.dumps({"coin": {"kept": 0}, "kick": {"kept": 7}}))
    try:
        assert {c.record.class_name for c in stages.training_clips(plan)} == {"kick", "beep"}
    finally:
        path.unlink()


def test_the_cut_is_silent_behind_the_requested_length(plan: stages.Plan) -> None:
    clip = next(c for c in load_shards(plan.clips) if c.record.seconds > 0.3)
    mel, end = cut(clip, 0.2, np.random.default_rng(0))
    assert end == pytest.approx(0.2)
    behind = round((0.2 + 2048 / 44100) * 44100 / 512)
    assert (mel[behind:] == -9.5).all()
    assert window_share(np.array([1.0, 0.0, -1.0])) == pytest.approx([0.0, 0.5 * np.log(0.5), 0.5 * np.log(1e-9)])


def test_a_resumed_run_equals_an_unbroken_one(plan: stages.Plan, tmp_path: Path) -> None:
    def run(path: Path, *ends: int) -> dict[str, torch.Tensor]:
        for end in ends:  # the same schedule for both runs: the planned end is 6
            model, table, synonyms = stages.new_model(plan)
            batches = Batches(load_shards(plan.clips), model.latent, table, synonyms, plan.seed, tokens_per_batch=120)
            train_dit.train(model, batches, path, Stopped(6, end), save_every=2, say=lambda message: None)
        state = load_checkpoint(path)
        assert state is not None
        assert state["step"] == 6
        return state["average"]

    whole, broken = run(tmp_path / "whole.pt", 6), run(tmp_path / "broken.pt", 2, 6)
    assert all(torch.equal(whole[name], broken[name]) for name in whole)


def test_training_lowers_the_loss(plan: stages.Plan, tmp_path: Path) -> None:
    losses = []
    model, table, synonyms = stages.new_model(plan)
    batches = Batches(load_shards(plan.clips), model.latent, table, synonyms, plan.seed, tokens_per_batch=300)
    train_dit.train(
        model, batches, tmp_path / "dit.pt", Budget(steps=60), save_every=1000, say=lambda m: losses.append(float(m.split()[4]))
    )
    assert losses[-1] < losses[0]


def test_the_decoder_trains_and_resumes(plan: stages.Plan) -> None:
    for steps in (1, 2):
        train_decoder.train(plan, Budget(steps=steps), save_every=1, say=lambda message: None)
    state = load_checkpoint(plan.work / "decoder.pt")
    assert state is not None
    assert state["step"] == 2


def test_the_regression_moves_levels_first_and_goes_on_where_it_stopped(plan: stages.Plan) -> None:
    train_decoder.train(plan, Budget(steps=2), save_every=1, say=lambda message: None)
    before = load_checkpoint(plan.work / "decoder.pt")
    regress_decoder.train(plan, {"heads": 1, "whole": 1}, save_every=1, say=lambda message: None)
    heads, whole = (load_checkpoint(plan.work / f"{name}.pt") for name in ("regressed_heads", "regressed"))
    assert before is not None
    assert heads is not None
    assert whole is not None
    moved = {name for name, value in heads["model"].items() if not torch.equal(value, before["average"][name])}
    assert moved == {"noise.weight", "noise.bias", "correction.weight", "correction.bias"}
    assert whole["step"] == 1
    assert torch.equal(whole["model"]["envelope.weight"], before["average"]["envelope.weight"])


def test_sines_go_on_from_the_decoder_and_leave_its_phases(plan: stages.Plan) -> None:
    train_decoder.train(plan, Budget(steps=2), save_every=1, say=lambda message: None)
    before = load_checkpoint(plan.work / "decoder.pt")
    assert before is not None
    for steps in (1, 2):
        train_partials.train(plan, Budget(steps=before["step"] + steps), save_every=1, say=lambda message: None)
    after = load_checkpoint(plan.work / "partials.pt")
    assert after is not None
    assert after["step"] == before["step"] + 2
    assert set(before["average"]) - set(after["average"]) == {"phase.weight", "phase.bias"}
    assert not torch.equal(after["model"]["envelope.bias"], before["average"]["envelope.bias"])


def test_gains_to_be_learned_open_at_a_click_and_rest_where_nothing_begins() -> None:
    audio = torch.zeros(1, train_partials.FRAMES * HOP)
    start = 20 * HOP + 100  # a hundred samples behind the centre of frame 20
    audio[0, start:] = 0.1 * torch.randn(audio.shape[1] - start, generator=torch.Generator().manual_seed(1))
    gains, front = train_partials.front_gains(audio)
    flat = gains.flatten()
    turn = (start + HOP // 2) // (HOP // SUB_FRAMES)  # the sub-frame of the click
    assert float(flat[turn - 4 : turn].max()) < -2.5
    assert float(flat[turn + 1 : turn + 5].mean()) > -0.3
    assert float(front[0, 30:].max()) == 0 == float(gains[0, 30:].abs().max())


def test_learning_rate_warms_up_and_falls_in_the_second_half() -> None:
    assert learning_rate(1.0, 0, 0.0) == pytest.approx(0.01)
    assert learning_rate(1.0, 500, 0.4) == 1.0
    assert learning_rate(1.0, 500, 1.0) == pytest.approx(0.02)


def test_the_classifier_separates_and_the_distance_is_zero_to_itself() -> None:
    rng = np.random.default_rng(0)
    labels = ["a"] * 80 + ["b"] * 80
    features = rng.standard_normal((160, 40)) + np.repeat([[0.0], [1.5]], 80, axis=0)
    classifier = Classifier.fit(features, labels)
    assert classifier.top(features, labels, 1) > 95
    directions = Directions.fit(classifier, features, 8)
    assert directions.frechet(features, features) == pytest.approx(0, abs=1e-6)
    assert directions.frechet(features[:80], features[80:]) > 1
