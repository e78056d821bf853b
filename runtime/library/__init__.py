"""Every take ever made: lossless files with their whole request, an index for search, and nothing lost in between."""

from runtime.library.entry import Entry
from runtime.library.library import Library, default_folder
from runtime.library.recall import recalled

__all__ = ["Entry", "Library", "default_folder", "recalled"]
