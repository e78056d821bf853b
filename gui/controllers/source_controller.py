"""A take as the starting point of the next one: "Use as source", and replacing the selected part of a lane (inpainting).

Works with any model whose controls hold a source sound and, for inpainting, regions of time; which those are, the controls tell.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ditone.gui.commands.undo import History
from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.runtime.controls import Control
from ditone.runtime.errors import DitoneError

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.prompt_panel import PromptPanel

SHORTEST_REGION_S = 0.01


class SourceController(QObject):
    """Fills the prompt panel's source controls from what lanes show."""

    def __init__(self, engine: Engine, prompt: PromptPanel, lanes: LaneArea, history: History) -> None:
        super().__init__(lanes)
        self._engine, self._prompt, self._lanes, self._history = engine, prompt, lanes, history
        self._background = Background(self)
        self._marked: tuple[float, float] | None = None
        prompt.edited.connect(self._follow_regions)

    def use(self, entry: TakeEntry) -> None:
        """Makes a take the source of the next one, in the model's own way of starting from a sound."""
        source = self._control("audio")
        if source is None:
            self._say(self.tr("This model makes sounds from words alone; it takes no source."))
            return
        self._with_file(entry, partial(self._use, source))

    def inpaint_selection(self) -> None:
        """The selected part of the lane that is heard will be made anew; the lane is pinned, so that A is before and B is after."""
        lanes = self._lanes
        entry, selection = lanes.current_entry(), lanes.timeline.selection if lanes.timeline is not None else None
        source, regions = self._control("audio"), self._control("regions")
        if source is None or regions is None:
            self._say(self.tr("This model cannot replace a part of a sound."))
        elif entry is None:
            self._say(self.tr("Only takes can be replaced in part: generate one, or drop an exported file as the source."))
        elif selection is None or selection[1] - selection[0] < SHORTEST_REGION_S:
            self._say(self.tr("Select the part to be replaced first: drag over the waveform."))
        else:
            self._with_file(entry, partial(self._inpaint, source, regions, entry, selection))

    def _use(self, source: Control, path: Path) -> None:
        self._prompt.change(self.tr("Use as source"), partial(self._fill, source, None, path))

    def _inpaint(self, source: Control, regions: Control, entry: TakeEntry, selection: tuple[float, float], path: Path) -> None:
        title = self.tr("Replace the selected part")
        letter = self._lanes.letter_of(entry.id)
        with self._history.together(title):
            self._prompt.change(title, partial(self._fill_inpaint, source, regions, entry, selection, path))
            if letter is not None:
                pinned, mark, marked = self._lanes.lanes[letter].pinned, self._mark, self._marked
                self._history.do(title, partial(mark, letter, True, selection), partial(mark, letter, pinned, marked))
        self._say(self.tr("Generate replaces the hatched part in a new take."))

    def _fill_inpaint(
        self, source: Control, regions: Control, entry: TakeEntry, selection: tuple[float, float], path: Path
    ) -> None:
        self._fill(source, "inpaint", path)
        rows = self._prompt.rows
        rows[regions.name].set_value((selection,))
        if "duration_s" in rows:
            rows["duration_s"].set_value(entry.duration_s)

    def _mark(self, letter: str, pinned: bool, region: tuple[float, float] | None) -> None:
        """Pins a lane, so that A is before and B is after, and hatches the region."""
        lane = self._lanes.lanes[letter]
        lane.buttons["pin"].setChecked(pinned)
        lane.view.set_marked_region(region)
        self._marked = region

    def _fill(self, source: Control, wanted_mode: str | None, path: Path) -> None:
        """Sets the source, and the mode where the model has one: the wanted one, else the first that starts from a sound."""
        rows = self._prompt.rows
        rows[source.name].set_value(str(path))
        mode = next((c for c in self._controls() if c.group == "source" and c.kind == "choice" and len(c.choices) > 1), None)
        if mode is None:
            return
        values = [choice.value for choice in mode.choices]
        if wanted_mode in values:
            rows[mode.name].set_value(wanted_mode)
        elif rows[mode.name].value() == mode.default:
            rows[mode.name].set_value(next(value for value in values if value != mode.default))

    def _with_file(self, entry: TakeEntry, then: partial[None]) -> None:
        from ditone.gui.engine import drag_files  # late: it brings numpy and the file formats

        self._background.run("file", partial(drag_files.dragged_file, entry, None), then, self._failed)

    def _failed(self, error: Exception) -> None:
        self._say(failures.from_exception(error).text if isinstance(error, DitoneError) else str(error))

    def _controls(self) -> tuple[Control, ...]:
        info = self._engine.info
        return info.controls if info is not None else ()

    def _control(self, kind: str) -> Control | None:
        return next((c for c in self._controls() if c.kind == kind and c.group == "source" and c.name in self._prompt.rows), None)

    def _follow_regions(self) -> None:
        """The hatching goes when the regions are written differently in the panel."""
        regions = self._control("regions")
        if self._marked is not None and (regions is None or not self._still_marked(regions)):
            self._unmark()

    def _still_marked(self, regions: Control) -> bool:
        assert self._marked is not None
        value = self._prompt.rows[regions.name].value()
        return len(value) == 1 and all(abs(a - b) < 1e-3 for a, b in zip(value[0], self._marked, strict=True))

    def _unmark(self) -> None:
        self._marked = None
        for lane in self._lanes.lanes.values():
            lane.view.set_marked_region(None)

    def _say(self, sentence: str) -> None:
        self._lanes.cards.show_notice(sentence)
