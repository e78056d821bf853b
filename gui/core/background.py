"""Short work off the GUI thread (envelopes, resampling, spectrograms, files), with the result brought back to it."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

_pool = ThreadPoolExecutor(2, thread_name_prefix="ditone-background")
_patient_pool = ThreadPoolExecutor(1, thread_name_prefix="ditone-patient")
_ordered_pool = ThreadPoolExecutor(1, thread_name_prefix="ditone-ordered")


class Background(QObject):
    """Runs functions on shared threads. Of jobs with the same key only the newest is delivered.

    `patient` jobs, which nobody waits for, queue up behind each other and never before the others. `ordered` jobs run one after the
    other too, but wait for nothing else: what has to be on disk soon, an older state never over a newer one.
    """

    _finished = Signal(str, int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = itertools.count()
        self._newest: dict[str, int] = {}
        self._then: dict[int, tuple[Callable[[Any], object], Callable[[Exception], object] | None]] = {}
        self._running: dict[int, tuple[str, Future[Any]]] = {}
        self._finished.connect(self._deliver)

    def run(
        self,
        key: str,
        work: Callable[[], Any],
        then: Callable[[Any], object],
        failed: Callable[[Exception], object] | None = None,
        patient: bool = False,
        ordered: bool = False,
    ) -> None:
        """Calls `then(work())` later in the GUI thread, or `failed(error)`; without `failed` the error is raised there."""
        number = next(self._numbers)
        self._newest[key] = number
        self._then[number] = (then, failed)

        def report(future: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the widget was destroyed meanwhile: nobody waits for the result
                self._finished.emit(key, number, future)

        future = (_ordered_pool if ordered else _patient_pool if patient else _pool).submit(work)
        self._running[number] = (key, future)
        future.add_done_callback(report)

    def finish(self) -> None:
        """Waits for everything that was begun and delivers it now, before what it works with is closed."""
        while self._running:
            number, (key, future) = next(iter(self._running.items()))
            wait([future])
            self._deliver(key, number, future)

    def forget(self, key: str) -> None:
        """Drops what is still being worked on under this key."""
        self._newest.pop(key, None)

    def busy(self, key: str) -> bool:
        """Whether a job of this key is still being worked on."""
        return key in self._newest

    @Slot(str, int, object)
    def _deliver(self, key: str, number: int, future: Future[Any]) -> None:
        if number not in self._running:  # `finish` was faster
            return
        del self._running[number]
        then, failed = self._then.pop(number)
        if self._newest.get(key) != number:
            return
        del self._newest[key]
        error = future.exception()
        if error is None:
            then(future.result())
        elif failed is not None and isinstance(error, Exception):
            failed(error)
        else:
            raise error
