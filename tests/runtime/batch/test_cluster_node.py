"""What a node of a cluster does, tried without a cluster: fetching a model's files once, and sending a sound back."""

from pathlib import Path

import pytest
import soundfile

from ditone.runtime import registry
from ditone.runtime.batch import cluster_node
from ditone.runtime.batch.cluster_node import ModelFiles, Node, Source, local_folder
from ditone.runtime.request import Request


@pytest.fixture
def model(tmp_path: Path) -> tuple[Path, ModelFiles]:
    folder = tmp_path / "elsewhere" / "model"
    (folder / "part").mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (folder / "part" / "weights.bin").write_bytes(bytes(range(256)) * 40)
    return folder, ModelFiles.of(folder)


def test_a_folder_under_the_same_path_is_used_in_place(model: tuple[Path, ModelFiles], tmp_path: Path) -> None:
    folder, files = model
    assert local_folder(files, Source().read, tmp_path / "cache") == folder


def test_a_node_without_the_folder_fetches_it_once(
    model: tuple[Path, ModelFiles], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_node, "CHUNK_BYTES", 1000)
    folder, files = model
    hidden = folder.rename(folder.parent / "on another machine")
    asked = []

    def read(_: str, name: str, at: int) -> bytes:
        asked.append((name, at))
        return Source().read(str(hidden), name, at)

    copy = local_folder(files, read, tmp_path / "cache")
    assert (copy / "part" / "weights.bin").read_bytes() == (hidden / "part" / "weights.bin").read_bytes()
    assert len(asked) == 1 + 11  # the small file at once, 10,240 bytes in pieces
    assert local_folder(files, read, tmp_path / "cache") == copy
    assert len(asked) == 12
    (copy / "part" / "weights.bin").write_bytes(b"cut off")  # by somebody who cleaned up
    assert local_folder(files, read, tmp_path / "cache") == copy
    assert (copy / "part" / "weights.bin").stat().st_size == 10_240


def test_a_file_that_becomes_shorter_on_its_way_is_no_model(model: tuple[Path, ModelFiles], tmp_path: Path) -> None:
    folder, files = model
    folder.rename(folder.parent / "gone")
    with pytest.raises(OSError, match=r"config\.json became shorter"):
        local_folder(files, lambda folder, name, at: b"", tmp_path / "cache")
    assert not list((tmp_path / "cache").glob("*/.complete"))


def test_the_sound_is_sent_back_only_where_the_folder_is_not_shared(tmp_path: Path) -> None:
    request = registry.resolve("mini-sfx").checked(Request("mini-sfx", "bell", duration_s=0.2, steps=2, solver="euler", seed=3))
    (tmp_path / "marker").touch()
    facts, error, data = Node(str(tmp_path), "marker").make(request, "a.wav", None)
    assert not error and data is None and facts["sample_rate_hz"] == 44_100
    facts, error, data = Node(str(tmp_path), "of another machine").make(request, "b.wav", None)
    assert not error and data is not None
    assert not (tmp_path / "b.wav").exists()
    (tmp_path / "b.wav").write_bytes(data)
    assert (soundfile.read(tmp_path / "a.wav")[0] == soundfile.read(tmp_path / "b.wav")[0]).all()


def test_a_failure_on_a_node_is_a_sentence(tmp_path: Path) -> None:
    _, error, data = Node(str(tmp_path), "marker").make(Request(str(tmp_path / "no model"), "bell"), "a.wav", None)
    assert data is None
    assert "no model" in error and "inside Ditone" not in error
