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


def save_spectrogram(path: Path, audio: torch.Tensor) -> None:
    """Draw one clip."""
    path.write_bytes(png(spectrogram(audio)))
