"""The settings of a take: put back into the prompt panel, or copied as a command of the command line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.panels.prompt_panel import PromptPanel
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import Request

CURRENT = "into the current model"


class RecallController(QObject):
    """What is recalled: "all", "all but seed" or "seed only"."""

    def __init__(self, engine: Engine, prompt: PromptPanel) -> None:
        super().__init__(prompt)
        self._engine, self._prompt = engine, prompt
        self._wanted: Request | None = None
        self._early: tuple[Request, str] | None = None  # came before there was a model
        prompt.model_shown.connect(self._on_model)

    def recall(self, entry: AnyTake, what: str = "all") -> None:
        """Puts a take's settings into the prompt panel; with all of them, its model too where it can be found."""
        self.recall_request(entry.request, what)

    def recall_request(self, request: Request, what: str = "all") -> None:
        """The same for a request that came from elsewhere. Before there is a model it waits for the first one."""
        if self._engine.info is None:
            self._early = (request, what)
            return
        self._prompt.change(self.tr("Recall"), partial(self._apply, request, what))

    def _apply(self, request: Request, what: str) -> None:
        if what == "all" and self._engine.info is not None and request.model != self._engine.info.model:
            self._wanted = request  # put in once the panel shows its model's controls
            self._prompt.waits_for_model = True
            self._engine.choose_model(request.model)
        self._prompt.apply(request, what)

    def recall_into_current(self, request: Request) -> None:
        """The same, but with the model that is chosen now, whatever model the request names."""
        info = self._engine.info
        if info is None:
            self._early = (request, CURRENT)
        else:
            self.recall_request(request.replaced(model=info.model))

    def copy_command(self, entry: AnyTake) -> None:
        """The line that makes the same take without the window, on the clipboard."""
        from ditone.runtime.cli.render_command import command

        known = {info.model: info for info in (*self._engine.models, self._engine.info) if info is not None}
        QGuiApplication.clipboard().setText(command(entry.request, known.get(entry.request.model)))

    def _on_model(self, info: ModelInfo | None) -> None:
        wanted, self._wanted = self._wanted, None
        self._prompt.waits_for_model = False
        if wanted is not None and info is not None and wanted.model == info.model:
            self._prompt.apply(wanted)
        early = self._early
        if early is not None and info is not None:
            self._early = None
            request, what = early
            if what == CURRENT:
                self.recall_into_current(request)
            else:
                self.recall_request(request, what)
