"""The studio without a window: a real worker thread with the tiny family."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.engine import Engine
from ditone.gui.engine.events import TakeFinished
from ditone.gui.engine.failure import Failure
from ditone.gui.engine.status import State
from ditone.runtime.errors import DitoneError, OutOfMemory
from ditone.runtime.request import Request
from tests.tiny import INFO, TinyFamily

WAIT_MS = 30_000


@pytest.fixture
def engine(qtbot: QtBot, tiny: TinyFamily) -> Iterator[Engine]:
    made = Engine(Settings())
    made.start()
    qtbot.waitUntil(lambda: made.loaded is not None, timeout=60_000)
    yield made
    assert made.close()


def request(engine: Engine, **values: Any) -> Request:
    return INFO.defaults().replaced(
        **{"prompt": "a tone", "seed": 1, "steps": 4, "duration_s": 0.2, "engine": engine.engine_settings, **values}
    )


def gather(signal: Any) -> list[Any]:
    """What a signal carries from now on."""
    found: list[Any] = []
    signal.connect(found.append)
    return found


def gate(tiny: TinyFamily, ready: Callable[[], bool] = lambda: True) -> tuple[threading.Event, threading.Event]:
    """(reached, go on): the next take waits in the middle of its denoising, once it is `ready`."""
    reached, go_on = threading.Event(), threading.Event()

    def wait(_block: int) -> None:
        if ready():
            reached.set()
            assert go_on.wait(20)

    tiny.pipelines[-1].before_step = wait
    return reached, go_on


def test_the_builtin_model_loads_by_itself(engine: Engine) -> None:
    assert engine.loaded is not None
    assert (engine.loaded.info.model, engine.loaded.device, engine.loaded.precision) == ("tiny", "cpu", "float32")
    assert engine.status.state is State.READY


def test_a_take_is_made_and_told(engine: Engine, qtbot: QtBot) -> None:
    takes: list[TakeFinished] = gather(engine.take_finished)
    engine.generate(request(engine))
    qtbot.waitUntil(lambda: len(takes) == 1, timeout=WAIT_MS)
    entry = takes[0].entry
    assert entry.take.duration_s == pytest.approx(0.2)
    assert 0.01 < float(np.sqrt(np.mean(entry.take.audio**2))) < 0.5
    assert entry.thumbnail.max() == pytest.approx(np.abs(entry.take.audio).max())
    assert engine.status.state is State.FINISHED
    assert engine.status.words.startswith("Done in ")
    assert engine.queue.items() == ()


def test_several_takes_arrive_in_order_each_with_its_seed(engine: Engine, qtbot: QtBot) -> None:
    takes: list[TakeFinished] = gather(engine.take_finished)
    engine.generate(request(engine, prompt="one", seed=10), 2)
    engine.generate(request(engine, prompt="two", seed=50))
    qtbot.waitUntil(lambda: len(takes) == 3, timeout=WAIT_MS)
    assert [(e.entry.take.request.prompt, e.entry.take.request.seed) for e in takes] == [("one", 10), ("one", 11), ("two", 50)]
    assert [event.entry.number for event in takes] == [1, 2, 3]


def test_progress_and_previews_pass_through_the_slot(engine: Engine, qtbot: QtBot, tiny: TinyFamily) -> None:
    reached, go_on = gate(tiny, lambda: engine.live.progress().done == 1)
    previews: list[Any] = []
    engine.preview.connect(lambda event: previews.append((len(event.envelope), event.duration_s)))
    takes = gather(engine.take_finished)
    engine.generate(request(engine))
    qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: engine.status.words == "Denoising 1 / 4", timeout=WAIT_MS)
    assert engine.status.fraction == 0.25
    qtbot.waitUntil(lambda: bool(previews), timeout=WAIT_MS)
    assert previews[0] == (10, 0.2)  # 50 latents a second
    go_on.set()
    qtbot.waitUntil(lambda: bool(takes), timeout=WAIT_MS)


def test_cancelling_the_running_item_leaves_the_next_one(engine: Engine, qtbot: QtBot, tiny: TinyFamily) -> None:
    reached, go_on = gate(tiny)
    takes: list[TakeFinished] = gather(engine.take_finished)
    cancelled = gather(engine.item_cancelled)
    first, _ = engine.generate(request(engine, seed=10), 2)
    qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    engine.cancel(first)
    assert engine.status.state is State.CANCELLING
    tiny.pipelines[-1].before_step = None
    go_on.set()
    qtbot.waitUntil(lambda: len(takes) == 1, timeout=WAIT_MS)
    assert [event.item.id for event in cancelled] == [first]
    assert takes[0].entry.take.request.seed == 11


def test_the_take_after_a_cancelled_one_is_bit_identical_to_one_of_a_fresh_start(
    engine: Engine, qtbot: QtBot, tiny: TinyFamily
) -> None:
    takes: list[TakeFinished] = gather(engine.take_finished)
    engine.generate(request(engine, seed=3))
    qtbot.waitUntil(lambda: len(takes) == 1, timeout=WAIT_MS)
    reached, go_on = gate(tiny)
    (item,) = engine.generate(request(engine, seed=4))
    qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    engine.cancel(item)
    tiny.pipelines[-1].before_step = None
    go_on.set()
    qtbot.waitUntil(lambda: not engine.busy, timeout=WAIT_MS)
    engine.generate(request(engine, seed=3))
    qtbot.waitUntil(lambda: len(takes) == 2, timeout=WAIT_MS)
    assert np.array_equal(takes[0].entry.take.audio, takes[1].entry.take.audio)


def test_a_waiting_item_can_be_cancelled(engine: Engine, qtbot: QtBot, tiny: TinyFamily) -> None:
    reached, go_on = gate(tiny)
    takes: list[TakeFinished] = gather(engine.take_finished)
    ids = engine.generate(request(engine, seed=10), 3)
    qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    engine.cancel(ids[1])
    tiny.pipelines[-1].before_step = None
    go_on.set()
    qtbot.waitUntil(lambda: not engine.busy and not engine.queue.items(), timeout=WAIT_MS)
    assert [event.entry.take.request.seed for event in takes] == [10, 12]


def raising(error: BaseException) -> Callable[[int], None]:
    def fail(step: int) -> None:
        raise error

    return fail


def test_an_error_of_ours_fails_the_item_and_the_model_stays(engine: Engine, qtbot: QtBot, tiny: TinyFamily) -> None:
    tiny.pipelines[-1].before_step = raising(DitoneError("The moon is in the way.", "It moved.", ("Wait a day.",)))
    failures: list[Failure] = gather(engine.failed)
    engine.generate(request(engine))
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=WAIT_MS)
    assert failures[0].text == "The moon is in the way. It moved. Wait a day."
    assert engine.status.state is State.FAILED
    assert [item.failure for item in engine.queue.failed()] == failures
    tiny.pipelines[-1].before_step = None
    takes = gather(engine.take_finished)
    engine.retry_failed()
    qtbot.waitUntil(lambda: len(takes) == 1, timeout=WAIT_MS)
    assert len(tiny.pipelines) == 1  # nothing was loaded again


def test_out_of_memory_has_its_own_state(engine: Engine, qtbot: QtBot, tiny: TinyFamily) -> None:
    tiny.pipelines[-1].before_step = raising(OutOfMemory("cuda:0 ran out of memory.", 900.0, 100.0))
    failures: list[Failure] = gather(engine.failed)
    engine.generate(request(engine))
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=WAIT_MS)
    assert engine.status.words == "Out of memory"
    assert failures[0].cause == "900 MiB are needed, 100 MiB are free."


@pytest.mark.parametrize("error", [ZeroDivisionError("a quotient"), SystemExit(3)], ids=["exception", "exit"])
def test_a_crash_is_reported_and_the_worker_starts_again(
    engine: Engine, qtbot: QtBot, tiny: TinyFamily, error: BaseException
) -> None:
    tiny.pipelines[-1].before_step = raising(error)
    failures: list[Failure] = gather(engine.failed)
    takes: list[TakeFinished] = gather(engine.take_finished)
    engine.generate(request(engine, seed=10), 2)
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=WAIT_MS)
    assert failures[0].kind == "crash"
    assert type(error).__name__ in failures[0].details
    qtbot.waitUntil(lambda: len(takes) == 1, timeout=WAIT_MS)  # the second one, with a fresh pipeline
    assert takes[0].entry.take.request.seed == 11
    assert len(tiny.pipelines) == 2
    assert [item.request.seed for item in engine.queue.failed()] == [10]


def test_a_folder_is_recognised_and_loaded(engine: Engine, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "tiny.json").write_text("{}")
    engine.choose_model(str(folder))
    qtbot.waitUntil(lambda: engine.loaded is not None and engine.loaded.info.model == str(folder), timeout=WAIT_MS)
    assert engine.settings.recent_models()[0] == str(folder)


def test_a_wrong_folder_is_told_and_the_loaded_model_stays(engine: Engine, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "cat.jpg").write_text("")
    failures: list[Failure] = gather(engine.failed)
    engine.choose_model(str(tmp_path))
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=WAIT_MS)
    assert "is not a model folder that Ditone knows" in failures[0].message
    assert "cat.jpg" in failures[0].cause
    takes = gather(engine.take_finished)
    engine.generate(request(engine))
    qtbot.waitUntil(lambda: len(takes) == 1, timeout=WAIT_MS)


def test_an_incomplete_folder_names_the_file(engine: Engine, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("tiny.json", "incomplete.json"):
        (tmp_path / name).write_text("{}")
    failures: list[Failure] = gather(engine.failed)
    engine.choose_model(str(tmp_path))
    qtbot.waitUntil(lambda: len(failures) == 1, timeout=WAIT_MS)
    assert engine.status.state is State.INCOMPLETE
    assert engine.status.words == "1 file missing"
    assert "weights.bin is missing" in failures[0].cause


def test_unloading_gives_the_model_back_and_the_next_take_loads_it_again(engine: Engine, qtbot: QtBot, tiny: TinyFamily) -> None:
    engine.unload()
    qtbot.waitUntil(lambda: engine.loaded is None, timeout=WAIT_MS)
    takes = gather(engine.take_finished)
    engine.generate(request(engine))
    qtbot.waitUntil(lambda: len(takes) == 1, timeout=WAIT_MS)
    assert len(tiny.pipelines) == 2


def test_other_engine_settings_load_again(engine: Engine, qtbot: QtBot) -> None:
    from dataclasses import replace

    engine.set_engine_settings(replace(engine.engine_settings, precision="bfloat16"))
    qtbot.waitUntil(lambda: engine.loaded is not None and engine.loaded.precision == "bfloat16", timeout=WAIT_MS)


def test_memory_and_processor_are_read_while_nothing_runs(engine: Engine, qtbot: QtBot) -> None:
    readings = gather(engine.usage)
    qtbot.waitUntil(lambda: len(readings) >= 2, timeout=WAIT_MS)
    assert readings[0].rss_mib > 50


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no niceness of a thread")
def test_the_engine_gives_way_to_the_window(engine: Engine) -> None:
    worker = next(thread for thread in threading.enumerate() if thread.name == "ditone-engine")
    assert worker.native_id is not None
    window = threading.main_thread()
    assert window.native_id is not None
    own = os.getpriority(os.PRIO_PROCESS, window.native_id)
    assert os.getpriority(os.PRIO_PROCESS, worker.native_id) == max(own, 10)


def test_closing_during_a_take_stops_it(qtbot: QtBot, tiny: TinyFamily) -> None:
    made = Engine(Settings())
    made.start()
    qtbot.waitUntil(lambda: made.loaded is not None, timeout=60_000)
    made.generate(request(made, steps=64, duration_s=4.0))
    qtbot.waitUntil(lambda: made.busy, timeout=WAIT_MS)
    assert made.close()


def test_what_measures_a_take_is_imported_once_a_model_is_loaded_and_not_while_a_take_waits(
    qtbot: QtBot, tiny: TinyFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The import holds the interpreter up; at the end of the first take it would break off a sound that is heard."""
    from ditone.gui.engine import worker

    imported: list[str] = []
    monkeypatch.setattr(worker, "_import_measures", lambda: imported.append("measures"))
    engine = Engine(Settings())
    made = gather(engine.take_finished)
    engine.start()
    qtbot.waitUntil(lambda: engine.loaded is not None and bool(imported), timeout=60_000)
    reached, go_on = gate(tiny)
    engine.generate(request(engine))
    qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    engine.choose_info(INFO)  # loads again, with a take queued behind it
    engine.generate(request(engine, seed=2))
    engine._worker.generate(99, INFO, request(engine, seed=3))
    imported.clear()
    go_on.set()
    qtbot.waitUntil(lambda: len(made) == 2, timeout=WAIT_MS)
    assert imported == []
    assert engine.close()
