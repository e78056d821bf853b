"""Where two takes part: the cosine of their clean estimates at each step, for takes that kept their traces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ditone.gui.compare.side import Side
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.widgets.plain_text import PlainLabel

if TYPE_CHECKING:
    from ditone.gui.compare.plots import DriftPlot


class DriftView(QFrame):
    """Hidden while one of the sides has no trace."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot: DriftPlot | None = None
        self.words = PlainLabel()
        self.words.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)
        self._column.addWidget(self.words)

    def show_sides(self, a: Side | None, b: Side | None) -> None:
        """Compares the traces of both sides, where both have one."""
        sides = [side for side in (a, b) if side is not None and side.trace is not None]
        self.setVisible(len(sides) == 2)
        if len(sides) != 2:
            return
        from ditone.gui.compare.plots import DriftPlot
        from ditone.runtime.comparison.drift import drift
        from ditone.runtime.errors import DitoneError

        try:
            first, second = (side.trace for side in sides)
            assert first is not None
            assert second is not None
            found = drift(first, second, levels=(sides[0].noise_levels, sides[1].noise_levels))
        except DitoneError as error:
            self.words.setText(translate_sentence(error.message))
            return
        if self.plot is None:
            self.plot = DriftPlot()
            self._column.addWidget(self.plot)
        self.plot.show_drift(found)
        begins = found.begins_at
        self.words.setText(
            self.tr("They stay together: the cosine stays above {limit}.").format(limit=found.threshold)
            if begins is None
            else self.tr("They part after {share} % of the solve: the cosine falls below {limit}.").format(
                share=round(100 * begins), limit=found.threshold
            )
        )
        step = max(range(len(found.largest)), key=found.largest.__getitem__)
        words = self.tr("The largest difference of a single value is {error}, at step {step} of {steps}.").format(
            error=f"{found.largest[step]:.3g}", step=step + 1, steps=len(found.largest)
        )
        if found.levels:
            words = self.tr("{words} Steps are paired by their share of noise, there {level} %.").format(
                words=words, level=round(100 * found.levels[step])
            )
        self.words.setText(f"{self.words.text()} {words}")
