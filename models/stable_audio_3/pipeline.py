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
from ditone.runtime.dit.tuning import tune
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Envelope, Run
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.sampler import sample
from ditone.runtime.take import Audio

PREVIEW_POINTS = 24


@dataclass(frozen=True, eq=False)
class Made:
    """audio: (batch, channels, canvas samples) float32 on the CPU; latents: (batch, frames, channels); grid as walked."""

    audio: Tensor
    latents: Tensor
    grid: Tensor
    canvas: Canvas


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
        self._adapted: dict[tuple[Use, ...], DitModule] = {}
        self._adapted_for: tuple[object, ...] = ()
        self._runtimes: list[DitRuntime] = []

    def generate(self, request: Request, run: Run) -> Audio:
        """One take (frames, channels). Raises BadRequest for values that do not fit together, Cancelled when asked to stop."""
        job = job_of(request, self.config, self.schedule)
        self._notes(request, job, run)
        made = self.make(job, run, trace=request.engine.trace)
        audio = made.audio[0, :, : made.canvas.samples[0]]
        if job.paste_fade_s is not None and job.inpaint is not None:
            audio = source.paste(audio, job.inpaint[0], job.regions, self.config.sample_rate_hz, job.paste_fade_s)
        return np.ascontiguousarray(audio.T.numpy())

    def make(self, job: Job, run: Run, trace: bool = False) -> Made:
        """A batch of items.

        Draws, in order: noise, encoder noise, one per stochastic step, then for each decoded piece its latents and new tokens.
        """
        canvas = lay_out(self.config, job.seconds, job.headroom_s, job.limit)
        batch, channels, device = len(job.prompts), self.config.autoencoder.latent_channels, self.engine.device

        def fresh() -> Tensor:
            return run.noise((batch, channels, canvas.frames), device).transpose(1, 2)

        try:
            with run.stage("text"):
                conditioner = self._conditioner(job.loras, run)
                vector = conditioner.embed_seconds(_shared(job.seconds))
                contexts = self._contexts(job, conditioner, vector.expand(batch, -1))
                if job.frees_text_encoder:
                    self.text.free()
            noise = fresh()
            init, local = self._sources(job, canvas, run)
            grid = job.schedule.grid(job.steps, job.start, torch.tensor(canvas.effective))
            x = noise if init is None else NOISE_AT_ONE.mix(init, noise, torch.tensor([job.start]))
            valid = canvas.mask().to(device)
            given = Conditioning(
                Branch(context=contexts[0], vector=vector, local=local),
                None if job.guidance.scale == 1.0 else conditioning.unconditional(vector, local, contexts[1]),
                frames=FrameMask(valid, job.padding) if self.config.masks_padding and min(canvas.valid) < canvas.frames else None,
            )
            modules = self._modules(job, grid, run)
            with run.stage("denoise", job.steps):
                walk = self._prepare(job, modules, grid, canvas.frames, given, run)
                latents = sample(
                    walk, x, grid, job.solver, NOISE_AT_ONE, run, preview=self._preview(canvas), draw=fresh, trace=trace
                )
        finally:
            self._drop_runtimes()
        audio = self._decode(job, latents, canvas, run)[..., : canvas.total_samples]
        audio = (audio * canvas.mask().repeat_interleave(canvas.hop, dim=1)[:, None]).clamp(-1, 1)
        run.details.update(latent_frames=canvas.frames, grid=[round(float(t), 6) for t in grid.reshape(-1, grid.shape[-1])[0]])
        return Made(audio, latents, grid, canvas)

    def release(self) -> None:
        """Frees caches, merged adapters and kept prompts; weights stay."""
        self._drop_runtimes()
        self._adapted.clear()
        self.text.forget()

    # -- parts of a take ------------------------------------------------------------------------------------------------------

    def _contexts(self, job: Job, conditioner: ConditionerModule, seconds: Tensor) -> tuple[Tensor, Tensor | None]:
        """Context of the prompts, and of the negative prompt where guidance asks for one."""
        positive = conditioning.context([self.text.encode(p, job.text_dtype) for p in job.prompts], conditioner, seconds)
        if not job.negative or job.guidance.scale == 1.0:
            return positive, None
        texts = [self.text.encode(job.negative, job.text_dtype)] * len(job.prompts)
        return positive, conditioning.context(texts, conditioner, seconds, negative=True)

    def _sources(self, job: Job, canvas: Canvas, run: Run) -> tuple[Tensor | None, Tensor]:
        """Latents to start from, and the local conditioning."""
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
        fitted = source.fitted(sound, canvas.total_samples).to(self.engine.device)
        latents = decoder.encode(self.model.autoencoder, fitted, self._draw(job, run), self._pieces(job, run), until)
        return latents[:, : canvas.frames]

    def _decode(self, job: Job, latents: Tensor, canvas: Canvas, run: Run) -> Tensor:
        until = None if job.headroom_decoded else max(canvas.effective)
        pieces = self._pieces(job, run)
        if not job.headroom_decoded and job.paste_fade_s is None:
            pieces = replace(pieces, made=self._listener(canvas.samples[0], run))
        with run.stage("decode"):
            return decoder.decode(self.model.autoencoder, latents, self._draw(job, run), pieces, until)

    def _listener(self, samples: int, run: Run) -> Callable[[int, Tensor], None]:
        """Hands each finished piece of the first item on, cut where the take ends."""

        def made(first: int, waveform: Tensor) -> None:
            piece = waveform[0, :, : max(samples - first, 0)].clamp(-1, 1)
            if piece.shape[1]:
                run.observer.audio(np.ascontiguousarray(piece.T.numpy()), first, self.config.sample_rate_hz)

        return made

    def _pieces(self, job: Job, run: Run) -> decoder.Pieces:
        pieces = decoder.pieces_of(self.config.autoencoder, job.chunk_frames)
        return replace(pieces, begins=run.observer.step, check=run.check)

    def _draw(self, job: Job, run: Run) -> Draw | None:
        return (lambda shape: run.noise(shape, self.engine.device)) if job.decoder_noise else None

    def _modules(self, job: Job, grid: Tensor, run: Run) -> dict[tuple[Use, ...], DitModule]:
        """A transformer for every set of adapters that the grid meets."""
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
        """Peaks at evenly spaced places of the first item. Attention in the decoder is local, so short pieces suffice."""
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
