"""How alike two sounds are: figures by number, word error rates, listening-test statistics."""

from ditone.runtime.comparison.metrics import Metrics, Sound, compare

__all__ = ["Metrics", "Sound", "compare"]
