"""The trained parts of Mini SFX together: conditioner, transformer, latent space."""

import torch
from torch import Tensor, nn

from ditone.models.mini.conditioning import Condition, Conditioner, position_features
from ditone.models.mini.config import LATENT_CHANNELS, ConditioningConfig
from ditone.models.mini.latent import LatentSpace
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.dit.module import DitModule


class MiniModel(nn.Module):
    """Everything in model.safetensors. The transformer is the shared `DitModule`, unchanged."""

    def __init__(self, dit: DitConfig, conditioning: ConditioningConfig, words: int, trained: int) -> None:
        super().__init__()
        self.dit = DitModule(dit)
        self.conditioner = Conditioner(conditioning, words, trained)
        self.latent = LatentSpace()

    def velocity(self, x: Tensor, t: Tensor, condition: Condition, seconds: Tensor) -> Tensor:
        """Noise minus data, as predicted at x (batch, tokens, 64) and flow time t (batch,), 1 being noise; seconds (batch,)."""
        return self.dit.evaluate(
            x,
            t,
            vector=condition.vector,
            context=condition.context,
            context_mask=condition.mask,
            static=position_features(seconds, x.shape[1]),
        )

    def initialise(self) -> None:
        """Start as the identity: modulation, cross-attention outputs and the last layer at zero (adaLN-zero)."""
        with torch.no_grad():
            zero: list[nn.Module] = [self.dit.modulation, self.dit.output]
            zero += [block.cross.out for block in self.dit.blocks]  # type: ignore[union-attr, misc]
            for module in zero:
                for parameter in module.parameters():
                    parameter.zero_()
            self.dit.input.weight[:, LATENT_CHANNELS:].zero_()
