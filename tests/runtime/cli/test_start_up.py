"""What commands import before they work: nothing that only another command, or a later moment, needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIST = """
import contextlib, sys
from ditone.runtime.cli import main
with contextlib.suppress(SystemExit):
    main({arguments})
print(*sys.modules, file=sys.stderr)
"""


def imported(*arguments: str) -> set[str]:
    """The modules of a process that has run a command."""
    code = LIST.format(arguments=list(arguments))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_the_version_needs_no_network_no_numbers_and_no_networks() -> None:
    assert not imported("--version") & {"torch", "numpy", "http.client", "urllib.request", "PySide6"}


@pytest.mark.parametrize("arguments", [["models"], ["render", "--help"]])
def test_reading_rules_wait_for_a_text_that_is_spoken(arguments: list[str]) -> None:
    found = {name for name in imported(*arguments) if name.startswith("ditone.runtime.text.english.")}
    assert found == set()
