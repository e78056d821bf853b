import numpy as np

from ditone.gui import status
from ditone.gui.latest import Latest, Progress
from ditone.gui.status import State
from ditone.runtime.monitor import Usage


def test_only_the_newest_preview_is_kept_and_read_once() -> None:
    latest = Latest()
    latest.begin(1)
    assert latest.wants_preview()
    latest.preview(np.zeros(4), 1.0)
    latest.preview(np.ones(4), 1.0)
    assert not latest.wants_preview()  # the last one is a moment old
    shown = latest.take_preview()
    assert shown is not None
    assert shown[0].sum() == 4
    assert latest.take_preview() is None


def test_chunks_and_readings_are_all_kept_in_order() -> None:
    latest = Latest()
    latest.begin(1)
    for start in (0, 100, 200):
        latest.chunk(np.zeros((100, 1)), start, 16000)
    assert [start for _, start, _ in latest.take_chunks()] == [0, 100, 200]
    assert latest.take_chunks() == []
    latest.usage(Usage(100.0, 50.0))
    latest.usage(Usage(110.0, 60.0))
    assert [reading.rss_mib for reading in latest.take_usage()] == [100.0, 110.0]


def test_a_new_item_forgets_the_last_one() -> None:
    latest = Latest()
    latest.begin(1)
    latest.stage("denoise", 10)
    latest.step(3, 10)
    latest.preview(np.zeros(4), 1.0)
    latest.begin(2)
    assert latest.progress() == Progress(item=2)
    assert latest.take_preview() is None


def test_a_step_time_appears_after_two_steps() -> None:
    latest = Latest()
    latest.begin(1)
    latest.stage("denoise", 10)
    latest.step(0, 10)
    latest.step(1, 10)
    assert latest.progress().step_s is None
    latest.step(2, 10)
    assert latest.progress().step_s is not None
    assert latest.progress().done == 2


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
