"""Builds Ditone's packages into dist/.

    python packaging/installers/build.py [wheel sdist tree deb tarball exe] [--trial]

Without a name, all of them. The Linux packages are built on Debian 12. `--trial` lets the Windows installer be built where
python.org cannot be reached (see windows.py). Two builds of one commit give the same bytes: times come from SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from pathlib import Path

from deb import deb
from facts import VERSION, WORK, say
from python_tree import python_tree, tarball
from wheels import installed_wheels, sdist, wheel
from windows import windows_installer

TARGETS = ("wheel", "sdist", "tree", "deb", "tarball", "exe")
PROGRAMS = {  # what a target needs, by Debian package
    "tree": {"patchelf": "patchelf", "dpkg-deb": "dpkg"},
    "tarball": {"zstd": "zstd"},
    "exe": {"makensis": "nsis"},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], help="which packages; all if none is named")
    parser.add_argument(
        "--trial", action="store_true", help="build the Windows installer with a stand-in for python.org's Python"
    )
    options = parser.parse_args()
    wanted = set(options.targets or TARGETS)
    linux = wanted & {"tree", "deb", "tarball"}
    check_programs(wanted | ({"tree"} if linux else set()))
    WORK.mkdir(parents=True, exist_ok=True)
    made = [wheel()] if wanted & {"wheel", "exe"} else []
    if "sdist" in wanted:
        made.append(sdist())
    if linux:
        tree = python_tree(installed_wheels())
        if "deb" in wanted:
            made.append(deb(tree))
        if "tarball" in wanted:
            made.append(tarball(tree, VERSION))
    if "exe" in wanted:
        made.append(windows_installer(made[0], options.trial))
    for path in made:
        say(describe(path))


def check_programs(targets: set[str]) -> None:
    needed = {program: package for target in targets for program, package in PROGRAMS.get(target, {}).items()}
    missing = [package for program, package in needed.items() if shutil.which(program) is None]
    if missing:
        sys.exit("packages: some programs are missing; run: sudo apt-get install " + " ".join(sorted(missing)))


def describe(path: Path) -> str:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return f"{path.name}  {path.stat().st_size / 1e6:.1f} MB  sha256 {digest}"


if __name__ == "__main__":
    main()
