"""What happens when Generate is pressed: the panel's settings are frozen into a request and queued."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from ditone.gui.engine import status
from ditone.gui.engine.status import State
from ditone.gui.i18n.sentences import translate_sentence

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import ItemStarted, Note, TakeFinished
    from ditone.gui.panels.cards import CardStack
    from ditone.gui.panels.command_bar import CommandBar
    from ditone.gui.panels.prompt_panel import PromptPanel
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import Request

EXPECTED_DELAY_MS = 40  # several keys are one estimate


class GenerationController(QObject):
    """`traced`: takes to come record the latent of every step, which the comparison draws."""

    def __init__(self, engine: Engine, prompt: PromptPanel, bar: CommandBar, cards: CardStack) -> None:
        super().__init__(bar)
        self.engine = engine
        self.traced = False
        self._prompt, self._bar, self._cards = prompt, bar, cards
        self._pending = 0
        bar.generate_requested.connect(self.generate)
        prompt.validity_changed.connect(bar.show_problem)
        self._expecting = QTimer(self, singleShot=True, interval=EXPECTED_DELAY_MS)
        self._expecting.timeout.connect(self._show_expected)
        prompt.edited.connect(self._expect_soon)
        prompt.model_shown.connect(self._on_model)
        engine.loaded_changed.connect(self._show_expected)
        engine.queue.changed.connect(self._on_queue)
        engine.item_started.connect(self._on_started)
        engine.take_finished.connect(self._on_finished)
        engine.note.connect(self._on_note)

    def generate(self, count: int, replace_waiting: bool = False) -> None:
        """Queues `count` takes of what the panel says. Before the model is known the wish waits until it is."""
        info = self.engine.info
        if info is None:
            self._pending = count if self.engine.status.state in (State.STARTING, State.SCANNING) else 0
            self._bar.show_pending(self._pending)
            return
        problem = self._prompt.problem() or " ".join(map(translate_sentence, info.problems))
        if problem:  # asked for with the keyboard: the button is disabled and says it in its tooltip
            self._cards.show_notice(problem, of_take=True)
            return
        if self.engine.queue.restored:  # who asks for a take now wants the queue to go on
            self.engine.set_paused(False)
        self._prompt.draw_seed()
        self.engine.generate(self.wanted_request(), count, replace_waiting)
        if self.engine.queue.paused:
            self._cards.show_notice(self._paused_words(), button=self.tr("Go on"), act=partial(self.engine.set_paused, False))

    def wanted_request(self) -> Request:
        """What the panel says now, with this machine's engine settings. A model must be known."""
        return self._prompt.request(replace(self.engine.engine_settings, trace=self.traced))

    def set_traced(self, on: bool) -> None:
        """Whether the takes to come record their steps."""
        self.traced = on

    def _on_model(self, info: ModelInfo | None) -> None:
        self._bar.show_problem(self._prompt.problem())
        if self._pending and info is not None:
            count, self._pending = self._pending, 0
            self._bar.show_pending(0)
            self.generate(count)

    def _expect_soon(self) -> None:
        """Once for several keys."""
        if not self._expecting.isActive():
            self._expecting.start()

    def _show_expected(self) -> None:
        """How long a take of the present settings will need, once the model's speed on this machine is known."""
        facts, info = self.engine.loaded, self.engine.info
        if facts is None or info is None or self._prompt.problem():
            self._bar.show_expected("")
            return
        request = self.wanted_request()
        seconds = self.engine.past.expected_s(info, request, facts.device, facts.precision)
        sure = seconds is not None
        if seconds is None and info.work_tflop is not None:
            from ditone.runtime import estimate  # torch is loaded by now; the window opens before it

            seconds = estimate.expected_s(info, request, facts.tflops)
        self._bar.show_expected(status.expected(seconds, sure))

    def _on_queue(self) -> None:
        if not self.engine.queue.paused:
            self._cards.withdraw_notice(self._paused_words())

    def _on_started(self, event: ItemStarted) -> None:
        if event.first_of_batch:
            self._cards.clear_notices_of_takes()

    def _on_finished(self, _: TakeFinished) -> None:
        self._cards.clear_failures()
        self._show_expected()

    def _on_note(self, event: Note) -> None:
        self._cards.show_notice(translate_sentence(event.sentence), of_take=True)

    def _paused_words(self) -> str:
        return self.tr("The queue is paused.")
