"""Writes takes to sound files: complete or not at all, never over another file unless asked, read back before success is reported."""

from __future__ import annotations

import errno
import io
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from ditone.runtime import files
from ditone.runtime.audio import metadata as meta
from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.take import Audio


@dataclass(frozen=True)
class Format:
    """A way to store samples. `exact` is the largest difference that storing may make to a sample in -1..1; None for lossy formats."""

    name: str
    title: str
    suffix: str
    container: str
    subtype: str
    exact: float | None


FORMATS = {
    f.name: f
    for f in (
        Format("wav-float", "WAV, 32-bit float", ".wav", "WAV", "FLOAT", 0.0),
        Format("wav-24", "WAV, 24-bit", ".wav", "WAV", "PCM_24", 2**-23),
        Format("wav-16", "WAV, 16-bit", ".wav", "WAV", "PCM_16", 2**-15),
        Format("flac", "FLAC, 24-bit", ".flac", "FLAC", "PCM_24", 2**-23),
        Format("ogg", "Ogg Vorbis", ".ogg", "OGG", "VORBIS", None),
        Format("opus", "Opus", ".opus", "OGG", "OPUS", None),
        Format("mp3", "MP3", ".mp3", "MP3", "MPEG_LAYER_III", None),
    )
}


def format_for(path: Path) -> Format:
    """The format that a file name asks for. Raises BadRequest with the nearest known ending."""
    for known in FORMATS.values():
        if known.suffix == path.suffix.lower():
            return known
    endings = {known.suffix for known in FORMATS.values()}  # three formats share .wav
    raise BadRequest(f'"{path.name}" does not end in a known format.', nearest(path.suffix.lower(), endings))


def check_target(path: Path, overwrite: bool = False) -> None:
    """Raises DitoneError when a file cannot be written there: a sentence now instead of after the work."""
    if files.is_reserved(path.name):
        raise BadRequest(f'"{path.name}" is a name that Windows keeps for a device.', actions=("Choose another name.",))
    try:
        there = bool(os.lstat(path))  # of a link, too, that leads nowhere
    except (FileNotFoundError, NotADirectoryError):
        there = False
    except (OSError, ValueError) as error:
        raise _said(path, error) from error
    if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises for some names
        raise DitoneError(f"{path} is a folder; a file name was expected.")
    if not os.path.isdir(path.parent):  # noqa: PTH112
        raise DitoneError(f"The folder {path.parent} does not exist.", actions=("Create it or choose another.",))
    if there and not overwrite:
        raise DitoneError(f"{path} exists already.", actions=("Choose another name, or ask to overwrite it.",))
    try:  # permission bits alone do not tell: a disk may be read-only or full
        temporary, file = files.temporary_beside(path)
        file.close()
        temporary.unlink()
    except OSError as error:
        raise _said(path, error) from error


def write(
    path: Path,
    audio: Audio,
    sample_rate_hz: int,
    *,
    format: Format | None = None,
    metadata: dict[str, Any] | None = None,
    title: str = "",
    overwrite: bool = False,
    private: bool = False,
) -> list[str]:
    """Stores `audio` (frames, channels) unchanged but for the format's own precision. Returns sentences the user should know.

    The file appears under its name only when it is complete and was read back; a `private` one nobody else can read.
    Raises DitoneError (a sentence) for an existing file, a full or read-only disk, an unusable rate, or a file that does not read back
    as it was written.
    """
    format = format or format_for(path)
    data = encode(audio, sample_rate_hz, format)
    if metadata is not None:
        data = meta.embed(data, metadata, title)
    back_peak = _check_readable(data, audio, sample_rate_hz, format, metadata)
    try:
        files.write_bytes(path, data, overwrite=overwrite, mode=files.PRIVATE if private else files.SHARED)
    except OSError as error:
        raise _said(path, error) from error
    over = int((np.abs(audio) > 1).sum())
    if over and back_peak <= 1:  # formats that compress can hold more than full scale, too
        return [f"{over} samples above full scale were clipped; {FORMATS['wav-float'].title} keeps them."]
    return []


