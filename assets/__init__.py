"""Data only: weights of the built-in models, their notices, icons."""
