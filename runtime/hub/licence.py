"""The texts of a repository's licence, to be read before anything large is fetched."""

from __future__ import annotations

import re

from ditone.runtime.errors import DitoneError
from ditone.runtime.hub.inspecting import part
from ditone.runtime.hub.listing import Listing

_NAME = re.compile(r"(?:.*/)?(?:licen[cs]e|copying|notice)[\w .-]*", re.IGNORECASE)
LARGEST_BYTES = 512 * 1024
MOST_FILES = 8


def is_licence(name: str) -> bool:
    """Whether a file of a repository is the text of a licence, or a notice that belongs to one."""
    return _NAME.fullmatch(name) is not None


def licence_texts(listed: Listing, token: str | None = None) -> dict[str, str]:
    """Name -> text of the licence files that were listed, those at the top first. Reaches the hub.

    Raises DitoneError where there is none, or only what is too large for one; Unreachable and Refused as a download does.
    """
    files = sorted((file for file in listed.files if is_licence(file.name)), key=lambda file: (file.name.count("/"), file.name))
    files = [file for file in files if 0 < file.size_bytes <= LARGEST_BYTES][:MOST_FILES]
    if not files:
        raise DitoneError(
            f"{listed.repo_id} brings no text of its licence along.",
            f'It names "{listed.licence}".' if listed.licence else "",
            (f"Read about it on the page https://{listed.host}/{listed.repo_id}.",),
        )
    return {file.name: part(listed, file, 0, file.size_bytes, token).decode("utf-8", "replace") for file in files}
