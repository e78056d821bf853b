"""Ditone: a studio for sound made by diffusion transformers."""
