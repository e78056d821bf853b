"""The published families and the built-in one, one folder each."""
