"""dots.tts: patch encoder, language model, audio encoder and decoder, speaker encoder, reference audio."""

from __future__ import annotations

import torch
from discovery import Case

from checks.dots.shared import audio_vae, of, speaker_encoder
from ditone.models.dots import loading, reference
from ditone.models.dots.causal import State
from ditone.models.dots.config import read_config
from ditone.models.dots.encoder import sample_latents
from ditone.models.dots.patch_encoder import PatchEncoderState
from ditone.runtime.audio.sinc_resample import sinc_resample


def check_semantic_encoder(case: Case) -> None:
    config, core = of(case)
    latents = case.tensors["full.input.latents"]
    case.close("full.expected.embeddings", core.patch_encoder(latents, PatchEncoderState()))
    state = PatchEncoderState()
    pieces = latents[:1].split([2 * config.patch_size] + [config.patch_size] * (latents.shape[1] // config.patch_size - 2), dim=1)
    case.close("stream.expected.embeddings", torch.cat([core.patch_encoder(piece, state) for piece in pieces], dim=1))
    assert state.tail is not None
    case.close("stream.expected.conv_tail", state.tail)
    case.close("stream.expected.k_layer0", state.layers[0][0])


def check_language_model(case: Case) -> None:
    config, core = of(case)
    ids = case.tensors["input.ids"]
    embeddings = core.llm.embed_tokens(ids)
    case.close("expected.embeds", embeddings)
    hidden = core.llm(inputs_embeds=embeddings).last_hidden_state
    case.close("expected.hidden", hidden)
    case.close("expected.logits_last", hidden[:, -1:] @ core.llm.embed_tokens.weight.T)
    case.close("expected.stop_prob", core.stop_probability(hidden))
    for name in [n for n in case.tensors if n.startswith("speaker.expected.g_cond_scale")]:
        scale = float(name.removeprefix("speaker.expected.g_cond_scale"))
        case.close(name, core.speaker_vector(case.tensors["speaker.input.xvector"], scale))
    stats = loading.load_stats(case.path(case.info["model_folder"]), config)
    raw = stats.denormalise(case.tensors["stats.input.normalised"])
    case.close("stats.expected.raw", raw)
    case.close("stats.expected.back", stats.normalise(raw))


def check_vocoder(case: Case) -> None:
    folder = case.path(case.info["model_folder"])
    vae = audio_vae(folder)
    decoder = vae.decoder
    latents = case.tensors["decode.input.latents"]
    case.close("decode.expected.after_lstm", decoder.remember(latents, {}).transpose(1, 2))
    case.close("decode.expected.audio", decoder.decode(latents))
    case.close("single.expected.audio", decoder.decode(case.tensors["single.input.latents"]))
    latents = case.tensors["stream.input.latents"]
    state: State = {}
    chunks = [decoder.stream(piece, state) for piece in latents.split(read_config(folder).patch_size, dim=1)]
    chunks.append(decoder.stream(latents[:, :0], state, last=True))
    assert [chunk.shape[-1] for chunk in chunks] == case.info["info"]["stream_chunk_samples"]
    case.close("stream.expected.audio", torch.cat(chunks, dim=-1))
    case.close("stream.expected.audio", decoder.decode(latents))
    for name, layer in (("activation", decoder.blocks[0].activations[0]), ("activation_post", decoder.activation)):
        case.close(f"{name}.expected.y", layer.stream(case.tensors[f"{name}.input.x"], {}))
    for name in ("encode", "encode_odd"):
        case.close(f"{name}.expected.mean_logstd", vae.encoder(case.tensors[f"{name}.input.audio"]))
    sampled = sample_latents(vae.encoder(case.tensors["encode.input.audio"]), case.tensors["encode.input.noise"])
    case.close("encode.expected.sampled", sampled)


def check_speaker(case: Case) -> None:
    encoder = speaker_encoder(case.folder.parent, case.path(case.info["model_folder"]))
    samples = case.tensors["input.audio_48k"][0]
    case.close("expected.audio_16k", encoder.to_16k(samples))
    case.near("expected.audio_16k", encoder.to_16k(samples), sinc_resample(samples, 48000, 16000))
    case.close("expected.fbank", encoder.features(samples))
    case.close("expected.xvector", encoder.xvector(samples))
    features = case.tensors["batch.input.fbank"]
    case.close("batch.expected.xvector", encoder(features, case.tensors["batch.input.lengths"]))
    case.close("nolen.expected.xvector", encoder(features))


def check_prompt_audio(case: Case) -> None:
    rate_hz = read_config(case.path(case.info["model_folder"])).vae.sample_rate_hz
    for name in case.tensors:
        case.close(name, reference.read_reference(case.path(name.removesuffix(".expected.audio") + ".wav"), rate_hz).samples)
