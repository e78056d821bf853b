"""Takes of the tiny model as a session makes them: modes, repeatability, pieces, streaming, precision, memory."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from ditone.models.cosyvoice3 import weights
from ditone.models.cosyvoice3.pipeline import CosyVoice3Pipeline
from ditone.models.cosyvoice3.plan import pieces
from ditone.models.cosyvoice3.speech import limited
from ditone.runtime.errors import BadRequest, Cancelled
from ditone.runtime.run import Run, SilentObserver
from ditone.runtime.session import Session
from ditone.runtime.take import Audio
from tests.models.cosyvoice3 import published
from tests.models.cosyvoice3.conftest import asked, opened

LONG = "ou ou ou. " * 30  # three pieces


class Watching(SilentObserver):
    """Keeps what an observer is told."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, int | None]] = []
        self.steps: list[tuple[int, int]] = []
        self.previews: list[tuple[int, float]] = []
        self.sound: list[Audio] = []

    def stage(self, name: str, steps: int | None) -> None:
        self.stages.append((name, steps))

    def step(self, done: int, steps: int) -> None:
        self.steps.append((done, steps))

    def wants_preview(self) -> bool:
        return True

    def preview(self, envelope: Audio, duration_s: float) -> None:
        assert 0 <= envelope.min() <= envelope.max() <= 1
        self.previews.append((len(envelope), duration_s))

    def audio(self, chunk: Audio, start_frame: int, sample_rate_hz: int) -> None:
        assert start_frame == sum(len(piece) for piece in self.sound)
        self.sound.append(chunk)


MODES: dict[str, dict[str, object]] = {
    "clone": {},
    "cross_lingual": {"mode": "cross_lingual", "transcript": ""},
    "instruct": {"mode": "instruct", "dialect": "cantonese", "prompt": "你好", "transcript": ""},
    "convert": {"mode": "convert", "prompt": "", "transcript": "", "source": str(published.SOURCE_WAV)},
}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_gives_speech_and_its_timings(session: Session, mode: str) -> None:
    take = session.generate(asked(session, **MODES[mode]))
    assert take.audio.shape[1] == 1
    assert take.duration_s > 0.1
    assert np.isfinite(take.audio).all()
    assert {"voice", "tokens", "denoise", "decode", "total"} <= take.timings_s.keys()
    (piece,) = take.details["pieces"]
    assert take.duration_s == pytest.approx(piece["tokens"] / 25)
    assert take.evaluations == 2 * 2  # two steps, two branches


def test_same_request_gives_the_same_bytes_whatever_came_between(session: Session) -> None:
    request = asked(session)
    first = session.generate(request).audio
    for values in (
        {"cfg_scale": 0.0},
        {"prompt": "hello the shell hello hello"},
        {"prompt": "he"},
        {"seed": 6},
        {"streaming": True},
        {"solver": "midpoint", "steps": 3, "apg": 1.0},
    ):
        assert not np.array_equal(session.generate(request.replaced(**values)).audio, first)
    assert np.array_equal(session.generate(request).audio, first)
    with opened() as fresh:
        assert np.array_equal(fresh.generate(request).audio, first)


def test_seed_draws_the_words_and_flow_seed_the_sound(session: Session) -> None:
    first, words, sound = (session.generate(asked(session, **v)) for v in ({}, {"seed": 9}, {"flow_seed": 9}))
    assert first.details["pieces"][0]["tokens"] == sound.details["pieces"][0]["tokens"]
    assert not np.array_equal(first.audio, sound.audio)
    assert first.audio.shape != words.audio.shape or not np.array_equal(first.audio, words.audio)


@pytest.fixture(scope="module")
def whole(session: Session) -> dict[str, object]:
    """A take of several pieces."""
    take = session.generate(asked(session, prompt=LONG, steps=1))
    return {"audio": take.audio, "pieces": take.details["pieces"]}


def cut(whole: dict[str, object], number: int) -> Audio:
    audio, parts = whole["audio"], whole["pieces"]
    assert isinstance(audio, np.ndarray)
    assert isinstance(parts, list)
    part = parts[number - 1]
    start = round(part["start_s"] * 24000)
    return audio[start : start + round(part["duration_s"] * 24000)]


