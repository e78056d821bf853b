"""Downloads chosen files of a hub repository into a plain folder: listed first, resumed where it was cut off, verified, then renamed.

The listing comes through huggingface_hub. The bytes are read here, because `hf_hub_download` throws a partial file away, cannot be
stopped and keeps a cache of its own: a file that is on its way is `NAME.<commit>.part`, so that it is never taken for a whole one nor
mixed with another revision.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.hub import network
from ditone.runtime.hub.download_task import DownloadTask
from ditone.runtime.hub.listing import HubFile, Listing, listing
from ditone.runtime.hub.network import Refused, Stalled, Unreachable

__all__ = ["DownloadTask", "HubFile", "Listing", "Refused", "Stalled", "Unreachable", "download", "listing"]

HUB = "huggingface.co"
BLOCK_BYTES = 1 << 20
PART = ".part"
PAUSES_S = (0.5, 2.0, 5.0)  # before a lost connection is made again; the count begins anew with every byte that comes
KNOWN_WHOLE = Callable[[HubFile, Path], bool]


def bytes_on_disk(folder: Path, names: Iterable[str]) -> int:
    """How much of these files is there, finished or on its way."""
    return sum(bytes_of(folder, name) for name in names)


def bytes_of(folder: Path, name: str) -> int:
    """How much of one file is there."""
    total = 0
    for path in (folder / name, *_parts(folder / name)):
        try:
            total += path.stat().st_size
        except OSError:  # renamed or not there: the next look counts it
            continue
    return total


def clean(folder: Path, names: Iterable[str]) -> None:
    """Deletes these files, finished or on their way, and the folders in which nothing else is left."""
    emptied = {folder}
    for name in names:
        for path in (folder / name, *_parts(folder / name)):
            path.unlink(missing_ok=True)
            emptied |= {parent for parent in path.parents if folder in parent.parents}
    for path in sorted(emptied, key=lambda path: -len(path.parts)):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def download(
    wanted: Listing,
    folder: Path,
    work: DownloadTask | None = None,
    *,
    token: str | None = None,
    known_whole: KNOWN_WHOLE = lambda file, path: False,
    on_whole: Callable[[HubFile, Path], None] = lambda file, path: None,
) -> None:
    """Fetches what is not there yet, file by file in the listing's order; each gets its name only when its checksum is right.

    A file of the right name and size is read and compared, unless `known_whole` vouches for it. `on_whole` hears of every file that has
    its name. A lost connection is made again while bytes come. Raises Cancelled when `work` is stopped, Stalled and Unreachable when the
    connection is, Refused, and DitoneError for a full disk or a wrong checksum. Calling it again goes on where it stopped.
    """
    work = work or DownloadTask()
    network.require_online(wanted.host)
    check_space(wanted, folder)
    for file in wanted.files:
        target = folder / file.name
        with disk(folder):
            target.parent.mkdir(parents=True, exist_ok=True)
            same_size = target.exists() and size_of(target) == file.size_bytes
            if same_size and (known_whole(file, target) or _is(file, target, work)):
                on_whole(file, target)
                continue
            part = part_of(wanted, file, folder)
            _fetch(wanted, file, part, work, token)
            _verify(file, part, work)
            part.replace(target)
            for stale in _parts(target):  # of another revision
                stale.unlink(missing_ok=True)
            on_whole(file, target)


def part_of(wanted: Listing, file: HubFile, folder: Path) -> Path:
    return folder / f"{file.name}.{wanted.commit[:8]}{PART}"


def _parts(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{_plain(path.name)}.*{PART}"))


def _plain(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


class _Anew(Exception):
    """What has come is not a beginning of what the hub has."""


def _fetch(wanted: Listing, file: HubFile, part: Path, work: DownloadTask, token: str | None) -> None:
    """Until all bytes are there. Bytes that came twice (a server without ranges) count once, so that this ends."""
    most, lost = size_of(part), 0
    while True:
        failure: Unreachable | None = None
        try:
            _stream(wanted, file, part, work, token)
        except _Anew:
            part.unlink(missing_ok=True)
            most = 0
        except Unreachable as error:
            work.check()
            if isinstance(error, Stalled):
                raise
            failure = error
        have = size_of(part)
        if have == file.size_bytes and part.exists():
            return
        if have > most:
            most, lost, work.begun = have, 0, True
        else:
            lost += 1
        if failure is not None and not work.begun:  # the network was never there: say so at once
            raise failure
        if lost > len(PAUSES_S):
            raise Unreachable(
                f"The connection broke while {file.name} came in.", "What has come is kept.", ("Resume to get the rest.",)
            ) from failure
        if lost:
            work.at("waiting", file.name)
            work.wait(PAUSES_S[lost - 1])


def size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _stream(wanted: Listing, file: HubFile, part: Path, work: DownloadTask, token: str | None) -> None:
    """One connection. It may end early without an error where the server tells no length; the caller looks at the size."""
    have = size_of(part)
    if have > file.size_bytes:
        raise _Anew
    if have == file.size_bytes and part.exists():
        return
    work.check()
    work.at("asking", file.name)
    endpoint = network.endpoint_of(wanted.hub, wanted.endpoint)
    bearer = token if token and network.may_carry(endpoint) else None
    with _answer(wanted, file, have, bearer) as answer, work.listening(answer):
        status = answer.status_code
        if status == 416 or (status == 206 and not answer.headers.get("Content-Range", "").startswith(f"bytes {have}-")):
            raise _Anew
        start = have if status == 206 else 0  # 200: the server sends all of it again
        total = _total(answer, start)
        if total is not None and total != file.size_bytes:
            raise _wrong_size(wanted, file, f"{total:,}")
        work.at("fetching", file.name)
        with disk(part.parent), part.open("r+b" if start else "wb") as out:
            out.seek(start)
            for block in answer.iter_bytes():
                work.check()
                start += len(block)
                if start > file.size_bytes:
                    raise _wrong_size(wanted, file, "more")
                out.write(block)


@contextmanager
def _answer(wanted: Listing, file: HubFile, have: int, bearer: str | None) -> Iterator[Any]:
    """The hub's answer for the rest of a file. A token that is not accepted is left away once: the file may be public."""
    headers = {"Accept-Encoding": "identity", **({"Range": f"bytes={have}-"} if have else {})}
    url = wanted.url(file.name)
    rejected = False
    for token in (bearer, None) if bearer else (None,):
        with network.sentences(wanted.host, wanted.repo_id, file.name, bearer is not None):
            credentials = {"Authorization": f"Bearer {token}"} if token else {}
            request = network.session().stream(
                "GET", url, headers={**headers, **credentials}, follow_redirects=True, timeout=network.timeouts()
            )
            with request as answer:
                if answer.status_code == 401 and token and answer.headers.get("X-Error-Code") != "GatedRepo":
                    rejected = True
                    continue
                status = answer.status_code
                if status >= 400 and status != 416:
                    told = {} if rejected and status == 401 else answer.headers  # it is the token that was refused
                    raise network.refusal(wanted.host, wanted.repo_id, file.name, status, told, bearer is not None)
                yield answer
                return


