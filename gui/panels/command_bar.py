"""The bar at the top: which model, in what state, Generate, how many, Cancel, and how far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from ditone.gui.commands import keys
from ditone.gui.engine.status import BUSY, State, Status, words
from ditone.gui.panels.cards import announce
from ditone.gui.theme import icons
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.plain_text import PlainLabel, plain_tip
from ditone.gui.widgets.quiet_wheel import Spin

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import LoadedFacts
    from ditone.gui.engine.take_queue import TakeQueue
    from ditone.runtime.registry import ModelInfo

MOST = 32
WIDEST_CHIP = "MOSS-SoundEffect v2.0 · bf16 · cuda:0"  # model, precision and device are read whole
CHIP_FRAME = 18 + 38  # its icon, and what is around it and the text
SHORT = {"float32": "fp32", "bfloat16": "bf16", "float16": "fp16"}


class CommandBar(QWidget):
    """`generate_requested(count, replace_waiting)`: Shift and a click replaces what is queued."""

    generate_requested = Signal(int, bool)
    cancel_requested = Signal()
    model_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problem = ""
        self._known = False
        self._starting = True
        self._state = State.STARTING
        self._title = self.tr("Choose a model")
        self._facts = ""
        self._model = self._loaded_model = ""
        self._compact = False
        self._expected = ""
        self._queue: TakeQueue | None = None
        self.chip = QPushButton(self._title)
        self.chip.setIconSize(QSize(18, 18))
        icons.set_icon(self.chip, "model")
        self.chip.clicked.connect(self.model_requested)
        self.pill = PlainLabel()
        self.pill.setProperty("role", "pill")
        self.pill.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pill.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.generate = QPushButton(self.tr("Generate"))
        self.generate.setProperty("role", "primary")
        self.generate.clicked.connect(self._on_generate)
        self.count = Spin()
        self.count.setRange(1, MOST)
        self.count.setPrefix("× ")
        self.count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.count.setAccessibleName(self.tr("How many takes"))
        self.count.setToolTip(self.tr("How many takes, each with the next seed"))
        self.cancel = QPushButton(self.tr("Cancel"))
        keys.set_tip(self.cancel, self.tr("Stop the running take"), "cancel")
        self.cancel.setEnabled(False)
        self.cancel.clicked.connect(self.cancel_requested)
        self.bar = QProgressBar()
        self.bar.setFixedSize(150, 10)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.left = PlainLabel()
        self.left.setMinimumWidth(self.fontMetrics().horizontalAdvance("00:00 left"))
        self.left.setProperty("role", "dim")
        self.why = ElidedLabel()
        self.why.setProperty("role", "note")
        self.queued = PlainLabel()
        self.queued.setProperty("role", "dim")
        for button in (self.chip, self.generate, self.cancel):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard where it was
        self.place = QWidget()  # of one width, whatever model and state are called: Generate never moves
        inside = QHBoxLayout(self.place)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(self.chip)
        inside.addWidget(self.pill)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(8)
        groups: tuple[tuple[QWidget, ...], ...] = (
            (self.place,),
            (self.generate, self.count, self.cancel),
            (self.bar, self.left),
        )
        for group in groups:
            for widget in group:
                layout.addWidget(widget)
            layout.addSpacing(8)
        layout.addWidget(self.why, 1)
        layout.addWidget(self.queued)
        self.show_status(Status(State.STARTING, words(State.STARTING)))
        self._fix_places()
        self._update_generate()

    def _fix_places(self) -> None:
        """Widths that do not follow what is written."""
        metrics = self.fontMetrics()
        state = metrics.horizontalAdvance("Done in 00.0 s · RTF 0.00") + 26
        self.pill.setFixedWidth(state)
        chip = metrics.horizontalAdvance("M") * 12 if self._compact else metrics.horizontalAdvance(WIDEST_CHIP) + CHIP_FRAME
        self.place.setFixedWidth(state + 8 + chip)
        self.chip.setFixedWidth(chip)

    def listen(self, engine: Engine) -> None:
        """Follows the engine's state, model and queue; Cancel stops the running item."""
        self._queue = engine.queue
        engine.status_changed.connect(self.show_status)
        engine.model_changed.connect(self.show_model)
        engine.loaded_changed.connect(self.show_loaded)
        engine.queue.changed.connect(self._on_queue)
        self.cancel_requested.connect(engine.cancel_running)

    def generate_now(self) -> None:
        """Asks for as many takes as the bar says."""
        self.generate_requested.emit(self.count.value(), False)

    def show_model(self, info: ModelInfo | None) -> None:
        """The chip names the chosen model."""
        self._known = info is not None and not info.problems
        self._title = info.title if info is not None else self.tr("Choose a model")
        self._model = info.model if info is not None else ""
        self._update_chip()
        self._update_generate()

    def _on_queue(self) -> None:
        if self._queue is not None:
            self.show_queue(self._queue.running() is not None, len(self._queue.waiting()), self._queue.paused)

    def show_loaded(self, facts: LoadedFacts | None) -> None:
        """The chip says on which device and in which precision the model is loaded."""
        self._facts = (
            f"{SHORT.get(facts.precision, facts.precision)} · {facts.device.upper() if facts.device == 'cpu' else facts.device}"
            if facts
            else ""
        )
        self._loaded_model = facts.info.model if facts else ""
        self._update_chip()

    def show_status(self, status: Status) -> None:
        """Pill, progress and Cancel for a state."""
        if self.pill.toolTip() != status.words:
            room = self.pill.width() - 20
            self.pill.setText(self.pill.fontMetrics().elidedText(status.words, Qt.TextElideMode.ElideRight, room))
            self.pill.setToolTip(status.words)
            self.pill.setAccessibleName(self.tr("State: {words}").format(words=status.words))
        if self.pill.property("tone") != status.tone:
            self.pill.setProperty("tone", status.tone)
            self.pill.style().polish(self.pill)
        if status.state is not self._state:
            self._state = status.state
            announce(self.pill, status.words)
        starting = status.state in (State.STARTING, State.SCANNING)
        if starting != self._starting:
            self._starting = starting
            self._update_generate()
        if status.state is State.STOPPING:
            self.generate.setEnabled(False)
        busy = status.state in BUSY
        self.cancel.setEnabled(status.state is State.GENERATING or (status.state is State.LOADING and bool(self.queued.text())))
        self.bar.setVisible(busy)
        self.left.setText(status.left if busy else self._expected)
        if status.fraction is None:
            self.bar.setRange(0, 0 if busy else 1)
        else:
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(1000 * status.fraction))

    def show_expected(self, text: str) -> None:
        """How long the next take will need, shown while nothing runs; empty for what is over in a moment."""
        self._expected = text
        if self._state not in BUSY:
            self.left.setText(text)

    def show_queue(self, running: bool, waiting: int, paused: bool = False) -> None:
        """How many takes are still to come, and whether they wait for the queue to go on."""
        texts = [self.tr("1 running")] if running else []
        texts += [self.tr("{count} waiting").format(count=waiting)] if waiting else []
        texts += [self.tr("paused")] if paused else []
        self.queued.setText(", ".join(texts))
        self.cancel.setEnabled(running)

    def show_pending(self, count: int) -> None:
        """Takes that were asked for before a model was known."""
        self.queued.setText(self.tr("Starts when the model is loaded") if count else "")

    def show_problem(self, problem: str) -> None:
        """Why no take can be made; the tooltip of Generate says it."""
        self._problem = problem
        self._update_generate()

    def set_compact(self, compact: bool) -> None:
        """Fewer words: the chip keeps the title alone, Cancel becomes an icon."""
        self._compact = compact
        self.cancel.setText("" if compact else self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel"))
        if compact:
            icons.set_icon(self.cancel, "close")
        else:
            self.cancel.setIcon(icons.QIcon())
            self.cancel.setProperty(icons.NAME, "")
        self._fix_places()
        self._update_chip()

    def _on_generate(self) -> None:
        shift = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.generate_requested.emit(self.count.value(), shift)

    def _update_chip(self) -> None:
        own = self._facts if self._loaded_model == self._model else ""  # another model may still be loaded
        text = f"{self._title} · {own}" if own else self._title
        shown = self._title if self._compact else text
        room = self.chip.width() - CHIP_FRAME
        self.chip.setText(self.chip.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, room))
        self.chip.setAccessibleName(self.tr("Model: {text}").format(text=text))
        words = self.tr("Choose, inspect or unload a model")
        self.chip.setToolTip(plain_tip(f"{text}\n{words}" if own else words))

    def _update_generate(self) -> None:
        possible = self._known or self._starting
        self.generate.setEnabled(possible and not self._problem)
        why = self._problem or ("" if possible else self.tr("No model is ready to be used."))
        words = self.tr("Make the sound ({keys}). With Shift: replace what is queued.")
        keys.set_tip(self.generate, why or words, "" if why else "generate")
        self.generate.setAccessibleDescription(why)
        self.why.setText(why)
        self.why.setToolTip(plain_tip(why))
