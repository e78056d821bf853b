"""CosyVoice3: recorded vectors of the original networks, samplers and front ends. Sizes come from the case's model folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from discovery import Case
from numpy.typing import NDArray
from torch import Tensor
from transformers import DynamicCache

from models.cosyvoice3.conditioning import FlowPrompt, chunk_mask, conditioning, start_noise
from models.cosyvoice3.config import ModelConfig
from models.cosyvoice3.decoder import Decoder, change_speed
from models.cosyvoice3.description import read_config
from models.cosyvoice3.family import family
from models.cosyvoice3.features import SPEECH_RATE_HZ, flow_mel, speaker_fbank, whisper_log_mel
from models.cosyvoice3.flow import PATH, Flow, FlowSettings, integrate, time_grid
from models.cosyvoice3.language_model import Limits, SpeechModel, without_long_silence
from models.cosyvoice3.nets import VoiceNets
from models.cosyvoice3.pipeline import CosyVoice3Pipeline
from models.cosyvoice3.plan import SYSTEM, pieces
from models.cosyvoice3.ras import candidates, likeliest, repetition_aware, without
from models.cosyvoice3.reference import make_voice, read_wave
from models.cosyvoice3.source import harmonic_source, source_noise
from models.cosyvoice3.text import normalise, split
from models.cosyvoice3.text_stream import InterleavedSpeech
from models.cosyvoice3.tokenizer import END_OF_PROMPT, Tokenizer
from runtime.audio.kaldi import fbank
from runtime.audio.sinc_resample import sinc_resample
from runtime.dit import Branch, FrameMask
from runtime.registry import Engine
from runtime.request import Request
from runtime.run import Run, SilentObserver
from runtime.sampling.solvers import SOLVERS

CPU = Engine(torch.device("cpu"), torch.float32, 1)


@cache
def _config(folder: Path) -> ModelConfig:
    return read_config(folder)


@cache
def _flow(folder: Path) -> Flow:
    return Flow.load(_config(folder).flow, folder, CPU)


def _folder(case: Case) -> Path:
    return case.path(case.info["model"])


def _frames_last(x: Tensor) -> Tensor:
    """(batch, channels, frames) <-> (batch, frames, channels)."""
    return x.transpose(1, 2)


def _static(cond: Tensor, mu: Tensor, speaker: Tensor) -> Tensor:
    frames = mu.shape[-1]
    return torch.cat((_frames_last(cond), _frames_last(mu), speaker[:, None].expand(-1, frames, -1)), dim=-1)


def check_dit_forward(case: Case) -> None:
    flow = _flow(_folder(case))
    module = flow.runtime.module
    t = case.tensors
    seen: dict[str, Tensor] = {}
    for i, block in enumerate(module.blocks):
        block.register_forward_hook(lambda m, a, out, i=i: seen.__setitem__(f"block{i}", out))
        block.attn.register_forward_hook(lambda m, a, out, i=i: seen.__setitem__(f"block{i}_attention", out))
    module.blocks[0].register_forward_pre_hook(lambda m, a: seen.__setitem__("input_embedding", a[0]))
    module.final_norm.register_forward_hook(lambda m, a, out: seen.__setitem__("norm", out))

    for run, settings in case.info["runs"].items():

        def given(name: str, run: str = run) -> Tensor:
            return t.get(f"{run}.input.{name}", t[f"plain.input.{name}"])

        x, mask, time = given("x"), given("mask"), given("t").expand(given("x").shape[0])
        frames = x.shape[-1]
        static = _static(given("cond"), given("mu"), given("spks"))
        valid = mask[:, 0].bool()
        chunk = chunk_mask(frames, flow.config.chunk_frames) if settings["streaming"] else None
        seen.clear()
        velocity = module.evaluate(_frames_last(x), time, static=static, frames=FrameMask(valid, "zero_output"), mask=chunk)
        for name, tensor in t.items():
            if not name.startswith(f"{run}.expected."):
                continue
            part = name.removeprefix(f"{run}.expected.")
            if part == "velocity":
                _close_where(case, name, _frames_last(velocity), mask.bool())
            elif part == "row1_alone":
                length = tensor.shape[-1]
                _close_where(case, name, _frames_last(velocity)[1:, :, :length], torch.ones_like(tensor, dtype=torch.bool))
                alone = module.evaluate(_frames_last(x)[1:, :length], time[1:], static=static[1:, :length])
                case.close(name, _frames_last(alone))
            elif part == "time_embedding":
                case.close(name, module.time_vector(time))
            elif part == "final_norm":
                shift, scale = module.modulation_rows(module.time_vector(time)).final[:, :, None].unbind(1)
                case.close(name, seen["norm"] * (1 + scale) + shift)
            else:
                case.close(name, seen[part])


def _close_where(case: Case, name: str, found: Tensor, mask: Tensor) -> None:
    """Compares real frames only; padded ones carry no meaning."""
    expected = case.tensors[name]
    case.close(name, torch.where(mask, found, expected))


def check_cfm_sampling(case: Case) -> None:
    flow = _flow(_folder(case))
    t = case.tensors
    noise = _frames_last(t["input.noise"])
    branch = Branch(static=_static(t["input.cond"], t["input.mu"], t["input.spks"]))
    for run, given in case.info["runs"].items():
        settings = FlowSettings(steps=given["steps"], cosine=given["schedule"] == "cosine", cfg_rate=given["cfg_rate"])
        conditions = conditioning(branch, flow.config.chunk_frames if given["streaming"] else None)
        x = integrate(flow.runtime, conditions, noise, settings, Run(0))
        case.close(f"{run}.expected.mel", _frames_last(x))
        grid = time_grid(settings.steps, settings.cosine)
        times = SOLVERS["euler"].times(grid, PATH)
        case.close(f"{run}.expected.t_used", torch.cat(times).float())
        if f"{run}.expected.state_before_step" in t:
            _check_steps(case, run, flow, conditions.conditional, conditions.unconditional, grid)
        flow.release()


def _check_steps(case: Case, run: str, flow: Flow, real: Branch, zero: Branch, grid: Tensor) -> None:
    """Velocities of both branches at the recorded states, and the state that each guided step leads to."""
    module, t = flow.runtime.module, case.tensors
    rate = case.info["runs"][run]["cfg_rate"]
    states = _frames_last(t[f"{run}.expected.state_before_step"])
    real_v = torch.cat([module.evaluate(x[None], grid[i : i + 1], static=real.static) for i, x in enumerate(states)])
    zero_v = torch.cat([module.evaluate(x[None], grid[i : i + 1], static=zero.static) for i, x in enumerate(states)])
    case.close(f"{run}.expected.velocity_cond", _frames_last(real_v))
    case.close(f"{run}.expected.velocity_uncond", _frames_last(zero_v))
    step = (grid[1:] - grid[:-1]).float()[:, None, None]
    after = states + step * ((1 + rate) * real_v - rate * zero_v)
    expected = torch.cat((states[1:], _frames_last(t[f"{run}.expected.mel"])))
    tolerance = case.info["tolerance"]
    torch.testing.assert_close(after, expected, atol=tolerance["atol"], rtol=tolerance["rtol"])


def check_flow_inference(case: Case) -> None:
    flow = _flow(_folder(case))
    t = case.tensors
    prompt = FlowPrompt(t["input.prompt_token"][0], t["input.prompt_feat"][0], t["input.embedding"][0])
    empty = FlowPrompt(prompt.tokens[:0], prompt.mel[:0], prompt.speaker)
    tokens, noise = t["input.token"][0], _frames_last(t["input.noise"])
    for run, given in case.info["runs"].items():
        used = empty if given.get("prompt") == "empty" else prompt
        mel = flow.mel(
            used,
            tokens,
            FlowSettings(cfg_rate=flow.config.cfg_rate, cosine=flow.config.cosine_schedule),
            Run(0),
            final=given["finalize"],
            chunked=given["streaming"],
            noise=noise,
        )
        case.close(f"{run}.expected.mel", _frames_last(mel))
        if f"{run}.expected.speaker_projection" in t:
            z = flow.conditions.embed(torch.cat((used.tokens, tokens))[None])
            case.close(f"{run}.expected.token_embedding", z)
            case.close(f"{run}.expected.pre_lookahead_out", flow.conditions.look_ahead(z, given["finalize"]))
            case.close(f"{run}.expected.speaker_projection", flow.conditions.project_speaker(t["input.embedding"]))


def check_rng(case: Case) -> None:
    config = _config(_folder(case))
    t, size = case.tensors, case.info["flow_noise"]["shape"]
    noise = _frames_last(start_noise(size[2], size[1]))
    first, last = t["expected.flow_noise_first_frames"], t["expected.flow_noise_last_frames"]
    case.close("expected.flow_noise_first_frames", noise[..., : first.shape[-1]])
    case.close("expected.flow_noise_last_frames", noise[..., -last.shape[-1] :])
    assert torch.equal(_frames_last(start_noise(7, size[1])), noise[..., :7])
    assert noise.double().sum().item() == pytest.approx(case.info["flow_noise"]["sum_float64"], rel=1e-6)

    first, last = t["expected.sine_noise_first"], t["expected.sine_noise_last"]
    rows = 480000
    sines = source_noise(case.info["sine_noise"]["shape"][1], config.flow, config.vocoder)
    case.close("expected.sine_noise_first", sines[:, : first.shape[1]])
    case.close("expected.sine_noise_last", sines[:, -last.shape[1] :])
    assert torch.equal(source_noise(100, config.flow, config.vocoder), sines[:, :100])
    assert sines[:, :rows].double().sum().item() == pytest.approx(case.info["sine_noise"]["sum_first_480000_rows_float64"])


def check_vocoder(case: Case) -> None:
    folder = _folder(case)
    config = _config(folder)
    decoder = Decoder.load(config.vocoder, config.flow, folder, CPU.device)
    vocoder, t, tolerance = decoder.vocoder, case.tensors, case.info["tolerance"]
    mel, noise = t["input.mel"], t["input.sine_noise"]
    stage, f0_error = tolerance["stage_atol"], tolerance["f0_rtol"]
    f0 = decoder.pitch(mel, True)
    case.close("expected.f0_final", f0, atol=0.0, rtol=f0_error)
    case.close("expected.f0_not_final", decoder.pitch(mel, False), atol=0.0, rtol=f0_error)

    first = t["final.expected.sine_first2frames"]
    case.close("final.expected.sine_first2frames", harmonic_source(f0, noise, config.vocoder)[:, : first.shape[1]], atol=stage)
    source = vocoder.excite(f0, noise)
    case.close("final.expected.source", source, atol=stage)
    spectrum = vocoder.spectrum(source)
    seen: dict[str, Tensor] = {}
    watched = {"conv_pre": vocoder.conv_pre, **{f"up{i}": up for i, up in enumerate(vocoder.ups)}}
    watched |= {f"source_down{i}": down for i, down in enumerate(vocoder.source_downs)}
    for name, layer in watched.items():
        layer.register_forward_hook(lambda m, a, out, name=name: seen.__setitem__(name, out))
    wave = vocoder(mel, f0, noise, True)
    for name in t:
        part = name.removeprefix("final.expected.")
        if part in seen:
            case.close(name, seen[part], atol=stage)
    assert spectrum.shape[2] == mel.shape[2] * config.vocoder.columns_per_frame + 1

    _close_wave(case, "final.expected.wav", wave)
    _close_wave(case, "not_final.expected.wav", decoder.wave(mel, False, noise))
    waves: list[Tensor] = []
    made = 0
    frames = case.info["runs"]["growing_prefix"]["prefix_frames"]
    for count in frames:
        piece = decoder.wave(mel[:, :, :count], count == frames[-1], noise)[:, made:]
        made += piece.shape[1]
        waves.append(piece)
    assert [w.shape[1] for w in waves] == case.info["runs"]["growing_prefix"]["chunk_samples"]
    _close_wave(case, "growing_prefix.expected.wav", torch.cat(waves, dim=1))
    run = next(name for name in case.info["runs"] if name.startswith("speed"))
    faster = change_speed(mel, case.info["runs"][run]["speed"])
    _close_wave(case, f"{run}.expected.wav", decoder.wave(faster, True, noise))


def _close_wave(case: Case, name: str, found: Tensor) -> None:
    tolerance = case.info["tolerance"]
    case.close(name, found, atol=tolerance.get("atol", tolerance.get("wav_atol")))
    cosine = torch.nn.functional.cosine_similarity(found.flatten().double(), case.tensors[name].flatten().double(), dim=0)
    assert cosine >= tolerance["waveform_cosine_min"], f"{name}: cosine {cosine:.6f}"


@cache
def _tokenizer(folder: Path) -> Tokenizer:
    return Tokenizer(folder, _config(folder).language_model.text["vocab_size"])


@cache
def _speech_model(folder: Path) -> SpeechModel:
    return SpeechModel.load(_config(folder).language_model, folder, CPU)


def check_text(case: Case) -> None:
    tokenizer = _tokenizer(_folder(case))
    for given, expected in case.info["normalise_split"]:
        assert split(normalise(given), tokenizer.length) == expected
    for given, expected in case.info["normalise_nosplit"]:
        assert normalise(given) == expected
    for given, expected in case.info["tokens"]:
        assert tokenizer.encode(given) == expected, given
    for given, expected in case.info["filter_silent"]:
        assert list(without_long_silence(iter(given))) == expected


def check_ras(case: Case) -> None:
    config, t = _config(_folder(case)).language_model.ras, case.tensors
    for run, given in case.info["runs"].items():
        scores, history = t[f"{run}.input.log_probs"], t[f"{run}.input.history"].tolist()
        ids, probabilities = candidates(scores, config)
        assert len(ids) == given["candidates"]
        case.close(f"{run}.expected.candidate_ids", ids)
        case.close(f"{run}.expected.candidate_probs_unnormalised", probabilities)
        case.close(f"{run}.expected.fallback_probs_if_first_candidate_repeats", without(scores, int(ids[0])))
        count = len(t[f"{run}.seeded.tokens_seed0_19"])
        drawn = [repetition_aware(scores, history, config, torch.Generator().manual_seed(seed)) for seed in range(count)]
        case.close(f"{run}.seeded.tokens_seed0_19", torch.tensor(drawn))


def check_llm(case: Case) -> None:
    folder = _folder(case)
    model, tokenizer, t = _speech_model(folder), _tokenizer(folder), case.tensors
    config = model.config
    special = case.info["special"]
    assert tokenizer.end_of_prompt == case.info["endofprompt_id"]
    assert [config.start_id, config.end_id, config.task_id, config.fill_id] == [
        special[n] for n in ("sos", "eos", "task", "fill")
    ]
    assert [config.start_id, config.speech_rows - 1] == special["stop_ids"]
    for run, given in case.info["runs"].items():
        if f"{run}.expected.greedy_tokens" in t:
            _check_greedy(case, run, given, model, tokenizer)
    padded, lengths = t["padded_batch.input.embeds"], t["padded_batch.input.lengths"]
    valid = torch.arange(padded.shape[1])[None] < lengths[:, None]
    hidden = model.hidden(padded, mask=valid.long())
    expected = t["padded_batch.expected.hidden"]
    case.close("padded_batch.expected.hidden", torch.where(valid[..., None], hidden, expected))
    _check_teacher(case, model)
    _check_interleaved(case, model, tokenizer)


def _check_greedy(case: Case, run: str, given: dict[str, Any], model: SpeechModel, tokenizer: Tokenizer) -> None:
    t = case.tensors
    prompt_text = tokenizer.encode(given["prompt_text"] or "")
    text = tokenizer.encode(given["text"])
    assert prompt_text == t[f"{run}.input.prompt_text_token"][0].tolist()
    assert text == t[f"{run}.input.text_token"][0].tolist()
    speech = t["input.prompt_speech_token"][0][: given["prompt_speech_tokens"]]
    limits = Limits.of(len(text), upstream=True)
    assert (limits.least, limits.most) == (given["min_len"], given["max_len"])
    opening = model.opening(prompt_text + text, speech)
    case.close(f"{run}.expected.lm_input", opening)
    tokens = list(model.speak(opening, likeliest, limits))
    assert tokens == t[f"{run}.expected.greedy_tokens"].tolist()
    assert len(tokens) == given["greedy_count"]

    first = t[f"{run}.expected.logits_first_steps"]
    cache = DynamicCache(config=model.text.config)
    x, rows = opening, []
    for token in tokens[: len(first)]:
        rows.append(model.logits(x, cache))
        x = model.embed_speech([token])
    case.close(f"{run}.expected.logits_first_steps", torch.stack(rows))
    whole = torch.cat((opening, model.embed_speech(tokens[: len(first) - 1])), dim=1)
    uncached = model.head(model.hidden(whole)[0, -len(first) :])
    case.close(f"{run}.expected.logits_first_steps", uncached)


def _check_teacher(case: Case, model: SpeechModel) -> None:
    """Hidden states and logits of the first recorded steps when their sequence is read at once."""
    t = case.tensors
    steps = t["teacher.expected.hidden_last6"].shape[1]
    spoken = model.embed_speech(t["zero_shot.expected.greedy_tokens"][: steps - 1])
    hidden = model.hidden(torch.cat((t["zero_shot.expected.lm_input"], spoken), dim=1))[:, -steps:]
    case.close("teacher.expected.hidden_last6", hidden)
    case.close("teacher.expected.logits_last6", model.head(hidden))


def _check_interleaved(case: Case, model: SpeechModel, tokenizer: Tokenizer) -> None:
    t, config = case.tensors, model.config
    given = case.info["runs"]["bistream"]
    assert list(config.mix) == given["mix_ratio"]
    prompt = t["bistream.input.prompt_text_token"][0].tolist()
    cut = prompt.index(tokenizer.end_of_prompt) + 1
    text = t["bistream.input.text_token"][0].tolist()

    def choose(scores: Tensor, history: Sequence[int]) -> int:
        """The recorded run's rule: ordinary ids only, and the end as soon as it may come after 40 ids."""
        ended = bool(scores[config.end_id] > -torch.inf)
        if ended and len(history) >= 40:
            return config.end_id
        ordinary = scores.clone()
        ordinary[config.fill_id] = -torch.inf
        return int(ordinary.argmax())

    seen: list[Tensor] = []
    speech = InterleavedSpeech(model, prompt[:cut], t["input.prompt_speech_token"][0].tolist(), choose, inputs=seen.append)
    tokens = list(speech.speak([prompt[cut:], *([i] for i in text)], most=20 * len(text)))
    assert [x.shape[1] for x in seen] == given["lm_input_lengths_per_step"]
    assert tokens == t["bistream.expected.tokens"].tolist()
    case.close("bistream.expected.first_lm_input", seen[0])
    for name in t:
        if name.startswith("bistream.expected.lm_input_step"):
            case.close(name, seen[int(name.removeprefix("bistream.expected.lm_input_step"))])


