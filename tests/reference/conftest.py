"""Options and parametrisation of the recorded cases; see discovery.py."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from discovery import discover, pending  # noqa: E402 - the folder must be on the path first


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reference", default=str(HERE / "cases"), help="root of recorded cases: ROOT/<family>/<case>/case.json")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        cases = discover(Path(metafunc.config.getoption("--reference")))
        metafunc.parametrize("case", cases, ids=[f"{case.family}/{case.name}" for case in cases])


@pytest.fixture(autouse=True)
def deterministic() -> None:
    torch.manual_seed(0)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for family, count in sorted(pending.items()):
        terminalreporter.write_line(f"pending in {family}: {count} cases")
