"""Pictures of the real window for people to look at: all sizes and both themes, or the one of the README.

    python tests/bench/screenshots.py [--readme] [--prompt TEXT]

Writes screenshots/*.png, or assets/screenshot.png with --readme. Needs a display (Xvfb is one) or runs offscreen.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from gui.app import application
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.theme import style

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((1280, 720), (1440, 900), (1920, 1080))
PROMPTS = ("a short metallic clang", "footsteps on gravel", "heavy rain")


def wait(app: QApplication, condition: Callable[[], bool], timeout_s: float = 120.0) -> None:
    end = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the studio did not answer")
        app.processEvents()
        time.sleep(0.005)


def pause(app: QApplication, seconds: float) -> None:
    end = time.monotonic() + seconds
    wait(app, lambda: time.monotonic() > end)


def make_takes(app: QApplication, window: MainWindow, prompts: tuple[str, ...]) -> None:
    for count, prompt in enumerate(prompts, 1):
        window.prompt.rows["prompt"].set_value(prompt)
        window.prompt.rows["seed"].set_value(40 + count)
        window.prompt.rows["seed"].lock.setChecked(True)  # type: ignore[attr-defined]
        window.generate(1, False)
        wait(app, lambda wanted=count: window.takes.model.total() >= wanted)  # type: ignore[misc]
    window.prompt.rows["seed"].lock.setChecked(False)  # type: ignore[attr-defined]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readme", action="store_true", help="write assets/screenshot.png alone")
    parser.add_argument("--prompt", action="append", help="prompts of the takes, instead of the usual ones")
    options = parser.parse_args()
    app = application()
    style.apply(app, "dark")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DITONE_LIBRARY"] = folder + "/library"
        window = MainWindow(Settings(Path(folder)))
        window.show()
        window.resize(1440, 900)
        wait(app, lambda: window.studio.loaded is not None)
        make_takes(app, window, tuple(options.prompt or PROMPTS))
        if options.readme:
            wait(app, lambda: window.bar.pill.text() == "Ready")
            pause(app, 0.5)
            window.grab().save(str(ROOT / "assets" / "screenshot.png"))
        else:
            (ROOT / "screenshots").mkdir(exist_ok=True)
            for theme in ("dark", "light"):
                window.set_theme(theme)
                for width, height in SIZES:
                    window.resize(width, height)
                    pause(app, 0.5)
                    window.grab().save(str(ROOT / "screenshots" / f"{theme}-{width}x{height}.png"))
        window.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
