"""What is known of a script: its lines, the takes of each, and which one is chosen. One JSON file beside the takes.

The file is written anew and renamed over the old one behind every take, and a take's own file is whole before it is named there: a
process that is killed at any moment leaves a book that goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from threading import RLock
from typing import Any

from ditone.runtime import json_reading
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.files import plain_name
from ditone.runtime.request import Request

SCHEMA = 1
FILE = "script.json"
LARGEST_BYTES = 64 * 2**20
MOST_LINES = 10_000


@dataclass(frozen=True)
class LineTake:
    """One take of a line. pace: syllables a second, of Chinese characters a second; wer None where nobody listened.

    similarity: cosine of the speaker vectors of the take and its reference voice, None where the family has no speaker network.
    """

    file: str
    seed: int
    duration_s: float
    pace: float
    loudness_lufs: float | None
    wer: float | None = None
    heard: str = ""
    similarity: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """`number` counts from 1. `chosen`: the place of the take that is exported; the newest unless somebody chose another."""

    number: int
    text: str
    takes: tuple[LineTake, ...] = ()
    chosen: int = -1

    @property
    def take(self) -> LineTake | None:
        """The take that is exported, None where none was made."""
        return self.takes[self.chosen] if self.takes else None


@dataclass
class Book:
    """A script in its folder. `request` holds the settings of every line, without the text."""

    folder: Path
    request: Request
    lines: list[Line] = field(default_factory=list)
    _writing: RLock = field(default_factory=RLock, init=False, repr=False, compare=False)  # several threads add and choose

    @classmethod
    def begin(cls, folder: Path, text: str, request: Request) -> Book:
        """The script in `folder` brought up to `text`: lines whose words are unchanged keep their takes. Raises BadRequest, DitoneError.

        Another model or other settings than those of its takes are refused: a script sounds like one.
        """
        wanted = lines_of(text)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DitoneError(
                f"{folder} could not be made: {error.strerror or error}.", actions=("Choose another folder.",)
            ) from error
        if not (folder / FILE).exists():
            book = cls(folder, request, [Line(i, words) for i, words in enumerate(wanted, 1)])
            book.save()
            return book
        book = cls.open(folder)
        if fingerprint(book.request) != fingerprint(request):
            raise BadRequest(
                f"{folder} holds takes of this script with another model or other settings.",
                actions=("Choose another folder, or give the settings it was begun with.",),
            )
        known: dict[str, list[Line]] = {}
        for line in book.lines:
            known.setdefault(line.text, []).append(line)
        book.lines = [
            replace(known[words].pop(0), number=i) if known.get(words) else Line(i, words) for i, words in enumerate(wanted, 1)
        ]
        book.save()
        return book

    @classmethod
    def open(cls, folder: Path) -> Book:
        """Reads a folder. Raises DitoneError for one without a script, or with a damaged one; takes whose file has gone are dropped."""
        path = folder / FILE
        if not path.exists():
            raise DitoneError(
                f"{folder} holds no script: {FILE} is missing.", actions=("Make it first: ditone script FILE -o FOLDER.",)
            )
        try:
            data = json_reading.load(path, most_bytes=LARGEST_BYTES, error=DitoneError)
            if data["schema"] > SCHEMA:
                raise DitoneError(f"{path} was written by a newer Ditone.")
            return cls(folder, Request.from_dict(data["request"]), [_line(item, folder) for item in data["lines"]])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DitoneError(
                f"{path} is damaged: {error}.", actions=("Move it away; the takes beside it are whole.",)
            ) from error

    def save(self) -> None:
        """Writes the book. Raises DitoneError when the disk does not take it."""
        data = {"schema": SCHEMA, "request": self.request.to_dict(), "lines": [asdict(line) for line in self.lines]}
        partial = self.folder / f".{FILE}.part"
        try:
            with partial.open("w", encoding="utf-8") as file:
                json.dump(data, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self.folder / FILE)
        except OSError as error:
            raise DitoneError(f"{self.folder / FILE} could not be written: {error.strerror or error}.") from error

    def line(self, number: int) -> Line:
        """Raises BadRequest for a line that is not there."""
        if not 1 <= number <= len(self.lines):
            raise BadRequest(f"There is no line {number}; the script has {len(self.lines)}.")
        return self.lines[number - 1]

    def add(self, number: int, take: LineTake) -> None:
        """A new take of a line, which becomes the chosen one; earlier ones stay as alternates."""
        with self._writing:
            line = self.line(number)
            self.lines[number - 1] = replace(line, takes=(*line.takes, take), chosen=len(line.takes))
            self.save()

    def choose(self, number: int, take: int) -> None:
        """Chooses a take of a line, counted from 1. Raises BadRequest for one that is not there."""
        with self._writing:
            line = self.line(number)
            if not 1 <= take <= len(line.takes):
                raise BadRequest(f"Line {number} has {len(line.takes)} takes; there is no take {take}.")
            self.lines[number - 1] = replace(line, chosen=take - 1)
            self.save()

    def waiting(self) -> Iterator[Line]:
        """Lines without a take, in order."""
        return (line for line in self.lines if not line.takes)

    def free_name(self, number: int) -> str:
        """A file name for the next take of a line; a file that lies there unnamed, of a process that was killed, is not overwritten."""
        count = len(self.line(number).takes) + 1
        stem = hashlib.sha256(self.line(number).text.encode()).hexdigest()[:8]
        while (self.folder / f"{number:04d}-{stem}-take{count}.wav").exists():
            count += 1
        return f"{number:04d}-{stem}-take{count}.wav"


def lines_of(text: str) -> list[str]:
    """The lines that are spoken: blank ones, and those that begin with "# ", are left out. Raises BadRequest where none is left."""
    found = [line.strip() for line in text.splitlines()]
    found = [line for line in found if line and not line.startswith("# ")]
    if not any(c.isalnum() for line in found for c in line):
        raise BadRequest("The script has no line with a letter or a digit.", "Each line becomes a take; blank ones are left out.")
    if len(found) > MOST_LINES:
        raise BadRequest(f"The script has {len(found):,} lines; {MOST_LINES:,} are the most.")
    return found


def fingerprint(request: Request) -> dict[str, Any]:
    """What has to be the same for all takes of a script."""
    data = request.replaced(prompt="", seed=0).to_dict()
    data.pop("schema")
    return {**data, "engine": {name: data["engine"][name] for name in ("precision", "device")}}


def _line(data: dict[str, Any], folder: Path) -> Line:
    takes: list[LineTake] = []
    chosen = -1
    names = {f.name for f in fields(LineTake)}
    for i, item in enumerate(data["takes"]):
        if plain_name(item["file"]) and (folder / item["file"]).is_file():
            if i <= data["chosen"]:
                chosen = len(takes)
            values = {name: value for name, value in item.items() if name in names}
            takes.append(LineTake(**{**values, "notes": tuple(values.get("notes", ()))}))
    return Line(int(data["number"]), str(data["text"]), tuple(takes), chosen if chosen >= 0 else len(takes) - 1)
