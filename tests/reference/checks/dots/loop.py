"""dots.tts: whole loops, from text to sound."""

from __future__ import annotations

import torch
from discovery import Case
from torch import Tensor

from checks.dots.shared import audio_vae, model, speaker_encoder
from ditone.models.dots import loading, reference
from ditone.models.dots.causal import State
from ditone.models.dots.encoder import sample_latents
from ditone.models.dots.loop import LanguageModel, speak
from ditone.models.dots.patch_encoder import PatchEncoderState
from ditone.models.dots.sampling import make_plan
from ditone.models.dots.text import TextTokenizer, model_text
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.run import Run


def check_loop(case: Case) -> None:
    folder = case.path(case.info["model_folder"])
    (config, core), vae = model(folder), audio_vae(folder)
    stats, request, expected = loading.load_stats(folder, config), case.info["request"], case.tensors
    schedule = TextTokenizer(folder).schedule(model_text(request["text"], request["prompt_text"] or ""), request["max_patches"])
    case.close("input.schedule_ids", torch.tensor([schedule.ids]))
    generator = torch.Generator().manual_seed(request["seed"])
    draws: list[Tensor] = []

    def draw(shape: tuple[int, ...]) -> Tensor:
        draws.append(torch.randn(shape, generator=generator))
        return draws[-1]

    speaker = prompt = None
    if request["prompt_wav"]:
        audio = reference.read_reference(case.path(request["prompt_wav"]), config.vae.sample_rate_hz)
        case.close("expected.prompt_audio_48k", audio.samples)
        continued = bool(request["prompt_text"])
        encoder = speaker_encoder(case.folder.parent, folder)
        voice = reference.encode_voice(audio, config, encoder, vae.encoder if continued else None)
        speaker = core.speaker_vector(voice.xvector, request["speaker_scale"])
        case.close("expected.g_cond", speaker)
        if voice.latents is not None:
            noise = draw((1, config.latent_dim, voice.latents.shape[-1]))
            case.close("input.noise_prompt", noise)
            prompt = sample_latents(voice.latents, noise)[:, : -config.patch_size]
            case.close("expected.prompt_latents_raw", prompt)
            draws.clear()
    solver = {"rk4": "rk4-38"}.get(request["solver"], request["solver"])
    plan = make_plan(config.recipe, solver, request["num_steps"], request["guidance_scale"])
    runtime = DitRuntime(core.dit, poison_unwritten=True)
    patches = list(
        speak(
            core,
            runtime,
            stats,
            schedule,
            plan,
            draw,
            patch_size=config.patch_size,
            speaker=speaker,
            prompt=prompt,
            stop_threshold=request["stop_threshold"],
            run=Run(0),
        )
    )
    info = case.info["info"]
    assert len(patches) == info["decoded_patches"]
    per_patch = 2 if "input.renoise_patches" in expected else 1
    case.close("input.noise_patches", torch.cat(draws[::per_patch]))
    if per_patch == 2:
        case.close("input.renoise_patches", torch.cat(draws[1::2]))
    hidden = torch.cat([patch.hidden for patch in patches], dim=1)
    latents = torch.cat([patch.latents for patch in patches], dim=1)
    raw = torch.cat([patch.raw for patch in patches], dim=1)
    case.close("expected.llm_hidden_before_patch", hidden)
    case.close("expected.stop_prob", torch.tensor([patch.stop_probability for patch in patches]))
    case.close("expected.patches", torch.cat([patch.latents for patch in patches]))
    dropped = config.patch_size if info["dropped_first_patch"] else 0
    case.close("expected.latents_raw", raw[:, dropped:])
    # everything that was made once more at a stroke: embeddings, language model and history without any cache
    everything = raw if prompt is None else torch.cat((prompt, raw), dim=1)
    embeddings = core.patch_encoder(everything, PatchEncoderState())
    known = embeddings.shape[1] - len(patches)
    case.close("expected.patch_embeddings", embeddings[:, known:])
    if prompt is not None:
        case.close("expected.prompt_embeddings", embeddings[:, :known])
    llm = LanguageModel(core)
    states = llm.step(torch.cat((llm.embed(schedule.ids[: schedule.start + 1]), embeddings), dim=1))[:, schedule.start :]
    normalised = latents if prompt is None else torch.cat((stats.normalise(prompt), latents), dim=1)
    history, lead = core.history_tokens(states[:, :-1], normalised), core.hidden_tokens(states[:, -1:])
    for name, side in (("expected.sequence", 0), ("expected.cfg_sequence", 1)):
        whole = torch.cat((history.side(side), lead.side(side)), dim=1)
        case.close(name, whole[:, : expected[name].shape[1]])
    state: State = {}
    chunks = [vae.decoder.stream(piece, state) for piece in raw[:, dropped:].split(config.patch_size, dim=1)]
    chunks.append(vae.decoder.stream(raw[:, :0], state, last=True))
    assert [chunk.shape[-1] for chunk in chunks] == info["stream_chunk_samples"]
    case.close("expected.audio", torch.cat(chunks, dim=-1))
    case.close("expected.audio", vae.decoder.decode(raw[:, dropped:]))
