"""Opens the studio, which the engine knows only as an entry point, and front ends of other packages."""

from __future__ import annotations

from importlib import metadata

from ditone.runtime import plugins
from ditone.runtime.errors import DitoneError
from ditone.runtime.installation import damage

GROUP = "ditone.frontends"
NAME = "studio"
ELSEWHERE = "`ditone render` works without a window."


def frontends() -> dict[str, metadata.EntryPoint]:
    """Front ends by name; a name of Ditone's own is nobody else's."""
    return {entry.name: entry for entry in reversed(plugins.declared(GROUP))}


def open_frontend(name: str, arguments: list[str]) -> int:
    """The exit code of another package's front end, called with its `arguments`. Raises DitoneError when it cannot be imported."""
    try:
        return int(frontends()[name].load()(arguments) or 0)
    except (ImportError, AttributeError) as error:
        raise DitoneError(
            f'"{name}" cannot open: {plugins.named(error)}.', actions=("It is not part of Ditone: ask whoever made it.",)
        ) from error


def open_studio(arguments: list[str]) -> int:
    """The exit code of the window, opened with its own `arguments`.

    Raises DitoneError, with what to install, when a library it needs is missing.
    """
    entry = frontends().get(NAME)
    if entry is None:
        raise DitoneError(
            "The studio is not installed here.", actions=("Install Ditone again; `ditone render` works without it.",)
        )
    try:
        return int(entry.load()(arguments) or 0)
    except ImportError as error:
        found = damage.explained(error)
        raise DitoneError(f"The window cannot open. {found.message}", found.cause, (*found.actions, ELSEWHERE)) from error
