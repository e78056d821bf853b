"""Recorded vectors of the original implementations: one test per case folder, id `<family>/<case>`.

`pytest tests/reference --reference DIR` takes any root of the same layout: DIR/<family>/<case>/case.json + case.safetensors.
Each family's checks are in `checks/<family>`, a module, or a package with a module for each subject, as functions `check_<name>(case)`;
a case is checked by the function with the longest matching name. A case without a check is shown as pending (skipped), never as passed.
"""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file
from tolerance import Apart, apart, used
from torch import Tensor

pending: Counter[str] = Counter()


@dataclass(frozen=True)
class Case:
    """One case folder. `tensors` holds everything of case.safetensors, `info` is case.json."""

    folder: Path
    family: str
    name: str

    @cached_property
    def info(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads((self.folder / "case.json").read_text("utf-8"))
        return data

    @cached_property
    def tensors(self) -> dict[str, Tensor]:
        path = self.folder / "case.safetensors"
        return load_file(path) if path.exists() else {}

    def path(self, relative: str) -> Path:
        """A path that case.json gives relative to the case folder."""
        return (self.folder / relative).resolve()

    @cached_property
    def check(self) -> str | None:
        """Name of the check that is the case's, without `check_`: the longest with which the case's name begins."""
        try:
            module = importlib.import_module(f"checks.{self.family}")
        except ModuleNotFoundError as error:
            if error.name not in ("checks", f"checks.{self.family}"):
                raise
            return None
        name = self.name.replace("-", "_")
        known = [n.removeprefix("check_") for n in vars(module) if n.startswith("check_")]
        return max((n for n in known if name.startswith(n)), key=len, default=None)

    def close(self, name: str, found: Tensor) -> None:
        """Asserts that `found` is the recorded tensor `name`, as far as rounding lets it be (tolerance.py)."""
        self.near(name, found, self.tensors[name])

    def near(self, name: str, found: Tensor, expected: Tensor) -> None:
        """The same for something that is not a recorded tensor as it stands."""
        assert tuple(found.shape) == tuple(expected.shape), (
            f"{name}: shape {tuple(found.shape)}, recorded {tuple(expected.shape)}"
        )
        difference = apart(found, expected)
        if measured is not None:
            measured.append((name, difference))
            return
        assert self.check is not None
        share = used(self.family, self.check, name, difference)
        assert share <= 1, (
            f"{name}: {share:.3g} times its tolerance away from the recorded one, {difference.distance:.2g} of its root mean square"
            f" at most, {difference.gain:.2g} as a whole"
        )


measured: list[tuple[str, Apart]] | None = None


@contextmanager
def measuring() -> Iterator[list[tuple[str, Apart]]]:
    """Within, every comparison of a case passes and notes its name and how far apart it is."""
    global measured
    before, measured = measured, []
    try:
        yield measured
    finally:
        measured = before


def discover(root: Path) -> list[Case]:
    """All case folders under a root, sorted. Raises pytest.UsageError when there is none, so that a wrong path cannot pass."""
    cases = [Case(path.parent, path.parent.parent.name, path.parent.name) for path in sorted(root.glob("*/*/case.json"))]
    if not cases:
        raise pytest.UsageError(f"--reference {root}: no <family>/<case>/case.json found there")
    return cases


def find_check(case: Case) -> Callable[[Case], None] | None:
    """The function that checks a case; None where its family has none for it."""
    return None if case.check is None else getattr(importlib.import_module(f"checks.{case.family}"), f"check_{case.check}")
