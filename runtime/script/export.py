"""A finished script as one sound, or as numbered files with a table."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np

from ditone.runtime.audio import preparing, writing
from ditone.runtime.audio.reading import read
from ditone.runtime.errors import DitoneError
from ditone.runtime.script.book import Book, Line
from ditone.runtime.take import Audio

PAUSE_S = 0.4
COLUMNS = (
    "line",
    "text",
    "file",
    "take",
    "takes",
    "seed",
    "length_s",
    "pace_syllables_per_s",
    "loudness_lufs",
    "wer",
    "voice_similarity",
    "heard",
)
_FORMULA = "=+-@\t\r"  # a spreadsheet takes a cell that begins like this for a formula


def complete(book: Book) -> None:
    """Raises DitoneError while lines have no take."""
    missing = [line.number for line in book.waiting()]
    if missing:
        shown = ", ".join(map(str, missing[:8])) + (f" and {len(missing) - 8} more" if len(missing) > 8 else "")
        raise DitoneError(f"Lines without a take: {shown}.", actions=("Make them first.",))


def joined(book: Book, pause_s: float = PAUSE_S) -> tuple[Audio, int]:
    """All chosen takes behind each other with a pause between: (frames, channels) and the rate. Raises DitoneError."""
    complete(book)
    parts: list[Audio] = []
    rate_hz = 0
    for line in book.lines:
        audio, rate = _sound(book, line)
        if parts and (rate != rate_hz or audio.shape[1] != parts[0].shape[1]):
            raise DitoneError(f"Line {line.number} has another sample rate or other channels than the lines before it.")
        if parts:
            parts.append(np.zeros((round(pause_s * rate), audio.shape[1]), np.float32))
        parts.append(audio)
        rate_hz = rate
    return np.concatenate(parts), rate_hz


def write_joined(book: Book, path: Path, pause_s: float = PAUSE_S, overwrite: bool = False) -> list[str]:
    """Writes one file; sentences its user should know."""
    chosen = writing.format_for(path)
    writing.check_target(path, overwrite)
    audio, rate_hz = joined(book, pause_s)
    stored = preparing.prepare(audio, rate_hz, preparing.Preparation(), chosen.subtype)
    return [*stored.notes, *writing.write(path, stored.audio, stored.rate_hz, overwrite=overwrite)]


def write_numbered(book: Book, folder: Path, ending: str = ".wav", overwrite: bool = False) -> list[Path]:
    """Writes 001.wav, 002.wav, ... and script.csv into `folder`; the paths. Raises DitoneError before anything is written over."""
    complete(book)
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(3, len(str(len(book.lines))))
    paths = [folder / f"{line.number:0{digits}d}{ending}" for line in book.lines]
    table_path = folder / "script.csv"
    for path in (*paths, table_path):
        if path.suffix != ".csv":
            writing.format_for(path)
        writing.check_target(path, overwrite)
    for line, path in zip(book.lines, paths, strict=True):
        audio, rate_hz = _sound(book, line)
        stored = preparing.prepare(audio, rate_hz, preparing.Preparation(), writing.format_for(path).subtype)
        writing.write(path, stored.audio, stored.rate_hz, overwrite=overwrite)
    partial = table_path.with_suffix(".csv.part")
    partial.write_text(table(book, [path.name for path in paths]), encoding="utf-8")
    partial.replace(table_path)
    return [*paths, table_path]


def table(book: Book, files: list[str] | None = None) -> str:
    """The lines as CSV, units in the header. `files`: their names where they were exported."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for i, line in enumerate(book.lines):
        take = line.take
        if take is None:
            writer.writerow((line.number, _cell(line.text), *[""] * (len(COLUMNS) - 2)))
            continue
        facts = (take.seed, take.duration_s, take.pace, take.loudness_lufs, take.wer, take.similarity)
        values = ["" if value is None else value for value in facts]
        name = files[i] if files else take.file
        writer.writerow((line.number, _cell(line.text), name, line.chosen + 1, len(line.takes), *values, _cell(take.heard)))
    return file.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text[:1] and text[0] in _FORMULA else text


def _sound(book: Book, line: Line) -> tuple[Audio, int]:
    assert line.take is not None
    return read(book.folder / line.take.file)
