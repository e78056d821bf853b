"""What the worker's thread reports. It lives in the GUI thread, so every connection to it arrives there, queued.

Only `Engine` listens here: it brings its own state up to date first and then tells everyone through its own signals.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class WorkerSignals(QObject):
    """The one object that is emitted from the worker's thread. The payloads' types stand in the comments."""

    engine_ready = Signal(object)  # EngineFacts
    scanned = Signal(object)  # ModelInfo, also with problems
    loading = Signal(object)  # ModelInfo
    loaded = Signal(object)  # LoadedFacts
    unloaded = Signal()
    item_started = Signal(int)
    item_finished = Signal(int, object)  # TakeEntry
    item_cancelled = Signal(int)
    item_failed = Signal(object)  # Failure
    failed = Signal(object)  # Failure that belongs to no item
    crashed = Signal(object)  # Failure; the worker's thread has ended
    note = Signal(int, str)  # sentence
