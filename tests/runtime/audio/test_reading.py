import contextlib
import os
import struct
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from ditone.runtime.audio.reading import read, read_source
from ditone.runtime.errors import DitoneError


def test_any_file_becomes_frames_by_channels(tmp_path: Path) -> None:
    samples = np.linspace(-0.5, 0.5, 300, dtype=np.float32).reshape(100, 3)
    soundfile.write(tmp_path / "a.aiff", samples, 22050, subtype="FLOAT")
    audio, rate = read(tmp_path / "a.aiff")
    assert (rate, audio.shape, audio.dtype) == (22050, (100, 3), np.float32)
    np.testing.assert_array_equal(audio, samples)


def test_unreadable_files_give_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.wav").write_text("not a sound")
    soundfile.write(tmp_path / "empty.wav", np.zeros((0, 1), np.float32), 8000)
    expected = {"text.wav": "not a sound file", "empty.wav": "no samples", "none.wav": "No such file", ".": "is a folder"}
    for name, sentence in expected.items():
        with pytest.raises(DitoneError, match=sentence):
            read(tmp_path / name)


def test_a_sound_to_start_from_holds_numbers_only(tmp_path: Path) -> None:
    sound = np.linspace(-1, 1, 100, dtype=np.float32)
    soundfile.write(tmp_path / "good.wav", sound, 8000, subtype="FLOAT")
    audio, rate_hz = read_source(tmp_path / "good.wav")
    assert (audio[:, 0].tolist(), rate_hz) == (sound.tolist(), 8000)
    for value in (np.nan, np.inf):
        sound[50] = value
        soundfile.write(tmp_path / "bad.wav", sound, 8000, subtype="FLOAT")
        assert len(read(tmp_path / "bad.wav")[0]) == 100  # it can still be looked at
        with pytest.raises(DitoneError, match=r"bad\.wav holds values that are not finite numbers"):
            read_source(tmp_path / "bad.wav")


def riff(channels: int, rate_hz: int, data: bytes, size: int | None = None) -> bytes:
    form = struct.pack("<HHIIHH", 1, channels, rate_hz, rate_hz * channels * 2 & 0xFFFFFFFF, channels * 2 & 0xFFFF, 16)
    body = b"WAVEfmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", len(data) if size is None else size) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (riff(1, 1, bytes(8)), "sample rate of 1 Hz; 1,000 to 768,000 Hz"),
        (riff(1, 2**31 - 1, bytes(8)), "sample rate of 2,147,483,647 Hz"),
        (riff(64, 24000, bytes(12800)), "64 channels; up to 8"),
        (riff(1, 24000, b""), "no samples"),
        (b".snd" + struct.pack(">IIIII", 24, 0x7FFFFFFF, 3, 24000, 1) + bytes(100), ""),
    ],
)
def test_what_no_sound_has_is_refused_from_the_header(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "a.wav").write_bytes(data)
    with pytest.raises(DitoneError) as raised:
        read(tmp_path / "a.wav")
    assert words in raised.value.text()
    assert "a.wav" in raised.value.text()


def test_a_claim_of_more_than_the_file_can_hold_takes_no_memory(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.flac", np.zeros(24000, np.float32), 24000)
    data = bytearray((tmp_path / "a.flac").read_bytes())
    data[21] |= 0x0F
    data[22:26] = b"\xff\xff\xff\xff"  # 2^36 - 1 samples
    (tmp_path / "a.flac").write_bytes(data)
    with pytest.raises(DitoneError, match=r"a\.flac claims 68,719,476,735 samples"):
        read(tmp_path / "a.flac")


def test_a_recording_whose_header_was_never_finished_is_read(tmp_path: Path) -> None:
    samples = np.arange(-500, 500, dtype="<i2")
    (tmp_path / "a.wav").write_bytes(riff(1, 24000, samples.tobytes(), size=0))
    np.testing.assert_array_equal(read(tmp_path / "a.wav")[0][:, 0] * 32768, samples)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices")
@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "/dev/null"])
def test_what_is_no_file_is_no_sound(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.wav"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(kind)
    with pytest.raises(DitoneError, match=r"a\.wav is a (pipe|device)"):
        read(path)


def test_a_header_that_names_places_outside_of_the_file_prints_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rf64.wav"
    format_chunk = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 24000, 48000, 2, 16)
    sizes = struct.pack("<IQQQI", 28, 2**61, 2**60, 2**59, 0)
    path.write_bytes(b"RF64\xff\xff\xff\xffWAVEds64" + sizes + format_chunk + b"data\xff\xff\xff\xff" + bytes(2000))
    with contextlib.suppress(DitoneError):
        read(path)
    assert capfd.readouterr().err == ""
