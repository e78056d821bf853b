"""Opens the studio, which the engine knows only as an entry point."""

from __future__ import annotations

from importlib import metadata

from ditone.runtime.errors import DitoneError

GROUP = "ditone.frontends"
NAME = "studio"


def open_studio(arguments: list[str]) -> int:
    """The exit code of the window, opened with its own `arguments`.

    Raises DitoneError, with what to install, when a library it needs is missing.
    """
    entries = metadata.entry_points(group=GROUP, name=NAME)
    if not entries:
        raise DitoneError(
            "The studio is not installed here.", actions=("Install Ditone again; `ditone render` works without it.",)
        )
    try:
        return int(next(iter(entries)).load()(arguments) or 0)
    except ImportError as error:
        raise DitoneError(
            f"The window cannot open: {error}.",
            actions=(
                "On Debian and Ubuntu: sudo apt-get install libgl1 libegl1 libglib2.0-0 libfontconfig1 libxkbcommon0 libdbus-1-3.",
                "`ditone render` works without a window.",
            ),
        ) from error
