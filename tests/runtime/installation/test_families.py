"""Tiny model folders made on the spot: the same bytes every time, and a take of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from ditone.runtime import registry
from ditone.runtime.installation import families, sample_folders

QUICK = ("moss_sound_effect", "stable_audio_3")  # the others are tried by `ditone --smoke` in the packages


@pytest.mark.parametrize("name", sorted(sample_folders.recipes()))
def test_a_folder_is_written_twice_with_the_same_bytes_and_is_known(name: str, tmp_path: Path) -> None:
    recipe = sample_folders.recipes()[name]
    for place in ("a", "b"):
        sample_folders.write(recipe, tmp_path / place)
    first, second = (
        {path.relative_to(tmp_path / place): path.read_bytes() for path in (tmp_path / place).rglob("*") if path.is_file()}
        for place in ("a", "b")
    )
    assert first == second
    info = registry.recognise(tmp_path / "a")
    assert (info.family, info.problems) == (name, ())


def test_a_take_of_a_sample_folder_is_told(tmp_path: Path) -> None:
    for name in QUICK:
        told = families._of_recipe(name, sample_folders.recipes()[name], tmp_path / name)
        assert not told.fault, told.told
        assert "0.50 s at" in told.told


def test_a_folder_that_cannot_be_loaded_is_a_fault(tmp_path: Path) -> None:
    recipe = sample_folders.recipes()["stable_audio_3"]
    broken = {**recipe, "tensors": {}}
    assert families._of_recipe("stable_audio_3", broken, tmp_path).fault
