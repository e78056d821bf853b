"""The lifetime of a session: equal requests give equal bits whatever came before, and nothing of a take stays behind."""

import gc
import threading
from dataclasses import replace

import numpy as np
import pytest
import torch

from ditone.runtime.errors import BadModelFolder, BadRequest, Cancelled, DitoneError, OutOfMemory
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Observer, SilentObserver
from ditone.runtime.session import Session
from tests.tiny import INFO, TinyFamily, TinyPipeline

REQUEST = INFO.defaults().replaced(prompt="a low tone", seed=11, duration_s=0.2)


@pytest.fixture
def session(tiny: TinyFamily) -> Session:
    return Session.open(INFO)


def pipeline_of(tiny: TinyFamily) -> TinyPipeline:
    return tiny.pipelines[-1]


def live_tensor_bytes() -> int:
    gc.collect()
    return sum(o.numel() * o.element_size() for o in gc.get_objects() if issubclass(type(o), torch.Tensor))


OTHERS = [
    REQUEST,
    REQUEST.replaced(seed=12),
    REQUEST.replaced(prompt="a bright and very long description of noise"),
    REQUEST.replaced(negative_prompt="hum"),
    REQUEST.replaced(cfg_scale=1.0),
    REQUEST.replaced(apg=1.0),
    REQUEST.replaced(duration_s=1.0),
    REQUEST.replaced(duration_s=0.1),
    REQUEST.replaced(solver="rk4", steps=3),
    REQUEST.replaced(solver="pingpong", steps=8),
]


def test_any_history_gives_the_bits_of_a_fresh_session(session: Session) -> None:
    """Guidance on and off, longer and shorter, other prompts and solvers: no take leaves a trace in the next."""
    first = {request: session.generate(request).audio for request in OTHERS}
    for request in reversed(OTHERS):
        np.testing.assert_array_equal(session.generate(request).audio, first[request])
    for request in OTHERS[:4]:
        np.testing.assert_array_equal(Session.open(INFO).generate(request).audio, first[request])
    sounds = [audio.tobytes() for audio in first.values()]
    assert len(set(sounds)) == len(sounds)


def test_cancel_stops_within_an_evaluation_and_leaves_the_session_usable(session: Session, tiny: TinyFamily) -> None:
    whole = session.generate(REQUEST).audio
    before = live_tensor_bytes()
    steps: list[int] = []

    def stop(step: int) -> None:
        steps.append(step)
        if step == 5:
            threading.Thread(target=session.cancel).run()

    pipeline_of(tiny).before_step = stop
    with pytest.raises(Cancelled):
        session.generate(REQUEST.replaced(steps=40, duration_s=2.0))
    assert max(steps) == 5  # the check that follows the wish is the last
    pipeline_of(tiny).before_step = None
    assert live_tensor_bytes() <= before  # less where a neighbour's tensors went meanwhile
    np.testing.assert_array_equal(session.generate(REQUEST).audio, whole)


def test_cancel_before_a_take_does_not_stop_it(session: Session) -> None:
    session.cancel()
    assert len(session.generate(REQUEST).audio)


def test_a_failed_take_leaves_the_session_usable(session: Session, tiny: TinyFamily) -> None:
    whole = session.generate(REQUEST).audio
    before = live_tensor_bytes()

    def fail(step: int) -> None:
        if step == 3:
            raise ValueError("broken on purpose")

    pipeline_of(tiny).before_step = fail
    with pytest.raises(ValueError, match="on purpose"):
        session.generate(REQUEST)
    pipeline_of(tiny).before_step = None
    assert live_tensor_bytes() <= before  # less where a neighbour's tensors went meanwhile
    np.testing.assert_array_equal(session.generate(REQUEST).audio, whole)


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("[enforce fail] DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes")]
)
def test_running_out_of_memory_is_one_error_with_advice(session: Session, tiny: TinyFamily, error: Exception) -> None:
    def fail(step: int) -> None:
        raise error

    pipeline_of(tiny).before_step = fail
    with pytest.raises(OutOfMemory) as caught:
        session.generate(REQUEST)
    assert "smaller precision" in caught.value.text()


