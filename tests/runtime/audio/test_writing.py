"""Files: samples survive to the last bit of the format, settings survive entirely, and nothing is ever half written or overwritten."""

import errno
import io
import os
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from ditone.runtime.audio import metadata, writing
from ditone.runtime.audio.reading import read
from ditone.runtime.errors import BadRequest, DitoneError

RATE_HZ = 48000


@pytest.fixture
def noise() -> np.ndarray:
    return np.random.default_rng(0).uniform(-1, 1, (RATE_HZ // 2, 2)).astype(np.float32)


@pytest.mark.parametrize("name", ["wav-float", "wav-24", "wav-16", "flac"])
def test_lossless_formats_keep_samples_to_their_last_bit(tmp_path: Path, noise: np.ndarray, name: str) -> None:
    format = writing.FORMATS[name]
    path = tmp_path / f"a{format.suffix}"
    assert writing.write(path, noise, RATE_HZ, format=format) == []
    back, rate = read(path)
    assert rate == RATE_HZ
    step = {"wav-float": 0.0, "wav-24": 2**-23, "wav-16": 2**-15, "flac": 2**-23}[name]
    assert np.abs(back - noise).max() <= step


@pytest.mark.parametrize("name", ["ogg", "opus", "mp3"])
def test_lossy_formats_sound_alike(tmp_path: Path, name: str) -> None:
    tone = (0.3 * np.sin(2 * np.pi * 440 * np.arange(RATE_HZ) / RATE_HZ)).astype(np.float32)[:, None]
    path = tmp_path / f"a{writing.FORMATS[name].suffix}"
    writing.write(path, tone, RATE_HZ)
    back, rate = read(path)
    assert rate == RATE_HZ
    middle = back[RATE_HZ // 4 : RATE_HZ // 2, 0]
    assert np.sqrt(np.mean(middle**2)) == pytest.approx(0.3 / np.sqrt(2), rel=0.05)


@pytest.mark.parametrize("name", list(writing.FORMATS))
def test_settings_survive_in_every_format(tmp_path: Path, noise: np.ndarray, name: str) -> None:
    format = writing.FORMATS[name]
    path = tmp_path / f"a{format.suffix}"
    wanted = {"schema": 1, "request": {"prompt": "Regen auf Blech 雨 \u2028 🌧", "model": "m"}, "long": "x" * 20_001}
    writing.write(path, noise, RATE_HZ, format=format, metadata=wanted, title="Regen 雨")
    assert metadata.read(path) == wanted
    back, _ = read(path)
    assert back.shape[1] == 2


@settings(max_examples=50, deadline=None)
@given(text=st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=300), frames=st.integers(1, 9))
def test_wav_chunk_keeps_the_file_valid_at_every_size(text: str, frames: int) -> None:
    audio = np.linspace(-0.5, 0.5, frames, dtype=np.float32)[:, None]
    data = writing.encode(audio, RATE_HZ, writing.FORMATS["wav-24"])  # three bytes a sample: odd sizes occur
    whole = metadata.embed(data, {"prompt": text})
    assert metadata.extract(whole) == {"prompt": text}
    assert int.from_bytes(whole[4:8], "little") == len(whole) - 8
    assert len(whole) % 2 == 0
    names = [name for name, _, _ in metadata.chunks(whole)]
    assert names[-1] == metadata.CHUNK
    assert b"data" in names


def test_float_files_carry_no_date(noise: np.ndarray) -> None:
    """libsndfile stamps its PEAK chunk with the second; equal takes made a second apart must be equal files."""
    data = writing.encode(noise, RATE_HZ, writing.FORMATS["wav-float"])
    peak = next(start for name, start, _ in metadata.chunks(data) if name == b"PEAK")
    assert data[peak + 4 : peak + 8] == bytes(4)


def test_files_without_settings_have_none(tmp_path: Path, noise: np.ndarray) -> None:
    for format in writing.FORMATS.values():
        path = tmp_path / f"{format.name}{format.suffix}"
        writing.write(path, noise, RATE_HZ, format=format)
        assert metadata.read(path) is None


def test_existing_files_are_kept_unless_asked(tmp_path: Path, noise: np.ndarray) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"mine")
    with pytest.raises(DitoneError, match="exists already"):
        writing.write(path, noise, RATE_HZ)
    with pytest.raises(DitoneError, match="exists already"):
        writing.check_target(path)
    assert path.read_bytes() == b"mine"
    writing.write(path, noise, RATE_HZ, overwrite=True)
    assert read(path)[0].shape == noise.shape
    assert [path.name for path in tmp_path.iterdir()] == ["a.wav"]


@pytest.mark.parametrize(
    ("code", "sentence"), [(errno.ENOSPC, "disk is full"), (errno.EROFS, "no permission"), (errno.EIO, "could not be written")]
)
def test_a_failing_disk_gives_a_sentence_and_leaves_nothing(
    tmp_path: Path, noise: np.ndarray, monkeypatch: pytest.MonkeyPatch, code: int, sentence: str
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(DitoneError, match=sentence):
        writing.write(tmp_path / "a.wav", noise, RATE_HZ)
    assert not list(tmp_path.iterdir())


def test_targets_are_checked_before_the_work(tmp_path: Path) -> None:
    writing.check_target(tmp_path / "new.wav")
    with pytest.raises(DitoneError, match=r"folder .* does not exist"):
        writing.check_target(tmp_path / "none" / "a.wav")
    with pytest.raises(DitoneError, match="is a folder"):
        writing.check_target(tmp_path)
    assert not list(tmp_path.iterdir())


def test_unknown_endings_name_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadRequest) as error:
        writing.format_for(tmp_path / "a.flax")
    assert ".flac" in error.value.text()


def test_samples_above_full_scale_are_reported_and_kept_in_float(tmp_path: Path) -> None:
    loud = np.array([[1.5], [-2.0], [0.25]], np.float32)
    notes = writing.write(tmp_path / "a.wav", loud, RATE_HZ, format=writing.FORMATS["wav-16"])
    assert notes == ["2 samples above full scale were clipped; WAV, 32-bit float keeps them."]
    assert writing.write(tmp_path / "b.wav", loud, RATE_HZ) == []
    np.testing.assert_array_equal(read(tmp_path / "b.wav")[0], loud)


def test_a_rate_that_a_format_cannot_hold_gives_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DitoneError, match="cannot hold"):
        writing.write(tmp_path / "a.opus", np.zeros((100, 1), np.float32), 44100)


