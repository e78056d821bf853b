"""The settings inside a sound file: one JSON object, from which a take can be recalled.

WAV carries it in a RIFF chunk of its own behind the samples: the comment field of an INFO list loses everything after about
2,000 bytes without an error. The compressed formats carry it in a comment field of its own. It is written as ASCII, other
characters escaped, because ID3 readers disagree about anything else.
"""

from __future__ import annotations

import io
import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mutagen
import numpy as np
from mutagen.id3 import ID3, TIT2, TSSE, TXXX, ID3NoHeaderError

from ditone.runtime.errors import DitoneError
from ditone.runtime.request import Request
from ditone.runtime.take import Take

SCHEMA_VERSION = 1
CHUNK = b"dtne"
FIELD = "DITONE"
SOFTWARE = "Ditone"


def describe(take: Take, licence: str = "", measured: bool = False) -> dict[str, Any]:
    """What a file says about its take: everything that decides the samples, so equal takes give equal files.

    `measured` adds what differs from run to run: when it was made, how long it took, how much memory it needed.
    """
    facts = take.facts()
    changing = ("id", "created_at", "rtf", "canvas_rtf", "timings_s", "peak_rss_mib", "peak_vram_mib")
    about = {
        "schema": SCHEMA_VERSION,
        "software": SOFTWARE,
        "licence": licence,
        **{name: value for name, value in facts.items() if measured or name not in changing},
    }
    return {name: plain(value) for name, value in about.items()}


def plain(value: Any) -> Any:
    """`value` as JSON gives it back: lists for tuples, numbers for numpy's, None for what is not finite, words for all else."""
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def request_of(metadata: dict[str, Any]) -> Request:
    """The request that made a file. Raises BadRequest when the metadata holds none."""
    return Request.from_dict(metadata.get("request", {}))


def read(path: Path) -> dict[str, Any] | None:
    """What Ditone wrote into a sound file, or None for a file without it. Raises DitoneError for an unreadable file."""
    try:
        return extract(path.read_bytes())
    except OSError as error:
        raise DitoneError(f"{path} could not be read: {error.strerror or error}.") from error


def extract(data: bytes) -> dict[str, Any] | None:
    """The same from the file's bytes."""
    text = _riff_text(data) if data[:4] == b"RIFF" else _tag_text(data)
    if text is None:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def embed(data: bytes, metadata: dict[str, Any], title: str = "") -> bytes:
    """The bytes of a sound file with `metadata` inside. Raises DitoneError for a format that cannot carry it."""
    text = json.dumps(plain(metadata), sort_keys=True)
    if data[:4] == b"RIFF":
        return _with_chunk(data, text.encode())
    file = io.BytesIO(data)
    if data[:4] in (b"fLaC", b"OggS"):
        tags = mutagen.File(file)
        if tags is None:
            raise DitoneError("This file cannot carry settings.")
        tags[FIELD], tags["TITLE"], tags["ENCODER"] = text, title, SOFTWARE
        file.seek(0)
        tags.save(file)
        return file.getvalue()
    try:
        id3 = ID3(file)
    except ID3NoHeaderError:
        id3 = ID3()
    id3.add(TXXX(encoding=0, desc=FIELD, text=text))
    id3.add(TIT2(encoding=3, text=title))
    id3.add(TSSE(encoding=0, text=SOFTWARE))
    file.seek(0)
    id3.save(file)
    return file.getvalue()


def chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """(identifier, start, size) of every chunk of a RIFF file."""
    position = 12
    while position + 8 <= len(data):
        size = struct.unpack_from("<I", data, position + 4)[0]
        yield data[position : position + 4], position + 8, size
        position += 8 + size + size % 2


def _riff_text(data: bytes) -> bytes | None:
    return next((data[start : start + size] for name, start, size in chunks(data) if name == CHUNK), None)


def _tag_text(data: bytes) -> str | None:
    try:
        tags = mutagen.File(io.BytesIO(data))
    except mutagen.MutagenError:
        return None
    if tags is None or tags.tags is None:
        return None
    if isinstance(tags.tags, ID3):
        frame = tags.tags.get(f"TXXX:{FIELD}")
        return None if frame is None else str(frame.text[0])
    values = tags.get(FIELD)
    return values[0] if values else None


def _with_chunk(data: bytes, text: bytes) -> bytes:
    """A RIFF file with the chunk behind all others, everything at even positions, and the size in its head corrected."""
    padded = data + b"\0" * (len(data) % 2)
    body = padded + CHUNK + struct.pack("<I", len(text)) + text + b"\0" * (len(text) % 2)
    return body[:4] + struct.pack("<I", len(body) - 8) + body[8:]
