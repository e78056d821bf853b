import subprocess
import sys
import time

import numpy as np
import pytest

from ditone.runtime.monitor import Meter, PeakMemory, StageClock


def test_a_stage_entered_twice_adds_up_and_keeps_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 1.0, 3.0, 3.0, 7.0, 7.0, 8.5, 10.0])
    monkeypatch.setattr("ditone.runtime.monitor.time.perf_counter", lambda: next(now))
    clock = StageClock()
    for name in ("text", "denoise", "text"):
        with clock.stage(name):
            pass
    assert clock.timings_s == {"text": 3.5, "denoise": 4.0}
    assert list(clock.timings_s) == ["text", "denoise"]
    assert clock.total_s() == 10.0


def test_a_stage_that_fails_is_timed_too() -> None:
    clock = StageClock()
    with pytest.raises(ValueError, match="x"), clock.stage("text"):
        raise ValueError("x")
    assert clock.timings_s["text"] > 0


def test_peak_memory_sees_what_was_freed_again() -> None:
    before = Meter().read().rss_mib
    with PeakMemory() as memory:
        block = np.ones(100 * 2**20 // 8)
        deadline = time.monotonic() + 10
        while memory.rss_mib < before + 90 and time.monotonic() < deadline:
            time.sleep(0.02)
        del block
    assert memory.rss_mib > before + 90


def test_reading_memory_does_not_import_the_engine() -> None:
    """The studio shows memory before torch is imported."""
    code = "import sys; from ditone.runtime.monitor import Meter; usage = Meter().read(); print(usage.rss_mib > 1, 'torch' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.split() == ["True", "False"]
