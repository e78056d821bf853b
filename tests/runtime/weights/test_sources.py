"""Checkpoints as data: memory that is given back while reading, and headers that lie."""

from __future__ import annotations

import json
import os
import weakref
from pathlib import Path
from pickle import dumps as pickle_bytes

import pytest
import torch
from safetensors.torch import save_file

from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights import sources
from ditone.runtime.weights.sources import open_pickle, read_header


@pytest.fixture
def pickle(tmp_path: Path) -> tuple[Path, dict[str, torch.Tensor]]:
    tensors = {f"t{i}": torch.full((8, 4), float(i)) for i in range(5)}
    torch.save(tensors, tmp_path / "a.pt")
    return tmp_path / "a.pt", tensors


def test_mapped_pages_of_a_pickle_are_given_back_while_reading(
    pickle: tuple[Path, dict[str, torch.Tensor]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, tensors = pickle
    monkeypatch.setattr(sources, "REOPEN_BYTES", 8 * 4 * 4)  # a second tensor is one too many
    with open_pickle(path) as source:
        first = source.read("t0")
        mapping = weakref.ref(first.untyped_storage())
        del first
        assert mapping() is not None  # the table still holds it
        assert all(torch.equal(source.read(name), tensors[name]) for name in tensors)
        assert mapping() is None


def test_closed_pickle_can_be_read_again(pickle: tuple[Path, dict[str, torch.Tensor]]) -> None:
    path, tensors = pickle
    source = open_pickle(path)
    source.close()
    assert torch.equal(source.read("t3"), tensors["t3"])


def test_headers_of_a_pickle_alone(pickle: tuple[Path, dict[str, torch.Tensor]]) -> None:
    path, tensors = pickle
    headers = open_pickle(path, headers_only=True).headers
    assert {name: header.shape for name, header in headers.items()} == dict.fromkeys(tensors, (8, 4))


@pytest.mark.parametrize(
    "header",
    [
        [],
        3,
        {"a": 1},
        {"a": {"shape": 4, "dtype": "F32", "data_offsets": [0, 4]}},
        {"a": {"shape": [1]}},
        {"a": {"shape": [1], "dtype": "F32", "data_offsets": []}},
    ],
)
def test_header_that_describes_no_tensors_is_refused(tmp_path: Path, header: object) -> None:
    text = json.dumps(header).encode()
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(text).to_bytes(8, "little") + text)
    with pytest.raises(BadModelFolder, match=r"a\.safetensors is not a safetensors file"):
        read_header(path)


class Hostile:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("exit 3",)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (pickle_bytes({"weight": Hostile()}, protocol=2), "holds more than tensors, and opening it could run code. It asks for "),
        (b"\x00garbage\xff" * 50, "is damaged or was cut short. Download it again."),
        (b"PK\x03\x04" + b"\x00" * 100, "is damaged or was cut short. Download it again."),
    ],
)
def test_a_refused_pickle_is_said_in_our_words_and_never_with_advice_to_open_it_unsafely(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    (tmp_path / "model.pt").write_bytes(content)
    with pytest.raises(BadModelFolder) as caught:
        open_pickle(tmp_path / "model.pt")
    assert sentence in caught.value.text()
    assert "weights_only" not in caught.value.text()


def test_a_file_that_is_shortened_while_it_is_read_is_a_sentence(tmp_path: Path) -> None:
    """A mapped one would end the program by a signal."""
    path = tmp_path / "a.safetensors"
    save_file({f"t{i}": torch.zeros(20_000) for i in range(4)}, path)
    with sources.open_safetensors(path) as source:
        assert torch.equal(source.read("t0"), torch.zeros(20_000))
        os.truncate(path, 4096)
        with pytest.raises(BadModelFolder, match=r"a\.safetensors was cut short while it was read"):
            source.read("t3")
    torch.save({"a": torch.zeros(50_000), "b": torch.zeros(50_000)}, tmp_path / "a.pt")
    with open_pickle(tmp_path / "a.pt") as source:
        source.read("a")
        os.truncate(tmp_path / "a.pt", 4096)
        with pytest.raises(BadModelFolder, match=r"a\.pt was cut short while it was read"):
            source.read("b")


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"a": {"shape": [1], "dtype": "F8_E4M3", "data_offsets": [0, 1]}}, "8 bits or less (F8_E4M3)"),
        ({"__metadata__": {"format": "mlx"}, "a": {"shape": [1], "dtype": "F32", "data_offsets": [0, 4]}}, "in the form of MLX"),
        ({"a": {"shape": [2**40, 2**20], "dtype": "F32", "data_offsets": [0, 4]}}, "it needs"),
        ({name: {"shape": [1], "dtype": "F32", "data_offsets": [0, 4]} for name in "ab"}, "over each other"),
    ],
)
def test_forms_that_no_family_computes_with_are_named(tmp_path: Path, header: dict[str, object], words: str) -> None:
    text = json.dumps(header).encode()
    (tmp_path / "a.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + bytes(64))
    with pytest.raises(BadModelFolder) as raised:
        read_header(tmp_path / "a.safetensors")
    assert words in raised.value.text()


@pytest.mark.parametrize("name", ["../secret", "/dev/zero", "a/b", "C:x", "", 5, None, ["a"]])
def test_a_shard_index_names_files_beside_it_and_nothing_else(tmp_path: Path, name: object) -> None:
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"t": name}}))
    with pytest.raises(BadModelFolder, match=r"index\.json\.weight_map\.t is"):
        sources.shard_paths(index)
