"""From speech tokens, a prompt mel and a speaker vector to the static channels of the transformer, and its fixed start noise.

Tokens are looked up in a table, smoothed by two convolutions that see three tokens ahead, and each is repeated for its two frames (mu).
The known frames of the reference come first (cond), zeros after. The speaker vector is normalised, projected, and the same in each frame.
The unconditional branch has zeros in all three: a zero speaker, not the projection of one.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.cosyvoice3.config import FlowConfig
from ditone.runtime.dit import Branch, Conditioning

NOISE_FRAMES = 15000  # 300 s: the original draws one buffer of this length and reuses its beginning for every request


@dataclass(frozen=True)
class FlowPrompt:
    """What the flow knows of the reference voice: ids (tokens,), mel (frames, bands) with two frames a token, speaker (channels,)."""

    tokens: Tensor
    mel: Tensor
    speaker: Tensor

    @property
    def frames(self) -> int:
        return self.mel.shape[0]


class FlowConditions(nn.Module):
    """Token table, look-ahead convolutions and speaker projection; always float32, it is 0.4 % of the flow."""

    def __init__(self, config: FlowConfig) -> None:
        super().__init__()
        self.config = config
        mel, inner, ahead = config.mel_channels, config.lookahead_channels, config.lookahead_tokens
        self.tokens = nn.Embedding(config.speech_tokens, mel)
        self.speaker = nn.Linear(config.speaker_channels, mel)
        self.conv1 = nn.Conv1d(mel, inner, ahead + 1)
        self.conv2 = nn.Conv1d(inner, mel, 3)

    def project_speaker(self, speaker: Tensor) -> Tensor:
        """(batch, speaker channels) -> (batch, mel channels), from the vector's direction alone."""
        out: Tensor = self.speaker(F.normalize(speaker, dim=1))
        return out

    def embed(self, tokens: Tensor) -> Tensor:
        """ids (batch, tokens) -> (batch, tokens, mel channels)."""
        out: Tensor = self.tokens(tokens.clamp(min=0))
        return out

    def look_ahead(self, z: Tensor, final: bool) -> Tensor:
        """z: (batch, tokens, channels) -> the same, or `lookahead_tokens` fewer when more tokens will come (not `final`)."""
        ahead = self.config.lookahead_tokens
        h = z.transpose(1, 2)
        if final:
            h = F.pad(h, (0, ahead))
        else:
            z = z[:, : z.shape[1] - ahead]
        h = F.leaky_relu(self.conv1(h))
        h = self.conv2(F.pad(h, (2, 0)))
        out: Tensor = h.transpose(1, 2) + z
        return out

    def forward(self, prompt: FlowPrompt, tokens: Tensor, final: bool) -> Branch:
        """The conditional branch for new ids (tokens,) after the prompt's; static channels (1, frames, 3 mel channels).

        Raises ValueError when the prompt's mel does not end inside the frames that the tokens give.
        """
        z = self.embed(torch.cat((prompt.tokens, tokens))[None])
        mu = self.look_ahead(z, final).repeat_interleave(self.config.frames_per_token, dim=1)
        frames = mu.shape[1]
        if prompt.frames > frames:
            raise ValueError(f"the prompt has {prompt.frames} mel frames, prompt and new tokens together give {frames}")
        cond = torch.zeros_like(mu)
        cond[:, : prompt.frames] = prompt.mel
        speaker = self.project_speaker(prompt.speaker[None])[:, None].expand(-1, frames, -1)
        return Branch(static=torch.cat((cond, mu, speaker), dim=-1))


def conditioning(conditional: Branch, chunk_frames: int | None = None) -> Conditioning:
    """Both guidance branches, with the chunk mask of streaming when `chunk_frames` is given."""
    assert conditional.static is not None
    static = conditional.static
    mask = None if chunk_frames is None else chunk_mask(static.shape[1], chunk_frames).to(static.device)
    return Conditioning(conditional, Branch(static=torch.zeros_like(static)), mask=mask)


def chunk_mask(frames: int, chunk_frames: int) -> Tensor:
    """(frames, frames) boolean: a frame sees everything up to the end of its own chunk, so a finished chunk never changes."""
    position = torch.arange(frames)
    end = (position // chunk_frames + 1) * chunk_frames
    return position[None] < end[:, None]


def start_noise(frames: int, channels: int, seed: int = 0) -> Tensor:
    """(1, frames, channels) standard normal; seed 0 gives the original's buffer.

    The buffer is drawn channel by channel in its full length, so that a short request takes the beginning of each channel.
    Raises ValueError beyond its length.
    """
    if frames > NOISE_FRAMES:
        raise ValueError(f"{frames} frames asked for; the noise has {NOISE_FRAMES}")
    generator = torch.Generator("cpu").manual_seed(seed)
    buffer = torch.randn((1, channels, NOISE_FRAMES), generator=generator, dtype=torch.float32)
    return buffer[:, :, :frames].transpose(1, 2).contiguous()
