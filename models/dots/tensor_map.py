"""Published tensor names of dots.tts -> module names."""

from __future__ import annotations

from runtime.weights import Rule, TensorMap

MODEL_FILE = "model.safetensors"
VOCODER_FILE = "vocoder.safetensors"
SPEAKER_FILE = "speaker_encoder.safetensors"
STATS_FILE = "latent_stats.pt"

_DIT = "velocity_field_predictor."

DIT_RULES = (
    Rule("coordinate_proj.{p}", "token_input.{p}"),
    Rule(_DIT + "input_layer.{p}", "input.{p}"),
    Rule(_DIT + "time_embedder.mlp.0.{p}", "time_mlp.up.{p}"),
    Rule(_DIT + "time_embedder.mlp.2.{p}", "time_mlp.down.{p}"),
    Rule(_DIT + "duration_embedder.mlp.0.{p}", "duration_mlp.up.{p}"),
    Rule(_DIT + "duration_embedder.mlp.2.{p}", "duration_mlp.down.{p}"),
    *(Rule(_DIT + "blocks.{i}.attn." + p + "_proj.weight", "blocks.{i}.attn." + p + ".weight") for p in "qkv"),
    *(Rule(_DIT + "blocks.{i}.attn." + p + "_norm.weight", "blocks.{i}.attn." + p + "_norm.weight") for p in "qk"),
    Rule(_DIT + "blocks.{i}.attn.o_proj.{p}", "blocks.{i}.attn.out.{p}"),
    Rule(_DIT + "blocks.{i}.ffn.fc1.{p}", "blocks.{i}.ff.up.{p}"),
    Rule(_DIT + "blocks.{i}.ffn.fc2.{p}", "blocks.{i}.ff.down.{p}"),
    Rule(_DIT + "blocks.{i}.adaLN_modulation.1.{p}", "blocks.{i}.modulation.{p}"),
    Rule(_DIT + "output_layer.adaLN_modulation.1.{p}", "final_modulation.{p}"),
    Rule(_DIT + "output_layer.linear.{p}", "output.{p}"),
)

_LAYER = "patch_encoder.encoder.layers.{i}."

PATCH_ENCODER_RULES = (
    Rule("patch_encoder.ds_proj.{p}", "halve.{p}"),
    Rule("patch_encoder.in_proj.{p}", "input.{p}"),
    Rule("patch_encoder.out_proj.{p}", "output.{p}"),
    *(Rule(_LAYER + "attn." + p + "_proj.weight", "layers.{i}.attn." + p + ".weight") for p in "qkv"),
    Rule(_LAYER + "attn.o_proj.{p}", "layers.{i}.attn.out.{p}"),
    Rule(_LAYER + "attn_norm.weight", "layers.{i}.attn_norm.weight"),
    Rule(_LAYER + "ffn_norm.weight", "layers.{i}.ff_norm.weight"),
    Rule(_LAYER + "ffn.fc1.{p}", "layers.{i}.ff.up.{p}"),
    Rule(_LAYER + "ffn.fc2.{p}", "layers.{i}.ff.down.{p}"),
)


def _under(prefix: str, rules: tuple[Rule, ...]) -> list[Rule]:
    return [Rule(rule.source, prefix + rule.target, rule.kind, rule.index, rule.parts) for rule in rules]


# the whole of model.safetensors; the language model's own names are transformers' names
CORE_MAP = TensorMap(
    [
        Rule("llm.model.{name}", "llm.{name}"),
        *_under("dit.", DIT_RULES),
        *_under("patch_encoder.", PATCH_ENCODER_RULES),
        Rule("hidden_proj.{p}", "hidden_proj.{p}"),
        Rule("latent_proj.{p}", "latent_proj.{p}"),
        Rule("xvec_proj.0.{p}", "speaker_proj.{p}"),
        Rule("xvec_proj.1.{p}", "speaker_norm.{p}"),
        Rule("eos_proj.0.{p}", "stop.up.{p}"),
        Rule("eos_proj.2.{p}", "stop.down.{p}"),
    ]
)
DIT_MAP = TensorMap(DIT_RULES)
