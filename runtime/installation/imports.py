"""Every import that Ditone's code holds anywhere, found in its source, and whether each can be done here.

Most are lazy: they stand inside functions, so that the window opens at once, and a missing one would show itself only much later.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from ditone.runtime import plugins

PACKAGE = Path(__file__).resolve().parents[2]
FLOORS = ("runtime", "models", "gui", "assets")
PLATFORM_ONLY = {"winreg": "win32", "msvcrt": "win32", "fcntl": "linux", "resource": "linux"}

# what needs libraries of the system that a machine without sound may lack: told where sound is tried, and no damage
OF_THE_SYSTEM = {"sounddevice": "sound libraries of this system"}


@dataclass(frozen=True, order=True)
class Import:
    """A module, and a name in it ("" for the module alone)."""

    module: str
    name: str = ""


@dataclass(frozen=True)
class Found:
    """`done` could be imported, `faults` says of what could not why, `left_out` names optional packages that are not installed."""

    done: int
    faults: tuple[str, ...]
    left_out: tuple[str, ...]


def check() -> Found:
    """Imports everything. What belongs to an extra that is not installed is left out; what is installed must work."""
    faults: list[str] = []
    left_out: set[str] = set()
    done = 0
    optional = optional_modules()
    for wanted in sorted(everything()):
        top = wanted.module.partition(".")[0]
        if top in optional and not is_installed(optional[top]):
            left_out.add(optional[top])
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of other people's packages
                attempt(wanted)
            done += 1
        except BaseException as error:  # a library that does not fit can fail in every way there is
            if isinstance(error, KeyboardInterrupt):
                raise
            if isinstance(error, OSError) and top in OF_THE_SYSTEM:
                left_out.add(OF_THE_SYSTEM[top])
                continue
            name = wanted.module + (f" ({wanted.name})" if wanted.name else "")
            faults.append(f"{name}: {plugins.named(error)}")
    return Found(done, tuple(faults), tuple(sorted(left_out)))


def attempt(wanted: Import) -> None:
    """Does one import. Raises whatever it raises; AttributeError for a name that the module has not."""
    module = importlib.import_module(wanted.module)
    if wanted.name and not hasattr(module, wanted.name):
        importlib.import_module(f"{wanted.module}.{wanted.name}")


def everything() -> set[Import]:
    """All modules of Ditone and all that they import on this system, wherever the import stands."""
    found: set[Import] = set()
    for path in modules():
        name = _dotted(path)
        found.add(Import(name))
        found.update(imports_of(path.read_text("utf-8"), name))
    return {wanted for wanted in found if PLATFORM_ONLY.get(wanted.module, sys.platform) == sys.platform}


def modules() -> Iterator[Path]:
    """The source files of the four floors."""
    for floor in FLOORS:
        for path in sorted((PACKAGE / floor).rglob("*.py")):
            if "__main__" not in path.name:
                yield path


def imports_of(source: str, name: str) -> Iterator[Import]:
    """The imports in a module's source, also those inside functions, but not those for type checkers or for other systems alone."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and _never_runs_here(node.test):
            waiting.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from (Import(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module not in (None, "__future__"):
            yield from (Import(str(node.module), "" if alias.name == "*" else alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("importlib.import_module", "import_module"):
            yield from (Import(a.value) for a in node.args[:1] if isinstance(a, ast.Constant) and isinstance(a.value, str))
        waiting.extend(ast.iter_child_nodes(node))


def optional_modules() -> dict[str, str]:
    """Module -> package, of packages that only an extra of Ditone asks for."""
    asked = metadata.requires("ditone") or []
    names = {_normal(re.split(r"[\s;<>=!~\[(]", line)[0]): "extra ==" in line for line in asked}
    always = {_normal(re.split(r"[\s;<>=!~\[(]", line)[0]) for line in asked if "extra ==" not in line}
    optional = [name for name, extra in names.items() if extra and name not in always]
    return {name.replace("-", "_"): name for name in optional}


def is_installed(package: str) -> bool:
    """Whether the package says that it is installed, whatever state its files are in."""
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("ditone", *(part for part in parts if part != "__init__")))


def _never_runs_here(test: ast.expr) -> bool:
    told = ast.unparse(test)
    if told.endswith("TYPE_CHECKING"):
        return True
    asked = re.fullmatch(r"sys\.platform == '(\w+)'", told)
    return asked is not None and asked[1] != sys.platform


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
