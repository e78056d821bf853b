"""Who said of which recording or kept voice that it may be used: a small book beside the kept voices, by the files' contents."""

from __future__ import annotations

import contextlib
import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

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
        partial = self.path.with_suffix(".partial")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            partial.write_text(json.dumps(book, indent=1))
            partial.replace(self.path)
        except OSError as error:
            raise DitoneError(f"The consent could not be stored in {self.path.parent}: {error.strerror or error}.") from error
        return str(book[digest])

    def _read(self) -> dict[str, object]:
        with contextlib.suppress(OSError, ValueError):
            book = json.loads(self.path.read_text())
            if isinstance(book, dict):
                return book
        return {}


def digest(path: Path) -> str:
    """SHA-256 of a file. Raises DitoneError when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DitoneError(f"{path} could not be read: {error.strerror or error}.") from error
