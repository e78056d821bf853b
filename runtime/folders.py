"""Where a person's own files are kept. The one place that knows: nothing else asks the system for a folder.

Each has a variable that names another place, so that tests, portable installations and second disks need no other way.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import platformdirs

NAME = "ditone"
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
LIBRARY, VOICES, RECOGNISERS, MODELS, CONFIG, RESCUE = (
    "DITONE_LIBRARY",
    "DITONE_VOICES",
    "DITONE_RECOGNISERS",
    "DITONE_MODELS",
    "DITONE_CONFIG_DIR",
    "DITONE_RESCUE",
)


def data() -> Path:
    """The platform's folder for what a program keeps for its user."""
    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def config() -> Path:
    """Settings and presets: $DITONE_CONFIG_DIR, or the platform's own."""
    return _named(CONFIG) or Path(platformdirs.user_config_dir(NAME, appauthor=False))


def presets() -> Path:
    """A person's own presets."""
    return config() / "presets"


def library() -> Path:
    """Every take: $DITONE_LIBRARY, or in the user's data folder."""
    return _named(LIBRARY) or data() / "library"


def voices() -> Path:
    """Kept voices and the book of consents: $DITONE_VOICES, or beside the library."""
    return _named(VOICES) or data() / "voices"


def recognisers() -> Path:
    """Downloaded recognisers: $DITONE_RECOGNISERS, or beside the library."""
    return _named(RECOGNISERS) or data() / "recognisers"


def models(chosen: str = "") -> Path:
    """Fetched models: $DITONE_MODELS, the folder that was chosen, or beside the library."""
    return _named(MODELS) or (Path(chosen).expanduser() if chosen else data() / "models")


def dragged() -> Path:
    """Files that were dragged out of the window; a program that got one may go on reading it."""
    return data() / "dragged"


def unsaved_takes() -> Path:
    """Finished takes of the command line whose file could not be written where it was wanted."""
    return data() / "kept"


def rescue() -> Path:
    """Takes that the library could not hold, until it can: $DITONE_RESCUE, or beside the library. Never a folder that others share."""
    return _named(RESCUE) or data() / "rescue"


def lasting_temporary() -> Path:
    """Where temporary folders outlive a restart of the machine, if there is such a place; shared with everybody."""
    lasting = Path("/var/tmp")
    return lasting if not os.environ.get("TMPDIR") and lasting.is_dir() else Path(tempfile.gettempdir())


def make_private(folder: Path) -> Path:
    """Makes a folder that its user alone can look into, and those above it that are missing. One that is there is tightened.

    Raises OSError where it cannot be made.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))
    tighten(folder)
    return folder


def tighten(path: Path) -> bool:
    """Takes everybody else's rights away from a file or folder of this user; whether there were any.

    A folder that is meant to be shared (a temporary folder, a home folder or one above it) is left as it is, and so is a link.
    """
    if os.name == "nt":  # the user's folders are private there, and mode bits mean something else
        return False
    try:
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode) or found.st_uid != os.geteuid() or not found.st_mode & 0o077:
            return False
        if stat.S_ISDIR(found.st_mode) and (found.st_mode & stat.S_ISVTX or _above_home(path)):
            return False
        path.chmod(stat.S_IMODE(found.st_mode) & 0o700)
    except OSError:
        return False
    return True


def _above_home(path: Path) -> bool:
    home = Path.home()
    return path.resolve() in (home, *home.parents)


def _named(variable: str) -> Path | None:
    named = os.environ.get(variable, "")
    return Path(named) if named else None
