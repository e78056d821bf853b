"""Who said of which recording or kept voice that it may be used: a small book beside the kept voices, by the files' contents."""

from __future__ import annotations

import hashlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path

from ditone.runtime import files, folders, json_reading
from ditone.runtime.errors import DitoneError

STATEMENT = "I may use this voice"


class Consents:
    """The book in one folder. A file that is moved, renamed or dropped again is known by its bytes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "consents.json"

    def entry(self, digest: str) -> str | None:
        """When consent was given (ISO 8601); "" when it was taken back, None when nothing was ever said."""
        value = self._read().get(digest)
        return value if isinstance(value, str) else None

    def set(self, digest: str, given: bool) -> str:
        """Gives consent now, or takes it back; what `entry` says from now on. Raises DitoneError when the book cannot be written."""
        book = self._read()
        book[digest] = datetime.now(UTC).isoformat(timespec="seconds") if given else ""
        try:
            folders.make_private(self.path.parent)
            self._set_damaged_aside()
            files.write_bytes(self.path, json.dumps(book, indent=1).encode(), mode=files.PRIVATE)
        except OSError as error:
            raise DitoneError(f"The consent could not be stored in {self.path.parent}: {error.strerror or error}.") from error
        return str(book[digest])

    def _read(self) -> dict[str, object]:
        """What can be read of it: entries of another form count as never said."""
        try:
            return dict(json_reading.Node.load(self.path, error=DitoneError).data)
        except DitoneError:
            return {}

    def _set_damaged_aside(self) -> None:
        """A book that cannot be read is not written over: what was said stays in it for people to look up. Raises OSError."""
        if not os.path.lexists(self.path):
            return
        try:
            json_reading.Node.load(self.path, error=DitoneError)
        except DitoneError:
            self.path.replace(self.path.with_name(f"{self.path.name}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"))


def digest(path: Path) -> str:
    """SHA-256 of a file. Raises DitoneError when it cannot be read."""
    try:
        with files.open_regular(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    except OSError as error:
        raise DitoneError(f"{path} could not be read: {error.strerror or error}.") from error
