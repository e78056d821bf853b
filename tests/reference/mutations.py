"""Structural errors, one line each: a piece of source text of one function and what stands there instead, wherever it does.

A mutation changes the code object of the function, so every module that imported it sees it. Each names a recorded case that has to fail by
ten times its tolerance.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

import pytest


@dataclass(frozen=True)
class Mutation:
    """`where`: module (without `ditone.`) and name of the function; `old` must stand in it and becomes `new`."""

    what: str
    where: str
    old: str
    new: str
    case: str

    def apply(self, monkeypatch: pytest.MonkeyPatch) -> None:
        function = self.function()
        source = textwrap.dedent(inspect.getsource(function))
        assert self.old in source, f"{self.where} has no {self.old!r} any more"
        tree = ast.parse(source.replace(self.old, self.new))
        code = compile(tree, inspect.getsourcefile(function) or "", "exec", dont_inherit=True)
        monkeypatch.setattr(function, "__code__", _code_of(code, function.__name__))

    def function(self) -> FunctionType:
        module, _, name = self.where.partition(":")
        found: Any = importlib.import_module(f"ditone.{module}")
        for part in name.split("."):
            found = getattr(found, part)
        found = inspect.unwrap(found)
        assert isinstance(found, FunctionType)
        return found


def _code_of(code: CodeType, name: str) -> CodeType:
    return next(thing for thing in code.co_consts if isinstance(thing, CodeType) and thing.co_name == name)


SA3, MOSS, COSY, DOTS = "models.stable_audio_3", "models.moss_sound_effect", "models.cosyvoice3", "models.dots"
LAYERS, MODULE = "runtime.dit.layers", "runtime.dit.module"
SOLVERS, GUIDANCE, SCHEDULE = "runtime.sampling.solvers", "runtime.sampling.guidance", "runtime.sampling.schedule"


def in_every_transformer(case: str) -> list[Mutation]:
    """Errors in what all transformers are made of, each seen by one family's case."""
    rows = [
        ("rotary: wrong sign", f"{LAYERS}:rotate", "b * cos + a * sin", "b * cos - a * sin"),
        ("rotary: swapped halves", f"{LAYERS}:rotate", "config.pairing ==", "config.pairing !="),
        ("rotary: positions twice as fast", f"{LAYERS}:rotary_table", "positions.cpu()", "2 * positions.cpu()"),
        ("attention: missing scale", f"{LAYERS}:attend", "attn_mask=mask", "attn_mask=mask, scale=1.0"),
        ("time features: swapped halves", f"{LAYERS}:time_features", "config.order ==", "config.order !="),
        ("time frequencies: off by one", f"{LAYERS}:frequencies", "elementary.exp(exponent)", "elementary.exp(exponent).roll(1)"),
        ("modulation: scale without one", f"{MODULE}:Block.forward", "1 + scale_a", "scale_a"),
        ("modulation: no gate", f"{MODULE}:Block.forward", "gate_f * self.ff(y)", "self.ff(y)"),
        ("norm: eps ten times", f"{LAYERS}:NormLayer.forward", ", self.config.eps)", ", 10 * self.config.eps)"),
        ("activation: the other one", f"{LAYERS}:Mlp.forward", "self.activation ==", "self.activation !="),
    ]
    return [Mutation(*row, case) for row in rows]


