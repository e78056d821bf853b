"""The wheel and the sdist of Ditone, and the folder of installed wheels that goes into a relocatable tree."""

from __future__ import annotations

import gzip
import io
import shutil
import sys
import tarfile
from pathlib import Path

from facts import CONSTRAINTS, DIST, EXTRAS, PIP, ROOT, VERSION, WORK, attempt, epoch, pinned, run, say
from trim import trim

CPU_INDEX = "https://download.pytorch.org/whl/cpu"  # the public home of torch builds without CUDA
BUILD = "import setuptools.build_meta as backend, sys; print(getattr(backend, sys.argv[1])(sys.argv[2]))"


def wheel() -> Path:
    """dist/ditone-VERSION-py3-none-any.whl."""
    DIST.mkdir(exist_ok=True)
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)  # setuptools would ship what an earlier build left there
    run(sys.executable, "-c", BUILD, "build_wheel", DIST, cwd=ROOT)
    return DIST / f"ditone-{VERSION}-py3-none-any.whl"


def sdist() -> Path:
    """dist/ditone-VERSION.tar.gz, packed again with one time and one owner for every file."""
    DIST.mkdir(exist_ok=True)
    run(sys.executable, "-c", BUILD, "build_sdist", DIST, cwd=ROOT)
    path = DIST / f"ditone-{VERSION}.tar.gz"
    packed = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname, member.pax_headers = epoch(), 0, 0, "", "", {}
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    with path.open("wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=epoch()) as out:
        out.write(packed.getvalue())
    return path


def installed_wheels() -> Path:
    """build/packages/lib: Ditone and all it needs on Linux, with the CPU build of torch, without what Ditone never opens."""
    lib = WORK / "lib"
    shutil.rmtree(lib, ignore_errors=True)
    own = f"{wheel()}[{','.join(EXTRAS)}]"
    torch = "torch==" + pinned("torch")
    say(f"installing {torch} (CPU build) and the other pins into {lib.relative_to(ROOT)}")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--no-compile", "--target", lib, "-c", CONSTRAINTS)
    tries = ((torch + "+cpu",), (torch + "+cpu", "--extra-index-url", CPU_INDEX))  # pip's own places may hold it, else torch's
    if not any(attempt(*pip, *how, own, PIP) for how in tries):
        raise SystemExit("packages: the CPU build of " + torch + " was found nowhere; look at the lines above")
    for leftover in [*lib.glob("*.dist-info/direct_url.json"), *lib.glob("*.dist-info/REQUESTED")]:
        leftover.unlink()  # names the folder this was built in
    for rule, saved in trim(lib).items():
        say(f"{saved / 2**20:8.1f} MiB less: {rule}")
    return lib
