"""The trained parts of Mini Voice together: phoneme encoder, the shared transformer, feature space."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ditone.models.mini.voice.config import TOKEN_CHANNELS, EncoderConfig
from ditone.models.mini.voice.encoder import Aligned, PhonemeEncoder
from ditone.models.mini.voice.features import FeatureSpace
from ditone.runtime.dit import DitModule, FrameMask
from ditone.runtime.dit.config import DitConfig


class VoiceModel(nn.Module):
    """Everything in model.safetensors. The flow models what the prior misses, scaled to unit deviation."""

    def __init__(self, dit: DitConfig, encoder: EncoderConfig) -> None:
        super().__init__()
        self.dit = DitModule(dit)
        self.encoder = PhonemeEncoder(encoder)
        self.space = FeatureSpace()

    def static(self, aligned: Aligned, keep: Tensor | None = None) -> Tensor:
        """Static input channels (batch, tokens, hidden + 164); `keep` (batch,) zeroes the conditions of some items (CFG training)."""
        static = torch.cat((aligned.hidden, aligned.prior.detach()), dim=-1)
        return static if keep is None else static * keep[:, None, None]

    def velocity(self, x: Tensor, t: Tensor, aligned: Aligned, keep: Tensor | None = None) -> Tensor:
        """Noise minus data at x (batch, tokens, 164) and flow time t (batch,), 1 being noise."""
        return self.dit.evaluate(x, t, static=self.static(aligned, keep), frames=FrameMask(aligned.mask))

    def to_data(self, tokens: Tensor, aligned: Aligned) -> Tensor:
        """What the flow learns: (target - prior) / deviation. tokens: (batch, tokens, channels), and so is the result."""
        return (tokens - aligned.prior) / self.space.residual

    def to_tokens(self, data: Tensor, aligned: Aligned) -> Tensor:
        """The inverse of `to_data`: (batch, tokens, channels)."""
        return data * self.space.residual + aligned.prior

    def initialise(self) -> None:
        """Modulation and the last layer at zero, so that the flow starts as the identity (adaLN-zero)."""
        with torch.no_grad():
            for module in (self.dit.modulation, self.dit.output):
                for parameter in module.parameters():
                    parameter.zero_()
        assert self.dit.config.input.channels == TOKEN_CHANNELS
