"""Takes near other takes: what is recorded, what makes them again, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

import ditone
from ditone.runtime import variations
from ditone.runtime.audio import metadata
from ditone.runtime.cli import main
from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.mixing import mixed
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import Request
from ditone.runtime.sampling.variation_start import slerp
from ditone.runtime.session import Session
from tests.tiny import NEAR, TinyFamily


@pytest.fixture
def session(tiny: TinyFamily) -> Iterator[Session]:
    tiny.info = NEAR
    with ditone.open_model("tiny", threads=1) as model:
        yield model


def test_a_spherical_way_keeps_the_length_of_noise_and_its_ends() -> None:
    a, b = torch.randn(2, 1, 400, 8, generator=torch.Generator().manual_seed(1))
    assert torch.equal(slerp(a, b, 0.0), a)
    assert torch.equal(slerp(a, b, 1.0), b)
    assert torch.equal(slerp(a, a.clone(), 0.5), a)
    assert float(slerp(a, b, 0.5).std()) == pytest.approx(1.0, abs=0.03)
    assert float(((a + b) / 2).std()) < 0.75  # what a straight way would leave of it


@pytest.mark.parametrize("solver", ["euler", "pingpong", "midpoint"])
@pytest.mark.parametrize("apg", [0.0, 1.0])
def test_level_zero_is_the_take_and_level_one_another(session: Session, solver: str, apg: float) -> None:
    take = ditone.generate(session, "hum", seed=5, solver=solver, apg=apg)
    same, other = (session.generate(variations.variation(take.request, level, 6)).audio for level in (0.0, 1.0))
    assert np.array_equal(same, take.audio)
    assert np.array_equal(other, ditone.generate(session, "hum", seed=6, solver=solver, apg=apg).audio)
    closer, farther = (
        float(np.abs(session.generate(variations.variation(take.request, level, 6)).audio - take.audio).mean())
        for level in (0.1, 0.8)
    )
    assert 0 < closer < farther


def test_a_fresh_session_makes_the_same_from_the_record_alone(session: Session, tmp_path: Path) -> None:
    take = ditone.generate(session, "hum", seed=5)
    first = session.generate(variations.variation(take.request, 0.4, 6))
    second = session.generate(variations.variation(first.request, 0.3, 7))
    ditone.save(second, tmp_path / "second.wav")
    session.release()
    found = metadata.read(tmp_path / "second.wav")
    assert found is not None
    again = session.generate(metadata.request_of(found))
    assert np.array_equal(again.audio, second.audio)
    assert again.evaluations > second.evaluations  # both takes behind it were made again


def test_the_ends_of_a_way_are_the_two_takes(session: Session) -> None:
    a = ditone.generate(session, "hum", seed=5, duration_s=0.4, solver="pingpong")
    b = session.generate(variations.variation(ditone.generate(session, "a rattle", seed=9, duration_s=0.6).request, 0.5, 11))
    ends = [session.generate(variations.between(NEAR, a.request, b.request, at)) for at in (0.0, 1.0)]
    assert np.array_equal(ends[0].audio, a.audio)
    assert np.array_equal(ends[1].audio, b.audio)
    middle = session.generate(variations.between(NEAR, a.request, b.request, 0.5))
    assert middle.duration_s == pytest.approx(0.5, abs=0.02)
    session.release()
    assert np.array_equal(session.generate(middle.request).audio, middle.audio)


def test_equal_conditions_between_two_takes_are_those_of_each() -> None:
    x = torch.randn(1, 3, 4)
    a, b = (Conditioning(Branch(context=rows, vector=rows[:, 0])) for rows in (x, x.clone()))
    half = mixed(a, b, 0.5).conditional
    assert half.context is a.conditional.context
    longer = mixed(a, Conditioning(Branch(context=torch.randn(1, 5, 4), vector=-x[:, 0])), 0.25).conditional
    assert longer.context is not None and longer.context.shape == (1, 8, 4)
    assert longer.context_bias is not None
    assert torch.allclose(longer.context_bias[0, 0, 0].exp(), torch.tensor([0.75] * 3 + [0.25] * 5))
    assert longer.vector is not None and torch.allclose(longer.vector, 0.5 * x[:, 0])


def test_a_file_becomes_the_settings_inside_it(session: Session, tmp_path: Path) -> None:
    take = ditone.generate(session, "hum", seed=5)
    ditone.save(take, tmp_path / "a.wav")
    made = session.generate(take.request.replaced(variation_of=str(tmp_path / "a.wav"), variation_level=0.3, seed=6))
    assert dict(made.request.value("variation_of"))["prompt"] == "hum"
    assert str(tmp_path) not in made.request.to_json()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variation_of", 3),
        ("variation_of", [["prompt"]]),
        ("between", ["a.wav"]),
        ("between", ["a.wav", "b.wav", 1.5]),
        ("between", ["a.wav", "", 0.5]),
        ("between", [[["prompt", "x"]], "b.wav", float("nan")]),
        ("variation_level", 1.2),
    ],
)
def test_what_is_no_take_is_refused(name: str, value: object) -> None:
    with pytest.raises(BadRequest):
        NEAR.checked(NEAR.defaults().replaced(prompt="x", **{name: value}))


def test_a_long_chain_is_refused_before_it_is_made() -> None:
    request = NEAR.defaults().replaced(prompt="x")
    for seed in range(variations.MOST_TAKES):
        request = variations.variation(request, 0.5, seed)
    assert NEAR.checked(Request.from_dict(json.loads(request.to_json()))) == NEAR.checked(request)
    with pytest.raises(BadRequest, match="stand behind each other"):
        NEAR.checked(variations.variation(request, 0.5, 99))


def test_the_command_line_makes_variations_and_ways(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, prompt in (("a", "hum"), ("b", "a rattle")):
        assert main(["render", prompt, "--seed", "5", "-o", f"{name}.wav"]) == 0
    assert main(["render", "--like", "a.wav", "--level", "0.4", "-o", "c.wav"]) == 0
    about = metadata.read(tmp_path / "c.wav")
    assert about is not None and about["request"]["seed"] == 6 and about["request"]["extra"]["variation_level"] == 0.4
    (tmp_path / "a.wav").rename(tmp_path / "gone.wav")
    assert main(["recall", "c.wav", "-o", "again.wav"]) == 0
    assert (tmp_path / "again.wav").read_bytes() == (tmp_path / "c.wav").read_bytes()
    assert main(["render", "--between", "gone.wav", "b.wav", "--count", "3", "-o", "way.wav"]) == 0
    places = [(metadata.read(tmp_path / f"way-{i}.wav") or {})["request"]["extra"]["between"][2] for i in (1, 2, 3)]
    assert places == [0.25, 0.5, 0.75]
    capsys.readouterr()
    for wrong, said in (
        (["--level", "0.4", "hum"], "--level belongs to --like"),
        (["--like", "b.wav", "--level", "3"], "from 0 to 1"),
        (["--between", "b.wav", "c.wav", "--at", "0.5", "--count", "2"], "one place"),
        (["--like", "missing.wav"], "missing.wav"),
        ([], "PROMPT"),
    ):
        assert main(["render", *wrong, "-o", "x.wav"]) != 0
        assert said in capsys.readouterr().err
