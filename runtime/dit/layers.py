"""The small parts a `DitModule` is composed of. Every layer is stateless apart from its weights.

The residual stream stays float32; each layer casts what it multiplies to its weight's dtype and returns that dtype, so reduced
precision touches matrix products only.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.runtime import elementary
from ditone.runtime.dit import config as c
from ditone.runtime.weights import packed
from ditone.runtime.weights.packed import PackedLinear, PlainLinear, matrix

FEW_QUERIES = 64  # with fewer the fused kernel is faster
SCORES = 2**19  # of one piece of attention: 1 MiB in bfloat16


def linear(layer: nn.Linear, x: Tensor) -> Tensor:
    """`layer(x)` in the dtype of the layer's weight. x: (..., inputs) -> (..., outputs)."""
    if isinstance(layer, PackedLinear):
        return layer.forward(x)
    return F.linear(x.to(layer.weight.dtype), layer.weight, layer.bias)


def linear_float32(layer: nn.Linear, x: Tensor) -> Tensor:
    """`layer(x)` in float32 whatever the weight's dtype: for time and modulation, whose rounding moves every frame of every step.

    x: (..., inputs) -> (..., outputs).
    """
    bias = None if layer.bias is None else layer.bias.float()
    with torch.autocast(x.device.type, enabled=False):
        return F.linear(x.float(), matrix(layer).float(), bias)


class NormLayer(nn.Module):
    """RMS or layer norm over the last axis, computed in float32 and returned in float32."""

    def __init__(self, width: int, config: c.Norm) -> None:
        super().__init__()
        self.config = config
        self.width = width
        self.weight = nn.Parameter(torch.ones(width)) if config.affine else None
        self.bias = nn.Parameter(torch.zeros(width)) if config.affine and config.kind == "layer" else None

    def forward(self, x: Tensor) -> Tensor:
        """x: (..., width)."""
        weight = None if self.weight is None else self.weight.float()
        if self.config.kind == "rms":
            return F.rms_norm(x.float(), (self.width,), weight, self.config.eps)
        bias = None if self.bias is None else self.bias.float()
        return F.layer_norm(x.float(), (self.width,), weight, bias, self.config.eps)


def rotary_table(config: c.Rotary, positions: Tensor, device: torch.device | None = None) -> tuple[Tensor, Tensor]:
    """cos and sin of shape (..., channels / 2), float32, for integer `positions` (...,)."""
    half = config.channels // 2
    dtype = torch.float64 if config.dtype == "float64" else torch.float32
    exponent = torch.arange(half, dtype=dtype) * 2 / config.channels
    angle = positions.cpu().to(dtype)[..., None] * (1.0 / elementary.power(config.base, exponent))
    cos, sin = elementary.cos_sin(angle)
    return cos.float().to(device), sin.float().to(device)


def rotate(x: Tensor, table: tuple[Tensor, Tensor], config: c.Rotary) -> Tensor:
    """Turns the first `config.channels` of the last axis of `x`; the table must broadcast against x[..., : channels / 2].

    x: (..., channels), of which at least `config.channels`.
    """
    cos, sin = table
    turned, rest = x[..., : config.channels].float(), x[..., config.channels :]
    if config.pairing == "half_split":
        a, b = turned.chunk(2, dim=-1)
        turned = torch.cat((a * cos - b * sin, b * cos + a * sin), dim=-1)
    else:
        a, b = turned[..., 0::2], turned[..., 1::2]
        turned = torch.stack((a * cos - b * sin, b * cos + a * sin), dim=-1).flatten(-2)
    return torch.cat((turned.to(x.dtype), rest), dim=-1)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    """softmax(q k^T / sqrt(head_dim) + mask) v for (batch, heads, tokens, head_dim); `mask` boolean (true = may look) or float bias.

    The product is written out in three cases: in bfloat16 on a processor that has it, where PyTorch's fused kernel takes twice as long;
    while gradients are recorded on a CPU, because the fused kernel is several times slower
    backwards there, and for a float bias in reduced precision, because the fused kernels would round the bias to it.
    """
    bias = mask is not None and mask.dtype != torch.bool
    trained = torch.is_grad_enabled() and q.requires_grad and q.device.type == "cpu"
    if mask is None and not trained and _in_pieces(q):
        return _attend_in_pieces(q, k, v)
    if not trained and not (bias and q.dtype != torch.float32):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    scores = (q.float() @ k.float().transpose(-1, -2)) if bias else (q @ k.transpose(-1, -2)).float()
    scores = scores / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores + mask if bias else scores.masked_fill(~mask, -math.inf)
    return scores.softmax(dim=-1).to(v.dtype) @ v


