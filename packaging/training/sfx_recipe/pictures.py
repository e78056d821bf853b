"""Log-mel spectrograms as grey PNG files, written without a plotting library."""

import struct
import zlib
from pathlib import Path

import numpy as np
import torch

from ditone.models.mini.config import LOG_FLOOR
from ditone.models.mini.latent import log_mel


def png(grey: np.ndarray) -> bytes:
    """8-bit grey image (rows, columns) as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + row.tobytes() for row in np.ascontiguousarray(grey))
    header = struct.pack(">IIBBBBB", grey.shape[1], grey.shape[0], 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def spectrogram(audio: torch.Tensor) -> np.ndarray:
    """audio (samples,) -> grey levels, low frequencies at the bottom, black at the floor, white at full scale."""
    mel = log_mel(audio[None])[0].numpy()
    grey = ((mel.T[::-1] - LOG_FLOOR) / -LOG_FLOOR * 255).clip(0, 255).astype(np.uint8)
    return grey.repeat(3, 0).repeat(3, 1)


def sheet(pairs: list[tuple[np.ndarray, np.ndarray]], columns: int = 4) -> np.ndarray:
    """One grey image of pairs of (samples,): the take above, the generator's clip below, cut or padded to the longest pair's length."""
    length = max(len(x) for pair in pairs for x in pair)
    tiles = []
    for pair in pairs:
        above, below = (spectrogram(torch.from_numpy(np.pad(x, (0, length - len(x))).astype(np.float32))) for x in pair)
        line = np.full((4, above.shape[1]), 128, np.uint8)
        tile = np.concatenate([above, line, below])
        tiles.append(np.pad(tile, ((0, 12), (0, 12)), constant_values=255))
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % columns)
    return np.concatenate([np.concatenate(tiles[i : i + columns], 1) for i in range(0, len(tiles), columns)])


def save(path: Path, grey: np.ndarray) -> None:
    """Write a grey image."""
    path.write_bytes(png(grey))
