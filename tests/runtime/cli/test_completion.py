"""Tab completion as a shell asks for it, and that no other start pays for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def offered(line: str, tmp_path: Path) -> list[str]:
    """What a shell would offer for a line that ends at the cursor."""
    answer = tmp_path / "answer"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "packaging" / "source"), str(ROOT)]),
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
    }
    subprocess.run([sys.executable, "-m", "ditone"], env=environment, cwd=tmp_path, check=False, timeout=120)
    return [word.strip() for word in answer.read_text("utf-8").split("\n")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ditone re", {"render", "recall", "remove"}),
        ("ditone render rain --prec", {"--precision"}),
        ("ditone render rain --precision bf", {"bfloat16"}),
    ],
)
def test_commands_options_and_precisions_are_completed(line: str, expected: set[str], tmp_path: Path) -> None:
    pytest.importorskip("argcomplete")
    assert set(offered(line, tmp_path)) == expected


def test_a_start_without_the_shell_asking_imports_nothing_for_it() -> None:
    code = "import sys; from ditone.runtime.cli import main; main(['--version'])"
    code = f"import sys, atexit; atexit.register(lambda: print('argcomplete' in sys.modules)); {code}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "packaging" / "source"), str(ROOT)])}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert run.stdout.splitlines()[-1] == "False"
