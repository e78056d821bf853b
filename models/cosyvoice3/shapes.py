"""Parameter names and shapes of all networks, written out where building them would take longer than a folder may be looked at."""

from __future__ import annotations

import dataclasses

from ditone.models.cosyvoice3.conditioning import FlowConditions
from ditone.models.cosyvoice3.config import FlowConfig, LanguageModelConfig, VocoderConfig
from ditone.models.cosyvoice3.source import PitchPredictor
from ditone.runtime.dit import DitConfig, DitModule
from ditone.runtime.weights.loading import parameter_shapes
from ditone.runtime.weights.skeleton import skeleton

Shapes = dict[str, tuple[int, ...]]


def conditions(config: FlowConfig) -> Shapes:
    with skeleton():
        return parameter_shapes(FlowConditions(config))


def transformer(config: DitConfig) -> Shapes:
    """All blocks are alike, so one is built."""
    with skeleton():
        one = parameter_shapes(DitModule(dataclasses.replace(config, depth=1)))
    block = {name.removeprefix("blocks.0."): shape for name, shape in one.items() if name.startswith("blocks.0.")}
    rest = {name: shape for name, shape in one.items() if not name.startswith("blocks.0.")}
    return rest | {f"blocks.{i}.{name}": shape for i in range(config.depth) for name, shape in block.items()}


def pitch(config: VocoderConfig) -> Shapes:
    with skeleton():
        return parameter_shapes(PitchPredictor(config))


def vocoder(config: VocoderConfig) -> Shapes:
    bins, stages = config.n_fft + 2, len(config.upsample_rates)
    widths = [config.channels // 2**i for i in range(stages + 1)]
    result: Shapes = {"source.weight": (1, config.harmonics + 1), "source.bias": (1,)}
    result |= _conv("conv_pre", config.channels, config.mel_channels, config.lookahead_frames + 1)
    result |= _conv("conv_post", bins, widths[-1], 7)
    for i, width in enumerate(widths[1:]):
        stride = 1
        for rate in config.upsample_rates[i + 1 :]:
            stride *= rate
        result |= _conv(f"ups.{i}", width, widths[i], config.upsample_kernels[i])
        result |= _conv(f"source_downs.{i}", width, bins, 2 * stride if stride > 1 else 1)
        result |= _residual(f"source_resblocks.{i}", width, config.source_kernels[i], len(config.source_dilations[i]))
        for j, kernel in enumerate(config.block_kernels):
            name = f"resblocks.{i * len(config.block_kernels) + j}"
            result |= _residual(name, width, kernel, len(config.block_dilations[j]))
    return result


def language_model(config: LanguageModelConfig) -> Shapes:
    text = config.text
    width, inner = int(text["hidden_size"]), int(text["intermediate_size"])
    narrow = width // int(text["num_attention_heads"]) * int(text["num_key_value_heads"])
    layer: Shapes = {
        "self_attn.q_proj.weight": (width, width),
        "self_attn.q_proj.bias": (width,),
        "self_attn.k_proj.weight": (narrow, width),
        "self_attn.k_proj.bias": (narrow,),
        "self_attn.v_proj.weight": (narrow, width),
        "self_attn.v_proj.bias": (narrow,),
        "self_attn.o_proj.weight": (width, width),
        "mlp.gate_proj.weight": (inner, width),
        "mlp.up_proj.weight": (inner, width),
        "mlp.down_proj.weight": (width, inner),
        "input_layernorm.weight": (width,),
        "post_attention_layernorm.weight": (width,),
    }
    result: Shapes = {"text.embed_tokens.weight": (int(text["vocab_size"]), width), "text.norm.weight": (width,)}
    for i in range(int(text["num_hidden_layers"])):
        result |= {f"text.layers.{i}.{name}": shape for name, shape in layer.items()}
    return result | {"speech.weight": (config.speech_rows, width), "head.weight": (config.speech_rows, width)}


def _conv(name: str, out: int, inputs: int, kernel: int) -> Shapes:
    return {f"{name}.weight": (out, inputs, kernel), f"{name}.bias": (out,)}


def _residual(name: str, width: int, kernel: int, count: int) -> Shapes:
    result: Shapes = {}
    for i in range(count):
        for part in ("1", "2"):
            result |= _conv(f"{name}.convs{part}.{i}", width, width, kernel)
            result[f"{name}.activations{part}.{i}.alpha"] = (width,)
    return result
