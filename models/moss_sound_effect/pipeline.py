"""One effect, in the order of the data: prompt, contexts, noise, latents, sound.

The transformer always refines the whole canvas (30 s as published) at every step; a shorter request changes the words of the prompt and
what is decoded and kept.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ditone.models.moss_sound_effect import level
from ditone.models.moss_sound_effect.conditioning import text_branch
from ditone.models.moss_sound_effect.config import ModelConfig
from ditone.models.moss_sound_effect.decoder import decode_pieces, encode_mean, load_encoder
from ditone.models.moss_sound_effect.prompt import clean, rounded, with_duration
from ditone.models.moss_sound_effect.text_encoder import EncodedPrompt, PromptEncoder
from ditone.models.moss_sound_effect.vae import VaeDecoder, VaeEncoder
from ditone.runtime.audio import reading, resampling
from ditone.runtime.audio.mono import mix
from ditone.runtime.dit import Conditioning, DitModule, DitRuntime
from ditone.runtime.dit.mixing import mixed
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Envelope, Run
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.sampler import sample
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.sampling.variation_start import Draw, VariationStart
from ditone.runtime.take import Audio

KEPT_PROMPTS = 32  # encoded prompts of earlier takes, about 0.2 MB each


@dataclass(frozen=True)
class Parts:
    """Everything that was loaded from a model folder."""

    folder: Path
    config: ModelConfig
    transformer: DitModule
    decoder: VaeDecoder
    prompts: PromptEncoder


def sigma_grid(steps: int, shift: float, strength: float = 1.0) -> Tensor:
    """Noise levels (steps + 1,), float64, ending in exactly 0: `strength` (1 - i/steps), shifted."""
    return schedule.sigma_shift(shift)(schedule.linear(steps, strength, 0.0))


class MossSoundEffectPipeline:
    """A loaded model on one device."""

    def __init__(self, info: ModelInfo, engine: Engine, parts: Parts) -> None:
        self.info = info
        self.engine = engine
        self.parts = parts
        self.runtime = DitRuntime(parts.transformer, sequential_guidance=engine.settings.sequential_guidance)
        self.neighbours = VariationStart(info, self.latents, self._encode_path)
        self._encoded: OrderedDict[str, EncodedPrompt] = OrderedDict()
        self._vae_encoder: VaeEncoder | None = None

    def generate(self, request: Request, run: Run) -> Audio:
        """(samples, 1) float32, as long as requested to one decimal of a second."""
        frames = self.canvas_frames(request)
        with run.stage("text"):
            conditioning = self.condition(request, run)
        x, grid, draws = self.begin(request, frames, run)
        with run.stage("denoise", request.steps):
            latents = self.denoise(conditioning, x, grid, request, run, draws) if len(grid) > 1 else x
        self.neighbours.remember(request, latents)
        audio = self.decode(latents, request, run)
        run.details["canvas_s"] = frames / self.frames_per_second
        return audio

    def begin(self, request: Request, frames: int, run: Run) -> tuple[Tensor, Tensor, Draw]:
        """The walk's first state (1, frames, channels), its grid - one point where nothing is to be walked - and its noise."""
        shift = float(request.value("shift", self.parts.config.default_shift))
        strength = float(request.value("init_strength", 1.0)) if request.value("init_audio") else 1.0
        draws = self.neighbours.draws(request, run)
        x = self.noise(draws, frames)
        start = self.neighbours.start(request, run, x)
        if not start.is_pure:
            # the grid's first point is the shifted strength
            strength = start.level / (shift - (shift - 1) * start.level)
            grid = sigma_grid(request.steps, shift, strength) if strength > 0 else torch.zeros(1)
            return start.state(NOISE_AT_ONE), grid, draws
        grid = sigma_grid(request.steps, shift, strength)
        if request.value("init_audio"):
            with run.stage("encode"):
                x = NOISE_AT_ONE.mix(self.encode(Path(str(request.value("init_audio"))), frames, run), x, grid[:1])
        return x, grid, draws

    def latents(self, request: Request, run: Run) -> Tensor:
        """The end of a take's walk, (1, frames, channels)."""
        conditioning = self.condition(request, run)
        x, grid, draws = self.begin(request, self.canvas_frames(request), run)
        return self.denoise(conditioning, x, grid, request, run, draws) if len(grid) > 1 else x

    @property
    def frames_per_second(self) -> float:
        return self.parts.config.sample_rate_hz / self.parts.decoder.config.hop

    def canvas_frames(self, request: Request) -> int:
        """Latent frames that are refined: the whole canvas, or only whole seconds around the request where that was asked for."""
        seconds = self.parts.config.longest_s
        if request.value("short_canvas", False):
            seconds = min(seconds, float(math.ceil(rounded(request.duration_s))))
        return math.ceil(seconds * self.frames_per_second)

    # -- conditions -----------------------------------------------------------------------------------------------------------

    def condition(self, request: Request, run: Run) -> Conditioning:
        """Contexts of both branches. The negative prompt gets no duration; an empty one is a context of zeros."""
        parents = self.neighbours.parents(request)
        if parents is not None:
            a, b, at = parents
            return mixed(self.condition(a, run), self.condition(b, run), at)
        sent = request.prompt.strip()
        if abs(rounded(request.duration_s) - request.duration_s) > 1e-6:
            run.note(f"This model is told lengths to a tenth of a second: {rounded(request.duration_s):g} s were made.")
        if request.value("duration_suffix", True):
            sent = with_duration(sent, request.duration_s)
        positive, negative = self.encoded(sent), self.encoded(request.negative_prompt)
        run.details["prompt_as_sent"] = clean(sent)
        for name, encoded in (("prompt", positive), ("negative prompt", negative)):
            if encoded.lost_tokens:
                run.note(
                    f"The {name} is too long: its last {encoded.lost_tokens} tokens were cut off"
                    + (", and with them the duration." if name == "prompt" and request.value("duration_suffix", True) else ".")
                )
        if request.value("free_text_encoder", False):
            self.parts.prompts.unload()
        if request.cfg_scale == 0 and not request.apg:
            return Conditioning(text_branch([negative.rows]))  # v_u + 0 (v_c - v_u): the prompt's own branch is not needed
        rows = max(len(positive.rows), len(negative.rows)) if len(negative.rows) else 0
        return Conditioning(text_branch([positive.rows], rows), text_branch([negative.rows], rows))

    def encoded(self, text: str) -> EncodedPrompt:
        """The text encoder's rows of a prompt, remembered per cleaned prompt."""
        cleaned = clean(text)
        if cleaned not in self._encoded:
            self._encoded[cleaned] = self.parts.prompts.encode(cleaned)
            if len(self._encoded) > KEPT_PROMPTS:
                self._encoded.popitem(last=False)
        self._encoded.move_to_end(cleaned)
        return self._encoded[cleaned]

    def encode(self, path: Path, frames: int, run: Run) -> Tensor:
        """Latents (1, frames, channels) of a sound file: mono, at the model's rate, cut or filled with silence to the canvas."""
        audio, rate_hz = reading.read_source(path)
        one = mix(audio)
        if one.note:
            run.note(f"{path.name}: {one.note}")
        mono = resampling.resample(one.samples[:, None], rate_hz, self.parts.config.sample_rate_hz)
        samples = frames * self.parts.decoder.config.hop
        if len(mono) > samples:
            run.note(f"Only the first {samples / self.parts.config.sample_rate_hz:g} s of {path.name} were used.")
        sound = torch.zeros(1, 1, samples)
        sound[0, 0, : len(mono)] = torch.from_numpy(mono[:samples, 0])
        if self._vae_encoder is None:
            self._vae_encoder = load_encoder(self.parts.folder, self.engine.device)
        pieces = []
        for piece in encode_mean(self._vae_encoder, sound.to(self.engine.device), self.engine.settings.chunk_frames):
            pieces.append(piece)
            run.check()
        return torch.cat(pieces, dim=-1).transpose(1, 2)

    def _encode_path(self, path: str, request: Request, run: Run) -> Tensor:
        """The latents (1, frames, channels) of a sound file."""
        return self.encode(Path(path).expanduser(), self.canvas_frames(request), run)

    # -- latents --------------------------------------------------------------------------------------------------------------

    def noise(self, draws: Draw, frames: int) -> Tensor:
        """(1, frames, channels), drawn channels first, as a seed of the original means it."""
        return draws((1, self.parts.decoder.config.latent_channels, frames), self.engine.device).transpose(1, 2)

    def denoise(
        self, conditioning: Conditioning, x: Tensor, grid: Tensor, request: Request, run: Run, draws: Draw | None = None
    ) -> Tensor:
        """Final latents (1, frames, channels) from the state x at the first point of the grid."""
        frames, solver = x.shape[1], SOLVERS[request.solver]
        guidance = Guidance() if conditioning.unconditional is None else Guidance(request.cfg_scale, request.apg)
        wanted = self.wanted_frames(request, frames)
        try:
            self.runtime.prepare(
                conditioning, solver.times(grid, NOISE_AT_ONE), frames, path=NOISE_AT_ONE, guidance=guidance, check=run.check
            )
            return sample(
                self.runtime,
                x,
                grid,
                solver,
                NOISE_AT_ONE,
                run,
                preview=lambda clean: (envelope(clean, wanted), wanted / self.frames_per_second),
                draw=lambda: self.noise(draws or run.noise, frames),
                trace=request.engine.trace,
            )
        finally:
            self.runtime.release()

    # -- sound ----------------------------------------------------------------------------------------------------------------

    def wanted_frames(self, request: Request, frames: int) -> int:
        """Latent frames that cover the requested length."""
        return min(frames, math.ceil(self.samples(request) / self.parts.decoder.config.hop))

    def samples(self, request: Request) -> int:
        """Rounded to the nearest sample; the original cuts to the lower one, one sample less for some durations."""
        return round(rounded(request.duration_s) * self.parts.config.sample_rate_hz)

    def decode(self, latents: Tensor, request: Request, run: Run) -> Audio:
        """(samples, 1) from latents (1, frames, channels): only what is asked, piece by piece, each shown as it is done."""
        config, rate_hz = self.parts.decoder.config, self.parts.config.sample_rate_hz
        wanted, samples = self.wanted_frames(request, latents.shape[1]), self.samples(request)
        pieces: list[Audio] = []
        with run.stage("decode", wanted):
            chunks = decode_pieces(self.parts.decoder, latents.transpose(1, 2).float(), wanted, self.engine.settings.chunk_frames)
            for sound, start in chunks:
                piece = sound[0, 0, : samples - start, None].cpu().numpy()
                pieces.append(piece)
                run.observer.audio(piece, start, rate_hz)
                run.observer.step(start // config.hop + math.ceil(len(piece) / config.hop), wanted)
                run.check()
        audio = np.concatenate(pieces)
        if request.value("end_fade", True) and wanted == latents.shape[1]:
            audio = level.fade_end(audio, rate_hz)
        how = str(request.value("normalise", "off"))
        if how != "off":
            audio, sentence = level.normalised(audio, rate_hz, how)
            run.note(sentence)
        return audio

    def release(self) -> None:
        """Frees caches, encoded prompts and the half of the VAE that only variations need; the other weights stay."""
        self.runtime.release()
        self.neighbours.release()
        self._encoded.clear()
        self._vae_encoder = None


def envelope(clean: Tensor, frames: int) -> Envelope:
    """The expected shape of the sound (frames,), 0 to 1, from a clean estimate (1, all frames, channels).

    Latents are not levels: this is each frame's distance from the median frame of the canvas, which is silence in most takes, relative
    to the farthest. It shows where something happens, not how loud it is.
    """
    latents = clean[0].float()
    distance = (latents - latents.median(dim=0).values).square().mean(dim=-1).sqrt()[:frames]
    result: Envelope = (distance / distance.max().clamp(min=1e-6)).cpu().numpy()
    return result
