"""Pictures of the window for people to look at: every state, at small and large size, dark and light.

    python -m tests.bench.screenshots [DIR] [--size 1280x720] [--only comparing --only sweep]
    python -m tests.bench.screenshots --readme [--prompt TEXT]

Every size is a screen of its own (Xvfb), so that what does not fit on it is seen not to fit. The window is driven through its widgets,
with the built-in model and few steps; settings, library and voices are empty folders. --readme writes assets/screenshot.png instead.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SIZES = ("1280x720", "1920x1080")
README_SIZE = "1440x900"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "screenshots", help="where the pictures go")
    parser.add_argument("--size", action="append", help=f"WIDTHxHEIGHT of a screen, instead of {' and '.join(SIZES)}")
    parser.add_argument("--only", action="append", default=[], help="a part of the tour, instead of all of it")
    parser.add_argument("--readme", action="store_true", help="write assets/screenshot.png alone")
    parser.add_argument("--prompt", action="append", default=[], help="prompts of the README's takes, instead of the usual ones")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)  # the screen is there already
    options = parser.parse_args()
    if options.inside:
        return _shoot(options)
    xvfb = shutil.which("xvfb-run")
    if xvfb is None:
        print("Xvfb is needed, the screen that the pictures are taken of: apt-get install xvfb xauth", file=sys.stderr)
        return 1
    for size in [README_SIZE] if options.readme else options.size or SIZES:
        screen = [xvfb, "-a", "-s", f"-screen 0 {size}x24", sys.executable, "-m", "tests.bench.screenshots", "--inside"]
        how = ["--readme"] if options.readme else [str(options.folder.resolve())]
        how += [part for name in ("only", "prompt") for value in getattr(options, name) for part in (f"--{name}", value)]
        ended = subprocess.run([*screen, "--size", size, *how], cwd=ROOT, check=False).returncode
        if ended:
            return ended
    return 0


def _shoot(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as home:
        for name in ("CONFIG_DIR", "LIBRARY", "VOICES"):
            os.environ[f"DITONE_{name}"] = f"{home}/{name.lower()}"
        os.environ["XDG_DATA_HOME"] = f"{home}/data"
        os.environ["QT_QPA_PLATFORM"] = "xcb"
        from tests.bench.screenshots import tour
        from tests.bench.screenshots.camera import Camera

        width, height = (int(part) for part in options.size[0].split("x"))
        with Camera(options.folder, width, height) as camera:
            if options.readme:
                tour.readme(camera, ROOT / "assets" / "screenshot.png", options.prompt)
            else:
                tour.take_all(camera, options.only)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
