"""Measures what the studio promises about its speed, with the real window and the built-in model, and prints the figures.

    make bench-gui ARGS="--takes 3 --json figures.json"

cold start: from the start of the process to the first paint, and whether the engine was imported by then.
input to paint: a key in the prompt, or a zoom of the lane, until the widget has painted, while takes are being made.
frame: time between the ticks of a 60 Hz timer in the GUI thread, while takes are being made; the longest gap of the engine's import.
cancel: from the click to the pill's "Cancelling...", and to the end of the take.
Uses the screen it is given (Xvfb counts as one); without one it runs offscreen, which leaves out the cost of the display server.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from ditone.gui.application import application
from ditone.gui.core.settings import Settings
from ditone.gui.engine.status import State
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.gui.widgets.wave_view import WaveView

LIMITS = {
    "cold_start_ms": 1000.0,
    "import_gap_ms": 800.0,
    "input_to_paint_p99_ms": 35.0,
    "input_to_paint_max_ms": 60.0,
    "frame_cpu_median_ms": 8.0,
    "zoom_to_paint_p99_ms": 35.0,
    "zoom_to_paint_max_ms": 60.0,
    "cancel_feedback_ms": 50.0,
}
COLD = """
import sys, time
begin = time.perf_counter()
from ditone.gui.application import application
from ditone.gui.studio import Studio
from ditone.gui.core.settings import Settings
from ditone.gui.theme import style
app = application()
style.apply(app, "dark")
studio = Studio(Settings())
def painted():
    print((time.perf_counter() - begin) * 1e3, time.process_time() * 1e3, int("torch" in sys.modules), flush=True)
    import os; os._exit(0)
studio.finish_building = painted
studio.window.show()
app.exec()
"""


class PaintWatch(QObject):
    """Notes when a widget has painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.painted_at = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.painted_at = time.perf_counter()
        return False


