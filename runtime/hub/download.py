"""Downloads chosen files of a hub repository into a plain folder: listed first, resumed where it was cut off, verified, then renamed.

The listing comes through huggingface_hub. The bytes are read here, because `hf_hub_download` throws a partial file away and cannot be
stopped: a file that is on its way is `NAME.<commit>.part`, so that it is never taken for a whole one nor mixed with another revision.
"""

from __future__ import annotations

import errno
import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ditone.runtime.errors import Cancelled, DitoneError

HUB = "huggingface.co"
SILENCE_S = 30.0  # without a byte for so long, the connection counts as lost
BLOCK_BYTES = 1 << 18
PART = ".part"


class Unreachable(DitoneError):
    """The hub does not answer, or the connection broke; what has come so far is kept."""


@dataclass(frozen=True)
class HubFile:
    """One file of a repository. `sha256` is known for large files, `git_sha1` (of "blob SIZE\\0" and the bytes) for all."""

    name: str
    size_bytes: int
    git_sha1: str
    sha256: str = ""


@dataclass(frozen=True)
class Listing:
    """What is to be fetched, as the hub told it."""

    repo_id: str
    commit: str
    files: tuple[HubFile, ...]
    endpoint: str | None = None

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)


def listing(repo_id: str, wanted: Iterable[str], endpoint: str | None = None) -> Listing:
    """The wanted files that the repository has now, in the order of `wanted`. `endpoint`: another hub's address.

    Raises Unreachable without a network, DitoneError when the hub refuses.
    """
    from huggingface_hub import HfApi

    with _network():
        info = HfApi(endpoint=endpoint, token=False).model_info(repo_id, files_metadata=True, timeout=SILENCE_S)
    found = {sibling.rfilename: sibling for sibling in info.siblings or []}
    files = []
    for name in wanted:
        sibling = found.get(name)
        if sibling is not None:
            sha256 = sibling.lfs.sha256 if sibling.lfs else ""
            files.append(HubFile(name, sibling.size or 0, sibling.blob_id or "", sha256))
    return Listing(repo_id, info.sha or "main", tuple(files), endpoint)


def bytes_on_disk(folder: Path, names: Iterable[str]) -> int:
    """How much of these files is there, finished or on its way."""
    total = 0
    for name in names:
        for path in (folder / name, *folder.glob(f"{name}.*{PART}")):
            try:
                total += path.stat().st_size
            except OSError:  # renamed or not there: the next look counts it
                continue
    return total


def clean(folder: Path, names: Iterable[str]) -> None:
    """Deletes these files, finished or on their way, and the folder when nothing else is in it."""
    for name in names:
        for path in (folder / name, *folder.glob(f"{name}.*{PART}")):
            path.unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def download(wanted: Listing, folder: Path, cancelled: Callable[[], bool] = bool) -> None:
    """Fetches what is not there yet, file by file in the listing's order; each gets its name only when its checksum is right.

    `cancelled` is asked for every block. Raises Cancelled then, Unreachable when the connection is lost, DitoneError for a full disk or
    a wrong checksum. Calling it again goes on where it stopped.
    """
    _check_space(wanted, folder)
    with _disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for file in wanted.files:
            target = folder / file.name
            if target.exists() and target.stat().st_size == file.size_bytes:
                continue
            part = folder / f"{file.name}.{wanted.commit[:8]}{PART}"
            _fetch(wanted, file, part, cancelled)
            _verify(file, part)
            part.replace(target)


def _fetch(wanted: Listing, file: HubFile, part: Path, cancelled: Callable[[], bool]) -> None:
    from huggingface_hub import get_session, hf_hub_url

    url = hf_hub_url(wanted.repo_id, file.name, revision=wanted.commit, endpoint=wanted.endpoint)
    have = part.stat().st_size if part.exists() else 0
    if have == file.size_bytes and part.exists():
        return
    headers = {"Accept-Encoding": "identity", **({"Range": f"bytes={have}-"} if have else {})}
    begun = False
    try:
        with (
            _network(),
            get_session().stream("GET", url, headers=headers, follow_redirects=True, timeout=SILENCE_S) as answer,
        ):
            if answer.status_code >= 400:
                raise DitoneError(
                    f"The hub refused {file.name} of {wanted.repo_id} (status {answer.status_code}).",
                    "The file was expected to be public.",
                    ("Try again later, or choose a folder instead.",),
                )
            with part.open("ab" if answer.status_code == 206 else "wb") as out:  # 200: the server sends all of it again
                for block in answer.iter_bytes(BLOCK_BYTES):
                    if cancelled():
                        raise Cancelled
                    begun = True
                    out.write(block)
    except Unreachable as error:
        if not begun:
            raise
        raise Unreachable(
            f"The connection broke while {file.name} came in.", "What has come is kept.", ("Resume to get the rest.",)
        ) from error


def _verify(file: HubFile, part: Path) -> None:
    """Raises DitoneError, and deletes the file, when it is not what the hub has listed."""
    size = part.stat().st_size
    digest = hashlib.sha256() if file.sha256 else hashlib.sha1(f"blob {size}\0".encode(), usedforsecurity=False)
    with part.open("rb") as source:
        while block := source.read(1 << 20):
            digest.update(block)
    if size != file.size_bytes or digest.hexdigest() != (file.sha256 or file.git_sha1):
        part.unlink()
        raise DitoneError(
            f"{file.name} came in damaged: its checksum is not the one the hub lists.",
            "It was deleted.",
            ("Download it again.",),
        )


def _check_space(wanted: Listing, folder: Path) -> None:
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
def _network() -> Iterator[None]:
    """Turns what the network and the hub raise into sentences."""
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    # the HTTP library's base class, whichever library this version of huggingface_hub uses
    http_error: type[BaseException] = HfHubHTTPError.__mro__[1]
    try:
        yield
    except DitoneError:
        raise
    except HfHubHTTPError as error:
        status = error.response.status_code
        raise DitoneError(
            f"The hub answered with status {status}.", actions=("Try again later, or choose a folder instead.",)
        ) from error
    except OfflineModeIsEnabled as error:
        raise Unreachable(
            f"Downloads from {HUB} are switched off by HF_HUB_OFFLINE.", actions=("Unset it, or choose a folder instead.",)
        ) from error
    except (http_error, TimeoutError, ConnectionError) as error:
        raise Unreachable(
            f"Could not reach {HUB}; choose a folder instead.", str(error) and f"The network says: {error}."
        ) from error


@contextmanager
def _disk(folder: Path) -> Iterator[None]:
    try:
        yield
    except (ConnectionError, TimeoutError):
        raise
    except OSError as error:
        why = "the disk is full" if error.errno == errno.ENOSPC else (error.strerror or str(error))
        raise DitoneError(
            f"{folder} cannot be written: {why}.", actions=("Make room or choose another folder, then resume.",)
        ) from error
