"""Every strange sound that is dropped is shown with finite figures, or refused by a sentence."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from ditone.gui.audio import sound_file
from ditone.gui.audio.channels import fit_channels
from ditone.runtime.audio.loudness import integrated_lufs, true_peak_dbtp
from ditone.runtime.errors import DitoneError
from tests import strange_sounds


@pytest.mark.parametrize("kind", strange_sounds.KINDS)
def test_a_dropped_sound_is_shown_or_refused_by_a_sentence(kind: str, tmp_path: Path) -> None:
    path = strange_sounds.write(tmp_path, kind)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if kind in strange_sounds.REFUSED:
            with pytest.raises(DitoneError, match=rf"{kind}\.wav "):
                sound_file.read(path)
            return
        sound = sound_file.read(path).sound
        assert sound.frames and np.isfinite(sound.audio).all()
        for channels in (1, 2):
            fitted = fit_channels(sound.audio, channels)
            assert fitted.shape == (sound.frames, channels) and np.isfinite(fitted).all()
        assert not np.isnan(integrated_lufs(sound.audio, sound.rate)) or sound.duration_s < 0.4  # which has none
        assert not np.isnan(true_peak_dbtp(sound.audio, sound.rate))


def test_the_sentence_says_where_the_wrong_value_is(tmp_path: Path) -> None:
    with pytest.raises(DitoneError, match=r"one_nan\.wav holds values that are not finite numbers, the first at 0\.500 s"):
        sound_file.read(strange_sounds.write(tmp_path, "one_nan"))


def test_an_output_of_one_channel_neither_halves_one_side_nor_loses_antiphase(tmp_path: Path) -> None:
    for kind in ("right_silent", "antiphase"):
        sound = sound_file.read(strange_sounds.write(tmp_path, kind)).sound
        np.testing.assert_array_equal(fit_channels(sound.audio, 1), sound.audio[:, :1])
