"""English as it is read aloud."""

from ditone.runtime.text.english.reader import read
from ditone.runtime.text.english.style import LETTER, Style

__all__ = ["LETTER", "Style", "read"]
