"""Reading checkpoints as data, never as programs, and bringing their tensors into modules."""

from ditone.runtime.weights.loading import load_module
from ditone.runtime.weights.sources import TensorSource, open_pickle, open_safetensors
from ditone.runtime.weights.tensor_map import Report, Rule, TensorMap

__all__ = ["Report", "Rule", "TensorMap", "TensorSource", "load_module", "open_pickle", "open_safetensors"]
