"""The settings inside a sound file: one JSON object, from which a take can be recalled.

WAV carries it in a RIFF chunk of its own behind the samples, and for other programs in the comment of an INFO list, with the title
there and in an ID3 chunk: an editor that drops chunks it does not know keeps the comment. The compressed formats carry it in a field
of its own. It is written as ASCII, other characters escaped, because ID3 readers disagree about anything else.
"""

from __future__ import annotations

import io
import json
import math
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

from ditone.runtime import local_paths
from ditone.runtime.audio import tags
from ditone.runtime.errors import DitoneError
from ditone.runtime.files import open_regular
from ditone.runtime.json_reading import BadJson, loads
from ditone.runtime.printable import printable, storable
from ditone.runtime.request import Request
from ditone.runtime.take import Take

SCHEMA_VERSION = 1
CHUNK = b"dtne"
FIELD = "DITONE"
SOFTWARE = "Ditone"
COMMENTS = ("COMMENT", "DESCRIPTION")  # what an editor makes of the field, or of a WAV file's comment
MOST_CHUNKS = 10_000


def describe(take: Take, licence: str = "", measured: bool = False) -> dict[str, Any]:
    """What a file says about its take: everything that decides the samples, so equal takes give equal files.

    `measured` adds what differs from run to run: when it was made, how long it took, how much memory it needed.
    """
    facts = take.facts()
    memory = ("base_rss_mib", "base_vram_mib")
    changing = (*memory, "id", "created_at", "rtf", "canvas_rtf", "timings_s", "peak_rss_mib", "peak_vram_mib")
    about = {
        "schema": SCHEMA_VERSION,
        "software": SOFTWARE,
        "licence": licence,
        **{name: value for name, value in facts.items() if measured or name not in changing},
    }
    told = {name: plain(value) for name, value in about.items()}
    return told if measured else local_paths.hidden(told)  # the library is private; what is passed on names no places


def plain(value: Any) -> Any:
    """`value` as JSON gives it back: lists for tuples, numbers for numpy's, None for what is not finite, words for all else."""
    if isinstance(value, dict):
        return {storable(str(name)): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int) else storable(str(value))


def request_of(metadata: dict[str, Any]) -> Request:
    """The request that made a file. Raises BadRequest when the metadata holds none."""
    return local_paths.restored(Request.from_dict(metadata.get("request", {})))


def read(path: Path) -> dict[str, Any] | None:
    """What Ditone wrote into a sound file, or None for a file without it. Raises DitoneError for an unreadable file."""
    try:
        with open_regular(path) as file:
            head = file.read(12)
            if head[:4] == b"RIFF":
                return _first(_riff_texts(file))
            return extract(head + file.read(tags.LARGEST + 2**16))
    except OSError as error:
        raise DitoneError(f"{path} could not be read: {error.strerror or error}.") from error


def extract(data: bytes) -> dict[str, Any] | None:
    """The same from the file's bytes."""
    if data[:4] == b"RIFF":
        return _first(_riff_texts(io.BytesIO(data)))
    fields = tags.read(data)
    return _first((name, fields[name]) for name in (FIELD, *COMMENTS) if name in fields)


def embed(data: bytes, metadata: dict[str, Any], title: str = "") -> bytes:
    """The bytes of a sound file with `metadata` inside. Raises DitoneError for a format that cannot carry it."""
    text = json.dumps(plain(metadata), sort_keys=True)
    title = printable(storable(title))
    if data[:4] == b"RIFF":
        fields = {"TITLE": title, "ENCODER": SOFTWARE, "COMMENT": text}
        about = {"TITLE": title, "ENCODER": SOFTWARE}
        return _with_chunks(data, ((b"LIST", tags.info_list(fields)), (b"id3 ", tags.id3(about)), (CHUNK, text.encode())))
    try:
        return tags.write(data, {FIELD: text, "TITLE": title, "ENCODER": SOFTWARE})
    except (ValueError, IndexError, struct.error) as error:
        raise DitoneError("This file cannot carry settings.") from error


def chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """(identifier, start, size) of every chunk of a RIFF file."""
    position = 12
    while position + 8 <= len(data):
        size = struct.unpack_from("<I", data, position + 4)[0]
        yield data[position : position + 4], position + 8, size
        position += 8 + size + size % 2


def _riff_texts(file: IO[bytes]) -> list[tuple[str, bytes | str]]:
    """The chunk of our own, then a comment that an editor has kept of it; samples are stepped over."""
    found: list[tuple[str, bytes | str]] = []
    end = file.seek(0, io.SEEK_END)
    position = 12
    for _ in range(MOST_CHUNKS):
        file.seek(position)
        head = file.read(8)
        if len(head) < 8:
            break
        name, size = struct.unpack("<4sI", head)
        if name == CHUNK and size <= tags.LARGEST:
            found.insert(0, (FIELD, file.read(size)))
        elif name == b"LIST" and size <= tags.LARGEST:
            found.extend(tags.info_fields(file.read(size)).items())
        position += 8 + size + size % 2
        if position >= end:
            break
    return [(name, text) for name, text in found if name in (FIELD, *COMMENTS)]


def _first(texts: Iterable[tuple[str, bytes | str]]) -> dict[str, Any] | None:
    """The first that is settings of ours. A comment is anybody's: it counts when it says that this software wrote it."""
    for name, text in texts:
        try:
            found = loads(text, tags.LARGEST)
        except BadJson:
            continue
        if isinstance(found, dict) and (name == FIELD or found.get("software") == SOFTWARE):
            return found
    return None


def _with_chunks(data: bytes, more: tuple[tuple[bytes, bytes], ...]) -> bytes:
    """A RIFF file with chunks behind all others, everything at even positions, and the size in its head corrected."""
    body = data + b"\0" * (len(data) % 2)
    for name, content in more:
        body += name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)
    return body[:4] + struct.pack("<I", len(body) - 8) + body[8:]
