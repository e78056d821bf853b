"""Whether a newer Ditone is out. Asks one address for one small answer, and only tells: nothing is fetched or changed.

Off by default; the window asks before the first contact (gui/preferences/updates_page.py). What is sent is the request alone: no version,
no name, no number of this machine or installation.
"""

from __future__ import annotations

import os
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from ditone.runtime import json_reading
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import network

if TYPE_CHECKING:
    import ssl

ENDPOINT = "https://api.github.com/repos/ditone/ditone/releases/latest"
VARIABLE = "DITONE_UPDATES"  # another address, for a mirror or a company's own copy
TIMEOUT_S = 10.0
LARGEST = 1_000_000


@dataclass(frozen=True)
class Release:
    """The newest one: its version, and the page that offers it."""

    version: str
    page: str


def endpoint() -> str:
    """The address that is asked."""
    return os.environ.get(VARIABLE, "") or ENDPOINT


def host() -> str:
    """Its host, for the question."""
    return urllib.parse.urlsplit(endpoint()).netloc


def newest() -> Release:
    """Asks the address. Raises DitoneError where it cannot be reached, or answers with something else."""
    network.require_online(host())
    request = urllib.request.Request(endpoint(), headers={"User-Agent": "Ditone", "Accept": "application/json"})
    if urllib.parse.urlsplit(endpoint()).scheme not in ("https", "http"):
        raise DitoneError(f"{endpoint()} is no address of the web.", actions=(f"Look at {VARIABLE}.",))
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S, context=_certificates()) as answer:
            data = answer.read(LARGEST + 1)
    except urllib.error.HTTPError as error:
        error.close()
        raise DitoneError(
            f"{host()} does not tell of new versions (status {error.code}).", actions=("Try it again later.",)
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise DitoneError(f"{host()} cannot be reached.", f"The network says: {reason}.", ("Try it again later.",)) from error
    return _read(data)


def is_newer(version: str, than: str = "") -> bool:
    """Whether a version comes after another one, or after this Ditone. What is no version is never newer."""
    than = than or metadata.version("ditone")
    return _numbers(version) > _numbers(than) if _numbers(version) else False


def _read(data: bytes) -> Release:
    try:
        told = json_reading.loads(data, LARGEST)
        version, page = str(told["tag_name"]).removeprefix("v"), str(told["html_url"])
    except (ValueError, KeyError, TypeError) as error:
        raise DitoneError(f"{host()} answered with something that names no version.", actions=("Try it again later.",)) from error
    if not _numbers(version) or urllib.parse.urlsplit(page).scheme != "https":
        raise DitoneError(f"{host()} answered with something that names no version.", actions=("Try it again later.",))
    return Release(version, page)


def _numbers(version: str) -> tuple[int, ...]:
    """(1, 2, 3) of "1.2.3"; () for anything but plain numbers: candidates and the like are told to nobody."""
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6}){0,4}", version):
        return ()
    numbers = [int(part) for part in version.split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _certificates() -> ssl.SSLContext:
    """Those that come along: a package's own Python finds the system's on few systems."""
    import ssl

    import certifi

    return ssl.create_default_context(cafile=certifi.where())
