"""Hostile tokenizers are refused before a library runs them; published ones pass."""

import json
from pathlib import Path
from typing import Any

import pytest

from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import Node
from ditone.runtime.text_config import qwen_config
from ditone.runtime.tokenizer_files import check_file, check_folder, is_quick

QWEN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
GOOD: dict[str, Any] = {
    "padding": None,
    "truncation": None,
    "added_tokens": [{"id": 3, "content": "<pad>"}],
    "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
    "pre_tokenizer": {
        "type": "Sequence",
        "pretokenizers": [{"type": "Split", "pattern": {"Regex": QWEN}}, {"type": "ByteLevel"}],
    },
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []},
}


@pytest.mark.parametrize("pattern", [QWEN, GPT2, LLAMA3, r"\s+$", "[a-z]+"])
def test_published_patterns_are_quick(pattern: str) -> None:
    assert is_quick(pattern)


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(.*)*x", "(h|he|hel)*x", r"(a)\1", "a*a*a*a*a*a*b", "(a{1,9}){1,9}", "x" * 3000, 5, "a{1,100000}"]
)
def test_patterns_that_could_run_for_ever_are_not(pattern: object) -> None:
    assert not is_quick(pattern)


DOUBLE = {"type": "Replace", "pattern": {"String": "e"}, "content": "ee"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"padding": {"strategy": {"Fixed": 4_000_000_000}}}, "padding asks for a length of 4000000000"),
        ({"padding": "x"}, "padding is not an object"),
        ({"truncation": {"max_length": 2**40}}, "truncation"),
        (
            {
                "normalizer": {
                    "type": "Sequence",
                    "normalizers": [{"type": "Replace", "pattern": {"String": "e"}, "content": "ee"}] * 26,
                }
            },
            "times as long",
        ),
        ({"normalizer": {"type": "Replace", "pattern": {"Regex": "(.*)*x"}, "content": "y"}}, "could run for ever"),
        ({"model": {"type": "BPE", "vocab": {"a": 4_000_000_000}}}, "vocab"),
        ({"model": {"type": "BPE", "vocab": {"a": "x"}}}, "vocab"),
        ({"model": None}, "model is not an object"),
        ({"added_tokens": [{"id": 2**40}]}, "added_tokens.id"),
        ({"pre_tokenizer": {"type": "Sequence", "pretokenizers": 5}}, "no list"),
    ],
)
def test_what_cannot_be_stopped_once_it_runs_is_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(GOOD))
    check_file(path)
    path.write_text(json.dumps({**GOOD, **change}))
    with pytest.raises(BadModelFolder) as raised:
        check_file(path)
    assert words in raised.value.text()
    assert "tokenizer.json" in raised.value.text()


@pytest.mark.parametrize("value", ["", "x", None, True, -1, [], 1e30, 1000000000000000019884624838656])
def test_the_longest_input_is_a_number(tmp_path: Path, value: Any) -> None:
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"model_max_length": value}))
    if value is None or (isinstance(value, float | int) and value > 1):
        check_folder(tmp_path)
    else:
        with pytest.raises(BadModelFolder, match="model_max_length"):
            check_folder(tmp_path)


SIZES = {
    "hidden_size": 32, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2, "intermediate_size": 64,
    "vocab_size": 300, "rope_theta": 1e6, "rms_norm_eps": 1e-6, "hidden_act": "silu", "use_sliding_window": False,
}  # fmt: skip


@pytest.mark.parametrize("key", list(SIZES))
@pytest.mark.parametrize("value", [0, -1, 10**9, 1e308, "x", None, [], {}, 2**63, [[]], ""])
def test_every_value_of_a_language_model_is_checked(key: str, value: Any) -> None:
    assert qwen_config(Node(SIZES, "f"))["hidden_size"] == 32
    if (key, value) == ("rope_theta", 10**9):
        return  # which a model could have
    with pytest.raises(BadModelFolder, match=rf"f\.{key}"):
        qwen_config(Node({**SIZES, key: value}, "f"))