def _in_pieces(q: Tensor) -> bool:
    return q.dtype == torch.bfloat16 and q.device.type == "cpu" and q.shape[2] >= FEW_QUERIES and packed.works(torch.bfloat16)


def _attend_in_pieces(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """softmax(q k^T / sqrt(head_dim)) v, some heads or rows at a time, so that the scores stay in the processor's cache."""
    batch, heads, queries, size = q.shape
    keys = k.shape[2]
    q = (q * (1 / math.sqrt(size))).reshape(-1, queries, size)
    k, v = k.reshape(-1, keys, size).transpose(1, 2), v.reshape(-1, keys, v.shape[-1])
    together = max(1, SCORES // (queries * keys))
    rows = queries if together > 1 else max(FEW_QUERIES, SCORES // keys)
    out = torch.empty(batch * heads, queries, v.shape[-1], dtype=v.dtype)
    for i in range(0, batch * heads, together):
        for j in range(0, queries, rows):
            scores = torch.bmm(q[i : i + together, j : j + rows], k[i : i + together])
            out[i : i + together, j : j + rows] = torch.bmm(scores.softmax(-1, torch.float32).to(v.dtype), v[i : i + together])
    return out.view(batch, heads, queries, -1)


class AttentionBase(nn.Module):
    """What self and cross attention share: head splitting, q/k norms, the (differential) product and the output layer."""

    def __init__(self, config: c.Attention) -> None:
        super().__init__()
        self.config = config
        width = config.width
        self.out = nn.Linear(width, width, bias=config.output_bias)
        self.q_norm: NormLayer | None = None
        self.k_norm: NormLayer | None = None
        if config.qk_norm is not None:
            size = config.head_dim if config.qk_norm.scope == "head" else width
            norm = c.Norm("rms", config.qk_norm.eps)
            self.q_norm, self.k_norm = NormLayer(size, norm), NormLayer(size, norm)

    def heads(self, x: Tensor, norm: NormLayer | None = None, table: tuple[Tensor, Tensor] | None = None) -> Tensor:
        """(batch, tokens, width) -> (batch, heads, tokens, head_dim), with the norm and the rotation where the family has them."""
        config, dtype = self.config, x.dtype
        rotary, qk = config.rotary, config.qk_norm
        if norm is not None and qk is not None and qk.scope == "width":
            x = norm(x).to(dtype)
        if table is not None and rotary is not None and rotary.scope == "width":
            x = rotate(x, table, rotary)
        x = torch.unflatten(x, -1, (config.heads, config.head_dim)).transpose(1, 2)
        if norm is not None and qk is not None and qk.scope == "head":
            x = norm(x).to(dtype)
        if table is not None and rotary is not None and rotary.scope == "head":
            cos, sin = table
            if cos.ndim == 3:  # positions that differ between items: make room for the head axis
                cos, sin = cos[:, None], sin[:, None]
            x = rotate(x, (cos, sin), rotary)
        return x

    def merge(self, heads: Tensor) -> Tensor:
        """(batch, heads, tokens, head_dim) -> (batch, tokens, width), through the output layer."""
        return linear(self.out, heads.transpose(1, 2).flatten(2))

    def product(self, q: list[Tensor], k: list[Tensor], v: Tensor, mask: Tensor | None) -> Tensor:
        """Attention and output layer; q, k (one entry, or two for the differential product) and v are (batch, heads, tokens, head_dim).

        The result is (batch, tokens, width).
        """
        result = attend(q[0], k[0], v, mask)
        if self.config.differential:
            result = result - attend(q[1], k[1], v, mask)
        return self.merge(result)


class SelfAttention(AttentionBase):
    """Self attention. `extend`, when given, receives this call's keys and values and returns those to attend to (prefix cache)."""

    def __init__(self, config: c.Attention) -> None:
        super().__init__(config)
        width, count = config.width, 5 if config.differential else 3
        if config.projection == "fused":
            self.qkv = nn.Linear(width, count * width, bias=config.input_bias)
        else:
            self.q = nn.Linear(width, width, bias=config.input_bias)
            self.k = nn.Linear(width, width, bias=config.input_bias)
            self.v = nn.Linear(width, width, bias=config.input_bias)
            if config.differential:
                self.q2 = nn.Linear(width, width, bias=config.input_bias)
                self.k2 = nn.Linear(width, width, bias=config.input_bias)

    def project(self, x: Tensor) -> list[Tensor]:
        """q, k, v (, q', k'), each (batch, tokens, width)."""
        if self.config.projection == "fused":
            return list(torch.split(linear(self.qkv, x), self.config.width, dim=-1))
        layers = [self.q, self.k, self.v] + ([self.q2, self.k2] if self.config.differential else [])
        return [linear(layer, x) for layer in layers]

    def forward(
        self,
        x: Tensor,
        table: tuple[Tensor, Tensor] | None,
        mask: Tensor | None,
        values_mask: Tensor | None = None,
        extend: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]] | None = None,
    ) -> Tensor:
        """x: (batch, tokens, width). `values_mask` (batch, tokens) zeroes the values of padded frames and nothing else."""
        parts = self.project(x)
        v = parts[2]
        if values_mask is not None:
            v = v * values_mask[..., None].to(v.dtype)
        value = self.heads(v)
        q = [self.heads(part, self.q_norm, table) for part in (parts[0], *parts[3:4])]
        k = [self.heads(part, self.k_norm, table) for part in (parts[1], *parts[4:5])]
        if extend is not None:
            k[0], value = extend(k[0], value)
        return self.product(q, k, value, mask)


class CrossAttention(AttentionBase):
    """Attention to a context that stays the same for a whole take: keys and values are made once by `keys_values`."""

    def __init__(self, config: c.Attention) -> None:
        super().__init__(config)
        width, pairs = config.width, 2 if config.differential else 1
        if config.projection == "fused":
            self.q = nn.Linear(width, pairs * width, bias=config.input_bias)
            self.kv = nn.Linear(width, (pairs + 1) * width, bias=config.input_bias)
        else:
            self.q = nn.Linear(width, pairs * width, bias=config.input_bias)
            self.k = nn.Linear(width, pairs * width, bias=config.input_bias)
            self.v = nn.Linear(width, width, bias=config.input_bias)

    def keys_values(self, context: Tensor) -> tuple[Tensor, ...]:
        """k (, k'), v as (batch, heads, tokens, head_dim), keys normalised; context: (batch, tokens, width)."""
        width = self.config.width
        if self.config.projection == "fused":
            parts = list(torch.split(linear(self.kv, context), width, dim=-1))
        else:
            parts = [*torch.split(linear(self.k, context), width, dim=-1), linear(self.v, context)]
        return (*(self.heads(part, self.k_norm) for part in parts[:-1]), self.heads(parts[-1]))

    def forward(self, x: Tensor, keys_values: tuple[Tensor, ...], bias: Tensor | None) -> Tensor:
        """x: (batch, tokens, width); `bias`: boolean or float, broadcastable to (batch, heads, tokens, context tokens)."""
        q = [self.heads(part, self.q_norm) for part in torch.split(linear(self.q, x), self.config.width, dim=-1)]
        return self.product(q, list(keys_values[:-1]), keys_values[-1], bias)


class FeedForwardLayer(nn.Module):
    def __init__(self, width: int, config: c.FeedForward) -> None:
        super().__init__()
        self.kind = config.kind
        inner = config.inner * (2 if config.kind == "swiglu" else 1)
        self.up = nn.Linear(width, inner, bias=config.bias)
        self.down = nn.Linear(config.inner, width, bias=config.bias)

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, tokens, width), and so is the result."""
        h = linear(self.up, x)
        if self.kind == "swiglu":
            value, gate = h.chunk(2, dim=-1)
            return linear(self.down, value * F.silu(gate))
        return linear(self.down, F.gelu(h, approximate="tanh"))


class Mlp(nn.Module):
    """Linear, activation, Linear, computed in the weights' dtype or (`precise`) in float32."""

    def __init__(self, input_dim: int, hidden: int, output_dim: int, activation: str = "silu", bias: bool = True) -> None:
        super().__init__()
        self.activation = activation
        self.up = PlainLinear(input_dim, hidden, bias=bias)
        self.down = PlainLinear(hidden, output_dim, bias=bias)

    def forward(self, x: Tensor, precise: bool = False) -> Tensor:
        """x: (..., input_dim) -> (..., output_dim)."""
        apply = linear_float32 if precise else linear
        h = apply(self.up, x)
        h = F.silu(h) if self.activation == "silu" else F.gelu(h, approximate="tanh")
        return apply(self.down, h)


