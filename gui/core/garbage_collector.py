"""Python's garbage collection in the GUI thread only.

A cycle that holds a QObject may be collected by whichever thread happens to allocate, and a QObject destroyed outside its thread takes
the process down. So automatic collection is off, and a timer of the GUI thread does what it would have done.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 500


class Collector(QObject):
    """Lives as long as its parent; collection becomes automatic again when it stops."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)

    def collect(self) -> int:
        """Collects the oldest generation that is due; how many objects were freed."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > self._thresholds[generation]:
                return gc.collect(generation)
        return 0

    def stop(self) -> None:
        """Gives collection back to Python."""
        self._timer.stop()
        gc.enable()


def forget_imports() -> None:
    """While a `Collector` works, takes what exists now out of later collections: modules live on, and looking at them costs frames."""
    if not gc.isenabled():
        gc.freeze()
