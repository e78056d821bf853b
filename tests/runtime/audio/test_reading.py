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
