"""The Compare page follows the lanes: what they show, or what is selected of it, is measured; and its report is written."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from ditone.gui.compare.panel import ComparePanel
from ditone.gui.compare.side import Side, cut, of_lane
from ditone.gui.core.background import Background

if TYPE_CHECKING:
    from ditone.gui.controllers.page_takes import PageTakes
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.panels.lane_area import LaneArea

SETTLE_MS = 200  # a selection that is being dragged is measured when it rests
SEED_BITS = 31


class ComparisonController(QObject):
    """To be made once the lanes exist. `listening`: the results of the listening tests of the pair in the lanes, as the report says them.
    `stored_tests` reads those that the library keeps of two takes; on a background thread.

    `pair_came`: both lanes have a sound for the first time. `failed` carries an exception.
    """

    pair_came = Signal()
    failed = Signal(object)

    def __init__(self, lanes: LaneArea, panel: ComparePanel, page_takes: PageTakes, settings: Settings) -> None:
        super().__init__(panel)
        self._lanes, self.panel, self._page_takes, self._settings = lanes, panel, page_takes, settings
        self.stored_tests: Callable[[str, str], list[str]] = _no_tests
        self._told: dict[tuple[str, str], list[str]] = {}
        self._background = Background(self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.measure)
        lanes.sounds_changed.connect(self._on_sounds)
        if lanes.timeline is not None:
            lanes.timeline.selection_changed.connect(self._settle.start)
        panel.jump_requested.connect(self.jump)
        panel.yardstick_requested.connect(self.make_yardstick)
        panel.report_requested.connect(self.choose_report)

    # -- figures ------------------------------------------------------------------------------------------------------------

    def side(self, letter: str) -> Side | None:
        """What a lane shows, as one side of the comparison."""
        lane = self._lanes.lanes.get(letter)
        return None if lane is None or lane.sound is None else of_lane(lane.sound, self._lanes.entries.get(letter))

    def measure(self) -> None:
        """Compares what the lanes show, or the selected part of it."""
        a, b = self.side("A"), self.side("B")
        old_a, old_b = self.panel.a, self.panel.b
        # the same sound stays the same object, so that what was found for it is kept
        a = old_a if a and old_a and a.sound.audio is old_a.sound.audio else a
        b = old_b if b and old_b and b.sound.audio is old_b.sound.audio else b
        timeline = self._lanes.timeline
        self.panel.set_sides(a, b, timeline.selection if timeline is not None else None)
        self._show_tests()

    def jump(self, seconds: float) -> None:
        """Shows one sample in both lanes, with a few milliseconds around it."""
        timeline, player = self._lanes.timeline, self._lanes.player
        if timeline is not None and player is not None:
            timeline.show_range(seconds - 0.004, seconds + 0.004)
            timeline.set_playhead(seconds)
            player.seek(seconds)

    def make_yardstick(self) -> None:
        """Makes one take like A with another seed."""
        entry = self._lanes.entries.get("A")
        if entry is not None:
            request = entry.take.request.replaced(seed=secrets.randbits(SEED_BITS))
            self._page_takes.order(request, partial(self._on_yardstick, entry.id), self._lanes.cards.show_notice)

    # -- listening tests ----------------------------------------------------------------------------------------------------

    @property
    def listening(self) -> list[str]:
        """The results of the present pair, oldest first."""
        return list(self._told.get(self._pair(), []))

    def add_listening(self, text: str) -> None:
        """The result of a listening test of the pair in the lanes."""
        self._told.setdefault(self._pair(), []).append(text)
        self.panel.show_listening(self.listening)

    def _pair(self) -> tuple[str, str]:
        """What the lanes hold: takes by their ids, other sounds by their samples."""
        names = []
        for letter in ("A", "B"):
            entry, lane = self._lanes.entries.get(letter), self._lanes.lanes.get(letter)
            sound = lane.sound if lane is not None else None
            names.append(entry.id if entry is not None else "" if sound is None else f"{zlib.crc32(sound.audio.tobytes()):x}")
        return names[0], names[1]

    def _show_tests(self) -> None:
        pair = self._pair()
        self.panel.show_listening(self.listening)
        if pair not in self._told and all(letter in self._lanes.entries for letter in ("A", "B")):
            self._background.run("tests", partial(self.stored_tests, *pair), partial(self._on_tests, pair), _nothing)

    def _on_tests(self, pair: tuple[str, str], results: list[str]) -> None:
        self._told[pair] = [*results, *self._told.get(pair, [])]
        if pair == self._pair():
            self.panel.show_listening(self.listening)

    def _on_sounds(self) -> None:
        both = all(lane.sound is not None for lane in self._lanes.lanes.values())
        if both and not (self.panel.a and self.panel.b):
            self.pair_came.emit()
        self._settle.start()

    def _on_yardstick(self, reference: str, entry: TakeEntry) -> None:
        """A take like `reference` with another seed is there; it says nothing about another pair."""
        a = self._lanes.entries.get("A")
        if a is not None and a.id == reference:
            self.panel.set_other_seed(of_lane(entry.sound, entry))

    # -- report -------------------------------------------------------------------------------------------------------------

    def choose_report(self) -> None:
        """Asks where to and writes the report."""
        title = self.tr("Folder for the report")
        folder = QFileDialog.getExistingDirectory(self.panel.window(), title, self._settings.text("export/folder"))
        if folder:
            self.write_report(Path(folder) / "comparison")

    def write_report(self, folder: Path) -> None:
        """Writes the comparison on screen into a new folder, off the GUI thread."""
        a, b = self.panel.a, self.panel.b
        if a is None or b is None or self.panel.figures is None:
            return
        from ditone.gui.compare.metric_text import setting_rows
        from ditone.gui.compare.report import Report, write_report
        from ditone.runtime.comparison.drift import drift

        curve = None
        if a.trace is not None and b.trace is not None and a.trace.shape[1:] == b.trace.shape[1:]:
            curve = drift(a.trace, b.trace, levels=(a.noise_levels, b.noise_levels))
        part = self.panel.selection  # figures of a part stand beside plots and sounds of that part
        sides = cut(a, part), cut(b, part)
        settings = setting_rows(a.facts, b.facts)
        report = Report(*sides, self.panel.metric_rows(), settings, tuple(self.listening), curve, self.panel.part_words())
        self._background.run("report", partial(write_report, folder, report), self._on_report, self.failed.emit)

    def _on_report(self, folder: Path) -> None:
        self._lanes.cards.show_notice(self.tr("The report is in {folder}.").format(folder=folder))


def _no_tests(_a: str, _b: str) -> list[str]:
    return []


def _nothing(_: object) -> None: ...
