"""The family-agnostic engine of Ditone: one diffusion transformer, its sampling, sessions and takes. Knows no Qt."""