OWN = [
    Mutation(*row)
    for row in (
        # times
        (
            "time frequencies: one too many",
            f"{LAYERS}:frequencies",
            "elementary.linspace(0, 1, half, dtype)",
            "elementary.linspace(0, 1, half + 1, dtype)[:half]",
            "stable_audio_3/dit_small_inpaint",
        ),
        *(
            (
                "time frequencies: end counted otherwise",
                f"{LAYERS}:frequencies",
                "(half - 1 if config.endpoint else half)",
                "(half if config.endpoint else half - 1)",
                case,
            )
            for case in ("moss_sound_effect/dit_forward", "cosyvoice3/dit_forward", "dots/dit_forward_flow")
        ),
        # solvers, guidance
        ("euler: wrong sign", f"{SOLVERS}:euler", "spread(u - t, x)", "spread(t - u, x)", "stable_audio_3/samplers_small"),
        ("euler: wrong sign", f"{SOLVERS}:euler", "spread(u - t, x)", "spread(t - u, x)", "cosyvoice3/cfm_sampling"),
        ("midpoint: whole step", f"{SOLVERS}:midpoint", "spread(h / 2, x) * v", "spread(h, x) * v", "dots/patch_flow_solvers"),
        ("rk4: weights", f"{SOLVERS}:rk4", "2 * (k2 + k3)", "(k2 + k3)", "stable_audio_3/samplers_small"),
        ("rk4: end of the last step", f"{SOLVERS}:rk4", "_inside(u, path)", "u + 1e-4", "moss_sound_effect/ext_solvers"),
        ("rk4 3/8: a sign", f"{SOLVERS}:rk4_38", "k1 - k2 + k3", "k1 + k2 - k3", "dots/patch_flow_solvers"),
        ("dpm++: a sign", f"{SOLVERS}:dpmpp_2m", "1 + 0.5 / ratio", "1 - 0.5 / ratio", "stable_audio_3/samplers_small"),
        (
            "pingpong: level of the step before",
            f"{SOLVERS}:pingpong",
            "noise(), u",
            "noise(), t",
            "stable_audio_3/samplers_small",
        ),
        (
            "euler: wrong sign",
            f"{SOLVERS}:euler",
            "spread(u - t, x)",
            "spread(t - u, x)",
            "moss_sound_effect/sample_euler_no_guidance",
        ),
        ("guidance: scale off by one", f"{GUIDANCE}:Guide.combine", "(g.scale - 1)", "g.scale", "stable_audio_3/guidance_small"),
        ("guidance: scale off by one", f"{GUIDANCE}:Guide.combine", "(g.scale - 1)", "g.scale", "dots/guided_velocity"),
        ("guidance: scale off by one", f"{GUIDANCE}:Guide.combine", "(g.scale - 1)", "g.scale", "cosyvoice3/cfm_sampling"),
        (
            "apg: wrong sign",
            f"{GUIDANCE}:Guide.combine",
            "difference - along",
            "difference + along",
            "moss_sound_effect/ext_guidance",
        ),
        (
            "rescale: shares swapped",
            f"{GUIDANCE}:rescaled",
            "(1 - phi) * guided",
            "phi * guided",
            "stable_audio_3/guidance_small",
        ),
        (
            "path: ends swapped",
            "runtime.sampling.path:Path.mix",
            "level = self.noise_level(t)",
            "level = 1 - t",
            "moss_sound_effect/schedule",
        ),
        ("sigma shift: off by one", f"{SCHEDULE}:sigma_shift", "(shift - 1) * t", "shift * t", "moss_sound_effect/schedule"),
        ("log-snr: a sign", f"{SCHEDULE}:log_snr_shift", "at_one - at_zero", "at_one + at_zero", "stable_audio_3/schedules"),
        ("cosine times: half the angle", f"{SCHEDULE}:cosine", "math.pi / 2", "math.pi / 4", "cosyvoice3/cfm_sampling"),
        (
            "mean flow: duration's sign",
            f"{MODULE}:DitModule.time_vector",
            "result + self.duration_mlp",
            "result - self.duration_mlp",
            "dots/dit_forward_meanflow",
        ),
        (
            "consistency: a sign",
            "runtime.sampling.few_step:_coefficients",
            "cos - (1 - sigma)",
            "cos + (1 - sigma)",
            "dots/patch_two_step_scm",
        ),
        # Stable Audio 3
        (
            "differential attention: a sign",
            f"{SA3}.autoencoder:CoderBlock.attention",
            "- attend(q2",
            "+ attend(q2",
            "stable_audio_3/autoencoder_same-s",
        ),
        (
            "differential attention: a sign",
            f"{SA3}.autoencoder:CoderBlock.attention",
            "- _banded(q2",
            "+ _banded(q2",
            "stable_audio_3/autoencoder_same-l",
        ),
        ("band: one token less", f"{SA3}.autoencoder:_band_mask", "<= reach", "< reach", "stable_audio_3/autoencoder_same-l"),
        (
            "patches: channels swapped",
            f"{SA3}.autoencoder:unpatched",
            ".flatten(2)",
            ".flatten(2).flip(1)",
            "stable_audio_3/autoencoder_same-s",
        ),
        (
            "latents: missing deviation",
            f"{SA3}.autoencoder:SameAutoencoder.decode",
            "* self.running_std",
            "* 1",
            "stable_audio_3/autoencoder_same-s",
        ),
        (
            "norm: missing slope",
            f"{SA3}.autoencoder:DynamicTanh.forward",
            "self.alpha * x",
            "x",
            "stable_audio_3/autoencoder_same-s",
        ),
        ("gate: no pi", f"{SA3}.autoencoder:CoderBlock.forward", "math.pi * gate", "gate", "stable_audio_3/autoencoder_same-l"),
        (
            "seconds: range off",
            f"{SA3}.model:ConditionerModule.embed_seconds",
            "/ (high - low)",
            "/ (high - low + 1)",
            "stable_audio_3/conditioner_small",
        ),
        (
            "text: zeros in place of the padding",
            f"{SA3}.conditioning:context",
            "if negative else",
            "if not negative else",
            "stable_audio_3/conditioner_small",
        ),
        (
            "kept sound: mask left out",
            f"{SA3}.conditioning:local_conditioning",
            "latents * mask",
            "latents",
            "stable_audio_3/generate_small_inpaint",
        ),
        (
            "adapter: missing scale",
            f"{SA3}.lora:applied",
            "(adapter.alpha or rank) / rank * strength",
            "strength",
            "stable_audio_3/lora_small",
        ),
        (
            "seconds: range off",
            f"{SA3}.model:ConditionerModule.embed_seconds",
            "/ (high - low)",
            "/ (high - low + 1)",
            "stable_audio_3/generate_small_text",
        ),
        # MOSS-SoundEffect
        (
            "snake: slope on the wrong side",
            f"{MOSS}.vae:Snake.forward",
            "/ (self.alpha",
            "* (self.alpha",
            "moss_sound_effect/vae_decode",
        ),
        ("decoder: no tanh", f"{MOSS}.vae:VaeDecoder.forward", ".tanh()", ".clamp(-1, 1)", "moss_sound_effect/vae_decode_long"),
        (
            "encoder: mean and variance swapped",
            f"{MOSS}.vae:VaeEncoder.forward",
            ".chunk(2, dim=1)",
            ".flip(1).chunk(2, dim=1)",
            "moss_sound_effect/vae_encode",
        ),
        (
            "padding: counted as one row",
            f"{MOSS}.conditioning:text_branch",
            "math.log(padding)",
            "0.0",
            "moss_sound_effect/dit_batch_two_prompt_lengths",
        ),
        # CosyVoice3
        (
            "harmonics: off by one",
            f"{COSY}.source:harmonic_source",
            "torch.arange(1, config.harmonics + 2",
            "torch.arange(0, config.harmonics + 1",
            "cosyvoice3/vocoder",
        ),
        ("source: noise missing", f"{COSY}.source:harmonic_source", "+ level * noise", "+ 0 * noise", "cosyvoice3/vocoder"),
        (
            "spectrum: real and imaginary swapped",
            f"{COSY}.decoder:Vocoder.spectrum",
            "(s.real, s.imag)",
            "(s.imag, s.real)",
            "cosyvoice3/vocoder",
        ),
        (
            "streaming mask: one frame less",
            f"{COSY}.conditioning:chunk_mask",
            "< end[:, None]",
            "< end[:, None] - 1",
            "cosyvoice3/dit_forward",
        ),
        (
            "speaker: length kept",
            f"{COSY}.conditioning:FlowConditions.project_speaker",
            "F.normalize(speaker, dim=1)",
            "speaker",
            "cosyvoice3/flow_inference",
        ),
        (
            "look-ahead: off by one",
            f"{COSY}.conditioning:FlowConditions.look_ahead",
            "F.pad(h, (2, 0))",
            "F.pad(h, (1, 1))",
            "cosyvoice3/flow_inference",
        ),
        (
            "filter bank: pre-emphasis' sign",
            "runtime.audio.kaldi:fbank",
            "frames - PRE_EMPHASIS",
            "frames + PRE_EMPHASIS",
            "cosyvoice3/audio_frontend",
        ),
        (
            "mel: off by one sample",
            f"{COSY}.features:flow_mel",
            "(pad, pad), mode",
            "(pad + 1, pad - 1), mode",
            "cosyvoice3/audio_frontend",
        ),
        (
            "sampling: nucleus' own top left out",
            f"{COSY}.ras:without",
            "rest[token] = -torch.inf",
            "rest[token] = 0",
            "cosyvoice3/ras",
        ),
        # dots.tts
        (
            "snake: filter's gain",
            f"{DOTS}.decoder:Activation.stream",
            "2 * self.up.weight",
            "self.up.weight",
            "dots/vocoder",
        ),
        ("snake: exponents swapped", f"{DOTS}.decoder:Activation.stream", "self.beta.exp()", "self.alpha.exp()", "dots/vocoder"),
        ("memory: connection missing", f"{DOTS}.causal:SkipLstm.stream", "self.output(y + h)", "self.output(y)", "dots/vocoder"),
        (
            "patch encoder: tail at the end",
            f"{DOTS}.patch_encoder:PatchEncoder.forward",
            "torch.cat((tail, x[..., :-1])",
            "torch.cat((x[..., :-1], tail)",
            "dots/semantic_encoder",
        ),
        (
            "patch encoder: sees one patch ahead",
            f"{DOTS}.patch_encoder:PatchEncoder.forward",
            ".tril(old)",
            ".tril(old + 1)",
            "dots/semantic_encoder",
        ),
        (
            "guidance: without one",
            f"{DOTS}.sampling:make_plan",
            "Guidance(1.0 + scale)",
            "Guidance(scale)",
            "dots/patch_flow_solvers",
        ),
        ("speaker: scale left out", f"{DOTS}.core:DotsCore.speaker_vector", "scale * xvector", "xvector", "dots/language_model"),
    )
]
MUTATIONS = [
    *in_every_transformer("stable_audio_3/dit_small_inpaint"),
    *in_every_transformer("moss_sound_effect/dit_forward"),
    *in_every_transformer("cosyvoice3/dit_forward"),
    *in_every_transformer("dots/dit_forward_flow"),
    *OWN,
]
