"""Looks at a repository that nobody has described before anything large is fetched: small files whole, of weights the headers alone.

The headers are put into files with holes, of the right sizes, so that the families judge them as they judge a folder.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.runtime.errors import BadModelFolder, DitoneError
from ditone.runtime.hub import network
from ditone.runtime.hub.catalogue import of_use
from ditone.runtime.hub.download_task import DownloadTask
from ditone.runtime.hub.listing import HubFile, Listing

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

TEXT_BYTES = 4 * 2**20  # a configuration is smaller; a tokenizer that is larger need only be there
FIRST_BYTES, LAST_BYTES = 1 << 18, 1 << 17
LARGEST_HEADER = 64 * 2**20
ALIGNMENT = 256  # bytes that a torch file puts before a member at most
TEXTS = (".json", ".yaml", ".yml", ".txt", ".md", ".jinja", ".model")
PICKLES = (".pt", ".pth", ".bin")


@dataclass(frozen=True)
class Found:
    """What a repository holds; `wanted` is the listing of what makes sound of it."""

    info: ModelInfo
    wanted: Listing


def inspect(
    listing: Listing, recognise: Callable[[Path], ModelInfo], token: str | None = None, work: DownloadTask | None = None
) -> Found:
    """What the families say of a repository. Raises BadModelFolder when it is none of theirs, and as a download does."""
    work = work or DownloadTask()
    with tempfile.TemporaryDirectory(prefix="ditone-look-") as place:
        folder = Path(place) / listing.repo_id.rpartition("/")[2]
        folder.mkdir()
        for file in listing.files:
            work.check()
            work.at("asking", file.name)
            _outline(listing, file, folder, token)
        try:
            info = recognise(folder)
        except BadModelFolder as error:
            words = (error.message.replace(str(folder), listing.repo_id), error.cause, error.actions)
            raise BadModelFolder(*words) from error
    if info.problems:
        raise BadModelFolder(
            f"{listing.repo_id} is {info.title}, and cannot be loaded as it is.",
            " ".join(problem.replace(str(folder), listing.repo_id) for problem in info.problems),
        )
    names = [file.name for file in info.files if file.present]
    return Found(replace(info, model=listing.repo_id), replace(listing, files=of_use(listing, names)))


def _outline(listing: Listing, file: HubFile, folder: Path, token: str | None) -> None:
    """A file of the right name and size that holds what its family looks at, and holes elsewhere."""
    path = folder / file.name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        out.truncate(file.size_bytes)

    def put(start: int, end: int) -> bytes:
        data = part(listing, file, start, min(end, file.size_bytes), token)
        with path.open("r+b") as out:
            out.seek(start)
            out.write(data)
        return data

    if file.name.endswith(".safetensors"):
        length = 8 + int.from_bytes(put(0, FIRST_BYTES)[:8], "little")
        if FIRST_BYTES < length <= LARGEST_HEADER:
            put(FIRST_BYTES, length)
    elif file.name.endswith(PICKLES):
        _archive(path, file.size_bytes, put)
    elif file.name.endswith(TEXTS) and file.size_bytes <= TEXT_BYTES:
        put(0, file.size_bytes)
    else:
        put(0, min(file.size_bytes, 1 << 16))


def _archive(path: Path, size: int, put: Callable[[int, int], bytes]) -> None:
    """Of a torch file, which is a zip archive: its directory at the end, and the small members, where names and shapes stand."""
    start = max(0, size - LAST_BYTES)
    tail = put(start, size)
    end = tail.rfind(b"PK\x05\x06")
    directory = int.from_bytes(tail[end + 16 : end + 20], "little") if end >= 0 else size
    if directory < start:
        put(directory, start)
    try:
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.infolist() if "/data/" not in one.filename]
    except (zipfile.BadZipFile, OSError, ValueError):
        return  # the family says what it is not
    for one in members:
        length = 30 + len(one.filename.encode()) + ALIGNMENT + one.compress_size
        if length <= LARGEST_HEADER:
            put(one.header_offset, one.header_offset + length)


def part(listing: Listing, file: HubFile, start: int, end: int, token: str | None) -> bytes:
    """Bytes `start` to `end` of a file. Raises as a download does; DitoneError for a hub that cannot send a part."""
    if end <= start:
        return b""
    endpoint = network.endpoint_of(listing.hub, listing.endpoint)
    bearer = token if token and network.may_carry(endpoint) else None
    headers = {"Accept-Encoding": "identity", "Range": f"bytes={start}-{end - 1}"}
    if bearer:
        headers["Authorization"] = f"Bearer {bearer}"
    with network.sentences(listing.host, listing.repo_id, file.name, bearer is not None):
        request = network.session().stream(
            "GET", listing.url(file.name), headers=headers, follow_redirects=True, timeout=network.timeouts()
        )
        with request as answer:
            if answer.status_code >= 400:
                raise network.refusal(
                    listing.host, listing.repo_id, file.name, answer.status_code, answer.headers, bearer is not None
                )
            at = start if answer.status_code == 206 else 0
            if at != start and start > LARGEST_HEADER:
                raise DitoneError(f"{listing.host} cannot send a part of {file.name}, so that it cannot be looked at first.")
            data = bytearray()
            for block in answer.iter_bytes():
                data += block[max(0, start - at) :]
                at += len(block)
                if len(data) >= end - start:
                    break
    return bytes(data[: end - start])
