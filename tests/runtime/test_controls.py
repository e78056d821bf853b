"""Controls check values and say in one sentence what would be right."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditone.runtime.controls import Choice, Control, by_name
from ditone.runtime.errors import BadRequest, nearest

STEPS = Control("steps", "Steps", "integer", "sampler", 20, 1, 100, 1, unit="steps")
SCALE = Control("cfg_scale", "CFG scale", "number", "guidance", 3.0, 0.0, 10.0, 0.1, 1)
SOLVER = Control("solver", "Solver", "choice", "sampler", "euler", choices=(Choice("euler", "Euler"), Choice("rk4", "RK4")))
LOOP = Control("loop", "Loop", "flag", "advanced", False)
PROMPT = Control("prompt", "Prompt", "text", "prompt", "", required=True)


@pytest.mark.parametrize(
    ("control", "value", "sentence"),
    [
        (STEPS, 0, "Steps is 0 steps; it must be from 1 to 100 steps."),
        (
            Control("seed", "Seed", "integer", "sampler", 0, 0, 2**31 - 1),
            2**31,
            "Seed is 2147483648; it must be from 0 to 2147483647.",
        ),
        (Control("gain", "Gain", "number", "advanced", 0.0, maximum=6.0, unit="dB"), 7, "Gain is 7 dB; it must be at most 6 dB."),
        (STEPS, 1.5, "Steps is 1.5; a whole number was expected."),
        (STEPS, "9", "Steps is '9'; a number was expected."),
        (STEPS, True, "Steps is True; a number was expected."),
        (SCALE, 10.1, "CFG scale is 10.1; it must be from 0 to 10."),
        (SCALE, float("nan"), "CFG scale is nan; a number was expected."),
        (SOLVER, "eular", 'Solver "eular" is not available here. Did you mean "euler"?'),
        (SOLVER, "zzz", 'Solver "zzz" is not available here. Known are: euler, rk4.'),
        (LOOP, 1, "Loop is 1; it is either on or off."),
        (PROMPT, None, "Prompt is None; a text was expected."),
        (PROMPT, " \n", "Prompt is empty; this model needs it."),
    ],
)
def test_a_bad_value_gets_one_sentence(control: Control, value: Any, sentence: str) -> None:
    with pytest.raises(BadRequest) as error:
        control.check(value)
    assert error.value.text() == sentence


@pytest.mark.parametrize(
    ("control", "value"), [(STEPS, 1), (STEPS, 100), (SCALE, 0.0), (SOLVER, "rk4"), (LOOP, True), (PROMPT, "rain")]
)
def test_good_values_pass_unchanged(control: Control, value: Any) -> None:
    assert control.check(value) == value


def test_numbers_get_the_type_of_their_control() -> None:
    assert isinstance(STEPS.check(5.0), int)
    assert isinstance(SCALE.check(5), float)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_clamped_values_always_pass(value: float) -> None:
    clamped = SCALE.clamp(value)
    assert SCALE.check(clamped) == clamped
    if 0 <= value <= 10:
        assert clamped == value


def test_by_name() -> None:
    assert by_name([STEPS, SCALE]) == {"steps": STEPS, "cfg_scale": SCALE}


def test_nearest_lists_all_when_nothing_is_near() -> None:
    assert nearest("zzz", ["b", "a"]) == "Known are: a, b."
