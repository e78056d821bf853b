"""What was there when the window closed, or was killed, is there again: the prompt panel, the queue, the takes in the lanes.

The queue lies in the library's index, written a moment after every change; panel and lanes lie in the settings file. A restored queue is
paused, so that a start never begins to work by itself.
"""

from __future__ import annotations

import json
import logging
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from ditone.gui.core.background import Background
from ditone.gui.engine.failure import Failure
from ditone.gui.engine.take_entry import StoredTake, TakeEntry
from ditone.gui.engine.take_queue import ItemState
from ditone.runtime import json_reading
from ditone.runtime.errors import DitoneError
from ditone.runtime.library.queue import Item, Queue, Stored
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.engine import Engine
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.prompt_panel import PromptPanel
    from ditone.runtime.library import Library
    from ditone.runtime.registry import ModelInfo

log = logging.getLogger("ditone.recovery")
STORE_DELAY_MS = 300
NEWEST = 3  # takes that can be made while the queue waits to be written
PANEL_INTERVAL_MS = 2000
PANEL_QUIET_MS = 1000  # behind the last edit: writing takes longer than a key may
PANEL_PUT_OFF = 2  # times, while somebody goes on typing
PANEL_KEY, LANES_KEY = "recovery/panel", "recovery/lanes"
LOCK_KEY, PINS_KEY = "recovery/seed_locked", "recovery/pins"


class RecoveryController(QObject):
    """To be made once the lanes exist; `library_open` starts the return of queue and lanes."""

    def __init__(self, engine: Engine, prompt: PromptPanel, lanes: LaneArea, settings: Settings) -> None:
        super().__init__(lanes)
        self._engine, self._prompt, self._lanes, self._settings = engine, prompt, lanes, settings
        self._library: Library | None = None
        self._queue: Queue | None = None
        self._restored = False
        self._background = Background(self)
        self._panel_seen = ("", False)
        self._panel_wanted = settings.text(PANEL_KEY)
        self._store = QTimer(self, singleShot=True, interval=STORE_DELAY_MS)
        self._store.timeout.connect(self.store_queue)
        engine.queue.changed.connect(self._store.start)
        prompt.model_shown.connect(self._on_model)
        engine.models_changed.connect(self._restore_queue)
        lanes.sounds_changed.connect(self._store_lanes)
        self._pins = settings.texts(PINS_KEY)
        for lane in lanes.lanes.values():
            lane.pin_requested.connect(self._store_pins)
        self._waiting_words = ""
        engine.queue.changed.connect(self._withdraw)
        self._panel_quiet = QTimer(self, singleShot=True, interval=PANEL_QUIET_MS)
        self._panel_put_off = 0
        self._panel_timer = QTimer(self, interval=PANEL_INTERVAL_MS)
        self._panel_timer.timeout.connect(self._store_panel_between_edits)
        self._panel_timer.start()
        prompt.edited.connect(self._panel_quiet.start)

    def library_open(self, library: Library) -> None:
        """The library can be used from now on."""
        self._library = library
        self._queue = Queue(library.index)
        self._restore_lanes()
        self._restore_queue()

    def close(self) -> None:
        """Writes the queue as it is now, before the engine stops, and waits until it is written."""
        self.store_panel()
        if self._store.isActive():
            self.store_queue()
        self._background.finish()
        self._store.stop()
        self._panel_timer.stop()
        self._queue = None

    # -- the panel ------------------------------------------------------------------------------------------------------------------

    def _store_panel_between_edits(self) -> None:
        if self._panel_quiet.isActive() and self._panel_put_off < PANEL_PUT_OFF:
            self._panel_put_off += 1
        else:
            self._panel_put_off = 0
            self.store_panel()

    def store_panel(self) -> None:
        """Remembers what the prompt panel says, when it says something new."""
        if self._engine.info is None or self._panel_wanted:
            return
        text, locked = self._prompt.request(self._engine.engine_settings).to_json(), self._prompt.seed_locked()
        if (text, locked) != self._panel_seen:
            self._panel_seen = (text, locked)
            self._settings.set(PANEL_KEY, text)
            self._settings.set(LOCK_KEY, locked)
            self._settings.save()

    def _on_model(self, info: ModelInfo | None) -> None:
        text, self._panel_wanted = self._panel_wanted, ""
        if info is None or not text:
            return
        try:
            request = Request.from_dict(json_reading.loads(text))
        except (ValueError, DitoneError):
            return
        if request.model == info.model:
            self._prompt.apply(request)
            self._prompt.lock_seed(self._settings.flag(LOCK_KEY))

    # -- the queue ------------------------------------------------------------------------------------------------------------------

    def store_queue(self) -> None:
        """Writes the queue as it is now."""
        queue = self._queue
        if queue is None or not self._restored:
            return
        items = [
            Stored(
                item.request,
                "failed" if item.state is ItemState.FAILED else "waiting",
                item.failure.message if item.failure else "",
            )
            for item in self._engine.queue.items()
            if item.to_library
        ]
        self._background.run("store", partial(queue.replace, items), _nothing, _log_failure, ordered=True)

    def _restore_queue(self) -> None:
        """Once both the library and the engine are there."""
        if self._restored or self._queue is None or self._library is None or not self._engine.models:
            return
        self._background.run("restore", partial(_stored, self._queue, self._library), self._on_stored, self._on_not_restored)

    def _on_stored(self, restored: tuple[list[tuple[ModelInfo, Item]], list[str]]) -> None:
        found, unusable = restored
        if self._restored:
            return
        self._restored = True
        engine = self._engine
        if found:
            engine.set_paused(True)
            engine.queue.restored = True
            for info, item in found:
                (added,) = engine.queue.add(info, item.request)
                if item.state == "failed":
                    engine.queue.fail(added, Failure("problem", item.reason, item=added))
            count = sum(item.state != "failed" for _, item in found)
            words = (
                self.tr("1 take of the last time waits in the queue.")
                if count == 1
                else self.tr("{count} takes of the last time wait in the queue.")
            )
            if count == 0:
                engine.set_paused(False)
            else:
                self._waiting_words = words.format(count=count)
                self._lanes.cards.show_notice(self._waiting_words, button=self.tr("Go on"), act=partial(engine.set_paused, False))
        if unusable:
            count = len(unusable)
            words = (
                self.tr("1 take of the queue cannot be made now. It is kept, and tried again at the next start: {reason}")
                if count == 1
                else self.tr(
                    "{count} takes of the queue cannot be made now. They are kept, and tried again at the next start: {reason}"
                )
            )
            self._lanes.cards.show_notice(words.format(count=count, reason=" ".join(dict.fromkeys(unusable))))
        self._store.start()

    def _withdraw(self) -> None:
        """The notice goes with its reason."""
        if self._waiting_words and not self._engine.queue.paused:
            self._lanes.cards.withdraw_notice(self._waiting_words)
            self._waiting_words = ""

    def _on_not_restored(self, error: Exception) -> None:
        self._restored = True
        _log_failure(error)

    # -- the lanes ------------------------------------------------------------------------------------------------------------------

    def _store_lanes(self) -> None:
        shown = {letter: entry.id for letter, entry in self._lanes.entries.items()}
        self._settings.set(LANES_KEY, json.dumps(shown))

    def _store_pins(self) -> None:
        self._settings.set_texts(PINS_KEY, [letter for letter, lane in self._lanes.lanes.items() if lane.pinned])

    def _restore_lanes(self) -> None:
        library = self._library
        try:
            wanted = json_reading.loads(self._settings.text(LANES_KEY) or "{}")
        except ValueError:
            return
        if library is None or not isinstance(wanted, dict) or self._lanes.entries:
            return
        for letter, take_id in wanted.items():
            if letter in ("A", "B"):
                self._background.run(
                    f"lane {letter}",
                    partial(_read, library, str(take_id), self._settings),
                    partial(self._on_lane, letter),
                    _log_failure,
                )

    def _on_lane(self, letter: str, entry: TakeEntry | None) -> None:
        if entry is not None and letter not in self._lanes.entries:
            self._lanes.show_entry(entry, letter)
            if letter in self._pins:
                self._lanes.lanes[letter].buttons["pin"].setChecked(True)


