"""The worker: one thread that owns the session, its tensors and every import of the engine. The window only ever leaves jobs here.

Once torch is imported it runs at niceness +10 on Linux, so that the GUI thread keeps its frame rate while all cores compute, and with one
CPU thread fewer than cores.
A job that ends in an error of ours is reported as a crash and ends the thread; `Engine` starts a fresh one.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.gui.engine import failure
from ditone.gui.engine.events import EngineFacts, LoadedFacts
from ditone.gui.engine.live_values import LiveValues
from ditone.gui.engine.signals import WorkerSignals
from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.request import EngineSettings, Request

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.session import Session

log = logging.getLogger("ditone.worker")
NICENESS = 10
THREADS = "engine/threads"  # the setting; 0: automatic


def spare_threads() -> int:
    """CPU threads for the engine: all cores but one, so that the window keeps one."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        cores = os.cpu_count() or 1
    return max(1, cores - 1)


def settings_for_studio(device: str = "auto", precision: str = "auto", threads: int = 0) -> EngineSettings:
    """Engine settings of takes made in the window; 0 threads are all but one."""
    return EngineSettings(device=device, precision=precision, threads=threads or spare_threads())


class Worker:
    """Jobs go in through the methods, which return at once; results come out of the signals and the latest-value slot."""

    def __init__(self, signals: WorkerSignals, live: LiveValues) -> None:
        self._signals = signals
        self._live = live
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._session: Session | None = None
        self._cancelled: set[int] = set()
        self._current = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ditone-engine", daemon=True)

    def start(self) -> None:
        """Begins the thread."""
        self._thread.start()

    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def import_engine(self) -> None:
        """Imports torch and the families; answers with `engine_ready`."""
        self._jobs.put(self._import_engine)

    def scan(self, model: str) -> None:
        """Reads a folder's headers, or finds a built-in model by name; answers with `scanned` or `failed`."""
        self._jobs.put(lambda: self._scan(model))

    def load(self, info: ModelInfo, settings: EngineSettings) -> None:
        """Loads a variant in place of the present one; answers with `loading`, then `loaded` or `failed`."""
        self._jobs.put(lambda: self._load(info, settings))

    def generate(self, item: int, info: ModelInfo, request: Request) -> None:
        """Makes one take, loading its model first where needed; answers with `item_started` and one of the other item signals."""
        self._jobs.put(lambda: self._generate(item, info, request))

    def unload(self) -> None:
        """Gives the model's memory back; answers with `unloaded`."""
        self._jobs.put(self._unload)

    def cancel(self, item: int) -> None:
        """Stops an item, running or not yet begun. Safe from any thread; has no effect on other items."""
        self._cancelled.add(item)
        session = self._session
        if session is not None and self._current == item:
            session.cancel()

    def stop(self) -> None:
        """Cancels what runs, and asks the thread to end."""
        self._stopping.set()
        self.cancel(self._current)
        self._jobs.put(None)

    def wait(self, timeout_s: float) -> bool:
        """Waits for the thread; whether it has ended."""
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None or self._stopping.is_set():
                break
            try:
                job()
            except Cancelled:  # a load that was interrupted because the window closes
                continue
            except BaseException as error:  # whatever it is, the window must live and say it
                log.exception("the worker stopped")
                self._drop_session()
                self._signals.crashed.emit(failure.from_exception(error, self._current))
                return
        self._drop_session()

    def _drop_session(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with contextlib.suppress(Exception):  # after a crash the session may be in any state; its memory goes with it
                session.close()

    def _import_engine(self) -> None:
        from ditone.runtime import devices, registry

        _lower_priority()  # not before: nobody wants to wait for an import that gives way to everything else
        models = tuple(registry.builtin_models())
        broken = tuple(registry.broken().items())
        self._signals.engine_ready.emit(EngineFacts(models, tuple(devices.available()), broken))

    def _scan(self, model: str) -> None:
        from ditone.runtime import registry

        try:
            is_folder = Path(model).is_absolute()
            info = registry.recognise(Path(model)) if is_folder else registry.resolve(model)
        except DitoneError as error:
            self._signals.failed.emit(failure.from_exception(error))
            return
        self._signals.scanned.emit(info)

    def _load(self, info: ModelInfo, settings: EngineSettings) -> None:
        self._current = 0
        self._live.begin(0)
        try:
            self._open(info, settings)
        except DitoneError as error:
            self._signals.failed.emit(failure.from_exception(error))
            return
        if self._jobs.empty():
            _import_measures()

    def _open(self, info: ModelInfo, settings: EngineSettings) -> Session:
        from ditone.runtime import estimate
        from ditone.runtime.session import Session

        self._drop_session()
        self._signals.loading.emit(info)
        self._live.load(0.0)
        self._session = Session.open(info, settings, self._load_progress)
        engine = self._session.engine
        tflops = 0.0 if info.work_tflop is None else estimate.speed_tflops(engine.device, engine.dtype, engine.threads)
        files, sums = self._session.files, self._session.model_files
        self._signals.loaded.emit(
            LoadedFacts(info, str(engine.device), str(engine.dtype).removeprefix("torch."), tflops, files, sums)
        )
        return self._session

    def _load_progress(self, share: float) -> None:
        if self._stopping.is_set() or (self._current and self._current in self._cancelled):
            raise Cancelled
        self._live.load(share)

    def _unload(self) -> None:
        self._drop_session()
        self._signals.unloaded.emit()

    def _generate(self, item: int, info: ModelInfo, request: Request) -> None:
        if item in self._cancelled:
            self._signals.item_cancelled.emit(item)
            return
        self._current = item
        self._live.begin(item)
        self._signals.item_started.emit(item)
        try:
            session = self._session
            if session is None or session.info != info or not session.fits(request):
                session = self._open(info, request.engine)
            take = session.generate(request, _WorkerObserver(self._live, self._signals, item, self._watch_cancel(item, session)))
        except Cancelled:
            self._signals.item_cancelled.emit(item)
        except DitoneError as error:
            self._signals.item_failed.emit(failure.from_exception(error, item))
        else:
            from ditone.gui.engine.take_entry import entry_for

            self._signals.item_finished.emit(item, entry_for(take, info))
        self._current = 0

    def _watch_cancel(self, item: int, session: Session) -> Callable[[], None]:
        def watch() -> None:
            # a wish to stop that came just before the session began would otherwise be forgotten by it
            if item in self._cancelled or self._stopping.is_set():
                session.cancel()

        return watch


@dataclass(frozen=True)
class _WorkerObserver:
    """`ditone.runtime.run.Observer` that leaves numbers in the slot."""

    live: LiveValues
    signals: WorkerSignals
    item: int
    watch_cancel: Callable[[], None]

    def stage(self, name: str, steps: int | None) -> None:
        self.watch_cancel()
        self.live.stage(name, steps)

    def step(self, done: int, steps: int) -> None:
        self.watch_cancel()
        self.live.step(done, steps)

    def wants_preview(self) -> bool:
        return self.live.wants_preview()

    def preview(self, envelope: Any, duration_s: float) -> None:
        self.live.preview(envelope, duration_s)

    def audio(self, chunk: Any, start_frame: int, sample_rate_hz: int) -> None:
        self.live.chunk(chunk, start_frame, sample_rate_hz)

    def note(self, sentence: str) -> None:
        self.signals.note.emit(self.item, sentence)


def _import_measures() -> None:
    """What a finished take is measured with (scipy, seconds of importing): done while nothing plays, because the import holds the
    interpreter up for so long that a sound that is being heard would break off."""
    importlib.import_module("pyloudnorm")


def _lower_priority() -> None:
    """Niceness of this thread alone; threads that torch starts from it inherit it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
