"""The studio without its widgets: joins the worker, the queue and the current model, and tells panels what changed.

Everything here runs in the GUI thread. Engine work goes to the worker; what comes back arrives through the worker's signals and the slot
that the reader looks at 30 times a second.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Signal

from ditone.gui.core.garbage_collector import forget_imports
from ditone.gui.core.settings import Settings
from ditone.gui.engine.events import EngineFacts, ItemCancelled, ItemStarted, LoadedFacts, Note, TakeFinished
from ditone.gui.engine.failure import Failure, incomplete, missing_words
from ditone.gui.engine.live_reader import LiveReader
from ditone.gui.engine.live_values import LiveValues
from ditone.gui.engine.past_takes import PastTakes
from ditone.gui.engine.signals import WorkerSignals
from ditone.gui.engine.status import State, Status, StatusLine, words
from ditone.gui.engine.take_queue import QueueItem, TakeQueue
from ditone.gui.engine.worker import THREADS, Worker, settings_for_studio
from ditone.runtime.request import EngineSettings, Request

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.runtime.devices import Device
    from ditone.runtime.registry import ModelInfo

log = logging.getLogger("ditone.engine")
STOP_TIMEOUT_S = 5.0
PAINT_S = 0.03  # while the engine stops, the window is painted this often
MAX_CRASHES_IN_A_MINUTE = 3


class Engine(QObject):
    """Signals carry what changed; `models` are the built-in ones, `info` is the model that the prompt panel shows."""

    status_changed = Signal(object)  # Status
    models_changed = Signal()
    model_changed = Signal(object)  # ModelInfo or None: the prompt panel follows it
    loaded_changed = Signal(object)  # LoadedFacts or None
    engine_settings_changed = Signal()
    item_started = Signal(object)  # ItemStarted
    stage_began = Signal(object)  # StageBegan
    preview = Signal(object)  # Preview
    audio_piece = Signal(object)  # AudioPiece
    take_finished = Signal(object)  # TakeFinished
    item_cancelled = Signal(object)  # ItemCancelled
    failed = Signal(object)  # Failure, of an item or of none
    note = Signal(object)  # Note
    usage = Signal(object)  # runtime.monitor.Usage

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.queue = TakeQueue(self)
        self.signals = WorkerSignals(self)
        self.live = LiveValues()
        self.models: tuple[ModelInfo, ...] = ()
        self.devices: tuple[Device, ...] = ()
        self.info: ModelInfo | None = None
        self.loaded: LoadedFacts | None = None
        self.engine_settings = settings_for_studio(
            settings.text("engine/device", "auto"), settings.text("engine/precision", "auto"), int(settings.number(THREADS, 0))
        )
        self.status_line = StatusLine(self)
        self.past = PastTakes(settings)
        self._reader = LiveReader(self.live, self.queue, self.status_line, self.past, self)
        self._worker = Worker(self.signals, self.live)
        self._crashes: list[float] = []
        self._closing = False
        self._made = 0
        self._wanted_at_start = ""
        self._another_will_do = False
        self._connect_worker()
        self.status_line.changed.connect(self.status_changed)
        self.status_line.done_shown.connect(self._rest)
        self._reader.stage_began.connect(self.stage_began)
        self._reader.preview.connect(self.preview)
        self._reader.audio_piece.connect(self.audio_piece)
        self._reader.usage.connect(self.usage)

    def _connect_worker(self) -> None:
        signals = self.signals
        signals.engine_ready.connect(self._on_engine_ready)
        signals.scanned.connect(self._on_scanned)
        signals.loading.connect(self._on_loading)
        signals.loaded.connect(self._on_loaded)
        signals.unloaded.connect(self._on_unloaded)
        signals.item_started.connect(self._on_item_started)
        signals.item_finished.connect(self._on_item_finished)
        signals.item_cancelled.connect(self._on_item_cancelled)
        signals.item_failed.connect(self._on_item_failed)
        signals.failed.connect(self._on_failed)
        signals.crashed.connect(self._on_crashed)
        signals.note.connect(self._on_note)

    # -- what the window asks for -------------------------------------------------------------------------------------------

    def start(self, model: str = "", another_will_do: bool = False) -> None:
        """Imports the engine on the worker and then loads `model`, or the last used one, or the first built-in one.

        `another_will_do`: where `model` turns out to be none, that is said and the first built-in one is loaded all the same.
        """
        self._wanted_at_start = model
        self._another_will_do = another_will_do
        self._worker.start()
        self._worker.import_engine()
        self._reader.start()

    def choose_model(self, model: str) -> None:
        """Reads a folder or finds a built-in model, then loads it."""
        self.status_line.show_state(State.SCANNING)
        self._worker.scan(model)

    def choose_info(self, info: ModelInfo) -> None:
        """Makes `info` the current model and loads it, or says which files are missing."""
        if info.problems and self.info is not None and not self.info.problems:  # a model that works stays
            self.status_line.show_done(Status(State.INCOMPLETE, missing_words(info)))
            self.failed.emit(incomplete(info))
            return
        self.info = info
        self.model_changed.emit(info)
        if info.problems:
            self.status_line.show(Status(State.INCOMPLETE, missing_words(info)))
            self.failed.emit(incomplete(info))
            return
        self.settings.add_recent_model(info.model)
        self.settings.remember_title(info.model, info.title)
        self._worker.load(info, self.engine_settings)

    def set_engine_settings(self, engine: EngineSettings) -> None:
        """Takes other engine settings and loads the current model again with them."""
        if engine == self.engine_settings:
            return
        self.engine_settings = engine
        self.settings.set("engine/device", engine.device)
        self.settings.set("engine/precision", engine.precision)
        self.engine_settings_changed.emit()
        if self.info is not None and not self.info.problems:
            self._worker.load(self.info, engine)

    def generate(
        self, request: Request, count: int = 1, replace_waiting: bool = False, to_lanes: bool = True, to_library: bool = True
    ) -> list[int]:
        """Adds `count` takes to the queue; the ids of the items. The current model must be known."""
        if self.info is None:
            return []
        if replace_waiting:
            self.queue.clear_waiting()
        ids = self.queue.add(self.info, request, count, to_lanes, to_library)
        self._next()
        return ids

    def generate_each(self, requests: list[Request]) -> list[int]:
        """Adds one take a request to the queue, as one batch; the ids of the items. The current model must be known."""
        if self.info is None:
            return []
        ids = self.queue.add_each(self.info, requests)
        self._next()
        return ids

    def cancel(self, item_id: int) -> None:
        """Cancels one item, running or waiting."""
        item = self.queue.find(item_id)
        if item is None:
            return
        if self.queue.running() == item:
            self._worker.cancel(item_id)
            self.status_line.show_state(State.CANCELLING)
        else:
            self.queue.finish(item_id)

    def cancel_running(self) -> None:
        """Cancels the item that runs."""
        running = self.queue.running()
        if running is not None:
            self.cancel(running.id)

    def retry_failed(self) -> None:
        """Puts every failed item back in line and goes on."""
        self.queue.retry_failed()
        self._next()

    def set_paused(self, paused: bool) -> None:
        """Pauses the queue, or goes on with it."""
        self.queue.set_paused(paused)
        self._next()

    def unload(self) -> None:
        """Gives the memory of the loaded model back; the next take loads it again."""
        self._worker.unload()

    def close(self, timeout_s: float = STOP_TIMEOUT_S) -> bool:
        """Cancels and ends the worker; False when it did not end in time. The window is painted meanwhile, and says so."""
        self.say_stopping()
        self._reader.stop()
        self._worker.stop()
        end = time.monotonic() + timeout_s
        while not (ended := self._worker.wait(PAINT_S)) and time.monotonic() < end:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        self.settings.save()
        return ended

    def say_stopping(self) -> None:
        """The last state; nothing that still arrives takes its place, and nothing new begins."""
        self._closing = True
        self.status_line.show_state(State.STOPPING)
        self.status_line.freeze()

    @property
    def status(self) -> Status:
        """What the window says that the studio does."""
        return self.status_line.status

    @property
    def busy(self) -> bool:
        """Whether an item runs."""
        return self.queue.running() is not None

    def device(self) -> str:
        """The device of the loaded model; "" while none is loaded."""
        return self.loaded.device if self.loaded else ""

    def predicted_mib(self, item: QueueItem) -> float | None:
        """The peak of GPU memory that an item is expected to need; that of the process holds libraries and window, too."""
        estimate = item.info.peak_memory_mib
        return estimate(item.request) if estimate is not None and self.device().startswith("cuda") else None

    # -- what the engine answers --------------------------------------------------------------------------------------------

    def _on_engine_ready(self, facts: EngineFacts) -> None:
        forget_imports()
        self.models, self.devices = facts.models, facts.devices
        self.models_changed.emit()
        for name, error in facts.broken:
            log.warning("the model family %s could not be imported: %s", name, error)
        recent = self.settings.recent_models()
        wanted = self._wanted_at_start or (recent[0] if recent else "")
        if self.info is not None:  # the engine came back after a crash
            self._worker.load(self.info, self.engine_settings)
        elif wanted and (self._wanted_at_start or not Path(wanted).is_absolute() or Path(wanted).is_dir()):
            self.choose_model(wanted)
        elif self.models:
            self.choose_info(self.models[0])
        else:
            self.status_line.show_state(State.NO_MODEL)
        self._next()

    def _on_scanned(self, info: ModelInfo) -> None:
        self.choose_info(info)

    def _on_loading(self, info: ModelInfo) -> None:
        self._set_loaded(None)
        if not self.busy:
            self.status_line.show(
                Status(State.LOADING, self.tr("Loading {percent} %").format(percent=0), 0.0, words(State.LOADING))
            )

    def _on_loaded(self, facts: LoadedFacts) -> None:
        self._set_loaded(facts)
        log.info("loaded %s on %s in %s", facts.info.title, facts.device, facts.precision)
        self._rest()

    def _set_loaded(self, facts: LoadedFacts | None) -> None:
        self.loaded = facts
        self._reader.loaded = facts
        self.loaded_changed.emit(facts)

    def _on_unloaded(self) -> None:
        self._set_loaded(None)
        self._rest()

    def _on_item_started(self, item_id: int) -> None:
        item = self.queue.find(item_id)
        if item is not None:
            self._reader.begin_item()
            self.item_started.emit(ItemStarted(item, self.queue.batch_done == 0))

    def _on_item_finished(self, item_id: int, entry: TakeEntry) -> None:
        item = self.queue.find(item_id)
        if item is None:
            return
        self._reader.pass_pieces(item)  # the last ones may have come since the clock's last tick
        self.queue.finish(item_id)
        take = entry.take
        self._made += 1
        self.past.learn(item.info, take)
        done = self.tr("Done in {seconds:.1f} s · RTF {rtf:.2f}").format(seconds=take.timings_s.get("total", 0.0), rtf=take.rtf)
        self.status_line.show_done(Status(State.FINISHED, done))
        self.take_finished.emit(TakeFinished(item, replace(entry, number=self._made)))
        self._next()

    def _on_item_cancelled(self, item_id: int) -> None:
        item = self.queue.finish(item_id)
        if item is not None:
            self.item_cancelled.emit(ItemCancelled(item))
        self._rest()
        self._next()

    def _on_item_failed(self, failure: Failure) -> None:
        self.queue.fail(failure.item, failure)
        self._show_failure(failure)
        self._next()

    def _on_failed(self, failure: Failure) -> None:
        self._show_failure(failure)
        if self._another_will_do and self.info is None and self.models:
            self._another_will_do = False
            self.choose_info(self.models[0])

    def _on_crashed(self, failure: Failure) -> None:
        if failure.item:
            self.queue.fail(failure.item, failure)
        self._set_loaded(None)
        if self._closing:
            return
        now = time.monotonic()
        self._crashes = [t for t in self._crashes if now - t < 60.0] + [now]
        self._show_failure(failure)
        if len(self._crashes) > MAX_CRASHES_IN_A_MINUTE:
            return  # starting it again would only show the same card for ever
        self._worker = Worker(self.signals, self.live)
        self._worker.start()
        self._worker.import_engine()

    def _on_note(self, item_id: int, sentence: str) -> None:
        log.info("%s", sentence)
        self.note.emit(Note(self.queue.find(item_id), sentence))

    # -- states -------------------------------------------------------------------------------------------------------------

    def _next(self) -> None:
        item = None if self._closing else self.queue.begin_next()
        if item is not None:
            self.status_line.keep()
            if self.status.state is not State.LOADING:
                self.status_line.show(Status(State.GENERATING, self.tr("Preparing")))
            self._worker.generate(item.id, item.info, item.request)

    def _show_failure(self, failure: Failure) -> None:
        log.error("%s", failure.text)
        self.status_line.show_state(State.OUT_OF_MEMORY if failure.kind == "memory" else State.FAILED)
        if failure.kind == "folder" and self.loaded is not None and not self.busy:  # the model that works is still there
            self.status_line.show_done(Status(State.FAILED, words(State.FAILED)))
        self.failed.emit(failure)

    def _rest(self) -> None:
        """The state when nothing runs."""
        if self.busy:
            return
        if self.info is None:
            self.status_line.show_state(State.NO_MODEL)
        elif self.loaded is not None or self.status.state is not State.LOADING:
            self.status_line.show_state(State.READY)
