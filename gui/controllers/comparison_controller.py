"""Joins the comparison's pages to the window: what the lanes show, the takes they ask for, and which page lies over the lanes."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QTabWidget, QWidget

from ditone.gui.compare.panel import RECOGNISER_SETTING, ComparePanel
from ditone.gui.compare.side import Side, of_lane
from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.i18n.family_words import translate_model

if TYPE_CHECKING:
    from ditone.gui.compare.blind_test import BlindTestPage
    from ditone.gui.compare.contact_sheet import ContactSheet
    from ditone.gui.compare.faster_setting import FasterSettingPage
    from ditone.gui.engine.failure import Failure
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.main_window import MainWindow
    from ditone.runtime.request import Request
    from ditone.runtime.sweep import Axis, Cell

log = logging.getLogger("ditone.compare")
SETTLE_MS = 200  # a selection that is being dragged is measured when it rests
SEED_BITS = 31
Done = Callable[["TakeEntry"], None]
Failed = Callable[[str], None]


class ComparisonController(QObject):
    """Made by the window once its lanes exist. `keep_traces` asks for step traces of the takes to come."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.keep_traces = False
        self.listening: list[str] = []
        self._wanted: dict[int, tuple[Done, Failed]] = {}
        self._wanted_by: dict[int, QWidget] = {}
        self._hidden: list[QWidget] = []
        self._testing = False
        self._background = Background(self)
        self.panel = ComparePanel(window.settings)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(window.takes, self.tr("Takes"))
        self.tabs.addTab(self.panel, self.tr("Compare"))
        window.takes_dock.setWidget(self.tabs)
        window.takes_dock.setWindowTitle(self.tr("Results"))
        self.stack = QStackedWidget()
        window.takeCentralWidget()
        self.stack.addWidget(window.lanes)
        window.lanes.show()
        window.setCentralWidget(self.stack)
        self.blind: BlindTestPage | None = None
        self.sheet: ContactSheet | None = None
        self.twin: FasterSettingPage | None = None
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.measure)
        self._connect()

    def _connect(self) -> None:
        window, panel = self.window, self.panel
        window.lanes.sounds_changed.connect(self._on_sounds)
        if window.lanes.timeline is not None:
            window.lanes.timeline.selection_changed.connect(self._settle.start)
        window.engine.signals.item_finished.connect(self._on_finished)
        window.engine.signals.item_failed.connect(self._on_failed)
        window.engine.signals.item_cancelled.connect(self._on_cancelled)
        panel.jump_requested.connect(self.jump)
        panel.yardstick_requested.connect(self.make_yardstick)
        panel.blind_test_requested.connect(self.open_blind_test)
        panel.sweep_requested.connect(self.open_sweep)
        panel.twin_requested.connect(self.open_twin)
        panel.report_requested.connect(self.choose_report)
        panel.trace_toggled.connect(self._set_traces)
        panel.recogniser_requested.connect(self._choose_recogniser)

    # -- figures ------------------------------------------------------------------------------------------------------------

    def side(self, letter: str) -> Side | None:
        lanes = self.window.lanes
        lane = lanes.lanes.get(letter)
        return None if lane is None or lane.sound is None else of_lane(lane.sound, lanes.entries.get(letter))

    def _on_sounds(self) -> None:
        both = all(lane.sound is not None for lane in self.window.lanes.lanes.values())
        if both and not (self.panel.a and self.panel.b):
            self.tabs.setCurrentWidget(self.panel)
        self._settle.start()

    def measure(self) -> None:
        """Compares what the lanes show, or the selected part of it."""
        a, b = self.side("A"), self.side("B")
        old_a, old_b = self.panel.a, self.panel.b
        # the same sound stays the same object, so that what was found for it is kept
        a = old_a if a and old_a and a.sound.audio is old_a.sound.audio else a
        b = old_b if b and old_b and b.sound.audio is old_b.sound.audio else b
        timeline = self.window.lanes.timeline
        self.panel.set_sides(a, b, timeline.selection if timeline is not None else None)

    def jump(self, seconds: float) -> None:
        """Shows one sample in both lanes, with a few milliseconds around it."""
        lanes = self.window.lanes
        if lanes.timeline is not None and lanes.player is not None:
            lanes.timeline.show_range(seconds - 0.004, seconds + 0.004)
            lanes.timeline.set_playhead(seconds)
            lanes.player.seek(seconds)

    def _choose_recogniser(self) -> None:
        self.window.show_settings("recogniser")

    def _set_traces(self, on: bool) -> None:
        self.keep_traces = on

    # -- takes that a page asks for -------------------------------------------------------------------------------------------

    def want(self, request: Request, done: Done, failed: Failed, page: QWidget | None = None) -> None:
        """Queues one take; `done(entry)` or `failed(sentence)` follows, unless `page`, which wants it, goes before."""
        for item in self.window.engine.generate(request, 1):
            self._wanted[item] = (done, failed)
            if page is not None:
                self._wanted_by[item] = page

    def _discard(self, page: QWidget) -> None:
        """Removes a page that another takes the place of. What it waits for is cancelled, and nobody is told any more."""
        for item in [item for item, by in self._wanted_by.items() if by is page]:
            del self._wanted_by[item]
            if item in self._wanted:
                self._wanted[item] = (_nothing, _nothing)
                self.window.engine.cancel(item)
                if self.window.engine.queue.find(item) is None:  # it was waiting, so no answer will come
                    self._wanted.pop(item, None)
        self.stack.removeWidget(page)
        page.deleteLater()

    def claims(self, item: int) -> bool:
        """Whether this queue item belongs to a page here, or must leave the lanes alone because a listening test is on."""
        return item in self._wanted or self._testing

    def _on_finished(self, item: int, entry: TakeEntry) -> None:
        self._wanted_by.pop(item, None)
        if item in self._wanted:
            self._wanted.pop(item)[0](entry)

    def _on_failed(self, failure: Failure) -> None:
        self._wanted_by.pop(failure.item, None)
        if failure.item in self._wanted:
            self._wanted.pop(failure.item)[1](failure.message)

    def _on_cancelled(self, item: int) -> None:
        self._wanted_by.pop(item, None)
        if item in self._wanted:
            self._wanted.pop(item)[1](self.tr("Cancelled."))

    def make_yardstick(self) -> None:
        """One take like A with another seed."""
        entry = self.window.lanes.entries.get("A")
        if entry is not None:
            request = entry.take.request.replaced(seed=secrets.randbits(SEED_BITS))
            self.want(request, self._on_yardstick, self.window.lanes.cards.show_notice)

    def _on_yardstick(self, entry: TakeEntry) -> None:
        self.panel.set_other_seed(of_lane(entry.sound, entry))

    # -- pages over the lanes ---------------------------------------------------------------------------------------------------

    def show_page(self, page: QWidget) -> None:
        if self.stack.indexOf(page) < 0:
            self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)

    def close_page(self) -> None:
        """Back to the lanes."""
        self.stack.setCurrentIndex(0)
        for widget in self._hidden:
            widget.show()
        self._hidden = []
        self._set_testing(False)

    def open_blind_test(self) -> None:
        """Hides everything that could give X away while the test is on."""
        player = self.window.lanes.player
        if player is None or not (player.has("A") and player.has("B")):
            return
        from ditone.gui.compare.blind_test import BlindTestPage

        if self.blind is None:
            self.blind = BlindTestPage(player)
            self.blind.finished.connect(self._on_blind_result)
            self.blind.closed.connect(self.close_page)
        window = self.window
        around = (window.takes_dock, window.activity_dock, window.prompt_dock, window.strip_bar)
        self._hidden = [widget for widget in around if widget.isVisible()]
        for widget in around:  # the strip last: it comes when the activity dock goes
            widget.hide()
        self._set_testing(True)
        self.show_page(self.blind)
        self.blind.open()

    def _set_testing(self, on: bool) -> None:
        """During a listening test no key, menu or dropped file may tell what is what, or change what is compared."""
        self._testing = on
        window = self.window
        for widget in (window.bar, window.menuBar()):
            widget.setEnabled(not on)
        for action in window.actions():
            action.setEnabled(not on)
        window.setAcceptDrops(not on)

    def _on_blind_result(self, result: dict[str, Any]) -> None:
        from ditone.gui.compare.blind_test import result_text

        text = (
            result_text(result)
            if result["complete"]
            else self.tr("incomplete: {done} of {total} trials").format(done=result["answered"], total=result["trials"])
        )
        self.listening.append(text)
        log.info("listening test: %s", text)
        entries = self.window.lanes.entries
        if self.window.library is not None:
            self.window.library.keep_comparison(entries.get("A"), entries.get("B"), "listening", result)

    def open_sweep(self) -> None:
        """Asks for the controls to sweep, from what the prompt panel says now."""
        engine = self.window.engine
        if engine.info is None:
            return
        from ditone.gui.compare.sweep_dialog import SweepDialog

        dialog = SweepDialog(translate_model(engine.info), self.window.wanted_request(), self.window)
        dialog.started.connect(self.start_sweep)
        dialog.open()

    def start_sweep(self, axes: list[Axis], cells: list[Cell]) -> None:
        """Queues every cell and shows the contact sheet."""
        from ditone.gui.compare.contact_sheet import ContactSheet

        if self.sheet is not None:
            self._discard(self.sheet)
        sheet = self.sheet = ContactSheet(
            axes, cells, self.window.engine.info.controls if self.window.engine.info is not None else ()
        )
        sheet.play_requested.connect(self.window.lanes.play_entry)
        sheet.lane_requested.connect(self._to_lane)
        sheet.closed.connect(self.close_page)
        self.show_page(sheet)
        for index, cell in enumerate(cells):
            self.want(cell.request, partial(sheet.add, index), partial(sheet.fail, index), sheet)

    def open_twin(self) -> None:
        """Looks for a faster setting that sounds like the take in lane A."""
        entry, engine = self.window.lanes.entries.get("A"), self.window.engine
        if entry is None or engine.info is None or entry.take.request.model != engine.info.model:
            self.window.lanes.cards.show_notice(
                self.tr("The take in lane A was made with another model; choose that model first.")
            )
            return
        from ditone.gui.compare.faster_setting import FasterSettingPage

        if self.twin is not None:
            self._discard(self.twin)
        twin = self.twin = FasterSettingPage(engine.info, entry, self._error_rate(entry))
        twin.take_wanted.connect(self._make_candidate)
        twin.lane_requested.connect(self._twin_to_lane)
        twin.recall_requested.connect(self.window.recall)
        twin.closed.connect(self.close_page)
        self.show_page(twin)

    def _make_candidate(self, request: Request) -> None:
        if self.twin is not None:
            self.want(request, self.twin.add, self.twin.fail, self.twin)

    def _error_rate(self, entry: TakeEntry) -> Callable[[TakeEntry], float] | None:
        """A function that hears a take, for speech and with a recogniser chosen."""
        from ditone.runtime.parity import wer

        folder = self.window.settings.text(RECOGNISER_SETTING)
        text = of_lane(entry.sound, entry).spoken_text
        if not text or wer.problem(folder):
            return None
        return partial(_rate, Path(folder), text)

    def _to_lane(self, entry: TakeEntry) -> None:
        self.close_page()
        self.window.lanes.show_entry(entry)

    def _twin_to_lane(self, entry: TakeEntry) -> None:
        self.close_page()
        self.window.lanes.show_entry(entry, "B")

    # -- report -----------------------------------------------------------------------------------------------------------------

    def choose_report(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self.window, self.tr("Folder for the report"), self.window.settings.text("export/folder")
        )
        if folder:
            self.write_report(Path(folder) / "comparison")

    def write_report(self, folder: Path) -> None:
        """Writes the comparison on screen into a new folder, off the GUI thread."""
        a, b = self.panel.a, self.panel.b
        if a is None or b is None or self.panel.figures is None:
            return
        from ditone.gui.compare.figure_text import setting_rows
        from ditone.gui.compare.report import Report, write_report
        from ditone.runtime.parity.drift import drift

        same = a.trace is not None and b.trace is not None and a.trace.shape[1:] == b.trace.shape[1:]
        curve = drift(a.trace, b.trace) if same and a.trace is not None and b.trace is not None else None
        report = Report(a, b, self.panel.figure_rows(), setting_rows(a.facts, b.facts), tuple(self.listening), curve)
        self._background.run("report", partial(write_report, folder, report), self._on_report, self._on_report_failed)

    def _on_report(self, folder: Path) -> None:
        self.window.lanes.cards.show_notice(self.tr("The report is in {folder}.").format(folder=folder))

    def _on_report_failed(self, error: Exception) -> None:
        failure = failures.from_exception(error)
        self.window.lanes.cards.show_failure(failure, failure.text)


def _nothing(_: object) -> None: ...


def _rate(folder: Path, text: str, entry: TakeEntry) -> float:
    from ditone.runtime.parity import wer

    heard = wer.Recogniser(folder).transcribe(entry.take.audio, entry.take.sample_rate_hz)
    return wer.error_rate(text, heard).rate
