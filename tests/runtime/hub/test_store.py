"""Removing with undo, moving the models folder, and folders of other programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import fetching, moving, record, removing, store
from ditone.runtime.hub.listing import listing
from tests.hub_server import Content, HubServer

REPO = "maker/model"
FILES: dict[str, Content] = {"config.json": b"{}", "part/weights.pt": bytes(50_000)}


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[store.Installed]:
    """A fetched model, in the usual models folder of this test's user."""
    monkeypatch.delenv(store.FOLDER_VARIABLE)
    with HubServer(REPO, dict(FILES)) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
        fetching.fetch(listing(REPO), store.target(REPO))
        yield store.installed()[0]


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_removed_model_comes_back_until_the_end(model: store.Installed) -> None:
    whole = names(model.folder)
    removed = removing.remove(model)
    assert removed.size_bytes >= 50_002
    assert store.installed() == [] and not model.folder.exists()
    removing.bring_back(removed)
    assert names(model.folder) == whole
    assert record.provenance(model.folder)  # it still counts as checked
    removing.empty_trash(removing.remove(model))
    assert names(store.models_folder()) == []


def test_what_a_killed_window_left_is_deleted_at_the_next_start(model: store.Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    removing.remove(model)
    removing.empty_trash()
    assert len(names(store.models_folder())) == 3  # the window that removed it is open, and can bring it back
    monkeypatch.setattr(removing, "is_at_work", lambda owner: False)
    removing.empty_trash()
    assert names(store.models_folder()) == []


def test_files_that_are_not_of_the_model_stay(model: store.Installed) -> None:
    (model.folder / "my-adapter.safetensors").write_text("mine")
    (model.folder / "part" / "weights.safetensors").write_text("a converted copy of weights.pt")
    removing.empty_trash(removing.remove(model))
    assert names(model.folder) == ["my-adapter.safetensors"]


def test_what_is_used_in_place_is_never_deleted(tmp_path: Path, model: store.Installed) -> None:
    other = tmp_path / "other program" / "model"
    other.mkdir(parents=True)
    (other / "weights.bin").write_text("x")
    store.remember(other, in_place=True)
    found = next(one for one in store.installed() if one.folder == other)
    assert found.in_place and found.complete
    with pytest.raises(DitoneError, match="belongs to another program"):
        removing.remove(found)
    store.forget(other)
    assert names(other) == ["weights.bin"]
    assert [one.folder for one in store.installed()] == [model.folder]


def test_the_models_folder_moves_and_old_paths_lead_to_the_new_place(
    tmp_path: Path, model: store.Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "hardlink_to", no_links)  # as to another disk
    old, shares = model.folder, []
    moving.move_folder(tmp_path / "big disk", progress=shares.append)
    (one,) = store.installed()
    assert one.folder == tmp_path / "big disk" / "maker" / "model"
    assert not old.exists()
    assert record.provenance(one.folder)
    assert store.moved(old) == one.folder
    assert shares[-1] == 1.0


def test_a_move_that_ends_early_leaves_everything_where_it_was(
    tmp_path: Path, model: store.Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "hardlink_to", no_links)

    def ends(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moving.move_folder(tmp_path / "new", progress=ends)
    assert store.installed()[0].folder == model.folder
    assert record.provenance(model.folder)
    moving.move_folder(tmp_path / "new")
    assert store.installed()[0].folder == tmp_path / "new" / "maker" / "model"


def no_links(self: Path, target: Path) -> None:
    raise OSError("another disk")


@pytest.mark.parametrize("where", ["inside", "."])
def test_the_models_folder_does_not_move_into_itself(model: store.Installed, where: str) -> None:
    with pytest.raises(DitoneError, match="is the models folder"):
        moving.move_folder(store.models_folder() / where)


def test_a_snapshot_in_a_hubs_cache_tells_its_revision(tmp_path: Path) -> None:
    blobs = tmp_path / "models--maker--model" / "blobs"
    snapshot = tmp_path / "models--maker--model" / "snapshots" / ("ab" * 20)
    blobs.mkdir(parents=True)
    snapshot.mkdir(parents=True)
    (blobs / "1").write_text("{}")
    (snapshot / "config.json").symlink_to(blobs / "1")
    assert record.provenance(snapshot) == f"maker/model@{'ab' * 20}"


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"repo_id": 3}', b'{"repo_id": "a/b", "revision": "c", "files": [{}]}'])
def test_a_damaged_record_counts_as_none(model: store.Installed, damage: bytes) -> None:
    (model.folder / record.NAME).write_bytes(damage)
    assert record.read(model.folder) is None
    assert record.provenance(model.folder) == ""
    assert store.installed() == []
