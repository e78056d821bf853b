"""The cases of the fault suite that take seconds, as tests; `make faults` runs all of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CASES = (
    ("library", "a kill between the trace and the take"),
    ("library", "index of a newer version"),
    ("library", "locked while a take is added"),
    ("library", "whole library folder deleted while open"),
    ("library", "clock moved back"),
    ("security", "rescue folder"),
    ("security", "temporary name"),
    ("own", ""),
)


@pytest.mark.skipif(sys.platform != "linux", reason="pipes, links and devices are Linux's")
@pytest.mark.timeout(90)
@pytest.mark.parametrize(("group", "words"), CASES)
def test_case(group: str, words: str, tmp_path: Path) -> None:
    surroundings = {**os.environ, "PYTHONPATH": str(HERE), "REL_WORK": str(tmp_path), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(HERE / f"t_{group}.py"), *([words] if words else [])]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=80, check=False)
    assert done.returncode == 0 and "PASS" in done.stdout, done.stdout[-3000:] + done.stderr[-1000:]
