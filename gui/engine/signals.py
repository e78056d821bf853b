"""The one object that is emitted from other threads. It lives in the GUI thread, so every connection to it arrives there, queued."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class EngineSignals(QObject):
    """State changes of the engine. Payloads are plain Python objects; their types stand in the comments."""

    engine_ready = Signal(object)  # gui.worker.EngineFacts
    scanned = Signal(object)  # runtime.registry.ModelInfo, also with problems
    loading = Signal(object)  # runtime.registry.ModelInfo
    loaded = Signal(object)  # gui.worker.LoadedFacts
    unloaded = Signal()
    item_started = Signal(int)
    item_finished = Signal(int, object)  # gui.takes.TakeEntry
    item_cancelled = Signal(int)
    item_failed = Signal(object)  # gui.failure.Failure
    failed = Signal(object)  # gui.failure.Failure that belongs to no item
    crashed = Signal(object)  # gui.failure.Failure; the worker thread has ended
    note = Signal(int, str)  # queue item, sentence
    log = Signal(str)