def _stored(queue: Queue, library: Library) -> tuple[list[tuple[ModelInfo, Item]], list[str]]:
    """Items of the stored queue whose model can be found now, and why the others were put aside."""
    from ditone.runtime import registry

    found = []
    queue.recover()
    _forget_made(queue, library)
    for item in queue.items():
        try:
            found.append((registry.resolve(item.request.model), item))
        except DitoneError as error:
            queue.put_aside(item.id, error.message)
        except Exception as error:  # a folder that has become strange; the others come back
            log.exception("a queued take cannot be made now")
            queue.put_aside(item.id, f"{type(error).__name__}: {error}")
    return found, queue.unusable()


def _forget_made(queue: Queue, library: Library) -> None:
    """Takes out the first items when their takes are the newest of the library: the queue is written a moment behind a take."""
    newest = [entry.request for entry in library.index.search("", limit=NEWEST)]
    for item in queue.items()[:NEWEST]:
        if item.state == "failed":
            continue
        if item.request not in newest:
            return
        queue.remove(item.id)


def _read(library: Library, take_id: str, settings: Settings) -> TakeEntry | None:
    entry = library.get(take_id)
    if entry is None:
        return None
    return StoredTake(entry, settings.model_title(entry.request.model, entry.facts["variant"])).load(library)


def _log_failure(error: Exception) -> None:
    log.warning("%s", error)


def _nothing(_: object) -> None: ...
