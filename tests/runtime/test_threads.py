import os
import subprocess
import sys


def test_threads_sleep_while_they_wait_unless_the_user_says_otherwise() -> None:
    """Spinning threads make a busy machine twenty times slower."""
    code = "import ditone.runtime, os, sys; print(os.environ['OMP_WAIT_POLICY'], 'torch' in sys.modules)"
    environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    for given, wanted in (({}, "passive"), ({"OMP_WAIT_POLICY": "active"}, "active")):
        result = subprocess.run(
            [sys.executable, "-c", code], env={**environment, **given}, capture_output=True, text=True, timeout=100, check=True
        )
        assert result.stdout.split() == [wanted, "False"]  # too late once torch is loaded
