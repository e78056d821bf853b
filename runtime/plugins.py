"""What packages declare for Ditone under an entry points group, loaded so that a broken one is reported and harms nobody.

Groups: `ditone.families` (runtime/registry.py), `ditone.solvers` (runtime/sampling/solvers.py), `ditone.frontends` (runtime/cli/studio.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from typing import Any

from ditone.runtime import memory

OWN = "ditone"
Faults = dict[str, str]  # what has the fault -> what is wrong with it


def declared(group: str) -> list[metadata.EntryPoint]:
    """The entry points of a group: Ditone's own first, so that no other package can take one of their names; then by name."""
    return sorted(metadata.entry_points(group=group), key=lambda entry: (not _is_own(entry.value), entry.name))


def loaded(group: str, faults: Faults) -> Iterator[tuple[metadata.EntryPoint, Any]]:
    """Every entry point of a group with the object it names; one that cannot be imported is left out and noted in `faults`."""
    for entry in declared(group):
        try:
            found = entry.load()
        except (Exception, SystemExit) as error:  # another package's code may fail in every way there is
            memory.pass_on(error)
            note(faults, entry.name, named(error))
            continue
        yield entry, found


def note(faults: Faults, name: str, what: str) -> None:
    """Adds a fault, once, behind those that are known of `name`."""
    known = faults.get(name)
    if known is None:
        faults[name] = what
    elif what not in known:
        faults[name] = f"{known}; {what}"


def named(error: BaseException) -> str:
    """An error with its kind, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".:")


def label(entry: metadata.EntryPoint) -> str:
    """An entry point's name with the package that declares it."""
    package = getattr(entry.dist, "name", None)
    return f"{entry.name} of {package}" if package else entry.name


def is_own(thing: object) -> bool:
    """Whether an object's class is part of Ditone."""
    return _is_own(type(thing).__module__)


def _is_own(module: str) -> bool:
    return module.partition(":")[0].partition(".")[0] == OWN
