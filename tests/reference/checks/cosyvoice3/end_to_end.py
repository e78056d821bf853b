"""CosyVoice3: what is heard of a reference, and whole requests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import torch
from discovery import Case
from numpy.typing import NDArray

from checks.cosyvoice3.shared import CPU, config_of, folder_of, frames_last
from ditone.models.cosyvoice3.conditioning import FlowPrompt, start_noise
from ditone.models.cosyvoice3.family import family
from ditone.models.cosyvoice3.features import SPEECH_RATE_HZ, flow_mel, speaker_fbank, whisper_log_mel
from ditone.models.cosyvoice3.nets import VoiceNets
from ditone.models.cosyvoice3.pipeline import CosyVoice3Pipeline
from ditone.models.cosyvoice3.plan import SYSTEM, pieces
from ditone.models.cosyvoice3.reference import make_voice, read_wave
from ditone.models.cosyvoice3.tokenizer import END_OF_PROMPT
from ditone.runtime.audio.kaldi import fbank
from ditone.runtime.audio.sinc_resample import sinc_resample
from ditone.runtime.request import Request
from ditone.runtime.run import Run, SilentObserver


def check_audio_frontend(case: Case) -> None:
    folder = folder_of(case)
    config, t = config_of(folder), case.tensors
    nets = VoiceNets(folder, config.flow, 1)
    for run, given in case.info["runs"].items():
        wave, rate_hz = read_wave(case.folder / f"prompt_{run}.wav")
        speech = sinc_resample(wave, rate_hz, SPEECH_RATE_HZ)
        music = sinc_resample(wave, rate_hz, config.mel.sample_rate_hz)
        assert (speech.shape[1], music.shape[1]) == (given["samples_16k"], given["samples_24k"])
        bank = fbank(speech[0])
        voice = make_voice(wave, rate_hz, config, nets)
        found = {
            "wav16k": speech,
            "wav24k": music,
            "whisper_log_mel": whisper_log_mel(speech),
            "fbank_mean_removed": speaker_fbank(speech),
            "fbank_frame_mean": bank.mean(dim=0),
            "mel24k": flow_mel(music, config.mel)[None],
            "tokens_standin": nets.speech_tokens(speech)[None],
            "embedding_standin": nets.speaker(speech)[None],
            "aligned_token": voice.tokens[None],
            "aligned_feat_frames": torch.tensor(voice.mel.shape[0]),
        }
        for name in t:
            if name.startswith(f"{run}.expected."):
                case.close(name, found[name.removeprefix(f"{run}.expected.")])
        assert found["mel24k"].shape[1] == given["mel_frames"]
        assert found["tokens_standin"].shape[1] == given["tokens"]
        assert len(voice.tokens) == given["kept_tokens"]


@cache
def _pipeline(folder: Path) -> CosyVoice3Pipeline:
    info = family.recognise(folder)
    assert info is not None
    pipeline = family.load(info, CPU, lambda share: None)
    assert isinstance(pipeline, CosyVoice3Pipeline)
    return pipeline


class _Chunks(SilentObserver):
    """Lengths of the pieces of sound in the order in which they were finished."""

    def __init__(self) -> None:
        self.samples: list[int] = []

    def audio(self, chunk: NDArray[np.float32], start_frame: int, sample_rate_hz: int) -> None:
        assert start_frame == sum(self.samples)
        self.samples.append(len(chunk))


def check_end_to_end(case: Case) -> None:
    """Whole requests as a user makes them, with the original's greedy choice and text taken as typed."""
    pipeline = _pipeline(folder_of(case))
    runs = case.info["runs"]
    first = runs["zero_shot"]
    system, _, transcript = first["prompt_text"].partition(END_OF_PROMPT)
    assert system == SYSTEM
    plain = pipeline.info.defaults().replaced(
        token_choice="likeliest", minimum_length="original", normalise=False, reference=str(case.folder / first["prompt_wav"])
    )
    clone = plain.replaced(mode="clone", prompt=first["text"], transcript=transcript)
    requests = {
        "zero_shot": clone,
        "zero_shot_stream": clone.replaced(streaming=True),
        "zero_shot_speed": clone.replaced(speed=runs["zero_shot_speed"]["speed"]),
        "cross_lingual": plain.replaced(mode="cross_lingual", prompt=runs["cross_lingual"]["text"]),
        "instruct": plain.replaced(mode="instruct", prompt=runs["instruct"]["text"], instruction=runs["instruct"]["instruct"]),
    }
    for name, request in requests.items():
        chunks = _Chunks()
        run = Run(0, chunks)
        sound = pipeline.generate(pipeline.info.checked(request), run)
        case.close(f"{name}.expected.wav", torch.from_numpy(sound).T)
        assert chunks.samples == runs[name]["chunk_samples"]
        (piece,) = run.details["pieces"]
        assert piece["tokens"] == runs[name]["tokens"]
        voice = pipeline.voice(request, run)
        (made,) = pieces(request, voice.transcript, pipeline.parts.tokenizer)
        case.close(f"{name}.expected.tokens", torch.tensor([list(pipeline.tokens(made, voice, request, run))]))
    _check_first_request(case, pipeline, clone)
    _check_conversion(case, pipeline, plain)


