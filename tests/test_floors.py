"""Who may import whom: runtime <- models <- (registry) <- gui. The engine knows no Qt."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
QT = {"PySide6", "pyqtgraph", "shiboken6"}
FORBIDDEN = {
    "runtime": {"ditone.models", "ditone.gui", *QT},
    "models": {"ditone.gui", *QT},
    "gui": {"ditone.models"},
}


def imports(path: Path) -> set[str]:
    """Top-level packages that a file imports anywhere, also inside functions; Ditone's own with their floor ("ditone.runtime")."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {floor_of(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"ditone.{alias.name}" for alias in node.names] if node.module == "ditone" else [node.module]
            found |= {floor_of(name) for name in names}
    return found


def floor_of(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "ditone" else parts[0]


@pytest.mark.parametrize("floor", list(FORBIDDEN))
def test_floors_import_only_downwards(floor: str) -> None:
    files = sorted((ROOT / floor).rglob("*.py"))
    assert files
    for path in files:
        assert not imports(path) & FORBIDDEN[floor], path


def test_families_do_not_import_each_other() -> None:
    for path in (ROOT / "models").rglob("*.py"):
        own = path.relative_to(ROOT / "models").parts[0]
        for node in ast.walk(ast.parse(path.read_text())):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module and module.startswith("ditone.models."):
                assert module.split(".")[2] == own, (path, module)


def test_the_whole_engine_loads_without_qt_and_without_families() -> None:
    code = """
import importlib, pkgutil, sys
import ditone.runtime
for module in pkgutil.walk_packages(ditone.runtime.__path__, "ditone.runtime."):
    importlib.import_module(module.name)
unwanted = {"PySide6", "shiboken6", "pyqtgraph", "ditone.gui", "ditone.models"}
print(sorted(unwanted & set(sys.modules)), "ditone.runtime.session" in sys.modules)
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=110, cwd=ROOT / "packaging/source", check=True
    )
    assert result.stdout.strip() == "[] True"
