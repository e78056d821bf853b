"""One configurable diffusion transformer (`DitModule`), and what a session owns around it or any other `Transformer` (`DitRuntime`)."""

from ditone.runtime.dit.conditioning import Branch, Conditioning, FrameMask
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.dit.module import DitModule, ModulationRows
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.dit.transformer import SequenceInputs, Transformer

__all__ = [
    "Branch",
    "Conditioning",
    "DitConfig",
    "DitModule",
    "DitRuntime",
    "FrameMask",
    "ModulationRows",
    "SequenceInputs",
    "Transformer",
]
