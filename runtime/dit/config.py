"""Architecture of a diffusion transformer: widths, depths and the kind of every small part.

A `DitConfig` says what the network computes and knows no checkpoint name (that is `TensorMap`'s subject).
It is composed of one small frozen dataclass per part, so that a family reads as a list of its parts. Wrong combinations are
refused here, with the numbers in the message, before any memory is allocated.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from dataclasses import dataclass
from typing import Any, Literal

LARGEST, DEEPEST = 2**24, 1024  # no number of a transformer comes near


@dataclass(frozen=True)
class Norm:
    """`rms`: y / rms(y) * weight; `layer`: LayerNorm. `affine` False means no learned weight (and bias)."""

    kind: Literal["rms", "layer"]
    eps: float
    affine: bool = True


@dataclass(frozen=True)
class QkNorm:
    """RMS norm of queries and keys: over each head's channels (`head`) or over the whole width before the split (`width`)."""

    scope: Literal["head", "width"]
    eps: float


@dataclass(frozen=True)
class Rotary:
    """Rotary positions on the first `channels` of every head, or of the whole width before heads are split.

    `half_split` pairs channel j with j + channels/2, `interleaved` pairs 2j with 2j + 1.
    The angle of pair j at position p is p * base^(-2j / channels) (Su et al. 2021, eq. 15).
    `scope="width"` is CosyVoice3's case: only the first head is turned, because the rotation happens before the split.
    `dtype` is the precision in which angles are formed, as the original does it; far positions make it visible.
    """

    channels: int
    pairing: Literal["half_split", "interleaved"]
    base: float = 10000.0
    scope: Literal["head", "width"] = "head"
    dtype: Literal["float32", "float64"] = "float32"


@dataclass(frozen=True)
class Attention:
    """Multi-head attention. `differential` subtracts a second softmax (weight one, shared values).

    `projection`: `fused` keeps one matrix with rows q, k, v (, q', k') for self attention, and q (, q') / k (, k'), v for cross
    attention; `separate` keeps q, k and v apart.
    """

    heads: int
    head_dim: int
    projection: Literal["separate", "fused"] = "separate"
    differential: bool = False
    input_bias: bool = True
    output_bias: bool = True
    qk_norm: QkNorm | None = None
    rotary: Rotary | None = None

    @property
    def width(self) -> int:
        return self.heads * self.head_dim


@dataclass(frozen=True)
class FeedForward:
    """`gelu_tanh`: W2 gelu(W1 y); `swiglu`: W2 (a * silu(b)) with [a | b] = W1 y (value first, gate second)."""

    inner: int
    kind: Literal["gelu_tanh", "swiglu"]
    bias: bool = True


@dataclass(frozen=True)
class TimeFeatures:
    """Sinusoids of the flow time t in [0, 1]: angle_k = t * scale * f_k, with f_k geometric from `first` to `last`.

    `endpoint` tells whether `last` is the frequency of the last of the `count / 2` features or would come one after it.
    `dtype` is the precision in which angles are formed; it is part of the architecture, since angles reach 1e4.
    `turns`: frequencies are whole turns, both ends included, and 2 pi is the last factor. In float32 the order of the factors matters.
    `units`: (k, n): the published float32 table holds f_k n units in the last place above the exactly rounded value.
    """

    count: int = 256
    first: float = 1.0
    last: float = 1e-4
    endpoint: bool = False
    scale: float = 1.0
    order: Literal["cos_sin", "sin_cos"] = "cos_sin"
    dtype: Literal["float32", "float64"] = "float32"
    turns: bool = False
    units: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Modulation:
    """How the time vector becomes shift, scale and gate of each block, and of the final layer.

    `per_block`: every block has its own Linear(silu(c)) (adaLN-zero, Peebles & Xie 2023, section 3.2).
    `shared`: one vector of six widths for all blocks plus a learned table per block (PixArt-alpha, section 2.3);
    it is made by silu + Linear, or by Linear, SiLU, Linear when `shared_hidden`.
    `gate`: as it is, or sigmoid(1 - g). `final`: none; a Linear of its own; or a table added to the time vector itself.
    """

    kind: Literal["per_block", "shared"]
    order: tuple[str, str, str] = ("shift", "scale", "gate")
    gate: Literal["linear", "sigmoid_complement"] = "linear"
    shared_hidden: bool = False
    final: Literal["none", "linear", "table"] = "linear"
    final_order: tuple[str, str] = ("shift", "scale")


@dataclass(frozen=True)
class Projection:
    """A two-layer perceptron that brings a condition to the model width."""

    input_dim: int
    activation: Literal["silu", "gelu_tanh"]
    bias: bool


@dataclass(frozen=True)
class ConvPosition:
    """Two causal grouped convolutions with Mish, added to the projected input as a position embedding."""

    kernel: int
    groups: int


@dataclass(frozen=True)
class Input:
    """Input layer: the noisy channels, then `static_channels` of conditions that are concatenated behind them.

    `token_channels`: the noisy channels first pass a linear layer of their own to this width, in which tokens made elsewhere
    (a prefix of finished history) may stand before them (dots.tts).
    """

    channels: int
    token_channels: int = 0
    static_channels: int = 0
    bias: bool = True
    residual_conv: bool = False
    conv_position: ConvPosition | None = None


