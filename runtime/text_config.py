"""The configuration of a language model or text encoder in a model folder, as typed values for transformers' own classes.

Only what decides the network is passed on, each value checked: the library's classes accept many a value that fails, hangs or fills the
memory later.
"""

from __future__ import annotations

from typing import Any

from ditone.runtime.json_reading import MOST, Node

ACTIVATIONS = ("silu", "gelu", "gelu_new", "gelu_pytorch_tanh", "relu", "swish")
LONGEST = 2**24  # positions


def qwen_config(node: Node, head_dim: bool = False) -> dict[str, Any]:
    """What Qwen2Config and (with `head_dim`) Qwen3Config take. Raises the node's error for a value that no such model has."""
    width, heads = node.whole("hidden_size"), node.whole("num_attention_heads", high=MOST)
    groups = node.whole("num_key_value_heads", heads, high=MOST)
    if heads % groups:
        raise node.unsupported("num_key_value_heads", f"a divisor of num_attention_heads {heads}")
    config = {
        "hidden_size": width,
        "num_attention_heads": heads,
        "num_key_value_heads": groups,
        "num_hidden_layers": node.whole("num_hidden_layers", high=MOST),
        "intermediate_size": node.whole("intermediate_size"),
        "vocab_size": node.whole("vocab_size"),
        "hidden_act": node.choice("hidden_act", ACTIVATIONS, "silu"),
        "rms_norm_eps": node.number("rms_norm_eps", 1e-6, 1e-12, 1.0),
        "max_position_embeddings": node.whole("max_position_embeddings", 32768, high=LONGEST),
        "rope_theta": rope_theta(node),
        "tie_word_embeddings": node.flag("tie_word_embeddings"),
        "attention_dropout": 0.0,
    }
    if node.flag("use_sliding_window"):
        raise node.unsupported("use_sliding_window", "false")
    if head_dim:
        size = node.whole("head_dim", 128)
        config |= {"head_dim": size, "attention_bias": node.flag("attention_bias")}
    else:
        if width % heads:
            raise node.unsupported("num_attention_heads", f"a divisor of hidden_size {width}")
        size = width // heads
    if size % 2:
        raise node.unsupported("head_dim" if head_dim else "hidden_size", "heads of an even size")
    return config


def rope_theta(node: Node) -> float:
    """The base of the positions' angles, in either spelling. Positions that are stretched are refused: no published model has them."""
    for key in ("rope_scaling", "rope_parameters"):
        part = node.optional_node(key)
        if part.data.get("rope_type", part.data.get("type", "default")) != "default":
            raise part.unsupported("rope_type", "default")
        if "rope_theta" in part:
            return part.number("rope_theta", None, 1.0, 1e12)
    return node.number("rope_theta", 10000.0, 1.0, 1e12)
