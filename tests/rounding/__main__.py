"""Runs the tests once under each way in which this processor can be made to round as others do.

    python -m tests.rounding                             all tests, every setting, one after another
    python -m tests.rounding --only oldest mkl-avx2      these settings
    python -m tests.rounding -- tests/reference -x       arguments after -- go to pytest

Ends with a table; the exit code is 1 when a setting failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from tests.rounding.settings import SETTINGS, environment


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    cut = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", nargs="+", choices=[*SETTINGS], metavar="SETTING", default=[*SETTINGS], help=", ".join(SETTINGS)
    )
    settings = parser.parse_args(given[:cut]).only
    results: dict[str, int] = {}
    for setting in settings:
        shown = " ".join(f"{name}={value!r}" for name, value in SETTINGS[setting].items())
        print(f"\n== {setting}: {shown or 'nothing set'}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", *given[cut + 1 :]]
        results[setting] = subprocess.run(command, env=environment(setting), check=False).returncode
    print()
    for setting, code in results.items():
        print(f"{setting:16} {'passed' if code == 0 else f'FAILED ({code})'}")
    return 1 if any(results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
