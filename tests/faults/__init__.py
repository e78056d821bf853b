"""Injected faults: see README.md."""
