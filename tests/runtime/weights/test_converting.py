"""Torch files written again as safetensors: the same tensors, or nothing at all."""

from __future__ import annotations

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
import torch

from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.weights import converting, open_safetensors
from ditone.runtime.weights.converting import convert

TENSORS = {
    "a.weight": torch.randn(3, 4, generator=torch.Generator().manual_seed(0)).T,  # not contiguous
    "a.half": torch.tensor([1.5, float("nan")], dtype=torch.bfloat16),
    "scale": torch.tensor(2.0),
    "ids": torch.arange(5),
    "unused": torch.zeros(2),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "model"
    made.mkdir()
    torch.save(TENSORS, made / "one.pt")
    torch.save({"b": torch.ones(4)}, made / "two.pt")
    return made


def nothing(_share: float) -> None:
    pass


def test_the_copies_hold_the_same_tensors_bit_for_bit(folder: Path) -> None:
    shares: list[float] = []
    written = convert(folder, ["one.pt", "two.pt"], shares.append, ("unused",))
    assert [path.name for path in written] == ["one.safetensors", "two.safetensors"]
    with open_safetensors(written[0]) as source:
        assert source.headers.keys() == TENSORS.keys() - {"unused"}
        for name in source.headers:
            assert source.read(name).dtype == TENSORS[name].dtype
            torch.testing.assert_close(source.read(name), TENSORS[name], rtol=0, atol=0, equal_nan=True)
    assert shares == sorted(shares) and shares[0] == 0.0 and shares[-1] == 1.0
    assert sorted(path.name for path in folder.iterdir()) == ["one.pt", "one.safetensors", "two.pt", "two.safetensors"]


def test_stopping_leaves_finished_copies_and_no_half_one(folder: Path) -> None:
    def stop(share: float) -> None:
        if share > 0.9:
            raise Cancelled

    with pytest.raises(Cancelled):
        convert(folder, ["one.pt", "two.pt"], stop)
    assert sorted(path.name for path in folder.iterdir()) == ["one.pt", "one.safetensors", "two.pt"]


def test_a_copy_that_reads_back_differently_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = converting.save_file

    def altered(tensors: dict[str, torch.Tensor], path: Path, about: dict[str, str]) -> None:
        save({**tensors, "ids": tensors["ids"] + 1}, path, about)

    monkeypatch.setattr(converting, "save_file", altered)
    with pytest.raises(DitoneError, match=r"The copy of one\.pt differs in ids"):
        convert(folder, ["one.pt"], nothing)
    assert sorted(path.name for path in folder.iterdir()) == ["one.pt", "two.pt"]


@pytest.mark.skipif(os.name == "nt", reason="links and modes of POSIX")
def test_a_planted_link_is_not_followed_and_the_copy_may_be_read_as_the_umask_says(folder: Path) -> None:
    victim = folder.parent / "victim"
    victim.write_text("precious")
    (folder / ".one.safetensors.partial").symlink_to(victim)
    before = os.umask(0o022)
    try:
        convert(folder, ["one.pt"], nothing)
    finally:
        os.umask(before)
    assert victim.read_text() == "precious"
    assert (folder / ".one.safetensors.partial").is_symlink()  # nor removed: it is none of ours
    assert (folder / "one.safetensors").stat().st_mode & 0o777 == 0o644


def test_a_full_disk_is_told_before_anything_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 1000))
    with pytest.raises(DitoneError, match=r"needs 0.07 GB, and the disk of .* has 0.00 GB left"):
        convert(folder, ["one.pt"], nothing)
    assert sorted(path.name for path in folder.iterdir()) == ["one.pt", "two.pt"]


def test_a_disk_that_fills_up_meanwhile_is_told_and_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(tensors: dict[str, torch.Tensor], path: Path, about: dict[str, str]) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(converting, "save_file", full)
    with pytest.raises(DitoneError, match="could not be written: No space left on device"):
        convert(folder, ["one.pt"], nothing)
    assert sorted(path.name for path in folder.iterdir()) == ["one.pt", "two.pt"]


def test_a_folder_that_cannot_be_written_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write anywhere
    with pytest.raises(DitoneError, match="cannot be written") as caught:
        convert(folder, ["one.pt"], nothing)
    assert "permissions" in caught.value.text()


def test_a_program_in_a_torch_file_is_refused(folder: Path) -> None:
    class Program:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.system, ("true",)

    torch.save({"a": Program()}, folder / "one.pt")
    with pytest.raises(DitoneError):
        convert(folder, ["one.pt"], nothing)
    assert not (folder / "one.safetensors").exists()
