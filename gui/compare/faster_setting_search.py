"""The search for a faster setting that still sounds like a reference take: what is tried, measured and found, without widgets.

A winner is confirmed: it and the reference are made again with other seeds, and it must meet the floor there, too. One that does not is
passed over, and the search goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ditone.gui.core.background import Background
from ditone.runtime.comparison.metrics import Metrics, Sound, compare
from ditone.runtime.faster_setting import Floor, Trial, candidates, frontier
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry


CONFIRMING_SEEDS = 2


class FasterSettingSearch(QObject):
    """Asks for one take after the other by `take_wanted(request)`; `add` takes the answer. Ends at the first that meets the floor, and
    does so with CONFIRMING_SEEDS other seeds.

    `changed`: what is tried next, what was found, or that it ended. `tried`: one more trial is measured.
    `error_rate(entry)` gives a take's word error rate, off the GUI thread; only the measure "wer" needs it.
    """

    changed = Signal()
    tried = Signal()
    take_wanted = Signal(object)  # Request
    candidate_failed = Signal(str)

    def __init__(
        self,
        info: ModelInfo,
        reference: TakeEntry,
        error_rate: Callable[[TakeEntry], float] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.info, self.reference, self.error_rate = info, reference, error_rate
        self.floor = Floor("cosine", 1.0)
        self.trials: list[tuple[Trial, TakeEntry]] = []
        self.running = False
        self.waiting: list[Request] = []
        self.wanted: Request | None = None
        self.reference_rate = 0.0
        self.confirmed: list[Metrics] = []  # of the winner, with other seeds
        self._candidate: TakeEntry | None = None  # which is being confirmed
        self._pair: list[TakeEntry] = []  # the reference and the candidate with one other seed
        self._background = Background(self)

    def begin(self, floor: Floor, all_precisions: bool = False) -> None:
        """Tries candidates from the cheapest up until one meets `floor`."""
        request = self.reference.take.request
        self.floor = floor
        self.waiting = candidates(self.info, request, self.info.precisions if all_precisions else (request.engine.precision,))
        self.trials.clear()
        self._confirm(None)
        self.running = True
        self.changed.emit()
        if floor.measure == "wer" and self.error_rate is not None:
            self._background.run("reference", partial(self.error_rate, self.reference), self._on_reference_rate, self._on_failed)
        else:
            self._next()

    def _on_reference_rate(self, rate: float) -> None:
        self.reference_rate = rate
        self.changed.emit()
        self._next()

    def stop(self) -> None:
        """Ends the search; what was found stays."""
        self.running = False
        self.wanted = None
        self.changed.emit()

    def _next(self) -> None:
        if not self.running:
            return
        if not self.waiting:
            self.stop()
            return
        self.wanted = self.waiting.pop(0)
        self.changed.emit()
        self.take_wanted.emit(self.wanted)

    def add(self, entry: TakeEntry) -> None:
        """The take that was wanted is there; others are not looked at."""
        if not self.running or self.wanted is None or not same_choice(entry.take.request, self.wanted):
            return
        self.wanted = None
        if self._candidate is not None:
            self._pair.append(entry)
            if len(self._pair) == 2:
                self._background.run("trial", self._judge_pair, self._on_confirmed, self._on_not_confirmed)
            else:
                self._want(self._candidate.take.request.replaced(seed=entry.take.request.seed))
            return
        self._background.run("trial", partial(self._judge, entry), partial(self._on_judged, entry), self._on_failed)

    def _on_failed(self, error: Exception) -> None:
        """What cannot be measured says so, and ends nothing but its own trial."""
        self.candidate_failed.emit(str(error))
        self._next()

    def fail(self, sentence: str) -> None:
        """The wanted take failed; the search goes on with the next candidate."""
        if self.running and self.wanted is not None:
            self.candidate_failed.emit(sentence)
            self.wanted = None
            if self._candidate is not None:
                self._reject()
            self._next()

    # -- confirming ---------------------------------------------------------------------------------------------------------

    @property
    def confirming(self) -> bool:
        """Whether a winner is made with other seeds."""
        return self.running and self._candidate is not None

    def _confirm(self, entry: TakeEntry | None) -> None:
        self._candidate, self._pair, self.confirmed = entry, [], []

    def _want(self, request: Request) -> None:
        self.wanted = request
        self.changed.emit()
        self.take_wanted.emit(request)

    def _next_seed(self) -> None:
        """The reference with the next other seed; the candidate follows it."""
        self._pair = []
        request = self.reference.take.request
        self._want(request.replaced(seed=(request.seed + 1 + len(self.confirmed)) % 2**31))

    def _judge_pair(self) -> tuple[Metrics, bool]:
        a, b = (Sound(e.take.audio, e.take.sample_rate_hz) for e in self._pair)
        figures = compare(a, b)
        if self.floor.measure == "wer" and self.error_rate is not None:
            rates = [self.error_rate(entry) for entry in self._pair]
            return figures, rates[1] <= rates[0] + self.floor.value
        score = figures.cosine if self.floor.measure == "cosine" else figures.snr_db
        return figures, figures.equal or (score is not None and score >= self.floor.value)

    def _on_confirmed(self, judged: tuple[Metrics, bool]) -> None:
        figures, meets = judged
        if not self.running:
            return
        if not meets:
            self._reject()
            self._next()
            return
        self.confirmed.append(figures)
        if len(self.confirmed) < CONFIRMING_SEEDS:
            self._next_seed()
        else:
            self.stop()

    def _on_not_confirmed(self, error: Exception) -> None:
        self._reject()
        self._on_failed(error)

    def _reject(self) -> None:
        """The candidate met the floor with one seed alone: it is no winner."""
        trial, entry = self.trials[-1]
        self.trials[-1] = (replace(trial, meets=False), entry)
        self._confirm(None)
        self.tried.emit()

    def _judge(self, entry: TakeEntry) -> tuple[Metrics, float | None]:
        a, b = (Sound(e.take.audio, e.take.sample_rate_hz) for e in (self.reference, entry))
        figures = compare(a, b)
        if self.floor.measure == "wer":
            return figures, self.error_rate(entry) if self.error_rate is not None else None
        return figures, figures.cosine if self.floor.measure == "cosine" else figures.snr_db

    def _on_judged(self, entry: TakeEntry, judged: tuple[Metrics, float | None]) -> None:
        figures, score = judged
        if self.floor.measure == "wer":
            meets = score is not None and score <= self.reference_rate + self.floor.value
        else:
            meets = figures.equal or (score is not None and score >= self.floor.value)
        self.trials.append((Trial(entry.take, figures, score, meets), entry))
        self.tried.emit()
        if not self.running:
            return
        if meets:
            self._confirm(entry)
            self._next_seed()
        else:
            self._next()

    @property
    def found(self) -> TakeEntry | None:
        """The cheapest take that meets the floor, once it is confirmed with other seeds."""
        if len(self.confirmed) < CONFIRMING_SEEDS:
            return None
        return next((entry for trial, entry in self.trials if trial.meets), None)

    @property
    def figures(self) -> list[Metrics]:
        """What the winner was measured to be: with the reference's seed, then with the others."""
        return [*(trial.figures for trial, _ in self.trials if trial.meets), *self.confirmed]

    def frontier(self) -> list[Trial]:
        """The trials that no other one beats in both time and score."""
        return frontier([trial for trial, _ in self.trials], self.floor.measure == "wer")


def same_choice(made: Request, wanted: Request) -> bool:
    """Whether a take is the one that was wanted; devices and threads may have been resolved meanwhile."""
    return (made.model, made.seed, made.solver, made.steps, made.prompt) == (
        wanted.model,
        wanted.seed,
        wanted.solver,
        wanted.steps,
        wanted.prompt,
    ) and (made.engine.precision == wanted.engine.precision)
