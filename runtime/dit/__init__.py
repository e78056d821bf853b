"""One configurable diffusion transformer (`DitModule`) and what a session owns around it (`DitRuntime`)."""

from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.dit.module import DitModule, FrameMask, ModulationRows
from ditone.runtime.dit.runtime import DitRuntime

__all__ = ["Branch", "Conditioning", "DitConfig", "DitModule", "DitRuntime", "FrameMask", "ModulationRows"]
