"""JSON objects that know where they stand in a file, so that every complaint names the key, what it holds and what was expected."""

from __future__ import annotations

from typing import Any

from ditone.runtime.errors import BadModelFolder

LARGEST, MOST = 2**24, 1024  # no number, and no depth or multiple, of a published configuration comes near


class Node:
    """A JSON object that knows where it stands in the file, so that a complaint can name the key."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise BadModelFolder(f"{where} is not an object with keys.", actions=("Download the file again.",))
        self.data: dict[str, Any] = data
        self.where = where

    def node(self, key: str) -> Node:
        return Node(self._get(key), f"{self.where}.{key}")

    def optional(self, key: str) -> dict[str, Any]:
        """The keys of an object that may be absent or null."""
        return {} if self.data.get(key) is None else self.node(key).data

    def optional_node(self, key: str) -> Node:
        return Node(self.optional(key), f"{self.where}.{key}")

    def whole(self, key: str, default: int | None = None, low: int = 1, high: int = LARGEST) -> int:
        value = self._get(key) if default is None else self.data.get(key, default)
        if not _is_whole(value, low) or value > high:
            raise self.unsupported(key, f"a whole number from {low} to {high:,}")
        return int(value)

    def single(self, key: str, low: int = 1) -> int:
        """The only number of a list; the published coders have one level."""
        value = self._get(key)
        if not isinstance(value, list) or len(value) != 1 or not _is_whole(value[0], low) or value[0] > MOST:
            raise self.unsupported(key, f"a list of one whole number from {low} to {MOST:,}")
        return int(value[0])

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.unsupported(key, "true or false")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self.data.get(key, default) if default is not None else self._get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST:
            raise self.unsupported(key, "a number")
        return float(value)

    def text(self, key: str) -> str:
        value = self._get(key)
        if not isinstance(value, str):
            raise self.unsupported(key, "a text")
        return value

    def expect(self, key: str, wanted: Any, default: Any = None) -> None:
        """Raises BadModelFolder unless `key` holds the only value this family has been published with."""
        if self.data.get(key, default) != wanted:
            raise self.unsupported(key, str(wanted))

    def unsupported(self, key: str, wanted: str) -> BadModelFolder:
        return BadModelFolder(
            f"{self.where}.{key} is {self.data.get(key)!r}; {wanted} was expected.",
            "This configuration belongs to another model, or to a newer one than this program knows.",
        )

    def _get(self, key: str) -> Any:
        if key not in self.data:
            raise BadModelFolder(f"{self.where}.{key} is missing.", actions=("Download the file again.",))
        return self.data[key]


def _is_whole(value: Any, low: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= LARGEST
