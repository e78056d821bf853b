"""The first file that an installed Ditone runs: `python -I start.py ARGUMENTS`. It finds the parts of the installation, nothing else."""

import ctypes.util
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def user_data() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "ditone"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ditone"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "ditone"


def engine_folders() -> list[str]:
    """Another build of torch that the user added (for a GPU); it hides the one that came along. It must be the same version."""
    wanted = (HERE / "engine-version").read_text().strip() if (HERE / "engine-version").exists() else ""
    asked = os.environ.get("DITONE_ENGINE", "")  # empty is not the current folder
    places = [*([Path(asked)] if asked else []), *([user_data() / "engine" / wanted] if wanted else [])]
    return [str(place) for place in places if (place / "torch" / "version.py").exists()]


def find_own_libraries_first() -> None:
    """sounddevice asks `ctypes.util.find_library`, which on Linux knows the system's folders alone."""
    own = HERE / "syslib"
    if sys.platform != "linux" or not own.is_dir():
        return
    asked = ctypes.util.find_library

    def find_library(name: str) -> str | None:
        found = asked(name)
        if found:
            return found
        return next((str(path) for path in sorted(own.glob(f"lib{name}.so*"))), None)

    ctypes.util.find_library = find_library


def main() -> int:
    sys.path[:0] = [*engine_folders(), str(HERE / "lib")]
    sys.argv[0] = "ditone"
    os.environ.pop("QT_PLUGIN_PATH", None)  # another program's Qt plug-ins would be loaded into ours
    os.environ.pop("QML2_IMPORT_PATH", None)
    find_own_libraries_first()
    if sys.platform == "win32":  # a program without a console has no streams to write to
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:
                setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open as long as the program runs
    try:
        from ditone.runtime.cli import main as ditone
    except ImportError as error:
        return damaged(error)
    return ditone()


def damaged(error: ImportError) -> int:
    """Says that a file of the installation is missing or does not fit, and what to do; exit status 1."""
    what = f"the module {error.name} is missing" if isinstance(error, ModuleNotFoundError) else str(error)
    print(
        f"ditone: This installation is damaged: {what} (in {HERE}). "
        "Install Ditone again over it; your sounds and settings lie elsewhere and are kept.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
