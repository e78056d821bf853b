"""The short ways around the padded context equal the long way; prompts become the words of the training captions."""

from __future__ import annotations

import math

import pytest
import torch

from ditone.models.moss_sound_effect.conditioning import text_branch
from ditone.models.moss_sound_effect.config import CONTEXT_TOKENS, dit_config
from ditone.models.moss_sound_effect.prompt import clean, with_duration
from ditone.runtime.dit import Conditioning, DitModule, DitRuntime
from ditone.runtime.dit.layers import attend
from ditone.runtime.sampling.path import NOISE_AT_ONE
from tests.models.moss_sound_effect import published

TINY = dit_config(
    {
        **published.TRANSFORMER,
        "in_dim": 6,
        "out_dim": 6,
        "text_dim": 20,
        "freq_dim": 16,
        "dim": 32,
        "ffn_dim": 48,
        "num_heads": 4,
        "num_layers": 2,
    }
)


@pytest.fixture(scope="module")
def module() -> DitModule:
    generator = torch.Generator().manual_seed(3)
    module = DitModule(TINY).eval().requires_grad_(False)
    for parameter in module.parameters():
        parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.3)
    return module


def padded(rows: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.pad(rows, (0, 0, 0, CONTEXT_TOKENS - len(rows)))[None]


@pytest.mark.parametrize("tokens", [0, 1, 17, 510, 511, 512])
def test_one_padding_key_equals_all_of_them(module: DitModule, tokens: int) -> None:
    generator = torch.Generator().manual_seed(tokens)
    rows, x = torch.randn(tokens, 20, generator=generator), torch.randn(1, 13, 6, generator=generator)
    sigma = torch.tensor([0.7], dtype=torch.float64)
    branch = text_branch([rows])
    assert branch.cross == ("constant" if tokens == 0 else "attend")
    runtime = DitRuntime(module)
    runtime.prepare(Conditioning(branch), [sigma], 13, path=NOISE_AT_ONE)
    torch.testing.assert_close(runtime.velocity(x, sigma), module.evaluate(x, sigma, context=padded(rows)), atol=2e-5, rtol=1e-4)


def test_branches_of_one_shape_run_as_one_batch_with_the_same_result(module: DitModule) -> None:
    generator = torch.Generator().manual_seed(0)
    long, short = torch.randn(9, 20, generator=generator), torch.randn(2, 20, generator=generator)
    plain, roomy = text_branch([short]), text_branch([short], 9)
    assert roomy.context is not None and plain.context is not None
    assert roomy.context.shape == text_branch([long]).context.shape  # type: ignore[union-attr]
    x, sigma = torch.randn(1, 13, 6, generator=generator), torch.tensor([0.4])
    results = []
    for branch in (plain, roomy):
        runtime = DitRuntime(module)
        runtime.prepare(Conditioning(branch), [sigma], 13, path=NOISE_AT_ONE)
        results.append(runtime.velocity(x, sigma))
    torch.testing.assert_close(*results, atol=2e-6, rtol=1e-5)


def test_the_logarithm_of_the_padding_is_not_rounded_to_bfloat16() -> None:
    real, padding = 5, 507
    q, k = torch.zeros(1, 1, 3, 8).bfloat16(), torch.ones(1, 1, real + 1, 8).bfloat16()
    v = torch.ones(1, 1, real + 1, 8).bfloat16()
    v[:, :, -1] = 0
    bias = torch.zeros(real + 1)
    bias[-1] = math.log(padding)
    # the real keys' share is 5 / 512, which bfloat16 holds exactly; a rounded logarithm would make it 1 % larger
    assert (attend(q, k, v, bias) == real / (real + padding)).all()


@pytest.mark.parametrize(("seconds", "words"), [(5.0, "5.0s"), (0.25, "0.2s"), (1.3, "1.3s"), (29.96, "30.0s"), (10, "10.0s")])
def test_the_duration_is_said_with_one_decimal(seconds: float, words: str) -> None:
    assert with_duration("  rain ", seconds) == f"rain duration: {words}"


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("雷声，雨声！（近）", "雷声,雨声!(近)"),
        ("cafÃ© “door”", 'café "door"'),
        ("a &amp;amp; b", "a & b"),
        ("one\n\ttwo   three ", "one two three"),
        ("ﬁre", "fire"),
        ("", ""),
    ],
)
def test_prompts_are_repaired_as_the_training_captions_were(typed: str, sent: str) -> None:
    assert clean(typed) == sent
