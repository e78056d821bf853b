"""`python -m tests.faults [GROUP...] [-- WORDS...]`: runs groups of cases, or those whose names hold a word. One line a case."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
GROUPS = ("cli", "folders", "audio", "disk", "signals", "env", "library", "own", "security", "studio", "soak")


def main(arguments: list[str]) -> int:
    """1 when a case failed."""
    groups, words = arguments, []
    if "--" in arguments:
        at = arguments.index("--")
        groups, words = arguments[:at], arguments[at + 1 :]
    surroundings = {**os.environ, "PYTHONPATH": str(HERE), "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
    failed = 0
    for group in groups or GROUPS:
        print(f"-- {group}", flush=True)
        failed |= (
            subprocess.run([sys.executable, str(HERE / f"t_{group}.py"), *words], env=surroundings, check=False).returncode != 0
        )
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
