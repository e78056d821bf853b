"""Where takes go that the library cannot hold: private folders of this user, never one that others can lay takes or links in.

The first is beside the library in the user's data folder. When that cannot be written either, a folder of its own with a name that
nobody can foresee is made where temporary files outlive a restart; the next start finds it again and believes it only if it is this user's.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ditone.runtime import folders
from ditone.runtime.library import files

PREFIX = "ditone-rescue-"
EARLIER = "ditone-rescue"  # in the temporary folder, as earlier versions made it


def places() -> Iterator[Path]:
    """Folders to try, best first; the last is made only when it is asked for. Raises nothing."""
    yield folders.rescue()
    temporary = folders.lasting_temporary()
    yield from _own(temporary)
    with contextlib.suppress(OSError):
        yield Path(tempfile.mkdtemp(prefix=PREFIX, dir=temporary))


def filled() -> list[Path]:
    """Rescue folders of this user that there are now."""
    places = [folders.rescue(), *_own(folders.lasting_temporary()), Path(tempfile.gettempdir()) / EARLIER]
    return [place for place in dict.fromkeys(places) if _is_ours(place)]


def takes(place: Path) -> list[Path]:
    """Takes in a rescue folder that this user wrote there."""
    return [path for path in files.stored(place) if _is_ours(path, folder=False) and _is_ours(path.parent)]


def _own(temporary: Path) -> list[Path]:
    with contextlib.suppress(OSError), os.scandir(temporary) as entries:
        found = [temporary / entry.name for entry in entries if entry.name.startswith(PREFIX)]
        return sorted(path for path in found if _is_ours(path))
    return []


def _is_ours(path: Path, folder: bool = True) -> bool:
    """Whether it is itself, not by a link, a folder (or file) of this user that nobody else may write into."""
    try:
        found = path.lstat()
    except OSError:
        return False
    kind = stat.S_ISDIR if folder else stat.S_ISREG
    return kind(found.st_mode) and (os.name == "nt" or (found.st_uid == os.geteuid() and not found.st_mode & 0o022))