def check_audio_frontend(case: Case) -> None:
    folder = _folder(case)
    config, t = _config(folder), case.tensors
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
    pipeline = _pipeline(_folder(case))
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
        _close_wave(case, f"{name}.expected.wav", torch.from_numpy(sound).T)
        assert chunks.samples == runs[name]["chunk_samples"]
        (piece,) = run.details["pieces"]
        assert piece["tokens"] == runs[name]["tokens"]
        voice = pipeline.voice(request, run)
        (made,) = pieces(request, voice.transcript, pipeline.parts.tokenizer)
        case.close(f"{name}.expected.tokens", torch.tensor([list(pipeline.tokens(made, voice, request, run))]), atol=0.0)
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
    case.close("zero_shot.expected.llm_prompt_speech_token", voice.tokens[None], atol=0.0)
    mel_error = case.info["tolerance"]["mel_atol"]
    case.close("zero_shot.expected.prompt_speech_feat", voice.mel[None], atol=mel_error)
    case.close("zero_shot.expected.flow_embedding", voice.speaker[None], atol=mel_error)
    tokens = t["zero_shot.expected.tokens"][0].long()
    renderer = pipeline.renderer(request, run)
    mel = pipeline.parts.flow.mel(voice.prompt, tokens, renderer.settings, run)
    case.close("zero_shot.expected.mel", _frames_last(mel), atol=mel_error)
    recorded = t["input.flow_noise"]
    case.close("input.flow_noise", _frames_last(start_noise(recorded.shape[2], recorded.shape[1])), atol=1e-6)


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
    case.close("voice_conversion.expected.tokens", torch.tensor([tokens]), atol=0.0)
    sound = pipeline.renderer(request, Run(0)).whole(FlowPrompt(ids, mel, voice.speaker), tokens)
    _close_wave(case, "voice_conversion.expected.wav", sound)

    trimmed = pipeline.generate(pipeline.info.checked(request), Run(0))
    assert len(trimmed) == len(tokens) * parts.config.flow.frames_per_token * parts.config.vocoder.samples_per_frame
