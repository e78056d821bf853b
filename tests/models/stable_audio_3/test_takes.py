"""Whole takes through a session: the same bits again, every mode, every way to stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
import torch

from ditone.models.stable_audio_3.job import Job
from ditone.models.stable_audio_3.pipeline import StableAudioPipeline
from ditone.models.stable_audio_3.schedule import Schedule
from ditone.runtime import registry
from ditone.runtime.errors import BadRequest, Cancelled
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Run, SilentObserver
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.session import Session
from ditone.runtime.take import Take
from tests.models.stable_audio_3.published import CASES, MODELS

LORA = str(CASES / "lora_small" / "lora.safetensors")
BORA = str(CASES / "lora_small" / "bora.safetensors")


def asked(session: Session, **values: Any) -> Request:
    given: dict[str, Any] = {"prompt": "rain on a roof", "duration_s": 1.0, "steps": 2, "headroom_s": 0.5}
    return session.info.defaults().replaced(**{**given, **values})


def make(session: Session, **values: Any) -> Take:
    return session.generate(asked(session, **values))


def pipeline_of(session: Session) -> StableAudioPipeline:
    pipeline = session._pipeline
    assert isinstance(pipeline, StableAudioPipeline)
    return pipeline


def test_a_take_has_the_length_that_was_asked_for(small: Session) -> None:
    take = make(small, duration_s=1.37)
    assert take.audio.shape == (int(1.37 * 1600), 2)
    assert take.audio.dtype == np.float32
    assert np.abs(take.audio).max() <= 1
    assert take.evaluations == 2
    assert [stage for stage in take.timings_s if stage != "total"] == ["text", "denoise", "decode"]


def test_any_history_leaves_the_bits_of_a_fresh_session(base: Session) -> None:
    """Lengths that grow and shrink, guidance on and off, other prompts: then the first request again."""
    first = make(base, cfg_scale=3.0, negative_prompt="hum")
    for values in (
        {"duration_s": 3.0},
        {"duration_s": 0.4, "cfg_scale": 1.0},
        {"prompt": "a bell", "solver": "rk4"},
        {"cfg_scale": 7.0, "cfg_to": 0.5},
    ):
        make(base, **values)
    again = make(base, cfg_scale=3.0, negative_prompt="hum")
    with Session.open(registry.recognise(MODELS / "small-base")) as fresh:
        new = make(fresh, cfg_scale=3.0, negative_prompt="hum")
    assert np.array_equal(first.audio, again.audio)
    assert np.array_equal(first.audio, new.audio)


@pytest.mark.parametrize(
    "values",
    [
        {"seed": 1}, {"prompt": "a bell"}, {"steps": 3}, {"solver": "euler"}, {"duration_s": 1.4}, {"cfg_scale": 3.0},
        {"schedule": "flux"}, {"decoder_noise": False}, {"headroom_s": 2.0}, {"text_precision": "bfloat16"}, {"lora": (LORA,)},
    ],
)  # fmt: skip
def test_everything_that_can_be_chosen_is_heard(small: Session, values: dict[str, Any]) -> None:
    plain, other = make(small), make(small, **values)
    n = min(len(plain.audio), len(other.audio))
    assert not np.array_equal(plain.audio[:n], other.audio[:n])


@pytest.mark.parametrize(
    "values",
    [
        {"negative_prompt": "hum"},
        {"apg": 0.0},
        {"cfg_rescale": 0.7},
        {"cfg_to": 0.7},
        {"cfg_from": 0.95},
        {"apg_norm_threshold": 0.5},
    ],
)
def test_guidance_has_all_its_settings(base: Session, values: dict[str, Any]) -> None:
    assert not np.array_equal(make(base, cfg_scale=4.0).audio, make(base, cfg_scale=4.0, **values).audio)


def test_without_guidance_the_other_branch_costs_nothing(base: Session) -> None:
    assert make(base, cfg_scale=1.0, steps=3).evaluations == 3
    assert make(base, cfg_scale=2.0, steps=3).evaluations == 6
    half = make(base, cfg_scale=2.0, steps=4, cfg_to=0.95, schedule="none")  # grid 1, .75, .5, .25: not at the first
    assert half.evaluations == 7


def test_branches_one_after_the_other_give_the_same_sound(base: Session) -> None:
    with Session.open(base.info, EngineSettings(sequential_guidance=True)) as session:
        one = session.generate(asked(session, cfg_scale=3.0, negative_prompt="hum", engine=session.engine.settings))
    both = make(base, cfg_scale=3.0, negative_prompt="hum")
    np.testing.assert_allclose(one.audio, both.audio, atol=1e-4)


@pytest.mark.parametrize(("solver", "each"), [("euler", 1), ("dpmpp", 1), ("midpoint", 2), ("rk4", 4), ("pingpong", 1)])
def test_every_solver_steps(base: Session, solver: str, each: int) -> None:
    take = make(base, solver=solver, steps=3, cfg_scale=1.0)
    assert take.evaluations == 3 * each
    assert np.isfinite(take.audio).all()


# -- batches ------------------------------------------------------------------------------------------------------------------


def job(prompts: tuple[str, ...], seconds: tuple[float, ...], **values: Any) -> Job:
    given: dict[str, Any] = {
        "steps": 2,
        "solver": SOLVERS["euler"],
        "schedule": Schedule(),
        "headroom_s": 0.5,
        "decoder_noise": False,
    }
    return Job(prompts, seconds, **{**given, **values})


class Fixed(Run):
    """Gives every item of a batch the noise that it would have alone."""

    def __init__(self, noise: torch.Tensor) -> None:
        super().__init__(0)
        self._fixed = noise

    def noise(self, shape: tuple[int, ...], device: torch.device | str = "cpu") -> torch.Tensor:
        return self._fixed[: shape[0], :, : shape[2]].clone()


@torch.inference_mode()
@pytest.mark.parametrize("schedule", [Schedule(), Schedule("log-snr", rate=1.0)])
def test_an_item_does_not_depend_on_its_longer_neighbour(medium: Session, schedule: Schedule) -> None:
    pipeline = pipeline_of(medium)
    noise = torch.randn(2, 12, 64)
    short = pipeline.make(job(("rain",), (0.8,), schedule=schedule), Fixed(noise[:1]))
    both = pipeline.make(job(("rain", "a bell"), (0.8, 2.5), schedule=schedule), Fixed(noise))
    n = short.canvas.effective[0]
    assert both.grid.ndim == (2 if schedule.rate else 1)
    torch.testing.assert_close(both.latents[0, :n], short.latents[0, :n], atol=2e-5, rtol=0)
    assert both.canvas.samples == (1280, 4000)


@torch.inference_mode()
def test_a_batch_may_inpaint(small: Session) -> None:
    pipeline = pipeline_of(small)
    sound = torch.randn(1, 2, 1600) * 0.1
    given = {"inpaint": sound, "regions": ((0.3, 0.6),), "guidance": Guidance(2.0)}
    noise = torch.randn(2, 12, 64)
    one = pipeline.make(job(("rain",), (1.0,), **given), Fixed(noise[:1]))
    two = pipeline.make(job(("rain", "a bell"), (1.0, 1.0), **given), Fixed(noise))
    assert two.audio.shape[0] == 2
    torch.testing.assert_close(two.latents[0], one.latents[0], atol=2e-5, rtol=0)


# -- sources ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "source.wav"
    t = np.arange(1600) / 1600
    soundfile.write(path, np.stack((0.3 * np.sin(700 * t), 0.2 * np.sin(500 * t)), 1).astype(np.float32), 1600, subtype="FLOAT")
    return path


def test_inpainting_keeps_the_rest_sample_by_sample(small: Session, sound: Path) -> None:
    original = soundfile.read(sound, dtype="float32")[0]
    take = make(small, mode="inpaint", source=str(sound), regions=((0.2, 0.4), (0.7, 0.8)))
    inside = np.zeros(1600, bool)
    inside[320:640] = inside[1120:1280] = True
    assert np.array_equal(take.audio[~inside], original[~inside])
    assert not np.allclose(take.audio[340:620], original[340:620], atol=1e-3)
    loose = make(small, mode="inpaint", source=str(sound), regions=((0.2, 0.4), (0.7, 0.8)), paste=False)
    assert not np.array_equal(loose.audio[~inside], original[~inside])
    assert np.array_equal(loose.audio[340:620], take.audio[340:620])


def test_regions_may_start_from_the_source_as_well(small: Session, sound: Path) -> None:
    given = {"mode": "inpaint", "source": str(sound), "regions": ((0.2, 0.4),), "steps": 3}
    free, near = make(small, **given), make(small, inpaint_level=0.3, **given)
    assert not np.array_equal(free.audio, near.audio)
    assert near.timings_s["source"] > 0


def test_a_sound_goes_on_where_it_ended(small: Session, sound: Path) -> None:
    original = soundfile.read(sound, dtype="float32")[0]
    take = make(small, mode="continue", source=str(sound), duration_s=2.0)
    assert take.audio.shape == (3200, 2)
    assert np.array_equal(take.audio[:1600], original)
    with pytest.raises(BadRequest, match="nothing to continue"):
        make(small, mode="continue", source=str(sound), duration_s=1.0)


def test_the_noise_level_says_how_far_a_take_leaves_its_source(medium: Session, sound: Path) -> None:
    def latents(level: float) -> torch.Tensor:
        pipeline = pipeline_of(medium)
        audio = torch.from_numpy(soundfile.read(sound, dtype="float32")[0].T.copy())[None]
        walked = job(("rain",), (1.0,), init=audio, start=level, schedule=Schedule(monotone=True), steps=4)
        with torch.inference_mode():
            return pipeline.make(walked, Run(3)).latents

    with torch.inference_mode():
        pipeline = pipeline_of(medium)
        canvas_samples = latents(0.5).shape[1] * 256
        audio = torch.from_numpy(soundfile.read(sound, dtype="float32")[0].T.copy())[None]
        own = pipeline.model.autoencoder.encode(torch.nn.functional.pad(audio, (0, canvas_samples - 1600)))
    near, far = (float((latents(level) - own).square().mean()) for level in (0.02, 0.9))
    assert near < far


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"mode": "restyle"}, "none was chosen"),
        ({"mode": "inpaint", "source": "SOUND"}, "No region"),
        ({"mode": "inpaint", "source": "SOUND", "regions": ((3.0, 4.0),)}, "behind the end"),
        ({"cfg_from": 0.8, "cfg_to": 0.2}, "CFG interval is 0.8 to 0.2"),
        ({"duration_s": 500.0}, "must be from 0.1 to"),
        ({"solver": "heun"}, "not available"),
    ],
)
def test_what_does_not_fit_together_is_refused_and_the_session_goes_on(
    small: Session, sound: Path, values: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadRequest, match=words):
        make(small, **{name: str(sound) if value == "SOUND" else value for name, value in values.items()})
    assert len(make(small).audio)


# -- adapters -----------------------------------------------------------------------------------------------------------------


def test_an_adapter_that_works_at_some_levels_costs_no_extra_evaluation(small: Session) -> None:
    given = {"steps": 4, "schedule": "none", "solver": "euler", "decoder_noise": False}
    always = make(small, lora=(LORA,), **given)
    early = make(small, lora=(LORA,), lora_interval="0.9-1", **given)
    never = make(small, **given)
    assert early.evaluations == never.evaluations == 4
    assert not np.array_equal(early.audio, always.audio)
    assert not np.array_equal(early.audio, never.audio)
    assert np.array_equal(make(small, **given).audio, never.audio)  # the weights themselves never changed


def test_adapters_chain_in_their_order(small: Session) -> None:
    forward, backward = make(small, lora=(LORA, BORA)), make(small, lora=(BORA, LORA))
    assert not np.array_equal(forward.audio, backward.audio)


# -- notes, progress, stopping, memory ----------------------------------------------------------------------------------------


def test_what_a_user_should_know_is_said(small: Session) -> None:
    notes = " ".join(make(small, prompt="footsteps on gravel " * 12, cfg_scale=3.0).notes)
    assert "longer than 24 tokens" in notes
    assert "gravel" in notes
    assert "without guidance" in notes
    assert "no effect" in " ".join(make(small, negative_prompt="hum").notes)
    assert make(small).notes == ()


class Watching(SilentObserver):
    def __init__(self, session: Session | None = None, stop_at: tuple[str, int] = ("", 0)) -> None:
        self.seen: list[tuple[str, int, int]] = []
        self.previews: list[tuple[np.ndarray, float]] = []
        self._stage = ""
        self._session, self._stop_at = session, stop_at

    def stage(self, name: str, steps: int | None) -> None:
        self._stage = name

    def step(self, done: int, steps: int) -> None:
        self.seen.append((self._stage, done, steps))
        if self._session is not None and (self._stage, done) == self._stop_at:
            self._session.cancel()

    def wants_preview(self) -> bool:
        return True

    def preview(self, envelope: np.ndarray, duration_s: float) -> None:
        self.previews.append((envelope, duration_s))


def test_progress_counts_steps_and_previews_have_the_takes_length(medium: Session) -> None:
    watching = Watching()
    take = medium.generate(asked(medium, steps=3, duration_s=2.0), watching)
    assert [(done, total) for stage, done, total in watching.seen if stage == "denoise"] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert len(watching.previews) == 3
    for envelope, duration_s in watching.previews:
        assert duration_s == pytest.approx(take.duration_s)
        assert envelope.ndim == 1
        assert 0 <= envelope.min() <= envelope.max() <= 1
    quiet = medium.generate(asked(medium, steps=3, duration_s=2.0))
    assert np.array_equal(quiet.audio, take.audio)  # looking changes nothing


@pytest.mark.parametrize("stop_at", [("denoise", 1), ("decode", 0)])
def test_a_take_can_be_stopped_anywhere_and_the_next_is_as_ever(small: Session, stop_at: tuple[str, int]) -> None:
    before = make(small)
    with pytest.raises(Cancelled):
        small.generate(asked(small, steps=4), Watching(small, stop_at))
    assert np.array_equal(make(small).audio, before.audio)


def test_nothing_of_a_take_is_kept_but_its_prompts(small: Session) -> None:
    pipeline = pipeline_of(small)
    make(small, lora=(LORA,))
    assert pipeline._runtimes == []
    small.release()
    assert pipeline._adapted == {}
    assert pipeline.text._kept == {}


def test_the_text_encoder_can_be_freed_and_comes_back(small: Session) -> None:
    before = make(small)
    assert np.array_equal(make(small, free_text_encoder=True).audio, before.audio)
    assert not pipeline_of(small).text.loaded
    small.release()
    assert np.array_equal(make(small).audio, before.audio)


@pytest.mark.parametrize("precision", ["bfloat16", "float16"])
def test_halved_matrices_give_a_take_and_leave_the_autoencoder_but_for_its_products(medium: Session, precision: str) -> None:
    with Session.open(medium.info, EngineSettings(precision=precision)) as session:
        model = pipeline_of(session).model
        assert {p.dtype for p in model.dit.parameters()} == {session.engine.dtype}
        halved = {name for name, p in model.autoencoder.named_parameters() if p.dtype != torch.float32}
        assert bool(halved) == (precision == "bfloat16")
        assert all(".blocks." in name and name.startswith("decoder.") for name in halved)
        take = session.generate(asked(session, engine=session.engine.settings, steps=1, solver="euler", decoder_noise=False))
    full = make(medium, steps=1, solver="euler", decoder_noise=False).audio
    cosine = float((take.audio * full).sum() / np.sqrt((take.audio**2).sum() * (full**2).sum()))
    assert cosine > 0.99


@pytest.mark.parametrize("mode", [{}, {"mode": "restyle"}])
def test_how_much_is_decoded_at_a_time_changes_a_take_by_rounding_only(
    medium: Session, mode: dict[str, Any], tmp_path: Path
) -> None:
    """Decoder and encoder noise included: it belongs to the take."""
    given = dict(mode)
    if mode:
        soundfile.write(tmp_path / "source.wav", np.random.default_rng(0).normal(0, 0.1, (6400, 2)), 1600, subtype="FLOAT")
        given["source"] = str(tmp_path / "source.wav")
    whole = make(medium, duration_s=4.0, **given).audio
    for chunk_frames in (8, 24, 500):
        settings = EngineSettings(chunk_frames=chunk_frames)
        with Session.open(medium.info, settings) as session:
            pieces = session.generate(asked(session, engine=settings, duration_s=4.0, **given))
        np.testing.assert_allclose(pieces.audio, whole, atol=1e-4)
    assert np.abs(whole - make(medium, duration_s=4.0, decoder_noise=False, **given).audio).max() > 1e-3


def test_the_decoder_counts_the_pieces_it_makes(small: Session) -> None:
    settings = EngineSettings(chunk_frames=8)
    with Session.open(small.info, settings) as session:
        watching = Watching()
        session.generate(asked(session, engine=settings, duration_s=8.0, headroom_s=1.0), watching)
    counts = [(done, total) for stage, done, total in watching.seen if stage == "decode"]
    assert len(counts) > 3
    assert counts == [(i, counts[-1][1]) for i in range(len(counts))]


class Listening(SilentObserver):
    def __init__(self) -> None:
        self.pieces: list[tuple[np.ndarray, int, int]] = []

    def audio(self, chunk: np.ndarray, start_frame: int, sample_rate_hz: int) -> None:
        self.pieces.append((chunk.copy(), start_frame, sample_rate_hz))


def test_finished_pieces_can_be_heard_before_the_take_is_whole(small: Session) -> None:
    settings = EngineSettings(chunk_frames=8)
    with Session.open(small.info, settings) as session:
        listening = Listening()
        take = session.generate(asked(session, engine=settings, duration_s=8.0, headroom_s=1.0, decoder_noise=False), listening)
    assert len(listening.pieces) > 2
    assert [start for _, start, _ in listening.pieces] == list(
        np.cumsum([0, *(len(piece) for piece, _, _ in listening.pieces[:-1])])
    )
    assert {rate for _, _, rate in listening.pieces} == {1600}
    np.testing.assert_allclose(np.concatenate([piece for piece, _, _ in listening.pieces]), take.audio, atol=1e-4)
