"""A model in its folder: gone on with after any end, revisions, other people's files, and what the disk does."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import download, fetching, record, store
from ditone.runtime.hub.listing import listing
from ditone.runtime.hub.locks import locked
from tests.hub_server import COMMIT, Content, HubServer, Zeros

ROOT = Path(__file__).parents[3]
REPO = "maker/model"
FILES: dict[str, Content] = {
    "config.json": b'{"a": 1}',
    "tokenizer/vocab.json": b"{}" * 100,
    "model.safetensors": os.urandom(1 << 20),
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    monkeypatch.setattr(download, "PAUSES_S", (0.01,))
    with HubServer(REPO, dict(FILES)) as running:
        monkeypatch.setenv("HF_ENDPOINT", running.endpoint)
        yield running


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != record.NAME
    }


def test_a_fetched_model_is_known_by_its_names_and_its_revision(server: HubServer) -> None:
    folder = store.target(REPO)
    fetching.fetch(listing(REPO), folder, entry="the-model")
    assert contents(folder) == FILES
    assert store.folder_named("the-model") == store.folder_named("maker/MODEL") == store.folder_named("model") == folder
    assert record.provenance(folder) == f"{REPO}@{COMMIT}"
    (folder / "config.json").write_bytes(b'{"a": 2}')
    assert record.provenance(folder) == ""  # it is no more what was fetched
    assert "hf_" not in (folder / record.NAME).read_text()


def test_an_ended_download_is_taken_up_without_asking_what_it_was(server: HubServer) -> None:
    folder = store.target(REPO)
    server.status = 500
    with pytest.raises(DitoneError):
        fetching.fetch(listing(REPO), folder)
    assert [one.folder for one in store.unfinished()] == [folder] and store.installed() == []
    server.status = 200
    server.repositories[REPO].change({"other.json": b"{}"})
    server.asked.clear()
    fetching.resume(folder)
    assert contents(folder) == FILES
    assert not any(path.startswith("/api/") for path, _ in server.asked)
    assert store.unfinished() == []


def test_what_is_whole_is_neither_asked_for_nor_read_again(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = store.target(REPO)
    fetching.fetch(listing(REPO), folder)
    server.asked.clear()
    monkeypatch.setattr(download, "_is", None)  # which reads a file
    fetching.fetch(listing(REPO), folder)
    assert [path for path, _ in server.asked] == [f"/api/models/{REPO}"]


def test_a_newer_revision_replaces_the_old_one_at_once(server: HubServer) -> None:
    folder = store.target(REPO)
    fetching.fetch(listing(REPO), folder)
    newer: dict[str, Content] = {"config.json": b'{"a": 2}', "tokenizer/vocab.json": FILES["tokenizer/vocab.json"]}
    newer["model.safetensors"] = bytes(FILES["model.safetensors"][::-1])
    server.repositories[REPO].change(newer)
    server.cut_every = 300_000
    server.status = 500  # the first file of it cannot be had: everything is as it was
    with pytest.raises(DitoneError):
        fetching.fetch(listing(REPO), folder)
    assert {name: data for name, data in contents(folder).items() if not name.startswith(".")} == FILES
    server.status = 200
    server.asked.clear()
    fetching.fetch(listing(REPO), folder)
    assert contents(folder) == newer
    assert server.sent("vocab.json") == []  # it has not changed
    assert record.provenance(folder).endswith(server.repositories[REPO].commit)


def test_an_update_that_was_whole_when_the_program_ended_is_finished_at_the_next_start(
    server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = store.target(REPO)
    fetching.fetch(listing(REPO), folder)
    newer: dict[str, Content] = {"config.json": b'{"a": 2}', "model.safetensors": bytes(FILES["model.safetensors"][::-1])}
    server.repositories[REPO].change(newer)
    real, calls = Path.replace, []

    def stops(self: Path, target: Path) -> Path:
        calls.append(self)
        if store.UPDATE in str(self.parent) and store.UPDATE not in str(target) and len(calls) > 3:
            raise KeyboardInterrupt
        return real(self, target)

    monkeypatch.setattr(Path, "replace", stops)
    with pytest.raises(KeyboardInterrupt):
        fetching.fetch(listing(REPO), folder)
    monkeypatch.undo()
    monkeypatch.setenv("DITONE_MODELS", str(folder.parents[1]))
    fetching.finish_updates()
    assert contents(folder) == newer


def test_files_of_somebody_else_are_not_replaced(server: HubServer, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("mine")
    with pytest.raises(DitoneError, match=r"already holds another config\.json"):
        fetching.fetch(listing(REPO), tmp_path)
    assert (tmp_path / "config.json").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.json"]
    fetching.fetch(listing(REPO), tmp_path / "new")
    server.add("other/model", {"config.json": b"{}"})
    with pytest.raises(DitoneError, match="holds maker/model, not other/model"):
        fetching.fetch(listing("other/model"), tmp_path / "new")


def test_two_programs_do_not_work_in_one_folder(server: HubServer, tmp_path: Path) -> None:
    with locked(tmp_path / "x"), pytest.raises(DitoneError, match="Another Ditone is at work"):
        fetching.fetch(listing(REPO), tmp_path / "x")


def test_cleaning_an_unfinished_download_leaves_only_what_is_not_of_it(server: HubServer) -> None:
    folder = store.target(REPO)
    server.cut_every, server.ranges = 300_000, False
    with pytest.raises(DitoneError):
        fetching.fetch(listing(REPO), folder)
    (folder / "notes.txt").write_text("mine")
    fetching.clean(folder)
    assert [path.name for path in folder.rglob("*")] == ["notes.txt"]


def test_the_target_may_lie_on_another_disk(server: HubServer) -> None:
    other = Path("/dev/shm")
    if not os.access(other, os.W_OK) or other.stat().st_dev == Path(__file__).stat().st_dev:
        pytest.skip("there is no second file system that anyone may write to")
    folder = other / f"ditone-test-{os.getpid()}"
    try:
        fetching.fetch(listing(REPO), folder)
        assert contents(folder) == FILES
        assert store.folder_named("model") == folder  # though it is not in the models folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is Linux's")
def test_a_disk_that_fills_up_keeps_what_came_and_goes_on_when_there_is_room(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "small"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("only root may mount a small disk")
    try:
        with pytest.raises(DitoneError, match="not enough room"):
            fetching.fetch(listing(REPO), place / "model")
        monkeypatch.setattr(download, "check_space", lambda wanted, folder: None)  # the room was there when it was looked
        with pytest.raises(DitoneError, match="the disk is full"):
            fetching.fetch(listing(REPO), place / "model")
        assert download.bytes_of(place / "model", "model.safetensors") > 300_000
        assert not (place / "model" / "model.safetensors").exists()
        subprocess.run(["mount", "-o", "remount,size=8m", str(place)], check=True)
        server.asked.clear()
        fetching.fetch(listing(REPO), place / "model")
        assert server.sent("model.safetensors")[0].startswith("bytes=")
        assert contents(place / "model") == FILES
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_killed_at_twenty_moments_no_wrong_file_has_a_right_name_and_it_goes_on(server: HubServer, tmp_path: Path) -> None:
    folder, total = tmp_path / "model", sum(len(data) for data in FILES.values())
    helper = subprocess.Popen(
        [sys.executable, "-m", "tests.runtime.hub.kill_helper", server.endpoint, REPO, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert helper.stdin is not None and helper.stdout is not None
    child: list[int] = []
    armed, kill_at = threading.Event(), 0

    def sent(count: int) -> None:
        armed.wait(20)  # until the number of the child is known here
        if child and count >= kill_at:
            os.kill(child.pop(), signal.SIGKILL)

    server.on_sent, server.block = sent, 1 << 13
    ended = []
    try:
        for moment in range(20):
            kind = {18: "verify", 19: "rename"}.get(moment, "run")
            armed.clear()
            server.total_sent, kill_at = 0, (moment % 5) * total // 60
            helper.stdin.write(f"{kind}\n")
            helper.stdin.flush()
            number = int(helper.stdout.readline())
            if kind == "run":
                child[:] = [number]
            armed.set()
            ended.append(int(helper.stdout.readline()))
            child.clear()
            for path in folder.rglob("*"):
                name = path.relative_to(folder).as_posix()
                if path.is_file() and not name.endswith(".part") and name != record.NAME:
                    assert path.read_bytes() == FILES[name], name
        server.on_sent = lambda count: None
        helper.stdin.write("run\n")
        helper.stdin.flush()
        helper.stdout.readline()
        assert helper.stdout.readline().strip() == "0"
    finally:
        helper.stdin.close()
        helper.wait(30)
        helper.stdout.close()
    assert ended.count(-signal.SIGKILL) == 20, ended
    assert contents(folder) == FILES


def test_memory_stays_flat_whatever_the_size(server: HubServer, tmp_path: Path) -> None:
    server.add("maker/large", {"model.safetensors": Zeros(192 << 20)})
    code = f"""
from pathlib import Path
from ditone.runtime.hub import fetching
from ditone.runtime.hub.listing import listing
def kib(key):
    return int(Path("/proc/self/status").read_text().partition(key + ":")[2].split()[0])
fetching.fetch(listing({REPO!r}, None, {server.endpoint!r}), Path({str(tmp_path / "first")!r}))  # so that everything is imported
before = kib("VmRSS")
fetching.fetch(listing("maker/large", None, {server.endpoint!r}), Path({str(tmp_path / "large")!r}))
print(kib("VmHWM") - before)
"""
    if sys.platform != "linux":
        pytest.skip("the peak is told elsewhere in other ways")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert int(done.stdout) < 24 << 10  # of 192 MiB
    assert (tmp_path / "large" / "model.safetensors").stat().st_size == 192 << 20
