"""Converting a model folder's weights beside the window: asks first, shows how far it is, and can be stopped."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from ditone.gui.core.background import Background
from ditone.gui.widgets.plain_text import plain_tip
from ditone.runtime.errors import Cancelled, DitoneError

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

TICK_MS = 100


class WeightsConversion(QObject):
    """One conversion at a time. `changed` tells that `share` (0 to 1, None while nothing runs) is another; `told` carries a sentence."""

    changed = Signal()
    told = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._background = Background(self)
        self._stop = threading.Event()
        self._reached = 0.0
        self._finished: set[str] = set()
        self.share: float | None = None
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)

    def offers(self, info: ModelInfo | None) -> bool:
        """Whether there is something to convert in a model's folder."""
        return info is not None and info.convert is not None and not info.problems and info.model not in self._finished

    def ask(self, info: ModelInfo) -> None:
        """Begins to convert once the user agrees."""
        words = self.tr(
            "Write the weights in {folder} again as safetensors? The copies need about {size:.1f} GB beside the files they are of. "
            "They open faster and are read in their place; nothing is deleted."
        ).format(folder=info.model, size=sum(f.size_bytes for f in info.files if f.present and f.name.endswith(".pt")) / 1e9)
        answer = QMessageBox.question(self._parent.window(), self.tr("Convert to safetensors"), plain_tip(words))
        if answer == QMessageBox.StandardButton.Yes and self.share is None:
            self._begin(info)

    def stop(self) -> None:
        """Stops before the next tensor; the file it is at is removed."""
        self._stop.set()

    def close(self) -> None:
        """Stops, and waits until the disk is left alone."""
        self._stop.set()
        self._background.finish()

    def _begin(self, info: ModelInfo) -> None:
        assert info.convert is not None
        self._stop.clear()
        self._reached = self.share = 0.0
        self._timer.start()
        work = partial(info.convert, self._progress)
        self._background.run("convert", work, partial(self._on_done, info), self._on_failed)
        self.changed.emit()

    def _progress(self, share: float) -> None:
        """Called from the thread that converts."""
        if self._stop.is_set():
            raise Cancelled
        self._reached = share

    def _tick(self) -> None:
        self.share = self._reached
        self.changed.emit()

    def _on_done(self, info: ModelInfo, written: list[Path]) -> None:
        self._finished.add(info.model)
        names = ", ".join(path.name for path in written)
        self._end(self.tr("Written: {names}. They are read the next time this model is loaded.").format(names=names))

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, Cancelled):
            self._end(self.tr("The conversion was stopped."))
        else:
            self._end(
                error.text() if isinstance(error, DitoneError) else self.tr("The conversion failed: {error}").format(error=error)
            )

    def _end(self, sentence: str) -> None:
        self._timer.stop()
        self.share = None
        self.changed.emit()
        self.told.emit(sentence)
