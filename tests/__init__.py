"""Tests mirror the tree. Helpers they share: `tests.tiny`, a complete small family, and the fixtures of conftest.py."""
