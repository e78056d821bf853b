"""Training on from shipped weights where the checkpoints of the earlier runs are gone.

The averaged half-precision weights become the start, with a fresh optimiser that warms up again. Whatever the weights depend on
(word table, latent space, alphabet) is taken from the assets too, so that nothing shifts under them.
"""

import json
from collections.abc import Callable
from pathlib import Path

from safetensors.torch import load_file, save_file
from torch import Tensor

from ditone.models.mini.config import DecoderConfig
from ditone.models.mini.decoder import MiniDecoder
from ditone.models.mini.tensor_map import CONFIG_FILE, DECODER_FILE, LATENT_PREFIX, MODEL_FILE, WORD_VECTORS_FILE, WORDS_FILE

from . import words
from .more_words import extend, widened
from .stages import Plan, new_model, training_words
from .store import load_shards
from .training import save_checkpoint


def write_start(path: Path, state: dict[str, Tensor], step: int) -> None:
    """A checkpoint without an optimiser; `state` holds the whole module in float32."""
    save_checkpoint(path, model=state, average=state, step=step, trained_s=0.0, started_from=step)


def completed(own: dict[str, Tensor], shipped: dict[str, Tensor]) -> dict[str, Tensor]:
    """Shipped tensors as float32 over a module's own; what is not shipped keeps its value.

    Raises ValueError where names or shapes do not fit.
    """
    for name, value in shipped.items():
        if name not in own or own[name].shape != value.shape:
            raise ValueError(f"the shipped weights hold {name} {tuple(value.shape)}, which this recipe's module lacks")
    return {name: shipped[name].to(value.dtype) if name in shipped else value for name, value in own.items()}


def from_assets(plan: Plan, assets: Path, say: Callable[[str], None] = print) -> None:
    """Word table, latent space and both checkpoints of Mini SFX, each only where the work folder has none."""
    config = json.loads((assets / CONFIG_FILE).read_text())
    tensors = load_file(assets / MODEL_FILE)
    if not (plan.work / "words.json").exists():
        plan.work.mkdir(parents=True, exist_ok=True)
        (plan.work / "words.safetensors").write_bytes((assets / WORD_VECTORS_FILE).read_bytes())
        table = (assets / WORDS_FILE).read_text().split()
        data = {"words": table, "trained": config["trained_words"], "synonyms": words.wordnet_synonyms()}
        (plan.work / "words.json").write_text(json.dumps(data))
        extend(plan.work, training_words(load_shards(plan.clips)), say)
    if not (plan.work / "latent.safetensors").exists():
        space = {k.removeprefix(LATENT_PREFIX): v for k, v in tensors.items() if k.startswith(LATENT_PREFIX)}
        save_file(space, plan.work / "latent.safetensors")
    steps = config["training"]["steps"]
    if not (plan.work / "dit.pt").exists():
        model, table, _ = new_model(plan)
        learned, fallback = "conditioner.words.learned.weight", "conditioner.words.fallback."
        static = model.conditioner.words.static[: table.trained]
        weight, bias = (tensors[fallback + name].float() for name in ("weight", "bias"))
        tensors[learned] = widened(tensors[learned].float(), static, weight, bias)
        write_start(plan.work / "dit.pt", completed(model.state_dict(), tensors), steps["dit"])
        say(f"dit: starts from the shipped weights, step {steps['dit']}")
    shipped = DecoderConfig(**config["decoder"])
    path = plan.work / ("partials.pt" if shipped.partials else "decoder.pt")
    if not path.exists():
        write_start(path, completed(MiniDecoder(shipped).state_dict(), load_file(assets / DECODER_FILE)), steps["decoder"])
        say(f"decoder: starts from the shipped weights, step {steps['decoder']}")