def _total(answer: Any, start: int) -> int | None:
    """The size of the whole file as this answer tells it; None where it does not."""
    told = answer.headers.get("Content-Range", "").rpartition("/")[2] if answer.status_code == 206 else ""
    if not told and answer.headers.get("Content-Encoding", "identity") == "identity":
        told = answer.headers.get("Content-Length", "")
        return start + int(told) if told.isdigit() else None
    return int(told) if told.isdigit() else None


def _wrong_size(wanted: Listing, file: HubFile, told: str) -> DitoneError:
    return DitoneError(
        f"{wanted.host} sends {told} bytes of {file.name}, where its list says {file.size_bytes:,}.",
        "The file was changed meanwhile, or a mirror is not up to date.",
        ("Download it again later, or from another hub.",),
    )


def _is(file: HubFile, path: Path, work: DownloadTask) -> bool:
    """Whether a file has the size and the checksum that the hub lists. One without a listed checksum is judged by its size."""
    size = size_of(path)
    if size != file.size_bytes or not path.exists():
        return False
    if not (file.sha256 or file.git_sha1):
        return True
    work.at("checking", file.name)
    digest = hashlib.sha256() if file.sha256 else hashlib.sha1(f"blob {size}\0".encode(), usedforsecurity=False)
    with path.open("rb", buffering=0) as source:
        while block := source.read(BLOCK_BYTES):
            work.check()
            digest.update(block)
    return digest.hexdigest() == (file.sha256 or file.git_sha1)


def _verify(file: HubFile, part: Path, work: DownloadTask) -> None:
    """Raises DitoneError, and deletes the file, when it is not what the hub has listed; what is right is on the disk afterwards."""
    if not _is(file, part, work):
        part.unlink()
        raise DitoneError(
            f"{file.name} came in damaged: its checksum is not the one the hub lists.",
            "It was deleted.",
            ("Download it again.",),
        )
    with part.open("rb+") as written:
        os.fsync(written.fileno())  # a name must not reach the disk before the bytes do


def check_space(wanted: Listing, folder: Path) -> None:
    """Raises DitoneError when the disk has not enough room for what is missing."""
    missing = wanted.size_bytes - bytes_on_disk(folder, [file.name for file in wanted.files])
    free = free_bytes(folder)
    if missing > free:
        raise DitoneError(
            f"{folder} has not enough room: {missing / 1e6:,.0f} MB are needed and {free / 1e6:,.0f} MB are free.",
            actions=("Make room, or choose another folder.",),
        )


def free_bytes(folder: Path) -> int:
    """Free space of the disk that the folder is on or will be on."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    return shutil.disk_usage(existing).free


@contextmanager
def disk(folder: Path) -> Iterator[None]:
    try:
        yield
    except (ConnectionError, TimeoutError, Cancelled):
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DitoneError(
                f"{folder} cannot be written: the disk is full.",
                "What has come is kept.",
                ("Make room or choose another folder, then resume.",),
            ) from error
        raise DitoneError(
            f"{folder} cannot be written: {error.strerror or error}.",
            actions=("Make room or choose another folder, then resume.",),
        ) from error
