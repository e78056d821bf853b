"""One configurable diffusion transformer (`DitModule`) and what a session owns around it (`DitRuntime`)."""

from runtime.dit.conditioning import Branch, Conditioning
from runtime.dit.config import DitConfig
from runtime.dit.module import DitModule, FrameMask, ModulationRows
from runtime.dit.runtime import DitRuntime

__all__ = ["Branch", "Conditioning", "DitConfig", "DitModule", "DitRuntime", "FrameMask", "ModulationRows"]
