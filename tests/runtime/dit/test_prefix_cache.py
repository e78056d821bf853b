"""History in front of the frames: cached or recomputed, batched or not, the same velocity; and nothing outlives a request."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from ditone.runtime.dit import config as c
from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.module import DitModule
from ditone.runtime.dit.prefix_cache import GROWTH_TOKENS, Tokens, prefix_cache_bytes
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ZERO
from ditone.runtime.sampling.solvers import SOLVERS

WIDTH, LATENTS, FRAMES, UNIT = 16, 6, 4, 5

CONFIG = c.DitConfig(
    width=WIDTH,
    depth=2,
    attention=c.Attention(2, 8, input_bias=False, qk_norm=c.QkNorm("head", 1e-6), rotary=c.Rotary(8, "half_split")),
    feed_forward=c.FeedForward(32, "gelu_tanh"),
    norm=c.Norm("layer", 1e-5, affine=False),
    time=c.TimeFeatures(count=16),
    modulation=c.Modulation("per_block"),
    input=c.Input(LATENTS, token_channels=WIDTH),
    output=c.Output(LATENTS, norm=c.Norm("layer", 1e-5, affine=False)),
)


@pytest.fixture(scope="module")
def module() -> DitModule:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        module = DitModule(CONFIG).eval().requires_grad_(False)
        for parameter in module.parameters():
            torch.nn.init.normal_(parameter, std=0.3)
    return module


def draw(seed: int, *shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def no_noise() -> Tensor:
    raise AssertionError("these solvers draw nothing")


def units(count: int, seed: int = 0) -> list[Tokens]:
    return [Tokens(draw(seed + 2 * i, 1, UNIT, WIDTH), draw(seed + 2 * i + 1, 1, UNIT, WIDTH)) for i in range(count)]


def solve(
    runtime: DitRuntime,
    history: list[Tokens],
    *,
    solver: str = "euler",
    steps: int = 3,
    scale: float = 2.0,
    cached: bool = True,
    speaker: Tensor | None = None,
    start: int = 0,
) -> list[Tensor]:
    """A small take: one patch behind each prefix of `history`, from the first `start` units on."""
    grid = schedule.linear(steps, 0.0, 1.0)
    runtime.prepare(
        Conditioning(Branch(vector=speaker), Branch()),
        SOLVERS[solver].times(grid, NOISE_AT_ZERO),
        FRAMES,
        path=NOISE_AT_ZERO,
        guidance=Guidance(scale),
        history="cached" if cached else "recomputed",
    )
    for unit in history[:start]:
        runtime.append_history(unit)
    patches = []
    for p, unit in enumerate(history[start:]):
        runtime.set_lead(Tokens(unit.conditional[:, :1], None if unit.unconditional is None else unit.unconditional[:, :1]))
        noise = draw(100 + p, 1, FRAMES, LATENTS)
        patches.append(SOLVERS[solver].run(runtime.velocity, noise, grid, NOISE_AT_ZERO, no_noise, lambda *_: None))
        runtime.append_history(unit)
    return patches


@pytest.mark.parametrize("sequential", [False, True])
@pytest.mark.parametrize("scale", [1.0, 2.2])
@pytest.mark.parametrize("solver", ["euler", "midpoint", "rk4-38"])
def test_cached_equals_recomputed(module: DitModule, solver: str, scale: float, sequential: bool) -> None:
    runtime = DitRuntime(module, sequential_guidance=sequential, poison_unwritten=True)
    for start in (0, 2):  # cold, and behind a history that is there from the beginning
        cached = solve(runtime, units(4), solver=solver, scale=scale, start=start, speaker=draw(9, 1, WIDTH))
        long_way = solve(runtime, units(4), solver=solver, scale=scale, start=start, speaker=draw(9, 1, WIDTH), cached=False)
        for a, b in zip(cached, long_way, strict=True):
            torch.testing.assert_close(a, b, atol=2e-6, rtol=1e-5)


@pytest.mark.parametrize("cached", [True, False])
def test_the_cache_saves_the_work_of_finished_tokens(module: DitModule, cached: bool) -> None:
    """Tokens that go through a block: each finished one once at every time point, not again with every later patch."""
    ran: list[int] = []
    handle = module.blocks[0].register_forward_pre_hook(lambda block, arguments: ran.append(arguments[0].shape[1]))
    try:
        solve(DitRuntime(module), units(4), steps=3, cached=cached)
    finally:
        handle.remove()
    current = 1 + FRAMES  # the lead and the noisy frames
    finished = [0, UNIT, UNIT, UNIT] if cached else [0, UNIT, 2 * UNIT, 3 * UNIT]
    assert ran == [current + before for before in finished for _ in range(3)]


def test_current_tokens_see_everything_and_history_sees_only_the_past(module: DitModule) -> None:
    """The velocity equals one evaluation of the whole sequence under a mask written down by hand."""
    history, lead, x = units(2), draw(50, 1, 1, WIDTH), draw(51, 1, FRAMES, LATENTS)
    runtime = DitRuntime(module)
    t = torch.tensor([0.25], dtype=torch.float64)
    runtime.prepare(Conditioning(Branch()), [t], FRAMES, path=NOISE_AT_ZERO, history="cached")
    for unit in history:
        runtime.append_history(unit)
    runtime.set_lead(Tokens(lead))
    tokens = torch.cat([*(unit.conditional for unit in history), lead], 1)
    past, total = 2 * UNIT, 2 * UNIT + 1 + FRAMES
    mask = torch.zeros(total, total, dtype=torch.bool)
    for row in range(total):
        mask[row, : row + 1 if row < past else total] = True
    torch.testing.assert_close(
        runtime.velocity(x, t), module.evaluate(x, t.float(), prefix=tokens, mask=mask), atol=2e-6, rtol=1e-5
    )


def test_a_take_does_not_depend_on_what_ran_before(module: DitModule) -> None:
    """Other steps, solvers, guidance, speakers, histories and lengths in between: the bits of a fresh runtime."""
    fresh = solve(DitRuntime(module), units(3))
    runtime = DitRuntime(module, poison_unwritten=True)
    solve(runtime, units(5, seed=40))
    for change in ({"steps": 2}, {"solver": "midpoint"}, {"scale": 1.0}, {"speaker": draw(1, 1, WIDTH)}, {"cached": False}):
        solve(runtime, units(2), **change)  # type: ignore[arg-type]
        again = solve(runtime, units(3))
        assert all(torch.equal(a, b) for a, b in zip(fresh, again, strict=True)), change


def test_each_condition_reaches_the_result(module: DitModule) -> None:
    runtime = DitRuntime(module)
    reference = solve(runtime, units(3))[-1]
    others = [
        solve(runtime, units(3), speaker=draw(1, 1, WIDTH))[-1],
        solve(runtime, units(3, seed=7))[-1],
        solve(runtime, units(3), steps=4)[-1],
        solve(runtime, [Tokens(u.conditional, u.conditional) for u in units(3)])[-1],
    ]
    assert all((reference - other).abs().max() > 1e-3 for other in others)


def test_buffers_grow_in_steps_and_release_drops_them(module: DitModule) -> None:
    runtime = DitRuntime(module, poison_unwritten=True)
    count = GROWTH_TOKENS // UNIT + 2
    patches = solve(runtime, units(count), steps=1)
    assert all(torch.isfinite(patch).all() for patch in patches)
    assert runtime.history_bytes() == prefix_cache_bytes(CONFIG, 2 * GROWTH_TOKENS, 1, 2, 4)
    runtime.release()
    assert runtime.history_bytes() == 0


def test_one_entry_per_time_point(module: DitModule) -> None:
    """Midpoint evaluates twice as many times; the 3/8 rule meets every inner grid point twice and keeps it once."""
    runtime = DitRuntime(module)
    sizes = {}
    for solver in ("euler", "midpoint", "rk4-38"):
        solve(runtime, units(2), solver=solver, steps=3)
        sizes[solver] = runtime.history_bytes()
    assert sizes["midpoint"] == 2 * sizes["euler"]
    assert sizes["rk4-38"] * 3 == 10 * sizes["euler"]


def test_guidance_needs_the_history_of_both_branches(module: DitModule) -> None:
    runtime = DitRuntime(module)
    grid = schedule.linear(1, 0.0, 1.0)
    runtime.prepare(
        Conditioning(Branch(), Branch()), [grid[:1]], FRAMES, path=NOISE_AT_ZERO, guidance=Guidance(2.0), history="cached"
    )
    with pytest.raises(ValueError, match="unconditional"):
        runtime.append_history(Tokens(draw(0, 1, UNIT, WIDTH)))
