import numpy as np

from ditone.gui.engine import status
from ditone.gui.engine.live_values import LiveValues, Progress
from ditone.gui.engine.status import State
from ditone.runtime.monitor import Usage


def test_only_the_newest_preview_is_kept_and_read_once() -> None:
    live = LiveValues()
    live.begin(1)
    assert live.wants_preview()
    live.preview(np.zeros(4), 1.0)
    live.preview(np.ones(4), 1.0)
    assert not live.wants_preview()  # the last one is a moment old
    shown = live.take_preview()
    assert shown is not None
    assert shown[0].sum() == 4
    assert live.take_preview() is None


def test_chunks_and_readings_are_all_kept_in_order() -> None:
    live = LiveValues()
    live.begin(1)
    for start in (0, 100, 200):
        live.chunk(np.zeros((100, 1)), start, 16000)
    assert [start for _, start, _ in live.take_chunks()] == [0, 100, 200]
    assert live.take_chunks() == []
    live.usage(Usage(100.0, 50.0))
    live.usage(Usage(110.0, 60.0))
    assert [reading.rss_mib for reading in live.take_usage()] == [100.0, 110.0]


def test_a_new_item_forgets_the_last_one() -> None:
    live = LiveValues()
    live.begin(1)
    live.stage("denoise", 10)
    live.step(3, 10)
    live.preview(np.zeros(4), 1.0)
    live.begin(2)
    assert live.progress() == Progress(item=2)
    assert live.take_preview() is None


def test_a_step_time_appears_after_two_steps() -> None:
    live = LiveValues()
    live.begin(1)
    live.stage("denoise", 10)
    live.step(0, 10)
    live.step(1, 10)
    assert live.progress().step_s is None
    live.step(2, 10)
    assert live.progress().step_s is not None
    assert live.progress().done == 2


def test_time_left_counts_steps_and_what_follows_them() -> None:
    progress = Progress(item=1, stage="denoise", steps=50, done=29, step_s=0.25)
    shown = status.generating(progress, tail_s=0.7)
    assert shown.words == "Denoising 29 / 50"
    assert shown.fraction == 29 / 50
    assert shown.left == "0:06 left"  # 21 steps of 0.25 s and 0.7 s of decoding
    assert status.generating(progress, tail_s=60.0).left == "1:06 left"


def test_a_stage_without_a_count_claims_no_percentage() -> None:
    shown = status.generating(Progress(item=1, stage="decode"), None)
    assert (shown.words, shown.fraction, shown.left) == ("Decoding", None, "")


def test_loading_shows_its_share() -> None:
    shown = status.generating(Progress(stage="load", loaded=0.429), None)
    assert shown.state is State.LOADING
    assert shown.words == "Loading 42 %"
