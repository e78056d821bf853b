"""The command that is copied from a take asks for the very same take."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditone.models.mini.family import family as mini
from ditone.models.stable_audio_3.family import family as stable_audio_3
from ditone.runtime.cli.options import parse
from ditone.runtime.cli.render_command import command
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.request_options import requested
from tests.tiny import INFO

SMALL = Path(__file__).parents[2] / "reference" / "cases" / "stable_audio_3" / "models" / "small"


def read_back(line: str, info: object = INFO) -> Request:
    words = shlex.split(line)
    assert words[:2] == ["ditone", "render"]
    options = parse(words[1:])[1]
    settings = EngineSettings(device=options.device, precision=options.precision, threads=options.threads)
    return requested(info, options, settings)  # type: ignore[arg-type]


@given(prompt=st.text(st.characters(blacklist_categories=["Cs", "Cc"])), seed=st.integers(0, 2**63 - 1), steps=st.integers(1, 99))
def test_any_prompt_comes_back(prompt: str, seed: int, steps: int) -> None:
    request = INFO.defaults().replaced(prompt=prompt, seed=seed, steps=steps)
    assert read_back(command(request, INFO)) == request


def test_defaults_are_left_out() -> None:
    info = mini.builtin()[0]
    request = info.defaults().replaced(prompt="it's rain", seed=7, cfg_scale=2.5)
    assert command(request, info) == "ditone render 'it'\"'\"'s rain' --model mini-sfx --cfg 2.5 --seed 7 -o take.wav"


@pytest.mark.skipif(not SMALL.exists(), reason="no reference models in this checkout")
def test_every_kind_of_control_comes_back() -> None:
    info = stable_audio_3.recognise(SMALL)
    assert info is not None
    changed: dict[str, object] = {"prompt": "-rain", "seed": 1}
    for control in info.controls:
        if control.kind == "flag":
            changed[control.name] = not control.default
        elif control.kind == "audio":
            changed[control.name] = "/sounds/a b.wav"
        elif control.kind == "regions":
            changed[control.name] = ((0.1, 0.2), (0.3, 0.4))
        elif control.kind == "choice":
            changed[control.name] = control.choices[-1].value
        elif control.kind == "text" and control.name != "prompt":
            changed[control.name] = "-low = hum"
    engine = EngineSettings(precision="float32", threads=1)
    request = info.defaults().replaced(**changed, engine=engine)
    assert read_back(command(request, info), info) == request
    assert read_back(command(request), info) == request  # without the description every value is said
