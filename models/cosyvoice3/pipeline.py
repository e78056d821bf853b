"""One line of speech, in the order of the data: reference voice, text, speech ids, mel, waveform."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ditone.models.cosyvoice3 import instructions, plan
from ditone.models.cosyvoice3.config import ModelConfig
from ditone.models.cosyvoice3.decoder import Decoder
from ditone.models.cosyvoice3.features import SPEECH_RATE_HZ
from ditone.models.cosyvoice3.flow import Flow, FlowSettings
from ditone.models.cosyvoice3.language_model import Limits, SpeechModel, without_long_silence
from ditone.models.cosyvoice3.nets import VoiceNets
from ditone.models.cosyvoice3.ras import Sampler, likeliest, sampler
from ditone.models.cosyvoice3.reference import (
    Voice,
    find_voice_file,
    make_voice,
    read_wave,
    recording_notes,
    save_voice,
    stored_voice,
    with_transcript,
)
from ditone.models.cosyvoice3.speech import Count, Renderer, counted, envelope, limited
from ditone.models.cosyvoice3.text_stream import InterleavedSpeech
from ditone.models.cosyvoice3.tokenizer import Tokenizer
from ditone.runtime.audio.edges import EdgeTrimmer, gap
from ditone.runtime.audio.sinc_resample import sinc_resample
from ditone.runtime.comparison.voices import SHORTEST_COMPARED_S, similarity
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Run
from ditone.runtime.take import Audio
from ditone.runtime.text.pieces import PAUSES_S
from ditone.runtime.voices import VoiceStore


@dataclass
class Parts:
    """Everything that was loaded from a model folder. `speech` is the language model of variant `speech_variant`."""

    folder: Path
    config: ModelConfig
    tokenizer: Tokenizer
    flow: Flow
    decoder: Decoder
    nets: VoiceNets
    speech: SpeechModel | None
    speech_variant: str


class CosyVoice3Pipeline:
    """A loaded model on one device."""

    def __init__(self, info: ModelInfo, engine: Engine, parts: Parts, store: VoiceStore | None = None) -> None:
        self.info = info
        self.engine = engine
        self.parts = parts
        self._store = store
        self._heard: tuple[tuple[str, int, int], Voice] | None = None

    def generate(self, request: Request, run: Run) -> Audio:
        """(samples, 1) float32 of all pieces in order, or of the one asked for."""
        converting = request.value("mode") == plan.CONVERT
        if request.value("streaming", False) and request.value("speed", 1.0) != 1.0:
            raise BadRequest("Speed stretches the whole sound, so it does not go with streaming.", "Switch one of them off.")
        if not converting:
            plan.texts_of(request, self.parts.tokenizer)  # nothing to say is told before the reference is analysed
        with run.stage("voice"):
            voice = self.voice(request, run)
        renderer = self.renderer(request, run)
        if converting:
            with run.stage("tokens"):
                tokens = self.source_tokens(request, run)
            return self._compared(self._joined([(None, iter(tokens))], voice, renderer, request), voice, run)
        pieces = plan.pieces(request, voice.transcript, self.parts.tokenizer)
        self._explain(request, run)
        self._use_language_model(str(request.value("language_model", self.parts.speech_variant)), run)
        spoken = ((p, self.tokens(p, voice, request, run)) for p in pieces)
        return self._compared(self._joined(spoken, voice, renderer, request), voice, run)

    def _compared(self, audio: Audio, voice: Voice, run: Run) -> Audio:
        """The sound as it is; how alike its voice is to the reference's is told where the speaker network is at hand."""
        if not self.parts.nets.can_compare() or len(audio) < SHORTEST_COMPARED_S * self.parts.config.sample_rate_hz:
            return audio
        wave = torch.from_numpy(audio[:, 0]).unsqueeze(0)
        with contextlib.suppress(DitoneError):  # a saved voice does without this network, and so does its take
            heard = self.parts.nets.speaker(sinc_resample(wave, self.parts.config.sample_rate_hz, SPEECH_RATE_HZ))
            run.details["voice_similarity"] = similarity(heard, voice.speaker)
        return audio

    @property
    def store(self) -> VoiceStore:
        return self._store or VoiceStore()

    def release(self) -> None:
        """Frees buffers and the last reference, and closes the networks that only a new one needs."""
        self._heard = None
        self.parts.flow.release()
        self.parts.decoder.release()
        self.parts.nets.release()

    # -- the reference --------------------------------------------------------------------------------------------------------

    def voice(self, request: Request, run: Run) -> Voice:
        """The reference voice of a request, saved under a name where that is asked for. Raises BadRequest when there is none."""
        text = str(request.value("reference", "")).strip()
        if not text:
            raise BadRequest("A reference voice is needed.", actions=("Choose a recording of 3 to 15 s, or a saved voice.",))
        transcript = str(request.value("transcript", ""))
        file = find_voice_file(text, self.store)
        if file is not None:
            voice = with_transcript(stored_voice(file, self.parts.config), transcript)
        else:
            voice = with_transcript(self._listen(Path(text).expanduser(), run), transcript)
        name = str(request.value("keep_voice_as", "")).strip()
        if name:
            kept = save_voice(self.store, name, voice, self.store.consent_at(file or Path(text).expanduser()))
            run.note(f'The voice was saved as "{kept.name}"; give that name as the reference to use it again.')
        return voice

    def _listen(self, path: Path, run: Run) -> Voice:
        """Features of a recording; those of the last one are kept, since the next line is mostly said by the same voice."""
        wave, rate_hz = read_wave(path, note=run.note)
        for sentence in recording_notes(path.name, wave, rate_hz):
            run.note(sentence)
        about = path.stat()
        key = (str(path.resolve()), about.st_mtime_ns, about.st_size)
        if self._heard is None or self._heard[0] != key:
            self._heard = key, make_voice(wave, rate_hz, self.parts.config, self.parts.nets)
        return self._heard[1]

    def source_tokens(self, request: Request, run: Run) -> list[int]:
        """Speech ids of the recording to convert."""
        text = str(request.value("source", "")).strip()
        if not text:
            raise BadRequest("The mode Convert voice needs a recording to convert.", actions=("Choose one under Source.",))
        wave, rate_hz = read_wave(Path(text).expanduser())
        tokens: list[int] = self.parts.nets.speech_tokens(sinc_resample(wave, rate_hz, SPEECH_RATE_HZ)).tolist()
        return tokens

    # -- speech ids -----------------------------------------------------------------------------------------------------------

    def tokens(self, piece: plan.Piece, voice: Voice, request: Request, run: Run) -> Iterator[int]:
        """Ordinary speech ids of one piece while they are made, long silences cut."""
        model, tokenizer = self.parts.speech, self.parts.tokenizer
        assert model is not None
        original = request.value("minimum_length", "kept") == "original"
        said = piece.utterance
        before, text = tokenizer.encode(said.before), tokenizer.encode(said.text)
        speech = voice.tokens.tolist() if said.with_speech else []
        limits = Limits.of(len(text), original)
        if not original:
            limits = Limits(Limits.of(tokenizer.length(said.said)).least, limits.most)
        choose = self._choose(piece.seed, request)
        if request.value("interleaved", False) and tokenizer.end_of_prompt in before:
            cut = before.index(tokenizer.end_of_prompt) + 1
            interleaved = InterleavedSpeech(model, before[:cut], speech, choose, run.check)
            made = interleaved.speak([before[cut:], text], limits.most)
        else:
            opening = model.opening(before + text, speech)
            room = int(model.text.config.max_position_embeddings) - opening.shape[1]
            if room < max(limits.least, 1):
                raise BadRequest(
                    f"A piece of the text has {len(text)} tokens, too many for the language model.",
                    actions=("Switch on Prepare text, which splits it, or write shorter sentences.",),
                )
            limits = Limits(limits.least, min(limits.most, room), limits.upstream)
            made = model.speak(opening, choose, limits, run.check)
        yield from without_long_silence(counted(made, limits.most, partial(run.note, _CUT)))

    def _choose(self, seed: int, request: Request) -> Sampler:
        if request.value("token_choice", "sampled") == "likeliest":
            return likeliest
        return sampler(self.parts.config.language_model.ras, torch.Generator("cpu").manual_seed(seed))

    def _use_language_model(self, variant: str, run: Run) -> None:
        """Loads another language model of the folder in place of the present one; both at once would cost 2 GB more."""
        parts = self.parts
        if parts.speech is None or parts.speech_variant != variant:
            with run.stage("load"):
                parts.speech = None
                parts.speech = SpeechModel.load(parts.config.language_model, parts.folder, self.engine, variant)
                parts.speech_variant = variant

    def _explain(self, request: Request, run: Run) -> None:
        run.details["language_model"] = str(request.value("language_model", self.parts.speech_variant))
        count = len(instructions.chosen(request))
        if request.value("mode") != plan.INSTRUCT:
            if count:
                run.note("Instructions are followed in the mode Instruct only; they were left out here.")
        elif count > 1:
            run.note("The model was trained with one instruction at a time; several at once may not be followed.")

    # -- sound ----------------------------------------------------------------------------------------------------------------

    def renderer(self, request: Request, run: Run) -> Renderer:
        config = self.parts.config
        settings = FlowSettings(
            steps=request.steps,
            cosine=config.flow.cosine_schedule,
            solver=request.solver,
            cfg_rate=request.cfg_scale,
            apg=request.apg,
            seed=int(request.value("flow_seed", 0)),
            trace=request.engine.trace,
        )
        frames_per_s = config.tokens_per_s * config.flow.frames_per_token
        return Renderer(
            self.parts.flow,
            self.parts.decoder,
            settings,
            run,
            lambda mel: (envelope(mel), mel.shape[1] / frames_per_s),
            request.engine.chunk_frames,
        )

    def _joined(
        self, spoken: Iterable[tuple[plan.Piece | None, Iterator[int]]], voice: Voice, renderer: Renderer, request: Request
    ) -> Audio:
        """The sound of all pieces; each piece, or chunk of a streamed one, is shown when it is done. Raises DitoneError for silence."""
        run, rate_hz = renderer.run, self.parts.config.sample_rate_hz
        sounds: list[Audio] = []
        made: list[dict[str, Any]] = []
        start = 0
        for piece, tokens in spoken:
            ids = Count()
            waves = (wave[0, :, None].float().numpy() for wave in self._waves(ids.over(tokens), voice, renderer, request))
            if piece is not None and piece.pause and start:
                start += _show(gap(PAUSES_S[piece.pause], rate_hz), sounds, start, run, rate_hz)
            begin = start
            for sound in _edged(waves, rate_hz) if piece is not None and piece.trimmed else waves:
                start += _show(sound, sounds, start, run, rate_hz)
                run.check()
            said = "" if piece is None else piece.utterance.said
            made.append(
                {
                    "piece": 1 if piece is None else piece.number,
                    "text": said,
                    "seed": None if piece is None else piece.seed,
                    "tokens": ids.count,
                    "start_s": begin / rate_hz,
                    "duration_s": (start - begin) / rate_hz,
                }
            )
            if not ids.count:
                run.note(f'No speech was made for "{said[:60]}"; try another seed or other words.')
        run.details["pieces"] = made
        if not start:
            raise DitoneError(
                "The language model ended at once: no speech was made.", actions=("Try another seed or other words.",)
            )
        return np.concatenate(sounds)

    def _waves(self, tokens: Iterator[int], voice: Voice, renderer: Renderer, request: Request) -> Iterator[Tensor]:
        """Waveforms (1, samples), one after the other."""
        run = renderer.run
        longest = self.parts.flow.longest_tokens(voice.prompt)
        for part in limited(tokens, longest, partial(run.note, _LONG)):
            if request.value("streaming", False):
                yield from renderer.chunks(voice.prompt, part)
                continue
            with run.stage("tokens"):
                ids = list(part)
            yield renderer.whole(voice.prompt, ids, float(request.value("speed", 1.0)))


def _show(sound: Audio, sounds: list[Audio], start: int, run: Run, rate_hz: int) -> int:
    """Appends sound and shows it; how long it is."""
    if len(sound):
        sounds.append(sound)
        run.details.setdefault("first_sound_s", run.clock.total_s())
        run.observer.audio(sound, start, rate_hz)
    return len(sound)


def _edged(waves: Iterable[Audio], rate_hz: int) -> Iterator[Audio]:
    """The sound of one of several pieces without the silence around it."""
    trimmer = EdgeTrimmer(rate_hz)
    for wave in waves:
        yield trimmer.push(wave)
    rest = trimmer.finish()
    if rest is not None:
        yield rest


_CUT = "A piece reached the longest the language model may speak and was cut; split the text, or try another seed."
_LONG = "The sound is longer than the model's noise (300 s with the reference), so it was made in parts; a seam may be heard."
