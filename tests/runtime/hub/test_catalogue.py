"""The form of the catalogue, names and links that people give, and what is taken of a repository that nobody has described."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.hub import catalogue
from ditone.runtime.hub.listing import HubFile, Listing

FOLDER = Path(__file__).parents[3] / "assets" / "catalogue"
FILES = sorted(FOLDER.glob("*.json"))
EVERY = [entry for path in FILES for entry in catalogue.read(path)]


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.name)
def test_an_entry_tells_all_that_is_asked_before_a_download(entry: catalogue.Entry) -> None:
    assert re.fullmatch(r"[a-z0-9.-]+", entry.name)
    assert entry.title and entry.about and entry.example_prompt and entry.makes and entry.languages
    assert all(re.fullmatch(r"[a-z]{2,3}", language) for language in entry.languages)
    assert entry.licence.line.endswith(".") and entry.licence.url.startswith("https://")
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+", source.repo_id) for source in entry.sources)
    assert set(entry.memory_mib) <= {"float32", "bfloat16", "float16"} and min(entry.memory_mib.values()) > 1000
    weights = sum(entry.parameters.values())
    assert max(entry.memory_mib.values()) * 2**20 > 3 * weights  # it holds them in float32, at least in part
    assert entry.tflop > 0
    names = [file.name for file in entry.files]
    assert len(set(names)) == len(names) and all(file.role for file in entry.files)
    assert entry.wanted()[-1] == max(entry.files, key=lambda file: file.size_bytes).name


def test_names_and_repositories_are_told_apart() -> None:
    names = [entry.name for entry in EVERY]
    assert len(set(names)) == len(names)
    for entry in EVERY:
        for word in (entry.name, entry.name.upper(), entry.source.repo_id, entry.source.repo_id.partition("/")[2]):
            assert catalogue.find(EVERY, word) == entry
    assert catalogue.find(EVERY, "nothing") is None


def test_every_family_file_is_named_after_its_family() -> None:
    for path in FILES:
        assert {entry.family for entry in catalogue.read(path)} == {path.stem}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"gated": "yes"}, "gated"),
        ({"makes": ["noise"]}, "makes"),
        ({"files": [{"name": "a", "role": "b", "size_bytes": -1}]}, "size_bytes"),
        ({"sources": [{"repo_id": "a/b", "hub": "elsewhere"}]}, "hub"),
        ({"licence": "unknown"}, "unknown"),
        ({"tflop": "much"}, "tflop"),
    ],
)
def test_a_wrong_entry_is_named_with_its_key(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    data = json.loads(FILES[0].read_text())
    data["entries"] = [{**data["entries"][0], **change}]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(data))
    with pytest.raises(DitoneError, match=words):
        catalogue.read(path)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("maker/model", ("maker/model", "huggingface", None)),
        (" https://huggingface.co/maker/model ", ("maker/model", "huggingface", None)),
        ("https://huggingface.co/maker/model/tree/abc123", ("maker/model", "huggingface", "abc123")),
        ("https://huggingface.co/maker/model/blob/main/config.json?x=1", ("maker/model", "huggingface", "main")),
        ("https://hf-mirror.com/maker/model", ("maker/model", "huggingface", None)),
        ("https://www.modelscope.cn/models/maker/model", ("maker/model", "modelscope", None)),
        ("hf://maker/model", ("maker/model", "huggingface", None)),
        ("https://huggingface.co/datasets/maker/data", None),
        ("https://huggingface.co/maker", None),
        ("a model", None),
        ("../up", None),
        ("model", None),
    ],
)
def test_a_pasted_link_or_id_is_understood(text: str, wanted: object) -> None:
    assert catalogue.repository_in(text) == wanted


def test_of_an_undescribed_repository_only_what_is_of_use_is_taken() -> None:
    names = {
        "model.safetensors": 10**9,
        "other.safetensors": 10**9,
        "config.json": 100,
        "tokenizer.json": 10**7,
        "LICENSE.md": 9,
        "README.md": 9,
        "cover.png": 9,
        "run.py": 9,
    }
    found = Listing("a/b", "c", tuple(HubFile(name, size) for name, size in names.items()))
    kept = [file.name for file in catalogue.of_use(found, ["model.safetensors", "config.json"])]
    assert kept == ["LICENSE.md", "config.json", "tokenizer.json", "model.safetensors"]


def test_a_repository_that_lost_a_file_says_which() -> None:
    entry = EVERY[0]
    short = Listing(entry.source.repo_id, "c", tuple(HubFile(name, 1) for name in entry.wanted()[:-1]))
    with pytest.raises(DitoneError, match=re.escape(entry.wanted()[-1])):
        entry.checked(short)
    with pytest.raises(BadRequest, match="to be fetched besides"):
        entry.extra("nothing.bin")
