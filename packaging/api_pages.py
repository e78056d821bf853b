"""Writes API pages out of the docstrings with pdoc: `python packaging/api_pages.py FOLDER` (`make docs`).

The public interface comes first; then the engine, the families and the window, for those who read the house. Modules that need an
extra which is not installed are left out with a word.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SKIPPED = ("ditone.assets", "ditone.__main__")


def main(folder: Path) -> int:
    """Imports everything below `ditone` and writes the pages; 1 when a module of Ditone's own is broken."""
    import pdoc

    import ditone

    for name in ditone.__all__:  # imported when they are first used, which pdoc does not do
        setattr(ditone, name, getattr(ditone, name))
    found = ["ditone"]
    for package in ("ditone.runtime", "ditone.models", "ditone.gui"):
        found.append(package)
        found += [module.name for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + ".")]
    modules = []
    for name in found:
        if name.startswith(SKIPPED) or name.endswith(".__main__"):
            continue
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("ditone"):
                raise
            print(f"{name} is left out: it needs {error.name}.")
            continue
        modules.append(name)
    pdoc.render.configure(docformat="markdown", show_source=True, footer_text="Ditone, Apache-2.0")
    pdoc.pdoc(*modules, output_directory=folder)
    print(f"{len(modules)} pages: {folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "packaging" / "source"))
    raise SystemExit(main(Path(sys.argv[1])))
