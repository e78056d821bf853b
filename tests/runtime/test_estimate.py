"""What is said about a take's length in time before it starts."""

from dataclasses import replace

import pytest
import torch

from ditone.runtime import estimate
from ditone.runtime.dit import Branch, DitModule, SequenceInputs
from ditone.runtime.dit.config import Attention, FeedForward
from ditone.runtime.dit.cost import evaluation_flop
from tests.tiny import CONFIG, INFO


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, ""), (3.0, ""), (42.4, "about 42 s"), (700.0, "about 12 min"), (5500.0, "about 1.5 h"), (36000.0, "about 10.0 h")],
)
def test_words(seconds: float | None, words: str) -> None:
    assert estimate.words(seconds) == words


def test_expected_time_is_work_over_speed() -> None:
    info = replace(INFO, work_tflop=lambda request: 2.0 * request.steps)
    request = info.defaults().replaced(steps=10)
    assert estimate.expected_s(info, request, 0.5) == 40.0
    assert estimate.expected_s(INFO, request, 0.5) is None


def test_speed_is_measured_once() -> None:
    first = estimate.speed_tflops(torch.device("cpu"), torch.float32, 1)
    assert 1e-4 < first < 100
    assert estimate.speed_tflops(torch.device("cpu"), torch.float32, 1) == first


def test_a_slow_device_is_judged_by_a_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    products: list[int] = []

    def slow(a: torch.Tensor, b: torch.Tensor, times: int) -> float:
        products.append(len(a) * times)
        return 2.0

    monkeypatch.setattr(estimate, "_product_s", slow)
    speed = estimate.speed_tflops.__wrapped__(torch.device("cpu"), torch.bfloat16, 1)
    assert products == [8]
    assert speed == pytest.approx(2e-12 * 8 * 1024 * 4096 / 2.0)


@pytest.mark.parametrize("kind", ["gelu_tanh", "swiglu"])
@pytest.mark.parametrize("differential", [False, True])
def test_arithmetic_is_that_of_the_module(kind: str, differential: bool) -> None:
    """Counted by torch, less what runs once a take or outside the blocks."""
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.utils.flop_counter import FlopCounterMode

    attention = Attention(heads=2, head_dim=8, differential=differential)
    config = replace(CONFIG, attention=attention, feed_forward=FeedForward(32, kind), depth=3)  # type: ignore[arg-type]
    module = DitModule(config).eval().requires_grad_(False)
    x, context = torch.zeros(1, 50, 8), torch.zeros(1, 1, 12)
    rows = module.modulation_rows(module.time_vector(torch.tensor([0.5])))
    conditions = module.conditions_of(Branch(context=context))
    sequence = SequenceInputs(table=module.rotary(torch.arange(50), x.device))
    with FlopCounterMode(display=False) as counter, torch.no_grad(), sdpa_kernel(SDPBackend.MATH):
        module(x, rows, conditions, sequence)
    assert evaluation_flop(config, 50) == pytest.approx(counter.get_total_flops(), rel=0.08)
