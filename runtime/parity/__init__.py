"""How alike two sounds are: figures by number, word error rates, listening-test statistics."""

from ditone.runtime.parity.figures import Figures, Sound, compare

__all__ = ["Figures", "Sound", "compare"]
