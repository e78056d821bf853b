"""Reading checkpoints as data, never as programs, and bringing their tensors into modules."""

from runtime.weights.loading import load_module
from runtime.weights.sources import TensorSource, open_pickle, open_safetensors
from runtime.weights.tensor_map import Report, Rule, TensorMap

__all__ = ["Report", "Rule", "TensorMap", "TensorSource", "load_module", "open_pickle", "open_safetensors"]
