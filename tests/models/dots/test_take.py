"""Whole takes on the tiny models, as the studio and the command line make them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file

from ditone.runtime.errors import BadRequest, Cancelled
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import SilentObserver
from ditone.runtime.session import Session
from ditone.runtime.take import Take

Sessions = Callable[[str], Session]
Requests = Callable[..., Request]
LOOPS = sorted(path.name for path in (Path(__file__).parents[2] / "reference" / "cases" / "dots").glob("loop_*"))


class Listener(SilentObserver):
    """Keeps what it is told, and may stop the take after some pieces of sound."""

    def __init__(self, session: Session | None = None, stop_after: int = 0) -> None:
        self.chunks: list[tuple[int, NDArray[np.float32]]] = []
        self.stages: list[tuple[str, int | None]] = []
        self.steps: list[tuple[int, int]] = []
        self.session = session
        self.stop_after = stop_after

    def stage(self, name: str, steps: int | None) -> None:
        self.stages.append((name, steps))

    def step(self, done: int, steps: int) -> None:
        self.steps.append((done, steps))

    def audio(self, chunk: NDArray[np.float32], start_frame: int, sample_rate_hz: int) -> None:
        self.chunks.append((start_frame, chunk.copy()))
        if self.session is not None and len(self.chunks) == self.stop_after:
            self.session.cancel()


@pytest.mark.parametrize("loop", LOOPS)
def test_a_take_is_the_recorded_speech(loop: str, cases: Path, session: Sessions, request_for: Requests) -> None:
    """From text and sound file to samples, with the seed drawing the recorded noise."""
    case = json.loads((cases / loop / "case.json").read_text("utf-8"))
    given, variant = case["request"], Path(case["model_folder"]).name
    values = {
        "prompt": given["text"],
        "transcript": given["prompt_text"] or "",
        "reference": str(cases / loop / given["prompt_wav"]) if given["prompt_wav"] else "",
        "speaker_scale": given["speaker_scale"],
        "max_patches": given["max_patches"],
        "stop_threshold": min(1.0, given["stop_threshold"]),
        "seed": given["seed"],
    }
    if variant in ("soar", "mf"):
        values["steps"] = given["num_steps"]
    if variant == "soar":
        values |= {"solver": {"rk4": "rk4-38"}.get(given["solver"], given["solver"]), "cfg_scale": given["guidance_scale"]}
    take = session(variant).generate(request_for(variant, **values))
    expected = load_file(cases / loop / "case.safetensors")["expected.audio"]
    torch.testing.assert_close(torch.from_numpy(take.audio.T[None]), expected, atol=2e-5, rtol=1e-4)


def test_sound_is_heard_while_the_rest_is_made(session: Sessions, request_for: Requests) -> None:
    listener = Listener()
    take = session("soar").generate(request_for(), listener)
    starts = [start for start, _ in listener.chunks]
    lengths = [len(chunk) for _, chunk in listener.chunks]
    assert len(listener.chunks) == 7  # one a patch, and the decoder's look-ahead at the end
    assert starts == [sum(lengths[:i]) for i in range(len(lengths))]
    assert np.array_equal(np.concatenate([chunk for _, chunk in listener.chunks]), take.audio)
    assert [name for name, _ in listener.stages] == ["voice", "text", "denoise"]
    assert [done for done, _ in listener.steps] == sorted(done for done, _ in listener.steps)
    assert listener.steps[-1][0] == listener.steps[-1][1]
    assert {"voice", "text", "denoise", "decode"} <= set(take.timings_s)


def test_decoding_in_larger_pieces_gives_the_same_sound(
    info: Callable[[str], ModelInfo], session: Sessions, request_for: Requests
) -> None:
    settings = session("soar").engine.settings
    request = request_for().replaced(engine=type(settings)(**{**vars(settings), "chunk_frames": 12}))
    with Session.open(info("soar"), request.engine) as other:
        listener = Listener()
        large = other.generate(request, listener)
    small = session("soar").generate(request_for())
    assert len(listener.chunks) == 3
    np.testing.assert_allclose(large.audio, small.audio, atol=2e-6)


def test_order_of_requests_does_not_matter(
    session: Sessions, request_for: Requests, info: Callable[[str], ModelInfo], cases: Path
) -> None:
    """Changed text, guidance, solver, steps, length, voice and seed in between: the bytes of a fresh session."""
    loaded = session("soar")
    voice = str(cases / "loop_soar_continuation" / "prompt.wav")
    requests = [
        request_for(),
        request_for(prompt="Something else entirely."),
        request_for(cfg_scale=0.0),
        request_for(solver="rk4-38", steps=1),
        request_for(max_patches=3),
        request_for(reference=voice),
        request_for(reference=voice, transcript="A reference voice.", max_patches=14),
        request_for(seed=9),
    ]
    first = [loaded.generate(request).audio for request in requests]
    again = [loaded.generate(request).audio for request in reversed(requests)][::-1]
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    for i, a in enumerate(first):
        assert all(not np.array_equal(a, b) for b in first[i + 1 :])
    with Session.open(info("soar"), loaded.engine.settings) as fresh:
        assert np.array_equal(fresh.generate(requests[-2]).audio, first[-2])


@pytest.mark.parametrize("variant", ["soar", "mf", "mf_2steps", "mf_1step"])
def test_the_seed_decides(variant: str, session: Sessions, request_for: Requests) -> None:
    takes = [session(variant).generate(request_for(variant, seed=seed, max_patches=2)).audio for seed in (1, 2, 1)]
    assert np.array_equal(takes[0], takes[2])
    assert not np.array_equal(takes[0], takes[1])


def test_evaluations_are_counted(session: Sessions, request_for: Requests) -> None:
    """Branch passes: patches x evaluations a step x steps x branches."""
    for variant, values, expected in (
        ("soar", {"solver": "euler"}, 6 * 2 * 2),
        ("soar", {"solver": "midpoint"}, 6 * 2 * 2 * 2),
        ("soar", {"solver": "rk4-38", "cfg_scale": 0.0}, 6 * 4 * 2),
        ("mf", {}, 6 * 2),
        ("mf_2steps", {}, 6 * 2),
        ("mf_1step", {}, 6),
    ):
        assert session(variant).generate(request_for(variant, **values)).evaluations == expected


def test_a_stopped_take_leaves_the_session_as_it_was(session: Sessions, request_for: Requests) -> None:
    loaded = session("soar")
    before = loaded.generate(request_for()).audio
    listener = Listener(loaded, stop_after=2)
    with pytest.raises(Cancelled):
        loaded.generate(request_for(prompt="Stop here."), listener)
    assert len(listener.chunks) == 2
    assert loaded._pipeline.runtime.history_bytes() == 0  # type: ignore[union-attr]
    assert np.array_equal(loaded.generate(request_for()).audio, before)


def test_previews_run_ahead_of_the_sound_and_leave_it_alone(session: Sessions, request_for: Requests, cases: Path) -> None:
    """Each shows what is finished, then the patch that is being made; the speech is the same with and without."""

    class Watcher(SilentObserver):
        def __init__(self) -> None:
            self.heard: list[NDArray[np.float32]] = []
            self.seen: list[tuple[int, NDArray[np.float32], float]] = []

        def wants_preview(self) -> bool:
            return True

        def preview(self, envelope: NDArray[np.float32], duration_s: float) -> None:
            self.seen.append((sum(map(len, self.heard)), envelope, duration_s))

        def audio(self, chunk: NDArray[np.float32], start_frame: int, sample_rate_hz: int) -> None:
            self.heard.append(chunk)

    voice = str(cases / "loop_soar_continuation" / "prompt.wav")
    for values in ({}, {"reference": voice, "transcript": "A reference voice.", "max_patches": 14}):
        plain = session("soar").generate(request_for(**values))
        watcher = Watcher()
        take = session("soar").generate(request_for(**values), watcher)
        assert np.array_equal(take.audio, plain.audio)
        assert take.evaluations == plain.evaluations
        rate_hz, made = take.sample_rate_hz, take.details["pieces"][0]["patches"]
        repeated = take.evaluations // 4 - made  # two steps of two branches a patch: one repeats the reference
        assert len(watcher.seen) == 2 * (made + repeated)
        longest = 0.0
        for heard, envelope, duration_s in watcher.seen[2 * repeated :]:
            assert duration_s * rate_hz > heard  # ahead
            assert duration_s >= longest
            longest = duration_s
            assert envelope.min() >= 0
            assert envelope.max() <= 1
            step = rate_hz // 50
            whole = heard // step
            peaks = np.abs(take.audio[: whole * step, 0]).reshape(-1, step).max(axis=1)
            np.testing.assert_array_equal(envelope[:whole], peaks)
        assert longest == pytest.approx(take.duration_s)


def test_speech_that_reaches_the_limit_is_told(session: Sessions, request_for: Requests) -> None:
    def notes(**values: object) -> str:
        return " ".join(session("soar").generate(request_for(**values)).notes)

    cut = notes(max_patches=3)
    assert "reached the patch limit" in cut
    assert "may take about" in cut
    # the tiny model's stop head lies near one half: a low threshold ends the speech at the first patch
    ended = session("soar").generate(request_for(stop_threshold=0.01, max_patches=300))
    assert ended.details["pieces"][0]["ended"]
    assert "reached the patch limit" not in " ".join(ended.notes)


# -- voice ------------------------------------------------------------------------------------------------------------------------


def test_any_rate_and_channel_count_serves_as_reference(session: Sessions, request_for: Requests, cases: Path) -> None:
    audio = {}
    for name in ("stereo_44k", "mono_24k", "mono_48k"):
        take = session("soar").generate(request_for(reference=str(cases / "prompt_audio" / f"{name}.wav")))
        reference = take.details["reference"]
        assert 0 <= reference["kept_from_s"] < reference["kept_to_s"] <= reference["file_s"]
        audio[name] = take.audio
    audio["none"] = session("soar").generate(request_for()).audio
    assert len({sound.tobytes() for sound in audio.values()}) == 4


def test_voice_strength_and_transcript_change_the_speech(session: Sessions, request_for: Requests, cases: Path) -> None:
    voice = str(cases / "loop_soar_voice_only" / "prompt.wav")
    made: list[Take] = [
        session("soar").generate(request_for(reference=voice, max_patches=14, **values))
        for values in ({}, {"speaker_scale": 1.0}, {"transcript": "A reference voice."}, {"transcript": "Other words."})
    ]
    assert len({take.audio.tobytes() for take in made}) == 4


def test_references_that_cannot_be_used(session: Sessions, request_for: Requests, tmp_path: Path, cases: Path) -> None:
    import soundfile

    def sentence(**values: object) -> str:
        with pytest.raises(BadRequest) as caught:
            session("soar").generate(request_for(**values))
        return caught.value.text()

    silent, short, text = tmp_path / "silent.wav", tmp_path / "short.wav", tmp_path / "notes.wav"
    soundfile.write(silent, np.zeros(48000), 48000)
    soundfile.write(short, np.sin(np.arange(400)), 48000)
    text.write_text("no sound")
    assert "silent.wav" in sentence(reference=str(silent))
    assert "short.wav" in sentence(reference=str(short))
    assert "notes.wav" in sentence(reference=str(text))
    assert "nowhere.wav" in sentence(reference=str(tmp_path / "nowhere.wav"))
    assert "without a reference" in sentence(transcript="Words of nothing.")
    voice = str(cases / "loop_soar_continuation" / "prompt.wav")
    assert "leaves no room" in sentence(reference=voice, transcript="A reference voice.", max_patches=5)


# -- text -------------------------------------------------------------------------------------------------------------------------


def test_language_and_accent_reach_the_speech(session: Sessions, request_for: Requests) -> None:
    values = (
        {},
        {"language": "EN"},
        {"language": "YUE"},
        {"accent": "四川话"},
        {"accent": "口音:四川话"},
        {"language": "auto_detect"},
    )
    sounds = [session("soar").generate(request_for(**each)).audio.tobytes() for each in values]
    assert sounds[3] == sounds[4]
    assert sounds[5] == sounds[0]  # Latin letters name no language
    assert len(set(sounds)) == 4


def test_a_text_without_words_is_refused(session: Sessions, request_for: Requests) -> None:
    for prompt in ("", "  ", "...!"):
        with pytest.raises(BadRequest):
            session("soar").generate(request_for(prompt=prompt))


def test_one_piece_of_a_long_text_can_be_made_again(session: Sessions, request_for: Requests) -> None:
    first, second = "This is the first sentence of the text, and it is long.", "Here follows the second one, as long as it needs."
    text = f"{first} {second} And a third to end with, for good measure, so to speak."
    whole = session("soar").generate(request_for(prompt=text, split="sentences", pause_s=0.01))
    pieces = whole.details["pieces"]
    assert [piece["number"] for piece in pieces] == [1, 2, 3]
    rate_hz = whole.sample_rate_hz

    def part(take: Take, piece: dict[str, float]) -> NDArray[np.float32]:
        return take.audio[round(piece["start_s"] * rate_hz) : round(piece["end_s"] * rate_hz)]

    alone = session("soar").generate(request_for(prompt=text, split="sentences", pieces="2"))
    assert np.array_equal(alone.audio, part(whole, pieces[1]))
    changed = session("soar").generate(request_for(prompt=text, split="sentences", pause_s=0.01, piece_seeds="2:77"))
    assert [np.array_equal(part(whole, a), part(changed, b)) for a, b in zip(pieces, changed.details["pieces"], strict=True)] == [
        True,
        False,
        True,
    ]
    gap = whole.audio[round(pieces[0]["end_s"] * rate_hz) : round(pieces[1]["start_s"] * rate_hz)]
    assert len(gap) == round(0.01 * rate_hz)
    assert not gap.any()


# -- what a variant fixes ---------------------------------------------------------------------------------------------------------


def test_distilled_variants_refuse_what_was_distilled_in(session: Sessions, request_for: Requests) -> None:
    for variant, values, word in (
        ("mf", {"cfg_scale": 1.2}, "distilled"),
        ("mf", {"solver": "euler"}, "MeanFlow"),
        ("mf_2steps", {"steps": 4}, "two consistency steps"),
        ("mf_1step", {"steps": 2}, "one step"),
        ("soar", {"apg": 0.5}, "no APG"),
    ):
        with pytest.raises(BadRequest, match=word):
            session(variant).generate(request_for(variant, **values))
