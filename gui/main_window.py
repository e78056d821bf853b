"""The main window: lays out the areas, connects them to the studio, and keeps layout and theme."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QTabWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.commands import menus
from ditone.gui.commands.actions import keeps_key, walk
from ditone.gui.controllers.file_controller import FileController
from ditone.gui.controllers.model_controller import ModelController
from ditone.gui.controllers.source_controller import SourceController
from ditone.gui.core.settings import Settings
from ditone.gui.engine import failure as failures
from ditone.gui.engine.download import Download
from ditone.gui.engine.engine import Engine
from ditone.gui.engine.failure import Failure
from ditone.gui.engine.status import BUSY, State, Status
from ditone.gui.engine.take_queue import QueueItem
from ditone.gui.i18n.family_words import translate_model
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.panels.command_bar import CommandBar
from ditone.gui.panels.help import AboutWindow, ShortcutSheet
from ditone.gui.panels.lane_area import LaneArea
from ditone.gui.panels.log_panel import LogPanel, LogRelay
from ditone.gui.panels.prompt_panel import PromptPanel
from ditone.gui.panels.queue_panel import QueuePanel
from ditone.gui.panels.takes_panel import TakesPanel
from ditone.gui.panels.usage_strip import UsageStrip
from ditone.gui.theme import style
from ditone.gui.window_layout import WindowLayout
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.gui.controllers.comparison_controller import ComparisonController
    from ditone.gui.controllers.library_controller import LibraryController
    from ditone.gui.engine.take_entry import AnyTake, TakeEntry
    from ditone.gui.preferences.dialog import Preferences
    from ditone.gui.widgets.performance import Performance
    from ditone.runtime.registry import ModelInfo

log = logging.getLogger("ditone.window")
LEAST_WIDTH, LEAST_HEIGHT = 1000, 600


class MainWindow(QMainWindow):
    """Everything that needs the engine or plots is made by `finish_building`, right after the first paint."""

    def __init__(self, settings: Settings, model: str = "") -> None:
        super().__init__()
        self.settings = settings
        self.engine = Engine(settings, self)
        self.relay = LogRelay(self.engine.signals)
        logging.getLogger("ditone").addHandler(self.relay)
        logging.getLogger("ditone").setLevel(logging.INFO)
        self._model_at_start = model
        self._painted = False
        self._pending = 0
        self._recalled: Request | None = None
        self._batch: list[TakeEntry] = []
        self.engine_ended = True
        self.performance: Performance | None = None
        self.comparison: ComparisonController | None = None
        self.library: LibraryController | None = None
        self.preferences: Preferences | None = None
        self.setAcceptDrops(True)
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        self._make_areas()
        self.autoplay = QAction(self.tr("Play new takes at once"), self, checkable=True)
        self.themes = QActionGroup(self)
        self.keymap = menus.build(self)
        self._connect()
        self.layout_keeper.restore()
        self._show_title(self.engine.status)
        self.prompt.focus_prompt()

    # -- building -----------------------------------------------------------------------------------------------------------

    def _make_areas(self) -> None:
        self.bar = CommandBar()
        top = QToolBar(self.tr("Command bar"))
        top.setObjectName("command-bar")
        top.setMovable(False)
        top.toggleViewAction().setEnabled(False)
        top.addWidget(self.bar)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, top)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.lanes = LaneArea()
        self.lanes.tells_settings = partial(self.settings.flag, "export/include_settings", True)
        self.setCentralWidget(self.lanes)
        self.prompt = PromptPanel(self.settings)
        self.takes = TakesPanel()
        self.queue_panel = QueuePanel(self.engine.queue)
        self.log_panel = LogPanel()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.performance_page = QWidget()
        self._performance_layout = QVBoxLayout(self.performance_page)
        self._performance_layout.setContentsMargins(0, 0, 0, 0)
        for page, title in (
            (self.performance_page, self.tr("Performance")),
            (self.queue_panel, self.tr("Queue")),
            (self.log_panel, self.tr("Log")),
        ):
            self.tabs.addTab(page, title)
        self.prompt_dock = self._dock("prompt", self.tr("Prompt"), self.prompt, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.takes_dock = self._dock("takes", self.tr("Takes"), self.takes, Qt.DockWidgetArea.RightDockWidgetArea)
        self.activity_dock = self._dock("activity", self.tr("Activity"), self.tabs, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.strip = UsageStrip()
        self.strip_bar = QToolBar(self.tr("Usage"))
        self.strip_bar.setObjectName("usage-strip")
        self.strip_bar.setMovable(False)
        self.strip_bar.addWidget(self.strip)
        self.download = Download(self)
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self.strip_bar)
        docks = (self.prompt_dock, self.takes_dock, self.activity_dock)
        self.layout_keeper = WindowLayout(self, self.settings, *docks, self.strip_bar)
        self.models = ModelController(self, self.show_failure)
        self.sources = SourceController(self)
        self.files = FileController(self)
        self.model_panel = self.models.panel

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def _connect(self) -> None:
        engine, bar = self.engine, self.bar
        engine.status_changed.connect(self._on_status)
        engine.model_changed.connect(self._on_model)
        engine.models_changed.connect(self._on_models)
        engine.loaded_changed.connect(bar.show_loaded)
        engine.loaded_changed.connect(self._show_expected)
        engine.item_started.connect(self._on_item_started)
        engine.take_finished.connect(self._on_take)
        engine.item_cancelled.connect(self._on_item_ended)
        engine.failed.connect(self.show_failure)
        engine.preview.connect(self.lanes.live_take.show_preview)
        engine.chunk.connect(self.lanes.live_take.add_chunk)
        self.lanes.live_take.audible.connect(self._on_audible)
        engine.usage.connect(self.strip.add_usage)
        engine.note.connect(self._on_note)
        engine.queue.changed.connect(self._on_queue)
        engine.signals.log.connect(self.log_panel.add_line)
        bar.generate_requested.connect(self.generate)
        bar.cancel_requested.connect(engine.cancel_running)
        bar.model_requested.connect(self.models.open_models)
        self.prompt.validity_changed.connect(bar.show_problem)
        self.prompt.edited.connect(self._show_expected)
        self.takes.lane_requested.connect(self._to_lane)
        self.takes.play_requested.connect(self._audition)
        self.takes.recall_requested.connect(self.recall)
        self.takes.export_requested.connect(self.export)
        self.lanes.export_requested.connect(self.export)
        self.lanes.more_requested.connect(self._lane_menu)
        self.lanes.files_dropped.connect(self.models.dropped)
        self.lanes.choose_folder.connect(self.models.choose_folder)
        self.lanes.open_models.connect(self.models.open_models)
        self.lanes.use_builtin.connect(self.models.use_builtin)
        self.queue_panel.cancel_requested.connect(engine.cancel)
        self.queue_panel.retry_requested.connect(engine.retry_failed)
        self.queue_panel.pause_requested.connect(engine.set_paused)
        self.strip.unfold_requested.connect(self.activity_dock.show)

    def finish_building(self) -> None:
        """What needs numpy, plots, sound and the engine, after the window is on screen."""
        if self.lanes.built:
            return
        from ditone.gui.widgets.performance import Performance

        self.activateWindow()  # without a window manager nobody else does, and shortcuts need an active window
        from ditone.gui.controllers.comparison_controller import ComparisonController
        from ditone.gui.controllers.library_controller import LibraryController
        from ditone.gui.controllers.recovery_controller import RecoveryController

        self.lanes.build()
        self.lanes.set_compact(bool(self.layout_keeper.compact))
        self.comparison = ComparisonController(self)
        self.recovery = RecoveryController(self)
        self.library = LibraryController(self)
        self.performance = Performance()
        self._performance_layout.addWidget(self.performance)
        self.engine.usage.connect(self.performance.add_usage)
        self.engine.stage.connect(self.performance.phase)
        self.layout_keeper.settle()
        player = self.lanes.player
        if player is not None:
            player.set_volume(self.settings.number("sound/volume", 0.8))
            player.set_device(self.settings.text("sound/device") or None)
            player.set_latency(self.settings.number("sound/latency_ms", 0) / 1000 or None)
        if self.settings.problem:
            self.lanes.cards.show_notice(self.settings.problem)
            log.warning("%s", self.settings.problem)
        self.engine.start(self._model_at_start)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self.finish_building)

    # -- making takes -------------------------------------------------------------------------------------------------------

    def generate_from_keyboard(self) -> None:
        self.generate(self.bar.count.value(), False)

    def generate(self, count: int, replace_waiting: bool) -> None:
        """Freezes what the panel says and queues it. Before the model is known the wish is kept until it is."""
        if self.engine.info is None:
            self._pending = count if self.engine.status.state in (State.STARTING, State.SCANNING) else 0
            self.bar.show_pending(self._pending)
            return
        problem = self.prompt.problem() or " ".join(self.engine.info.problems)
        if problem:  # asked for with the keyboard: the button is disabled and says it in its tooltip
            self.lanes.cards.show_notice(problem, of_take=True)
            return
        self.prompt.draw_seed()
        self.engine.generate(self.wanted_request(), count, replace_waiting)
        if self.engine.queue.paused:
            self.lanes.cards.show_notice(self._paused_words())

    def _paused_words(self) -> str:
        return self.tr("The queue is paused. Press Go on in the queue to make what waits.")

    def wanted_request(self) -> Request:
        """What the panel says now, with this machine's engine settings."""
        traced = self.comparison is not None and self.comparison.keep_traces
        return self.prompt.request(replace(self.engine.engine_settings, trace=traced))

    def _on_note(self, sentence: str) -> None:
        self.lanes.cards.show_notice(translate_sentence(sentence), of_take=True)

    def _on_model(self, info: ModelInfo | None) -> None:
        self.prompt.set_model(None if info is None else translate_model(info))
        recalled, self._recalled = self._recalled, None
        if recalled is not None and info is not None and recalled.model == info.model:
            self.prompt.apply(recalled)
        self.bar.show_model(info)
        self.bar.show_problem(self.prompt.problem())
        self.lanes.show_welcome(info is None, bool(self.engine.models))
        if self._pending and info is not None:
            count, self._pending = self._pending, 0
            self.bar.show_pending(0)
            self.generate(count, False)

    def _show_expected(self) -> None:
        """How long a take of the present settings will need, once the model's speed on this machine is known."""
        facts, info = self.engine.loaded, self.engine.info
        if facts is None or info is None or info.work_tflop is None or self.prompt.problem():
            self.bar.show_expected("")
            return
        from ditone.runtime import estimate  # torch is loaded by now; the window opens before it

        self.bar.show_expected(estimate.words(estimate.expected_s(info, self.wanted_request(), facts.tflops)))

    def _on_models(self) -> None:
        self.model_panel.fill(self.engine.models, self.settings.recent_models(), self.engine.devices, self.engine.engine_settings)

    def _on_item_started(self, item: QueueItem) -> None:
        if self.engine.queue.batch_done == 0:
            self._batch.clear()
            self.lanes.cards.clear_notices_of_takes()
        if self.comparison is None or not self.comparison.claims(item.id):
            self.lanes.live_take.begin()
        if self.performance is not None:
            self.performance.begin_run(item.title, self._predicted_mib(item))

    def _predicted_mib(self, item: QueueItem) -> float | None:
        """Only a GPU's memory is predicted: that of the process holds libraries and window, too."""
        estimate = item.info.peak_memory_mib
        return estimate(item.request) if estimate is not None and self.engine.device().startswith("cuda") else None

    def _on_audible(self) -> None:
        """The beginning of a take can be heard while the rest is made."""
        player = self.lanes.player
        if player is not None and self.settings.flag("sound/autoplay") and not player.is_playing():
            player.play()

    def _on_item_ended(self, item_id: int) -> None:
        self.lanes.live_take.end()
        if self.performance is not None:
            self.performance.end_run()

    def _on_take(self, entry: TakeEntry) -> None:
        self.takes.add(entry)
        self._batch.append(entry)
        if self.library is not None:
            self.library.keep(entry)
        self.lanes.cards.clear_failures()
        # a take that a page of the comparison asked for is shown there; the lanes keep what is being compared
        claimed = self.comparison is not None and self.comparison.claims(self.engine.finished_item)
        letter = "" if claimed else self.lanes.live_take.finish(entry)
        if self.performance is not None:
            self.performance.end_run(entry.take.peak_rss_mib, entry.take.peak_vram_mib)
        player = self.lanes.player
        autoplay = self.settings.flag("sound/autoplay") and not claimed and not self.lanes.live_take.heard
        if autoplay and player is not None and not player.is_playing():
            self.lanes.play_entry(entry)
        log.info(
            "take #%d%s: seed %d, %.1f s in %.2f s",
            entry.number,
            f" in lane {letter}" if letter else "",
            entry.take.request.seed,
            entry.take.duration_s,
            entry.take.timings_s.get("total", 0.0),
        )

    def show_failure(self, failure: Failure) -> None:
        """A card that says what went wrong."""
        if failure.item:
            self._on_item_ended(failure.item)
        device = self.engine.device()
        self.lanes.cards.show_failure(failure, failures.report(failure, list(self.relay.lines), device))
        self.lanes.show_welcome(self.engine.info is None, bool(self.engine.models))

    def recall(self, entry: AnyTake, what: str = "all") -> None:
        """Puts a take's settings into the prompt panel; with all of them, its model too where it can be found."""
        self.recall_request(entry.request, what)

    def recall_request(self, request: Request, what: str = "all") -> None:
        """The same for a request that came from elsewhere."""
        if what == "all" and self.engine.info is not None and request.model != self.engine.info.model:
            self._recalled = request  # put in once the panel shows its model's controls
            self.engine.choose_model(request.model)
        self.prompt.apply(request, what)

    def show_fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """A fault in the window itself: a card, as for every other problem. Has the form of `sys.excepthook`."""
        if isinstance(error, KeyboardInterrupt):
            self.close()
            return
        self.show_failure(failures.window_fault(error))
        log.error("a fault in the window", exc_info=(kind, error, trace))

    # -- states -------------------------------------------------------------------------------------------------------------

    def _on_status(self, status: Status) -> None:
        self.bar.show_status(status)
        self._show_title(status)
        if status.state is State.NO_MODEL:
            self.lanes.show_welcome(True, bool(self.engine.models))

    def _show_title(self, status: Status) -> None:
        queue = self.engine.queue
        parts = []
        if status.state in BUSY and queue.batch_total > 1:
            parts.append(f"({min(queue.batch_done + 1, queue.batch_total)}/{queue.batch_total})")
        if status.fraction is not None:
            parts.append(f"{100 * status.fraction:.0f} %")
        elif status.state in BUSY or status.state in (State.FAILED, State.OUT_OF_MEMORY):
            parts.append(status.words)
        title = " ".join(parts)
        self.setWindowTitle(f"{title} – Ditone" if title else "Ditone")

    def _on_queue(self) -> None:
        queue = self.engine.queue
        waiting = len(queue.waiting())
        self.bar.show_queue(queue.running() is not None, waiting, queue.paused)
        if not queue.paused:
            self.lanes.cards.withdraw_notice(self._paused_words())
        self.strip.show_queue(waiting)
        count = len(queue.items())
        self.tabs.setTabText(1, self.tr("Queue ({count})").format(count=count) if count else self.tr("Queue"))
        self._show_title(self.engine.status)

    # -- models and files ---------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.models.dropped([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def export(self, entry: AnyTake) -> None:
        """Opens the export panel for a take, once its samples are read."""
        if self.library is not None:
            self.library.ready(entry, self.models.export)

    def export_current(self) -> None:
        entry = self.takes.current() if self.takes.list.hasFocus() else self.lanes.current_entry()
        if entry is not None:
            self.export(entry)

    def recall_current(self) -> None:
        entry = self.takes.current() if self.takes.list.hasFocus() else self.lanes.current_entry()
        if entry is not None:
            self.recall(entry)

    def _to_lane(self, entry: AnyTake) -> None:
        if self.library is not None:
            self.library.ready(entry, self.lanes.show_entry)

    def _audition(self, entry: AnyTake) -> None:
        if self.library is not None:
            self.library.ready(entry, self.lanes.play_entry)

    def hear_of_batch(self, number: int) -> None:
        """Plays a take of the last batch, the first one is 1."""
        if number <= len(self._batch):
            self._audition(self._batch[number - 1])

    def _lane_menu(self, entry: TakeEntry, position: QPoint) -> None:
        menus.lane_menu(self, entry).popup(position)

    # -- layout and theme ---------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow_size()

    def reset_layout(self) -> None:
        """Docks where they were on the first start."""
        self.layout_keeper.reset()
        self._follow_size(always=True)

    def _follow_size(self, always: bool = False) -> None:
        if self.layout_keeper.update() or always:
            compact = bool(self.layout_keeper.compact)
            self.bar.set_compact(compact)
            self.lanes.set_compact(compact)

    def theme_chosen(self, action: QAction) -> None:
        self.set_theme(str(action.data()))

    def set_autoplay(self, on: bool) -> None:
        self.settings.set("sound/autoplay", on)

    def set_theme(self, theme: str) -> None:
        """Dark, light or system, kept for the next start."""
        self.settings.set("theme", theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.apply(app, theme)

    # -- keyboard -----------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and keeps_key(QApplication.focusWidget(), event)
        ):
            event.accept()
            return True
        return super().event(event)

    def escape(self) -> None:
        """Cancels what runs."""
        self.engine.cancel_running()

    def next_area(self) -> None:
        self._walk(1)

    def previous_area(self) -> None:
        self._walk(-1)

    def _walk(self, step: int) -> None:
        lanes = self.lanes.lanes.values()
        areas: list[tuple[QWidget, QWidget]] = [
            (self.bar, self.bar.generate),
            (self.prompt, self._prompt_target()),
            *((lane, lane.view) for lane in lanes),
            (self.takes, self.takes.focus_target()),
            (self.tabs, self.tabs.tabBar()),
        ]
        walk(areas, step)

    def _prompt_target(self) -> QWidget:
        row = self.prompt.rows.get("prompt") or next(iter(self.prompt.rows.values()))
        return getattr(row, "text", row)

    def show_shortcuts(self) -> None:
        sheet = ShortcutSheet(menus.sheet_rows(self.keymap.table), self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def show_settings(self, page: str = "") -> None:
        """Opens the settings dialog, on a page of it where one is named."""
        from ditone.gui.preferences.dialog import Preferences

        self.finish_building()
        if self.preferences is None:
            self.preferences = Preferences(self)
        self.preferences.open_page(page if isinstance(page, str) else "")

    def show_about(self) -> None:
        about = AboutWindow([(info.title, info.licence, info.licence_note) for info in self.engine.models], self)
        about.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        about.show()

    def popup_menu(self) -> QMenu:
        """A menu that frees itself."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    # -- the end ------------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keeps the layout, stops the engine (up to five seconds, saying so) and lets the window go."""
        self.layout_keeper.save()
        player = self.lanes.player
        if player is not None:
            self.settings.set("sound/volume", player.volume)
            self.settings.set("sound/device", player.device or "")
            player.close()
        self.download.close()
        self.bar.show_status(Status(State.STOPPING, self.tr("Stopping…")))
        self.bar.repaint()
        self.models.conversion.close()
        if self.library is not None:
            self.recovery.close()
        self.engine_ended = self.engine.close()
        if self.library is not None:
            # a take that was just finished is still on its way from the worker's thread
            QCoreApplication.sendPostedEvents(self.engine, int(QEvent.Type.MetaCall))
            self.library.close()
        logging.getLogger("ditone").removeHandler(self.relay)
        event.accept()
