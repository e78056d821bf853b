"""Training Mini Voice on from shipped weights where the checkpoints of the earlier runs are gone."""

import json
from collections.abc import Callable
from pathlib import Path

from safetensors.torch import load_file
from sfx_recipe.restart import completed, write_start

from ditone.models.mini.voice.config import DecoderConfig
from ditone.models.mini.voice.decoder import VoiceDecoder
from ditone.models.mini.voice.loading import CONFIG_FILE, DECODER_FILE, MODEL_FILE
from ditone.models.mini.voice.model import VoiceModel

from .data import Plan


def from_assets(plan: Plan, model: VoiceModel, assets: Path, say: Callable[[str], None] = print) -> None:
    """Both checkpoints, each only where the work folder has none. Raises ValueError when the data has another alphabet."""
    config = json.loads((assets / CONFIG_FILE).read_text("utf-8"))
    if json.loads(plan.alphabet.read_text("utf-8")) != config["phonemes"]:
        raise ValueError(f"{plan.alphabet} is not the alphabet of the shipped weights; run the data stage with their versions")
    steps = config["training"]["steps"]
    decoder = VoiceDecoder(DecoderConfig())
    for name, module, file in (("acoustic", model, MODEL_FILE), ("decoder", decoder, DECODER_FILE)):
        path = plan.work / f"{name}.pt"
        if not path.exists():
            write_start(path, completed(module.state_dict(), load_file(assets / file)), steps[name])
            say(f"{name}: starts from the shipped weights, step {steps[name]}")
