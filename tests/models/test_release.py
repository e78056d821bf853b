"""`release()` gives every family's memory back: all tensors of a take, and what the allocators kept of them.

The process does not shrink to the very figure from before its first take: machine code is read in when it first runs (about 15 to 20 MiB of
torch's libraries, which count as resident but belong to files), and torch keeps a few MiB of compiled kernels. So what is compared is
memory of the process's own, without files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ditone.runtime.registry import ModelInfo
from ditone.runtime.session import Session
from tests.bench.parity import CASES, found_models, settings_of, short_request
from tests.runtime.test_leaks import live_bytes

ONE_A_FAMILY = {(info.family, info.sample_rate_hz): info for info in found_models(CASES)}
KERNELS_MIB = 20.0  # torch's own and oneDNN's, after the first take; 5 for Stable Audio 3 and 11 for Mini SFX

SCRIPT = """
import json, sys
from pathlib import Path
from ditone.runtime import registry
from ditone.runtime.session import Session
from tests.bench.parity import settings_of

def own_mib():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon"))

info = registry.resolve(sys.argv[1])
request = info.defaults().replaced(prompt="rain", duration_s=5.0, steps=4, engine=settings_of(""))
with Session.open(info, request.engine) as session:
    session.release()
    figures = [own_mib()]
    for seed in range(2):
        session.generate(request.replaced(seed=seed))
        figures.append(own_mib())
        session.release()
        figures.append(own_mib())
print(json.dumps(figures))
"""


@pytest.mark.parametrize("info", ONE_A_FAMILY.values(), ids=lambda info: f"{info.family}-{info.variant}")
def test_no_tensor_of_a_take_outlives_its_release(info: ModelInfo, tmp_path: Path) -> None:
    with Session.open(info, settings_of("")) as session:
        request = short_request(info, tmp_path)
        session.generate(request)  # what is loaded at first use is part of what stays
        session.release()
        loaded = live_bytes()
        session.generate(request.replaced(prompt=request.prompt + " Once more.", seed=5))
        session.release()
        assert live_bytes() == loaded
    assert live_bytes() < loaded  # and closing lets the weights go


@pytest.mark.timeout(300)  # a process of its own, which imports everything anew
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory of the process's own is told on Linux only")
@pytest.mark.parametrize(
    "model", ["mini-sfx", str(CASES / "stable_audio_3" / "models" / "small")], ids=["mini", "stable_audio_3"]
)
def test_the_process_is_as_small_after_release_as_when_loaded(model: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, model]
    out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=280, cwd=CASES.parents[2]).stdout
    loaded, *figures = json.loads(out.splitlines()[-1])
    after, released = figures[::2], figures[1::2]
    print(f"loaded {loaded:.1f} MiB; after takes {[round(x, 1) for x in after]}, released {[round(x, 1) for x in released]}")
    assert max(released) < loaded + KERNELS_MIB
    assert released[-1] < released[0] + 1.0