def encode(audio: Audio, sample_rate_hz: int, format: Format) -> bytes:
    """The bytes of a sound file; the same samples give the same bytes in WAV and FLAC."""
    if format.subtype != "FLOAT" and not np.isfinite(audio).all():
        raise DitoneError(
            f"{format.title} cannot hold samples that are not finite numbers.", actions=(f"Choose {FORMATS['wav-float'].title}.",)
        )
    file = io.BytesIO()
    try:
        soundfile.write(file, _rounded(audio, format.subtype), sample_rate_hz, format=format.container, subtype=format.subtype)
    except (soundfile.LibsndfileError, ValueError) as error:
        raise DitoneError(
            f"{format.title} cannot hold {audio.shape[1]} channels at {sample_rate_hz} Hz.", actions=("Choose WAV or FLAC.",)
        ) from error
    return _without_date(file.getvalue()) if format.container == "WAV" else file.getvalue()


def _rounded(audio: Audio, subtype: str) -> NDArray[np.float32] | NDArray[np.int16] | NDArray[np.int32]:
    """Samples (frames, channels) as the nearest whole numbers of a format with 16 or 24 bits; libsndfile would cut the rest off,
    which is a mean error of half a step."""
    bits = {"PCM_16": 16, "PCM_24": 24}.get(subtype)
    if bits is None:
        return audio
    full = 2 ** (bits - 1)
    steps = np.clip(np.rint(audio.astype(np.float64) * full), -full, full - 1)
    whole: NDArray[np.int32] = steps.astype(np.int32)
    return whole.astype(np.int16) if bits == 16 else np.left_shift(whole, 8)  # 24 bits are the upper ones of 32


def _without_date(data: bytes) -> bytes:
    """libsndfile dates the PEAK chunk of float files, which would make equal takes differ; the date is nothing a reader needs."""
    for name, start, _ in meta.chunks(data):
        if name == b"PEAK":
            return data[: start + 4] + struct.pack("<I", 0) + data[start + 8 :]
    return data


def _check_readable(data: bytes, audio: Audio, sample_rate_hz: int, format: Format, metadata: dict[str, Any] | None) -> float:
    """The highest sample that the file gives back. Raises DitoneError when the file is not what was to be written."""
    back, rate = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    sound = rate == sample_rate_hz and back.shape[1] == audio.shape[1]
    if format.exact is not None:
        wanted = audio if format.subtype == "FLOAT" else np.clip(audio, -1, 1)
        sound = sound and back.shape == audio.shape and np.allclose(back, wanted, rtol=0, atol=format.exact, equal_nan=True)
    if not sound or (metadata is not None and meta.extract(data) != meta.plain(metadata)):
        raise DitoneError(f"{format.title} did not read back as it was written.", actions=("Choose another format.",))
    return float(np.abs(back).max(initial=0.0))


def _said(path: Path, error: OSError | ValueError) -> DitoneError:
    number = getattr(error, "errno", None)
    if number in (errno.ENOSPC, errno.EDQUOT):
        return DitoneError(f"The disk is full: {path} was not written.", actions=("Free some space or choose another folder.",))
    if number in (errno.EACCES, errno.EPERM, errno.EROFS):
        return DitoneError(f"There is no permission to write {path}.", actions=("Choose another folder.",))
    if number == errno.EEXIST:
        return DitoneError(f"{path} exists already.", actions=("Choose another name, or ask to overwrite it.",))
    if number == errno.ENAMETOOLONG:
        return DitoneError(f"The name {path} is too long for this disk.", actions=("Choose a shorter one.",))
    if number in (errno.ENOENT, errno.ENOTDIR):
        return DitoneError(f"{path} could not be written: its folder is not there any more.", actions=("Choose another folder.",))
    words = getattr(error, "strerror", None) or error
    return DitoneError(f"{path} could not be written: {words}.", actions=("Choose another folder.",))
