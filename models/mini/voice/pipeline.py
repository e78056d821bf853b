"""One take of Mini Voice, sentence by sentence: words, phonemes, durations and prior, flow, sound."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ditone.models.mini.voice.config import BINS, HOP, SAMPLE_RATE_HZ, TOKEN_CHANNELS, TOKENS_PER_S
from ditone.models.mini.voice.delivery import deliver, gap, raised
from ditone.models.mini.voice.encoder import Aligned, token_durations
from ditone.models.mini.voice.loading import Parts
from ditone.models.mini.voice.text import Sentence
from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.errors import BadRequest
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Envelope, Run
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.sampler import sample
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.take import Audio

PAUSE_S = len(gap("sentence")) / SAMPLE_RATE_HZ  # silence put between sentences, beside what stays around each
FADE_S = 0.005


class VoicePipeline:
    """A loaded Mini Voice on one device."""

    def __init__(self, info: ModelInfo, engine: Engine, parts: Parts) -> None:
        self.info = info
        self.engine = engine
        self.parts = parts
        self.runtime = DitRuntime(parts.model.dit, sequential_guidance=engine.settings.sequential_guidance)

    def generate(self, request: Request, run: Run) -> Audio:
        """(samples, 1) float32. Raises BadRequest when the text holds nothing that can be spoken."""
        with run.stage("text"):
            sentences = self.read(request, run)
        chosen = int(request.value("piece", 0))
        if chosen > len(sentences):
            raise BadRequest(f"Piece {chosen} was asked for; this text has {len(sentences)}.")
        pieces: list[NDArray[np.float32]] = []
        written = 0
        with run.stage("speak", len(sentences)):
            for i, sentence in enumerate(sentences):
                if chosen and i + 1 != chosen:
                    continue
                run.check()
                speech = self.speak(sentence, request, run, seed_offset=i)
                if pieces:
                    speech = np.concatenate((gap(sentences[i - 1].cut), speech))
                pieces.append(speech)
                run.observer.audio(speech[:, None], written, SAMPLE_RATE_HZ)
                written += len(speech)
                run.observer.step(i + 1, len(sentences))
        return np.concatenate(pieces)[:, None]

    def read(self, request: Request, run: Run) -> list[Sentence]:
        sentences, notes = self.parts.front_end.read(request.prompt)
        if not sentences:
            raise BadRequest(" ".join(notes), actions=("Write an English sentence.",))
        for note in notes:
            run.note(note)
        run.details["spoken_text"] = " ".join(sentence.text for sentence in sentences)
        run.details["pieces"] = [sentence.text for sentence in sentences]
        if request.value("show_phonemes", False):
            run.note("Phonemes: " + " ".join(sentence.phonemes for sentence in sentences))
        return sentences

    def speak(self, sentence: Sentence, request: Request, run: Run, seed_offset: int = 0) -> NDArray[np.float32]:
        """One sentence (samples,). Its noise has a seed of its own, so that a piece rendered again sounds as it did in the whole."""
        generator = torch.Generator().manual_seed((request.seed + 7_919 * seed_offset) % 2**63)
        with run.clock.stage("encode"):
            aligned = self.encode(sentence, float(request.value("speed", 1.0)))
        with run.clock.stage("denoise"):
            data = self.denoise(aligned, request, run, generator)
        with run.clock.stage("decode"):
            return self.decode(data, aligned, generator, sentence.rises)

    def encode(self, sentence: Sentence, speed: float) -> Aligned:
        ids = self.parts.ids
        known = [ids[c] for c in sentence.phonemes if c in ids]
        phonemes = torch.tensor([[0, *known, 0]], device=self.engine.device)
        mask = torch.ones_like(phonemes, dtype=torch.bool)
        encoder = self.parts.model.encoder
        hidden, log_durations = encoder.encode(phonemes, mask)
        return encoder.align(hidden, token_durations(log_durations, mask, speed))

    def denoise(self, aligned: Aligned, request: Request, run: Run, generator: torch.Generator) -> Tensor:
        """The flow's data (1, tokens, 164)."""
        model = self.parts.model
        tokens = aligned.prior.shape[1]
        device = self.engine.device
        # below 1 the flow stays nearer to the prior: clearer, with less life (as the temperature of Glow-TTS, Kim et al. 2020)
        temperature = float(request.value("temperature", 1.0))

        def noise() -> Tensor:
            return temperature * torch.randn((1, tokens, TOKEN_CHANNELS), generator=generator).to(device)

        static = model.static(aligned)
        solver, grid = SOLVERS[request.solver], schedule.linear(request.steps)
        self.runtime.prepare(
            Conditioning(Branch(static=static), Branch(static=torch.zeros_like(static))),
            solver.times(grid, NOISE_AT_ONE),
            tokens,
            path=NOISE_AT_ONE,
            guidance=Guidance(request.cfg_scale, request.apg),
            check=run.check,
        )
        data = sample(
            self.runtime,
            noise(),
            grid,
            solver,
            NOISE_AT_ONE,
            run,
            preview=lambda clean: (self.envelope(model.to_tokens(clean, aligned)), tokens / TOKENS_PER_S),
            draw=noise,
            trace=request.engine.trace,
        )
        self.runtime.release()
        return data

    def decode(self, data: Tensor, aligned: Aligned, generator: torch.Generator, rises: bool = False) -> NDArray[np.float32]:
        """Sound (samples,) of what the flow made: data (1, tokens, channels)."""
        model = self.parts.model
        mel, pitch = model.space.decode(model.to_tokens(data, aligned).float())
        if rises:
            pitch = raised(pitch, mel)
        noise = torch.randn((1, mel.shape[1], BINS, 2), generator=generator).to(mel.device)
        audio = self.parts.decoder(mel, pitch, noise)[0].cpu().numpy().astype(np.float32)
        fade = min(len(audio) // 2, round(FADE_S * SAMPLE_RATE_HZ))
        ramp = np.linspace(0, 1, fade, dtype=np.float32)
        audio[:fade] *= ramp
        audio[len(audio) - fade :] *= ramp[::-1]
        return deliver(audio)

    def envelope(self, tokens: Tensor) -> Envelope:
        """Expected peak level (0 to 1) of every frame of tokens (1, n, 164)."""
        mel, _ = self.parts.model.space.decode(tokens.float())
        power = (mel[0].exp() @ self.parts.decoder.to_bins).square().sum(-1)
        return (power / 1.5).sqrt().clamp(0, 1).cpu().numpy().astype(np.float32)

    def release(self) -> None:
        """Frees the runtime's caches; the weights stay."""
        self.runtime.release()


def expected_duration_s(characters: int, speed: float) -> float:
    """A guess from the text alone: about 15 characters a second."""
    return max(characters / 15 / speed, HOP / SAMPLE_RATE_HZ)
