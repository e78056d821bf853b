"""Proves an installation: its files, everything it imports, and a take of each family from a folder that is made on the spot."""
