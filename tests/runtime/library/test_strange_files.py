"""Whatever lies among the takes or in place of the index, the library opens, lists every take, and names what it left out."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ditone.runtime.audio import metadata
from ditone.runtime.library import Library
from ditone.runtime.library.queue import Queue
from ditone.runtime.request import Request
from tests.runtime.library.test_library import make_take


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", tmp_path / "rescue")


def again(library: Library, **options: bool) -> Library:
    library.close()
    return Library(library.root, library.rescue, **options)


def without_index(library: Library) -> Library:
    library.close()
    for path in library.root.glob("index*"):
        path.unlink()
    return Library(library.root, library.rescue)


def test_strange_files_among_the_takes_are_left_alone_and_named(library: Library) -> None:
    good = library.add(make_take())
    month = good.path.parent
    whole = good.path.read_bytes()
    (month / "zero.wav").write_bytes(b"")
    (month / "half.wav").write_bytes(whole[: len(whole) // 2])
    (month / "text.wav").write_text("x")
    (month / "folder.wav").mkdir()
    (month / "loop.wav").symlink_to(month / "loop.wav")
    (month / "device.wav").symlink_to("/dev/zero")
    os.mkfifo(month / "pipe.wav")
    opened = without_index(library)
    assert [entry.id for entry in opened.search()] == [good.id]
    assert len(opened.strays()) == 7
    assert any("7 files among the takes" in note for note in opened.notes)
    assert len(list(month.iterdir())) == 8  # nothing of it was moved or deleted
    assert again(opened).notes == []  # and it is said once, not at every start


HOSTILE: dict[str, dict[str, Any]] = {
    "no family": {"family": None},
    "a list as id": {"id": [1]},
    "a request that is a list": {"request": []},
    "a prompt that is a number": {"request": {"model": "m", "prompt": 5}},
    "extra that is a list": {"request": {"model": "m", "prompt": "p", "extra": [1]}},
    "a newer schema": {"request": {"schema": 99, "model": "m", "prompt": "p"}},
    "a length that is a text": {"duration_s": "x"},
    "no date": {"created_at": 5},
    "details that are a text": {"details": "x"},
}


@pytest.mark.parametrize("kind", list(HOSTILE))
def test_a_take_whose_settings_are_hostile_stops_nothing(library: Library, kind: str) -> None:
    good = library.add(make_take())
    facts = {**good.facts, **HOSTILE[kind]}
    sound = metadata.embed(
        b"".join([b"RIFF", b"\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x44\xac\0\0\x88\x58\1\0\2\0\x10\0data\0\0\0\0"]), facts
    )
    (good.path.parent / "bad.wav").write_bytes(sound)
    opened = without_index(library)
    assert [entry.request.prompt for entry in opened.search()] == [good.request.prompt]
    assert list(opened.strays()) == [f"takes/{good.path.parent.name}/bad.wav"]


def test_half_of_a_surrogate_pair_in_a_prompt_keeps_nothing_shut(library: Library) -> None:
    take = make_take("a \ud800 b")
    library.add(take)
    opened = without_index(library)
    assert [entry.request.prompt for entry in opened.search("a")] == ["a \ufffd b"]
    assert Queue(opened.index).items() == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"tags": 5}',
        '{"title": [1]}',
        '{"deleted_at": 5}',
        '{"title": "\\ud800"}',
        "[" * 100_000,
        '{"schema": 99}',
    ],
)
def test_damaged_marks_lose_no_take(library: Library, text: str) -> None:
    entry = library.add(make_take())
    library.mark(entry.id, starred=True)
    (entry.path.parent / f"{entry.id}.marks.json").write_text(text)
    opened = without_index(library)
    assert [found.id for found in opened.search()] == [entry.id]
    opened.mark(entry.id, starred=True)
    assert opened.get(entry.id).marks.starred  # type: ignore[union-attr]


def damaged(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "zeroed pages":
        path.write_bytes(content[:4096] + bytes(len(content) - 4096))
    elif how == "random middle":
        path.write_bytes(content[: len(content) // 2] + b"\x5a" * 4096 + content[len(content) // 2 + 4096 :])
    elif how == "a folder":
        path.unlink()
        path.mkdir()
    elif how == "a pipe":
        path.unlink()
        os.mkfifo(path)
    elif how == "no tables":
        path.unlink()
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 4")
    elif how == "log garbage":
        Path(f"{path}-wal").write_bytes(os.urandom(5000))
    else:
        with sqlite3.connect(path) as db:
            db.execute("DELETE FROM words_data" if how == "no words" else "UPDATE takes SET facts = '{broken'")


@pytest.mark.parametrize(
    "how", ["zeroed pages", "random middle", "a folder", "a pipe", "no tables", "log garbage", "no words", "broken row"]
)
def test_an_index_that_is_broken_in_any_way_is_made_anew(library: Library, how: str) -> None:
    ids = {library.add(make_take(f"rain {i}", seed=i)).id for i in range(20)}
    library.mark(min(ids), starred=True)
    library.close()
    damaged(library.root / "index.sqlite3", how)
    opened = Library(library.root, library.rescue)
    assert {entry.id for entry in opened.search("rain")} == ids
    assert [entry.id for entry in opened.search(starred=True)] == [min(ids)]


def test_an_index_that_breaks_while_it_is_in_use_is_made_anew(library: Library) -> None:
    ids = {library.add(make_take(seed=i)).id for i in range(20)}
    Queue(library.index).add([Request("mini-sfx", "waits")])
    library.index.read("PRAGMA wal_checkpoint(TRUNCATE)")
    library.index._db.execute("PRAGMA cache_size = 0")
    damaged(library.root / "index.sqlite3", "zeroed pages")
    assert {entry.id for entry in library.search()} == ids
    assert "rebuilt" in library.notes[-1]
    assert library.add(make_take(seed=99)).id in {entry.id for entry in library.search()}


def test_a_queue_is_saved_from_a_damaged_index(library: Library) -> None:
    Queue(library.index, "1@1").add([Request("mini-sfx", "waits", seed=3)])
    library.close()
    with sqlite3.connect(library.root / "index.sqlite3") as db:
        db.execute("DROP TABLE words")
    db.close()
    opened = Library(library.root, library.rescue)
    assert [item.request.seed for item in Queue(opened.index, "1@1").items()] == [3]


def test_beside_an_index_of_a_newer_version_everything_goes_on(library: Library) -> None:
    entry = library.add(make_take())
    library.close()
    path = library.root / "index.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    before = path.read_bytes()
    opened = Library(library.root, library.rescue, beside_newer=True)
    later = opened.add(make_take(seed=2))
    assert {found.id for found in opened.search()} == {entry.id, later.id}
    assert path.read_bytes() == before
    assert "newer Ditone" in opened.notes[0]


def test_what_a_kill_leaves_beside_no_take_is_swept(library: Library) -> None:
    entry = library.add(make_take())
    library.mark(entry.id, starred=True)
    month = entry.path.parent
    (month / "gone.trace.npy").write_bytes(b"x")
    (month / "gone.marks.json").write_text("{}")
    again(library)
    assert {path.name for path in month.iterdir()} == {f"{entry.id}.wav", f"{entry.id}.marks.json"}


def test_deleted_takes_go_after_thirty_days_at_the_next_start_or_when_asked(library: Library) -> None:
    old, fresh, kept = (library.add(make_take(seed=i)) for i in range(3))
    library.delete([old.id, fresh.id])
    marks = old.path.parent / f"{old.id}.marks.json"
    then = (datetime.now(UTC) - timedelta(days=31)).isoformat()
    marks.write_text(json.dumps({**json.loads(marks.read_text()), "deleted_at": then}))
    opened = again(library)
    assert not old.path.exists()
    assert fresh.path.exists()
    size, count = opened.deleted_bytes()
    assert count == 1
    assert size > fresh.path.stat().st_size
    assert opened.empty_deleted() == 1
    assert [path.name for path in kept.path.parent.glob("*.wav")] == [kept.path.name]


@pytest.mark.skipif(os.name == "nt", reason="mode bits are POSIX's")
def test_nobody_else_can_look_into_a_library_also_an_older_one(library: Library) -> None:
    before = os.umask(0o022)
    try:
        library.mark(library.add(make_take()).id, starred=True)
        library.root.chmod(0o755)
        (library.root / "index.sqlite3").chmod(0o644)
        again(library)
    finally:
        os.umask(before)
    for path in [library.root, *library.root.rglob("*")]:
        assert not stat.S_IMODE(path.lstat().st_mode) & 0o077, path


def test_takes_that_another_laid_behind_a_link_are_not_taken_for_rescued_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    planted = Library(tmp_path / "evil", tmp_path / "r").add(make_take())
    (tmp_path / "ditone-rescue").symlink_to(tmp_path / "evil")
    (tmp_path / "ditone-rescue-planted").symlink_to(tmp_path / "evil")
    assert Library(tmp_path / "library").count() == 0
    assert planted.path.exists()