def test_piece_alone_is_the_same_as_in_the_whole(session: Session, whole: dict[str, object]) -> None:
    parts = whole["pieces"]
    assert isinstance(parts, list)
    assert len(parts) >= 3
    take = session.generate(asked(session, prompt=LONG, steps=1, piece=2))
    assert take.details["pieces"][0]["piece"] == 2
    assert np.array_equal(take.audio, cut(whole, 2))


def test_new_seed_for_one_piece_leaves_the_others(session: Session, whole: dict[str, object]) -> None:
    take = session.generate(asked(session, prompt=LONG, steps=1, piece_seeds="2=77"))
    changed = {"audio": take.audio, "pieces": take.details["pieces"]}
    assert np.array_equal(cut(changed, 1), cut(whole, 1))
    assert np.array_equal(cut(changed, 3), cut(whole, 3))
    assert not np.array_equal(cut(changed, 2), cut(whole, 2))
    alone = session.generate(asked(session, prompt=LONG, steps=1, piece_seeds="2=77", piece=2))
    assert np.array_equal(alone.audio, cut(changed, 2))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"piece": 99}, "this text has"),
        ({"piece_seeds": "two"}, "not understood"),
        ({"piece_seeds": "99=1"}, "no piece 99"),
        ({"piece_seeds": "1=9999999999999999999"}, "too large"),
        ({"prompt": "..."}, "nothing to say"),
        ({"prompt": ""}, "nothing to say"),
        ({"prompt": " \n "}, "nothing to say"),
        ({"transcript": ""}, "needs the transcript"),
        ({"mode": "instruct"}, "needs an instruction"),
        ({"mode": "convert"}, "needs a recording to convert"),
        ({"mode": "sing"}, "not available"),
        ({"speed": 1.5, "streaming": True}, "does not go with streaming"),
        ({"speed": 9.0}, "from 0.5 to 2"),
        ({"prompt": "hello " * 3000, "normalise": False}, "too many for the language model"),
    ],
)
def test_unusable_requests_get_a_sentence(session: Session, values: dict[str, object], words: str) -> None:
    with pytest.raises(BadRequest) as caught:
        session.generate(asked(session, **values))
    assert words in caught.value.text()


def test_streamed_sound_is_shown_in_chunks_and_is_the_take(session: Session) -> None:
    watching = Watching()
    take = session.generate(asked(session, prompt="hello the shell hello", streaming=True), watching)
    assert len(watching.sound) > 1
    assert np.array_equal(np.concatenate(watching.sound), take.audio)
    assert 0 < take.details["first_sound_s"] < take.timings_s["total"]
    again = Watching()
    session.generate(asked(session, prompt="hello the shell hello", streaming=True), again)
    assert [len(s) for s in again.sound] == [len(s) for s in watching.sound]  # the chunk size starts anew in every request


def test_streamed_and_whole_have_the_same_words_and_length(session: Session) -> None:
    whole = session.generate(asked(session))
    streamed = session.generate(asked(session, streaming=True))
    assert whole.details["pieces"] == streamed.details["pieces"]
    assert whole.audio.shape == streamed.audio.shape


def test_growing_chunks_of_one_mel_join_to_the_whole_wave(pipeline: CosyVoice3Pipeline) -> None:
    mel = torch.randn((1, 80, 30), generator=torch.Generator().manual_seed(1))
    decoder = pipeline.parts.decoder
    with torch.inference_mode():
        whole = decoder.wave(mel)
        parts = [decoder.wave(mel[:, :, :n], final=n == 30) for n in (12, 21, 30)]
    made, joined = 0, []
    for part in parts:
        joined.append(part[:, made:])
        made = part.shape[1]
    torch.testing.assert_close(torch.cat(joined, dim=1), whole, atol=2e-6, rtol=0)


@pytest.mark.parametrize("chunk_frames", [1, 7, 40, 60])
@pytest.mark.parametrize("final", [True, False])
def test_vocoder_in_chunks_equals_the_whole(pipeline: CosyVoice3Pipeline, chunk_frames: int, final: bool) -> None:
    mel = torch.randn((1, 80, 60), generator=torch.Generator().manual_seed(1))
    decoder = pipeline.parts.decoder
    assert decoder.vocoder.context_frames < 40
    with torch.inference_mode():
        whole, chunked = decoder.wave(mel, final), decoder.wave(mel, final, chunk_frames=chunk_frames)
    torch.testing.assert_close(chunked, whole, atol=2e-6, rtol=0)


