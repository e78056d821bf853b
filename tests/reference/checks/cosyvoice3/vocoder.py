"""CosyVoice3: from mel to waveform."""

from __future__ import annotations

import torch
from discovery import Case
from torch import Tensor

from checks.cosyvoice3.shared import CPU, config_of, folder_of
from ditone.models.cosyvoice3.decoder import Decoder, change_speed
from ditone.models.cosyvoice3.source import harmonic_source


def check_vocoder(case: Case) -> None:
    folder = folder_of(case)
    config = config_of(folder)
    decoder = Decoder.load(config.vocoder, config.flow, folder, CPU.device)
    vocoder, t = decoder.vocoder, case.tensors
    mel, noise = t["input.mel"], t["input.sine_noise"]
    f0 = decoder.pitch(mel, True)
    case.close("expected.f0_final", f0)
    case.close("expected.f0_not_final", decoder.pitch(mel, False))

    first = t["final.expected.sine_first2frames"]
    case.close("final.expected.sine_first2frames", harmonic_source(f0, noise, config.vocoder)[:, : first.shape[1]])
    source = vocoder.excite(f0, noise)
    case.close("final.expected.source", source)
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
            case.close(name, seen[part])
    assert spectrum.shape[2] == mel.shape[2] * config.vocoder.columns_per_frame + 1

    case.close("final.expected.wav", wave)
    case.close("not_final.expected.wav", decoder.wave(mel, False, noise))
    waves: list[Tensor] = []
    made = 0
    frames = case.info["runs"]["growing_prefix"]["prefix_frames"]
    for count in frames:
        piece = decoder.wave(mel[:, :, :count], count == frames[-1], noise)[:, made:]
        made += piece.shape[1]
        waves.append(piece)
    assert [w.shape[1] for w in waves] == case.info["runs"]["growing_prefix"]["chunk_samples"]
    case.close("growing_prefix.expected.wav", torch.cat(waves, dim=1))
    run = next(name for name in case.info["runs"] if name.startswith("speed"))
    faster = change_speed(mel, case.info["runs"][run]["speed"])
    case.close(f"{run}.expected.wav", decoder.wave(faster, True, noise))
