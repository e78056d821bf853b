"""Stored names of the transformer, in both published spellings, to the names of a `DitModule`.

`PUBLISHED` is the layout of the model folder; `NATIVE` is what a fine-tuning run writes. Note that the affine norm before cross
attention is `norm2` in the first and `norm3` in the second.
"""

from __future__ import annotations

from collections.abc import Collection

from ditone.runtime.weights import Rule, TensorMap

# published, native, ours; each names a layer with a weight and a bias
LAYERS = (
    ("condition_embedder.time_embedder.linear_1", "time_embedding.0", "time_mlp.up"),
    ("condition_embedder.time_embedder.linear_2", "time_embedding.2", "time_mlp.down"),
    ("condition_embedder.time_proj", "time_projection.1", "modulation"),
    ("condition_embedder.text_embedder.linear_1", "text_embedding.0", "context_mlp.up"),
    ("condition_embedder.text_embedder.linear_2", "text_embedding.2", "context_mlp.down"),
    ("proj_out", "head.head", "output"),
    ("blocks.{i}.norm2", "blocks.{i}.norm3", "blocks.{i}.cross_norm"),
    ("blocks.{i}.ffn.net.0.proj", "blocks.{i}.ffn.0", "blocks.{i}.ff.up"),
    ("blocks.{i}.ffn.net.2", "blocks.{i}.ffn.2", "blocks.{i}.ff.down"),
    *(
        (f"blocks.{{i}}.{published}.{theirs}", f"blocks.{{i}}.{native}.{letter}", f"blocks.{{i}}.{ours}.{part}")
        for published, native, ours in (("attn1", "self_attn", "attn"), ("attn2", "cross_attn", "cross"))
        for theirs, letter, part in (("to_q", "q", "q"), ("to_k", "k", "k"), ("to_v", "v", "v"), ("to_out.0", "o", "out"))
    ),
)
QK_NORMS = tuple(
    (f"blocks.{{i}}.{published}.{norm}.weight", f"blocks.{{i}}.{native}.{norm}.weight", f"blocks.{{i}}.{ours}.{part}.weight")
    for published, native, ours in (("attn1", "self_attn", "attn"), ("attn2", "cross_attn", "cross"))
    for norm, part in (("norm_q", "q_norm"), ("norm_k", "k_norm"))
)
TABLES = (
    ("blocks.{i}.scale_shift_table", "blocks.{i}.modulation", "blocks.{i}.modulation_table"),
    ("scale_shift_table", "head.modulation", "final_table"),
)


def _rules(spelling: int) -> list[Rule]:
    rules = [Rule("patch_embedding.weight", "input.weight", "conv1"), Rule("patch_embedding.bias", "input.bias")]
    for names in LAYERS:
        rules += [Rule(f"{names[spelling]}.{leaf}", f"{names[2]}.{leaf}") for leaf in ("weight", "bias")]
    rules += [Rule(names[spelling], names[2]) for names in QK_NORMS]
    rules += [Rule(names[spelling], names[2], "leading") for names in TABLES]
    return rules


PUBLISHED = TensorMap(_rules(0))
NATIVE = TensorMap(_rules(1))


def stored_names(depth: int, native: bool) -> set[str]:
    """Every name that a transformer of `depth` blocks is stored under."""
    tensor_map = NATIVE if native else PUBLISHED
    patterns = [source for rule in tensor_map.rules for source in rule.sources]
    return {pattern.format(i=i) for pattern in patterns for i in range(depth if "{i}" in pattern else 1)}


def is_native(names: Collection[str]) -> bool:
    """Whether stored names are a fine-tuning run's own."""
    return "head.head.weight" in names or any(".self_attn." in name for name in names)


def transformer_map(names: Collection[str]) -> TensorMap:
    return NATIVE if is_native(names) else PUBLISHED
