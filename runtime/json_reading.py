"""The one reader of JSON that others wrote: model folders, tensor files, settings inside sounds, presets, voices, command lines.

Whatever stands in the file, the result is plain data of bounded size and depth, or a sentence with file, place, what was found and what
was expected. `Node` then takes typed values out of it, so that no family meets a text where it computes with a number.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ditone.runtime import files
from ditone.runtime.errors import BadModelFolder, Cancelled, DitoneError
from ditone.runtime.memory import is_out_of_memory
from ditone.runtime.printable import printable, storable

MIB = 2**20
LARGEST_BYTES = 64 * MIB  # the largest published tokenizer has 34 MB
DEEPEST = 64  # of objects and lists inside each other; the deepest published file has 12
LARGEST, MOST = 2**24, 1024  # no number, and no depth or multiple, of a published configuration comes near
SHOWN = 80  # characters of a wrong value in a sentence
AGAIN = ("Download the file again.",)

Error = type[DitoneError]


class BadJson(ValueError):
    """What is wrong with a JSON text, without the file's name."""


def load(path: Path, *, name: str | None = None, most_bytes: int = LARGEST_BYTES, error: Error = BadModelFolder) -> Any:
    """The data in a JSON file. Raises `error` naming it (`name`, else the file's own) when it is no plain file, too large, or not JSON."""
    shown = name or path.name
    return parse(files.read_bytes(path, most_bytes, error, shown), shown, most_bytes=most_bytes, error=error)


def parse(text: str | bytes, name: str, *, most_bytes: int = LARGEST_BYTES, error: Error = BadModelFolder) -> Any:
    """The data in a JSON text. Raises `error` with a sentence that names it; no other exception but for a lack of memory."""
    try:
        return loads(text, most_bytes)
    except BadJson as problem:
        raise error(f"{name} cannot be read as JSON: {problem}.", actions=AGAIN if error is BadModelFolder else ()) from problem


def loads(text: str | bytes, most_bytes: int = LARGEST_BYTES) -> Any:
    """The data in a JSON text. Raises BadJson for what is too large or too deep, not UTF-8, not JSON, holds a key twice or a number that
    is not finite. Halves of surrogate pairs become U+FFFD, since no file can hold them."""
    if len(text) > most_bytes:
        raise BadJson(f"it has {len(text):,} bytes, at most {most_bytes:,} were expected")
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        data = json.loads(plain, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_unique)
    except BadJson:
        raise
    except UnicodeDecodeError as problem:
        raise BadJson(f"byte {problem.start:,} is not UTF-8") from problem
    except json.JSONDecodeError as problem:
        raise BadJson(f"{problem.msg} in line {problem.lineno:,}, column {problem.colno:,}") from problem
    except RecursionError:
        raise BadJson(f"it is deeper than {DEEPEST} levels") from None
    except ValueError as problem:  # a whole number of thousands of digits
        raise BadJson(printable(problem, SHOWN)) from problem
    if plain.count("{") + plain.count("[") > DEEPEST and _too_deep(data):
        raise BadJson(f"it is deeper than {DEEPEST} levels")
    return _storable(data) if "\\u" in plain or not plain.isascii() else data


def _no_constant(word: str) -> float:
    raise BadJson(f"it holds {word}; a number was expected")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadJson(f"it holds {printable(digits, SHOWN)}, which is too large for a number")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BadJson(f'it holds the key "{printable(twice, SHOWN)}" twice')
    return found


def _too_deep(data: Any) -> bool:
    """Whether there is an object or list inside DEEPEST others; without recursion."""
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(DEEPEST):
        parts = (part.values() if isinstance(part, dict) else part for part in level)
        level = [item for part in parts for item in part if isinstance(item, dict | list)]
    return bool(level)


def _storable(data: Any) -> Any:
    """Within DEEPEST levels, so that recursion is safe."""
    if isinstance(data, str):
        return storable(data)
    if isinstance(data, dict):
        return {storable(key): _storable(value) for key, value in data.items()}
    return [_storable(item) for item in data] if isinstance(data, list) else data


def shown(value: Any) -> str:
    """A wrong value as a sentence shows it: short, and on one line."""
    if isinstance(value, dict | list) and len(value) > 8:
        return f"a list of {len(value):,} entries" if isinstance(value, list) else f"an object of {len(value):,} keys"
    return printable(repr(value), SHOWN)


