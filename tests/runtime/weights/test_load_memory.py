"""Loading needs hardly more memory than the loaded weights: measured on a model of 250 MiB, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import json, sys
from pathlib import Path
import torch
from safetensors.torch import save_file
from torch import nn
from ditone.runtime.weights import load_module, open_pickle, open_safetensors
from ditone.runtime.weights.packed import works
from ditone.runtime.weights.tensor_map import IDENTITY

path, layers, dtype = Path(sys.argv[1]), int(sys.argv[2]), getattr(torch, sys.argv[3])

def module():
    with torch.device("meta"):
        return nn.Sequential(*(nn.Linear(1024, 2048) for _ in range(layers)))

def memory(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

if sys.argv[4] == "write":
    tensors = {name: torch.full(t.shape, 0.5) for name, t in module().state_dict().items()}
    torch.save({"state_dict": tensors}, path) if path.suffix == ".pth" else save_file(tensors, path)
else:
    # the libraries' own memory is no model's
    torch.ones(500, 500) @ torch.ones(500, 500)
    works(dtype)
    empty = module()
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # forget the highest memory until now
    with open_pickle(path, "state_dict") if path.suffix == ".pth" else open_safetensors(path) as source:
        loaded = load_module(empty, IDENTITY, source, dtype=dtype)
    weights = sum(p.numel() * p.element_size() for p in loaded.parameters())
    print(json.dumps({"weights": weights, "peak": memory("VmHWM") - before, "after": memory("VmRSS") - before}))
"""


def _python(*arguments: str) -> str:
    command = [sys.executable, "-c", SCRIPT, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=100).stdout


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the highest memory can be reset on Linux only")
@pytest.mark.parametrize(
    ("name", "layers", "dtype"), [("a.safetensors", 32, "float32"), ("a.safetensors", 64, "bfloat16"), ("a.pth", 32, "float32")]
)
def test_peak_memory_of_loading(tmp_path: Path, name: str, layers: int, dtype: str) -> None:
    path = tmp_path / name
    _python(str(path), str(layers), dtype, "write")
    found = json.loads(_python(str(path), str(layers), dtype, "load"))
    assert found["weights"] > 250 * 2**20
    print(f"{name} as {dtype}: peak {found['peak'] / found['weights']:.3f} x the weights")
    assert found["peak"] < 1.15 * found["weights"]
    assert found["after"] < 1.05 * found["weights"]
