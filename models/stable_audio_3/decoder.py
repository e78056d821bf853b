"""Long waveforms in pieces: chunks of latent frames that overlap, of which only the middle is kept.

Attention in the autoencoder is local, so the kept part of a piece equals the unpieced result (chunks must start at a whole attention
chunk: at an even frame for the small models). Memory is that of one piece whatever the length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from ditone.models.stable_audio_3.autoencoder import Check, Draw, SameAutoencoder
from ditone.models.stable_audio_3.config import Autoencoder, Coder

CHUNK_FRAMES, OVERLAP_FRAMES = 128, 32


@dataclass(frozen=True)
class Pieces:
    """How long the pieces are, and who is told: `begins(i, count)` before each piece and at the end, `check()` before each block.

    Both may raise to stop. `made(first sample, waveform)` is given each decoded piece, without gaps and without saying anything twice.
    """

    chunk: int = CHUNK_FRAMES
    overlap: int = OVERLAP_FRAMES
    begins: Callable[[int, int], None] | None = None
    check: Check | None = None
    made: Callable[[int, Tensor], None] | None = None

    def starts(self, frames: int) -> list[int]:
        """First frame of every piece; the last one is anchored at the end. One short piece when nothing has to be cut."""
        if frames <= self.chunk:
            return [0]
        found = list(range(0, frames - self.chunk + 1, self.chunk - self.overlap))
        return found if found[-1] + self.chunk == frames else [*found, frames - self.chunk]

    def each(self, frames: int, until: int) -> Iterator[tuple[int, int, int]]:
        """(start, first kept, end of kept) of every piece that holds one of the first `until` frames.

        Half the overlap is dropped at each inner edge. Where the last piece reaches back further, it overwrites what others wrote.
        """
        length, half, starts = min(self.chunk, frames), self.overlap // 2, self.starts(frames)
        found = [
            (start, 0 if start == 0 else half, length if start == starts[-1] else length - half)
            for start in starts
            if start + (0 if start == 0 else half) < until
        ]
        for i, piece in enumerate(found):
            if self.begins is not None:
                self.begins(i, len(found))
            yield piece
        if self.begins is not None:
            self.begins(len(found), len(found))


WHOLE_PIECES = Pieces()


def pieces_of(config: Autoencoder, chunk: int) -> Pieces:
    """Pieces of about `chunk` frames, 0 = the original's 128 with an overlap of 32.

    Both hold whole attention chunks, and the overlap is as long as a frame can look in both directions, so that no piece is too short.
    """
    if not chunk:
        return WHOLE_PIECES
    unit = 2 * max(config.decoder.frames_multiple, config.encoder.frames_multiple)
    sight = max(config.decoder.sight_frames, config.encoder.sight_frames)
    overlap = -(-max(2 * sight, chunk // 4) // unit) * unit
    return Pieces(max(chunk // unit * unit, 2 * overlap), overlap)


def decode(
    model: SameAutoencoder, latents: Tensor, draw: Draw | None, pieces: Pieces = WHOLE_PIECES, until: int | None = None
) -> Tensor:
    """(batch, frames, latent channels) -> (batch, channels, samples) on the CPU.

    `until`: frames from there on are not needed and come back silent. Draws are those of whole pieces all the same.
    """
    frames, hop = latents.shape[1], model.config.hop
    if until is None and frames < pieces.chunk:
        # unpieced, an odd number of frames comes back as long as the attention chunks that hold it
        return torch.cat([model.decode(latents, draw, pieces.check) for _ in pieces.each(frames, frames)]).cpu()
    until = frames if until is None else min(until, frames)
    coder = model.config.decoder
    seen = _seen(until, frames, coder)
    audio = torch.zeros(latents.shape[0], model.config.channels, frames * hop)
    told = 0
    for start, low, high in pieces.each(frames, until):
        whole = latents[:, start : start + pieces.chunk]
        part = whole[:, : seen - start]
        own = None if draw is None else _first_frames(draw, part, whole.shape[1], coder.frames_multiple)
        waveform = model.decode(part, own, pieces.check)
        high = min(high, until - start)
        audio[..., (start + low) * hop : (start + high) * hop] = waveform[..., low * hop : high * hop]
        if pieces.made is not None:
            pieces.made(told, audio[..., told : (start + high) * hop])
            told = (start + high) * hop
    return audio


def encode(
    model: SameAutoencoder, audio: Tensor, draw: Draw | None, pieces: Pieces = WHOLE_PIECES, until: int | None = None
) -> Tensor:
    """(batch, channels, samples) -> (batch, frames, latent channels); audio is padded with silence to whole frames.

    `until`: frames from there on are not needed and come back as zeros. Draws are those of whole pieces all the same.
    """
    hop, coder = model.config.hop, model.config.encoder
    audio = torch.nn.functional.pad(audio, (0, -audio.shape[2] % hop))
    frames = audio.shape[2] // hop
    if until is None and frames < pieces.chunk:
        return torch.cat([model.encode(audio, draw, pieces.check) for _ in pieces.each(frames, frames)])
    until = frames if until is None else min(until, frames)
    seen = _seen(until, frames, coder)
    latents = audio.new_zeros(audio.shape[0], frames, model.config.latent_channels, dtype=torch.float32)
    for start, low, high in pieces.each(frames, until):
        whole = min(pieces.chunk, frames - start)
        count = min(whole, seen - start)
        own = None if draw is None else _first_frames(draw, latents[:, :count], whole, coder.frames_multiple)
        part = model.encode(audio[..., start * hop : (start + count) * hop], own, pieces.check)
        high = min(high, until - start)
        latents[:, start + low : start + high] = part[:, low:high]
    return latents


def _seen(until: int, frames: int, coder: Coder) -> int:
    """How many frames the first `until` frames depend on, in whole attention chunks."""
    return min(frames, -(-(until + coder.sight_frames) // coder.frames_multiple) * coder.frames_multiple)


def _first_frames(draw: Draw, part: Tensor, whole: int, multiple: int) -> Draw:
    """Draws for `whole` frames of which those of `part` are used, so that what is left out does not change what is heard."""
    batch, frames, channels = part.shape

    def first(shape: tuple[int, ...]) -> Tensor:
        if shape == (batch, channels, frames):  # for the latents
            return draw((batch, channels, whole))[..., :frames]
        padded, all_padded = (
            -(-n // multiple) * multiple for n in (frames, whole)
        )  # new tokens: (batch * frames, tokens, width)
        drawn = draw((batch * all_padded, *shape[1:])).unflatten(0, (batch, all_padded))
        return drawn[:, :padded].flatten(0, 1)

    return draw if frames == whole else first
