"""One time line for all lanes: what part is in view, what is selected, where the playhead stands. All in seconds."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Signal

ViewMode = Literal["waveform", "spectrogram", "both"]
MODES: tuple[ViewMode, ...] = ("waveform", "spectrogram", "both")
SHORTEST_VIEW_SAMPLES = 24
EMPTY_DURATION_S = 1.0
TALLEST = 256.0  # a level of -48 dBFS then fills the lane


class TimelineState(QObject):
    """Shared by the lanes, the ruler and the transport. Every setter clamps, and emits only when something changed."""

    view_changed = Signal()
    selection_changed = Signal()
    playhead_changed = Signal()
    mode_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._durations: dict[str, float] = {}
        self._rates: dict[str, int] = {}
        self._start_s, self._end_s = 0.0, EMPTY_DURATION_S
        self._selection: tuple[float, float] | None = None
        self._playhead_s = 0.0
        self._mode: ViewMode = "waveform"
        self._mel = True
        self._amplitude = 1.0
        self._cursor_s: float | None = None

    # --- what the lanes hold ----------------------------------------------------------------------------------------

    def set_duration(self, lane: str, duration_s: float, rate: int = 48000) -> None:
        """A lane shows a sound of this length; 0 takes the lane out. A view of everything stays a view of everything."""
        fitted = self._start_s == 0.0 and abs(self._end_s - self.duration_s) < 1e-9
        if duration_s > 0:
            self._durations[lane], self._rates[lane] = duration_s, rate
        else:
            self._durations.pop(lane, None)
            self._rates.pop(lane, None)
        if self._selection:
            self.set_selection(*self._selection)
        self.set_playhead(self._playhead_s)
        self._show(*((0.0, self.duration_s) if fitted else (self._start_s, self._end_s)), always=True)

    @property
    def duration_s(self) -> float:
        """Length of the longest lane."""
        return max(self._durations.values(), default=EMPTY_DURATION_S)

    def lane_duration_s(self, lane: str) -> float:
        """Length that a lane has told, 0 when it shows nothing."""
        return self._durations.get(lane, 0.0)

    @property
    def rate(self) -> int:
        """Highest sample rate of the lanes; one sample step of the keyboard is one of these."""
        return max(self._rates.values(), default=48000)

    @property
    def empty(self) -> bool:
        """Whether there is no sound on it."""
        return not self._durations

    # --- view -------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> tuple[float, float]:
        """Start and end of what is visible, in seconds."""
        return self._start_s, self._end_s

    @property
    def span_s(self) -> float:
        """How many seconds are in sight."""
        return self._end_s - self._start_s

    def show_range(self, start_s: float, end_s: float) -> None:
        """Shows from start to end, no shorter than a few samples and inside the sound."""
        self._show(start_s, end_s)

    def zoom_at(self, time_s: float, factor: float) -> None:
        """Makes the view `factor` times as long and keeps `time_s` where it is on the screen."""
        span = min(max(self.span_s * factor, self._shortest_s()), self.duration_s)
        share = (time_s - self._start_s) / self.span_s
        start = time_s - share * span
        self._show(start, start + span)

    def scroll(self, seconds: float) -> None:
        """Moves the view, as far as there is sound."""
        seconds = min(max(seconds, -self._start_s), self.duration_s - self._end_s)
        self._show(self._start_s + seconds, self._end_s + seconds)

    def fit(self) -> None:
        """Shows everything, at its true height."""
        self.set_amplitude(1.0)
        self._show(0.0, self.duration_s)

    def zoom_to_selection(self) -> None:
        """Shows the selection, or everything when nothing is selected or the selection is already shown."""
        if self._selection is None or (abs(self._selection[0] - self._start_s) + abs(self._selection[1] - self._end_s)) < 1e-9:
            self.fit()
        else:
            self._show(*self._selection)

    def reveal(self, time_s: float) -> None:
        """Scrolls so that a time is in view: half a view before it when it was outside."""
        if not self._start_s <= time_s <= self._end_s:
            self.scroll(time_s - self.span_s / 2 - self._start_s)

    def turn_page(self, time_s: float) -> None:
        """Follows the playhead: when it leaves on the right the view goes on from there."""
        if time_s > self._end_s or time_s < self._start_s:
            self.scroll(time_s - self._start_s)

    # --- selection, playhead, cursor --------------------------------------------------------------------------------

    @property
    def selection(self) -> tuple[float, float] | None:
        """Start and end of the selection in seconds, or None."""
        return self._selection

    def set_selection(self, start_s: float, end_s: float) -> None:
        """Selects from the earlier to the later time; less than one sample selects nothing."""
        start, end = sorted(min(max(t, 0.0), self.duration_s) for t in (start_s, end_s))
        selection = (start, end) if (end - start) * self.rate >= 0.5 else None
        if selection != self._selection:
            self._selection = selection
            self.selection_changed.emit()

    def clear_selection(self) -> None:
        """Selects nothing."""
        self.set_selection(0.0, 0.0)

    def select_all(self) -> None:
        """Selects the whole length."""
        self.set_selection(0.0, self.duration_s)

    @property
    def playhead_s(self) -> float:
        """Where the playhead is."""
        return self._playhead_s

    def set_playhead(self, time_s: float) -> None:
        """Moves the playhead, within the sound."""
        time_s = min(max(time_s, 0.0), 0.0 if self.empty else self.duration_s)
        if time_s != self._playhead_s:
            self._playhead_s = time_s
            self.playhead_changed.emit()

    @property
    def cursor_s(self) -> float | None:
        """Where the mouse points, the same in every lane; None outside."""
        return self._cursor_s

    def set_cursor(self, time_s: float | None) -> None:
        """Where the mouse is; None when it is elsewhere."""
        if time_s != self._cursor_s:
            self._cursor_s = time_s
            self.playhead_changed.emit()

    # --- what the lanes draw ----------------------------------------------------------------------------------------

    @property
    def mode(self) -> ViewMode:
        """Waveform, spectrogram or both."""
        return self._mode

    def set_mode(self, mode: ViewMode) -> None:
        """Shows waveform, spectrogram or both."""
        if mode != self._mode:
            self._mode = mode
            self.mode_changed.emit()

    def cycle_mode(self) -> None:
        """Waveform, spectrogram, both, and round again."""
        self.set_mode(MODES[(MODES.index(self._mode) + 1) % len(MODES)])

    @property
    def mel(self) -> bool:
        """Whether spectrograms have the mel scale; else frequency is linear."""
        return self._mel

    def set_mel(self, on: bool) -> None:
        """Whether the spectrogram has a mel scale, else a linear one."""
        if on != self._mel:
            self._mel = on
            self.mode_changed.emit()

    @property
    def amplitude(self) -> float:
        """How many times taller than their true height waveforms are drawn."""
        return self._amplitude

    def set_amplitude(self, factor: float) -> None:
        """1 is the true height; more makes quiet sounds visible."""
        factor = min(max(factor, 1.0), TALLEST)
        factor = 1.0 if factor < 1.02 else factor
        if factor != self._amplitude:
            self._amplitude = factor
            self.mode_changed.emit()

    def _shortest_s(self) -> float:
        return min(SHORTEST_VIEW_SAMPLES / self.rate, self.duration_s)

    def _show(self, start_s: float, end_s: float, always: bool = False) -> None:
        span = min(max(end_s - start_s, self._shortest_s()), self.duration_s)
        start = min(max(start_s, 0.0), self.duration_s - span)
        view = (start, start + span)
        if view != (self._start_s, self._end_s) or always:
            self._start_s, self._end_s = view
            self.view_changed.emit()