def test_the_take_tells_how_it_was_made(session: Session) -> None:
    take = session.generate(REQUEST.replaced(steps=5, solver="midpoint"))
    assert take.evaluations == 5 * 2 * 2
    assert list(take.timings_s) == ["text", "denoise", "decode", "total"]
    assert sum(list(take.timings_s.values())[:3]) <= take.timings_s["total"]
    assert take.duration_s == pytest.approx(0.2)
    assert take.rtf == pytest.approx(take.timings_s["total"] / 0.2)
    assert (take.family, take.variant, take.device, take.precision) == ("tiny", "test", "cpu", "float32")
    assert take.versions["torch"] == torch.__version__
    assert take.facts()["request"] == take.request.to_dict()
    assert session.generate(REQUEST.replaced(cfg_scale=1.0)).evaluations == 4


class Watching(SilentObserver):
    def __init__(self) -> None:
        self.seen: list[object] = []

    def stage(self, name: str, steps: int | None) -> None:
        self.seen.append((name, steps))

    def step(self, done: int, steps: int) -> None:
        self.seen.append((done, steps))

    def wants_preview(self) -> bool:
        return True

    def preview(self, envelope: np.ndarray, duration_s: float) -> None:
        self.seen.append(("preview", envelope.shape, duration_s, float(envelope.max()) <= 1.0))


def test_the_observer_sees_stages_steps_and_previews_in_order(session: Session) -> None:
    watching = Watching()
    plain = session.generate(REQUEST.replaced(steps=2)).audio
    watched = session.generate(REQUEST.replaced(steps=2), watching)
    preview = ("preview", (10,), 0.2, True)
    assert watching.seen == [("text", None), ("denoise", 2), (0, 2), preview, (1, 2), preview, (2, 2), ("decode", None)]
    np.testing.assert_array_equal(watched.audio, plain)


def test_observers_that_look_at_nothing_are_observers() -> None:
    watcher: Observer = SilentObserver()
    assert not watcher.wants_preview()


def test_strange_results_are_noted_once_and_told_to_the_observer(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tiny.decode", lambda latents, brightness: np.zeros((3200, 1), np.float32))
    told: list[str] = []

    class Listening(SilentObserver):
        def note(self, sentence: str) -> None:
            told.append(sentence)

    take = session.generate(REQUEST, Listening())
    assert list(take.notes) == told
    assert len(told) == 1
    assert "silent" in told[0]


def test_requests_for_something_else_are_refused(session: Session) -> None:
    for request in (replace(REQUEST, model="other"), replace(REQUEST, engine=EngineSettings(threads=1))):
        assert not session.fits(request)
        with pytest.raises(BadRequest, match="This request is for"):
            session.generate(request)
    assert session.fits(replace(REQUEST, engine=EngineSettings(trace=True)))


def test_values_are_checked_before_the_work(session: Session, tiny: TinyFamily) -> None:
    pipeline_of(tiny).before_step = lambda step: pytest.fail("the transformer ran")
    for values in ({"steps": 0}, {"solver": "x"}, {"duration_s": 99.0}, {"prompt": ""}, {"unknown": 1}):
        with pytest.raises(BadRequest):
            session.generate(REQUEST.replaced(**values))


def test_a_closed_session_says_so(session: Session) -> None:
    with session:
        pass
    with pytest.raises(DitoneError, match="unloaded"):
        session.generate(REQUEST)


def test_models_with_problems_are_not_loaded(tiny: TinyFamily) -> None:
    with pytest.raises(BadModelFolder) as error:
        Session.open(replace(INFO, problems=("weights.bin is missing.",)))
    assert error.value.text() == "Tiny cannot be loaded. weights.bin is missing."
    assert not tiny.pipelines


def test_precision_is_chosen_and_recorded(tiny: TinyFamily) -> None:
    reduced = Session.open(INFO, EngineSettings(precision="bfloat16"))
    take = reduced.generate(replace(REQUEST, engine=EngineSettings(precision="bfloat16")))
    assert take.precision == "bfloat16"
    full = Session.open(INFO).generate(REQUEST)
    difference = np.abs(take.audio - full.audio).max()
    assert 0 < difference < 0.2


def test_the_default_request_of_a_model_needs_only_a_prompt(session: Session) -> None:
    request = Request("tiny").replaced(**{control.name: control.default for control in INFO.controls})
    assert INFO.defaults() == request
    assert len(session.generate(request.replaced(prompt="x")).audio) == 8000
