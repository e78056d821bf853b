"""One take of Mini SFX, in the order of the data: words, condition, noise, latents, sound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ditone.models.mini import looping
from ditone.models.mini.conditioning import Condition, pad_rows, position_features
from ditone.models.mini.config import FRAMES_PER_TOKEN, HOP, LATENT_CHANNELS, SAMPLE_RATE_HZ, SAMPLES_PER_TOKEN
from ditone.models.mini.decoder import Blend
from ditone.models.mini.finishing import channels, finish, finish_loop, sounding_s
from ditone.models.mini.griffin_lim import griffin_lim
from ditone.models.mini.latent import log_mel
from ditone.models.mini.loading import Parts
from ditone.models.mini.pitch import Note, pitch_hz, tuned
from ditone.models.mini.prompt import PromptWords, read_prompt
from ditone.models.mini.windows import Layout, WindowedVelocity, layout
from ditone.runtime.audio.mono import mix
from ditone.runtime.audio.reading import read_source
from ditone.runtime.audio.resampling import resample
from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.mixing import mixed
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Envelope, Run
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.sampler import sample
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.sampling.variation_start import VariationStart
from ditone.runtime.take import Audio

WIDTH = 0.6  # of textures, where a request says nothing
QUIET_S = 1.0  # silence behind a sound from which it is told
APG_MOMENTUM = 0.0  # beta of Sadat et al. 2024; -0.5 cost 3 points of prompt following here


@dataclass(frozen=True, eq=False)
class Begun:
    """The first state of a walk (1, tokens, 64), its noise level, and fresh noise for solvers that draw."""

    state: Tensor
    level: float
    draw: Callable[[], Tensor]


class MiniPipeline:
    """A loaded Mini SFX on one device."""

    def __init__(self, info: ModelInfo, engine: Engine, parts: Parts) -> None:
        self.info = info
        self.engine = engine
        self.parts = parts
        self.neighbours = VariationStart(info, self.latents, self.encode)
        self.runtime = DitRuntime(parts.dit, sequential_guidance=engine.settings.sequential_guidance)

    def generate(self, request: Request, run: Run) -> Audio:
        """(samples, 1 or 2) float32, exactly as long as requested; textures have two channels."""
        with run.stage("text"):
            words = self.read(request.prompt, run)
            plan = self.plan(request)
            conditioning = self.condition(request, plan)
        begun = self.begin(request, run, plan)
        with run.stage("denoise", request.steps):
            latents = self.denoise(conditioning, request, run, plan, begun)
        with run.stage("decode"):
            width, decoder = float(request.value("width", WIDTH)), str(request.value("decoder", "neural"))
            if plan.loop:
                turn = self.decode_loop(latents, decoder, request.seed, width, self.blend(request))
                return finish_loop(turn, request.duration_s)
            canvas = self.decode(latents, decoder, request.seed, plan.sounds_s, width, self.blend(request))
            if words.note is not None:
                canvas = self.tune(canvas, words.note, run)
            return self.end(finish(canvas, request.duration_s), request, run)

    def read(self, prompt: str, run: Run | None = None) -> PromptWords:
        """What is made of a prompt; a take's own prompt is told in its notes."""
        words = read_prompt(prompt, self.parts.table, self.parts.conditioner.words, self.parts.kinds)
        if run is not None:
            run.details["understood"] = words.understood.sentence()
            for sentence in words.sentences():
                run.note(sentence)
        return words

    def plan(self, request: Request) -> Layout:
        """Where the windows of a take stand."""
        return layout(request.duration_s, bool(request.value("loop", False)), self.read(request.prompt).once)

    def condition(self, request: Request, plan: Layout) -> Conditioning:
        """Both guidance branches: the prompt, and the negative prompt or the trained "no prompt"; or what lies between two takes'."""
        parents = self.neighbours.parents(request)
        if parents is not None:
            a, b, at = parents
            return mixed(self.condition(a, plan), self.condition(b, plan), at)
        rows = pad_rows([list(self.read(text).rows) for text in (request.prompt, request.negative_prompt)])
        seconds = torch.full((2,), plan.seconds)
        both = self.parts.conditioner(rows.to(self.engine.device), seconds.to(self.engine.device))
        static = position_features(seconds[:1].to(self.engine.device), plan.window)
        return Conditioning(_branch(both, 0, static), _branch(both, 1, static))

    def tune(self, canvas: Tensor, note: Note, run: Run) -> Tensor:
        """A canvas (channels, samples) played so fast that its measured pitch is the note's; as it is where it has no clear pitch."""
        audio = canvas.float().cpu().numpy().T
        before = pitch_hz(audio.mean(1))
        if before is None:
            run.note(f"The sound has no clear pitch, so {note.name} is not followed.")
            return canvas
        run.note(f"Tuned from {before:.0f} Hz to {note.name}, {note.frequency_hz:.1f} Hz.")
        return torch.from_numpy(tuned(audio, note.frequency_hz / before).T.copy())

    def end(self, audio: Audio, request: Request, run: Run) -> Audio:
        """A take (samples, channels) whose sound is over early: told, and cut there where that was chosen."""
        sounds, cut = sounding_s(audio), request.value("ending", "pad") == "cut"
        if request.duration_s - sounds < (0.1 if cut else QUIET_S) or not audio.any():
            return audio
        if not cut:
            run.note(f"The sound is over after {sounds:.1f} s; the rest is silence.")
            return audio
        run.note(f"The sound is over after {sounds:.1f} s, and the take is cut there.")
        return finish(torch.from_numpy(audio.T.copy()), sounds)

    def begin(self, request: Request, run: Run, plan: Layout) -> Begun:
        """Where the walk begins: in the take's noise, or near the takes beside it."""
        draws = self.neighbours.draws(request, run)
        noise = draws((1, plan.tokens, LATENT_CHANNELS), self.engine.device)
        start = self.neighbours.start(request, run, noise)
        return Begun(start.state(NOISE_AT_ONE), start.level, lambda: draws(tuple(noise.shape), self.engine.device))

    def latents(self, request: Request, run: Run) -> Tensor:
        """The end of a take's walk, (1, tokens of its plan, 64)."""
        plan = self.plan(request)
        return self.denoise(self.condition(request, plan), request, run, plan)

    def encode(self, path: str, request: Request, run: Run) -> Tensor:
        """Latents (1, tokens of the plan, 64) of a sound file: mono, as long as the take, silence behind its end."""
        audio, rate_hz = read_source(Path(path).expanduser())
        one = mix(audio)
        if one.note:
            run.note(f"{Path(path).name}: {one.note}")
        mono = resample(one.samples[:, None], rate_hz, SAMPLE_RATE_HZ)[:, 0]
        tokens = self.plan(request).tokens
        sound = torch.zeros(1, tokens * SAMPLES_PER_TOKEN)
        samples = min(len(mono), round(request.duration_s * SAMPLE_RATE_HZ), sound.shape[1])
        sound[0, :samples] = torch.from_numpy(mono[:samples])
        mel = log_mel(sound.to(self.engine.device))[:, : tokens * FRAMES_PER_TOKEN]
        return self.parts.latent.encode(mel)

    def blend(self, request: Request) -> Blend:
        """The decoder's noise of a take, near that of the takes beside it."""
        return lambda leaf: self.neighbours.blend(request, lambda one: leaf(one.seed))

    def denoise(self, conditioning: Conditioning, request: Request, run: Run, plan: Layout, begun: Begun | None = None) -> Tensor:
        """Latents (1, tokens of the plan, 64), from the beginning of the walk."""
        tokens = plan.tokens
        begun = begun or self.begin(request, run, plan)
        if begun.level <= 0:
            return begun.state
        solver, grid = SOLVERS[request.solver], schedule.linear(request.steps, begun.level)
        momentum = APG_MOMENTUM if request.apg > 0 else 0.0
        self.runtime.prepare(
            conditioning,
            solver.times(grid, NOISE_AT_ONE),
            plan.window,
            path=NOISE_AT_ONE,
            guidance=Guidance(request.cfg_scale, request.apg, momentum),
            check=run.check,
        )
        latents = sample(
            self.runtime if plan.single else WindowedVelocity(self.runtime, plan),
            begun.state,
            grid,
            solver,
            NOISE_AT_ONE,
            run,
            draw=begun.draw,
            preview=lambda clean: (self.envelope(clean), tokens * SAMPLES_PER_TOKEN / SAMPLE_RATE_HZ),
            trace=self.engine.settings.trace or request.engine.trace,
        )
        self.runtime.release()
        self.neighbours.remember(request, latents)
        return latents

    def decode(
        self,
        latents: Tensor,
        decoder: str = "neural",
        seed: int = 0,
        duration_s: float | None = None,
        width: float = 0.0,
        blend: Blend | None = None,
    ) -> Tensor:
        """latents (1, tokens, 64) -> the whole canvas (channels, samples), before edges and loudness.

        `duration_s`, the requested part of the canvas, decides with `width` whether a texture gets two channels.
        """
        mel = self.parts.latent.decode(latents.float())
        length = (mel.shape[1] - 1) * HOP
        if decoder == "griffin-lim":
            return griffin_lim(mel, length, seed=seed)
        asked = length if duration_s is None else min(length, round(duration_s * SAMPLE_RATE_HZ))
        return channels(self.parts.decoder.hear(mel), length, asked, seed, width, blend=blend)

    def decode_loop(
        self, latents: Tensor, decoder: str = "neural", seed: int = 0, width: float = 0.0, blend: Blend | None = None
    ) -> Tensor:
        """latents (1, tokens, 64) of a circle -> one turn of it (channels, tokens * SAMPLES_PER_TOKEN)."""
        mel = self.parts.latent.decode(latents.float())
        frames = mel.shape[1]
        mel = looping.around(mel)
        length = (mel.shape[1] - 1) * HOP
        if decoder == "griffin-lim":
            return looping.closed(griffin_lim(mel, length, seed=seed), frames)
        heard = self.parts.decoder.hear(mel)
        return looping.middle(channels(heard, length, length, seed, width, frames * HOP, blend), frames)

    def envelope(self, clean: Tensor) -> Envelope:
        """Expected peak level (0 to 1) of every log-mel frame of a clean estimate (1, tokens, 64)."""
        mel = self.parts.latent.decode(clean.float())[0]
        power = (mel.exp() @ self.parts.decoder.to_bins).square().sum(-1)
        # a full-scale sine leaves 1 + 2 * 0.25 in the three bins of the Hann window
        return (power / 1.5).sqrt().clamp(0, 1).cpu().numpy().astype(np.float32)

    def release(self) -> None:
        """Frees the runtime's caches and kept latents; the weights stay."""
        self.runtime.release()
        self.neighbours.release()


def _branch(condition: Condition, item: int, static: Tensor) -> Branch:
    """One item's side of guidance. static: (1, frames, channels)."""
    one = slice(item, item + 1)
    return Branch(
        context=condition.context[one],
        context_bias=condition.mask[one, None, None],
        vector=condition.vector[one],
        static=static,
    )
