"""The one diffusion transformer of all families: a plain `nn.Module`, stateless apart from its weights.

Its forward is cut where values stop changing during a take: `time_vector` and `modulation` depend on the time point alone,
`context_keys_values`, `local_vectors` and `static_input` on the conditioning alone. `DitRuntime` computes each of them once and calls
`forward` per evaluation; `evaluate` does everything in one call and is what training and single evaluations use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor, nn

from ditone.runtime.dit import config as c
from ditone.runtime.dit.conditioning import Branch, FrameMask
from ditone.runtime.dit.layers import (
    ConvPositionLayer,
    CrossAttention,
    FeedForwardLayer,
    Mlp,
    NormLayer,
    SelfAttention,
    linear,
    linear_float32,
    rotary_table,
    time_features,
)
from ditone.runtime.dit.transformer import SequenceInputs, Table
from ditone.runtime.weights.packed import PlainLinear

BLOCK_PARTS = ("shift", "scale", "gate")


@dataclass(frozen=True)
class ModulationRows:
    """Modulation of one time point, float32, always in the order shift, scale, gate (gates already passed through their function).

    blocks: (batch or 1, depth, 6, width), attention first, then feed-forward; final: (batch or 1, 2, width) as shift, scale, or None.
    """

    blocks: Tensor
    final: Tensor | None


@dataclass(frozen=True)
class DitConditions:
    """What a branch's conditions come to in every block, but for the first two None where the branch has none.

    cross: per block keys and values, or the constant result (batch, 1, width) of a cross attention; None where it contributes exactly
    zero. cross_bias: boolean or float, broadcastable to (batch, heads, frames, context tokens). local: per block (batch, frames or 1,
    width). static: the constant part of the input layer (batch, frames or 1, width).
    """

    cross: list[tuple[Tensor, ...]] | list[Tensor] | None = None
    cross_bias: Tensor | None = None
    local: list[Tensor] | None = None
    static: Tensor | None = None


@dataclass(frozen=True)
class BlockInputs:
    """Everything that one block is given beside the residual stream.

    rows: (batch or 1, 6, width). values_mask, output_mask: (batch, tokens), see `FrameMask`. cross: keys and values, or a constant
    result (batch, 1, width), or None. local: (batch, frames or 1, width). extend: joins keys and values with cached ones.
    """

    rows: Tensor
    table: Table | None = None
    mask: Tensor | None = None
    values_mask: Tensor | None = None
    output_mask: Tensor | None = None
    cross: tuple[Tensor, ...] | Tensor | None = None
    cross_bias: Tensor | None = None
    local: Tensor | None = None
    extend: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]] | None = None


NONE, ALONE = DitConditions(), SequenceInputs()


class Block(nn.Module):
    """Self attention, optional cross attention, optional local conditioning, feed-forward; pre-norm, residual stream in float32."""

    def __init__(self, config: c.DitConfig) -> None:
        super().__init__()
        width = config.width
        self.memory_tokens = config.memory_tokens
        self.attn_norm = NormLayer(width, config.norm)
        self.attn = SelfAttention(config.attention)
        self.ff_norm = NormLayer(width, config.norm)
        self.ff = FeedForwardLayer(width, config.feed_forward)
        if config.cross_attention is not None and config.cross_norm is not None:
            self.cross_norm = NormLayer(width, config.cross_norm)
            self.cross = CrossAttention(config.cross_attention)
        if config.local_channels:
            self.local = Mlp(config.local_channels, width, width)
        if config.modulation.kind == "per_block":
            self.modulation = PlainLinear(width, 6 * width)
        else:
            self.modulation_table = nn.Parameter(torch.zeros(6, width))

    def forward(self, h: Tensor, given: BlockInputs) -> Tensor:
        """h: (batch, tokens, width), the residual stream, and so is the result."""
        shift_a, scale_a, gate_a, shift_f, scale_f, gate_f = given.rows[:, :, None].unbind(1)
        y = torch.addcmul(shift_a, self.attn_norm(h), 1 + scale_a)
        y = self.attn(y, given.table, given.mask, given.values_mask, given.extend)
        if given.output_mask is not None:
            y = y * given.output_mask[..., None]
        h = h + gate_a * y
        if isinstance(given.cross, Tensor):
            h = h + given.cross
        elif given.cross is not None:
            h = h + self.cross(self.cross_norm(h), given.cross, given.cross_bias)
        if given.local is not None:
            memory = self.memory_tokens  # they get nothing
            h = torch.cat((h[:, :memory], h[:, memory:] + given.local), dim=1) if memory else h + given.local
        y = torch.addcmul(shift_f, self.ff_norm(h), 1 + scale_f)
        out: Tensor = h + gate_f * self.ff(y)
        return out


class DitModule(nn.Module):
    """The configurable transformer. Latents go in and come out as (batch, frames, channels)."""

    def __init__(self, config: c.DitConfig) -> None:
        super().__init__()
        self.config = config
        width = config.width
        self.time_mlp = Mlp(config.time.count, width, width)
        if config.duration_embedder:
            self.duration_mlp = Mlp(config.time.count, width, width)
        if config.global_vector is not None:
            part = config.global_vector
            self.global_mlp = Mlp(part.input_dim, width, width, part.activation, part.bias)
        if config.context is not None:
            part = config.context
            self.context_mlp = Mlp(part.input_dim, width, width, part.activation, part.bias)
        if config.modulation.kind == "shared":
            if config.modulation.shared_hidden:
                self.modulation_mlp = Mlp(width, width, 6 * width)
            else:
                self.modulation = PlainLinear(width, 6 * width)
        if config.memory_tokens:
            self.memory = nn.Parameter(torch.zeros(config.memory_tokens, width))
        if config.input.residual_conv:
            self.input_conv = nn.Linear(config.input.channels, config.input.channels, bias=False)
        if config.input.token_channels:
            self.token_input = nn.Linear(config.input.channels, config.input.token_channels)
        channels = config.input.token_channels or config.input.channels
        kind = PlainLinear if config.input.static_channels else nn.Linear  # its columns are used apart
        self.input = kind(channels + config.input.static_channels, width, bias=config.input.bias)
        if config.input.conv_position is not None:
            self.conv_position = ConvPositionLayer(width, config.input.conv_position)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.depth))
        if config.output.norm is not None:
            self.final_norm = NormLayer(width, config.output.norm)
            if config.modulation.final == "linear":
                self.final_modulation = PlainLinear(width, 2 * width)
            else:
                self.final_table = nn.Parameter(torch.zeros(2, width))
        self.output = nn.Linear(width, config.output.channels, bias=config.output.bias)
        if config.output.residual_conv:
            self.output_conv = nn.Linear(config.output.channels, config.output.channels, bias=False)

    # -- what depends on the time point alone ---------------------------------------------------------------------------------

    @property
    def takes_durations(self) -> bool:
        """Whether it was trained to be told the length of a step."""
        return self.config.duration_embedder

    def modulation_at(self, t: Tensor, duration: Tensor | None, vector: Tensor | None) -> ModulationRows:
        """`modulation_rows` of the `time_vector` of the same arguments.

        t and duration: (batch,); vector: (batch or 1, channels).
        """
        return self.modulation_rows(self.time_vector(t, duration, vector))

    def time_vector(self, t: Tensor, duration: Tensor | None = None, vector: Tensor | None = None) -> Tensor:
        """(batch, width) float32 from flow times t (batch,), MeanFlow durations (batch,) and a global vector.

        `vector` is (batch, global input) where the config has a projection, else (batch, width) and added as it is.
        """
        result: Tensor = self.time_mlp(time_features(self.config.time, t), precise=True)
        if duration is not None:
            result = result + self.duration_mlp(time_features(self.config.time, duration), precise=True)
        if vector is not None:
            result = result + (self.global_mlp(vector, precise=True) if self.config.global_vector is not None else vector.float())
        return result

    def modulation_rows(self, vector: Tensor) -> ModulationRows:
        """Modulation of all blocks from the time vector (batch, width)."""
        config = self.config.modulation
        active = torch.nn.functional.silu(vector)
        width = self.config.width
        if config.kind == "per_block":
            rows = torch.stack([linear_float32(block.modulation, active) for block in self._blocks()], dim=1)
            rows = torch.unflatten(rows, -1, (6, width))
        else:
            shared = (
                self.modulation_mlp(vector, precise=True) if config.shared_hidden else linear_float32(self.modulation, active)
            )
            tables = torch.stack([block.modulation_table for block in self._blocks()]).float()
            rows = tables + shared.unflatten(-1, (6, width))[:, None]
        order = [config.order.index(part) for part in BLOCK_PARTS]
        rows = rows[:, :, [*order, *(3 + i for i in order)]]
        if config.gate == "sigmoid_complement":
            rows = torch.cat(
                [torch.sigmoid(1 - rows[:, :, i : i + 1]) if i in (2, 5) else rows[:, :, i : i + 1] for i in range(6)], dim=2
            )
        final: Tensor | None = None
        if config.final != "none":
            if config.final == "linear":
                final = torch.unflatten(linear_float32(self.final_modulation, active), -1, (2, width))
            else:
                final = self.final_table.float() + vector[:, None]
            final = final[:, [config.final_order.index(part) for part in ("shift", "scale")]]
        return ModulationRows(rows, final)

    # -- what depends on the conditioning alone -------------------------------------------------------------------------------

    def conditions_of(self, branch: Branch) -> DitConditions:
        """What one branch's conditions come to in every block."""
        cross: list[tuple[Tensor, ...]] | list[Tensor] | None = None
        if branch.context is not None and branch.cross == "attend":
            cross = self.context_keys_values(branch.context)
        elif branch.context is not None and branch.cross == "constant":
            cross = self.constant_cross(branch.context)
        return DitConditions(
            cross=cross,
            cross_bias=branch.context_bias if branch.cross == "attend" else None,
            local=None if branch.local is None else self.local_vectors(branch.local),
            static=None if branch.static is None else self.static_input(branch.static),
        )

    def constant_cross(self, context: Tensor) -> list[Tensor]:
        """Per block the cross attention's result (batch, 1, width), float32, for a context (batch, tokens, channels) of equal rows.

        A softmax over equal rows is their value: no query, no key, one vector for every frame and step.
        """
        parts = self.context_keys_values(context[:, :1])
        return [block.cross.merge(part[-1]).float() for block, part in zip(self._blocks(), parts, strict=True)]

    def context_keys_values(self, context: Tensor) -> list[tuple[Tensor, ...]]:
        """Cross-attention keys and values of every block for a context (batch, tokens, context channels)."""
        if self.config.context is not None:
            context = self.context_mlp(context)
        return [block.cross.keys_values(context) for block in self._blocks()]

    def local_vectors(self, local: Tensor) -> list[Tensor]:
        """Per block (batch, frames, width) from local conditioning (batch, frames, local channels); one frame broadcasts over all."""
        return [block.local(local) for block in self._blocks()]

    def static_input(self, static: Tensor) -> Tensor:
        """The constant part of the input layer, bias included, from static channels (batch, frames or 1, static channels)."""
        weight = self.input.weight[:, self.config.input.channels :]
        return torch.nn.functional.linear(static.to(weight.dtype), weight, self.input.bias)

    def positions(self, frames: int) -> Tensor:
        """Integer positions (tokens,) of the memory tokens and, behind them, of `frames` frames."""
        return torch.arange(frames + self.config.memory_tokens)

    def rotary(self, positions: Tensor, device: torch.device) -> Table | None:
        """cos and sin, each (..., channels / 2), for integer positions (tokens,) or (batch, tokens), memory tokens included."""
        config = self.config.attention.rotary
        return None if config is None else rotary_table(config, positions, device)

    # -- one evaluation -------------------------------------------------------------------------------------------------------

    def forward(
        self, x: Tensor, modulation: ModulationRows, conditions: DitConditions = NONE, sequence: SequenceInputs = ALONE
    ) -> Tensor:
        """Velocity (batch, frames, channels), float32, from noisy latents x (batch, frames, channels)."""
        h = self._embed(x, conditions.static, sequence.prefix)
        memory = self.config.memory_tokens
        if memory:
            h = torch.cat((self.memory.to(h.dtype).expand(h.shape[0], -1, -1), h), dim=1)
        mask, values_mask, output_mask = _masks(sequence.mask, sequence.frames, memory)
        for i, block in enumerate(self._blocks()):
            if sequence.between_blocks is not None:
                sequence.between_blocks()
            given = BlockInputs(
                modulation.blocks[:, i],
                sequence.table,
                mask,
                values_mask,
                output_mask,
                cross=None if conditions.cross is None else conditions.cross[i],
                cross_bias=conditions.cross_bias,
                local=None if conditions.local is None else conditions.local[i],
                extend=None if sequence.extend is None else partial(sequence.extend, i),
            )
            h = block(h, given)
        h = h[:, h.shape[1] - x.shape[1] :]
        if modulation.final is not None:
            shift, scale = modulation.final[:, :, None].unbind(1)
            h = torch.addcmul(shift, self.final_norm(h), 1 + scale)
        y = linear(self.output, h)
        if self.config.output.residual_conv:
            y = y + linear(self.output_conv, y)
        return y.float()

    def evaluate(
        self,
        x: Tensor,
        t: Tensor,
        *,
        duration: Tensor | None = None,
        vector: Tensor | None = None,
        context: Tensor | None = None,
        context_mask: Tensor | None = None,
        local: Tensor | None = None,
        static: Tensor | None = None,
        prefix: Tensor | None = None,
        frames: FrameMask | None = None,
        mask: Tensor | None = None,
        positions: Tensor | None = None,
    ) -> Tensor:
        """One whole evaluation from raw conditions: x (batch, frames, channels), t (batch,) -> velocity of x's shape.

        `context_mask`: (batch, context tokens) boolean, true = real token; an item without any real token attends to nothing.
        """
        if positions is None:
            positions = self.positions(x.shape[1] + (0 if prefix is None else prefix.shape[1]))
        bias = None if context_mask is None else context_mask[:, None, None]
        out: Tensor = self(
            x,
            self.modulation_at(t, duration, vector),
            self.conditions_of(Branch(context=context, context_bias=bias, local=local, static=static)),
            SequenceInputs(table=self.rotary(positions, x.device), mask=mask, frames=frames, prefix=prefix),
        )
        return out

    def _embed(self, x: Tensor, static: Tensor | None, prefix: Tensor | None) -> Tensor:
        config = self.config.input
        if config.residual_conv:
            x = x + linear(self.input_conv, x)
        if config.token_channels:
            x = linear(self.token_input, x)
        if prefix is not None:
            x = torch.cat((prefix.to(x.dtype), x), dim=1)
        if config.static_channels:
            if static is None:
                raise ValueError(
                    f"this model needs {config.static_channels} static input channels beside the noisy latents; none were given"
                )
            weight = self.input.weight[:, : config.channels]
            h = torch.nn.functional.linear(x.to(weight.dtype), weight) + static
        else:
            h = linear(self.input, x)
        if config.conv_position is not None:
            h = h + self.conv_position(h)
        return h.float()

    def _blocks(self) -> list[Block]:
        return list(self.blocks)  # type: ignore[arg-type]


def _masks(mask: Tensor | None, frames: FrameMask | None, memory: int) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Attention mask, values mask and output mask with memory tokens always real.

    mask: (batch or 1, 1, queries or 1, keys); the other two: (batch, memory + frames). True = may be looked at, is real.
    """
    if frames is None:
        return mask, None, None
    valid = frames.valid
    if memory:
        valid = torch.cat((torch.ones_like(valid[:, :1]).expand(-1, memory), valid), dim=1)
    if frames.mode == "values_only":
        return mask, valid, None
    keys = valid[:, None, None]
    mask = keys if mask is None else mask & keys
    return mask, None, valid
