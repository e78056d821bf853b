"""Training recipe of the built-in model Mini SFX: data, latent, networks, evaluation."""
