"""CosyVoice3: transformer, walk of the flow, its conditions and its noise."""

from __future__ import annotations

import torch
from discovery import Case
from torch import Tensor

from checks.cosyvoice3.shared import config_of, flow_of, folder_of, frames_last
from ditone.models.cosyvoice3.conditioning import FlowPrompt, chunk_mask, conditioning, start_noise
from ditone.models.cosyvoice3.flow import PATH, Flow, FlowSettings, integrate, time_grid
from ditone.models.cosyvoice3.source import source_noise
from ditone.runtime.dit import Branch, FrameMask
from ditone.runtime.run import Run
from ditone.runtime.sampling.solvers import SOLVERS


def _static(cond: Tensor, mu: Tensor, speaker: Tensor) -> Tensor:
    frames = mu.shape[-1]
    return torch.cat((frames_last(cond), frames_last(mu), speaker[:, None].expand(-1, frames, -1)), dim=-1)


def check_dit_forward(case: Case) -> None:
    flow = flow_of(folder_of(case))
    module = flow.runtime.module
    t = case.tensors
    seen: dict[str, Tensor] = {}
    for i, block in enumerate(module.blocks):
        block.register_forward_hook(lambda m, a, out, i=i: seen.__setitem__(f"block{i}", out))
        block.attn.register_forward_hook(lambda m, a, out, i=i: seen.__setitem__(f"block{i}_attention", out))
    module.blocks[0].register_forward_pre_hook(lambda m, a: seen.__setitem__("input_embedding", a[0]))
    module.final_norm.register_forward_hook(lambda m, a, out: seen.__setitem__("norm", out))

    for run, settings in case.info["runs"].items():

        def given(name: str, run: str = run) -> Tensor:
            return t.get(f"{run}.input.{name}", t[f"plain.input.{name}"])

        x, mask, time = given("x"), given("mask"), given("t").expand(given("x").shape[0])
        frames = x.shape[-1]
        static = _static(given("cond"), given("mu"), given("spks"))
        valid = mask[:, 0].bool()
        chunk = chunk_mask(frames, flow.config.chunk_frames) if settings["streaming"] else None
        seen.clear()
        velocity = module.evaluate(frames_last(x), time, static=static, frames=FrameMask(valid, "zero_output"), mask=chunk)
        for name, tensor in t.items():
            if not name.startswith(f"{run}.expected."):
                continue
            part = name.removeprefix(f"{run}.expected.")
            if part == "velocity":
                _close_where(case, name, frames_last(velocity), mask.bool())
            elif part == "row1_alone":
                length = tensor.shape[-1]
                _close_where(case, name, frames_last(velocity)[1:, :, :length], torch.ones_like(tensor, dtype=torch.bool))
                alone = module.evaluate(frames_last(x)[1:, :length], time[1:], static=static[1:, :length])
                case.close(name, frames_last(alone))
            elif part == "time_embedding":
                case.close(name, module.time_vector(time))
            elif part == "final_norm":
                shift, scale = module.modulation_rows(module.time_vector(time)).final[:, :, None].unbind(1)
                case.close(name, seen["norm"] * (1 + scale) + shift)
            else:
                case.close(name, seen[part])


def _close_where(case: Case, name: str, found: Tensor, mask: Tensor) -> None:
    """Compares real frames only; padded ones carry no meaning."""
    expected = case.tensors[name]
    case.close(name, torch.where(mask, found, expected))


def check_cfm_sampling(case: Case) -> None:
    flow = flow_of(folder_of(case))
    t = case.tensors
    noise = frames_last(t["input.noise"])
    branch = Branch(static=_static(t["input.cond"], t["input.mu"], t["input.spks"]))
    for run, given in case.info["runs"].items():
        settings = FlowSettings(steps=given["steps"], cosine=given["schedule"] == "cosine", cfg_rate=given["cfg_rate"])
        conditions = conditioning(branch, flow.config.chunk_frames if given["streaming"] else None)
        x = integrate(flow.runtime, conditions, noise, settings, Run(0))
        case.close(f"{run}.expected.mel", frames_last(x))
        grid = time_grid(settings.steps, settings.cosine)
        times = SOLVERS["euler"].times(grid, PATH)
        case.close(f"{run}.expected.t_used", torch.cat(times).float())
        if f"{run}.expected.state_before_step" in t:
            _check_steps(case, run, flow, conditions.conditional, conditions.unconditional, grid)
        flow.release()


