"""Every take ever made: lossless files with their whole request, an index for search, and nothing lost in between."""

from ditone.runtime.library.entry import Entry
from ditone.runtime.library.library import Library, default_folder
from ditone.runtime.library.recall import recalled

__all__ = ["Entry", "Library", "default_folder", "recalled"]
