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


def test_a_file_of_ours_keeps_its_settings_and_time_in_a_comparison(tmp_path: Path) -> None:
    from ditone.gui.audio import sound_file
    from ditone.gui.compare.metric_text import rows
    from ditone.gui.compare.side import of_lane
    from ditone.runtime.audio import metadata, writing
    from ditone.runtime.comparison.metrics import compare
    from tests.gui.compare.test_compare import take

    entry = take(8)
    told = metadata.describe(entry.take, measured=True) | {"base_rss_mib": 90.0}
    writing.write(tmp_path / "a.wav", entry.take.audio, entry.take.sample_rate_hz, metadata=told)
    a = of_lane(sound_file.read(tmp_path / "a.wav").sound, None)
    b = of_lane(take(4).sound, take(4))
    assert a.facts is not None and a.facts["request"]["steps"] == 8
    assert not a.is_take and b.is_take
    values = {row.name: row.value for row in rows(compare(a.sound, b.sound), a.facts, b.facts)}
    assert values["RTF, A / B"] == "0.80 / 0.40"
    assert values["Own RAM, A / B"].startswith("10.0 / ")


@pytest.mark.parametrize("wrong", [{"rtf": "fast", "timings_s": [1]}, {"details": 3, "peak_rss_mib": None, "precision": 5}])
def test_facts_that_anybody_wrote_have_their_types_or_are_left_out(wrong: dict) -> None:
    from ditone.gui.audio.sound_file import told_of
    from ditone.runtime.request import Request

    facts = told_of(wrong, Request("tiny", "a"))
    assert set(facts) <= {"request", "seed", "details"}