def _check_steps(case: Case, run: str, flow: Flow, real: Branch, zero: Branch, grid: Tensor) -> None:
    """Velocities of both branches at the recorded states, and the state that each guided step leads to."""
    module, t = flow.runtime.module, case.tensors
    rate = case.info["runs"][run]["cfg_rate"]
    states = frames_last(t[f"{run}.expected.state_before_step"])
    real_v = torch.cat([module.evaluate(x[None], grid[i : i + 1], static=real.static) for i, x in enumerate(states)])
    zero_v = torch.cat([module.evaluate(x[None], grid[i : i + 1], static=zero.static) for i, x in enumerate(states)])
    case.close(f"{run}.expected.velocity_cond", frames_last(real_v))
    case.close(f"{run}.expected.velocity_uncond", frames_last(zero_v))
    step = (grid[1:] - grid[:-1]).float()[:, None, None]
    after = states + step * ((1 + rate) * real_v - rate * zero_v)
    expected = torch.cat((states[1:], frames_last(t[f"{run}.expected.mel"])))
    case.near(f"{run}.expected.state_before_step", after, expected)


def check_flow_inference(case: Case) -> None:
    flow = flow_of(folder_of(case))
    t = case.tensors
    prompt = FlowPrompt(t["input.prompt_token"][0], t["input.prompt_feat"][0], t["input.embedding"][0])
    empty = FlowPrompt(prompt.tokens[:0], prompt.mel[:0], prompt.speaker)
    tokens, noise = t["input.token"][0], frames_last(t["input.noise"])
    for run, given in case.info["runs"].items():
        used = empty if given.get("prompt") == "empty" else prompt
        mel = flow.mel(
            used,
            tokens,
            FlowSettings(cfg_rate=flow.config.cfg_rate, cosine=flow.config.cosine_schedule),
            Run(0),
            final=given["finalize"],
            chunked=given["streaming"],
            noise=noise,
        )
        case.close(f"{run}.expected.mel", frames_last(mel))
        if f"{run}.expected.speaker_projection" in t:
            z = flow.conditions.embed(torch.cat((used.tokens, tokens))[None])
            case.close(f"{run}.expected.token_embedding", z)
            case.close(f"{run}.expected.pre_lookahead_out", flow.conditions.look_ahead(z, given["finalize"]))
            case.close(f"{run}.expected.speaker_projection", flow.conditions.project_speaker(t["input.embedding"]))


def check_rng(case: Case) -> None:
    config = config_of(folder_of(case))
    t, size = case.tensors, case.info["flow_noise"]["shape"]
    noise = frames_last(start_noise(size[2], size[1]))
    first, last = t["expected.flow_noise_first_frames"], t["expected.flow_noise_last_frames"]
    case.close("expected.flow_noise_first_frames", noise[..., : first.shape[-1]])
    case.close("expected.flow_noise_last_frames", noise[..., -last.shape[-1] :])
    assert torch.equal(frames_last(start_noise(7, size[1])), noise[..., :7])
    _same_mean(case, "flow_noise", noise, case.info["flow_noise"]["sum_float64"])

    first, last = t["expected.sine_noise_first"], t["expected.sine_noise_last"]
    rows = 480000
    sines = source_noise(case.info["sine_noise"]["shape"][1], config.flow, config.vocoder)
    case.close("expected.sine_noise_first", sines[:, : first.shape[1]])
    case.close("expected.sine_noise_last", sines[:, -last.shape[1] :])
    assert torch.equal(source_noise(100, config.flow, config.vocoder), sines[:, :100])
    _same_mean(case, "sine_noise", sines[:, :rows], case.info["sine_noise"]["sum_first_480000_rows_float64"])


def _same_mean(case: Case, name: str, drawn: Tensor, total: float) -> None:
    """That all draws between the recorded ends are those that were summed up: their mean, as a share of their spread."""
    mean, recorded = drawn.double().mean(), torch.tensor(total, dtype=torch.float64) / drawn.numel()
    case.near(f"{name}.mean_beside_spread", mean + drawn.std(), recorded + drawn.std())
