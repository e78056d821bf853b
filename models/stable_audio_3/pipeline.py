"""From a request to a take: text, source, noise, walk along the grid, waveform."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ditone.models.stable_audio_3 import adapt, conditioning, decoder, source
from ditone.models.stable_audio_3.autoencoder import Draw
from ditone.models.stable_audio_3.canvas import Canvas, lay_out
from ditone.models.stable_audio_3.config import POST_TRAINED, Published
from ditone.models.stable_audio_3.job import Job, job_of
from ditone.models.stable_audio_3.lora import Use
from ditone.models.stable_audio_3.model import ConditionerModule, StableAudio
from ditone.models.stable_audio_3.schedule import Schedule
from ditone.models.stable_audio_3.text import TextEncoder
from ditone.runtime.dit import Branch, Conditioning, DitModule, DitRuntime, FrameMask
from ditone.runtime.dit.mixing import mixed
from ditone.runtime.dit.tuning import tune
from ditone.runtime.errors import BadRequest
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Envelope, Run
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.sampler import sample
from ditone.runtime.sampling.variation_start import Draw as Noise
from ditone.runtime.sampling.variation_start import Start, VariationStart
from ditone.runtime.take import Audio
from ditone.runtime.variations import VARIATION_OF

PREVIEW_POINTS = 24


@dataclass(frozen=True, eq=False)
class Made:
    """audio: (batch, channels, canvas samples) float32 on the CPU; latents: (batch, frames, channels); grid as walked."""

    audio: Tensor
    latents: Tensor
    grid: Tensor
    canvas: Canvas


@dataclass(frozen=True, eq=False)
class Beside:
    """A take near others: where its noise comes from, where its walk begins, and the jobs whose words it is told, at a place between."""

    draws: Noise
    start: Callable[[Tensor], Start]
    jobs: tuple[Job, ...]
    at: float


class StableAudioPipeline:
    """One loaded variant. `model` never changes; adapters live in copies that share its weights."""

    def __init__(
        self,
        info: ModelInfo,
        folder: Path,
        config: Published,
        model: StableAudio,
        text: TextEncoder,
        schedule: Schedule,
        engine: Engine,
    ) -> None:
        self.info = info
        self.folder = folder
        self.config = config
        self.model = model
        self.text = text
        self.schedule = schedule
        self.engine = engine
        self.neighbours = VariationStart(info, self.latents, self._encoded)
        self._adapted: dict[tuple[Use, ...], DitModule] = {}
        self._adapted_for: tuple[object, ...] = ()
        self._runtimes: list[DitRuntime] = []

    def generate(self, request: Request, run: Run) -> Audio:
        """One take (frames, channels). Raises BadRequest for values that do not fit together, Cancelled when asked to stop."""
        job = job_of(request, self.config, self.schedule)
        self._notes(request, job, run)
        looped = bool(request.value("loop", False))
        made = self.make(replace(job, heard_early=not looped), run, request.engine.trace, self._beside(request, run))
        if made.latents.shape[0] == 1:
            self.neighbours.remember(request, made.latents)
        audio = self._cut(job, made)
        if looped:
            rolled, again = source.around_the_seam(job, audio, self.config.sample_rate_hz)
            audio = torch.roll(self._cut(again, self.make(again, run)), -rolled, dims=-1)
        return np.ascontiguousarray(audio.T.numpy())

    def latents(self, request: Request, run: Run) -> Tensor:
        """The end of a take's walk, (1, frames, channels)."""
        job = job_of(request, self.config, self.schedule)
        return self._walked(job, run, beside=self._beside(request, run))[0]

    def _cut(self, job: Job, made: Made) -> Tensor:
        """(channels, samples) of the only item; outside the regions of an inpainted take the source's own."""
        audio = made.audio[0, :, : made.canvas.samples[0]]
        if job.paste_fade_s is not None and job.inpaint is not None:
            audio = source.paste(audio, job.inpaint[0], job.regions, self.config.sample_rate_hz, job.paste_fade_s)
        return audio

    def make(self, job: Job, run: Run, trace: bool = False, beside: Beside | None = None) -> Made:
        """A batch of items.

        Draws, in order: noise, encoder noise, one per stochastic step, then for each decoded piece its latents and new tokens.
        """
        latents, grid, canvas = self._walked(job, run, trace, beside)
        draws = run.noise if beside is None else beside.draws
        audio = self._decode(job, latents, canvas, run, draws)[..., : canvas.total_samples]
        audio = (audio * canvas.mask().repeat_interleave(canvas.hop, dim=1)[:, None]).clamp(-1, 1)
        run.details.update(latent_frames=canvas.frames, grid=[round(float(t), 6) for t in grid.reshape(-1, grid.shape[-1])[0]])
        return Made(audio, latents, grid, canvas)

    def _walked(self, job: Job, run: Run, trace: bool = False, beside: Beside | None = None) -> tuple[Tensor, Tensor, Canvas]:
        """Latents (batch, frames, channels), the grid as walked and the canvas."""
        canvas = lay_out(self.config, job.seconds, job.headroom_s, job.limit)
        batch, channels, device = len(job.prompts), self.config.autoencoder.latent_channels, self.engine.device
        draws = run.noise if beside is None else beside.draws

        def fresh() -> Tensor:
            return draws((batch, channels, canvas.frames), device).transpose(1, 2)

        try:
            with run.stage("text"):
                said = [self._said(one, run) for one in ([job] if beside is None else beside.jobs)]
                if job.frees_text_encoder:
                    self.text.free()
            noise = fresh()
            init, local = self._sources(job, canvas, run)
            start = None if beside is None else beside.start(noise)
            level = job.start if start is None or start.is_pure else start.level
            plan = job.schedule if level == job.start else replace(job.schedule, monotone=True)
            if start is not None and not start.is_pure:
                x = start.state(NOISE_AT_ONE)
            else:
                x = noise if init is None else NOISE_AT_ONE.mix(init, noise, torch.tensor([job.start]))
            grid = plan.grid(job.steps, level, torch.tensor(canvas.effective)) if level > 0 else torch.zeros(2)
            if level <= 0:
                return x, grid, canvas
            valid = canvas.mask().to(device)
            frames = FrameMask(valid, job.padding) if self.config.masks_padding and min(canvas.valid) < canvas.frames else None
            given = self._given(job, said[0], local, frames)
            if beside is not None and len(said) == 2:
                given = mixed(given, self._given(job, said[1], local, frames), beside.at)
            modules = self._modules(job, grid, run)
            with run.stage("denoise", job.steps):
                walk = self._prepare(job, modules, grid, canvas.frames, given, run)
                latents = sample(
                    walk, x, grid, job.solver, NOISE_AT_ONE, run, preview=self._preview(canvas), draw=fresh, trace=trace
                )
        finally:
            self._drop_runtimes()
        return latents, grid, canvas

    def release(self) -> None:
        """Frees caches, merged adapters, kept prompts and latents; weights stay."""
        self._drop_runtimes()
        self.neighbours.release()
        self._adapted.clear()
        self.text.forget()

    # -- takes near other takes -----------------------------------------------------------------------------------------------

    def _beside(self, request: Request, run: Run) -> Beside | None:
        """What a take near others is made of; None for any other. Raises BadRequest between takes that start from sounds."""
        parents = self.neighbours.parents(request)
        if parents is None and not request.value(VARIATION_OF, ""):
            return None
        jobs = [job_of(request, self.config, self.schedule)]
        if parents is not None:
            jobs = [job_of(one, self.config, self.schedule) for one in parents[:2]]
            if any(one.init is not None or one.inpaint is not None for one in jobs):
                raise BadRequest("One of the two takes was made from a sound; the way leads between takes made from text alone.")
        at = 0.0 if parents is None else parents[2]
        return Beside(
            self.neighbours.draws(request, run), lambda noise: self.neighbours.start(request, run, noise), tuple(jobs), at
        )

    def _encoded(self, path: str, request: Request, run: Run) -> Tensor:
        """Latents (1, frames, channels) of a sound file on the canvas of a request."""
        job = job_of(request, self.config, self.schedule)
        sound = source.load(Path(path).expanduser(), self.config.sample_rate_hz, self.config.channels)
        canvas = lay_out(self.config, job.seconds, job.headroom_s, job.limit)
        return self._encode(replace(job, decoder_noise=False), sound[..., : canvas.samples[0]], canvas, run)

    # -- parts of a take ------------------------------------------------------------------------------------------------------

    def _said(self, job: Job, run: Run) -> tuple[Tensor, Tensor, Tensor | None]:
        """The length's vector, the context of the prompts, and that of the negative prompt where guidance asks for one.

        Vector: (1, width); contexts: (prompts, tokens, width).
        """
        conditioner = self._conditioner(job.loras, run)
        vector = conditioner.embed_seconds(_shared(job.seconds))
        return vector, *self._contexts(job, conditioner, vector.expand(len(job.prompts), -1))

    def _given(
        self, job: Job, said: tuple[Tensor, Tensor, Tensor | None], local: Tensor, frames: FrameMask | None
    ) -> Conditioning:
        vector, context, negative = said
        return Conditioning(
            Branch(context=context, vector=vector, local=local),
            None if job.guidance.scale == 1.0 else conditioning.unconditional(vector, local, negative),
            frames=frames,
        )

    def _contexts(self, job: Job, conditioner: ConditionerModule, seconds: Tensor) -> tuple[Tensor, Tensor | None]:
        """Context (prompts, tokens, width) of the prompts, and of the negative prompt where guidance asks for one."""
        positive = conditioning.context([self.text.encode(p, job.text_dtype) for p in job.prompts], conditioner, seconds)
        if not job.negative or job.guidance.scale == 1.0:
            return positive, None
        texts = [self.text.encode(job.negative, job.text_dtype)] * len(job.prompts)
        return positive, conditioning.context(texts, conditioner, seconds, negative=True)

    def _sources(self, job: Job, canvas: Canvas, run: Run) -> tuple[Tensor | None, Tensor]:
        """Latents (batch or 1, frames, channels) to start from, and the local conditioning (batch or 1, frames or 1, 1 + channels)."""
        channels, device = self.config.autoencoder.latent_channels, self.engine.device
        if job.init is None and job.inpaint is None:
            return None, conditioning.local_conditioning(channels, None, None, device)
        with run.stage("source"):
            init = None if job.init is None else self._encode(job, job.init, canvas, run)
            if job.inpaint is None:
                return init, conditioning.local_conditioning(channels, None, None, device)
            samples = source.keep_mask(canvas.total_samples, self.config.sample_rate_hz, job.regions, max(job.seconds))
            mask = samples[:: canvas.hop]
            kept = int(mask.nonzero().amax()) + 1 if bool(mask.any()) else 0
            latents = self._encode(job, job.inpaint, canvas, run, until=kept)
            return init, conditioning.local_conditioning(channels, mask, latents, device)

    def _encode(self, job: Job, sound: Tensor, canvas: Canvas, run: Run, until: int | None = None) -> Tensor:
        """A sound (batch, channels, samples) as latents (batch, frames, channels)."""
        fitted = source.fitted(sound, canvas.total_samples).to(self.engine.device)
        latents = decoder.encode(self.model.autoencoder, fitted, self._draw(job, run.noise), self._pieces(job, run), until)
        return latents[:, : canvas.frames]

    def _decode(self, job: Job, latents: Tensor, canvas: Canvas, run: Run, draws: Noise) -> Tensor:
        """Latents (batch, frames, channels) as waveforms (batch, channels, samples)."""
        until = None if job.headroom_decoded else max(canvas.effective)
        pieces = self._pieces(job, run)
        if not job.headroom_decoded and job.paste_fade_s is None and job.heard_early:
            pieces = replace(pieces, made=self._listener(canvas.samples[0], run))
        with run.stage("decode"):
            return decoder.decode(self.model.autoencoder, latents, self._draw(job, draws), pieces, until)

    def _listener(self, samples: int, run: Run) -> Callable[[int, Tensor], None]:
        """Hands each finished piece (batch, channels, samples) on, of its first item, cut where the take ends."""

        def made(first: int, waveform: Tensor) -> None:
            piece = waveform[0, :, : max(samples - first, 0)].clamp(-1, 1)
            if piece.shape[1]:
                run.observer.audio(np.ascontiguousarray(piece.T.numpy()), first, self.config.sample_rate_hz)

        return made

    def _pieces(self, job: Job, run: Run) -> decoder.Pieces:
        pieces = decoder.pieces_of(self.config.autoencoder, job.chunk_frames)
        return replace(pieces, begins=run.observer.step, check=run.check)

    def _draw(self, job: Job, draws: Noise) -> Draw | None:
        return (lambda shape: draws(shape, self.engine.device)) if job.decoder_noise else None

    def _modules(self, job: Job, grid: Tensor, run: Run) -> dict[tuple[Use, ...], DitModule]:
        """A transformer for every set of adapters that the grid, (steps + 1,) or (batch, steps + 1), meets."""
        if not job.loras:
            return {(): self.model.dit}
        with run.stage("adapters"):
            times = job.solver.times(grid, NOISE_AT_ONE)
            return {active: self._dit(job.loras, active, run) for active in adapt.active_sets(job.loras, times)}

    def _prepare(
        self, job: Job, modules: dict[tuple[Use, ...], DitModule], grid: Tensor, frames: int, given: Conditioning, run: Run
    ) -> Walk:
        """One prepared runtime for every transformer."""
        times = job.solver.times(grid, NOISE_AT_ONE)
        walk = Walk(job.loras)
        for active, module in modules.items():
            runtime = DitRuntime(module, sequential_guidance=self.engine.settings.sequential_guidance)
            walk.runtimes[active] = runtime
            self._runtimes.append(runtime)
            own = [t for t in times if adapt.active_at(job.loras, t) == active]
            runtime.prepare(given, own, frames, path=NOISE_AT_ONE, guidance=job.guidance, check=run.check)
        return walk

    def _dit(self, uses: tuple[Use, ...], active: tuple[Use, ...], run: Run) -> DitModule:
        """The transformer with some adapters merged in; copies are kept while takes ask for the same adapters."""
        if not active:
            return self.model.dit
        self._keep_adapted(uses)
        if active not in self._adapted:
            merged = adapt.adapted(self.model.dit, "dit", self.folder, self.config, active, run.check)
            tune(merged, self.engine.settings, self.engine.notes.append)
            self._adapted[active] = merged
        return self._adapted[active]

    def _conditioner(self, uses: tuple[Use, ...], run: Run) -> ConditionerModule:
        if not uses:
            self._adapted.clear()
            return self.model.conditioner
        self._keep_adapted(uses)
        return adapt.adapted(self.model.conditioner, "conditioner", self.folder, self.config, uses, run.check)

    def _keep_adapted(self, uses: tuple[Use, ...]) -> None:
        """Drops merged copies when other adapters, or other files under their names, are asked for."""
        key = tuple((use, use.path.stat().st_mtime_ns if use.path.exists() else 0) for use in uses)
        if key != self._adapted_for:
            self._adapted.clear()
            self._adapted_for = key

    def _drop_runtimes(self) -> None:
        for runtime in self._runtimes:
            runtime.release()
        self._runtimes.clear()

    def _notes(self, request: Request, job: Job, run: Run) -> None:
        """What the user should know before listening."""
        for title, text in (("prompt", request.prompt), ("negative prompt", request.negative_prompt)):
            cut = self.text.tokenise(text)[2]
            if cut:
                run.note(f'The {title} is longer than {self.text.tokens} tokens; this part was left out: "{cut}".')
        if self.config.objective == POST_TRAINED and job.guidance.scale != 1.0:
            run.note("This model was made to run without guidance: a CFG scale other than 1 doubles the time and seldom helps.")
        if job.negative and job.guidance.scale == 1.0:
            run.note("The negative prompt has no effect while the CFG scale is 1.")

    def _preview(self, canvas: Canvas) -> Callable[[Tensor], tuple[Envelope, float]]:
        """Peaks of a clean estimate (batch, frames, channels) at evenly spaced places of its first item.

        Attention in the decoder is local, so short pieces suffice.
        """
        span = self.config.autoencoder.decoder.frames_multiple * 2
        frames = max(min(canvas.effective[0], canvas.frames) // span * span, span)
        count = min(frames // span, PREVIEW_POINTS)
        places = [int(i * (frames - span) / max(count - 1, 1)) // span * span for i in range(count)]

        def envelope(clean: Tensor) -> tuple[Envelope, float]:
            short = torch.cat([clean[:1, p : p + span] for p in places], dim=0)
            waveform = self.model.autoencoder.decode(short)
            return waveform.abs().amax(dim=(1, 2)).clamp(max=1).cpu().numpy(), canvas.samples[0] / self.config.sample_rate_hz

        return envelope


class Walk:
    """The velocity of a take: one prepared runtime for each set of adapters, chosen by time."""

    def __init__(self, uses: tuple[Use, ...]) -> None:
        self.uses = uses
        self.runtimes: dict[tuple[Use, ...], DitRuntime] = {}
        self.evaluations = 0

    def velocity(self, x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
        """As `DitRuntime.velocity`: x (batch, frames, channels), t (1,) or (batch,)."""
        runtime = self.runtimes[adapt.active_at(self.uses, t)]
        before = runtime.evaluations
        v = runtime.velocity(x, t, duration)
        self.evaluations += runtime.evaluations - before
        return v


def _shared(seconds: tuple[float, ...]) -> Tensor:
    """(1,) where all items are equally long, which lets them share one modulation bank, else (batch,)."""
    return torch.tensor(seconds if len(set(seconds)) > 1 else seconds[:1], dtype=torch.float64)
