"""What is dragged out of a lane is the whole take, or the selection without clicks at its ends."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from ditone.gui.audio.sound import Sound
from ditone.gui.engine.drag_files import dragged_file
from ditone.gui.engine.take_entry import TakeEntry, thumbnail
from ditone.runtime.audio import metadata
from ditone.runtime.request import Request
from ditone.runtime.take import Take

RATE = 44100


def entry() -> TakeEntry:
    audio = np.random.default_rng(0).uniform(-0.5, 0.5, (RATE, 2)).astype(np.float32)
    request = Request("mini-sfx", "rain: on a roof?", seed=7)
    take = Take(request, audio, RATE, "mini", "sfx", "cpu", "float32", {"total": 1.0}, 8, 900.0, None)
    return TakeEntry(take, "Mini SFX", Sound(audio, RATE), thumbnail(audio))


def test_the_whole_take_is_written_once_with_its_settings(tmp_path: Path) -> None:
    dragged = entry()
    path = dragged_file(dragged, None, tmp_path)
    assert path.name.startswith("rain on a roof 7") and path.suffix == ".wav"
    audio, rate = soundfile.read(path, dtype="float32", always_2d=True)
    np.testing.assert_array_equal(audio, dragged.take.audio)
    assert rate == RATE
    assert metadata.request_of(metadata.read(path)) == dragged.take.request
    assert dragged_file(dragged, None, tmp_path) == path
    assert len(list(tmp_path.iterdir())) == 1


def test_a_selection_is_cut_with_soft_ends_into_a_file_of_its_own(tmp_path: Path) -> None:
    paths = {dragged_file(entry(), (0.25, 0.5), tmp_path) for _ in range(2)}
    assert len(paths) == 2
    audio, _ = soundfile.read(paths.pop(), dtype="float32", always_2d=True)
    assert len(audio) == round(RATE * 0.5) - round(RATE * 0.25)
    assert np.abs(audio[0]).max() < 0.01 and np.abs(audio[-1]).max() < 0.01
