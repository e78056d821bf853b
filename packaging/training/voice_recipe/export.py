"""Export stage: averaged weights in float16, lexicon, configuration and the list of sources."""

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from safetensors.torch import save_file
from sfx_recipe.training import load_checkpoint

from ditone.models.mini.voice.config import CHANNELS, FRAMES_PER_TOKEN, HOP, MEL_BINS, N_FFT, SAMPLE_RATE_HZ, DecoderConfig
from ditone.models.mini.voice.decoder import VoiceDecoder
from ditone.models.mini.voice.loading import CONFIG_FILE, DECODER_FILE, LEXICON_FILE, MODEL_FILE
from ditone.models.mini.voice.model import VoiceModel

from .data import Plan, load_clips
from .sentences import WORDNET
from .teacher import package

PYTHON_PACKAGES = ("torch", "numpy", "safetensors", "hibari-tts", "onnxruntime", "onnx")


def export(plan: Plan, model: VoiceModel, assets: Path, say: Callable[[str], None] = print) -> None:
    """Writes the folder that the application loads. Raises FileNotFoundError without both checkpoints."""
    acoustic, decoder_state = load_checkpoint(plan.work / "acoustic.pt"), load_checkpoint(plan.work / "decoder.pt")
    if acoustic is None or decoder_state is None:
        raise FileNotFoundError("train the acoustic and the decoder stage first")
    assets.mkdir(parents=True, exist_ok=True)
    model.load_state_dict(acoustic["average"])
    decoder = VoiceDecoder(DecoderConfig())
    decoder.load_state_dict(decoder_state["average"])
    for module, name in ((model, MODEL_FILE), (decoder, DECODER_FILE)):
        save_file({key: value.half().contiguous() for key, value in module.state_dict().items()}, assets / name)
    shutil.copyfile(plan.lexicon, assets / LEXICON_FILE)
    steps = {"acoustic": acoustic["step"], "decoder": decoder_state["step"]}
    config = {
        "family": "mini",
        "format": 1,
        "variant": "voice",
        "phonemes": json.loads(plan.alphabet.read_text("utf-8")),
        "dit": model.dit.config.to_dict(),
        "encoder": asdict(model.encoder.config),
        "decoder": asdict(DecoderConfig()),
        "signal": {
            "sample_rate_hz": SAMPLE_RATE_HZ,
            "n_fft": N_FFT,
            "hop": HOP,
            "mel_bins": MEL_BINS,
            "channels": CHANNELS,
            "frames_per_token": FRAMES_PER_TOKEN,
        },
        "training": {
            "objective": "rectified flow on (target - prior) / deviation, x_t = (1 - t) data + t noise, target noise - data; "
            "L1 of the prior; squared error of log durations",
            "steps": steps,
            "seconds_one_thread": {"acoustic": round(acoustic["trained_s"]), "decoder": round(decoder_state["trained_s"])},
            "optimiser": "AdamW, betas 0.9 0.98, warm-up 100 steps, cosine in the second half, clip 1.0",
            "rate": {"acoustic": 8e-4, "decoder": 1e-3},
            "condition_dropout": 0.12,
        },
    }
    (assets / CONFIG_FILE).write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (assets / "sources.json").write_text(json.dumps(_sources(plan), indent=1) + "\n", "utf-8")
    for file in assets.iterdir():
        file.chmod(0o644)
    say(f"export: {assets}, steps {steps}, {sum(f.stat().st_size for f in assets.iterdir()) / 1e6:.1f} MB")


def _sources(plan: Plan) -> dict:
    inputs = [package() / "assets" / "hibari.onnx", *(WORDNET / f"data.{part}" for part in ("adj", "adv", "noun", "verb"))]
    return {
        "python_packages": {name: metadata.version(name) for name in PYTHON_PACKAGES},
        "debian_packages": ["wordnet-base"],
        "sha256": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in inputs},
        "clips": len(load_clips(plan)),
        "sentences_asked_for": plan.sentences,
        "seed": plan.seed,
    }
