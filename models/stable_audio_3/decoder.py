"""Long waveforms in pieces: chunks of latent frames that overlap, of which only the middle is kept.

Attention in the autoencoder is local, so the kept part of a piece equals the unpieced result (chunks must start at a whole attention
chunk: at an even frame for the small models). Memory is that of one piece whatever the length.

The original draws its noise for each of its pieces of 128 frames, so these pieces belong to the take. What is computed at a time is a
part of a piece, with the piece's own noise: however long the parts are, the take is the same.
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
class Cut:
    """How a row of frames is cut: `chunk` frames each, `overlap` of them shared with the next."""

    chunk: int
    overlap: int

    def starts(self, frames: int) -> list[int]:
        """First frame of every piece; the last one is anchored at the end. One short piece when nothing has to be cut."""
        if frames <= self.chunk:
            return [0]
        found = list(range(0, frames - self.chunk + 1, self.chunk - self.overlap))
        return found if found[-1] + self.chunk == frames else [*found, frames - self.chunk]

    def spans(self, frames: int, until: int) -> list[tuple[int, int, int]]:
        """(start, first kept, end of kept) of every piece that holds one of the first `until` frames, counted from its start.

        Half the overlap is dropped at each inner edge. Where the last piece reaches back further, it overwrites what others wrote.
        """
        length, half, starts = min(self.chunk, frames), self.overlap // 2, self.starts(frames)
        return [
            (start, 0 if start == 0 else half, length if start == starts[-1] else length - half)
            for start in starts
            if start + (0 if start == 0 else half) < until
        ]


@dataclass(frozen=True)
class Pieces(Cut):
    """The pieces that noise is drawn for, and who is told: `begins(i, count)` before each part and at the end, `check()` before each block.

    Both may raise to stop. `made(first sample, waveform)` is given each decoded part, without gaps and without saying anything twice.
    parts: how a piece is computed, None = all of it at once.
    """

    chunk: int = CHUNK_FRAMES
    overlap: int = OVERLAP_FRAMES
    parts: Cut | None = None
    begins: Callable[[int, int], None] | None = None
    check: Check | None = None
    made: Callable[[int, Tensor], None] | None = None

    @property
    def at_once(self) -> Cut:
        """What is computed at a time."""
        return self.parts or Cut(self.chunk, self.overlap)


WHOLE_PIECES = Pieces()


def pieces_of(config: Autoencoder, chunk: int) -> Pieces:
    """The original's pieces, computed `chunk` frames at a time; 0, or more than a piece has: a piece at a time.

    Parts hold whole attention chunks, and their overlap is as long as a frame can look in both directions, so that none is too short.
    """
    if not chunk:
        return WHOLE_PIECES
    unit = 2 * max(config.decoder.frames_multiple, config.encoder.frames_multiple)
    sight = max(config.decoder.sight_frames, config.encoder.sight_frames)
    overlap = -(-max(2 * sight, chunk // 4) // unit) * unit
    parts = Cut(max(chunk // unit * unit, 2 * overlap), overlap)
    return Pieces(parts=parts) if parts.chunk < CHUNK_FRAMES else WHOLE_PIECES


@dataclass(frozen=True)
class Part:
    """What is computed at a time: frames `first` to `last` of the piece that begins at frame `piece`.

    The piece is `whole` frames long, of which `used` are needed. Of the result, frames `low` to `high` of the whole row are kept.
    """

    piece: int
    whole: int
    used: int
    first: int
    last: int
    low: int
    high: int


def parts_of(pieces: Pieces, frames: int, until: int, coder: Coder) -> list[Part]:
    """All parts that the first `until` of `frames` frames need. A piece of an odd length counts as the attention chunks that hold it."""
    multiple = coder.frames_multiple
    seen = min(frames, -(-(until + coder.sight_frames) // multiple) * multiple)  # what those frames depend on, in whole chunks
    found: list[Part] = []
    for piece, low, high in pieces.spans(frames, until):
        whole = min(pieces.chunk, frames - piece)
        used = min(whole, seen - piece)
        length = -(-used // multiple) * multiple
        low, high = piece + low, piece + (length if frames < pieces.chunk and high == used else high)
        cut = pieces.parts or Cut(length, 0)
        for first, after, before in cut.spans(length, length):
            start, end = max(piece + first + after, low), min(piece + first + before, high)
            if start < end and start < until:
                found.append(Part(piece, whole, used, first, min(first + cut.chunk, used), start, end))
    return found


def _each(pieces: Pieces, parts: list[Part]) -> Iterator[Part]:
    for i, part in enumerate(parts):
        if pieces.begins is not None:
            pieces.begins(i, len(parts))
        yield part
    if pieces.begins is not None:
        pieces.begins(len(parts), len(parts))


def decode(
    model: SameAutoencoder, latents: Tensor, draw: Draw | None, pieces: Pieces = WHOLE_PIECES, until: int | None = None
) -> Tensor:
    """(batch, frames, latent channels) -> (batch, channels, samples) on the CPU.

    `until`: frames from there on are not needed and come back silent. Draws are those of whole pieces all the same.
    """
    batch, frames, _ = latents.shape
    hop, coder = model.config.hop, model.config.decoder
    # an odd number of frames in one piece comes back as long as the attention chunks that hold it
    odd = -frames % coder.frames_multiple if until is None and frames < pieces.chunk else 0
    until = frames if until is None else min(until, frames)
    audio = torch.zeros(batch, model.config.channels, (frames + odd) * hop)
    noise = _Noise(draw, coder, (batch, latents.shape[2]) if model.config.latent_noise else None)
    told = 0
    for part in _each(pieces, parts_of(pieces, frames, until, coder)):
        begin = part.piece + part.first
        waveform = model.decode(latents[:, begin : part.piece + part.last], noise.of(part, batch, coder.stride), pieces.check)
        high = min(part.high, until + odd)
        audio[..., part.low * hop : high * hop] = waveform[..., (part.low - begin) * hop : (high - begin) * hop]
        if pieces.made is not None and high * hop > told:
            pieces.made(told, audio[..., told : high * hop])
            told = high * hop
    return audio


def encode(
    model: SameAutoencoder, audio: Tensor, draw: Draw | None, pieces: Pieces = WHOLE_PIECES, until: int | None = None
) -> Tensor:
    """(batch, channels, samples) -> (batch, frames, latent channels); audio is padded with silence to whole frames.

    `until`: frames from there on are not needed and come back as zeros. Draws are those of whole pieces all the same.
    """
    hop, coder = model.config.hop, model.config.encoder
    audio = torch.nn.functional.pad(audio, (0, -audio.shape[2] % hop))
    batch, frames = audio.shape[0], audio.shape[2] // hop
    odd = -frames % coder.frames_multiple if until is None and frames < pieces.chunk else 0
    until = frames if until is None else min(until, frames)
    latents = audio.new_zeros(batch, frames + odd, model.config.latent_channels, dtype=torch.float32)
    noise = _Noise(draw, coder, None)
    for part in _each(pieces, parts_of(pieces, frames, until, coder)):
        begin = part.piece + part.first
        sound = audio[..., begin * hop : (part.piece + part.last) * hop]
        found = model.encode(sound, noise.of(part, batch, 1), pieces.check)
        high = min(part.high, until + odd)
        latents[:, part.low : high] = found[:, part.low - begin : high - begin]
    return latents


class _Noise:
    """The noise of one piece, drawn when its first part is computed: on the latents where they get some, then on the new tokens."""

    def __init__(self, draw: Draw | None, coder: Coder, latents: tuple[int, int] | None) -> None:
        self.draw, self.coder, self.latents = draw, coder, latents
        self.piece = -1
        self.drawn: list[Tensor] = []  # (batch, channels, frames), (batch, frames, tokens, width)

    def of(self, part: Part, batch: int, tokens: int) -> Draw | None:
        """Draws for one part, in the order in which they are asked for; parts that are left out do not change the others."""
        if self.draw is None:
            return None
        multiple, last = self.coder.frames_multiple, -(-part.last // self.coder.frames_multiple) * self.coder.frames_multiple
        if part.piece != self.piece:
            self.piece, self.drawn = part.piece, []
            if self.latents is not None:
                self.drawn.append(self.draw((*self.latents, part.whole)))
            if self.coder.mask_noise:
                padded = -(-part.whole // multiple) * multiple
                drawn = self.draw((batch * padded, tokens, self.coder.width))
                self.drawn.append(torch.unflatten(drawn, 0, (batch, padded)))
        own = [
            noise[..., part.first : part.last] if noise.ndim == 3 else noise[:, part.first : last].flatten(0, 1)
            for noise in self.drawn
        ]
        rest = iter(own)
        return lambda shape: next(rest)
