"""What every package is named and dated after, and how a step of the build runs a program."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
WORK = ROOT / "build" / "packages"  # intermediate folders
DIST = ROOT / "dist"  # what is handed out
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION: str = PROJECT["version"]
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
EXTRAS = ("onnx",)  # CosyVoice3's reference voices. Not `asr`: PyAV's wheel holds an FFmpeg that was built under the GPL
PIP = "pip==26.3"  # comes along, so that `ditone engine add` can fetch another build of torch
PREFIX = "/opt/ditone"


def pinned(name: str) -> str:
    """The tested version of a package. Raises KeyError where it has no pin."""
    pins = dict(line.split("==") for line in CONSTRAINTS.read_text("utf-8").splitlines() if "==" in line)
    return pins[name]


def epoch() -> int:
    """SOURCE_DATE_EPOCH: given, or the time of the last commit; so two builds of one commit hold the same times."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return int(told.strip() or 1_764_547_200)


def date() -> str:
    """The day of `epoch`, as 2026-12-01."""
    return time.strftime("%Y-%m-%d", time.gmtime(epoch()))


def say(text: str) -> None:
    print("packages: " + text, flush=True)


def attempt(*command: str | Path, cwd: Path | None = None, **environment: str) -> bool:
    """Runs a program; whether it ended well. Where not, its last lines are shown."""
    own = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch()), "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment}
    ended = subprocess.run([str(part) for part in command], cwd=cwd, env=own, capture_output=True, text=True, check=False)
    if ended.returncode:
        print((ended.stdout + ended.stderr)[-3000:], file=sys.stderr)
    return ended.returncode == 0


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> None:
    """Runs a program; ends the build where it fails."""
    if not attempt(*command, cwd=cwd, **environment):
        raise SystemExit(f"packages: {Path(str(command[0])).name} failed (see above): {' '.join(map(str, command))[:300]}")


def settle_times(folder: Path) -> None:
    """Gives everything below a folder the time of `epoch`."""
    when = epoch()
    for path in sorted(folder.rglob("*"), reverse=True):
        os.utime(path, (when, when), follow_symlinks=False)
    os.utime(folder, (when, when))


def list_contents(tree: Path) -> None:
    """Writes share/contents: size and path of every file, from which an installation knows what of it is missing or cut short."""
    (tree / "share").mkdir(exist_ok=True)
    listed = tree / "share" / "contents"
    files = sorted(path for path in tree.rglob("*") if path.is_file() and path != listed)
    listed.write_text("".join(f"{path.stat().st_size} {path.relative_to(tree).as_posix()}\n" for path in files), "utf-8")
