"""Looks at the tokenizer files of a model folder before a library gets them.

Some of what such a file may ask for cannot be stopped once it runs: a padding of billions of tokens, a text that doubles with every
rule, a pattern that backtracks for years. What is checked here leaves every published tokenizer as it is.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ditone.runtime import files
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import LARGEST_BYTES, Node, is_whole, load, shown

MOST_TOKENS = 2**22  # rows of a vocabulary; the largest published one has 262,144
LONGEST_INPUT = 2**16
MOST_RULES = 64
MOST_GROWTH = 16.0  # how much longer all replacements together may make a text
LONGEST_PATTERN = 2000
MOST_REPEATS = 5  # open-ended repeats in one branch of a pattern: the time grows with that power of the text
JSON_FILES = (
    "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "vocab.json", "config.json",
    "generation_config.json", "preprocessor_config.json", "chat_template.json",
)  # fmt: skip
OTHER_FILES = ("merges.txt", "vocab.txt", "tokenizer.model", "spiece.model", "sentencepiece.bpe.model", "chat_template.jinja")


def check_folder(folder: Path) -> None:
    """Every file that a tokenizer is read from: a plain file of bounded size, and safe to run. Raises BadModelFolder naming it."""
    try:
        _check_folder(folder)
    except BadModelFolder as error:
        raise BadModelFolder(f"The tokenizer cannot be used: {error.message}", error.cause, error.actions) from error


def _check_folder(folder: Path) -> None:
    for name in JSON_FILES:
        path = folder / name
        if path.is_symlink() or path.exists():
            shown_name = f"{folder.name}/{name}"
            if name == "tokenizer.json":
                check_file(path, shown_name)
            else:
                _check_table(name, Node.load(path, shown_name))
    for name in OTHER_FILES:
        path = folder / name
        if path.is_symlink() or path.exists():
            size = files.regular_file(path, BadModelFolder, f"{folder.name}/{name}").st_size
            if size > LARGEST_BYTES:
                raise BadModelFolder(f"{folder.name}/{name} has {size:,} bytes; at most {LARGEST_BYTES:,} were expected.")


def check_file(path: Path, name: str | None = None) -> None:
    """One tokenizer.json. Raises BadModelFolder with the part at fault."""
    node = Node(load(path, name=name), name or path.name)
    _check_length(node, "padding")
    _check_length(node, "truncation")
    model = node.node("model")
    vocabulary = model.data.get("vocab")
    if not isinstance(vocabulary, dict | list) or len(vocabulary) > MOST_TOKENS:
        raise model.unsupported("vocab", f"a table of at most {MOST_TOKENS:,} tokens")
    if isinstance(vocabulary, dict) and not all(is_whole(number, 0, MOST_TOKENS) for number in vocabulary.values()):
        raise model.unsupported("vocab", f"numbers from 0 to {MOST_TOKENS:,}")
    added = node.data.get("added_tokens") or []
    if not isinstance(added, list) or len(added) > LONGEST_INPUT:
        raise node.unsupported("added_tokens", "a list")
    for token in added:
        Node(token, f"{node.where}.added_tokens").whole("id", low=0, high=MOST_TOKENS)
    rules = [rule for part in ("normalizer", "pre_tokenizer") for rule in _rules(node.data.get(part), f"{node.where}.{part}", 0)]
    if len(rules) > MOST_RULES:
        raise BadModelFolder(
            f"{node.where} has {len(rules):,} rules for normalising and splitting; at most {MOST_RULES} were expected."
        )
    growth = 1.0
    for rule in rules:
        growth *= _growth(rule)
    if growth > MOST_GROWTH:
        raise BadModelFolder(
            f"{node.where}.normalizer may make a text {growth:,.0f} times as long; at most {MOST_GROWTH:g} times was expected."
        )


def _check_table(name: str, node: Node) -> None:
    if name in ("vocab.json", "added_tokens.json"):
        for token, number in node.data.items():
            if not is_whole(number, 0, MOST_TOKENS):
                raise BadModelFolder(
                    f"{node.where}: the token {shown(token)} is {shown(number)}; a number up to {MOST_TOKENS:,} was expected."
                )
    if name == "tokenizer_config.json":
        longest = node.data.get("model_max_length")
        if longest is not None and (isinstance(longest, bool) or not isinstance(longest, int | float) or not longest > 0):
            raise node.unsupported("model_max_length", "a number above 0")
        for number in node.optional("added_tokens_decoder"):
            if not number.isdecimal() or int(number[:20]) > MOST_TOKENS:
                raise BadModelFolder(
                    f"{node.where}.added_tokens_decoder holds {shown(number)}; numbers up to {MOST_TOKENS:,} were expected."
                )


def _check_length(node: Node, key: str) -> None:
    """Padding and truncation: no length, or a bounded one."""
    part = node.optional_node(key)
    strategy = part.data.get("strategy")
    lengths = [part.data.get("max_length"), part.data.get("stride"), part.data.get("pad_to_multiple_of"), part.data.get("pad_id")]
    if isinstance(strategy, dict):
        lengths += strategy.values()
    for length in lengths:
        if length is not None and not is_whole(length, 0, MOST_TOKENS if length == part.data.get("pad_id") else LONGEST_INPUT):
            raise BadModelFolder(f"{part.where} asks for a length of {shown(length)}; up to {LONGEST_INPUT:,} was expected.")


def _rules(part: Any, where: str, depth: int) -> list[Node]:
    """The single rules of a part that may be a sequence of parts. Raises BadModelFolder for a pattern that could run for ever."""
    if part is None:
        return []
    node = Node(part, where)
    inner = node.data.get("normalizers", node.data.get("pretokenizers"))
    if node.data.get("type") == "Sequence":
        if not isinstance(inner, list) or len(inner) > MOST_RULES or depth > 4:
            raise BadModelFolder(f"{where} is no list of at most {MOST_RULES} rules.")
        return [rule for item in inner for rule in _rules(item, where, depth + 1)]
    pattern = node.data.get("pattern")
    expression = pattern.get("Regex") if isinstance(pattern, dict) else None
    if expression is not None and not is_quick(expression):
        raise BadModelFolder(
            f"{where} holds a pattern that could run for ever: {shown(expression)}.", "No published tokenizer has it."
        )
    return [node]


def _growth(rule: Node) -> float:
    content = rule.data.get("content", rule.data.get("prepend", rule.data.get("replacement")))
    if not isinstance(content, str) or rule.data.get("type") not in ("Replace", "Prepend"):
        return 1.0
    pattern = rule.data.get("pattern")
    text = pattern.get("String") if isinstance(pattern, dict) else None
    return max(1.0, len(content) / max(len(text), 1) if isinstance(text, str) and text else float(len(content)))


def is_quick(expression: object) -> bool:
    """Whether a regular expression's time is bounded by a low power of the text's length: no repeated group, no back reference, few
    open-ended repeats in a row."""
    if not isinstance(expression, str) or len(expression) > LONGEST_PATTERN or re.search(r"\\[1-9kg]", expression):
        return False
    plain = re.sub(r"\\[pP]\{[^}]*\}|\\.", "x", expression, flags=re.DOTALL)
    plain = re.sub(r"\[\^?\]?(?:[^\[\]]|\[[^\]]*\])*\]", "x", plain)
    if re.search(r"\)(?:[*+]|\{)", plain) or any(
        int(n[:9]) > 1000 for n in re.findall(r"\d+", "".join(re.findall(r"\{[^}]*\}", plain)))
    ):
        return False
    return all(len(re.findall(r"[*+]|,\}", branch)) <= MOST_REPEATS for branch in plain.split("|"))
