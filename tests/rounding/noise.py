"""Another processor, emulated: every operation of torch whose rounding is not fixed by IEEE 754 rounds otherwise.

Sums, products, quotients and square roots of two numbers give the same bits everywhere. What differs between processors is the order in
which many terms are summed (matrix products, convolutions, means, norms, transforms) and the last bit or two of elementary functions
(exp, sin, tanh, softmax). `OtherRounding` moves the results of those operations, and the terms of the sums, by -1, 0 or +1 unit in the
last place (Monte Carlo arithmetic; Parker 1997). Which of the three is a hash of the number itself, of the seed and of the shape of the
result: equal computations still give equal results, as on a real processor, and a matrix product of another shape is another one.

`Exact` is the opposite: each operation is computed in float64 and rounded once, as a perfect processor would.
"""

from __future__ import annotations

import zlib
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

INTEGERS = {torch.float32: torch.int32, torch.float64: torch.int64, torch.bfloat16: torch.int16, torch.float16: torch.int16}

# the same on every processor: copies, layout, selection, what IEEE 754 fixes, and a running sum, whose order is given
FIXED = frozenset(
    """
    abs add add_ alias arange as_strided as_strided_ bernoulli bernoulli_ bitwise_and bitwise_not bitwise_or bucketize cat ceil
    clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clone col2im complex constant_pad_nd contiguous copy copy_ cumsum
    detach detach_ diagonal div div_ embedding empty empty_like empty_strided eq exponential_ expand eye fill fill_ flip floor
    floor_ frac full full_like gather ge gt hardtanh im2col imag index index_add_ index_copy index_copy_ index_fill index_fill_
    index_put index_put_ index_select isfinite isinf isnan item le leaky_relu lift lift_fresh lift_fresh_copy local_scalar_dense
    logical_and logical_not logical_or lt masked_fill masked_fill_ masked_scatter masked_select max max_pool1d maximum min minimum
    mul mul_ multinomial nan_to_num nan_to_num_ narrow narrow_copy ne neg neg_ new_empty new_empty_strided new_full new_ones
    new_zeros nonzero normal normal_ one_hot ones ones_like permute rand rand_like randint randn random_ real reciprocal
    reflection_pad1d reflection_pad2d relu relu_ remainder repeat replication_pad1d replication_pad2d resize_ reshape roll round
    round_ rsub scalar_tensor scatter scatter_ searchsorted select select_copy set_ sgn sign slice slice_scatter sort split
    split_with_sizes sqrt sqrt_ squeeze squeeze_ stack sub sub_ t take tile to topk transpose transpose_ tril triu trunc unbind
    unfold uniform_ unique unsafe_chunk unsafe_split unsafe_view unsqueeze unsqueeze_ upsample_nearest1d upsample_nearest2d
    upsample_nearest3d view view_as_complex view_as_real where zero_ zeros zeros_like
    """.split()
)
# one term each: their arguments are not summed
ELEMENTARY = frozenset(
    """
    acos addcdiv addcmul angle asin atan atan2 celu cos cos_ cosh elu erf erfc erfinv exp exp2 exp_ expm1 gelu glu lerp lgamma linspace
    log log10 log1p log2 log_ logit logspace mish mish_ polar pow rsqrt rsqrt_ sigmoid sigmoid_ silu silu_ sin sin_ sinc
    sinh softplus special_i0 tan tanh tanh_
    """.split()
)


class OtherRounding(TorchDispatchMode):
    """`units`: how far, in units in the last place, results and terms are moved."""

    def __init__(self, seed: int, units: int = 1) -> None:
        super().__init__()
        self.seed, self.units = seed, units

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        kwargs, name = kwargs or {}, name_of(func)
        if name in FIXED or func.is_view:
            return func(*args, **kwargs)
        written = {i for i, argument in enumerate(func._schema.arguments) if argument.alias_info is not None}
        if name not in ELEMENTARY:
            shapes = str([tuple(x.shape) if isinstance(x, Tensor) else None for x in args])
            key = self.seed + zlib.crc32(f"{name}{shapes}".encode())
            args = tuple(x if i in written else moved(x, key + i, self.units) for i, x in enumerate(args))
        result = func(*args, **kwargs)
        if func._schema.is_mutable:
            for i in written:
                if i < len(args) and isinstance(args[i], Tensor):
                    args[i].copy_(moved(args[i], self.seed, self.units))
            return result
        return moved(result, self.seed + 7, self.units)


class Exact(TorchDispatchMode):
    """Every operation on float32 in float64, its result rounded to float32."""

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        kwargs, name = kwargs or {}, name_of(func)
        tensors = [x for x in args if isinstance(x, Tensor)]
        plain = name in FIXED or func.is_view or func._schema.is_mutable or "dtype" in kwargs
        if plain or not any(x.dtype in (torch.float32, torch.complex64) for x in tensors):
            return func(*args, **kwargs)
        try:
            return narrowed(func(*(widened(x) for x in args), **kwargs))
        except (RuntimeError, NotImplementedError):  # a kernel that exists in float32 alone
            return func(*args, **kwargs)


def name_of(func: Any) -> str:
    return str(func._schema.name).removeprefix("aten::").lstrip("_")


def moved(x: Any, seed: int, units: int) -> Any:
    """x, or each tensor of a list, with every number moved by up to `units` in its last place; zeros and infinities stay."""
    if isinstance(x, (tuple, list)):
        return type(x)(moved(item, seed, units) for item in x) if type(x) in (tuple, list) else x
    if not isinstance(x, Tensor) or x.numel() == 0:
        return x
    if x.is_complex():
        return torch.view_as_complex(moved(torch.view_as_real(x.resolve_conj()), seed, units))
    if x.dtype not in INTEGERS or x.layout != torch.strided:
        return x
    bits = x.detach().contiguous().view(INTEGERS[x.dtype])
    mixed = bits.to(torch.int32) if bits.dtype != torch.int64 else (bits ^ (bits >> 32)).to(torch.int32)
    mixed = mixed.clone() if mixed.data_ptr() == bits.data_ptr() else mixed
    mixed.bitwise_xor_(seed * 0x9E3779B1 & 0x7FFFFFFF).mul_(0x2C1B3C6D)
    mixed.bitwise_xor_(mixed >> 15).mul_(0x297A2D39)
    mixed.bitwise_right_shift_(16).bitwise_and_(0xFFFF).remainder_(2 * units + 1).sub_(units)
    near = (bits + mixed.to(bits.dtype)).view(x.dtype)
    # zeros stay, and what is no finite number before or after
    large = x.detach().abs() > torch.finfo(x.dtype).tiny * 4
    return torch.where(large & (x - x == 0) & (near - near == 0), near, x.detach()).view(x.shape)


def widened(x: Any) -> Any:
    if isinstance(x, (tuple, list)) and type(x) in (tuple, list):
        return type(x)(widened(item) for item in x)
    if isinstance(x, Tensor) and x.dtype in (torch.float32, torch.complex64):
        return x.to(torch.complex128 if x.is_complex() else torch.float64)
    return x


def narrowed(x: Any) -> Any:
    if isinstance(x, (tuple, list)) and type(x) in (tuple, list):
        return type(x)(narrowed(item) for item in x)
    if isinstance(x, Tensor) and x.dtype in (torch.float64, torch.complex128):
        return x.to(torch.complex64 if x.is_complex() else torch.float32)
    return x
