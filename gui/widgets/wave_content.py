"""What a lane's body shows of its sound: waveform, ghost and finished pieces, spectrogram. Drawn into one image that is kept
until view, size, theme or sound change."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from ditone.gui.audio.envelope import Envelope
from ditone.gui.audio.sound import Sound
from ditone.gui.theme import palettes
from ditone.gui.widgets import colormap, wave_paint
from ditone.gui.widgets.timeline import TimelineState, ViewMode
from ditone.runtime.audio.spectrogram import Spectrogram

GHOST_ALPHA = 150
OLD_ALPHA = 60  # of the sound that an unfinished sound will replace
BODY_SHARE = 0.35  # of the text's colour in that of the RMS body inside the peaks
WAVE_SHARE = 0.45  # of the height, where both are shown


@dataclass(frozen=True, eq=False)
class Piece:
    """A finished piece of an unfinished sound."""

    envelope: Envelope
    start_frame: int
    rate: int


@dataclass(eq=False)
class WaveContent:
    """`ready`: the sound's envelope is built. `ghost`: peak levels (0..1) at even times, and their duration in seconds.

    `marks_clipping`: full scale is red; not so where the display is amplified.
    """

    role: str
    sound: Sound | None = None
    ready: bool = False
    ghost: tuple[NDArray[np.float32], float] | None = None
    pieces: list[Piece] = field(default_factory=list)
    spectrograms: dict[bool, Spectrogram] = field(default_factory=dict)
    marks_clipping: bool = True
    _kept: tuple[object, QImage] | None = None

    @property
    def growing(self) -> bool:
        """Whether an unfinished sound is shown."""
        return self.ghost is not None or bool(self.pieces)

    def mode(self, timeline: TimelineState) -> ViewMode:
        """What is shown now: without a finished sound there is no spectrogram."""
        return "waveform" if self.growing or self.sound is None else timeline.mode

    def changed(self) -> None:
        """Draws anew the next time."""
        self._kept = None

    def image(self, timeline: TimelineState, size: QSize, ratio: float) -> QImage:
        """Everything on transparent ground, `size` logical pixels at `ratio` device pixels each."""
        key = (timeline.view, timeline.mode, timeline.mel, timeline.amplitude, size.toTuple(), ratio, palettes.current().name)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._drawn(timeline, size, ratio))
        return self._kept[1]

    def _drawn(self, timeline: TimelineState, size: QSize, ratio: float) -> QImage:
        width, height = max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio))
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        wave, spectral = parts(QRect(0, 0, width, height), self.mode(timeline))
        if not wave.isEmpty():
            self._draw_wave(painter, wave, timeline.view, timeline.amplitude)
        if not spectral.isEmpty():
            self._draw_spectrogram(painter, spectral, timeline)
        painter.end()
        image.setDevicePixelRatio(ratio)
        return image

    def _draw_wave(self, painter: QPainter, area: QRect, view: tuple[float, float], amplitude: float) -> None:
        colors = palettes.current()
        color = colors.qcolor(self.role)
        if self.growing or (self.sound and self.ready):
            channels = self.sound.channels if self.sound and not self.growing else 1
            for index, (top, strip) in enumerate(wave_paint.strips(area.height(), channels)):
                painter.fillRect(area.left(), area.top() + top + strip // 2, area.width(), 1, colors.qcolor("line"))
                if index:
                    painter.fillRect(area.left(), area.top() + top, area.width(), 1, colors.qcolor("window"))
        if self.sound and self.ready:
            self._draw_sound(painter, area, view, amplitude, self.sound, faded(color, OLD_ALPHA) if self.growing else color)
        if self.ghost is not None:
            mask = wave_paint.ghost_mask(self.ghost[0] * amplitude, self.ghost[1], view, area.width(), area.height())
            self._hide_finished(mask, view)
            painter.drawImage(area.topLeft(), wave_paint.indexed_image(mask, [0, faded(color, GHOST_ALPHA).rgba()]))
        for piece in self.pieces:
            mask = wave_paint.wave_mask(
                piece.envelope, piece.rate, view, area.width(), area.height(), piece.start_frame, amplitude
            )
            painter.drawImage(area.topLeft(), wave_paint.indexed_image(mask, self._colors(color)))

    def _draw_sound(
        self, painter: QPainter, area: QRect, view: tuple[float, float], amplitude: float, sound: Sound, color: QColor
    ) -> None:
        if (view[1] - view[0]) * sound.rate / area.width() < wave_paint.LINE_BELOW:
            wave_paint.draw_samples(painter, sound.envelope, sound.rate, view, QRectF(area), color, amplitude)
            return
        mask = wave_paint.wave_mask(sound.envelope, sound.rate, view, area.width(), area.height(), 0, amplitude, body=True)
        body = QColor(palettes.mixed(color.name(), palettes.current().text, BODY_SHARE))
        body.setAlpha(color.alpha())
        painter.drawImage(area.topLeft(), wave_paint.indexed_image(mask, [*self._colors(color), body.rgba()]))

    def _colors(self, color: QColor) -> list[int]:
        return [0, color.rgba(), (wave_paint.clip_color() if self.marks_clipping else color).rgba()]

    def _hide_finished(self, mask: wave_paint.Mask, view: tuple[float, float]) -> None:
        """Leaves the ghost only where no finished piece is."""
        per_second = mask.shape[1] / (view[1] - view[0])
        for piece in self.pieces:
            first = round((piece.start_frame / piece.rate - view[0]) * per_second)
            last = round(((piece.start_frame + piece.envelope.frames) / piece.rate - view[0]) * per_second)
            mask[:, max(first, 0) : max(last, 0)] = wave_paint.NOTHING

    def _draw_spectrogram(self, painter: QPainter, area: QRect, timeline: TimelineState) -> None:
        made = self.spectrograms.get(timeline.mel)
        if made is None or self.sound is None:
            return
        start, end = timeline.view
        levels = made.image(start, end, area.width(), area.height())
        beyond = int(np.ceil((self.sound.duration_s - start) / (end - start) * area.width()))
        levels[:, max(beyond, 0) :] = 0
        painter.drawImage(
            area.topLeft(), wave_paint.indexed_image(levels, colormap.color_table(palettes.current().name == "dark"))
        )


def parts(whole: QRect, mode: ViewMode) -> tuple[QRect, QRect]:
    """Where waveform and spectrogram lie in a lane's body; one of them may be empty."""
    if mode == "waveform":
        return whole, QRect()
    if mode == "spectrogram":
        return QRect(), whole
    split = round(whole.height() * WAVE_SHARE)
    return QRect(0, 0, whole.width(), split), QRect(0, split + 1, whole.width(), whole.height() - split - 1)


def faded(color: QColor, alpha: int) -> QColor:
    """The colour with an opacity from 0 to 255."""
    return QColor(color.red(), color.green(), color.blue(), alpha)
