"""The user's own folders: one home for all of them, and nobody else's business."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ditone.runtime import folders

POSIX = pytest.mark.skipif(os.name == "nt", reason="mode bits are POSIX's")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@POSIX
def test_private_folders_are_made_and_tightened(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        deep = folders.make_private(tmp_path / "data" / "ditone" / "library")
        open_one = tmp_path / "open"
        open_one.mkdir(0o755)
        folders.make_private(open_one)
    finally:
        os.umask(before)
    assert {mode(path) for path in (deep, deep.parent, deep.parent.parent, open_one)} == {0o700}
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="Not a directory"):
        folders.make_private(tmp_path / "file")


@POSIX
def test_what_is_shared_on_purpose_keeps_its_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, home, below = tmp_path / "tmp", tmp_path / "home", tmp_path / "target"
    for folder in (shared, home, below):
        folder.mkdir()
        folder.chmod(0o755)
    shared.chmod(0o1777)
    monkeypatch.setenv("HOME", str(home))
    (tmp_path / "link").symlink_to(below)
    for folder in (shared, home, tmp_path, tmp_path / "link"):
        assert not folders.tighten(folder)
    assert mode(shared) == 0o1777
    assert mode(below) == 0o755


def test_every_place_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, place in {
        folders.LIBRARY: folders.library,
        folders.VOICES: folders.voices,
        folders.RECOGNISERS: folders.recognisers,
        folders.CONFIG: folders.config,
        folders.RESCUE: folders.rescue,
    }.items():
        monkeypatch.setenv(variable, str(tmp_path / variable))
        assert place() == tmp_path / variable
        monkeypatch.delenv(variable)
        assert place() != tmp_path / variable


def test_nothing_else_asks_the_system_for_a_folder() -> None:
    root = Path(__file__).parents[2]
    asking = [
        p
        for floor in ("runtime", "gui", "models")
        for p in (root / floor).rglob("*.py")
        if "import platformdirs" in p.read_text()
    ]
    assert asking == [root / "runtime" / "folders.py"]
