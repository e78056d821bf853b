"""Everything in model.safetensors: language model, patch encoder, transformer, and the small layers between them."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ditone.models.dots.config import LAYER_NORM_EPS, LLM_FILE, DotsConfig
from ditone.models.dots.patch_encoder import PatchEncoder
from ditone.runtime.dit.layers import Mlp, linear, linear_float32
from ditone.runtime.dit.module import DitModule
from ditone.runtime.dit.prefix_cache import Tokens
from ditone.runtime.json_reading import library_errors
from ditone.runtime.weights.packed import PlainLinear


class DotsCore(nn.Module):
    """`llm` is a Qwen2 body whose last hidden state (after the final norm) drives everything; its logits are never used."""

    def __init__(self, config: DotsConfig, llm: nn.Module) -> None:
        super().__init__()
        width = config.dit.width
        self.llm = llm
        self.dit = DitModule(config.dit)
        self.patch_encoder = PatchEncoder(config.patch_encoder, config.latent_dim, config.patch_size, config.llm_width)
        self.hidden_proj = nn.Linear(config.llm_width, width)
        self.latent_proj = nn.Linear(config.latent_dim, width)
        self.speaker_proj = PlainLinear(config.speaker_dim, width)
        self.speaker_norm = nn.LayerNorm(width, eps=LAYER_NORM_EPS)
        self.stop = Mlp(config.llm_width, config.llm_width, 2)

    def speaker_vector(self, xvector: Tensor, scale: float) -> Tensor:
        """(batch, width) float32 that joins the time vector, from x-vectors (batch, speaker_dim); `scale` acts before the projection."""
        projected = linear_float32(self.speaker_proj, scale * xvector)
        norm = self.speaker_norm
        return nn.functional.layer_norm(projected, norm.normalized_shape, norm.weight.float(), norm.bias.float(), norm.eps)

    def hidden_tokens(self, hidden: Tensor) -> Tokens:
        """Language-model states (batch, n, llm width) as the branches see them: the unconditional one gets the projection of zero."""
        tokens = linear(self.hidden_proj, hidden).float()
        return Tokens(tokens, self.hidden_proj.bias.float().expand_as(tokens))

    def history_tokens(self, hidden: Tensor, latents: Tensor) -> Tokens:
        """Finished patches as history: per patch its hidden token, then its latents.

        hidden: (batch, patches, llm width); latents: normalised, (batch, patches * patch_size, latent_dim).
        """
        heads = self.hidden_tokens(hidden)
        assert heads.unconditional is not None
        patches = hidden.shape[1]
        bodies = torch.unflatten(linear(self.latent_proj, latents).float(), 1, (patches, -1))
        sides = [torch.cat((side[:, :, None], bodies), dim=2).flatten(1, 2) for side in (heads.conditional, heads.unconditional)]
        return Tokens(*sides)

    def stop_probability(self, hidden: Tensor) -> Tensor:
        """Probability (batch, n) that the patch after each language-model state (batch, n, llm width) is the last one."""
        out: Tensor = self.stop(hidden).float().softmax(dim=-1)[..., 1]
        return out


def build_core(config: DotsConfig, vocabulary: int) -> DotsCore:
    """The module with its language model, whose embedding table has `vocabulary` rows. Call it under `torch.device("meta")`."""
    from transformers import Qwen2Config, Qwen2Model

    # `from_dict` also moves a top-level rope_theta to where transformers looks for it
    with library_errors(f"{LLM_FILE} does not describe this family's language model"):
        llm_config: Any = Qwen2Config.from_dict({**config.llm, "vocab_size": vocabulary})
        llm_config._attn_implementation = "sdpa"
        return DotsCore(config, Qwen2Model(llm_config))


def restore_rotary(core: DotsCore, device: torch.device) -> None:
    """Language-model rotary frequencies are no stored tensors: recompute them where the meta device left none."""
    from transformers.models.qwen2.modeling_qwen2 import Qwen2RotaryEmbedding

    llm: Any = core.llm
    llm.rotary_emb = Qwen2RotaryEmbedding(llm.config).to(device)