class Node:
    """A JSON object that knows where it stands in which file, so that every complaint names file, key, what it holds and what was expected.

    `error` is what its complaints are.
    """

    def __init__(self, data: Any, where: str, error: Error = BadModelFolder) -> None:
        if not isinstance(data, dict):
            raise error(
                f"{where} is not an object with keys: it is {shown(data)}.", actions=AGAIN if error is BadModelFolder else ()
            )
        self.data: dict[str, Any] = data
        self.where = where
        self.error = error

    @classmethod
    def load(cls, path: Path, name: str | None = None, error: Error = BadModelFolder) -> Node:
        """The object in a file. Raises `error` as `load` does."""
        return cls(load(path, name=name, error=error), name or path.name, error)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def node(self, key: str) -> Node:
        return Node(self._get(key), f"{self.where}.{key}", self.error)

    def optional(self, key: str) -> dict[str, Any]:
        """The keys of an object that may be absent or null."""
        return {} if self.data.get(key) is None else self.node(key).data

    def optional_node(self, key: str) -> Node:
        return Node(self.optional(key), f"{self.where}.{key}", self.error)

    def whole(self, key: str, default: int | None = None, low: int = 1, high: int = LARGEST) -> int:
        """A whole number; `default` where it is absent, not where it is wrong."""
        value = self._get(key) if default is None else self.data.get(key, default)
        if not is_whole(value, low, high):
            raise self.unsupported(key, f"a whole number from {low} to {high:,}")
        return int(value)

    def wholes(self, key: str, low: int = 1, high: int = LARGEST, most: int = 64) -> tuple[int, ...]:
        """A list of whole numbers, not empty."""
        return self._wholes(key, self._get(key), low, high, most)

    def rows(self, key: str, low: int = 1, high: int = LARGEST, most: int = 64) -> tuple[tuple[int, ...], ...]:
        """A list of lists of whole numbers, none of them empty."""
        value = self._get(key)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise self.unsupported(key, "a list of lists of whole numbers")
        return tuple(self._wholes(key, row, low, high, most) for row in value)

    def single(self, key: str, low: int = 1) -> int:
        """The only number of a list."""
        value = self._get(key)
        if not isinstance(value, list) or len(value) != 1 or not is_whole(value[0], low, MOST):
            raise self.unsupported(key, f"a list of one whole number from {low} to {MOST:,}")
        return int(value[0])

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.unsupported(key, "true or false")
        return value

    def number(self, key: str, default: float | None = None, low: float = -LARGEST, high: float = LARGEST) -> float:
        value = self.data.get(key, default) if default is not None else self._get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            range_ = "" if (low, high) == (-LARGEST, LARGEST) else f" from {low:g} to {high:g}"
            raise self.unsupported(key, f"a number{range_}")
        return float(value)

    def text(self, key: str, default: str | None = None) -> str:
        value = self._get(key) if default is None else self.data.get(key, default)
        if not isinstance(value, str):
            raise self.unsupported(key, "a text")
        return value

    def texts(self, key: str, low: int = 1, most: int = MOST) -> tuple[str, ...]:
        """A list of `low` to `most` texts."""
        value = self._get(key)
        if not isinstance(value, list) or not low <= len(value) <= most or not all(isinstance(item, str) for item in value):
            raise self.unsupported(key, "a list of texts")
        return tuple(value)

    def choice(self, key: str, known: tuple[str, ...], default: str | None = None) -> str:
        """One of the known words."""
        value = self._get(key) if default is None else self.data.get(key, default)
        if not isinstance(value, str) or value not in known:
            words = " or ".join(f'"{word}"' for word in known)
            raise self.unsupported(key, words, f'"{printable(value, SHOWN)}"' if isinstance(value, str) else None)
        return value

    def expect(self, key: str, wanted: Any, default: Any = None) -> None:
        """Raises unless `key` holds the only value this family has been published with."""
        found = self.data.get(key, default)
        if (isinstance(wanted, bool) and not isinstance(found, bool)) or found != wanted:
            raise self.unsupported(key, str(wanted))

    def unsupported(self, key: str, wanted: str, found: str | None = None) -> DitoneError:
        """The error for a value that is not what was wanted; `found` is how it is shown."""
        found = f"is {found or shown(self.data[key])}" if key in self.data else "is missing"
        return self.error(
            f"{self.where}.{key} {found}; {wanted} was expected.",
            "This configuration belongs to another model, or to a newer one than this program knows.",
        )

    def _wholes(self, key: str, value: Any, low: int, high: int, most: int) -> tuple[int, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= most or not all(is_whole(item, low, high) for item in value):
            raise self.unsupported(key, f"a list of whole numbers from {low} to {high:,}")
        return tuple(value)

    def _get(self, key: str) -> Any:
        if key not in self.data:
            raise self.error(f"{self.where}.{key} is missing.", actions=AGAIN)
        return self.data[key]


def is_whole(value: Any, low: int = 1, high: int = LARGEST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


@contextlib.contextmanager
def library_errors(what: str, name: str = "", actions: tuple[str, ...] = AGAIN, error: Error = BadModelFolder) -> Iterator[None]:
    """Whatever a library throws at a file that it reads (`what` went wrong: "The tokenizer in x cannot be read") becomes one sentence.

    Lack of memory, a damaged installation, a stop and our own sentences pass. Libraries written in Rust end a thread by an exception
    that is none of Python's ordinary ones.
    """
    try:
        yield
    except (DitoneError, Cancelled):
        raise
    except BaseException as failure:
        panic = type(failure).__name__ == "PanicException"
        if is_out_of_memory(failure) or isinstance(failure, ImportError) or not (isinstance(failure, Exception) or panic):
            raise  # a module that is missing here says nothing about the file
        words = next((line for line in str(failure).splitlines() if line.strip()), type(failure).__name__)
        raise error(f"{what}.", f"{name}: {printable(words, 300)}" if name else printable(words, 300), actions) from failure
