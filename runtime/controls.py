"""What a variant lets people choose: each control with its kind, range, default and group.

The studio builds its panel and the command line checks its options from these, so neither knows a family.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ditone.runtime.errors import BadRequest, nearest
from ditone.runtime.printable import storable

Group = Literal["prompt", "guidance", "sampler", "source", "voice", "advanced"]
Kind = Literal["text", "number", "integer", "choice", "flag", "audio", "regions", "files", "take", "takes"]


@dataclass(frozen=True)
class Choice:
    """One entry of a `choice` control: the stored value, its words for people, and a line that explains it."""

    value: str
    title: str
    note: str = ""


@dataclass(frozen=True)
class Control:
    """One thing a person may choose.

    `name` is a `Request` field or, for controls that only some families have, a key of `Request.extra`.
    Numbers have `minimum`, `maximum` and `step`; `decimals` is how many are shown; `unit` is spoken and shown ("s", "steps").
    `suggested` is the range a variant was made for: a value outside works but is noted beside the control.
    `saved_voices` names the family whose saved voices (`runtime.voices`) may stand, by name, in place of a file in an `audio` control.
    A `take` is "" or a sound file's path or a take's settings, `takes` are none or two of them and a place (`runtime.variations`).
    `inactive` is the reason why this variant fixes the value at its default; the control is shown, but cannot be moved.
    `needs` names another control, without a value of which this one does nothing and is not shown.
    `excluded` holds values of a `choice` that exist elsewhere but not here, each with the reason.
    """

    name: str
    title: str
    kind: Kind
    group: Group
    default: Any
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    decimals: int = 0
    unit: str = ""
    choices: tuple[Choice, ...] = ()
    note: str = ""
    suggested: tuple[float, float] | None = None
    required: bool = False
    saved_voices: str = ""
    inactive: str = ""
    excluded: tuple[tuple[str, str], ...] = ()
    needs: str = ""

    def check(self, value: Any) -> Any:
        """The value as stored in a request. Raises BadRequest with the range or the nearest name."""
        if self.inactive and value != self.default:
            raise BadRequest(f"{self.title} cannot be set here: {self.inactive}")
        if self.kind in ("number", "integer"):
            return self._check_number(value)
        if self.kind == "choice":
            names = [choice.value for choice in self.choices]
            if value not in names and value in dict(self.excluded):
                raise BadRequest(f'{self.title} "{value}" is not offered here: {dict(self.excluded)[value]}')
            if value not in names:
                raise BadRequest(f'{self.title} "{value}" is not available here.', nearest(str(value), names))
            return value
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise BadRequest(f"{self.title} is {value!r}; it is either on or off.")
            return value
        if self.kind in ("text", "audio"):
            if not isinstance(value, str):
                raise BadRequest(f"{self.title} is {value!r}; a text was expected.")
            if self.kind == "text":
                value = storable(value)
            if self.required and not value.strip():
                raise BadRequest(f"{self.title} is empty; this model needs it.")
        if self.kind in ("take", "takes"):
            from ditone.runtime import variations

            return variations.check(self, value)
        return value

    def _check_number(self, value: Any) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise BadRequest(f"{self.title} is {value!r}; a number was expected.")
        if self.kind == "integer" and int(value) != value:
            raise BadRequest(f"{self.title} is {value}; a whole number was expected.")
        low, high = self.minimum, self.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            raise BadRequest(f"{self.title} is {self._text(value)}; it must be {self._range()}.")
        return int(value) if self.kind == "integer" else float(value)

    def clamp(self, value: float) -> float:
        """The nearest usable number."""
        low = value if self.minimum is None else max(value, self.minimum)
        return low if self.maximum is None else min(low, self.maximum)

    def _range(self) -> str:
        if self.minimum is not None and self.maximum is not None:
            return f"from {_digits(self.minimum)} to {self._text(self.maximum)}"
        return f"at most {self._text(self.maximum)}" if self.maximum is not None else f"at least {self._text(self.minimum or 0)}"

    def _text(self, value: float) -> str:
        return f"{_digits(value)} {self.unit}" if self.unit else _digits(value)


def _digits(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"


@dataclass(frozen=True)
class Preset:
    """A named set of control values; the first preset of a variant is the published recipe."""

    name: str
    title: str
    values: tuple[tuple[str, Any], ...] = ()
    note: str = ""


def by_name(controls: Iterable[Control]) -> dict[str, Control]:
    return {control.name: control for control in controls}
