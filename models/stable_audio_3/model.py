"""Everything of one variant that has weights in `model.safetensors`, as one module, so that the whole file is checked at once."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ditone.models.stable_audio_3.autoencoder import SameAutoencoder
from ditone.models.stable_audio_3.config import TIME_FEATURES, Published
from ditone.runtime.dit.layers import linear_float32, time_features
from ditone.runtime.dit.module import DitModule
from ditone.runtime.weights.packed import PlainLinear


class ConditionerModule(nn.Module):
    """The learned vector of empty text positions, and the embedding of the length in seconds."""

    def __init__(self, width: int, limits: tuple[float, float]) -> None:
        super().__init__()
        self.limits = limits
        self.padding = nn.Parameter(torch.zeros(width))
        self.seconds = PlainLinear(TIME_FEATURES.count, width)

    def embed_seconds(self, seconds: Tensor) -> Tensor:
        """(batch,) seconds -> (batch, width), float32; clamped to the trained range and divided by its upper end."""
        low, high = self.limits
        share = (seconds.double().clamp(low, high) - low) / (high - low)
        return linear_float32(self.seconds, time_features(TIME_FEATURES, share.to(self.padding.device, torch.float32)))


class StableAudio(nn.Module):
    """`dit` and `conditioner` are absent where the folder holds an autoencoder alone."""

    def __init__(self, config: Published) -> None:
        super().__init__()
        self.autoencoder = SameAutoencoder(config.autoencoder)
        if config.dit is not None and config.conditioner is not None:
            self.dit = DitModule(config.dit)
            self.conditioner = ConditionerModule(config.conditioner.width, config.conditioner.seconds)
