"""Takes survive whatever happens around them: full disks, read-only folders, killed processes, damaged and lost indexes."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from ditone.runtime.errors import DitoneError
from ditone.runtime.library import Entry, Library, index, recalled
from ditone.runtime.library.entry import peak_envelope, title_of
from ditone.runtime.library.index import match_expression
from ditone.runtime.library.queue import Queue, mark_of, repeated
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.take import Take

ROOT = Path(__file__).parents[3]


def make_take(prompt: str = "rain on a tin roof", seed: int = 1847203991, **values: object) -> Take:
    audio = (np.random.default_rng(seed % 2**32).standard_normal((4410, 2)) * 0.1).astype(np.float32)
    request = Request(
        "mini-sfx", prompt, duration_s=0.1, seed=seed, steps=20, solver="euler", cfg_scale=3.0, engine=EngineSettings()
    )
    return Take(request, audio, 44100, "mini", "sfx", "cpu", "float32", {"total": 0.5}, 40, 300.0, None, **values)  # type: ignore[arg-type]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", tmp_path / "rescue")


def test_a_take_is_kept_bit_for_bit_with_everything_known_of_it(library: Library) -> None:
    take = make_take("Regen auf Blech, 雨, 🌧 " + "lang " * 1500, model_files={"model.safetensors": "ab" * 32})
    entry = library.add(take, "Apache-2.0")
    again = Library(library.root, library.rescue).get(take.id)
    assert again is not None
    audio, rate = library.audio(again)
    assert rate == 44100
    assert np.array_equal(audio, take.audio)
    assert again.request == take.request
    assert again.facts["timings_s"] == {"total": 0.5}
    assert again.facts["model_files"] == {"model.safetensors": "ab" * 32}
    assert entry.title.startswith("Regen auf Blech")


def test_what_was_chosen_is_read_once_however_often_a_list_asks(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = library.add(make_take())
    read: list[object] = []
    monkeypatch.setattr(Request, "from_dict", classmethod(lambda cls, data: read.append(data) or cls("m", "p")))
    assert entry.request is entry.request
    assert len(read) <= 1


def test_a_step_trace_is_kept_beside_its_take(library: Library) -> None:
    trace = np.random.default_rng(0).standard_normal((4, 10, 8)).astype(np.float16)
    entry = library.add(make_take(trace=trace))
    assert np.array_equal(library.trace(entry), trace)  # type: ignore[arg-type]
    assert library.trace(library.add(make_take(seed=2))) is None


def test_search_finds_words_seeds_models_solvers_tags_and_dates(library: Library) -> None:
    rain = library.add(make_take("Heavy rain on a tin roof", seed=1847203991))
    bell = library.add(make_take("small bell", seed=42))
    chinese = library.add(make_take("金属屋顶上的雨声", seed=7))
    library.mark(bell.id, tags=["doorbell", " doorbell ", ""], starred=True)

    def found(text: str, **options: bool) -> set[str]:
        return {entry.id for entry in library.search(text, **options)}

    assert found("tin ro") == {rain.id}
    assert found("18472") == {rain.id}
    assert found("雨声") == {chinese.id}
    assert found("doorb") == {bell.id}
    assert found("euler 20") == {rain.id, bell.id, chinese.id}
    assert found(rain.created_at[:10]) == {rain.id, bell.id, chinese.id}
    assert found("", starred=True) == {bell.id}
    assert found("hail") == set()
    assert found('"; DROP TABLE takes; --') == set()
    assert library.get(bell.id).marks.tags == ("doorbell",)  # type: ignore[union-attr]


def test_ten_thousand_takes_are_searched_without_reading_a_file(library: Library) -> None:
    words = ("rain", "bell", "engine", "siren", "glass", "wind", "steps", "door")
    template = library.add(make_take())
    entries = []
    for i in range(10_000):
        facts = {
            **template.facts,
            "id": f"{i:032x}",
            "request": {**template.facts["request"], "prompt": f"{words[i % 8]} number {i}"},
        }
        entries.append(
            Entry(f"{i:032x}", library.root / "takes" / f"{i}.wav", f"2026-01-01T00:00:00.{i:06d}", facts, template.envelope)
        )
    library.index.put(entries)
    hits = library.search("siren number 9")
    assert [entry.facts["request"]["prompt"] for entry in hits][0].startswith("siren number 9")
    assert all("siren number 9" in entry.facts["request"]["prompt"] for entry in hits)
    assert hits == sorted(hits, key=lambda entry: entry.created_at, reverse=True)


def test_deleting_is_undoable_and_purging_is_final(library: Library) -> None:
    entry = library.add(make_take())
    assert library.delete([entry.id]) == [entry.id]
    assert library.search() == []
    assert entry.path.exists()
    library.undelete([entry.id])
    assert [e.id for e in library.search()] == [entry.id]
    library.delete([entry.id])
    assert library.purge() == 0
    assert library.purge(timedelta(seconds=-5)) == 1
    assert not entry.path.exists()
    assert library.get(entry.id) is None


def test_the_index_is_rebuilt_from_the_files_with_stars_tags_and_deletions(library: Library) -> None:
    kept, starred, deleted = (library.add(make_take(seed=i)) for i in range(3))
    library.mark(starred.id, starred=True, tags=["keep"], title="The one")
    library.delete([deleted.id])
    library.close()
    for name in ("index.sqlite3", "index.sqlite3-wal", "index.sqlite3-shm"):
        (library.root / name).unlink(missing_ok=True)
    again = Library(library.root, library.rescue)
    assert {entry.id for entry in again.search()} == {kept.id, starred.id}
    assert again.get(starred.id).title == "The one"  # type: ignore[union-attr]
    assert again.get(starred.id).envelope == starred.envelope  # type: ignore[union-attr]
    assert [entry.id for entry in again.search("keep", starred=True)] == [starred.id]
    assert again.rebuild() == 2


def test_a_damaged_index_is_set_aside_and_said(library: Library) -> None:
    entry = library.add(make_take())
    library.close()
    (library.root / "index.sqlite3").write_bytes(b"this is not a database" * 400)
    again = Library(library.root, library.rescue)
    assert [e.id for e in again.search()] == [entry.id]
    assert "damaged" in again.notes[0]


def test_an_index_that_another_process_holds_is_left_to_it(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was moved away as damaged, with the other's queue in it."""
    entry = library.add(make_take())
    Queue(library.index).add([Request("mini-sfx", "waits", seed=3)])
    library.close()
    monkeypatch.setattr(index, "BUSY_TIMEOUT_S", 0.01)
    holder = sqlite3.connect(library.root / "index.sqlite3", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    second = Library(library.root, library.rescue)
    assert "locked" in second.notes[0]
    assert "damaged" not in second.notes[0]
    later = second.add(make_take(seed=2))
    assert {e.id for e in second.search()} == {entry.id, later.id}
    second.close()
    holder.execute("ROLLBACK")
    holder.close()
    assert not list(library.root.glob("*.damaged-*"))
    third = Library(library.root, library.rescue)
    assert {e.id for e in third.search()} == {entry.id, later.id}
    assert [item.request.prompt for item in Queue(third.index).items()] == ["waits"]


def test_an_index_of_a_newer_version_is_refused_in_a_sentence(library: Library) -> None:
    library.close()
    with sqlite3.connect(library.root / "index.sqlite3") as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    with pytest.raises(DitoneError, match="newer Ditone"):
        Library(library.root, library.rescue)


def test_an_old_index_is_migrated(tmp_path: Path) -> None:
    from ditone.runtime.library.index import MIGRATIONS, Index, _statements

    path = tmp_path / "index.sqlite3"
    db = sqlite3.connect(path)
    for statement in _statements(MIGRATIONS[0]):
        db.execute(statement)
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
    index = Index(path)
    assert index.read("PRAGMA user_version")[0][0] == len(MIGRATIONS)
    assert index.read("SELECT count(*) FROM hashes")[0][0] == 0
    index.close()


def test_a_full_disk_sends_the_take_to_the_rescue_folder_and_home_later(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def full(descriptor: int) -> None:
        if str(library.root) in str(Path(f"/proc/self/fd/{descriptor}").readlink()):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    take = make_take()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        entry = library.add(take)
    assert library.rescue in entry.path.parents
    assert "disk is full" in library.notes[-1]
    assert list((library.root / "takes").glob("*/*")) == []
    assert np.array_equal(library.audio(entry)[0], take.audio)
    library.close()
    again = Library(library.root, library.rescue)
    home = again.get(take.id)
    assert home is not None
    assert again.root in home.path.parents
    assert np.array_equal(again.audio(home)[0], take.audio)
    assert list(library.rescue.glob("takes/*/*.wav")) == []


def test_when_nothing_can_be_written_the_caller_is_told_and_nothing_is_listed(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(DitoneError, match="could not be kept"):
            library.add(make_take())
    assert library.search() == []
    assert list(library.root.glob("takes/*/*")) == []


def test_a_library_that_cannot_be_written_still_lists_and_says_so(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = library.add(make_take())
    library.close()

    def refuse(folder: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("ditone.runtime.library.library.writable_probe", refuse)
    again = Library(library.root, library.rescue)
    assert [e.id for e in again.search()] == [entry.id]
    assert "cannot be written" in again.notes[0]


def test_half_written_files_are_never_listed_and_are_swept(library: Library) -> None:
    folder = library.root / "takes" / "2026-11"
    folder.mkdir(parents=True)
    dead = folder / ".abc.wav.999999999.part"
    own = folder / f".def.wav.{os.getpid()}.part"
    for part in (dead, own):
        part.write_bytes(b"RIFF")
    (folder / "cut.wav").write_bytes(library.add(make_take()).path.read_bytes()[:1000])
    again = Library(library.root, library.rescue)
    assert len(again.search()) == 1
    assert not dead.exists()
    assert own.exists()


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.runtime.library.test_library import make_take
from ditone.runtime.library import Library
library = Library(Path({folder!r}), Path({rescue!r}))
print("open", flush=True)
for i in range(10_000):
    print(library.add(make_take(seed={start} + i)).id, flush=True)
"""


def writer(library: Library, start: int) -> subprocess.Popen[str]:
    code = textwrap.dedent(WRITER).format(root=str(ROOT), folder=str(library.root), rescue=str(library.rescue), start=start)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT)


def read_ids(process: subprocess.Popen[str], count: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline().strip() for _ in range(count + 1)][1:]


def test_killing_the_process_loses_no_finished_take_and_lists_no_half_one(library: Library) -> None:
    process = writer(library, 0)
    ids = read_ids(process, 5)
    time.sleep(0.03)
    process.send_signal(signal.SIGKILL)
    assert process.stdout is not None
    rest = process.stdout.read().split()
    process.wait()
    process.stdout.close()
    again = Library(library.root, library.rescue)
    listed = {entry.id for entry in again.search("", limit=100_000)}
    assert set(ids + [i for i in rest if len(i) == 32]) <= listed
    for take_id in listed:
        entry = again.get(take_id)
        assert entry is not None
        assert np.array_equal(again.audio(entry)[0], make_take(seed=entry.request.seed).audio)


def test_two_processes_write_to_one_library_at_once(library: Library) -> None:
    first, second = writer(library, 0), writer(library, 1_000_000)
    ids = read_ids(first, 6) + read_ids(second, 6)
    for process in (first, second):
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    assert set(ids) <= {entry.id for entry in Library(library.root, library.rescue).search("", limit=100_000)}


def test_recall_all_all_but_seed_and_seed_only() -> None:
    past, current = make_take("old", seed=1).request, make_take("new", seed=2).request
    assert recalled(past, current, "all") == past
    assert recalled(past, current, "all_but_seed") == past.replaced(seed=2)
    assert recalled(past, current, "seed_only") == current.replaced(seed=1)


def test_the_queue_is_serial_frozen_and_survives_a_restart(library: Library) -> None:
    queue = Queue(library.index)
    queue.add(repeated(make_take(seed=10).request, 3))
    running = queue.next()
    assert running is not None
    assert running.request.seed == 10
    library.close()
    again = Library(library.root, library.rescue)
    queue = Queue(again.index)
    assert queue.recover() == 1
    assert [item.request.seed for item in queue.items()] == [10, 11, 12]
    first, second, third = queue.items()
    queue.move(third.id, before=first.id)
    assert [item.request.seed for item in queue.items()] == [12, 10, 11]
    queue.remove(second.id)
    queue.fail(first.id, "It failed.")
    assert [(item.request.seed, item.state, item.reason) for item in queue.items()] == [
        (12, "waiting", ""),
        (10, "failed", "It failed."),
    ]
    queue.retry(first.id)
    queue.clear("waiting")
    assert queue.items() == []


def test_a_second_studio_leaves_the_queue_of_one_that_runs_alone_and_takes_over_that_of_an_ended_one(library: Library) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        first, second = Queue(library.index, mark_of(other.pid)), Queue(library.index)
        first.add([Request("mini-sfx", "of the first", seed=3)])
        second.recover()
        assert second.items() == []
        second.replace([])  # what a studio with an empty queue writes
        assert [item.request.prompt for item in first.items()] == ["of the first"]
        other.communicate(b"\n")
    second.recover()
    assert [item.request.prompt for item in second.items()] == ["of the first"]
    with library.index.writing() as db:
        db.execute("UPDATE queue SET owner = 'studio'")
    second.recover()  # of a Ditone whose windows had one queue in common
    assert len(second.items()) == 1


def test_repeats_are_limited_in_a_sentence() -> None:
    with pytest.raises(DitoneError, match="from 1 to 32"):
        repeated(make_take().request, 33)


def test_small_parts() -> None:
    assert title_of("  a   b ") == "a b"
    assert title_of("") == "Untitled"
    assert title_of("word " * 30).endswith("…")
    assert match_expression('rain" OR *') == '"rain"* "OR"*'
    ramp = np.linspace(0, 1, 9600, dtype=np.float32)[:, None]
    envelope = peak_envelope(ramp)
    assert len(envelope) == 96
    assert envelope[-1] == 255
    assert list(envelope) == sorted(envelope)
