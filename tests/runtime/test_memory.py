"""Lack of memory is told apart from damage, in all its spellings."""

import errno
from pathlib import Path

import pytest
import torch

from ditone.runtime.errors import BadModelFolder
from ditone.runtime.memory import is_out_of_memory
from ditone.runtime.weights.sources import read_pickle


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError(
            "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 9"
        ),
        RuntimeError("std::bad_alloc"),
        ImportError("libtorch_cpu.so: failed to map segment from shared object"),
    ],
)
def test_spellings(error: Exception) -> None:
    assert is_out_of_memory(error)
    outer = ValueError("outer")
    outer.__cause__ = error
    assert is_out_of_memory(outer)


def test_other_failures_are_not() -> None:
    assert not is_out_of_memory(ValueError("bad value"))
    assert not is_out_of_memory(OSError(errno.ENOENT, "No such file"))


def test_a_pickle_that_there_is_no_memory_for_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.save({"a": torch.zeros(3)}, tmp_path / "a.pt")

    def lacking(*_: object, **__: object) -> None:
        raise RuntimeError("unable to mmap 12 bytes from file: Cannot allocate memory (12)")

    monkeypatch.setattr(torch, "load", lacking)
    with pytest.raises(RuntimeError, match="Cannot allocate memory"):
        read_pickle(tmp_path / "a.pt")
    monkeypatch.setattr(torch, "load", lambda *_, **__: 1 / 0)
    with pytest.raises(BadModelFolder, match="damaged or was cut short"):
        read_pickle(tmp_path / "a.pt")
