"""Audio outside the model: files with their settings inside, levels, resampling. Arrays are (frames, channels) float32 everywhere."""
