"""What earlier takes of a model on this machine say of the next one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ditone.gui.core.settings import Settings
from ditone.gui.engine import status
from ditone.gui.engine.live_values import Progress
from ditone.gui.engine.past_takes import KEY, MOST_TAKES, PastTakes
from ditone.runtime.request import Request
from ditone.runtime.take import Take
from tests.tiny import INFO

REQUEST = Request(model=INFO.model, prompt="rain", steps=10, duration_s=2.0)


def take(seconds: dict[str, float], request: Request = REQUEST) -> Take:
    audio = np.zeros((round(100 * request.duration_s), 1), np.float32)
    timings = {**seconds, "total": sum(seconds.values())}
    return Take(
        request=request,
        audio=audio,
        sample_rate_hz=100,
        family="tiny",
        variant="tiny",
        device="cpu",
        precision="float32",
        timings_s=timings,
        evaluations=10,
        peak_rss_mib=1.0,
        peak_vram_mib=None,
    )


def test_the_next_take_is_foretold_from_those_of_its_model_device_and_precision() -> None:
    settings = Settings()
    past = PastTakes(settings)
    assert past.expected_s(INFO, REQUEST, "cpu", "float32") is None
    past.learn(INFO, take({"text": 1.0, "denoise": 20.0, "decode": 3.0}))
    again = PastTakes(settings)  # after a restart
    assert again.expected_s(INFO, REQUEST, "cpu", "float32") == pytest.approx(24.0)
    assert again.expected_s(INFO, replace(REQUEST, steps=20), "cpu", "float32") == pytest.approx(48.0)
    assert again.expected_s(INFO, REQUEST, "cuda:0", "float32") is None
    assert again.expected_s(INFO, REQUEST, "cpu", "bfloat16") is None
    for _ in range(2 * MOST_TAKES):
        past.learn(INFO, take({"text": 1.0, "denoise": 6.0, "decode": 3.0}))
    assert past.expected_s(INFO, REQUEST, "cpu", "float32") == pytest.approx(10.0)


def test_what_is_left_counts_every_stage_behind_the_present_one() -> None:
    past = PastTakes(Settings())
    assert past.after_s(INFO.model, "cpu", "float32", "tokens", 2.0) is None
    past.learn(INFO, take({"tokens": 5.0, "denoise": 4.0, "decode": 2.0}))
    assert past.after_s(INFO.model, "cpu", "float32", "tokens", 2.0) == pytest.approx(6.0)
    assert past.after_s(INFO.model, "cpu", "float32", "denoise", 4.0) == pytest.approx(4.0)
    assert past.after_s(INFO.model, "cpu", "float32", "denoise", 0.0) == pytest.approx(2.0)  # speech: nobody knows its length


@pytest.mark.parametrize("fifth", [0.2, 0.5, 0.8])
def test_after_a_fifth_of_a_run_the_time_left_is_within_a_third(fifth: float) -> None:
    past = PastTakes(Settings())
    past.learn(INFO, take({"text": 0.5, "denoise": 20.0, "decode": 8.0}))
    steps, step_s, decode_s = 50, 0.8, 16.0  # the next one: other steps, twice the length
    done = round(fifth * steps)
    tail = past.after_s(INFO.model, "cpu", "float32", "denoise", 4.0)
    shown = status.generating(Progress(1, "denoise", steps, done, step_s), tail).left
    minutes, seconds = shown.removesuffix(" left").split(":")
    true_s = (steps - done) * step_s + decode_s
    assert abs(60 * int(minutes) + int(seconds) - true_s) <= true_s / 3


def test_before_the_first_take_of_a_model_it_says_about() -> None:
    progress = Progress(1, "denoise", 50, 20, 0.5)
    assert status.generating(progress, None).left == "about 0:15 left"
    assert status.generating(progress, 0.0).left == "0:15 left"
    assert status.expected(40.0, sure=False) == "about 40 s"
    assert status.expected(40.0, sure=True) == "40 s"
    assert status.expected(720.0, sure=True) == "12 min"
    assert status.expected(3.0, sure=True) == status.expected(None, sure=False) == ""


def test_settings_of_another_form_are_left_out() -> None:
    settings = Settings()
    for text in (
        "{",
        "[1]",
        '{"a": 1}',
        '{"a": [{"work": "x"}]}',
        '{"a": [{"work": 1, "seconds": -1, "length": 1, "after": {}}]}',
    ):
        settings.set(KEY, text)
        assert PastTakes(settings).expected_s(INFO, REQUEST, "cpu", "float32") is None
