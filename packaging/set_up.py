"""Sets up everything that Ditone needs beside its own files: `.venv`, pinned Python packages and system libraries.

    python3 packaging/set_up.py PURPOSE      PURPOSE: run, test, bench, docs, train, packages or cluster

Runs with nothing but the standard library. Repeating it is cheap: packages are left alone while the pins are the same.
What cannot be installed here is said in one line, with the command that would do it; the rest is set up all the same.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
SYSTEM_PACKAGES = ROOT / "packaging" / "system-packages.txt"
MINIMUM = (3, 11)
CPU_INDEX = "https://download.pytorch.org/whl/cpu"  # the public home of torch builds without CUDA

# the extras of pyproject.toml and the sections of system-packages.txt that each purpose needs
PURPOSES = {
    "run": ((), ("offscreen", "x11", "wayland", "sound")),
    "test": (("dev",), ("offscreen", "x11", "sound", "screenshot", "nullsink")),
    "bench": (("dev", "bench"), ("offscreen", "x11", "sound")),
    "docs": (("docs",), ("offscreen",)),
    "train": (("dev", "train"), ("training",)),
    "packages": (("dev", "packages"), ("offscreen", "screenshot", "packages")),
    "cluster": (("dev", "cluster"), ()),
}
OPTIONAL = {"bench": "what is measured against diffusers"}  # extras that a purpose can do without, and what is left out then


def say(text: str) -> None:
    print("ditone: " + text, flush=True)


def stop(text: str) -> None:
    say(text)
    sys.exit(1)


def run(command: list[str], quiet: bool = False, **environment: str) -> bool:
    """Whether the command ended well. It never waits for an answer from the keyboard."""
    output = subprocess.DEVNULL if quiet else None
    result = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env={**os.environ, **environment}, check=False
    )
    return result.returncode == 0


# -- Python ---------------------------------------------------------------------------------------------------------------------


def use_new_enough_python() -> None:
    """Starts over with a newer interpreter of this machine when this one is too old."""
    if sys.version_info >= MINIMUM:
        return
    for minor in range(20, MINIMUM[1] - 1, -1):
        other = shutil.which("python3." + str(minor))
        if other and run([other, "-c", "import venv"], quiet=True):
            os.execv(other, [other, *sys.argv])
    found = ".".join(map(str, sys.version_info[:2]))
    stop("Python 3.11 or newer is needed and this is " + found + "; install one and run `make PYTHON=python3.11 ...`.")


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_venv() -> None:
    if venv_python().exists() and run([str(venv_python()), "-m", "pip", "--version"], quiet=True):
        return
    say("making .venv with Python " + ".".join(map(str, sys.version_info[:3])))
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if run(command, quiet=True):
        return
    package = f"python3.{sys.version_info[1]}-venv"  # Debian keeps pip's wheels apart from its Python
    install_with_apt([package])
    if not run(command):
        stop("the environment .venv could not be made; on Debian and Ubuntu run: sudo apt-get install " + package)


def pip(*arguments: str, quiet: bool = False) -> bool:
    verbosity = [] if sys.stdout.isatty() else ["--quiet"]
    return run(
        [str(venv_python()), "-m", "pip", "install", "--no-input", *verbosity, *arguments],
        quiet=quiet,
        PIP_DISABLE_PIP_VERSION_CHECK="1",
    )


def install_packages(extras: tuple[str, ...]) -> None:
    """Pinned packages and this project, editable. Skipped while pins, project file, extras and interpreter are as before."""
    if any(set(extras) <= set(more) and is_installed(more) for more, _ in PURPOSES.values()):
        return
    install_torch()
    target = str(ROOT) + ("[" + ",".join(extras) + "]" if extras else "")
    say("installing Python packages" + (" with the extras " + ", ".join(extras) if extras else "") + " (some minutes, once)")
    if not pip("-c", str(CONSTRAINTS), "-e", target):
        left_out = [extra for extra in extras if extra in OPTIONAL]
        if left_out:
            say(f"{left_out[0]} could not be installed (the lines above say why); {OPTIONAL[left_out[0]]} is left out")
            install_packages(tuple(extra for extra in extras if extra not in OPTIONAL))
            return
        stop(
            "the Python packages could not be installed; the lines above say why. Check the network and run the same command again."
        )
    stamp_of(extras).write_text(fingerprint(extras))


def is_installed(extras: tuple[str, ...]) -> bool:
    stamp = stamp_of(extras)
    return stamp.exists() and stamp.read_text() == fingerprint(extras)


def stamp_of(extras: tuple[str, ...]) -> Path:
    return VENV / f"ditone-{'-'.join(extras) or 'run'}.stamp"


def fingerprint(extras: tuple[str, ...]) -> str:
    digest = hashlib.sha256(repr((extras, sys.version_info[:2], str(ROOT))).encode())
    for path in (CONSTRAINTS, ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def install_torch() -> None:
    """torch at its pin. On Linux without an NVIDIA GPU the CPU build, which is smaller by several gigabytes.

    The CPU build is asked for first where pip looks anyway (a mirror or a folder of wheels may hold it), then at PyTorch's own index;
    where neither has it, the ordinary build works too.
    """
    pin = next(line for line in CONSTRAINTS.read_text().splitlines() if line.startswith("torch=="))
    check = "import importlib.metadata as m; assert m.version('torch').split('+')[0] == " + repr(pin[7:])
    if run([str(venv_python()), "-c", check], quiet=True):
        return
    if sys.platform != "linux" or has_nvidia_gpu():
        return
    say("no NVIDIA GPU here: installing the CPU build of " + pin + " (some minutes, once)")
    cpu = pin + "+cpu"
    limits = ["--timeout", "10", "--retries", "1"]
    if pip("--no-deps", cpu, *limits, quiet=True) or pip("--no-deps", cpu, "--index-url", CPU_INDEX, *limits, quiet=True):
        return
    say("the CPU build could not be found; the ordinary build follows (it works without a GPU too, but is large)")


def has_nvidia_gpu() -> bool:
    return any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/dxg").exists()


# -- system libraries -----------------------------------------------------------------------------------------------------------


def missing_packages(sections: tuple[str, ...]) -> list[tuple[str, str]]:
    """(Debian package, what was looked for) of everything in these sections that this machine lacks."""
    missing = []
    for line in SYSTEM_PACKAGES.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        section, package, sign = line.split()
        if section in sections and not present(sign):
            missing.append((package, sign.split(":", 1)[1]))
    return missing


def present(sign: str) -> bool:
    kind, name = sign.split(":", 1)
    if kind == "bin":
        return shutil.which(name) is not None
    if kind == "file":
        return any(Path("/").glob(name.lstrip("/")))
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def install_system_libraries(sections: tuple[str, ...]) -> None:
    if sys.platform != "linux":
        return
    missing = missing_packages(sections)
    if not missing:
        return
    packages = [package for package, _ in missing]
    if install_with_apt(packages):
        packages = [package for package, _ in missing_packages(sections)]
    if not packages:
        return
    if shutil.which("apt-get"):
        say("some system libraries are missing; run: sudo apt-get install " + " ".join(packages))
    else:
        say("some system libraries are missing; install the packages that hold: " + " ".join(name for _, name in missing))


def install_with_apt(packages: list[str]) -> bool:
    """Whether apt-get installed the packages: only as root or where sudo asks for no password, and it says so."""
    apt = shutil.which("apt-get")
    if apt is None:
        return False
    prefix: list[str] = []
    if os.geteuid() != 0:
        if not (shutil.which("sudo") and run(["sudo", "-n", "true"], quiet=True)):
            return False
        prefix = ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"]
    say("installing system libraries with apt-get: " + " ".join(packages))
    options = ["-y", "-q", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=120"]
    command = [*prefix, apt, *options, "install", "--no-install-recommends", *packages]
    quiet = not sys.stdout.isatty()
    if run(command, quiet=True, DEBIAN_FRONTEND="noninteractive"):
        return True
    run([*prefix, apt, *options, "update"], quiet=quiet)  # package lists may be absent or old
    return run(command, quiet=quiet, DEBIAN_FRONTEND="noninteractive")


def main() -> None:
    purpose = sys.argv[1] if len(sys.argv) == 2 else ""
    if purpose not in PURPOSES:
        stop("say what to set up for: one of " + ", ".join(PURPOSES))
    use_new_enough_python()
    extras, sections = PURPOSES[purpose]
    install_system_libraries(sections)
    make_venv()
    install_packages(extras)


if __name__ == "__main__":
    main()
