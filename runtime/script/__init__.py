"""A text of many lines as takes: made one by one, retaken singly, measured, and exported together or as numbered files."""

from ditone.runtime.script.book import Book, Line, LineTake
from ditone.runtime.script.maker import make, retake

__all__ = ["Book", "Line", "LineTake", "make", "retake"]