@dataclass(frozen=True)
class Output:
    channels: int
    bias: bool = True
    residual_conv: bool = False
    norm: Norm | None = None


@dataclass(frozen=True)
class DitConfig:
    """The whole transformer. Raises ValueError, with the numbers, when the parts do not fit together."""

    width: int
    depth: int
    attention: Attention
    feed_forward: FeedForward
    norm: Norm
    time: TimeFeatures
    modulation: Modulation
    input: Input
    output: Output
    cross_attention: Attention | None = None
    cross_norm: Norm | None = None
    context: Projection | None = None
    global_vector: Projection | None = None
    local_channels: int = 0
    memory_tokens: int = 0
    duration_embedder: bool = False

    def __post_init__(self) -> None:
        for name in ("width", "depth"):
            if getattr(self, name) < 1:
                raise ValueError(f"DitConfig.{name} is {getattr(self, name)}; it must be at least 1")
        if self.depth > DEEPEST:
            raise ValueError(f"DitConfig.depth is {self.depth}; it must be at most {DEEPEST}")
        for part in (self.attention, self.cross_attention):
            if part is not None:
                _check_attention(part, self.width)
        if (self.cross_attention is None) != (self.cross_norm is None):
            raise ValueError("DitConfig: cross_attention and cross_norm come together; give both or neither")
        if self.cross_attention is not None and self.cross_attention.rotary is not None:
            raise ValueError("DitConfig: cross attention has no positions; its rotary must be None")
        if self.time.count % 2:
            raise ValueError(f"TimeFeatures.count is {self.time.count}; sine and cosine need an even number")
        if sorted(self.modulation.order) != ["gate", "scale", "shift"]:
            raise ValueError(f"Modulation.order {self.modulation.order} must name shift, scale and gate once each")
        if sorted(self.modulation.final_order) != ["scale", "shift"]:
            raise ValueError(f"Modulation.final_order {self.modulation.final_order} must name shift and scale once each")
        if (self.modulation.final == "none") != (self.output.norm is None):
            raise ValueError(
                "DitConfig: a modulated final layer needs output.norm, and output.norm needs a modulated final layer"
            )
        if self.input.token_channels and self.input.static_channels:
            raise ValueError("DitConfig: static input channels cannot be joined with tokens made elsewhere; set one of the two")
        conv = self.input.conv_position
        if conv is not None and self.width % (conv.groups or self.width + 1):
            raise ValueError(f"ConvPosition.groups {conv.groups} does not divide the width {self.width}")

    def to_dict(self) -> dict[str, Any]:
        """Plain nested dict, ready for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> DitConfig:
        """The inverse of `to_dict`. Raises ValueError for an unknown or missing key."""
        return typing.cast(DitConfig, _build(cls, data, "dit"))


def _check_attention(part: Attention, width: int) -> None:
    if part.width != width:
        raise ValueError(
            f"attention has {part.heads} heads of {part.head_dim} = {part.width} channels; the model width is {width}"
        )
    rotary = part.rotary
    if rotary is None:
        return
    limit = part.head_dim if rotary.scope == "head" else width
    if rotary.channels % 2 or not 0 < rotary.channels <= limit:
        raise ValueError(f"rotary turns {rotary.channels} channels; it must be an even number up to {limit}")


def _build(kind: Any, data: Any, where: str) -> Any:
    """Builds dataclass `kind` from plain data, refusing unknown keys, so that a typo cannot pass silently."""
    if not isinstance(data, dict):
        raise ValueError(f"{where}: expected an object, found {type(data).__name__}")
    hints = typing.get_type_hints(kind)
    unknown = sorted(set(data) - set(hints))
    if unknown:
        raise ValueError(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(sorted(hints))}")
    values: dict[str, Any] = {}
    for name, value in data.items():
        values[name] = _value(hints[name], value, f"{where}.{name}")
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(f"{where}: {error}") from error


def _value(hint: Any, value: Any, where: str) -> Any:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        inner = [a for a in typing.get_args(hint) if a is not type(None)]
        return None if value is None else _value(inner[0], value, where)
    if origin is Literal:
        if value not in typing.get_args(hint):
            raise ValueError(f"{where} is {value!r}; expected one of {', '.join(map(str, typing.get_args(hint)))}")
        return value
    if origin is tuple:
        if not isinstance(value, list | tuple) or not all(isinstance(item, (str, int, list, tuple)) for item in value):
            raise ValueError(f"{where} is {value!r}; expected a list")
        return tuple(tuple(item) if isinstance(item, list) else item for item in value)
    if dataclasses.is_dataclass(hint):
        return _build(hint, value, where)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint in (int, float, bool, str) and type(value) is not hint:
        raise ValueError(f"{where} is {value!r}; expected {hint.__name__}")
    if hint in (int, float) and not 0 <= value <= LARGEST:
        raise ValueError(f"{where} is {value!r}; expected a number from 0 to {LARGEST:,}")
    return value