def test_finished_chunks_keep_their_mel_under_the_chunk_mask(pipeline: CosyVoice3Pipeline, session: Session) -> None:
    run = Run(0)
    voice, renderer = pipeline.voice(asked(session), run), pipeline.renderer(asked(session), run)
    ids = torch.arange(20)
    flow = pipeline.parts.flow
    size = flow.config.chunk_tokens + -len(voice.tokens) % flow.config.chunk_tokens
    with torch.inference_mode():
        short = flow.mel(voice.prompt, ids[: size + 3], renderer.settings, run, final=False, chunked=True)
        longer = flow.mel(voice.prompt, ids, renderer.settings, run, final=False, chunked=True)
    torch.testing.assert_close(short, longer[:, : short.shape[1]], atol=2e-5, rtol=1e-4)


def test_interleaved_text_gives_speech_too(session: Session) -> None:
    take = session.generate(asked(session, prompt="hello the shell hello the shell", interleaved=True))
    assert take.duration_s > 0.3


@pytest.mark.parametrize("speed", [0.5, 1.3, 2.0])
def test_speed_changes_the_length(session: Session, speed: float) -> None:
    plain = session.generate(asked(session))
    changed = session.generate(asked(session, speed=speed))
    assert len(changed.audio) == int(len(plain.audio) / 480 / speed) * 480


def test_instructions_are_put_before_the_text(session: Session, pipeline: CosyVoice3Pipeline) -> None:
    request = asked(session, mode="instruct", dialect="cantonese", prompt="好少咯，嗰啲國慶。", instruction="慢啲")
    (piece,) = pieces(request, "", pipeline.parts.tokenizer)
    assert piece.utterance.before == "You are a helpful assistant. 请用广东话表达。 慢啲<|endofprompt|>"
    assert piece.utterance.text == "好少咯，嗰啲國慶。"
    assert not piece.utterance.with_speech
    assert any("one instruction at a time" in note for note in session.generate(request).notes)
    assert any("left out" in note for note in session.generate(asked(session, emotion="sad")).notes)


