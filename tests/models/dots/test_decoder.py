"""The streaming decoder: any cutting into pieces gives the samples of one long decode."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ditone.models.dots.causal import State
from ditone.models.dots.config import DotsConfig, read_config
from ditone.models.dots.decoder import AudioVae
from ditone.models.dots.loading import load_vae

FOLDER = Path(__file__).parents[2] / "reference" / "cases" / "dots" / "models" / "soar"
FRAMES = 13


@pytest.fixture(scope="module")
def config() -> DotsConfig:
    return read_config(FOLDER)


@pytest.fixture(scope="module")
def vae(config: DotsConfig) -> AudioVae:
    return load_vae(FOLDER, config)


@pytest.fixture(scope="module")
def latents(config: DotsConfig) -> torch.Tensor:
    return 2 * torch.randn(2, FRAMES, config.latent_dim, generator=torch.Generator().manual_seed(5))


@pytest.fixture(scope="module")
def whole(vae: AudioVae, latents: torch.Tensor) -> torch.Tensor:
    with torch.inference_mode():
        return vae.decoder.decode(latents)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(1, FRAMES - 1), unique=True), flush=st.booleans())
def test_pieces_of_any_length_join(
    vae: AudioVae, config: DotsConfig, latents: torch.Tensor, whole: torch.Tensor, cuts: list[int], flush: bool
) -> None:
    """flush: whether the end comes with the last frames, or alone after them."""
    edges = [0, *sorted(cuts), FRAMES]
    state: State = {}
    sounds = []
    with torch.inference_mode():
        for i, (a, b) in enumerate(itertools.pairwise(edges)):
            sounds.append(vae.decoder.stream(latents[:, a:b], state, last=not flush and i == len(edges) - 2))
            made = sum(sound.shape[-1] for sound in sounds)
            ended = not flush and b == FRAMES
            assert made == (b if ended else max(0, b - config.vae.decoder_lookahead)) * config.vae.hop
        if flush:
            sounds.append(vae.decoder.stream(latents[:, :0], state, last=True))
    torch.testing.assert_close(torch.cat(sounds, dim=-1), whole, atol=2e-6, rtol=0)


def test_what_was_said_does_not_change_with_what_follows(vae: AudioVae, config: DotsConfig, latents: torch.Tensor) -> None:
    """Samples are final once their look-ahead is known."""
    with torch.inference_mode():
        cut = vae.decoder.stream(latents[:, :6], {})
        torch.testing.assert_close(cut, vae.decoder.decode(latents)[..., : cut.shape[-1]], atol=2e-6, rtol=0)
        assert cut.shape[-1] == (6 - config.vae.decoder_lookahead) * config.vae.hop


def test_a_state_belongs_to_one_signal(vae: AudioVae, latents: torch.Tensor, whole: torch.Tensor) -> None:
    """Two signals in turn, each with its own state; and the module itself remembers nothing."""
    with torch.inference_mode():
        states: tuple[State, State] = ({}, {})
        parts: tuple[list[torch.Tensor], list[torch.Tensor]] = ([], [])
        for a in range(0, FRAMES, 4):
            for row in (0, 1):
                piece = latents[row : row + 1, a : a + 4]
                parts[row].append(vae.decoder.stream(piece, states[row], last=a + 4 >= FRAMES))
        for row in (0, 1):
            torch.testing.assert_close(torch.cat(parts[row], dim=-1), whole[row : row + 1], atol=2e-6, rtol=0)
        assert torch.equal(vae.decoder.decode(latents), whole)
