"""One configurable diffusion transformer (`DitModule`) and what a session owns around it (`DitRuntime`)."""

from runtime.dit.config import DitConfig
from runtime.dit.module import DitModule, FrameMask, ModulationRows

__all__ = ["DitConfig", "DitModule", "FrameMask", "ModulationRows"]
