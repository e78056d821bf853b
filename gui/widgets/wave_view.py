"""The body of a lane: one sound over the shared time line, with mouse, wheel and a position that assistive tools can read and move.

Hence it is an abstract slider. What is costly to draw is kept as an image; playhead and cursor are lines on top of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from ditone.gui.audio.envelope import Envelope
from ditone.gui.audio.sound import Sound
from ditone.gui.commands import keys
from ditone.gui.core.background import Background
from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import palettes
from ditone.gui.widgets import wave_overlay
from ditone.gui.widgets.spoken_sliders import Spoken, speak
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.wave_content import Piece, WaveContent, parts
from ditone.gui.widgets.wave_mouse import WaveMouse
from ditone.gui.widgets.wave_paint import strips
from ditone.runtime.audio.spectrogram import Spectrogram, spectrogram

LONG_FRAMES = 4_000_000  # building the envelope of more than this would be felt
SPOKEN_STEP_MS = 50  # assistive tools need no 60 positions a second


class WaveView(QAbstractSlider):
    """`role` names the palette's colour ("a", "b", "x"). Emits the time the user wants to hear from."""

    seek_requested = Signal(float)
    switch_requested = Signal()

    def __init__(self, letter: str, role: str, timeline: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.letter, self.timeline = letter, timeline
        self.hint = ""
        self.content = WaveContent(role)
        self._facts: list[str] = []
        self._region: tuple[float, float] | None = None
        self._background = Background(self)
        self._mouse = WaveMouse(self, timeline)
        self._pointer: tuple[int, int] | None = None
        self._drawn_lines = (-1, -1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSingleStep(100)
        self.setPageStep(1000)
        timeline.view_changed.connect(self._view_changed)
        timeline.mode_changed.connect(self._mode_changed)
        timeline.selection_changed.connect(self._selection_changed)
        timeline.playhead_changed.connect(self._lines_moved)
        self.valueChanged.connect(self._moved_from_outside)
        self._describe()

    # --- content ----------------------------------------------------------------------------------------------------

    @property
    def sound(self) -> Sound | None:
        """What is shown."""
        return self.content.sound

    def set_sound(self, sound: Sound | None) -> None:
        """Shows a sound instead of what was there, an unfinished sound included."""
        self._background.forget("envelope")
        self._background.forget("spectrogram")
        self._region = None
        ready = sound is not None and ("envelope" in vars(sound) or sound.frames <= LONG_FRAMES)
        self.content = WaveContent(self.content.role, sound, ready, marks_clipping=self.content.marks_clipping)
        if sound is not None and not ready:
            self._background.run("envelope", lambda: sound.envelope, self._envelope_ready)
        self._need_spectrogram()
        self._facts = formatting.facts_words(sound.facts) if sound else []
        self._describe()
        self.update()

    def set_ghost(self, envelope: NDArray[np.float32], duration_s: float) -> None:
        """The expected shape of an unfinished sound: peak levels (0..1) at even times over `duration_s`."""
        self.content.ghost = (np.asarray(envelope, np.float32), duration_s)
        self._redraw()

    def add_piece(self, audio: NDArray[np.float32], start_frame: int, rate: int) -> None:
        """A finished piece (frames, channels) of an unfinished sound."""
        audio = np.asarray(audio, np.float32)
        self.content.pieces.append(Piece(Envelope(audio[:, None] if audio.ndim == 1 else audio), start_frame, rate))
        self._redraw()

    def clear_ghost(self) -> None:
        """Takes the unfinished sound away; what was there before is shown again."""
        self.content.ghost, self.content.pieces = None, []
        self._redraw()

    @property
    def marked_region(self) -> tuple[float, float] | None:
        """The hatched time span."""
        return self._region

    def set_marked_region(self, region: tuple[float, float] | None) -> None:
        """Hatches a time span that will be replaced (inpainting)."""
        self._region = region
        self.update()

    def _envelope_ready(self, _envelope: Envelope) -> None:
        self.content.ready = True
        self._redraw()

    def _need_spectrogram(self) -> None:
        sound, mel = self.sound, self.timeline.mel
        if sound is not None and self.timeline.mode != "waveform" and mel not in self.content.spectrograms:
            self._background.run("spectrogram", lambda: spectrogram(sound.audio, sound.rate, mel), self._spectrogram_ready)

    def _spectrogram_ready(self, made: Spectrogram) -> None:
        self.content.spectrograms[made.mel] = made
        self._redraw()

    # --- drawing ----------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(600, 140)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), palettes.current().qcolor("field"))
        wave, spectral = self._parts()
        selection = None if self.timeline.empty else self.timeline.selection
        if selection and not wave.isEmpty():
            wave_overlay.selection_ground(painter, selection, wave, self.x_of)
        painter.drawImage(0, 0, self.content.image(self.timeline, self.size(), self.devicePixelRatioF()))
        if selection:
            wave_overlay.selection_edges(painter, selection, self.height(), spectral, self.x_of)
        self._paint_spectral(painter, spectral)
        if self.sound is not None and not self.content.growing and not wave.isEmpty():
            wave_overlay.amplitude_marks(painter, wave, strips(wave.height(), self.sound.channels), self.timeline.amplitude)
        if self._region:
            wave_overlay.hatched(painter, self._region, self.height(), self.x_of)
        if not self.content.ready and not self.content.growing:
            wave_overlay.words(painter, self.rect(), tr("Reading the waveform…") if self.sound else self.hint)
        if self.timeline.amplitude > 1.0 and not wave.isEmpty() and self.sound is not None:
            wave_overlay.tag(painter, wave, f"\N{MULTIPLICATION SIGN}{formatting.number(self.timeline.amplitude, 1)}")
        self._drawn_lines = self._line_columns()
        for column, alpha in zip(self._drawn_lines, (90, 255), strict=True):
            if column >= 0:
                wave_overlay.vertical_line(painter, column, self.height(), alpha)
        if text := self.readout():
            wave_overlay.readout(painter, self._readout_area(), text)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palettes.current().qcolor("a"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _parts(self) -> tuple[QRect, QRect]:
        return parts(self.rect(), self.content.mode(self.timeline))

    def _paint_spectral(self, painter: QPainter, area: QRect) -> None:
        if area.isEmpty() or self.sound is None:
            return
        made = self.content.spectrograms.get(self.timeline.mel)
        if made is None:
            wave_overlay.words(painter, area, tr("Computing the spectrogram…"))
        else:
            wave_overlay.frequency_marks(painter, area, made)

    def _readout_area(self) -> QRect:
        return wave_overlay.readout_area(self.width(), self.fontMetrics().height())

    def readout(self) -> str:
        """Time and level under the cursor; over the spectrogram time, frequency and level. Empty without a cursor."""
        time_s, sound = self.timeline.cursor_s, self.sound
        if time_s is None or sound is None or not self.content.ready or self.content.growing or time_s >= sound.duration_s:
            return ""
        spectral = self._parts()[1]
        made = self.content.spectrograms.get(self.timeline.mel)
        if made and self._pointer and spectral.contains(*self._pointer):
            share = 1 - (self._pointer[1] - spectral.top() + 0.5) / spectral.height()
            return wave_overlay.spectral_words(made, self.timeline, share)
        return wave_overlay.wave_words(sound, self.timeline, self.width())

    def _line_columns(self) -> tuple[int, int]:
        """Pixel columns of cursor and playhead, -1 where they are not in view."""
        times = (None, None) if self.timeline.empty else (self.timeline.cursor_s, self.timeline.playhead_s)
        cursor, playhead = (-1 if time is None else int(self.x_of(time)) for time in times)
        return cursor if cursor < self.width() else -1, playhead if playhead < self.width() else -1

    # --- changes ----------------------------------------------------------------------------------------------------

    def _redraw(self) -> None:
        self.content.changed()
        self.update()

    def _view_changed(self) -> None:
        self.blockSignals(True)
        self.setRange(0, round(self.timeline.duration_s * 1000))
        self.blockSignals(False)
        self.update()

    def _mode_changed(self) -> None:
        self._need_spectrogram()
        self.update()

    def _selection_changed(self) -> None:
        self._describe()
        self.update()

    def _lines_moved(self) -> None:
        """Repaints only the columns that the lines leave and enter, and the read-out."""
        before, after = self._drawn_lines, self._line_columns()
        if before != after:
            for column in {*before, *after} - {-1}:
                self.update(column - 1, 0, 3, self.height())
        if before[0] != after[0] or self._pointer:
            self.update(self._readout_area())
        position = round(self.timeline.playhead_s * 1000)
        if abs(position - self.value()) >= SPOKEN_STEP_MS or position == 0:
            self.blockSignals(True)
            self.setValue(position)
            self.blockSignals(False)

    def _moved_from_outside(self, value: int) -> None:
        self.seek_requested.emit(value / 1000)

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        """Nothing to draw: the lines are followed through the time line."""

    def describe(self, facts: list[str]) -> None:
        """What assistive tools are told of the sound besides title, length and selection."""
        self._facts = facts
        self._describe()

    def _describe(self) -> None:
        speak(self, tr("Lane {letter}, position").format(letter=self.letter), Spoken(formatting.clock, 0.001))
        if self.sound is None:
            self.setAccessibleDescription(self.hint or tr("Empty."))
            return
        words = [self.sound.title, f"{formatting.number(self.sound.duration_s, 2)} s", *self._facts]
        if self.timeline.selection:
            start, end = (formatting.clock(time) for time in self.timeline.selection)
            words.append(tr("selected from {start} to {end}").format(start=start, end=end))
        self.setAccessibleDescription(", ".join(word for word in words if word))

    # --- mouse, wheel, keys -----------------------------------------------------------------------------------------

    def x_of(self, time_s: float) -> float:
        """The pixel column of a time."""
        start, end = self.timeline.view
        return (time_s - start) / (end - start) * self.width()

    def time_at(self, x: float) -> float:
        """The time at a pixel column, kept inside the time line."""
        start, end = self.timeline.view
        return min(max(start + x / max(self.width(), 1) * (end - start), 0.0), self.timeline.duration_s)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = (round(event.position().x()), round(event.position().y()))
        self._mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        clicked = self._mouse.release(event)
        if clicked is not None:
            self.seek_requested.emit(clicked)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._mouse.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._mouse.wheel(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = None
        self.timeline.set_cursor(None)
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tab, or the key chosen for it, switches between the lanes as long as one has the focus; Shift+Tab and F6 lead out."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and keys.pressed("switch-lane", event):
            self.switch_requested.emit()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys belong to the window's actions, which act on all lanes."""
        event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._redraw()
        super().changeEvent(event)

    def focusInEvent(self, _event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, _event: QFocusEvent) -> None:
        self.update()
