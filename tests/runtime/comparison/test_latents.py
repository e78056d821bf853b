"""Latents per step as files, set side by side step by step."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from ditone.runtime.cli import main
from ditone.runtime.comparison import latents
from ditone.runtime.comparison.latents import StepLatents
from ditone.runtime.errors import DitoneError

CASES = Path(__file__).parents[2] / "reference" / "cases"
LEVELS = (1.0, 0.75, 0.5, 0.25)


def made(seed: int = 0) -> StepLatents:
    rng = np.random.default_rng(seed)
    return StepLatents(rng.standard_normal((4, 6, 3)).astype(np.float32), LEVELS, rng.standard_normal((6, 3)).astype(np.float32))


@pytest.mark.parametrize("name", ["a.npz", "a.safetensors"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    latents.save(tmp_path / name, made())
    back = latents.load(tmp_path / name)
    assert np.array_equal(back.clean, made().clean)
    assert back.noise_levels == LEVELS
    assert back.final is not None and np.array_equal(back.final, made().final)


def test_layouts_of_other_programs_are_turned_round(tmp_path: Path) -> None:
    clean = made().clean
    turned = np.ascontiguousarray(np.swapaxes(clean, 1, 2))
    np.savez(tmp_path / "a.npz", clean=turned[:, None], noise_levels=LEVELS, channels_first=True)
    save_file({"clean": turned, "noise_levels": np.array(LEVELS)}, tmp_path / "b.safetensors", {"layout": "channels, frames"})
    for name in ("a.npz", "b.safetensors"):
        assert np.array_equal(latents.load(tmp_path / name).clean, clean)


def test_states_of_euler_give_their_clean_estimates(tmp_path: Path) -> None:
    """On the path of one clean sound, every estimate is that sound."""
    rng = np.random.default_rng(1)
    clean, noise = rng.standard_normal((2, 6, 3))
    levels = np.array([1.0, 0.7, 0.2, 0.0])
    states = np.stack([(1 - level) * clean + level * noise for level in levels])
    np.savez(tmp_path / "a.npz", states=states, noise_levels=levels)
    back = latents.load(tmp_path / "a.npz")
    assert np.allclose(back.clean, clean, atol=1e-12)
    assert back.noise_levels == (1.0, 0.7, 0.2)
    assert back.final is not None and np.allclose(back.final, clean)


def test_the_step_at_which_two_part_is_told() -> None:
    a = made()
    changed = a.clean.copy()
    changed[2:] *= -1
    table = latents.step_table(a, StepLatents(changed, LEVELS, a.final, "b"))
    assert [row["apart"] for row in table.rows] == [False, False, True, True, False]
    assert [row["noise_level"] for row in table.rows] == [*LEVELS, 0.0]
    assert table.rows[2]["cosine"] == pytest.approx(-1)
    assert table.rows[2]["max_error"] == pytest.approx(2 * np.abs(a.clean[2]).max())


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"noise_levels": LEVELS}, "holds noise_levels"),
        ({"clean": np.zeros((4, 6, 3)), "noise_levels": LEVELS[:3]}, "3 noise_levels for 4"),
        ({"clean": np.zeros((4, 6, 3)), "noise_levels": LEVELS[::-1]}, "must fall"),
        ({"clean": np.full((4, 6, 3), np.nan), "noise_levels": LEVELS}, "finite"),
        ({"clean": np.zeros((4, 6)), "noise_levels": LEVELS}, "shape"),
        ({"clean": np.array(["x"]), "noise_levels": LEVELS}, "finite numbers"),
    ],
)
def test_files_of_another_form_are_refused_in_a_sentence(tmp_path: Path, arrays: dict, words: str) -> None:
    np.savez(tmp_path / "a.npz", **arrays)
    with pytest.raises(DitoneError, match=words):
        latents.load(tmp_path / "a.npz")


@pytest.mark.parametrize("name", ["a.npz", "a.safetensors", "a.txt"])
def test_what_is_no_such_file_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"not latents at all")
    with pytest.raises(DitoneError, match=name.replace(".", r"\.")):
        latents.load(tmp_path / name)


def test_a_file_with_code_in_it_is_not_run(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", clean=np.array([{"a": 1}], dtype=object), noise_levels=LEVELS)
    with pytest.raises(DitoneError, match="plain arrays"):
        latents.load(tmp_path / "a.npz")


def test_the_recorded_case_of_the_documentation_agrees_at_every_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    case = load_file(CASES / "moss_sound_effect" / "sample_euler_cfg4" / "case.safetensors")
    states = np.concatenate([case["input.noise"][None], case["expected.latents_after_step"]])
    np.savez("theirs.npz", states=states, noise_levels=np.append(case["expected.sigmas"], 0), channels_first=True)
    words = "--seconds 1.3 --seed 7 --steps 8 --solver euler --cfg 4 --apg 0 --set shift=5 --precision float32 --device cpu"
    command = [
        "render",
        "a dog barks twice in a quiet park",
        "--model",
        str(CASES / "moss_sound_effect" / "model"),
        *words.split(),
    ]
    assert main([*command, "--latents", "ours.npz", "-o", "ours.wav"]) == 0
    capsys.readouterr()
    assert main(["compare", "theirs.npz", "ours.npz", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["tables"][0]["rows"]
    assert len(rows) == 9
    assert max(row["one_minus_cosine"] for row in rows) < 1e-6
    assert main(["compare", "theirs.npz", "ours.npz"]) == 0
    assert "Noise level" in capsys.readouterr().out
    assert main([*command, "--latents", "ours.npz", "-o", "ours.wav"]) == 2  # it is there already
