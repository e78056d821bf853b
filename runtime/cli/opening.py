"""Files and folders on the command line that are meant for the window: `ditone rain.wav`, and what a desktop hands over."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from ditone.runtime.errors import BadRequest

WITH_VALUE = "--model"
FLAGS = ("--smoke",)


def as_studio(argv: list[str], commands: Collection[str]) -> list[str]:
    """The same words with `studio` before them, where the first one behind the window's options is a file or folder and no command."""
    first = _first_word(argv)
    if first is None or first in commands or not looks_like_path(first):
        return argv
    return ["studio", *argv]


def looks_like_path(word: str) -> bool:
    """Whether a word can only be meant as a file or folder: it exists, or it is written like one."""
    separators = [mark for mark in (os.sep, os.altsep) if mark]
    return _is_url(word) or any(mark in word for mark in separators) or Path(word).suffix[1:].isalnum() or exists(word)


def existing(words: Sequence[str]) -> list[str]:
    """The files and folders as absolute paths. Raises BadRequest, naming it, for one that is not there."""
    paths = [_path(word) for word in words]
    for path in paths:
        if not exists(path):
            raise BadRequest(
                f"{path} does not exist.", actions=("Give a sound file or a model folder; `ditone --help` lists the commands.",)
            )
    return [str(Path(path).absolute()) for path in paths]


def exists(path: str) -> bool:
    """Whether there is such a file or folder; False for what can be no path."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _first_word(argv: list[str]) -> str | None:
    at = 0
    while at < len(argv):
        word = argv[at]
        if word == "--":
            return argv[at + 1] if at + 1 < len(argv) else None
        if word == WITH_VALUE:
            at += 2
        elif word.startswith(WITH_VALUE + "=") or word in FLAGS:
            at += 1
        else:
            return None if word.startswith("-") else word
    return None


def _is_url(word: str) -> bool:
    return word.lower().startswith("file://")


def _path(word: str) -> str:
    if not _is_url(word):
        return word
    import urllib.parse  # with half of the standard library behind it
    import urllib.request

    return urllib.request.url2pathname(urllib.parse.urlsplit(word).path)
