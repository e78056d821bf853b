from pytestqt.qtbot import QtBot

from ditone.gui.engine.failure import Failure
from ditone.gui.engine.take_queue import ItemState, TakeQueue, short_title
from ditone.runtime.request import Request
from tests.tiny import INFO

REQUEST = Request(model="tiny", prompt="rain on a tin roof", seed=100)


def test_repeats_use_consecutive_seeds(qtbot: QtBot) -> None:
    queue = TakeQueue()
    queue.add(INFO, REQUEST, 3)
    assert [item.request.seed for item in queue.items()] == [100, 101, 102]
    assert all(item.request.prompt == "rain on a tin roof" for item in queue.items())


def test_one_item_runs_at_a_time_in_order(qtbot: QtBot) -> None:
    queue = TakeQueue()
    first, second = queue.add(INFO, REQUEST, 2)
    started = queue.begin_next()
    assert started is not None
    assert started.id == first
    assert queue.begin_next() is None
    queue.finish(first)
    following = queue.begin_next()
    assert following is not None
    assert following.id == second


def test_removing_one_item_leaves_the_others(qtbot: QtBot) -> None:
    queue = TakeQueue()
    ids = queue.add(INFO, REQUEST, 3)
    queue.finish(ids[1])
    assert [item.id for item in queue.items()] == [ids[0], ids[2]]


def test_failed_items_keep_their_reason_and_can_be_retried_or_cleared_at_once(qtbot: QtBot) -> None:
    queue = TakeQueue()
    ids = queue.add(INFO, REQUEST, 3)
    for _ in range(2):
        item = queue.begin_next()
        assert item is not None
        queue.fail(item.id, Failure("problem", "It did not fit.", item=item.id))
    assert [item.failure.message for item in queue.failed() if item.failure] == ["It did not fit.", "It did not fit."]
    assert [item.id for item in queue.waiting()] == [ids[2]]
    queue.retry_failed()
    assert [item.state for item in queue.items()] == [ItemState.WAITING] * 3
    item = queue.begin_next()
    assert item is not None
    queue.fail(item.id, Failure("problem", "Again."))
    queue.clear_failed()
    assert len(queue.items()) == 2


def test_waiting_items_can_be_moved_but_the_running_one_stays_first(qtbot: QtBot) -> None:
    queue = TakeQueue()
    a, b, c = queue.add(INFO, REQUEST, 3)
    queue.begin_next()
    queue.move(c, -1)
    assert [item.id for item in queue.items()] == [a, c, b]
    queue.move(c, -5)
    assert [item.id for item in queue.items()] == [a, c, b]
    queue.move(a, 1)
    assert [item.id for item in queue.items()] == [a, c, b]


def test_batch_counts_start_anew_when_everything_is_done(qtbot: QtBot) -> None:
    queue = TakeQueue()
    ids = queue.add(INFO, REQUEST, 2)
    queue.begin_next()
    queue.finish(ids[0])
    assert (queue.batch_done, queue.batch_total) == (1, 2)
    queue.add(INFO, REQUEST)
    assert (queue.batch_done, queue.batch_total) == (1, 3)
    for item in queue.items():
        queue.finish(item.id)
    queue.add(INFO, REQUEST)
    assert (queue.batch_done, queue.batch_total) == (0, 1)


def test_titles_are_cut_at_a_word() -> None:
    assert short_title("  a\nb ") == "a b"
    assert short_title("") == "(no prompt)"
    assert short_title("one two three", 9) == "one two…"