def _check_first_request(case: Case, pipeline: CosyVoice3Pipeline, request: Request) -> None:
    """What lies between the parts of the first run."""
    t, run = case.tensors, Run(0)
    voice = pipeline.voice(request, run)
    (piece,) = pieces(request, voice.transcript, pipeline.parts.tokenizer)
    encode = pipeline.parts.tokenizer.encode
    assert encode(piece.utterance.text) == t["zero_shot.expected.text"][0].tolist()
    assert encode(piece.utterance.before) == t["zero_shot.expected.prompt_text"][0].tolist()
    case.close("zero_shot.expected.llm_prompt_speech_token", voice.tokens[None])
    case.close("zero_shot.expected.prompt_speech_feat", voice.mel[None])
    case.close("zero_shot.expected.flow_embedding", voice.speaker[None])
    tokens = t["zero_shot.expected.tokens"][0].long()
    renderer = pipeline.renderer(request, run)
    mel = pipeline.parts.flow.mel(voice.prompt, tokens, renderer.settings, run)
    case.close("zero_shot.expected.mel", frames_last(mel))
    # the phase of the excitation sums up the pitch, which follows every rounding of the mel: from the recorded one it has to be close
    case.near("wav_of_recorded_mel", renderer.decoder.wave(t["zero_shot.expected.mel"], True), t["zero_shot.expected.wav"])
    recorded = t["input.flow_noise"]
    case.close("input.flow_noise", frames_last(start_noise(recorded.shape[2], recorded.shape[1])))


def _check_conversion(case: Case, pipeline: CosyVoice3Pipeline, request: Request) -> None:
    """The original leaves ids and mel of the reference untrimmed here, which shifts its conditions; so does this check."""
    parts, given = pipeline.parts, case.info["runs"]["voice_conversion"]
    wave, rate_hz = read_wave(case.folder / given["prompt_wav"])
    ids = parts.nets.speech_tokens(sinc_resample(wave, rate_hz, SPEECH_RATE_HZ))
    mel = flow_mel(sinc_resample(wave, rate_hz, parts.config.mel.sample_rate_hz), parts.config.mel)
    assert [len(ids), len(mel)] == given["prompt_tokens_vs_mel_frames"]
    voice = make_voice(wave, rate_hz, parts.config, parts.nets)
    request = request.replaced(mode="convert", source=str(case.folder / given["source_wav"]))
    tokens = pipeline.source_tokens(request, Run(0))
    case.close("voice_conversion.expected.tokens", torch.tensor([tokens]))
    sound = pipeline.renderer(request, Run(0)).whole(FlowPrompt(ids, mel, voice.speaker), tokens)
    case.close("voice_conversion.expected.wav", sound)

    trimmed = pipeline.generate(pipeline.info.checked(request), Run(0))
    assert len(trimmed) == len(tokens) * parts.config.flow.frames_per_token * parts.config.vocoder.samples_per_frame
