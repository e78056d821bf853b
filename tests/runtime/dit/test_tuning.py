"""Engine settings of the transformer: what they promise, and what happens when they cannot be had."""

from dataclasses import replace
from typing import Any

import pytest
import torch
from torch import Tensor

from ditone.runtime.dit import config as c
from ditone.runtime.dit.module import BlockInputs, DitModule
from ditone.runtime.dit.tuning import compile_blocks, tune
from ditone.runtime.errors import Cancelled
from ditone.runtime.request import EngineSettings
from tests.tiny import CONFIG

SEPARATE = replace(CONFIG, attention=replace(CONFIG.attention, projection="separate"))
DIFFERENTIAL = replace(SEPARATE, attention=replace(SEPARATE.attention, differential=True, input_bias=False))


def module_of(config: c.DitConfig) -> DitModule:
    torch.manual_seed(3)
    module = DitModule(config).eval().requires_grad_(False)
    for parameter in module.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return module


def evaluate(module: DitModule, frames: int = 6) -> Tensor:
    generator = torch.Generator().manual_seed(frames)
    x, context = torch.randn(1, frames, 8, generator=generator), torch.randn(1, 4, 12, generator=generator)
    with torch.inference_mode():
        return module.evaluate(x, torch.tensor([0.5]), context=context)


@pytest.mark.parametrize("config", [SEPARATE, DIFFERENTIAL], ids=["plain", "differential"])
def test_packed_projections_compute_the_same(config: c.DitConfig) -> None:
    plain, packed = module_of(config), module_of(config)
    notes: list[str] = []
    tune(packed, EngineSettings(packed_projections=True), notes.append)
    assert packed.config.attention.projection == "fused"
    assert len(list(packed.parameters())) < len(list(plain.parameters()))
    assert sum(p.numel() for p in packed.parameters()) == sum(p.numel() for p in plain.parameters())
    torch.testing.assert_close(evaluate(packed), evaluate(plain), atol=1e-5, rtol=1e-5)
    assert notes == []


def test_nothing_is_changed_unless_asked() -> None:
    plain, untouched = module_of(CONFIG), module_of(CONFIG)
    tune(untouched, EngineSettings(), pytest.fail)
    assert torch.equal(evaluate(untouched), evaluate(plain))


def test_compiled_blocks_compute_the_same_for_changing_lengths() -> None:
    plain, compiled = module_of(CONFIG), module_of(CONFIG)
    graphs: list[torch.fx.GraphModule] = []

    def counting(graph: torch.fx.GraphModule, inputs: Any) -> Any:
        graphs.append(graph)
        return graph.forward

    tune(compiled, EngineSettings(compile=True), pytest.fail, backend=counting)
    for frames in (6, 9, 4, 6):
        torch.testing.assert_close(evaluate(compiled, frames), evaluate(plain, frames), atol=1e-6, rtol=1e-6)
    assert graphs


def test_a_compiler_that_fails_is_left_with_its_true_error() -> None:
    plain, compiled = module_of(CONFIG), module_of(CONFIG)
    notes: list[str] = []

    def broken(graph: torch.fx.GraphModule, inputs: Any) -> Any:
        raise RuntimeError("no C++ compiler was found\nmore lines")

    compile_blocks(compiled, notes.append, backend=broken)
    for _ in range(2):
        assert torch.equal(evaluate(compiled), evaluate(plain))
    assert notes == ["torch.compile did not work and was not used: RuntimeError: no C++ compiler was found"]


def test_a_missing_torch_compile_is_left_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*args: Any, **keywords: Any) -> Any:
        raise RuntimeError("torch.compile is not supported on Python 3.99+")

    monkeypatch.setattr(torch, "compile", unsupported)
    notes: list[str] = []
    compiled = module_of(CONFIG)
    compile_blocks(compiled, notes.append)
    assert torch.equal(evaluate(compiled), evaluate(module_of(CONFIG)))
    assert len(notes) == 1
    assert "Python 3.99" in notes[0]


def test_errors_of_the_input_stay_errors() -> None:
    compiled = module_of(CONFIG)
    compile_blocks(compiled, pytest.fail, backend="eager")
    with pytest.raises(RuntimeError), torch.inference_mode():
        compiled.blocks[0](torch.zeros(1, 5, 3), BlockInputs(torch.zeros(1, 6, 16)))


def test_stopping_inside_a_compiled_block_is_no_compiler_error() -> None:
    compiled = module_of(CONFIG)
    compile_blocks(compiled, pytest.fail, backend="eager")

    def stop(k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        raise Cancelled

    h, rows = torch.zeros(1, 5, 16), torch.zeros(1, 6, 16)
    table = compiled.rotary(torch.arange(5), torch.device("cpu"))
    with pytest.raises(Cancelled), torch.inference_mode():
        compiled.blocks[0](h, BlockInputs(rows, table, extend=stop))
