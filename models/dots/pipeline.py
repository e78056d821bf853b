"""One take, in the order of the data: text in pieces, voice, and for every piece patches and their sound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ditone.models.dots import language as languages
from ditone.models.dots.causal import State
from ditone.models.dots.config import DotsConfig
from ditone.models.dots.core import DotsCore
from ditone.models.dots.decoder import AudioVae
from ditone.models.dots.encoder import sample_latents
from ditone.models.dots.loading import LatentStats
from ditone.models.dots.loop import Patch, speak
from ditone.models.dots.normalise import spoken_text
from ditone.models.dots.pieces import PAUSE_SHARES, WARN_SHARE, Piece, make_pieces, parts, patches_for, speech_s
from ditone.models.dots.preview import Ahead
from ditone.models.dots.reference import RECOMMENDED_S, Voice, encode_voice, read_reference, speaker_vector
from ditone.models.dots.sampling import Plan, make_plan
from ditone.models.dots.speaker import SpeakerEncoder
from ditone.models.dots.text import MAX_SCHEDULE, Schedule, TextTokenizer, model_text
from ditone.runtime.audio.edges import EdgeTrimmer
from ditone.runtime.comparison.voices import SHORTEST_COMPARED_S, similarity
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.errors import BadRequest
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Run
from ditone.runtime.take import Audio

TRIM_NOTE_S = 0.1  # less is not worth a sentence


@dataclass(frozen=True)
class Parts:
    """Everything that was loaded from a model folder; `speaker` is missing where the folder lacks it."""

    config: DotsConfig
    tokenizer: TextTokenizer
    core: DotsCore
    stats: LatentStats
    vae: AudioVae
    speaker: SpeakerEncoder | None


@dataclass(frozen=True)
class PieceReport:
    """Where a piece lies in the take, kept with it so that one piece can be found and made again."""

    number: int
    text: str
    seed: int
    start_s: float
    end_s: float
    patches: int
    ended: bool


class DotsPipeline:
    """A loaded variant on one device.

    Noise of a piece comes from a generator of its own, seeded by the piece's seed and drawn on the CPU in this order: the reference's
    latents (only when a transcript is given), then for each patch its start noise, and between consistency steps the fresh noise.
    """

    def __init__(self, info: ModelInfo, engine: Engine, parts: Parts) -> None:
        self.info = info
        self.engine = engine
        self.parts = parts
        self.runtime = DitRuntime(parts.core.dit, sequential_guidance=engine.settings.sequential_guidance)
        self._voice: tuple[tuple[object, ...], Voice] | None = None

    def generate(self, request: Request, run: Run) -> Audio:
        """(samples, 1) float32; the model decides the length."""
        config = self.parts.config
        plan = make_plan(config.recipe, request.solver, request.steps, request.cfg_scale)
        with run.stage("voice"):
            voice = self.voice(request, run)
        with run.stage("text"):
            reference_patches = self.reference_patches(voice, request)
            pieces = self.pieces(request, run, reference_patches)
            schedules = [self.schedule(piece, request, run, reference_patches) for piece in pieces]
        expected = sum(patches_for(speech_s(piece.text), config.patch_s) for piece in pieces)
        pause_s, rate_hz = float(request.value("pause_s")), config.vae.sample_rate_hz
        chunks: list[Audio] = []
        reports: list[PieceReport] = []
        run.observer.stage("denoise", expected)
        for piece, schedule in zip(pieces, schedules, strict=True):
            if chunks:
                self.emit(np.zeros((round(pause_s * PAUSE_SHARES[piece.pause] * rate_hz), 1), np.float32), chunks, run)
            start = sum(len(chunk) for chunk in chunks)
            made, ended = 0, False
            for patch in self.patches(piece, schedule, plan, voice, request, run, chunks):
                made, ended = made + 1, patch.last
                run.observer.step(min(sum(r.patches for r in reports) + made, expected), expected)
            end = sum(len(chunk) for chunk in chunks)
            reports.append(PieceReport(piece.number, piece.text, piece.seed, start / rate_hz, end / rate_hz, made, ended))
            if not ended:
                run.note(
                    f"{_named(piece, request)} reached the patch limit after {(end - start) / rate_hz:.1f} s, "
                    "so its speech may be cut off: raise the limit, or split the text into sentences."
                )
        run.observer.step(expected, expected)
        run.details["pieces"] = [asdict(report) for report in reports]
        audio: Audio = np.concatenate(chunks)
        if voice is not None and self.parts.speaker is not None and len(audio) >= SHORTEST_COMPARED_S * rate_hz:
            heard = speaker_vector(torch.from_numpy(audio.T), config, self.parts.speaker, self.engine.device)
            run.details["voice_similarity"] = similarity(heard, voice.xvector)
        return audio

    # -- voice ----------------------------------------------------------------------------------------------------------------

    def voice(self, request: Request, run: Run) -> Voice | None:
        """The reference voice, encoded; that of the last take is remembered. Raises BadRequest when it cannot be used."""
        name, transcript = str(request.value("reference")), str(request.value("transcript")).strip()
        if not name:
            if transcript:
                raise BadRequest("A transcript was given without a reference voice.", "It is the words of that recording.")
            return None
        if self.parts.speaker is None:
            raise BadRequest(
                "Reference voices cannot be used: speaker_encoder.safetensors is missing from the model folder.",
                actions=("Download it into the folder, or take the reference away.",),
            )
        path, config = Path(name).expanduser(), self.parts.config
        audio = read_reference(path, config.vae.sample_rate_hz)
        if audio.note:
            run.note(f"{path.name}: {audio.note}")
        stat = path.stat()
        key = (str(path), stat.st_size, stat.st_mtime_ns, bool(transcript))
        if self._voice is None or self._voice[0] != key:
            run.check()
            encoder = self.parts.vae.encoder if transcript else None
            self._voice = (key, encode_voice(audio, config, self.parts.speaker, encoder, self.engine.device))
        run.details["reference"] = {
            "file_s": round(audio.length_s, 3),
            "kept_from_s": round(audio.start_s, 3),
            "kept_to_s": round(audio.end_s, 3),
        }
        if audio.length_s - audio.kept_s > TRIM_NOTE_S:
            run.note(f"Silence was trimmed: the reference is used from {audio.start_s:.2f} s to {audio.end_s:.2f} s.")
        if audio.kept_s > config.speaker_max_s:
            run.note(f"The voice is taken from the middle {config.speaker_max_s:g} s of the reference.")
        if audio.kept_s < RECOMMENDED_S[0]:
            run.note(
                f"The reference holds {audio.kept_s:.1f} s of sound; {RECOMMENDED_S[0]:g} to {RECOMMENDED_S[1]:g} s work best."
            )
        return self._voice[1]

    def reference_patches(self, voice: Voice | None, request: Request) -> int:
        """Patches of the reference that are continued (its last one is made anew). Raises BadRequest when they leave no room."""
        if voice is None or voice.latents is None:
            return 0
        patches = voice.latents.shape[-1] // self.parts.config.patch_size - 1
        limit = int(request.value("max_patches"))
        if patches + 2 > limit:
            raise BadRequest(
                f"The reference alone takes {patches + 1} of the {limit} patches, which leaves no room for speech.",
                actions=("Use a shorter reference or raise the patch limit.",),
            )
        return patches

    # -- text -----------------------------------------------------------------------------------------------------------------

    def pieces(self, request: Request, run: Run, reference_patches: int) -> list[Piece]:
        """The pieces to be spoken. Raises BadRequest for a text without words."""
        text = request.prompt.strip()
        if not any(character.isalnum() for character in text):
            raise BadRequest("There is nothing to say: the text holds no letter and no digit.")
        text = spoken_text(request)
        config = self.parts.config
        available_s = (int(request.value("max_patches")) - reference_patches) * config.patch_s
        found = parts(text, str(request.value("split")), available_s)
        texts, cuts = [part.text for part in found], [part.cut for part in found]
        pieces = make_pieces(texts, request.seed, str(request.value("piece_seeds")), str(request.value("pieces")), cuts)
        for piece in pieces:
            if speech_s(piece.text) > WARN_SHARE * available_s:
                run.note(
                    f"{_named(piece, request)} may take about {speech_s(piece.text):.0f} s to say, and the patch limit leaves "
                    f"{available_s:.0f} s: split the text into sentences, or raise the limit."
                )
        if len(texts) > 1:
            run.note(f"The text was split into {len(texts)} pieces.")
        return pieces

    def schedule(self, piece: Piece, request: Request, run: Run, reference_patches: int) -> Schedule:
        accent = str(request.value("accent")).strip()
        if accent:
            tag = languages.language_tag(languages.ACCENT + accent.removeprefix(languages.ACCENT))
        else:
            tag = languages.language_tag(str(request.value("language")), piece.text)
        text = model_text(piece.text, str(request.value("transcript")), tag)
        tokenizer, limit = self.parts.tokenizer, int(request.value("max_patches"))
        words = tokenizer.schedule(text, 0).start + 1
        if words + limit > MAX_SCHEDULE:
            limit = MAX_SCHEDULE - words
            if limit < reference_patches + 2:
                raise BadRequest(
                    f"Piece {piece.number} has {words} tokens, which leave no room for sound: text and sound share {MAX_SCHEDULE}.",
                    actions=("Split the text into sentences.",),
                )
            run.note(f"The patch limit is {limit} here: text and sound share {MAX_SCHEDULE} positions.")
        return tokenizer.schedule(text, limit)

    # -- sound ----------------------------------------------------------------------------------------------------------------

    def patches(
        self, piece: Piece, schedule: Schedule, plan: Plan, voice: Voice | None, request: Request, run: Run, chunks: list[Audio]
    ) -> Iterator[Patch]:
        """Makes one piece patch by patch; its sound goes to `chunks` and to the observer as it is decoded."""
        config, device = self.parts.config, self.engine.device
        generator = torch.Generator("cpu").manual_seed(piece.seed)

        def draw(shape: tuple[int, ...]) -> Tensor:
            return torch.randn(shape, generator=generator).to(device)

        speaker = prompt = None
        if voice is not None:
            speaker = self.parts.core.speaker_vector(voice.xvector, float(request.value("speaker_scale")))
            if voice.latents is not None:
                noise = draw((1, config.latent_dim, voice.latents.shape[-1]))
                prompt = sample_latents(voice.latents, noise)[:, : -config.patch_size]
        state: State = {}
        pending: list[Tensor] = []
        ahead = Ahead(self.parts.vae.decoder, self.parts.stats, state, pending, chunks)
        ahead.repeated = prompt is not None  # the first patch made repeats the reference's last one
        found = speak(
            self.parts.core,
            self.runtime,
            self.parts.stats,
            schedule,
            plan,
            draw,
            patch_size=config.patch_size,
            speaker=speaker,
            prompt=prompt,
            stop_threshold=float(request.value("stop_threshold")),
            run=run,
            preview=ahead,
        )
        trimmer = EdgeTrimmer(config.vae.sample_rate_hz) if piece.trimmed else None
        try:
            while True:
                with run.clock.stage("denoise"):
                    patch = next(found, None)
                if patch is None:
                    break
                if request.engine.trace:
                    run.trace.append(patch.latents.half().cpu())
                if ahead.repeated:
                    ahead.repeated = False
                    continue
                pending.append(patch.raw)
                if len(pending) * config.patch_size >= self.engine.settings.chunk_frames:
                    self.decode(pending, state, False, chunks, run, trimmer)
                yield patch
            self.decode(pending, state, True, chunks, run, trimmer)
        finally:
            self.runtime.release()

    def decode(
        self, pending: list[Tensor], state: State, last: bool, chunks: list[Audio], run: Run, trimmer: EdgeTrimmer | None = None
    ) -> None:
        """Decodes the raw latents that wait, and empties the list. Each of `pending`: (1, patch_size, latent_dim)."""
        with run.clock.stage("decode"):
            config = self.parts.config
            latents = torch.cat(pending, dim=1) if pending else torch.zeros(1, 0, config.latent_dim, device=self.engine.device)
            pending.clear()
            sound = self.parts.vae.decoder.stream(latents, state, last)
            wave = sound[0, 0, :, None].cpu().numpy()
            if trimmer is not None:
                wave = trimmer.push(wave)
                rest = trimmer.finish() if last else None
                wave = wave if rest is None else np.concatenate((wave, rest))
            self.emit(wave, chunks, run)

    def emit(self, sound: Audio, chunks: list[Audio], run: Run) -> None:
        """Appends finished sound to the take and shows it."""
        if len(sound):
            start = sum(len(chunk) for chunk in chunks)
            chunks.append(sound)
            run.observer.audio(sound, start, self.parts.config.vae.sample_rate_hz)

    def release(self) -> None:
        """Frees caches and the remembered voice; weights stay."""
        self.runtime.release()
        self._voice = None


def _named(piece: Piece, request: Request) -> str:
    return "The text" if piece.text == request.prompt.strip() else f"Piece {piece.number} of the text"
