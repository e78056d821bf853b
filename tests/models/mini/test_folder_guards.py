"""A folder of the built-in format with a damaged file is refused by a sentence: nothing hangs, fills the memory or fails inside."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from ditone.models.mini import loading as sfx
from ditone.models.mini.family import BUILTIN, family
from ditone.models.mini.voice import loading as voice
from ditone.runtime.errors import BadModelFolder

WRONG: tuple[Any, ...] = (None, "\x1b[31m", -1, 2**62, [[]], {})
READERS = {"mini-sfx": sfx.read_config, "mini-voice": voice.read_config}


def copied(name: str, folder: Path) -> Path:
    """The built-in folder with its weights behind links."""
    made = folder / name
    made.mkdir()
    for path in BUILTIN[name].iterdir():
        if path.name == "config.json":
            (made / path.name).write_bytes(path.read_bytes())
        else:
            (made / path.name).symlink_to(path)
    return made


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every key of an object, and of those inside."""
    for key, value in data.items():
        yield (*path, key)
        if isinstance(value, dict):
            yield from places(value, (*path, key))


def with_value(data: Any, place: tuple[Any, ...], value: Any) -> Any:
    changed = json.loads(json.dumps(data))
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    if value is KeyError:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return changed


def refusal(read: Callable[[Path], object], folder: Path) -> str | None:
    """The sentence with which a folder is refused, if it is."""
    try:
        read(folder)
    except BadModelFolder as error:
        return error.text()
    return None


@pytest.mark.skipif(os.name == "nt", reason="links")
@pytest.mark.parametrize("name", READERS)
def test_every_wrong_value_in_the_configuration_is_a_sentence(name: str, tmp_path: Path) -> None:
    folder = copied(name, tmp_path)
    data = json.loads((folder / "config.json").read_text("utf-8"))
    refused = 0
    for place in places({key: value for key, value in data.items() if key not in ("training", "signal")}):
        for value in (KeyError, *WRONG):
            (folder / "config.json").write_text(json.dumps(with_value(data, place, value)), "utf-8")
            said = refusal(READERS[name], folder)
            refused += said is not None
            assert said is None or "config.json" in said, (place, value)
            assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", said or ""), (place, value)
    assert refused > 200


@pytest.mark.skipif(os.name == "nt", reason="links")
@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("decoder", "dim"), 60000),
        (("decoder", "blocks"), 1024),
        (("conditioning", "layers"), 1024),
        (("dit", "depth"), 2000),
        (("dit", "feed_forward", "inner"), 2**24),
        (("dit", "time", "count"), 0),
        (("decoder", "kernel"), 6),
        (("words",), 2**20),
    ],
)
def test_sizes_that_the_weights_do_not_have_are_refused_before_memory_is_taken(
    place: tuple[str, ...], value: int, tmp_path: Path
) -> None:
    folder = copied("mini-sfx", tmp_path)
    data = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(with_value(data, place, value)), "utf-8")
    with pytest.raises(BadModelFolder):
        sfx.load_parts(folder, torch.device("cpu"), torch.float32)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def ending_nowhere(path: Path) -> None:
    path.symlink_to(path)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: None,
    "empty": lambda path: path.write_bytes(b""),
    "noise": lambda path: path.write_bytes(os.urandom(500)),
    "deep": lambda path: path.write_bytes(b"[" * 100_000),
    "packed deep": lambda path: path.write_bytes(gzip.compress(b"[" * 100_000)),
    "packed list": lambda path: path.write_bytes(gzip.compress(b"[]")),
    "packed numbers": lambda path: path.write_bytes(gzip.compress(b'{"a": 1}')),
    "packed bomb": lambda path: path.write_bytes(gzip.compress(b"\0" * 2**27, 9)),
    "folder": Path.mkdir,
    "pipe": pipe,
    "loop": ending_nowhere,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.skipif(os.name == "nt", reason="pipes and links")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("name", [("mini-sfx", "config.json"), ("mini-sfx", "words.txt"), ("mini-voice", "lexicon.json.gz")])
def test_a_damaged_file_is_a_sentence(name: tuple[str, str], kind: str, tmp_path: Path) -> None:
    folder = copied(name[0], tmp_path)
    path = folder / name[1]
    path.unlink()
    DAMAGE[kind](path)
    load = sfx.load_parts if name[0] == "mini-sfx" else voice.load_parts
    with pytest.raises(BadModelFolder, match=re.escape(name[1])):
        load(folder, torch.device("cpu"), torch.float32)
    if name[1] == "config.json":
        assert family.recognise(folder) is None or family.recognise(folder).problems  # type: ignore[union-attr]
