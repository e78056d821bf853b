"""What is wrong with an installation, in sentences: files that are missing or cut short, system libraries that are not there.

A package brings `share/contents` beside `start.py`: a line a file, its size in bytes and its path. A checkout and a wheel bring none.
`start.py` loads this file by its path when nothing else may work any more: it needs the standard library alone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ditone.runtime.errors import DitoneError

ROOT = "DITONE_INSTALLATION"  # set by start.py: where the tree lies
LIST = "share/contents"
KEPT = "Your sounds and settings lie elsewhere and are kept."
LIBRARIES = {  # what wheels are linked to and do not bring, and Debian's package of each
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libasound.so.2": "libasound2",
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
    "libgomp.so.1": "libgomp1",
}
_NOT_FOUND = re.compile(r"(lib[\w+.-]+\.so[\w.]*): cannot open shared object file")
_TOO_OLD = re.compile(r"version [`'](GLIBC(?:XX)?_[\d.]+)' not found")
_CUT_SHORT = re.compile(r"([^\s:]+\.(?:so[\w.]*|dll|dylib)): (?:file too short|invalid ELF header|ELF load command .*)")


def root() -> Path | None:
    """The installed tree that this program runs from; None for a checkout or a wheel."""
    named = os.environ.get(ROOT, "")
    return Path(named) if named else None


def damaged(tree: Path, suffix: str = "") -> list[str]:
    """Files of the list that are missing or have another size, as "PATH is missing" and "PATH has 3 bytes instead of 5".

    `suffix` looks at files alone whose name holds it. Raises OSError where there is no list, ValueError where it is not one.
    """
    found = []
    for line in (tree / LIST).read_text("utf-8").splitlines():
        size, _, name = line.partition(" ")
        if suffix and suffix not in name.rpartition("/")[2]:
            continue
        try:
            now = (tree / name).stat().st_size
        except OSError:
            found.append(f"{name} is missing")
            continue
        if now != int(size):
            found.append(f"{name} has {now} bytes instead of {size}")
    return found


def belongs_here(error: BaseException) -> bool:
    """Whether an error means that a part of the installation, or of the system below it, is missing or broken."""
    return isinstance(error, ImportError) or (isinstance(error, OSError) and bool(_NOT_FOUND.search(str(error))))


def words(error: BaseException, tree: Path | None = None) -> tuple[str, str, str]:
    """(what is wrong, why, what to do) for an error that `belongs_here`. `tree`: the installed tree, else the one of this process."""
    told = " ".join(str(error).split())
    lacking, old = _NOT_FOUND.search(told), _TOO_OLD.search(told)
    tree = tree or root()
    if old:
        return _saying(
            "This system is too old for Ditone.",
            f"A library of it has no {old[1]}: {told}.",
            "Debian 12 and Ubuntu 22.04 are new enough.",
        )
    if lacking and not _brought_along(lacking[1], tree):
        package = LIBRARIES.get(lacking[1])
        advice = "Install the package that brings it."
        if package:
            advice = f"On Debian and Ubuntu: sudo apt-get install {package}."
        return _saying(f"The system library {lacking[1]} is missing.", "", advice)
    short = _CUT_SHORT.search(told)
    missing = isinstance(error, ModuleNotFoundError) and error.name
    what = f"the module {error.name} is missing" if missing else f"{short[1]} is cut short" if short else told.rstrip(".")  # type: ignore[attr-defined]
    return _saying("This installation of Ditone is damaged.", f"Looked at: {what}{_files(tree)}.", f"{_again(tree)} {KEPT}")


def _saying(message: str, cause: str, advice: str) -> tuple[str, str, str]:
    """Marks sentences, so that they are found when texts are collected for translation."""
    return message, cause, advice


def explained(error: BaseException) -> DitoneError:
    """The same as the error that the command line and the window show."""
    from ditone.runtime.errors import DitoneError

    message, cause, advice = words(error)
    return DitoneError(message, cause, (advice,))


def _brought_along(library: str, tree: Path | None) -> bool:
    """Whether the tree should hold the library itself."""
    if tree is None:
        return False
    try:
        return any(line.rpartition("/")[2].startswith(library) for line in (tree / LIST).read_text("utf-8").splitlines())
    except OSError:
        return False


def _files(tree: Path | None) -> str:
    if tree is None:
        return ""
    try:
        changed = damaged(tree)
    except (OSError, ValueError):
        return f"; {tree / LIST} cannot be read"
    more = f" and {len(changed) - 3} more files are missing or changed" if len(changed) > 3 else ""
    return f" ({', '.join(changed[:3])}{more}, in {tree})" if changed else ""


def _again(tree: Path | None) -> str:
    if tree is None:
        return f"Install it again: {sys.executable} -m pip install --force-reinstall ditone."
    if str(tree) == "/opt/ditone":
        return "Install it again: sudo apt-get install --reinstall ./ditone_VERSION_amd64.deb."
    if sys.platform == "win32":
        return "Run the setup program again."
    return "Unpack the archive again."


def show(told: str) -> None:
    """A sentence in a small window of the desktop's own, for somebody who started Ditone from a menu; nothing where there is none."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, told, "Ditone", 0x10)
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    for program, *options in (
        ("zenity", "--error", "--no-markup", "--text"),
        ("kdialog", "--error"),
        ("notify-send", "Ditone"),
        ("xmessage",),
    ):
        found = shutil.which(program)
        if found is not None:
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
            subprocess.Popen([found, *options, told], **quiet)  # type: ignore[call-overload]
            return
