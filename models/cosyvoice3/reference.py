"""A reference voice: read from a recording, or kept as plain features so that it can be used again without the recording."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import Tensor

from ditone.models.cosyvoice3.conditioning import FlowPrompt
from ditone.models.cosyvoice3.config import FAMILY, ModelConfig
from ditone.models.cosyvoice3.features import SPEECH_RATE_HZ, flow_mel
from ditone.models.cosyvoice3.nets import VoiceNets
from ditone.runtime.audio import reading
from ditone.runtime.audio.mono import mix
from ditone.runtime.audio.sinc_resample import sinc_resample
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.voices import ENDING, StoredVoice, VoiceStore, read_voice

LONGEST_S = 30.0
SHORTEST_S = 0.2  # below it there is not one whole frame for every network
BEST_S = (3.0, 15.0)
QUIET_PEAK = 0.01  # -40 dBFS


@dataclass(frozen=True)
class Voice:
    """tokens: (n,) ids; mel: (2 n, bands); speaker: (channels,). transcript: what the recording says, "" when unknown."""

    tokens: Tensor
    mel: Tensor
    speaker: Tensor
    transcript: str = ""

    @property
    def prompt(self) -> FlowPrompt:
        return FlowPrompt(self.tokens, self.mel, self.speaker)


def read_wave(path: Path, what: str = "recording", note: Callable[[str], object] = bool) -> tuple[Tensor, int]:
    """(1, samples) mono float32 and the sample rate in Hz; `note` is told where that is not the mean of all channels.

    Raises BadRequest when it is not a sound of 16 kHz or more, up to 30 s.
    """
    if not os.path.lexists(path):
        raise BadRequest(f"The {what} {path} does not exist.", actions=("Choose another file.",))
    try:
        audio, rate_hz = reading.read_source(path)
    except DitoneError as error:
        raise BadRequest(error.message, error.cause, error.actions) from error
    length_s = len(audio) / rate_hz
    if rate_hz < SPEECH_RATE_HZ:
        raise BadRequest(f"{path.name} has a sample rate of {rate_hz} Hz; a voice needs at least {SPEECH_RATE_HZ} Hz.")
    if not SHORTEST_S <= length_s <= LONGEST_S:
        raise BadRequest(
            f"{path.name} is {length_s:.1f} s long; a recording may have {SHORTEST_S:g} to {LONGEST_S:g} s.",
            f"{BEST_S[0]:g} to {BEST_S[1]:g} s are best.",
        )
    one = mix(audio)
    if one.note:
        note(f"{path.name}: {one.note}")
    return torch.from_numpy(one.samples)[None], rate_hz


def recording_notes(name: str, wave: Tensor, rate_hz: int) -> list[str]:
    """What makes a recording a poor reference, in sentences. wave: (1, samples)."""
    length_s, peak = wave.shape[1] / rate_hz, float(wave.abs().max())
    notes = []
    if length_s < BEST_S[0]:
        notes.append(f"{name} has only {length_s:.1f} s; {BEST_S[0]:g} to {BEST_S[1]:g} s copy a voice better.")
    if peak < QUIET_PEAK:
        notes.append(f"{name} is almost silent (its peak is below -40 dBFS).")
    if peak >= 0.999:
        notes.append(f"{name} reaches full scale; a clipped recording gives a rough voice.")
    return notes


def make_voice(wave: Tensor, rate_hz: int, config: ModelConfig, nets: VoiceNets, transcript: str = "") -> Voice:
    """Features of a recording, trimmed so that each token has its two mel frames. wave: (1, samples)."""
    speech = sinc_resample(wave, rate_hz, SPEECH_RATE_HZ)
    tokens = nets.speech_tokens(speech)
    mel = flow_mel(sinc_resample(wave, rate_hz, config.mel.sample_rate_hz), config.mel)
    ratio = config.flow.frames_per_token
    kept = min(mel.shape[0] // ratio, len(tokens))
    return Voice(tokens[:kept], mel[: kept * ratio], nets.speaker(speech), transcript)


def save_voice(store: VoiceStore, name: str, voice: Voice, consent_at: str = "") -> StoredVoice:
    """Keeps a voice under a new name; one that is there already with the same content is left alone.

    `consent_at`: when it was said that the voice may be used, "" where it was not.
    Raises BadRequest when the name belongs to another voice.
    """
    tensors = {"tokens": voice.tokens, "mel": voice.mel, "speaker": voice.speaker}
    known = next((kept for kept in store.voices(FAMILY) if kept.name == name), None)
    if known is not None and known.transcript == voice.transcript:
        found = read_voice(known.path)[1]
        if found.keys() == tensors.keys() and all(torch.equal(found[key], value) for key, value in tensors.items()):
            return known
    return store.save(name, FAMILY, tensors, voice.transcript, consent_at)


def stored_voice(path: Path, config: ModelConfig) -> Voice:
    """A kept voice. Raises BadRequest when it was made for another family or other sizes."""
    about, tensors = read_voice(path)
    flow = config.flow
    wanted = {"tokens": (-1,), "mel": (-1, flow.mel_channels), "speaker": (flow.speaker_channels,)}
    fits = about.family == FAMILY and set(tensors) == set(wanted)
    for name, shape in wanted.items() if fits else ():
        found = tensors[name].shape
        fits = fits and len(found) == len(shape) and all(a in (-1, b) for a, b in zip(shape, found, strict=True))
    fits = fits and tensors["mel"].shape[0] == len(tensors["tokens"]) * flow.frames_per_token
    if not fits or bool((tensors["tokens"] >= flow.speech_tokens).any()):
        raise BadRequest(f'The voice "{about.name}" was made for another model.', actions=("Save it again with this one.",))
    return Voice(tensors["tokens"].long(), tensors["mel"].float(), tensors["speaker"].float(), about.transcript)


def find_voice_file(text: str, store: VoiceStore) -> Path | None:
    """The voice file that `text` names by path or by the name it was saved under; None when it is the path of a recording."""
    path = Path(text).expanduser()
    if path.suffix == ENDING and path.is_file():
        return path
    if path.is_file() or path.parent != Path():
        return None
    names = {voice.name for voice in store.voices(FAMILY)}
    if text.strip() in names:
        return store.find(text, FAMILY).path
    if path.suffix and path.suffix != ENDING:
        return None
    return store.find(text, FAMILY).path


def with_transcript(voice: Voice, transcript: str) -> Voice:
    """The voice with the transcript given now; a kept one stays when nothing is given."""
    return replace(voice, transcript=transcript.strip()) if transcript.strip() else voice
