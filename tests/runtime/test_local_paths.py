"""What is passed on names no place; what comes in opens none that was not used here."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from ditone.runtime import folders, local_paths
from ditone.runtime.audio import metadata
from ditone.runtime.library.hashing import differing
from ditone.runtime.request import Request
from tests.runtime.library.test_library import make_take
from tests.tiny import INFO


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """Somebody's own folders, with a model and a recording."""
    home = tmp_path / "alice-secret-user"
    (home / "models" / "moss").mkdir(parents=True)
    (home / "recordings").mkdir()
    (home / "recordings" / "bob.wav").write_bytes(b"sound")
    return home


def exported(user: Path, **changes: Any) -> tuple[Request, dict[str, Any]]:
    request = Request(
        str(user / "models" / "moss"),
        "rain and/or hail",
        extra=(("source", str(user / "recordings" / "bob.wav")), ("mode", "a/b")),
    )
    take = make_take(notes=(f"{user}/recordings/bob.wav is quiet.",))
    object.__setattr__(take, "request", request)
    return request, metadata.describe(take, **changes)


def test_an_exported_file_names_no_folder_user_or_recording_and_is_recalled_here(user: Path) -> None:
    request, told = exported(user)
    assert "alice" not in str(told)
    assert "bob" not in str(told)
    assert told["request"]["model"] == "moss"
    assert told["request"]["extra"]["mode"] == "a/b"
    assert metadata.request_of(told) == request
    _, told_again = exported(user)
    assert told_again == told  # equal takes are equal files


def test_the_library_keeps_everything(user: Path) -> None:
    request, kept = exported(user, measured=True)
    assert kept["request"] == metadata.plain(request.to_dict())


def test_elsewhere_what_is_not_known_stays_a_name(user: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = exported(user)[1]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another machine"))
    found = metadata.request_of(told)
    assert found.model == "moss"
    assert str(found.value("source")).startswith("file:sha256:")
    bounded, left = local_paths.bounded(found)
    assert bounded.value("source") == ""
    assert len(left) == 1


def test_a_sound_that_was_changed_since_is_not_taken_for_the_one_that_made_a_take(user: Path) -> None:
    told = exported(user)[1]
    (user / "recordings" / "bob.wav").write_bytes(b"another")
    assert str(metadata.request_of(told).value("source")).startswith("file:sha256:")


@pytest.mark.parametrize("model", ["/home/eve/model", "\\\\server\\share\\model", "C:\\model", "~/model", "../../model"])
def test_a_folder_that_a_file_names_is_not_known_by_being_named(model: str) -> None:
    assert not local_paths.is_known_model(model)
    local_paths.remember_model(model)
    assert local_paths.is_known_model(model)
    assert local_paths.is_known_model("mini-sfx")


@pytest.mark.parametrize(
    "path", ["/etc/shadow.wav", "\\\\server\\share\\a.wav", "C:\\a.wav", "~/a.wav", "../../a.wav", "file:unknown"]
)
def test_files_that_settings_name_and_that_were_never_used_here_are_left_out(path: str) -> None:
    request, left = local_paths.bounded(
        Request("mini-sfx", "p", extra=(("source", path), ("self", "x"), ("files", (path, "plain"))))
    )
    assert request.value("source") == ""
    assert request.value("files") == ("plain",)
    assert request.value("self") == "x"
    assert left == [path, path]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"models": 5, "sounds": [1]}', '{"sounds": {"a": 5}}', "[" * 100_000])
def test_a_damaged_book_is_an_empty_one(text: str) -> None:
    path = folders.data() / "places.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert metadata.request_of({"request": {"model": "m", "extra": {"source": "file:sha256:a"}}}).model == "m"
    local_paths.remember_model("/models/a")
    assert local_paths.is_known_model("/models/a")
    if os.name != "nt":
        assert not path.stat().st_mode & 0o077


def test_checksums_that_a_file_names_are_compared_with_files_of_the_model_only(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    names = [os.path.relpath(tmp_path / "secret", INFO.home), str(tmp_path / "secret"), "../" * 20 + "dev/zero"]
    assert "missing" in differing(INFO, dict.fromkeys(names, "0" * 64), None)