class FrameClock:
    """Gaps between the ticks of a 60 Hz timer."""

    def __init__(self, window: QWidget) -> None:
        self.ticks: list[float] = []
        self._timer = QTimer(window, interval=16, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        self.ticks.append(time.perf_counter())

    def restart(self) -> None:
        self.ticks = [time.perf_counter()]

    def gaps_ms(self) -> np.ndarray:
        return np.diff(self.ticks) * 1e3 if len(self.ticks) > 1 else np.zeros(1)


def wait(app: QApplication, condition: Callable[[], bool], timeout_s: float = 120.0) -> None:
    """Runs the event loop until the condition holds. Raises TimeoutError."""
    end = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the studio did not answer")
        app.processEvents()
        time.sleep(0.001)


def rest(app: QApplication, seconds: float) -> None:
    end = time.monotonic() + seconds
    wait(app, lambda: time.monotonic() > end)


def until_painted(app: QApplication, watch: PaintWatch, act: Callable[[], None]) -> tuple[float, float]:
    """Milliseconds from an input to the paint that follows it, and CPU milliseconds of the GUI thread in that frame."""
    begin = time.perf_counter()
    act()
    cpu = time.thread_time()
    end = time.monotonic() + 10.0
    while watch.painted_at <= begin:
        if time.monotonic() > end:
            raise TimeoutError("nothing was painted")
        cpu = time.thread_time()
        app.processEvents()
    return (watch.painted_at - begin) * 1e3, (time.thread_time() - cpu) * 1e3


def cold_start(runs: int = 3) -> tuple[float, float, bool]:
    """(wall ms, CPU ms, engine imported) of the fastest of a few cold processes, interpreter and imports included."""
    results = []
    for _ in range(runs):
        begin = time.perf_counter()
        out = subprocess.run(
            [sys.executable, "-c", COLD], capture_output=True, text=True, check=True, timeout=60, cwd=Path.cwd()
        ).stdout
        wall = (time.perf_counter() - begin) * 1e3
        _, cpu, engine = out.split()
        results.append((wall, float(cpu), engine == "1"))
    return min(results)


@contextmanager
def open_window() -> Iterator[tuple[QApplication, Studio, FrameClock]]:
    app = application()
    style.apply(app, "dark")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DITONE_LIBRARY"] = folder + "/library"
        studio = Studio(Settings(Path(folder)))
        window = studio.window
        clock = FrameClock(window)
        window.show()
        try:
            wait(app, lambda: studio.engine.loaded is not None)
            yield app, studio, clock
        finally:
            window.close()


def measure(takes: int) -> dict[str, float]:
    """All figures, in milliseconds."""
    wall, cpu, engine = cold_start()
    figures = {"cold_start_ms": wall, "cold_start_cpu_ms": cpu, "engine_imported_before_paint": float(engine)}
    with open_window() as (app, studio, clock):
        window = studio.window
        figures["import_gap_ms"] = float(clock.gaps_ms().max())
        prompt = window.prompt.rows["prompt"].text  # type: ignore[attr-defined]
        prompt.setPlainText("a short metallic clang")
        studio.generation.generate(1)
        wait(app, lambda: window.takes.model.total() == 1)
        slowest = window.prompt.rows["duration_s"].control.maximum or 3.0
        window.prompt.rows["duration_s"].set_value(slowest)
        view = window.lanes.lanes["A"].view
        typing, zooming = PaintWatch(prompt.viewport()), PaintWatch(view)
        keys: list[float] = []
        zooms: list[float] = []
        work: list[float] = []
        clock.restart()
        studio.generation.generate(takes)
        prompt.setFocus()
        while studio.engine.busy or studio.engine.queue.items():
            keys.append(until_painted(app, typing, lambda: QTest.keyClick(prompt, Qt.Key.Key_A))[0])
            paint, cpu = until_painted(app, zooming, lambda: zoom(app, view))
            zooms.append(paint)
            work.append(cpu)
            rest(app, 0.02)
        gaps = clock.gaps_ms()
        for name, values in (("input_to_paint", keys), ("zoom_to_paint", zooms), ("frame_gap", gaps), ("frame_cpu", work)):
            figures[f"{name}_median_ms"] = float(np.median(values))
            figures[f"{name}_p99_ms"] = float(np.percentile(values, 99))
            figures[f"{name}_max_ms"] = float(np.max(values))
        figures["inputs"] = float(len(keys) + len(zooms))
        figures.update(cancelling(app, studio))
    return figures


def zoom(app: QApplication, view: WaveView) -> None:
    """One turn of the wheel: in when everything is shown, else out."""
    centre = QPointF(view.width() / 2, view.height() / 2)
    delta = QPoint(0, 120 if view.timeline.span_s > 0.999 * view.timeline.duration_s else -120)
    at, buttons, keys = view.mapToGlobal(centre), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    app.postEvent(view, QWheelEvent(centre, at, QPoint(), delta, buttons, keys, Qt.ScrollPhase.NoScrollPhase, False))


def cancelling(app: QApplication, studio: Studio) -> dict[str, float]:
    window = studio.window
    steps = window.prompt.rows.get("steps")
    if steps is not None:
        steps.set_value(steps.control.maximum or 100)
    studio.generation.generate(1)
    wait(app, lambda: "/" in window.bar.pill.text())
    begin = time.perf_counter()
    QTest.mouseClick(window.bar.cancel, Qt.MouseButton.LeftButton)
    feedback = (time.perf_counter() - begin) * 1e3 if studio.engine.status.state is State.CANCELLING else float("nan")
    wait(app, lambda: not studio.engine.busy)
    return {"cancel_feedback_ms": feedback, "cancel_stopped_ms": (time.perf_counter() - begin) * 1e3}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--takes", type=int, default=3, help="takes that run while inputs are measured")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    figures = measure(options.takes)
    print(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {QApplication.platformName()}")
    for name, value in figures.items():
        limit = LIMITS.get(name)
        verdict = "" if limit is None else f"   limit {limit:g}: {'kept' if value <= limit else 'MISSED'}"
        print(f"{name:32} {value:10.1f}{verdict}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
