"""What the code imports is what pyproject.toml declares, so that an installation lacks nothing and brings nothing idle."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
OURS = {"ditone"}
FOLDERS = ("runtime", "models", "gui", "packaging/source/ditone")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    return {normal(Requirement(line).name) for line in lines}


def imported(top_level_only: bool) -> dict[str, Path]:
    """Third-party modules that the shipped packages import, each with one file that does."""
    found: dict[str, Path] = {}
    for package in FOLDERS:
        for path in (ROOT / package).glob("**/*.py"):
            tree = ast.parse(path.read_text())
            for node in tree.body if top_level_only else ast.walk(tree):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    names = [node.module]
                found |= {name.split(".")[0]: path for name in names}
    return {name: path for name, path in found.items() if name not in sys.stdlib_module_names | OURS}


@cache
def distributions() -> dict[str, set[str]]:
    return {module: {normal(name) for name in names} for module, names in metadata.packages_distributions().items()}


def test_every_import_is_declared() -> None:
    known = declared("asr", "cluster", "completion", "keyring", "onnx")
    for module, path in imported(top_level_only=False).items():
        assert distributions().get(module, {normal(module)}) & known, f"{path.relative_to(ROOT)} imports {module}"


def test_what_is_imported_at_once_is_no_extra() -> None:
    known = declared()
    for module, path in imported(top_level_only=True).items():
        assert distributions().get(module, {normal(module)}) & known, f"{path.relative_to(ROOT)} imports {module}"


def test_every_declared_package_is_used() -> None:
    used = set().union(*(distributions().get(module, {normal(module)}) for module in imported(top_level_only=False)))
    assert declared("asr", "onnx", "keyring") - used == set()
