"""Checksums of the model's files: read once, in the background, and in every take sooner or later."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ditone.runtime import model_files, registry
from ditone.runtime.audio import metadata
from ditone.runtime.library import Library, hashing
from ditone.runtime.library.hashing import Hashing, checksum, differing, remembered
from ditone.runtime.model_files import FileState, last_change, states
from ditone.runtime.registry import FileRole, ModelInfo
from tests import tiny as tinies
from tests.runtime.library.test_library import make_take


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", tmp_path / "rescue")


@pytest.fixture
def info(tmp_path: Path) -> ModelInfo:
    """A model folder of two files, a licence and one that is missing, an hour old."""
    folder = tmp_path / "model"
    (folder / "text").mkdir(parents=True)
    contents = {"weights.safetensors": b"w" * 5_000_000, "text/vocab.json": b"{}", "LICENSE": b"free"}
    roles = {"LICENSE": "licence"}
    for name, data in contents.items():
        (folder / name).write_bytes(data)
        os.utime(folder / name, ns=(0, 1_700_000_000_123_456_789))
    files = [FileRole(name, roles.get(name, "weights"), len(data)) for name, data in contents.items()]
    return dataclasses.replace(
        tinies.INFO, model=str(folder), files=(*files, FileRole("gone.bin", "weights", 0, False)), builtin=False
    )


SUMS = {
    "weights.safetensors": hashlib.sha256(b"w" * 5_000_000).hexdigest(),
    "text/vocab.json": hashlib.sha256(b"{}").hexdigest(),
}


def test_the_files_are_those_that_make_the_sound(info: ModelInfo) -> None:
    found = states(info)
    assert list(found) == ["weights.safetensors", "text/vocab.json"]
    assert found["weights.safetensors"].size_bytes == 5_000_000
    assert last_change(found) == "2023-11-14T22:13:20.123+00:00"


@pytest.mark.parametrize("info", registry.builtin_models(), ids=lambda info: info.model)
def test_built_in_models_lie_where_their_files_are_looked_for(info: ModelInfo) -> None:
    assert set(states(info)) == {file.name for file in info.files}


def test_a_file_is_read_once_until_it_changes(library: Library, info: ModelInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    original = model_files.sha256

    def counted(state: FileState, stopped: object = None) -> str | None:
        read.append(state.path)
        return original(state)

    monkeypatch.setattr(hashing, "sha256", counted)
    path = Path(info.model) / "weights.safetensors"
    state = states(info)["weights.safetensors"]
    assert remembered(library.index, state) is None
    assert [checksum(library.index, state) for _ in range(3)] == [SUMS["weights.safetensors"]] * 3
    assert read == [path]
    assert remembered(library.index, state) == SUMS["weights.safetensors"]
    path.write_bytes(b"other")
    changed = FileState.of(path)
    assert changed is not None and checksum(library.index, changed) == hashlib.sha256(b"other").hexdigest()
    assert checksum(library.index, state) is None  # what was loaded is not there any more: nothing is claimed of it
    assert checksum(None, changed) == hashlib.sha256(b"other").hexdigest()


def test_all_sums_come_at_once_and_stopping_leaves_them_unknown(info: ModelInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, go_on = threading.Event(), threading.Event()
    original = model_files.sha256

    def slow(state: FileState, stopped: object) -> str | None:
        reading.set()
        assert go_on.wait(10)
        return original(state, stopped)  # type: ignore[arg-type]

    monkeypatch.setattr(hashing, "sha256", slow)
    sums: dict[str, str] = {}
    called: list[bool] = []
    work = Hashing(None)
    work.want(states(info), sums, lambda stopped: called.append(stopped()))
    assert reading.wait(10) and not sums and not work.wait(0.01)
    go_on.set()
    assert work.wait(10)
    assert (sums, called) == (SUMS, [False])
    reading.clear()
    go_on.clear()
    late: dict[str, str] = {}
    work.want(states(info), late)
    assert reading.wait(10)
    stopping = threading.Thread(target=work.stop)
    stopping.start()
    while not work._stopping.is_set():
        pass
    go_on.set()
    stopping.join(10)
    assert not stopping.is_alive() and late == {}


def test_a_file_that_cannot_be_read_gives_no_sums_and_does_not_stop_the_next(info: ModelInfo) -> None:
    work, first, second = Hashing(None), dict[str, str](), dict[str, str]()
    gone = {"a": FileState(Path(info.model) / "a", 1, 1), **states(info)}
    work.want(gone, first)
    work.want(states(info), second)
    assert work.wait(10)
    work.stop()
    assert (first, second) == ({}, SUMS)


def test_takes_from_before_the_sums_were_known_get_them(library: Library, info: ModelInfo) -> None:
    """Only takes of this model, and none that is older than the files are."""
    request = make_take().request.replaced(model=info.model)
    early = library.add(dataclasses.replace(make_take(), request=request))
    library.mark(early.id, starred=True)
    other = library.add(make_take(seed=2))
    old_date = (datetime.fromtimestamp(1_600_000_000, UTC)).isoformat(timespec="milliseconds")
    old = library.add(dataclasses.replace(make_take(seed=3), request=request.replaced(seed=3), created_at=old_date))
    audio = library.audio(early)[0]
    sums: dict[str, str] = {}
    work = Hashing(library.index)
    since = last_change(states(info))
    work.want(states(info), sums, lambda stopped: library.fill_model_files(info.model, dict(sums), since, stopped))
    assert work.wait(10)
    work.stop()
    found = library.get(early.id)
    assert found is not None and found.facts["model_files"] == SUMS and found.marks.starred
    told = metadata.read(early.path)
    assert told is not None and told["model_files"] == SUMS
    assert told == {**early.facts, "model_files": SUMS}
    assert (library.audio(found)[0] == audio).all()
    assert [library.get(entry.id).facts["model_files"] for entry in (other, old)] == [{}, {}]  # type: ignore[union-attr]


def test_sums_that_become_known_while_a_take_is_written_are_written_too(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = make_take(model_files={})
    original = hashing.Index.put

    def put(index: hashing.Index, entries: list) -> None:
        take.model_files.update(SUMS)
        original(index, entries)

    monkeypatch.setattr(hashing.Index, "put", put)
    entry = library.add(take)
    assert entry.facts["model_files"] == SUMS
    told = metadata.read(entry.path)
    assert told is not None and told["model_files"] == SUMS


def test_an_installed_model_that_differs_is_named(library: Library, info: ModelInfo) -> None:
    assert differing(info, SUMS, library.index) == ""
    (Path(info.model) / "text/vocab.json").write_text("[]")
    (Path(info.model) / "weights.safetensors").unlink()
    sentence = differing(info, SUMS, library.index)
    assert "text/vocab.json changed; weights.safetensors is missing" in sentence
    assert sentence.startswith(f"{info.title} as installed here is not the model that made this take")


def test_a_take_is_later_than_the_file_it_came_from() -> None:
    now = datetime.now(UTC)
    state = {"a": FileState(Path("a"), 1, int((now - timedelta(seconds=1)).timestamp() * 1e9))}
    assert last_change(state) < make_take().created_at
