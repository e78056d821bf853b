"""What `DitRuntime` prepares once must give what the whole module gives in one call, with guidance written out by hand."""

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from ditone.runtime.dit import config as c
from ditone.runtime.dit.conditioning import Branch, Conditioning, FrameMask
from ditone.runtime.dit.module import DitModule
from ditone.runtime.dit.prefix_cache import Tokens
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from tests.tiny import CONFIG

RICH = replace(
    CONFIG,
    input=c.Input(8, static_channels=3),
    global_vector=c.Projection(5, "silu", True),
    local_channels=4,
    memory_tokens=2,
)
TIMES = [torch.tensor([t], dtype=torch.float64) for t in (1.0, 0.6, 0.2)]


def module_of(config: c.DitConfig) -> DitModule:
    torch.manual_seed(3)
    module = DitModule(config).eval()
    for parameter in module.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return module


def random(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def rich_branch(seed: int) -> Branch:
    return Branch(
        context=random(1, 4, 12, seed=seed),
        vector=random(1, 5, seed=seed + 1),
        static=random(1, 6, 3, seed=seed + 2),
        local=random(1, 6, 4, seed=seed + 3),
    )


def evaluate(module: DitModule, branch: Branch, x: Tensor, t: Tensor, frames: FrameMask | None = None) -> Tensor:
    return module.evaluate(
        x, t, vector=branch.vector, context=branch.context, static=branch.static, local=branch.local, frames=frames
    )


@torch.inference_mode()
@pytest.mark.parametrize("sequential", [False, True], ids=["one batch", "one after the other"])
def test_prepared_evaluation_equals_the_whole_module(sequential: bool) -> None:
    module = module_of(RICH)
    runtime = DitRuntime(module, sequential_guidance=sequential)
    conditional, unconditional = rich_branch(10), rich_branch(20)
    runtime.prepare(Conditioning(conditional, unconditional), TIMES, 6, path=NOISE_AT_ONE, guidance=Guidance(4.0))
    x = random(1, 6, 8)
    for t in TIMES:
        vc, vu = evaluate(module, conditional, x, t), evaluate(module, unconditional, x, t)
        assert (vc - vu).abs().max() > 0.1  # the conditions do something
        torch.testing.assert_close(runtime.velocity(x, t), vu + 4 * (vc - vu), atol=1e-4, rtol=1e-4)
    assert runtime.evaluations == 6


@torch.inference_mode()
def test_without_guidance_only_the_conditional_branch_runs() -> None:
    module = module_of(CONFIG)
    runtime = DitRuntime(module)
    branch = Branch(context=random(1, 4, 12))
    runtime.prepare(Conditioning(branch, Branch(context=random(1, 1, 12))), TIMES, 6, path=NOISE_AT_ONE)
    x = random(1, 6, 8)
    torch.testing.assert_close(runtime.velocity(x, TIMES[1]), evaluate(module, branch, x, TIMES[1]))
    assert runtime.evaluations == 1


@torch.inference_mode()
def test_outside_its_interval_guidance_costs_nothing() -> None:
    runtime = DitRuntime(module_of(CONFIG))
    both = Conditioning(Branch(context=random(1, 4, 12)), Branch(context=random(1, 4, 12, seed=1)))
    runtime.prepare(both, TIMES, 6, path=NOISE_AT_ONE, guidance=Guidance(4.0, interval=(0.5, 0.8)))
    for t in TIMES:
        runtime.velocity(random(1, 6, 8), t)
    assert runtime.evaluations == 1 + 2 + 1


@torch.inference_mode()
def test_padded_frames_do_not_reach_real_ones() -> None:
    module = module_of(CONFIG)
    branch = Branch(context=random(1, 4, 12))
    x = random(1, 6, 8)
    frames = FrameMask((torch.arange(6) < 4)[None])
    runtime = DitRuntime(module)
    runtime.prepare(Conditioning(branch, frames=frames), TIMES, 6, path=NOISE_AT_ONE)
    padded = runtime.velocity(x, TIMES[0])[:, :4]
    runtime.prepare(Conditioning(branch), TIMES, 4, path=NOISE_AT_ONE)
    torch.testing.assert_close(padded, runtime.velocity(x[:, :4], TIMES[0]), atol=1e-5, rtol=1e-5)


@torch.inference_mode()
def test_items_of_a_batch_with_their_own_times_equal_single_items() -> None:
    module = module_of(CONFIG)
    context, x = random(2, 4, 12), random(2, 6, 8)
    t = torch.tensor([0.9, 0.4], dtype=torch.float64)
    runtime = DitRuntime(module)
    both = Conditioning(Branch(context=context), Branch(context=random(2, 4, 12, seed=5)))
    runtime.prepare(both, [t], 6, path=NOISE_AT_ONE, guidance=Guidance(2.0, apg=1.0))
    together = runtime.velocity(x, t)
    for i in range(2):
        single = Conditioning(Branch(context=context[i : i + 1]), Branch(context=random(2, 4, 12, seed=5)[i : i + 1]))
        runtime.prepare(single, [t[i : i + 1]], 6, path=NOISE_AT_ONE, guidance=Guidance(2.0, apg=1.0))
        torch.testing.assert_close(together[i : i + 1], runtime.velocity(x[i : i + 1], t[i : i + 1]), atol=1e-4, rtol=1e-4)


@torch.inference_mode()
def test_a_context_of_equal_rows_needs_no_attention() -> None:
    """`cross="constant"`: a softmax over equal values is that value."""
    module = module_of(CONFIG)
    context = random(1, 1, 12).expand(1, 5, 12)
    x = random(1, 6, 8)
    results = []
    for cross in ("attend", "constant"):
        runtime = DitRuntime(module)
        runtime.prepare(Conditioning(Branch(context=context, cross=cross)), TIMES, 6, path=NOISE_AT_ONE)  # type: ignore[arg-type]
        results.append(runtime.velocity(x, TIMES[0]))
    torch.testing.assert_close(results[0], results[1], atol=1e-5, rtol=1e-5)


@torch.inference_mode()
def test_check_is_called_between_blocks_and_may_stop() -> None:
    module = module_of(CONFIG)
    runtime = DitRuntime(module)
    calls = []

    def check() -> None:
        calls.append(None)
        if len(calls) == 2:
            raise KeyboardInterrupt

    runtime.prepare(Conditioning(Branch(context=random(1, 4, 12))), TIMES, 6, path=NOISE_AT_ONE, check=check)
    with pytest.raises(KeyboardInterrupt):
        runtime.velocity(random(1, 6, 8), TIMES[0])
    assert len(calls) == 2


def test_guidance_without_a_second_branch_is_refused() -> None:
    runtime = DitRuntime(module_of(CONFIG))
    with pytest.raises(ValueError, match="needs an unconditional branch"):
        runtime.prepare(Conditioning(Branch(context=random(1, 4, 12))), TIMES, 6, path=NOISE_AT_ONE, guidance=Guidance(2.0))


@torch.inference_mode()
def test_release_keeps_nothing_but_weights() -> None:
    module = module_of(CONFIG)
    runtime = DitRuntime(module)
    runtime.prepare(Conditioning(Branch(context=random(1, 4, 12))), TIMES, 6, path=NOISE_AT_ONE)
    runtime.velocity(random(1, 6, 8), TIMES[0])
    runtime.release()
    kept = [value for value in vars(runtime).values() if isinstance(value, Tensor) or (isinstance(value, list) and value)]
    assert kept == []
    assert set(module.state_dict()) == {name for name, _ in module.named_parameters()}  # the module holds no other state


@torch.inference_mode()
@pytest.mark.parametrize("history", ["none", "cached"])
def test_preparing_anew_forgets_the_last_request(history: str) -> None:
    """Guided, then unguided, without a release in between: nothing of the first is left, neither guidance nor history nor counts."""
    config = replace(CONFIG, input=c.Input(8, token_channels=16))
    module = module_of(config)
    first = Conditioning(Branch(context=random(1, 4, 12)), Branch(context=random(1, 4, 12, seed=1)))
    second = Conditioning(Branch(context=random(1, 3, 12, seed=2)), Branch(context=random(1, 3, 12, seed=3)))
    lead = Tokens(random(1, 1, 16, seed=4), random(1, 1, 16, seed=5))

    def velocities(runtime: DitRuntime) -> list[Tensor]:
        runtime.prepare(second, TIMES, 6, path=NOISE_AT_ONE, history=history)  # type: ignore[arg-type]
        if history != "none":
            runtime.set_lead(lead)
        return [runtime.velocity(random(1, 6, 8), t) for t in TIMES]

    fresh, used = DitRuntime(module), DitRuntime(module)
    used.prepare(first, TIMES[:2], 6, path=NOISE_AT_ONE, guidance=Guidance(4.0, momentum=-0.5), history=history)  # type: ignore[arg-type]
    if history != "none":
        used.append_history(lead)
        used.set_lead(lead)
    for t in TIMES[:2]:
        used.velocity(random(1, 6, 8), t)
    for a, b in zip(velocities(fresh), velocities(used), strict=True):
        assert torch.equal(a, b)
    assert used.evaluations == fresh.evaluations == len(TIMES)
    assert used.history_bytes() == fresh.history_bytes()


@torch.inference_mode()
def test_branches_of_one_global_vector_share_their_modulation() -> None:
    module = module_of(RICH)
    made: list[int] = []
    original = module.modulation_rows
    module.modulation_rows = lambda vector: made.append(1) or original(vector)  # type: ignore[method-assign]
    one, other = rich_branch(10), rich_branch(20)
    for branch, banks in ((replace(other, vector=one.vector), 1), (other, 2)):
        made.clear()
        DitRuntime(module).prepare(Conditioning(one, branch), TIMES, 6, path=NOISE_AT_ONE, guidance=Guidance(4.0))
        assert len(made) == banks