class ConvPositionLayer(nn.Module):
    """x: (batch, frames, width) -> the same shape; causal, so padding on the right never reaches a real frame."""

    def __init__(self, width: int, config: c.ConvPosition) -> None:
        super().__init__()
        self.pad = config.kernel - 1
        self.conv1 = nn.Conv1d(width, width, config.kernel, groups=config.groups)
        self.conv2 = nn.Conv1d(width, width, config.kernel, groups=config.groups)

    def forward(self, x: Tensor) -> Tensor:
        h = x.transpose(1, 2).to(self.conv1.weight.dtype)
        for conv in (self.conv1, self.conv2):
            h = F.mish(conv(F.pad(h, (self.pad, 0))))
        return h.transpose(1, 2)


def time_features(config: c.TimeFeatures, t: Tensor) -> Tensor:
    """Sinusoidal features (batch, count), float32, of the flow time t (batch,). The same bits on every processor."""
    dtype = torch.float64 if config.dtype == "float64" else torch.float32
    # tables are built on the CPU: float64 does not exist on every device
    t_cpu = t.detach().to("cpu", dtype)[:, None]
    if config.turns:
        angle = t_cpu * frequencies(config) * (2 * math.pi)
    else:
        angle = (t_cpu * config.scale) * frequencies(config)  # in this order: float32 angles of 1e3 show the rounding
    cos, sin = elementary.cos_sin(angle)
    return torch.cat((cos, sin) if config.order == "cos_sin" else (sin, cos), dim=-1).float().to(t.device)


def frequencies(config: c.TimeFeatures) -> Tensor:
    """(count / 2,) on the CPU, in the precision of the angles."""
    dtype = torch.float64 if config.dtype == "float64" else torch.float32
    half = config.count // 2
    low, high = math.log(config.first), math.log(config.last)
    if config.turns:
        exponent = elementary.linspace(0, 1, half, dtype) * (high - low) + low
    else:
        exponent = low + torch.arange(half, dtype=dtype) * ((high - low) / (half - 1 if config.endpoint else half))
    table = elementary.exp(exponent)
    for k, n in config.units:
        table.view(torch.int32)[k] += n
    return table
