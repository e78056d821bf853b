"""From speech ids to sound: whole, or in growing chunks while the ids are still being made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np
import torch
from torch import Tensor

from ditone.models.cosyvoice3.conditioning import FlowPrompt
from ditone.models.cosyvoice3.decoder import Decoder, change_speed
from ditone.models.cosyvoice3.flow import Flow, FlowSettings
from ditone.runtime.run import Envelope, Run
from ditone.runtime.sampling.sampler import Preview

LARGEST_GROWTH = 4  # chunks double up to so many times the first


@dataclass(frozen=True)
class Renderer:
    """Flow and vocoder for one take. Stages "denoise" and "decode" are timed in its run."""

    flow: Flow
    decoder: Decoder
    settings: FlowSettings
    run: Run
    preview: Preview | None = None
    chunk_frames: int = 0

    def whole(self, prompt: FlowPrompt, tokens: list[int], speed: float = 1.0) -> Tensor:
        """(1, samples) of all ids at once. speed: 2 is twice as fast, at the same pitch."""
        mel = self._mel(prompt, tokens, final=True, chunked=False)
        if speed != 1.0:
            mel = change_speed(mel, speed)
        return self._wave(mel, final=True)

    def chunks(self, prompt: FlowPrompt, tokens: Iterator[int]) -> Iterator[Tensor]:
        """Yields (1, samples) as soon as enough ids are there; together they are one sound.

        The first chunk is lengthened so that chunk borders fall on those of the mask. Each flow call sees everything so far; the last
        is made without the mask, as the original does. All state is local: the next request starts with the first chunk size.
        """
        hop = self.flow.config.chunk_tokens
        ratio, ahead = self.flow.config.frames_per_token, self.flow.config.lookahead_tokens
        longest = LARGEST_GROWTH * hop
        size = hop + -len(prompt.tokens) % hop
        mels: list[Tensor] = []
        known: list[int] = []
        done, emitted = 0, 0
        while True:
            with self.run.stage("tokens"):
                known += islice(tokens, done + size + ahead - len(known))
            if len(known) < done + size + ahead:
                break
            mel = self._mel(prompt, known, final=False, chunked=True)
            mels.append(mel[:, :, done * ratio :])
            done += size
            hop = min(longest, 2 * hop)
            size = hop
            wave = self._wave(torch.cat(mels, dim=2), final=False)[:, emitted:]
            emitted += wave.shape[1]
            yield wave
        if not known:
            return
        mels.append(self._mel(prompt, known, final=True, chunked=False)[:, :, done * ratio :])
        yield self._wave(torch.cat(mels, dim=2), final=True)[:, emitted:]

    def _mel(self, prompt: FlowPrompt, tokens: list[int], final: bool, chunked: bool) -> Tensor:
        """The spectrogram (1, bands, frames) of speech tokens."""
        with self.run.stage("denoise", self.settings.steps):
            ids = torch.tensor(tokens, dtype=torch.long)
            mel = self.flow.mel(prompt, ids, self.settings, self.run, final=final, chunked=chunked, preview=self.preview)
        return mel.transpose(1, 2)

    def _wave(self, mel: Tensor, final: bool) -> Tensor:
        """The waveform (1, samples) of a spectrogram (1, bands, frames)."""
        with self.run.stage("decode"):
            return self.decoder.wave(mel, final, chunk_frames=self.chunk_frames, check=self.run.check).cpu()


def limited(tokens: Iterator[int], longest: int, told: Callable[[], None]) -> Iterator[Iterator[int]]:
    """Runs of at most `longest` ids, each to be used up before the next; `told` is called when there is a second one."""
    for i, first in enumerate(tokens):
        if i == 1:
            told()
        yield chain((first,), islice(tokens, longest - 1))


class Count:
    """Counts what an iterator gives."""

    def __init__(self) -> None:
        self.count = 0

    def over(self, tokens: Iterator[int]) -> Iterator[int]:
        for token in tokens:
            self.count += 1
            yield token


def counted(tokens: Iterator[int], most: int, told: Callable[[], None]) -> Iterator[int]:
    """Passes everything on and calls `told` when the limit was reached."""
    count = Count()
    yield from count.over(tokens)
    if count.count >= most:
        told()


def envelope(mel: Tensor) -> Envelope:
    """Relative level of each frame of a log mel (1, frames, bands), 0 to 1."""
    level = mel[0].float().clamp(max=8.0).exp().mean(dim=1)
    result: Envelope = (level / level.max().clamp(min=1e-5)).cpu().numpy().astype(np.float32)
    return result
