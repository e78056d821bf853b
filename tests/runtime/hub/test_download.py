"""Downloads from a hub on this machine: whole, cut off and resumed, damaged, refused, cancelled, unreachable."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.hub import download as hub
from ditone.runtime.hub import recognisers
from tests.hub_server import COMMIT, HubServer

REPO = "Systran/faster-whisper-tiny.en"
CONTENT = {
    "config.json": b'{"a": 1}',
    "tokenizer.json": b"{}" * 50,
    "vocabulary.txt": b"a\nb\n",
    "model.bin": bytes(range(256)) * 4096,
    "README.md": b"not wanted",
}


@pytest.fixture
def server() -> Iterator[HubServer]:
    with HubServer(REPO, dict(CONTENT)) as running:
        yield running


def fetch(server: HubServer, folder: Path) -> None:
    hub.download(hub.listing(REPO, recognisers.FILES, server.endpoint), folder)


def test_a_listing_names_the_wanted_files_and_their_sizes(server: HubServer) -> None:
    found = hub.listing(REPO, recognisers.FILES, server.endpoint)
    assert found.commit == COMMIT
    assert [file.name for file in found.files] == ["config.json", "tokenizer.json", "vocabulary.txt", "model.bin"]
    assert found.size_bytes == 8 + 100 + 4 + 256 * 4096
    assert [bool(file.sha256) for file in found.files] == [False, False, False, True]


def test_the_files_arrive_under_their_names_and_nothing_else_does(server: HubServer, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tiny.en"
    fetch(server, folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {k: v for k, v in CONTENT.items() if k != "README.md"}
    assert recognisers.is_recogniser(folder)


def test_a_second_call_asks_for_no_file_again(server: HubServer, tmp_path: Path) -> None:
    fetch(server, tmp_path)
    server.asked.clear()
    fetch(server, tmp_path)
    assert [path for path, _ in server.asked] == [f"/api/models/{REPO}"]


def test_a_broken_connection_keeps_what_came_and_the_next_call_asks_for_the_rest(server: HubServer, tmp_path: Path) -> None:
    server.cut_at = 300_000
    with pytest.raises(hub.Unreachable, match=r"connection broke while model\.bin"):
        fetch(server, tmp_path)
    names = ("config.json", "tokenizer.json", "vocabulary.txt", "model.bin")
    have = hub.bytes_on_disk(tmp_path, names) - 112
    assert 0 < have <= 300_000
    assert not recognisers.is_recogniser(tmp_path)
    fetch(server, tmp_path)
    assert server.sent("model.bin") == ["", f"bytes={have}-"]
    assert (tmp_path / "model.bin").read_bytes() == CONTENT["model.bin"]
    assert not list(tmp_path.glob("*.part"))


def test_a_server_without_ranges_sends_all_again_and_the_file_is_right(server: HubServer, tmp_path: Path) -> None:
    server.cut_at, server.ranges = 300_000, False
    with pytest.raises(hub.Unreachable):
        fetch(server, tmp_path)
    fetch(server, tmp_path)
    assert (tmp_path / "model.bin").read_bytes() == CONTENT["model.bin"]


def test_cancelling_keeps_the_part_and_cleaning_removes_it(server: HubServer, tmp_path: Path) -> None:
    folder = tmp_path / "tiny.en"
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 5  # three small files, then one block of the large one

    with pytest.raises(Cancelled):
        hub.download(hub.listing(REPO, recognisers.FILES, server.endpoint), folder, stop)
    assert [path.name for path in folder.glob("*.part")] == [f"model.bin.{COMMIT[:8]}.part"]
    assert not recognisers.is_recogniser(folder)
    hub.clean(folder, recognisers.FILES)
    assert not folder.exists()


def test_cleaning_leaves_what_is_not_of_the_download(server: HubServer, tmp_path: Path) -> None:
    fetch(server, tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    hub.clean(tmp_path, recognisers.FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", ["config.json", "model.bin"])
def test_a_damaged_file_is_deleted_and_named(server: HubServer, tmp_path: Path, name: str) -> None:
    server.damaged = name
    with pytest.raises(DitoneError, match=f"{name} came in damaged"):
        fetch(server, tmp_path)
    assert not list(tmp_path.glob(f"{name}*"))
    server.damaged = ""
    fetch(server, tmp_path)
    assert (tmp_path / name).read_bytes() == CONTENT[name]


def test_a_refusal_says_which_file_and_status(server: HubServer, tmp_path: Path) -> None:
    server.status = 403
    with pytest.raises(DitoneError, match=r"refused config.json .*403"):
        fetch(server, tmp_path)


def test_an_unknown_repository_is_a_sentence(server: HubServer) -> None:
    with pytest.raises(DitoneError, match="status 404"):
        hub.listing("nobody/nothing", recognisers.FILES, server.endpoint)


def test_without_a_network_it_says_what_to_do() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(hub.Unreachable, match=r"Could not reach huggingface\.co; choose a folder instead\."):
        hub.listing(REPO, recognisers.FILES, f"http://127.0.0.1:{port}")


def test_a_full_disk_is_found_before_anything_is_fetched(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "free_bytes", lambda folder: 1000)
    with pytest.raises(DitoneError, match="not enough room: 1 MB are needed and 0 MB are free"):
        fetch(server, tmp_path / "x")
    assert not (tmp_path / "x").exists()
    assert server.sent("model.bin") == []


def test_a_folder_that_cannot_be_written_is_a_sentence(server: HubServer, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(DitoneError, match="cannot be written"):
        fetch(server, blocked / "below")


def test_recognisers_live_in_the_users_data_folder_unless_told_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(recognisers.FOLDER_VARIABLE, str(tmp_path))
    assert recognisers.folder_of(recognisers.PUBLISHED[0]) == tmp_path / "faster-whisper-tiny.en"
