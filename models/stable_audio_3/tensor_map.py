"""Published tensor names of a whole variant (`dit`, `autoencoder`, `conditioner`) and of an autoencoder alone."""

from __future__ import annotations

from ditone.runtime.weights import Rule, TensorMap

_DIT = "model.model."
_BLOCK = _DIT + "transformer.layers.{i}."
_TARGET = "dit.blocks.{i}."

DIT_RULES = (
    Rule(_DIT + "to_timestep_embed.0.{p}", "dit.time_mlp.up.{p}"),
    Rule(_DIT + "to_timestep_embed.2.{p}", "dit.time_mlp.down.{p}"),
    Rule(_DIT + "to_cond_embed.0.{p}", "dit.context_mlp.up.{p}"),
    Rule(_DIT + "to_cond_embed.2.{p}", "dit.context_mlp.down.{p}"),
    Rule(_DIT + "to_global_embed.0.{p}", "dit.global_mlp.up.{p}"),
    Rule(_DIT + "to_global_embed.2.{p}", "dit.global_mlp.down.{p}"),
    Rule(_DIT + "transformer.global_cond_embedder.0.{p}", "dit.modulation_mlp.up.{p}"),
    Rule(_DIT + "transformer.global_cond_embedder.2.{p}", "dit.modulation_mlp.down.{p}"),
    Rule(_DIT + "preprocess_conv.weight", "dit.input_conv.weight", "conv1"),
    Rule(_DIT + "postprocess_conv.weight", "dit.output_conv.weight", "conv1"),
    Rule(_DIT + "transformer.project_in.weight", "dit.input.weight"),
    Rule(_DIT + "transformer.project_out.weight", "dit.output.weight"),
    Rule(_DIT + "transformer.memory_tokens", "dit.memory"),
    Rule(_BLOCK + "to_scale_shift_gate", _TARGET + "modulation_table", "flat"),
    Rule(_BLOCK + "pre_norm.gamma", _TARGET + "attn_norm.weight"),
    Rule(_BLOCK + "cross_attend_norm.gamma", _TARGET + "cross_norm.weight"),
    Rule(_BLOCK + "ff_norm.gamma", _TARGET + "ff_norm.weight"),
    Rule(_BLOCK + "self_attn.to_qkv.weight", _TARGET + "attn.qkv.weight"),
    Rule(_BLOCK + "self_attn.to_out.weight", _TARGET + "attn.out.weight"),
    Rule(_BLOCK + "self_attn.q_norm.gamma", _TARGET + "attn.q_norm.weight"),
    Rule(_BLOCK + "self_attn.k_norm.gamma", _TARGET + "attn.k_norm.weight"),
    Rule(_BLOCK + "cross_attn.to_q.weight", _TARGET + "cross.q.weight"),
    Rule(_BLOCK + "cross_attn.to_kv.weight", _TARGET + "cross.kv.weight"),
    Rule(_BLOCK + "cross_attn.to_out.weight", _TARGET + "cross.out.weight"),
    Rule(_BLOCK + "cross_attn.q_norm.gamma", _TARGET + "cross.q_norm.weight"),
    Rule(_BLOCK + "cross_attn.k_norm.gamma", _TARGET + "cross.k_norm.weight"),
    Rule(_BLOCK + "ff.ff.0.proj.{p}", _TARGET + "ff.up.{p}"),
    Rule(_BLOCK + "ff.ff.2.{p}", _TARGET + "ff.down.{p}"),
    Rule(_BLOCK + "to_local_embed.0.{p}", _TARGET + "local.up.{p}"),
    Rule(_BLOCK + "to_local_embed.2.{p}", _TARGET + "local.down.{p}"),
)

CONDITIONER_RULES = (
    Rule("conditioner.conditioners.prompt.padding_embedding", "conditioner.padding"),
    Rule("conditioner.conditioners.seconds_total.embedder.embedding.1.{p}", "conditioner.seconds.{p}"),
)


def autoencoder_rules(prefix: str, target: str) -> tuple[Rule, ...]:
    """Both halves hold the same parts at other places of their lists of layers."""
    rules = [Rule(f"{prefix}bottleneck.{name}", f"{target}{name}") for name in ("scaling_factor", "bias", "running_std")]
    for half, block, projection in (("encoder", 0, 2), ("decoder", 3, 1)):
        stored, made = f"{prefix}{half}.layers.{block}.", f"{target}{half}."
        inner = stored + "transformers.{i}."
        rules += [
            Rule(stored + "new_tokens", made + "new_tokens"),
            Rule((stored + "mapping.weight_g", stored + "mapping.weight_v"), made + "mapping.weight", "weight_norm"),
            Rule(stored + "mapping.bias", made + "mapping.bias"),
            Rule(f"{prefix}{half}.layers.{projection}.{{p}}", made + "projection.{p}"),
            Rule(inner + "pre_norm.{p}", made + "blocks.{i}.attn_norm.{p}"),
            Rule(inner + "self_attn.to_qkv.weight", made + "blocks.{i}.qkv.weight"),
            Rule(inner + "self_attn.to_out.weight", made + "blocks.{i}.out.weight"),
            Rule(inner + "self_attn.q_norm.{p}", made + "blocks.{i}.q_norm.{p}"),
            Rule(inner + "self_attn.k_norm.{p}", made + "blocks.{i}.k_norm.{p}"),
            Rule(inner + "ff_norm.{p}", made + "blocks.{i}.ff_norm.{p}"),
            Rule(inner + "ff.ff.0.proj.{p}", made + "blocks.{i}.up.{p}"),
            Rule(inner + "ff.ff.2.{p}", made + "blocks.{i}.down.{p}"),
        ]
    return tuple(rules)


def autoencoder_ignored(prefix: str) -> tuple[str, ...]:
    """Rotary frequencies, which are recomputed, and a tensor of no elements that is really in the files."""
    return (
        prefix + "bottleneck.noise_scaling_factor",
        prefix + "encoder.layers.0.transformers.{i}.rope.inv_freq",
        prefix + "decoder.layers.3.transformers.{i}.rope.inv_freq",
    )


_PRETRANSFORM = "pretransform.model."

WHOLE = TensorMap(
    [*DIT_RULES, *CONDITIONER_RULES, *autoencoder_rules(_PRETRANSFORM, "autoencoder.")],
    [_DIT + "transformer.rotary_pos_emb.inv_freq", *autoencoder_ignored(_PRETRANSFORM)],
)
AUTOENCODER = TensorMap(autoencoder_rules("", "autoencoder."), autoencoder_ignored(""))

# the text encoder's own file: half of it, the language model's decoder, is never used
TEXT_ENCODER = TensorMap([Rule("model.encoder.{rest}", "encoder.{rest}")], ["model.decoder.{rest}", "lm_head.{rest}"])
