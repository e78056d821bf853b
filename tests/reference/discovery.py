"""Recorded vectors of the original implementations: one test per case folder, id `<family>/<case>`.

`pytest tests/reference --reference DIR` takes any root of the same layout: DIR/<family>/<case>/case.json + case.safetensors.
Each family's checks are in `checks/<family>`, a module, or a package with a module for each subject, as functions `check_<name>(case)`;
a case is checked by the function with the longest matching name. A case without a check is shown as pending (skipped), never as passed.
"""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
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

    def close(self, name: str, found: Tensor, atol: float | None = None, rtol: float | None = None) -> None:
        """Asserts that `found` equals the recorded tensor `name` within the case's tolerance, naming the worst difference."""
        expected = self.tensors[name]
        tolerance = self.info.get("tolerance", {})
        atol = tolerance.get("atol", tolerance.get("max_abs", 0.0)) if atol is None else atol
        rtol = tolerance.get("rtol", 0.0) if rtol is None else rtol
        assert tuple(found.shape) == tuple(expected.shape), (
            f"{name}: shape {tuple(found.shape)}, recorded {tuple(expected.shape)}"
        )
        found, expected = found.detach().cpu().double(), expected.double()
        atol *= leeway(self.family, name)
        excess = ((found - expected).abs() - rtol * expected.abs()).max().item() if expected.numel() else 0.0
        assert excess <= atol, (
            f"{name}: differs by {(found - expected).abs().max().item():.3g}, allowed {atol:g} + {rtol:g} relative"
        )


def leeway(family: str, name: str) -> float:
    """Factor on the tolerance of a recorded tensor on this processor: 1 with AVX-512, which the recordings were made with.

    Without it a few values of the float32 frequency table come out one unit in the last place off (the table is made with vectorised
    operations, whose rounding depends on the processor). Stable Audio 3 multiplies them up to angles of 6e4, where that is 2e-4 in
    the time features and up to 1.4 times the tolerance in what follows. Measured on an AVX2 processor with PyTorch 2.13.
    """
    if family != "stable_audio_3" or torch.backends.cpu.get_cpu_capability().startswith("AVX512"):
        return 1.0
    return 12.0 if "timestep_features" in name else 1.6


def discover(root: Path) -> list[Case]:
    """All case folders under a root, sorted. Raises pytest.UsageError when there is none, so that a wrong path cannot pass."""
    cases = [Case(path.parent, path.parent.parent.name, path.parent.name) for path in sorted(root.glob("*/*/case.json"))]
    if not cases:
        raise pytest.UsageError(f"--reference {root}: no <family>/<case>/case.json found there")
    return cases


def find_check(case: Case) -> Callable[[Case], None] | None:
    """The family's function `check_<prefix>` with the longest prefix of the case's name (dashes read as underscores)."""
    try:
        module = importlib.import_module(f"checks.{case.family}")
    except ModuleNotFoundError as error:
        if error.name not in ("checks", f"checks.{case.family}"):
            raise
        return None
    name = case.name.replace("-", "_")
    names = [n for n in vars(module) if n.startswith("check_") and name.startswith(n.removeprefix("check_"))]
    return getattr(module, max(names, key=len)) if names else None
