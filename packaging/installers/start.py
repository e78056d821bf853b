"""The first file that an installed Ditone runs: `python -I start.py ARGUMENTS`. It finds the parts of the installation, nothing else."""

import ctypes.util
import importlib.util
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DAMAGE = HERE / "lib" / "ditone" / "runtime" / "installation" / "damage.py"


def user_data() -> Path:
    """Where `ditone engine add` puts another build of torch; the same folder as ditone.runtime.folders.data()."""
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
    return [
        str(place)
        for place in places
        if (place / "torch" / "version.py").exists() and (bool(asked) or (place / "added").exists())
    ]


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
    os.environ["DITONE_INSTALLATION"] = str(HERE)
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
        refuse_broken_libraries()
        from ditone.runtime.cli import main as ditone
    except ImportError as error:
        return damaged(error)
    return ditone()


def refuse_broken_libraries() -> None:
    """Raises ImportError where a library has not its size: the part that is missing would end the process without a word."""
    try:
        wrong = damage().damaged(HERE, ".so")
    except (OSError, ValueError):  # no list: a tree that was put together by hand
        return
    if wrong:
        raise ImportError(wrong[0])


def damage():
    """Ditone's own words for a damaged installation, loaded by their path. Raises ImportError where even they are missing."""
    if not DAMAGE.exists():
        raise ImportError(f"{DAMAGE} is missing")
    spec = importlib.util.spec_from_file_location("damage", DAMAGE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def damaged(error: ImportError) -> int:
    """Says that a file of the installation is missing or does not fit, and what to do; exit status 1."""
    if not DAMAGE.exists():
        told = f"This installation of Ditone is damaged: {error}. Install it again; your sounds and settings are kept."
        print(f"ditone: {told}", file=sys.stderr)
        return 1
    told = " ".join(part for part in damage().words(error, HERE) if part)
    print(f"ditone: {told}", file=sys.stderr)
    if len(sys.argv) == 1 and not sys.stderr.isatty():
        damage().show(told)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
