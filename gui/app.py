"""Starts the studio. Nothing of the engine is imported here: the window is on screen first."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from ditone.gui.application import application, dispose
from ditone.gui.display import window_problem
from ditone.runtime.installation import damage


def main(argv: Sequence[str] | None = None) -> int:
    """Opens the window and runs until it is closed; the exit status. `--smoke` proves the installation and ends."""
    options = _options(argv)
    if (
        options.smoke
        and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
        and sys.platform.startswith("linux")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    problem = window_problem()
    if problem:
        print(problem, file=sys.stderr)  # noqa: T201 - there is no window to say it in
        if damage.root() is not None and not options.smoke and not sys.stderr.isatty():
            damage.show(problem)  # started from a menu: nobody sees what is printed
        return 1
    if options.smoke:
        from ditone.gui.smoke import smoke

        return smoke(options.model)
    from PySide6.QtCore import QTimer

    from ditone.gui.core.garbage_collector import Collector
    from ditone.gui.core.settings import Settings
    from ditone.gui.i18n import language
    from ditone.gui.studio import Studio
    from ditone.gui.theme import style

    settings = Settings()
    language.set_size(settings)
    app = application()
    style.set_font(app, language.install(settings))
    collector = Collector(app)
    style.apply(app, settings.text("theme", "dark"))
    studio = Studio(settings, options.model, options.paths)
    studio.window.show()
    sys.excepthook = studio.show_fault
    signal.signal(signal.SIGINT, _close_windows)
    heartbeat = QTimer()  # lets Python look for Ctrl+C in the terminal now and then
    heartbeat.timeout.connect(_look)
    heartbeat.start(300)
    status = app.exec()
    heartbeat.stop()
    if not studio.engine_ended:
        sys.stderr.flush()
        os._exit(status)  # the engine did not stop in time; the interpreter would wait for its thread for ever
    sys.excepthook = sys.__excepthook__
    dispose(studio.window)
    collector.stop()
    return status


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("ditone", description="Opens the Ditone studio.")
    parser.add_argument("--model", default="", help="a built-in model's name or a model folder to open with")
    parser.add_argument(
        "--smoke", action="store_true", help="prove this installation: files, imports, the window, a take of each family, sound"
    )
    parser.add_argument("paths", nargs="*", help="sound files to open in the lanes, or a model folder")
    return parser.parse_args(argv)


def _close_windows(*_: Any) -> None:
    from PySide6.QtWidgets import QApplication

    QApplication.closeAllWindows()


def _look() -> None:
    """Does nothing; that the timer fires is enough."""


if __name__ == "__main__":
    raise SystemExit(main())