def test_samples_that_are_no_numbers_are_kept_in_float_and_refused_elsewhere(tmp_path: Path) -> None:
    broken = np.array([[0.1], [np.nan], [np.inf]], np.float32)
    writing.write(tmp_path / "a.wav", broken, RATE_HZ)
    np.testing.assert_array_equal(read(tmp_path / "a.wav")[0], broken)
    with pytest.raises(DitoneError, match="not finite numbers"):
        writing.write(tmp_path / "a.flac", broken, RATE_HZ)


def test_details_of_any_kind_become_what_json_gives_back(tmp_path: Path, noise: np.ndarray) -> None:
    about = {"sizes": (1, 2), "rtf": float("nan"), "level": np.float32(0.5), "path": Path("x"), "nested": {"on": True, 3: None}}
    writing.write(tmp_path / "a.wav", noise, RATE_HZ, metadata=about)
    wanted = {"sizes": [1, 2], "rtf": None, "level": 0.5, "path": "x", "nested": {"on": True, "3": None}}
    assert metadata.read(tmp_path / "a.wav") == wanted


def test_formats_that_hold_more_than_full_scale_clip_nothing(tmp_path: Path) -> None:
    loud = (1.3 * np.sin(np.arange(RATE_HZ) * 0.05)).astype(np.float32)[:, None]
    for name in ("ogg", "opus", "mp3"):
        notes = writing.write(tmp_path / f"a.{name}", loud, RATE_HZ)
        assert bool(notes) == (np.abs(read(tmp_path / f"a.{name}")[0]).max() <= 1)


@pytest.mark.parametrize(("name", "bits"), [("wav-16", 16), ("wav-24", 24), ("flac", 24)])
def test_whole_numbers_are_the_nearest_ones(name: str, bits: int) -> None:
    noise = np.random.default_rng(3).uniform(-0.5, 0.5, (100_000, 1)).astype(np.float32)
    back, _ = soundfile.read(io.BytesIO(writing.encode(noise, 48000, writing.FORMATS[name])), dtype="float64", always_2d=True)
    error = (back - noise) * 2 ** (bits - 1)
    assert abs(error.mean()) < 0.01 and np.abs(error).max() <= 0.5
