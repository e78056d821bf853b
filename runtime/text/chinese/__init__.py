"""Chinese as it is read aloud."""

from ditone.runtime.text.chinese.reader import read

__all__ = ["read"]
