"""Whole takes of the tiny model: what a user hears, sees and can rely on."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from ditone.models.moss_sound_effect.config import CONTEXT_TOKENS
from ditone.models.moss_sound_effect.level import normalised
from ditone.models.moss_sound_effect.pipeline import MossSoundEffectPipeline
from ditone.runtime import variations
from ditone.runtime.audio.loudness import integrated_lufs, true_peak_dbtp
from ditone.runtime.errors import BadModelFolder, BadRequest, Cancelled, DitoneError
from ditone.runtime.run import SilentObserver
from ditone.runtime.session import Session
from tests.models.moss_sound_effect import published
from tests.models.moss_sound_effect.conftest import asked, described, opened
from tests.runtime.test_leaks import live_bytes

LONGEST_S = 2.0
RATE_HZ = 2400


class Watcher(SilentObserver):
    def __init__(self, previews: bool = False) -> None:
        self.stages: list[tuple[str, int | None]] = []
        self.steps: list[tuple[int, int]] = []
        self.pieces: list[tuple[int, np.ndarray]] = []
        self.previews: list[tuple[np.ndarray, float]] = []
        self.looks = previews

    def stage(self, name: str, steps: int | None) -> None:
        self.stages.append((name, steps))

    def step(self, done: int, steps: int) -> None:
        self.steps.append((done, steps))

    def wants_preview(self) -> bool:
        return self.looks

    def preview(self, envelope: np.ndarray, duration_s: float) -> None:
        self.previews.append((envelope, duration_s))

    def audio(self, chunk: np.ndarray, start_frame: int, sample_rate_hz: int) -> None:
        assert sample_rate_hz == RATE_HZ
        self.pieces.append((start_frame, chunk))


@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.27, LONGEST_S])
def test_a_take_is_as_long_as_asked_to_one_decimal(session: Session, seconds: float) -> None:
    take = session.generate(asked(session, duration_s=seconds))
    assert take.audio.shape == (round(round(seconds, 1) * RATE_HZ), 1)
    assert take.audio.dtype == np.float32
    assert 0 < np.abs(take.audio).max() < 1


def test_evaluations_and_cost_are_told_for_what_they_are(session: Session) -> None:
    guided = session.generate(asked(session, duration_s=0.5))
    assert guided.evaluations == 2 * 3
    assert session.generate(asked(session, cfg_scale=1.0)).evaluations == 3
    assert session.generate(asked(session, solver="rk4")).evaluations == 2 * 3 * 4
    assert guided.details["canvas_s"] == LONGEST_S
    # the canvas is four times as long as what was delivered, so its rate looks four times better
    assert guided.canvas_rtf == pytest.approx(guided.rtf / 4)
    assert guided.facts()["canvas_rtf"] == guided.canvas_rtf
    assert session.generate(asked(session, duration_s=LONGEST_S)).canvas_rtf is None


def test_repeated_changed_grown_and_shrunk_requests_give_the_bits_of_a_fresh_session(session: Session) -> None:
    wanted = [
        {"prompt": "rain"},
        {"prompt": "thunder", "duration_s": 1.9},
        {"prompt": "rain", "cfg_scale": 1.0},
        {"prompt": "rain", "negative_prompt": "hum, noise"},
        {"prompt": "rain", "short_canvas": True},
        {"prompt": "rain"},
    ]
    run_in = [session.generate(asked(session, **values)).audio for values in wanted]
    assert np.array_equal(run_in[0], run_in[-1])
    for values, audio in zip(wanted, run_in, strict=True):
        with opened(published.REFERENCE_MODEL) as fresh:
            assert np.array_equal(fresh.generate(asked(fresh, **values)).audio, audio)
    assert len({audio.tobytes() for audio in run_in}) == len(run_in) - 1  # each of them is heard


def test_guidance_scale_zero_is_the_negative_prompt_alone(session: Session) -> None:
    negative = session.generate(asked(session, cfg_scale=0.0, negative_prompt="rain", duration_suffix=False))
    positive = session.generate(asked(session, cfg_scale=1.0, prompt="rain", duration_suffix=False))
    assert np.array_equal(negative.audio, positive.audio)
    assert negative.evaluations == 3


def test_only_what_is_asked_is_decoded_and_each_piece_is_shown(session: Session) -> None:
    watcher = Watcher()
    take = session.generate(asked(session, duration_s=0.5), watcher)
    assert watcher.stages == [("text", None), ("denoise", 3), ("decode", 50)]
    assert watcher.steps[:4] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert watcher.steps[-1] == (50, 50)
    with opened(published.REFERENCE_MODEL, chunk_frames=16) as chunked:
        watcher = Watcher()
        again = chunked.generate(asked(chunked, duration_s=0.5), watcher)
    starts = [start for start, _ in watcher.pieces]
    assert starts == [0, 384, 768, 1152]
    assert np.array_equal(np.concatenate([piece for _, piece in watcher.pieces]), again.audio)
    np.testing.assert_allclose(again.audio, take.audio, atol=2e-6)


def test_previews_show_where_the_sound_is(session: Session) -> None:
    watcher = Watcher(previews=True)
    session.generate(asked(session, duration_s=0.5), watcher)
    assert len(watcher.previews) == 3
    for envelope, duration_s in watcher.previews:
        assert envelope.shape == (50,)
        assert duration_s == pytest.approx(0.5)
        assert envelope.min() >= 0
        assert envelope.max() == pytest.approx(1.0)


def test_encoded_prompts_are_remembered_by_their_cleaned_words(
    session: Session, pipeline: MossSoundEffectPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.release()
    encoded: list[str] = []
    original = pipeline.parts.prompts.encode
    monkeypatch.setattr(pipeline.parts.prompts, "encode", lambda text: encoded.append(text) or original(text))
    first = session.generate(asked(session, prompt="a  “bell”"))
    session.generate(asked(session, prompt='a "bell"', seed=6, steps=2, cfg_scale=2.0, solver="midpoint"))
    assert encoded == ['a "bell" duration: 0.5s', ""]
    session.generate(asked(session, prompt='a "bell"', duration_s=0.6))
    assert encoded[2:] == ['a "bell" duration: 0.6s']
    assert np.array_equal(session.generate(asked(session, prompt="a  “bell”")).audio, first.audio)


def test_the_text_encoder_leaves_memory_when_asked_and_comes_back(session: Session, pipeline: MossSoundEffectPipeline) -> None:
    first = session.generate(asked(session, prompt="wind", free_text_encoder=True))
    assert pipeline.parts.prompts.model is None
    session.generate(asked(session, prompt="wind", seed=9, free_text_encoder=True))
    assert pipeline.parts.prompts.model is None  # the words are known already
    session.generate(asked(session, prompt="storm"))
    assert pipeline.parts.prompts.model is not None
    session.release()
    assert np.array_equal(session.generate(asked(session, prompt="wind")).audio, first.audio)


def test_a_prompt_that_is_too_long_says_that_its_duration_was_lost(session: Session) -> None:
    take = session.generate(asked(session, prompt="the rain falls on a tin roof " * 100, steps=1))
    lost = next(note for note in take.notes if "too long" in note)
    assert "duration" in lost
    assert f"last {CONTEXT_TOKENS} " not in lost


def test_a_sound_is_varied_from_a_file_of_any_rate(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "knock.wav"
    t = np.arange(4000) / 8000
    soundfile.write(path, np.stack((np.sin(900 * t), np.cos(900 * t)), axis=1) * 0.3, 8000)
    fresh = session.generate(asked(session))
    slightly = session.generate(asked(session, init_audio=str(path), init_strength=0.05))
    strongly = session.generate(asked(session, init_audio=str(path), init_strength=0.9))
    wholly = session.generate(asked(session, init_audio=str(path), init_strength=1.0))
    assert np.array_equal(wholly.audio, fresh.audio)  # at full strength nothing of the sound is left
    assert not np.array_equal(slightly.audio, strongly.audio)
    assert "encode" in slightly.timings_s
    with pytest.raises(DitoneError, match=r"missing\.wav"):
        session.generate(asked(session, init_audio=str(tmp_path / "missing.wav")))
    soundfile.write(path, np.full(4000, np.nan, np.float32), 8000, subtype="FLOAT")
    with pytest.raises(DitoneError, match="not finite numbers"):
        session.generate(asked(session, init_audio=str(path), init_strength=0.5))


def test_a_long_init_sound_is_cut_with_a_note(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    soundfile.write(path, np.random.default_rng(0).normal(size=3 * RATE_HZ) * 0.1, RATE_HZ)
    take = session.generate(asked(session, init_audio=str(path), steps=1))
    assert "Only the first 2 s of long.wav were used." in take.notes


def test_the_end_of_a_full_canvas_fades_and_a_shorter_take_does_not(session: Session) -> None:
    full = session.generate(asked(session, duration_s=LONGEST_S))
    plain = session.generate(asked(session, duration_s=LONGEST_S, end_fade=False))
    fade = round(0.02 * RATE_HZ)
    assert full.audio[-1] == 0
    assert plain.audio[-1] != 0
    assert np.array_equal(full.audio[:-fade], plain.audio[:-fade])
    assert np.array_equal(session.generate(asked(session)).audio, session.generate(asked(session, end_fade=False)).audio)


def test_level_is_changed_only_when_asked(session: Session) -> None:
    plain = session.generate(asked(session, duration_s=1.0))
    assert not any("level" in note for note in plain.notes)
    peak = session.generate(asked(session, duration_s=1.0, normalise="peak"))
    assert true_peak_dbtp(peak.audio, RATE_HZ) == pytest.approx(-1.0, abs=0.01)
    gain = peak.audio[np.abs(plain.audio).argmax()] / plain.audio[np.abs(plain.audio).argmax()]
    np.testing.assert_allclose(peak.audio, plain.audio * gain, rtol=1e-5)
    assert any(f"changed by {20 * np.log10(float(gain[0])):+.1f} dB" in note for note in peak.notes)


def test_loudness_is_met_unless_the_peak_would_pass_its_limit() -> None:
    noise = np.random.default_rng(2).normal(size=(96000, 1)).astype(np.float32)
    quiet, words = normalised(0.001 * noise, 48000, "loudness")
    assert integrated_lufs(quiet, 48000) == pytest.approx(-23.0, abs=0.05)
    assert "-23 LUFS" in words
    clicks = 0.0001 * noise
    clicks[::30000] = 0.5
    limited, words = normalised(clicks, 48000, "loudness")
    assert true_peak_dbtp(limited, 48000) == pytest.approx(-1.0, abs=0.01)
    assert "short of -23 LUFS" in words
    assert "0.4 s" in normalised(noise[:9600], 48000, "loudness")[1]
    silence = np.zeros((100, 1), np.float32)
    assert normalised(silence, 48000, "peak") == (silence, "Silence was not normalised.")


def test_cancelling_stops_between_evaluations_and_leaves_the_session_usable(session: Session) -> None:
    before = session.generate(asked(session))

    class Impatient(Watcher):
        def step(self, done: int, steps: int) -> None:
            if (done, steps) == (1, 3):
                session.cancel()

    with pytest.raises(Cancelled):
        session.generate(asked(session), Impatient())
    assert np.array_equal(session.generate(asked(session)).audio, before.audio)


def test_cancelling_from_another_thread_stops_the_decoder_too(session: Session) -> None:
    class Late(Watcher):
        def audio(self, chunk: np.ndarray, start_frame: int, sample_rate_hz: int) -> None:
            thread = threading.Thread(target=session.cancel)
            thread.start()
            thread.join()

    with pytest.raises(Cancelled):
        session.generate(asked(session), Late())


def test_release_returns_to_the_loaded_weights(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, np.zeros(100), RATE_HZ)
    session.release()
    loaded = live_bytes()
    take = session.generate(asked(session, init_audio=str(path), negative_prompt="noise"))
    assert live_bytes() > loaded  # prompts, and the encoder of the VAE
    session.release()
    assert live_bytes() == loaded
    assert len(take.audio)


@pytest.mark.parametrize("change", [{"sequential_guidance": True}, {"packed_projections": True}, {"precision": "bfloat16"}])
def test_other_engines_stay_close_to_float32(session: Session, change: dict[str, object]) -> None:
    values = {"negative_prompt": "hum", "steps": 8, "duration_s": 1.0}
    exact = session.generate(asked(session, **values)).audio
    with opened(published.REFERENCE_MODEL, **change) as other:
        found = other.generate(asked(other, **values))
    cosine = float((found.audio * exact).sum() / np.linalg.norm(found.audio) / np.linalg.norm(exact))
    assert cosine > (0.99 if "precision" in change else 1 - 1e-6)
    assert found.precision == change.get("precision", "float32")


def test_a_compiler_that_fails_is_noted_on_the_take(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*args: object, **keywords: object) -> object:
        raise RuntimeError("no compiler here")

    monkeypatch.setattr(torch, "compile", failing)
    with opened(published.REFERENCE_MODEL, compile=True) as compiled:
        take = compiled.generate(asked(compiled))
    assert "torch.compile did not work and was not used: RuntimeError: no compiler here" in take.notes
    assert np.array_equal(take.audio, session.generate(asked(session)).audio)


def test_the_published_default_is_bfloat16_and_float16_is_refused_with_the_reason() -> None:
    info = described(published.REFERENCE_MODEL)
    assert info.precisions[0] == "bfloat16"
    with pytest.raises(BadRequest) as refused:
        opened(published.REFERENCE_MODEL, precision="float16")
    assert "leave the range of float16" in refused.value.text()
    assert "bfloat16, float32" in refused.value.text()


@pytest.mark.parametrize("values", [{"shift": 0.0}, {"duration_s": 2.5}, {"steps": 0}, {"solver": "heun"}])
def test_unusable_values_are_refused_before_anything_runs(session: Session, values: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        session.generate(asked(session, **values))


def test_a_decoder_without_its_encoder_plays_but_cannot_vary(copy: Path, tmp_path: Path) -> None:
    stored = torch.load(copy / published.VAE_FILE, weights_only=True)
    kept = {n: t for n, t in stored["state_dict"].items() if not n.startswith(("encoder.", "quant_conv."))}
    torch.save({"state_dict": kept}, copy / published.VAE_FILE)
    path = tmp_path / "a.wav"
    soundfile.write(path, np.zeros(100), RATE_HZ)
    with opened(copy) as session:
        assert session.generate(asked(session)).audio.any()
        with pytest.raises(BadModelFolder, match="cannot be varied"):
            session.generate(asked(session, init_audio=str(path)))


def test_a_variation_begins_at_its_take_and_a_way_ends_at_both(session: Session) -> None:
    request = asked(session, steps=3, cfg_scale=3.0)
    take = session.generate(request)
    assert np.array_equal(session.generate(variations.variation(request, 0.0, 99)).audio, take.audio)
    assert np.array_equal(
        session.generate(variations.variation(request, 1.0, 99)).audio, session.generate(request.replaced(seed=99)).audio
    )
    other = asked(session, prompt="a bell far away", seed=8, steps=3, cfg_scale=3.0)
    end = session.generate(variations.between(session.info, request, other, 1.0))
    assert np.array_equal(end.audio, session.generate(other).audio)
    middle = session.generate(variations.between(session.info, request, other, 0.5)).audio
    assert np.isfinite(middle).all() and not np.array_equal(middle, take.audio)
