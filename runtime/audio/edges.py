"""Pieces of speech without the silence around them, so that the pauses between them are those that were wanted."""

from __future__ import annotations

import numpy as np

from ditone.runtime.take import Audio

FRAME_S = 0.01
SILENT_DBFS = -55.0  # root mean square of a frame
BEFORE_S, AFTER_S = 0.03, 0.12  # silence that stays: soft beginnings and endings lie in it
FADE_S = 0.005


class EdgeTrimmer:
    """Passes the sound of one piece on as it comes, but for silence before it and behind it beyond what stays.

    `push` may give nothing while a silence lasts: whether it is a pause or the end is not known before more sound comes.
    """

    def __init__(
        self, rate_hz: int, before_s: float = BEFORE_S, after_s: float = AFTER_S, silent_dbfs: float = SILENT_DBFS
    ) -> None:
        self._silent = 10 ** (silent_dbfs / 10)
        self._frame = max(round(FRAME_S * rate_hz), 1)
        self._before, self._after = round(before_s * rate_hz), round(after_s * rate_hz)
        self._fade = round(FADE_S * rate_hz)
        self._held: Audio | None = None  # silence, and the last samples that fill no frame
        self._begun = False

    def push(self, sound: Audio) -> Audio:
        """Samples (frames, channels) that surely belong to the piece."""
        held = sound if self._held is None else np.concatenate((self._held, sound))
        frames = len(held) // self._frame
        levels = (
            np.square(held[: frames * self._frame], dtype=np.float64).reshape(frames, -1).mean(axis=1) if frames else np.zeros(0)
        )
        loud = np.flatnonzero(levels > self._silent)
        if not len(loud):
            self._held = held
            return held[:0]
        start = 0 if self._begun else max(int(loud[0]) * self._frame - self._before, 0)
        end = int(loud[-1] + 1) * self._frame
        part, self._held = held[start:end], held[end:]
        if not self._begun and start:
            part = part.copy()
            part[: self._fade] *= _ramp(min(self._fade, len(part)))
        self._begun = True
        return part

    def finish(self) -> Audio | None:
        """The rest: a short silence, or all of a piece that is silent throughout; None where nothing was pushed."""
        if self._held is None:
            return None
        if not self._begun:
            return self._held
        rest = self._held[: self._after].copy()
        fade = min(self._fade, len(rest))
        if fade:
            rest[len(rest) - fade :] *= _ramp(fade)[::-1]
        return rest


def trimmed(
    sound: Audio, rate_hz: int, before_s: float = BEFORE_S, after_s: float = AFTER_S, silent_dbfs: float = SILENT_DBFS
) -> Audio:
    """A whole piece (frames, channels) with little silence around it."""
    trimmer = EdgeTrimmer(rate_hz, before_s, after_s, silent_dbfs)
    first = trimmer.push(sound)
    rest = trimmer.finish()
    return first if rest is None else np.concatenate((first, rest))


def gap(pause_s: float, rate_hz: int, channels: int = 1) -> Audio:
    """Silence to put between two trimmed pieces so that `pause_s` lies between their sounds."""
    return np.zeros((max(round((pause_s - BEFORE_S - AFTER_S) * rate_hz), 0), channels), np.float32)


def _ramp(length: int) -> Audio:
    return (np.arange(1, length + 1) / (length + 1)).astype(np.float32)[:, None]