def test_prefix_is_added_once(session: Session, pipeline: CosyVoice3Pipeline) -> None:
    given = "You are a helpful assistant.<|endofprompt|>hello"
    for prompt in (given, "hello."):
        (piece,) = pieces(asked(session, mode="cross_lingual", prompt=prompt), "", pipeline.parts.tokenizer)
        assert piece.utterance.text.count("<|endofprompt|>") == 1
        assert piece.utterance.said.startswith("hello")


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session on a folder with both language models, the second with its speech head turned around."""
    folder = Path(shutil.copytree(published.MODEL, tmp_path_factory.mktemp("both") / "model"))
    tensors = torch.load(folder / "llm.pt", weights_only=True)
    tensors["llm_decoder.weight"] = tensors["llm_decoder.weight"].flip(1).contiguous()
    torch.save(tensors, folder / "llm.rl.pt")
    with opened(folder) as session:
        yield session


def test_two_language_models_of_one_folder(both: Session, session: Session) -> None:
    choice = both.info.control("language_model")
    assert choice is not None
    assert [c.value for c in choice.choices] == ["base", "rl"]
    assert choice.default == "base"
    base = both.generate(asked(both))
    tuned = both.generate(asked(both, language_model="rl"))
    assert not np.array_equal(base.audio, tuned.audio)
    assert tuned.details["language_model"] == "rl"
    assert np.array_equal(both.generate(asked(both)).audio, base.audio)
    assert np.array_equal(session.generate(asked(session)).audio, base.audio)
    with pytest.raises(BadRequest, match='"rl" is not available'):
        session.generate(asked(session, language_model="rl"))


def test_safetensors_copy_gives_the_same_bytes(copy: Path, session: Session) -> None:
    expected = session.generate(asked(session)).audio
    written = weights.convert(copy, lambda share: None)
    assert sorted(path.name for path in written) == ["flow.safetensors", "hift.safetensors", "llm.safetensors"]
    for path in written:
        path.with_suffix(".pt").unlink()
    with opened(copy) as converted:
        assert not converted.info.problems
        assert np.array_equal(converted.generate(asked(converted)).audio, expected)


def test_bfloat16_stays_near_float32(session: Session) -> None:
    """The flow alone: other rounding in the language model means other words."""
    mels = []
    ids = torch.arange(30)
    for settings in ({}, {"precision": "bfloat16"}):
        with opened(**settings) as opened_session, torch.inference_mode():
            pipeline = opened_session._pipeline
            assert isinstance(pipeline, CosyVoice3Pipeline)
            request, run = asked(opened_session, steps=10), Run(0)
            settings_ = pipeline.renderer(request, run).settings
            mels.append(pipeline.parts.flow.mel(pipeline.voice(request, run).prompt, ids, settings_, run))
            assert opened_session.generate(request).duration_s > 0
    cosine = torch.nn.functional.cosine_similarity(mels[0].flatten(), mels[1].flatten(), dim=0).item()
    assert cosine > 0.999


@pytest.mark.parametrize("settings", [{"sequential_guidance": True}, {"packed_projections": True}])
def test_engine_options_change_rounding_only(session: Session, settings: dict[str, object]) -> None:
    plain = session.generate(asked(session)).audio
    with opened(**settings) as other:
        audio = other.generate(asked(other)).audio
    assert audio.shape == plain.shape
    np.testing.assert_allclose(audio, plain, atol=2e-3)


def test_progress_and_previews_are_told(session: Session) -> None:
    watching = Watching()
    take = session.generate(asked(session), watching)
    assert [name for name, _ in watching.stages] == ["voice", "tokens", "denoise", "decode"]
    assert ("denoise", 2) in watching.stages
    assert watching.steps[-1] == (2, 2)
    frames = round(take.duration_s * 50)
    assert watching.previews == [(frames, pytest.approx(take.duration_s))] * 2
    assert np.array_equal(np.concatenate(watching.sound), take.audio)


@pytest.mark.parametrize("stage", ["tokens", "denoise", "decode"])
def test_cancelled_take_leaves_the_session_usable(session: Session, stage: str) -> None:
    expected = session.generate(asked(session)).audio

    class Stopping(SilentObserver):
        def stage(self, name: str, steps: int | None) -> None:
            if name == stage:
                session.cancel()

    with pytest.raises(Cancelled):
        session.generate(asked(session, prompt=LONG, steps=1), Stopping())
    assert np.array_equal(session.generate(asked(session)).audio, expected)


def test_another_thread_can_stop_the_words(session: Session, pipeline: CosyVoice3Pipeline) -> None:
    stop = threading.Event()
    run = Run(0, cancel=stop)
    request = asked(session)
    voice = pipeline.voice(request, run)
    (piece,) = pieces(request, voice.transcript, pipeline.parts.tokenizer)
    with torch.inference_mode():
        tokens = pipeline.tokens(piece, voice, request, run)
        next(tokens)
        stop.set()
        with pytest.raises(Cancelled):
            list(tokens)


def test_release_frees_what_a_take_made(session: Session, pipeline: CosyVoice3Pipeline) -> None:
    session.generate(asked(session))
    session.release()
    assert pipeline.parts.flow.runtime._passes == []
    assert pipeline.parts.decoder._noise is None
    assert pipeline.parts.nets._open == {}


def test_sound_longer_than_the_noise_is_made_in_parts(
    session: Session, pipeline: CosyVoice3Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = session.generate(asked(session))
    monkeypatch.setattr(type(pipeline.parts.flow), "longest_tokens", lambda self, prompt: 4)
    for streaming in (False, True):
        parts = session.generate(asked(session, streaming=streaming))
        assert parts.audio.shape == whole.audio.shape
        assert any("made in parts" in note for note in parts.notes)
    assert not any("made in parts" in note for note in whole.notes)


def test_runs_of_limited_length_give_everything_in_order() -> None:
    told: list[int] = []
    runs = [list(part) for part in limited(iter(range(7)), 3, lambda: told.append(1))]
    assert runs == [[0, 1, 2], [3, 4, 5], [6]]
    assert told == [1]
    assert list(limited(iter(()), 3, lambda: told.append(1))) == []


def test_a_take_tells_how_alike_its_voice_is_where_the_speaker_network_is_there(
    session: Session, pipeline: CosyVoice3Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    vector = pipeline.voice(asked(session), Run(0)).speaker
    monkeypatch.setattr(pipeline.parts.nets, "can_compare", lambda: True)
    monkeypatch.setattr(pipeline.parts.nets, "speaker", lambda wave: vector * 2)
    assert session.generate(asked(session)).details["voice_similarity"] == 1.0
    monkeypatch.setattr(pipeline.parts.nets, "can_compare", lambda: False)
    assert "voice_similarity" not in session.generate(asked(session)).details
