"""Exact smallest and largest sample of every pixel column, at every zoom, without touching every sample of a long sound."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float32]
Edges = NDArray[np.int64]

BLOCK = 256


class Envelope:
    """Built once for a sound (frames, channels): minimum and maximum of every BLOCK samples of each channel."""

    def __init__(self, audio: Values) -> None:
        self.frames, self.channels = audio.shape
        padded = (self.frames // BLOCK + 1) * BLOCK  # so that the frame behind the last one can be asked for, too
        self._samples = np.empty((self.channels, padded), np.float32)
        self._samples[:, : self.frames] = audio.T
        # The rest is filled with the last sample, which changes neither minimum nor maximum.
        self._samples[:, self.frames :] = self._samples[:, self.frames - 1 : self.frames] if self.frames else 0.0
        blocks = self._samples.reshape(self.channels, -1, BLOCK)
        # One more block that is never smallest nor largest, so that a range may end behind the last one.
        self._low = np.pad(blocks.min(axis=2), ((0, 0), (0, 1)), constant_values=np.inf)
        self._high = np.pad(blocks.max(axis=2), ((0, 0), (0, 1)), constant_values=-np.inf)
        energy = np.einsum("cbs,cbs->cb", blocks, blocks, dtype=np.float64)
        self._energy = np.pad(np.cumsum(energy, axis=1), ((0, 0), (1, 0)))  # of everything before each block

    def samples(self, start: int, end: int) -> Values:
        """The samples themselves (channels, frames), from `start` to before `end`."""
        return self._samples[:, max(0, start) : min(end, self.frames)]

    def columns(self, edges: Edges) -> tuple[Values, Values]:
        """Minimum and maximum (channels, columns) of the samples from edges[i] to before edges[i + 1].

        edges: rising, from 0 to `frames`. A column without a sample of its own gets the one at its edge.
        """
        count = len(edges) - 1
        if count < 1 or not self.frames:
            empty = np.zeros((self.channels, max(count, 0)), np.float32)
            return empty, empty
        if int(np.diff(edges).min()) < 2 * BLOCK:
            return self._from_samples(edges)
        low, high = self._whole_blocks(edges)
        (before_low, after_low), (before_high, after_high) = self._cut_blocks(edges)
        low = np.minimum(np.minimum(low, after_low[:, :-1]), before_low[:, 1:])
        high = np.maximum(np.maximum(high, after_high[:, :-1]), before_high[:, 1:])
        return low, high

    def rms(self, edges: Edges) -> Values:
        """Root mean square (channels, columns) of the samples from edges[i] to before edges[i + 1].

        Columns of many samples are measured in whole blocks of BLOCK.
        """
        count = len(edges) - 1
        if count < 1 or not self.frames:
            return np.zeros((self.channels, max(count, 0)), np.float32)
        if int(np.diff(edges).min()) < 2 * BLOCK:
            first = int(edges[0])
            part = self._samples[:, first : max(int(edges[-1]), int(edges[-2]) + 1)].astype(np.float64)
            power = np.add.reduceat(part**2, edges[:-1] - first, axis=1) / np.maximum(np.diff(edges), 1)
        else:
            blocks = np.minimum(np.round(edges / BLOCK).astype(np.int64), self._energy.shape[1] - 1)
            power = np.diff(self._energy[:, blocks], axis=1) / np.maximum(np.diff(blocks) * BLOCK, 1)
        return np.sqrt(np.maximum(power, 0.0)).astype(np.float32)

    def _from_samples(self, edges: Edges) -> tuple[Values, Values]:
        first = int(edges[0])
        part = self._samples[:, first : max(int(edges[-1]), int(edges[-2]) + 1)]
        starts = edges[:-1] - first
        return np.minimum.reduceat(part, starts, axis=1), np.maximum.reduceat(part, starts, axis=1)

    def _whole_blocks(self, edges: Edges) -> tuple[Values, Values]:
        """Over the blocks that lie wholly inside each column."""
        pairs = np.empty(2 * (len(edges) - 1), np.int64)
        pairs[0::2] = -(-edges[:-1] // BLOCK)
        pairs[1::2] = edges[1:] // BLOCK
        return np.minimum.reduceat(self._low, pairs, axis=1)[:, 0::2], np.maximum.reduceat(self._high, pairs, axis=1)[:, 0::2]

    def _cut_blocks(self, edges: Edges) -> tuple[tuple[Values, Values], tuple[Values, Values]]:
        """Of the block that each edge cuts: minima of the part before and the part from the edge, then maxima (channels, edges)."""
        inside = edges % BLOCK
        cut = self._samples.reshape(self.channels, -1, BLOCK)[:, edges // BLOCK].reshape(self.channels, -1)
        pairs = np.empty(2 * len(edges), np.int64)
        pairs[0::2] = np.arange(len(edges)) * BLOCK
        pairs[1::2] = pairs[0::2] + inside
        low, high = np.minimum.reduceat(cut, pairs, axis=1), np.maximum.reduceat(cut, pairs, axis=1)
        low[:, 0::2][:, inside == 0] = np.inf
        high[:, 0::2][:, inside == 0] = -np.inf
        return (low[:, 0::2], low[:, 1::2]), (high[:, 0::2], high[:, 1::2])
