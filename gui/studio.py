"""The studio put together: settings, engine, window, commands, and the controllers, each given the few objects it needs.

To follow what a button or key does, look up its command in `command_bindings.py`, or the panel's signal where it is connected here.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication

from ditone.gui import command_bindings
from ditone.gui.commands import keymap
from ditone.gui.commands.command_set import CommandSet
from ditone.gui.commands.keymap import KeyMap
from ditone.gui.commands.menus import fill_menu_bar
from ditone.gui.commands.shortcut_sheet import sheet_rows
from ditone.gui.controllers.batch_strip_controller import BatchStripController
from ditone.gui.controllers.current_take import CurrentTake
from ditone.gui.controllers.examples_controller import ExamplesController
from ditone.gui.controllers.failure_controller import FailureController
from ditone.gui.controllers.generation_controller import GenerationController
from ditone.gui.controllers.get_models_controller import GetModelsController
from ditone.gui.controllers.model_controller import ModelController
from ditone.gui.controllers.playback_controller import AUTOPLAY, PlaybackController
from ditone.gui.controllers.recall_controller import RecallController
from ditone.gui.controllers.source_controller import SourceController
from ditone.gui.controllers.transcript_controller import TranscriptController
from ditone.gui.controllers.variations_controller import VariationsController
from ditone.gui.core.background import Background
from ditone.gui.core.log_relay import LogRelay
from ditone.gui.core.settings import Settings
from ditone.gui.engine.download import Download
from ditone.gui.engine.engine import Engine
from ditone.gui.i18n.family_words import licence_words
from ditone.gui.main_window import MainWindow
from ditone.gui.panels.help import AboutWindow, ShortcutSheet
from ditone.gui.panels.live_take import LiveTake
from ditone.gui.panels.panel_history import PanelHistory
from ditone.gui.theme import style

if TYPE_CHECKING:
    from ditone.gui.controllers.batch_files_controller import BatchFilesController
    from ditone.gui.controllers.bench_controller import BenchController
    from ditone.gui.controllers.comparison_controller import ComparisonController
    from ditone.gui.controllers.faster_setting_controller import FasterSettingController
    from ditone.gui.controllers.file_controller import FileController
    from ditone.gui.controllers.heard_take import HeardTake
    from ditone.gui.controllers.lane_controller import LaneController
    from ditone.gui.controllers.library_controller import LibraryController
    from ditone.gui.controllers.listening_test_controller import ListeningTestController
    from ditone.gui.controllers.marks_controller import MarksController
    from ditone.gui.controllers.page_takes import PageTakes
    from ditone.gui.controllers.parity_controller import ParityController
    from ditone.gui.controllers.recovery_controller import RecoveryController
    from ditone.gui.controllers.screen_controller import ScreenController
    from ditone.gui.controllers.script_controller import ScriptController
    from ditone.gui.controllers.sweep_controller import SweepController
    from ditone.gui.panels.performance_panel import PerformancePanel
    from ditone.gui.preferences.dialog import Preferences

log = logging.getLogger("ditone.window")


class Studio(QObject):
    """One window and everything behind it. What needs numpy, plots, sound or the engine is made by `finish_building`, after the first
    paint; until then those attributes do not exist.

    `model` and `paths` are what it opens with: a model's name or folder; sound files, which come as if they were dropped, or a folder.
    `engine_ended`: after closing, whether the engine's thread has stopped in time.
    """

    library: LibraryController
    marks: MarksController
    lanes: LaneController
    heard: HeardTake
    files: FileController
    batch_files: BatchFilesController
    recovery: RecoveryController
    screen: ScreenController
    scripts: ScriptController
    page_takes: PageTakes
    comparison: ComparisonController
    listening_test: ListeningTestController
    sweep: SweepController
    parity: ParityController
    bench: BenchController
    faster_setting: FasterSettingController
    performance: PerformancePanel

    def __init__(self, settings: Settings, model: str = "", paths: Sequence[str] = ()) -> None:
        super().__init__()
        self.settings = settings
        self._model_at_start = model
        self._paths_at_start = list(paths)
        self.built = False
        self.engine_ended = True
        self.preferences: Preferences | None = None
        self.engine = Engine(settings, self)
        self.download = Download(self)
        self.window = MainWindow(settings, self.engine)
        self.setParent(self.window)  # goes with it
        self.commands = CommandSet(self)
        self.relay = LogRelay()
        logging.getLogger("ditone").addHandler(self.relay)
        logging.getLogger("ditone").setLevel(logging.INFO)
        window = self.window
        self.live_take = LiveTake(window.lanes)
        self.live_take.listen(self.engine)
        self.failures = FailureController(self.engine, window.lanes.cards, self.relay)
        self.generation = GenerationController(self.engine, window.prompt, window.bar, window.lanes.cards)
        self.playback = PlaybackController(self.engine, window.lanes, self.live_take, settings)
        self.recall = RecallController(self.engine, window.prompt)
        self.panel_history = PanelHistory(window.prompt, self.engine, self.commands.history)
        self.models = ModelController(self.engine, settings, window.model_panel, window.prompt)
        self.get_models = GetModelsController(self.engine, window.prompt, self.generation)
        self.sources = SourceController(self.engine, window.prompt, window.lanes, self.commands.history)
        self.current = CurrentTake(window.lanes, window.takes)
        self.variations = VariationsController(self.engine, window.lanes, settings)
        self.batch_strip = BatchStripController(self.engine, window.lanes, window.takes)
        self.transcripts = TranscriptController(window.prompt, settings, window.lanes.cards, self.show_settings)
        self.examples = ExamplesController(window.lanes.examples, window.prompt, self.generation, settings)
        self._bind()
        self._make_menus()
        self._connect()

    # -- commands -----------------------------------------------------------------------------------------------------------

    def _bind(self) -> None:
        """What every command does that is possible from the start."""
        window = self.window
        self.commands.action("autoplay").setChecked(self.settings.flag(AUTOPLAY, True))
        for action in self.commands.choices("theme").actions():
            action.setChecked(action.data() == f"theme-{self.settings.text('theme', 'dark')}")
        self.commands.bind(
            {
                **command_bindings.window_bindings(window, self.engine, self.models, self.get_models),
                **command_bindings.hearing_bindings(window, self.playback, self.batch_strip),
                **command_bindings.settings_bindings(self.current, self.recall, self.sources, self.variations),
                "models": self.open_models,
                "settings": self.show_settings,
                "sheet": self.show_shortcuts,
                "about": self.show_about,
                **{f"theme-{theme}": partial(self.set_theme, theme) for theme in style.THEMES},
            }
        )

    def _bind_takes(self) -> None:
        """What the commands about takes do, once the library and the lanes are there."""
        window, current = self.window, self.current
        self.commands.bind(
            command_bindings.takes_bindings(window, current, self.lanes, self.files, self.marks, self.batch_files, self.scripts)
        )
        self.commands.provide(command_bindings.conditions(window, self.engine, current, self.variations, self.scripts))

    def _make_menus(self) -> None:
        keymap.load(self.settings)
        self.commands.install(self.window)
        fill_menu_bar(self.window.menuBar(), self.commands, [dock.toggleViewAction() for dock in self.window.docks()])
        self.keymap = KeyMap(self.window, self.commands, self.settings)
        self.window.takes.use_commands(self.commands)
        self.window.lanes.use_commands(self.commands)
        self.commands.refresh()

    def _connect(self) -> None:
        window, models = self.window, self.models
        window.painted.connect(self.finish_building)
        window.closing.connect(self.close)
        window.bar.model_requested.connect(self.open_models)
        window.lanes.choose_folder.connect(models.choose_folder)
        window.lanes.open_models.connect(self.open_models)
        window.lanes.use_builtin.connect(models.use_builtin)
        models.told.connect(window.lanes.cards.show_notice)
        window.lanes.get_models.connect(self.get_models.open)
        window.model_panel.more_wanted.connect(self.get_models.open)
        self.get_models.told.connect(window.lanes.cards.show_notice)
        self.relay.signals.line.connect(window.log_panel.add_line)

    # -- the part after the first paint -------------------------------------------------------------------------------------

    def finish_building(self) -> None:
        """What needs numpy, plots, sound and the engine, after the window is on screen."""
        if self.built:
            return
        self.built = True
        from ditone.gui.panels.performance_panel import PerformancePanel

        window = self.window
        window.activateWindow()  # without a window manager nobody else does, and shortcuts need an active window
        window.lanes.build()
        window.lanes.set_compact(bool(window.layout_keeper.compact))
        self._make_library()
        self._make_comparison()
        self.performance = PerformancePanel()
        self.performance.listen(self.engine)
        window.performance_page.layout().addWidget(self.performance)  # type: ignore[union-attr]
        self._bind_takes()
        self._refresh_commands()
        window.layout_keeper.settle()
        self._start_player()
        if self.settings.problem:
            window.lanes.cards.show_notice(self.settings.problem)
            log.warning("%s", self.settings.problem)
        from ditone.gui.controllers.screen_controller import Frame, ScreenController

        frame = Frame(window.results, window.tabs, window.bar.count)
        self.screen = ScreenController(window.lanes, window.takes, frame, self.settings)
        self.library.open()
        folders, sounds = self.files.sorted_out(self._paths_at_start)
        if self._model_at_start or not folders:
            self.engine.start(self._model_at_start)
        else:
            self.engine.start(folders[0], another_will_do=True)
        self.files.drop(sounds)
        self.get_models.look_after_earlier()
        if self.settings.flag("updates/look_at_start"):
            from ditone.gui.preferences import updates_page

            updates_page.look_at_start(self.settings, Background(self), window.lanes.cards.show_notice)

    def _make_library(self) -> None:
        from ditone.gui.controllers.batch_files_controller import BatchFilesController
        from ditone.gui.controllers.file_controller import FileController
        from ditone.gui.controllers.heard_take import HeardTake
        from ditone.gui.controllers.lane_controller import LaneController
        from ditone.gui.controllers.library_controller import LibraryController
        from ditone.gui.controllers.marks_controller import MarksController
        from ditone.gui.controllers.recovery_controller import RecoveryController

        window = self.window
        self.library = LibraryController(self.engine, window.takes, window.lanes.cards, self.settings)
        self.recovery = RecoveryController(self.engine, window.prompt, window.lanes, self.settings)
        self.marks = MarksController(self.library, window.takes, window.lanes.cards, self.commands.history)
        self.lanes = LaneController(window.lanes, self.live_take, self.library, self.commands.history)
        self.heard = HeardTake(window.lanes, window.takes)
        self.batch_strip.play_wanted.connect(self.lanes.play)
        self.batch_strip.lane_wanted.connect(self.lanes.show)
        self.files = FileController(self.lanes, self.recall, self.settings)
        self.batch_files = BatchFilesController(self.generation, window.lanes)
        self.library.opened.connect(self.recovery.library_open)
        self.batch_files.failed.connect(self.failures.show_error)
        self.files.failed.connect(self.failures.show_error)
        self.files.folder_dropped.connect(self.engine.choose_model)
        window.files_dropped.connect(self.files.drop)
        window.lanes.files_dropped.connect(self.files.drop)
        window.lanes.export_requested.connect(self.files.export)
        window.lanes.tells_settings = partial(self.settings.flag, "export/include_settings", True)
        window.takes.export_requested.connect(self.files.export)
        window.takes.lane_requested.connect(self.lanes.show)
        window.takes.play_requested.connect(self.lanes.play)
        window.takes.recall_requested.connect(self.recall.recall)

    def _make_comparison(self) -> None:
        from ditone.gui.compare.panel import ComparePanel
        from ditone.gui.controllers.bench_controller import BenchController
        from ditone.gui.controllers.comparison_controller import ComparisonController
        from ditone.gui.controllers.faster_setting_controller import FasterSettingController
        from ditone.gui.controllers.listening_test_controller import ListeningTestController
        from ditone.gui.controllers.page_takes import PageTakes
        from ditone.gui.controllers.parity_controller import ParityController
        from ditone.gui.controllers.script_controller import ScriptController
        from ditone.gui.controllers.sweep_controller import SweepController

        lanes, pages, results = self.window.lanes, self.window.pages, self.window.results
        panel = ComparePanel(self.settings)
        results.addTab(panel, self.tr("Compare"))
        self.page_takes = PageTakes(self.engine, self)
        self.scripts = ScriptController(self.generation, self.page_takes, lanes, self.settings)
        self.scripts.failed.connect(self.failures.show_error)
        self.scripts.use_commands(self.commands)
        self.comparison = ComparisonController(lanes, panel, self.page_takes, self.settings)
        self.comparison.stored_tests = self.library.stored_tests
        self.listening_test = ListeningTestController(lanes, pages, self.library)
        self.sweep = SweepController(self.generation, self.lanes, pages, self.page_takes)
        self.faster_setting = FasterSettingController(self.lanes, pages, self.page_takes, self.settings)
        pages.removed.connect(self.page_takes.forget_page)
        panel.blind_test_requested.connect(self.listening_test.open)
        self.parity = ParityController(self.window.takes, self.lanes, pages, self.settings)
        self.parity.failed.connect(self.failures.show_error)
        panel.sweep_requested.connect(self.sweep.open)
        panel.parity_requested.connect(self.parity.open)
        self.bench = BenchController(self.generation, lanes, pages, self.settings)
        self.bench.failed.connect(self.failures.show_error)
        panel.bench_requested.connect(self.bench.open)
        panel.faster_requested.connect(self._open_faster_setting)
        panel.trace_toggled.connect(self.generation.set_traced)
        panel.recogniser_requested.connect(partial(self.show_settings, "recogniser"))
        self.comparison.pair_came.connect(partial(results.setCurrentWidget, panel))
        self.comparison.failed.connect(self.failures.show_error)
        self.listening_test.result_told.connect(self.comparison.add_listening)
        self.listening_test.testing_changed.connect(self.window.set_secretive)
        self.listening_test.testing_changed.connect(self.commands.set_blocked)
        self.faster_setting.recall_requested.connect(self.recall.recall)

    def _refresh_commands(self) -> None:
        """Commands become possible, or grey, with what their conditions look at."""
        self.engine.queue.changed.connect(self.commands.refresh)
        self.engine.model_changed.connect(self.commands.refresh)
        self.window.takes.current_changed.connect(self.commands.refresh)
        self.window.lanes.sounds_changed.connect(self.commands.refresh)
        self.window.lanes.heard_changed.connect(self.commands.refresh)

    def _start_player(self) -> None:
        player = self.window.lanes.player
        if player is not None:
            player.set_volume(self.settings.number("sound/volume", 0.8))
            player.set_level_match(self.settings.flag("sound/level_match"))
            player.set_device(self.settings.text("sound/device") or None)
            player.set_latency(self.settings.number("sound/latency_ms", 0) / 1000 or None)

    # -- what commands do that is nobody else's -----------------------------------------------------------------------------

    def open_models(self) -> None:
        """Folds out the model panel under the model chip."""
        self.models.open_panel(self.window.bar.chip)

    def set_theme(self, theme: str) -> None:
        """Dark, light or system, kept for the next start."""
        self.settings.set("theme", theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.apply(app, theme)

    def show_settings(self, page: str = "") -> None:
        """Opens the settings dialog, on a page of it where one is named."""
        self.finish_building()
        if self.preferences is None:
            self.preferences = self._make_preferences()
        self.preferences.open_page(page)

    def _make_preferences(self) -> Preferences:
        from ditone.gui.preferences.dialog import Preferences
        from ditone.gui.preferences.engine_page import EnginePage
        from ditone.gui.preferences.keys_page import KeysPage
        from ditone.gui.preferences.library_page import LibraryPage
        from ditone.gui.preferences.look_page import LookPage
        from ditone.gui.preferences.recogniser_page import RecogniserPage
        from ditone.gui.preferences.sound_page import SoundPage
        from ditone.gui.preferences.updates_page import UpdatesPage

        settings = self.settings
        recogniser = RecogniserPage(settings, self.download)
        recogniser.recogniser_changed.connect(self.comparison.panel.speech.recogniser_changed)
        pages = {
            "sound": SoundPage(self.window.lanes.player, self.commands.action("autoplay"), settings),
            "engine": EnginePage(self.engine, settings),
            "library": LibraryPage(settings, lambda: self.library.library),
            "recogniser": recogniser,
            "keys": KeysPage(self.keymap),
            "look": LookPage(self.commands.choices("theme"), settings),
            "updates": UpdatesPage(settings),
        }
        return Preferences(pages, self.window)

    def show_shortcuts(self) -> None:
        """Opens the shortcut sheet."""
        sheet = ShortcutSheet(sheet_rows(), self.window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def show_about(self) -> None:
        """Opens the window about the program and its licences."""
        about = AboutWindow(
            [(info.title, info.licence, licence_words(info.licence_note)) for info in self.engine.models], self.window
        )
        about.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        about.show()

    def _open_faster_setting(self) -> None:
        self.faster_setting.open(self.engine.info)

    # -- the end ------------------------------------------------------------------------------------------------------------

    def show_fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """A fault in the window itself: a card, as for every other problem. Has the form of `sys.excepthook`."""
        if isinstance(error, KeyboardInterrupt):
            self.window.close()
        else:
            self.failures.show_fault(error)

    def close(self) -> None:
        """Stops the engine (up to five seconds, saying so) and waits for what is being written. Called when the window closes."""
        self.engine.say_stopping()
        window, player = self.window, self.window.lanes.player
        if player is not None:
            self.settings.set("sound/volume", player.volume)
            self.settings.set("sound/level_match", player.level_match)
            self.settings.set("sound/device", player.device or "")
            player.close()
        self.download.close()
        window.repaint()
        self.models.close()
        self.get_models.close()
        if self.preferences is not None:
            self.preferences.close_down()
        if self.built:
            self.screen.close()
            self.batch_files.close()
            self.scripts.close()
            self.bench.close()
            self.recovery.close()
        self.engine_ended = self.engine.close()
        if self.built:
            # a take that was just finished is still on its way from the worker's thread
            QCoreApplication.sendPostedEvents(self.engine, int(QEvent.Type.MetaCall))
            self.marks.finish()
            self.library.close()
        logging.getLogger("ditone").removeHandler(self.relay)
