"""Published tensor names of flow, language model and vocoder. Architecture is config.py's subject."""

from __future__ import annotations

from ditone.runtime.weights.tensor_map import Rule, TensorMap

DIT_PREFIX = "decoder.estimator."
F0_PREFIX = "f0_predictor."
TRAINING_PREFIX = "generator."  # on every vocoder name in training checkpoints

_BLOCK = "transformer_blocks.{i}."

DIT = TensorMap(
    [
        Rule("time_embed.time_mlp.0.{p}", "time_mlp.up.{p}"),
        Rule("time_embed.time_mlp.2.{p}", "time_mlp.down.{p}"),
        Rule("input_embed.proj.{p}", "input.{p}"),
        Rule("input_embed.conv_pos_embed.conv{i}.0.{p}", "conv_position.conv{i}.{p}"),
        Rule(_BLOCK + "attn_norm.linear.{p}", "blocks.{i}.modulation.{p}"),
        Rule(_BLOCK + "attn.to_q.{p}", "blocks.{i}.attn.q.{p}"),
        Rule(_BLOCK + "attn.to_k.{p}", "blocks.{i}.attn.k.{p}"),
        Rule(_BLOCK + "attn.to_v.{p}", "blocks.{i}.attn.v.{p}"),
        Rule(_BLOCK + "attn.to_out.0.{p}", "blocks.{i}.attn.out.{p}"),
        Rule(_BLOCK + "ff.ff.0.0.{p}", "blocks.{i}.ff.up.{p}"),
        Rule(_BLOCK + "ff.ff.2.{p}", "blocks.{i}.ff.down.{p}"),
        Rule("norm_out.linear.{p}", "final_modulation.{p}"),
        Rule("proj_out.{p}", "output.{p}"),
    ],
    ignored=["rotary_embed.inv_freq"],  # recomputed in float32
)

CONDITIONS = TensorMap(
    [
        Rule("input_embedding.weight", "tokens.weight"),
        Rule("spk_embed_affine_layer.{p}", "speaker.{p}"),
        Rule("pre_lookahead_layer.{p}", "{p}"),
    ],
    ignored=[DIT_PREFIX + "{p}"],
)

LANGUAGE_MODEL = TensorMap(
    [
        Rule("llm.model.model.{p}", "text.{p}"),
        Rule("speech_embedding.weight", "speech.weight"),
        Rule("llm_decoder.weight", "head.weight"),
    ],
    ignored=["llm.model.lm_head.weight"],  # tied to the text table and never asked for speech
)

# both spellings of weight norm: gain and direction
_NORMED = (
    Rule(("{c}.parametrizations.weight.original0", "{c}.parametrizations.weight.original1"), "{c}.weight", "weight_norm"),
    Rule(("{c}.weight_g", "{c}.weight_v"), "{c}.weight", "weight_norm"),
)

VOCODER = TensorMap(
    [
        Rule("m_source.l_linear.{p}", "source.{p}"),
        Rule("source_downs.{i}.{p}", "source_downs.{i}.{p}"),
        Rule("{c}.bias", "{c}.bias"),
        Rule("{c}.alpha", "{c}.alpha"),
        *_NORMED,
    ],
    ignored=[F0_PREFIX + "{p}"],
)

F0 = TensorMap([Rule("classifier.{p}", "classifier.{p}"), Rule("{c}.bias", "{c}.bias"), *_NORMED])
