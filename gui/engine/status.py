"""The words of the state pill and what goes with them. No colour carries a meaning that the words do not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, QTimer, Signal

from ditone.gui.engine.live_values import Progress
from ditone.gui.i18n.translate import tr


class State(Enum):
    """What the studio does at the moment."""

    STARTING = "starting"
    NO_MODEL = "no model"
    SCANNING = "scanning"
    INCOMPLETE = "incomplete"
    LOADING = "loading"
    READY = "ready"
    GENERATING = "generating"
    CANCELLING = "cancelling"
    FINISHED = "finished"
    FAILED = "failed"
    OUT_OF_MEMORY = "out of memory"
    STOPPING = "stopping"


TONES = {
    State.STARTING: "neutral",
    State.NO_MODEL: "neutral",
    State.SCANNING: "busy",
    State.INCOMPLETE: "warning",
    State.LOADING: "busy",
    State.READY: "ok",
    State.GENERATING: "busy",
    State.CANCELLING: "warning",
    State.FINISHED: "ok",
    State.FAILED: "error",
    State.OUT_OF_MEMORY: "error",
    State.STOPPING: "neutral",
}
BUSY = (State.LOADING, State.GENERATING, State.CANCELLING)
DONE_SHOWN_MS = 5000
WORTH_SAYING_S = 10.0


@dataclass(frozen=True)
class Status:
    """`words` for the pill, `phase` and `left` for the progress area; `fraction` 0..1 where a count exists, None where none does."""

    state: State
    words: str
    fraction: float | None = None
    phase: str = ""
    left: str = ""

    @property
    def tone(self) -> str:
        """The colour of the pill, by its role."""
        return TONES[self.state]


class StatusLine(QObject):
    """The status that is shown. `done_shown`: what was done was shown long enough."""

    changed = Signal(object)  # Status
    done_shown = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.status = Status(State.STARTING, words(State.STARTING))
        self._frozen = False
        self._timer = QTimer(self, singleShot=True, interval=DONE_SHOWN_MS)
        self._timer.timeout.connect(self.done_shown)

    @property
    def state(self) -> State:
        """What the studio does at the moment."""
        return self.status.state

    def show(self, status: Status) -> None:
        """Shows another status; the same one again tells nobody."""
        if status != self.status and not self._frozen:
            self.status = status
            self.changed.emit(status)

    def show_state(self, state: State) -> None:
        """Shows a state that needs no numbers."""
        self.show(Status(state, words(state)))

    def show_done(self, status: Status) -> None:
        """Shows what was done, for a while."""
        self.show(status)
        self._timer.start()

    def freeze(self) -> None:
        """The present status is the last one."""
        self._frozen = True

    def keep(self) -> None:
        """Something else begins: the while is over without a word."""
        self._timer.stop()


def words(state: State) -> str:
    """The pill's words for states without numbers."""
    return {
        State.STARTING: tr("Starting engine"),
        State.NO_MODEL: tr("No model"),
        State.SCANNING: tr("Reading folder"),
        State.INCOMPLETE: tr("Files missing"),
        State.LOADING: tr("Loading"),
        State.READY: tr("Ready"),
        State.GENERATING: tr("Generating"),
        State.CANCELLING: tr("Cancelling…"),
        State.FINISHED: tr("Done"),
        State.FAILED: tr("Failed"),
        State.OUT_OF_MEMORY: tr("Out of memory"),
        State.STOPPING: tr("Stopping…"),
    }[state]


def stage_words(stage: str) -> str:
    """A stage of a pipeline in the words of the window; families may add stages of their own."""
    known = {
        "load": tr("Loading"),
        "text": tr("Encoding text"),
        "voice": tr("Encoding voice"),
        "source": tr("Encoding source"),
        "tokens": tr("Speech tokens"),
        "denoise": tr("Denoising"),
        "decode": tr("Decoding"),
        "write": tr("Writing"),
    }
    return known.get(stage, stage.replace("_", " ").capitalize())


def generating(progress: Progress, tail_s: float | None) -> Status:
    """The status of a running item. `tail_s`: expected seconds of the stages that follow the counted one, None when unknown."""
    phase = stage_words(progress.stage) if progress.stage else tr("Preparing")
    if progress.loaded is not None:
        share = math.floor(100 * progress.loaded)
        return Status(State.LOADING, tr("Loading {percent} %").format(percent=share), progress.loaded, tr("Loading"))
    if not progress.steps:
        return Status(State.GENERATING, phase, None, phase)
    left = ""
    if progress.step_s is not None and progress.done < progress.steps:
        left = clock((progress.steps - progress.done) * progress.step_s + (tail_s or 0.0))
    counted = f"{phase} {progress.done} / {progress.steps}"
    # without an earlier take of the model nobody knows how long what follows the count will take
    words = tr("about {time} left") if tail_s is None else tr("{time} left")
    return Status(State.GENERATING, counted, progress.done / progress.steps, phase, words.format(time=left) if left else "")


def expected(seconds: float | None, sure: bool) -> str:
    """How long a take will need: "40 s" after earlier ones of its model, "about 12 min" before; nothing for what is over in a moment."""
    if seconds is None or seconds < WORTH_SAYING_S:
        return ""
    if seconds < 100:
        text = tr("{seconds} s").format(seconds=f"{seconds:.0f}")
    elif seconds < 5400:
        text = tr("{minutes} min").format(minutes=f"{seconds / 60:.0f}")
    else:
        text = tr("{hours} h").format(hours=f"{seconds / 3600:.1f}")
    return text if sure else tr("about {time}").format(time=text)


def clock(seconds: float) -> str:
    """Minutes and seconds, rounded up so that it never says 0:00 while something is left."""
    whole = max(1, math.ceil(seconds))
    return f"{whole // 60}:{whole % 60:02d}"
