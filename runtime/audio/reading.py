"""Reads sound files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Audio


def read(path: Path) -> tuple[Audio, int]:
    """(samples (frames, channels) float32, sample rate in Hz) of any file that libsndfile knows.

    Raises DitoneError with a sentence for a missing, unreadable, unknown or empty file.
    """
    if path.is_dir():
        raise DitoneError(f"{path} is a folder; a sound file was expected.")
    try:
        with path.open("rb") as file:
            audio, sample_rate_hz = soundfile.read(file, dtype="float32", always_2d=True)
    except OSError as error:
        raise DitoneError(f"{path} could not be read: {error.strerror or error}.") from error
    except soundfile.LibsndfileError as error:
        raise DitoneError(
            f"{path} is not a sound file that can be read here.",
            "WAV, FLAC, Ogg Vorbis, Opus, MP3 and AIFF are known.",
        ) from error
    if not len(audio):
        raise DitoneError(f"{path} holds no samples.")
    return audio, int(sample_rate_hz)


def read_source(path: Path) -> tuple[Audio, int]:
    """What `read` gives, for a sound that a model starts from. One value that is not finite would make the whole take silent or NaN.

    Raises DitoneError as `read` does, and for such a value.
    """
    audio, sample_rate_hz = read(path)
    if not np.isfinite(audio).all():
        raise DitoneError(
            f"{path} holds values that are not finite numbers, so no sound can be made from it.",
            actions=("Export it again, or choose another file.",),
        )
    return audio, sample_rate_hz
