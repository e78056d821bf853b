"""Downloads from a hub on this machine: whole, cut off and resumed, damaged, refused, cancelled, unreachable."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ditone.runtime import folders
from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.hub import asr_models, network
from ditone.runtime.hub import download as hub
from ditone.runtime.hub.download_task import DownloadTask
from tests.hub_server import COMMIT, HubServer

REPO = "Systran/faster-whisper-tiny.en"
CONTENT = {
    "config.json": b'{"a": 1}',
    "tokenizer.json": b"{}" * 50,
    "vocabulary.txt": b"a\nb\n",
    "model.bin": bytes(range(256)) * 4096,
    "README.md": b"not wanted",
}
MODEL = CONTENT["model.bin"]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    monkeypatch.setattr(hub, "PAUSES_S", (0.01, 0.01, 0.01))
    with HubServer(REPO, dict(CONTENT)) as running:
        yield running


def fetch(server: HubServer, folder: Path) -> None:
    hub.download(hub.listing(REPO, asr_models.FILES, server.endpoint), folder)


def test_a_listing_names_the_wanted_files_and_their_sizes(server: HubServer) -> None:
    found = hub.listing(REPO, asr_models.FILES, server.endpoint)
    assert found.commit == COMMIT
    assert [file.name for file in found.files] == ["config.json", "tokenizer.json", "vocabulary.txt", "model.bin"]
    assert found.size_bytes == 8 + 100 + 4 + 256 * 4096
    assert [bool(file.sha256) for file in found.files] == [False, False, False, True]
    assert [file.name for file in hub.listing(REPO, ["*.json", "model.bin"], server.endpoint).files] == [
        "config.json",
        "tokenizer.json",
        "model.bin",
    ]


def test_the_files_arrive_under_their_names_and_nothing_else_does(server: HubServer, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tiny.en"
    fetch(server, folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {k: v for k, v in CONTENT.items() if k != "README.md"}
    assert asr_models.is_recogniser(folder)


def test_a_second_call_asks_for_no_file_again(server: HubServer, tmp_path: Path) -> None:
    fetch(server, tmp_path)
    server.asked.clear()
    fetch(server, tmp_path)
    assert [path for path, _ in server.asked] == [f"/api/models/{REPO}"]


def test_a_file_of_the_right_size_that_holds_something_else_is_fetched_anew(server: HubServer, tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(bytes(len(MODEL)))
    fetch(server, tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == MODEL


def test_a_connection_cut_at_every_tenth_is_made_again_from_there(server: HubServer, tmp_path: Path) -> None:
    tenth = server.cut_every = len(MODEL) // 10
    fetch(server, tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == MODEL
    asked = server.sent("model.bin")
    assert len(asked) >= 10
    begun = [int(text.removeprefix("bytes=").removesuffix("-")) for text in asked[1:]]
    assert begun == sorted(set(begun)) and all(begun[i + 1] - begun[i] <= tenth for i in range(len(begun) - 1))
    assert not list(tmp_path.glob("*.part"))


def test_a_hub_that_went_away_keeps_what_came_and_the_next_call_asks_for_the_rest(server: HubServer, tmp_path: Path) -> None:
    found = hub.listing(REPO, asr_models.FILES, server.endpoint)
    server.cut_every = 0  # after the first connection nothing comes any more
    server.cut_at = None
    (tmp_path / f"model.bin.{COMMIT[:8]}.part").write_bytes(MODEL[:300_000])
    with pytest.raises(hub.Unreachable):
        hub.download(found, tmp_path)
    assert not asr_models.is_recogniser(tmp_path)
    assert hub.bytes_of(tmp_path, "model.bin") == 300_000
    server.cut_every = None
    server.asked.clear()
    hub.download(found, tmp_path)
    assert server.sent("model.bin") == ["bytes=300000-"]
    assert (tmp_path / "model.bin").read_bytes() == MODEL


def test_a_server_without_ranges_sends_all_again_and_the_file_is_right(server: HubServer, tmp_path: Path) -> None:
    server.cut_at, server.ranges = 300_000, False
    fetch(server, tmp_path)
    assert server.sent("model.bin")[0] == "" and len(server.sent("model.bin")) == 2
    assert (tmp_path / "model.bin").read_bytes() == MODEL


def test_a_server_without_ranges_that_always_breaks_is_given_up(server: HubServer, tmp_path: Path) -> None:
    server.cut_every, server.ranges = 300_000, False
    with pytest.raises(hub.Unreachable, match=r"connection broke while model\.bin"):
        fetch(server, tmp_path)
    assert not (tmp_path / "model.bin").exists()


def test_a_part_that_is_longer_than_the_file_begins_anew(server: HubServer, tmp_path: Path) -> None:
    part = tmp_path / f"model.bin.{COMMIT[:8]}.part"
    part.write_bytes(MODEL + b"more")
    fetch(server, tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == MODEL


def test_a_part_of_another_revision_is_not_taken_for_a_beginning(server: HubServer, tmp_path: Path) -> None:
    (tmp_path / "model.bin.ffffffff.part").write_bytes(b"x" * 1000)
    fetch(server, tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == MODEL
    assert "" in server.sent("model.bin")


def test_cancelling_breaks_a_silent_connection_and_keeps_the_part(server: HubServer, tmp_path: Path) -> None:
    folder, work, raised = tmp_path / "tiny.en", DownloadTask(), []
    server.hold = 300_000
    found = hub.listing(REPO, asr_models.FILES, server.endpoint)

    def run() -> None:
        try:
            hub.download(found, folder, work)
        except Cancelled as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    part = folder / f"model.bin.{COMMIT[:8]}.part"
    limit = time.monotonic() + 20
    while hub.size_of(part) < 290_000 and time.monotonic() < limit:
        time.sleep(0.01)
    work.stop()
    thread.join(5)  # far less than the silence that a connection is allowed
    assert raised and not thread.is_alive()
    assert [path.name for path in folder.glob("*.part")] == [part.name]
    assert not asr_models.is_recogniser(folder)
    hub.clean(folder, asr_models.FILES)
    assert not folder.exists()


def test_cleaning_leaves_what_is_not_of_the_download(server: HubServer, tmp_path: Path) -> None:
    fetch(server, tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    hub.clean(tmp_path, asr_models.FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_silence_is_a_stall_that_can_be_resumed(server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "SILENCE_S", 0.3)
    server.hold = 200_000
    with pytest.raises(hub.Stalled, match="has sent nothing for"):
        fetch(server, tmp_path)
    assert hub.bytes_of(tmp_path, "model.bin") == 200_000
    server.go_on.set()
    fetch(server, tmp_path)
    assert server.sent("model.bin") == ["", "bytes=200000-"]
    assert (tmp_path / "model.bin").read_bytes() == MODEL


@pytest.mark.parametrize("name", ["config.json", "model.bin"])
def test_a_damaged_file_is_deleted_and_named(server: HubServer, tmp_path: Path, name: str) -> None:
    server.damaged = name
    with pytest.raises(DitoneError, match=f"{name} came in damaged"):
        fetch(server, tmp_path)
    assert not list(tmp_path.glob(f"{name}*"))
    server.damaged = ""
    fetch(server, tmp_path)
    assert (tmp_path / name).read_bytes() == CONTENT[name]


@pytest.mark.parametrize("name", ["config.json", "model.bin"])
def test_a_file_of_another_size_than_listed_is_refused(server: HubServer, tmp_path: Path, name: str) -> None:
    server.short = name
    with pytest.raises(DitoneError, match=rf"sends {len(CONTENT[name]) // 2:,} bytes of {name}"):
        fetch(server, tmp_path)
    assert not (tmp_path / name).exists()


def test_a_repository_that_changes_meanwhile_is_fetched_as_it_was_listed(server: HubServer, tmp_path: Path) -> None:
    found = hub.listing(REPO, asr_models.FILES, server.endpoint)
    server.repositories[REPO].change({**CONTENT, "model.bin": MODEL[::-1], "config.json": b'{"a": 2}'})
    hub.download(found, tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == MODEL
    assert (tmp_path / "config.json").read_bytes() == CONTENT["config.json"]
    hub.download(hub.listing(REPO, asr_models.FILES, server.endpoint), tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == MODEL[::-1]
    assert (tmp_path / "config.json").read_bytes() == b'{"a": 2}'  # of the same size


def test_a_listed_name_that_leads_out_of_the_folder_is_refused(server: HubServer) -> None:
    server.repositories[REPO].files["../evil.json"] = b"{}"
    with pytest.raises(DitoneError, match="leads out of its folder"):
        hub.listing(REPO, None, server.endpoint)


def test_without_a_network_it_says_what_to_do() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(hub.Unreachable, match=rf"Could not reach 127\.0\.0\.1:{port}; choose a folder instead\."):
        hub.listing(REPO, asr_models.FILES, f"http://127.0.0.1:{port}")


def test_a_page_in_between_is_not_taken_for_a_hub(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HubServer, "_listing", lambda *given: "please sign in")
    with pytest.raises(DitoneError, match="does not answer as a model hub"):
        hub.listing(REPO, None, server.endpoint)


def test_too_little_room_is_found_before_anything_is_fetched(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "free_bytes", lambda folder: 1000)
    with pytest.raises(DitoneError, match="not enough room: 1 MB are needed and 0 MB are free"):
        fetch(server, tmp_path / "x")
    assert not (tmp_path / "x").exists()
    assert server.sent("model.bin") == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_fills_up_meanwhile_is_a_sentence(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Anyone can run this; `test_places.py` fills a disk."""

    def full(*given: object) -> None:
        raise OSError(number, "full")

    monkeypatch.setattr(hub.os, "fsync", full)
    with pytest.raises(DitoneError, match="the disk is full") as raised:
        fetch(server, tmp_path)
    assert "What has come is kept" in raised.value.text()
    monkeypatch.undo()
    fetch(server, tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == MODEL


def test_a_folder_that_cannot_be_written_is_a_sentence(server: HubServer, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(DitoneError, match="cannot be written"):
        fetch(server, blocked / "below")


def test_recognisers_live_in_the_users_data_folder_unless_told_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(folders.RECOGNISERS, str(tmp_path))
    assert asr_models.folder_of(asr_models.PUBLISHED[0]) == tmp_path / "faster-whisper-tiny.en"
