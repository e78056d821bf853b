"""Causal layers that run on a whole signal or on consecutive pieces of it, with the same result.

What a layer must remember between pieces (the last samples it saw) is kept in a `State` that the caller makes, passes along and drops.
A missing entry means the beginning of the signal. Signals are (batch, channels, samples).
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

State = dict[nn.Module, tuple[Tensor, ...]]


def with_past(layer: nn.Module, x: Tensor, length: int, state: State, start: str = "zeros") -> Tensor:
    """`x` behind the `length` samples before it: those of the last piece, or zeros (or copies of the first sample) at the beginning.

    x: (batch, channels, samples) -> (batch, channels, length + samples).
    """
    if length == 0:
        return x
    known = state.get(layer)
    if known is not None:
        past = known[0]
    elif start == "replicate":
        past = x[..., :1].expand(*x.shape[:-1], length)
    else:
        past = x.new_zeros(*x.shape[:-1], length)
    joined = torch.cat((past, x), dim=-1)
    state[layer] = (joined[..., -length:].clone(),)  # a view would keep the whole signal of every layer alive
    return joined


class CausalConv(nn.Conv1d):
    """Convolution that looks back only: the left side is padded with zeros."""

    def __init__(self, inputs: int, outputs: int, kernel: int, dilation: int = 1, bias: bool = True) -> None:
        super().__init__(inputs, outputs, kernel, dilation=dilation, bias=bias)
        self.past = (kernel - 1) * dilation

    def stream(self, x: Tensor, state: State) -> Tensor:
        """The next piece: x (batch, inputs, samples) -> (batch, outputs, samples)."""
        return F.conv1d(with_past(self, x, self.past, state), self.weight, self.bias, dilation=self.dilation)


class LookaheadConv(nn.Conv1d):
    """Convolution whose outputs wait for `lookahead` later samples; zeros stand in for them at the end of the signal."""

    def __init__(self, inputs: int, outputs: int, kernel: int, lookahead: int) -> None:
        super().__init__(inputs, outputs, kernel)
        self.lookahead = lookahead

    def stream(self, x: Tensor, state: State, last: bool) -> Tensor:
        """As many outputs as inputs, but `lookahead` fewer at the beginning and more on the last piece.

        x: (batch, inputs, samples) -> (batch, outputs, samples).
        """
        length = self.kernel_size[0] - 1
        if self not in state:
            state[self] = (x.new_zeros(*x.shape[:-1], length - self.lookahead),)
        joined = torch.cat((state[self][0], x), dim=-1)
        if last:
            joined = F.pad(joined, (0, self.lookahead))
        state[self] = (joined[..., -length:].clone() if joined.shape[-1] >= length else joined,)
        if joined.shape[-1] <= length:
            return x.new_zeros(x.shape[0], self.out_channels, 0)
        return F.conv1d(joined, self.weight, self.bias)


class CausalUpsample(nn.ConvTranspose1d):
    """Transposed convolution without padding, its surplus cut at the end: every output depends on present and past inputs."""

    def __init__(self, inputs: int, outputs: int, kernel: int, rate: int) -> None:
        super().__init__(inputs, outputs, kernel, stride=rate)
        self.past = (kernel - 1) // rate

    def stream(self, x: Tensor, state: State) -> Tensor:
        """The next piece: x (batch, inputs, samples) -> (batch, outputs, samples * rate)."""
        rate = self.stride[0]
        joined = with_past(self, x, self.past, state)
        y = F.conv_transpose1d(joined, self.weight, self.bias, self.stride)
        return y[..., self.past * rate : joined.shape[-1] * rate]


class SkipLstm(nn.Module):
    """A linear layer, LSTMs with one connection around them, a linear layer back. Frames are (batch, channels, frames)."""

    def __init__(self, channels: int, hidden: int, layers: int) -> None:
        super().__init__()
        self.input = nn.Linear(channels, hidden)
        self.lstm = nn.LSTM(hidden, hidden, layers, batch_first=True)
        self.output = nn.Linear(hidden, channels)

    def stream(self, x: Tensor, state: State) -> Tensor:
        """The next piece: x (batch, channels, frames), and so is the result."""
        h = self.input(x.transpose(1, 2))
        past = state.get(self.lstm)
        y, (hidden, cell) = self.lstm(h, None if past is None else (past[0], past[1]))
        state[self.lstm] = (hidden, cell)
        out: Tensor = self.output(y + h)
        return out.transpose(1, 2)
