"""Mini Voice: English text to 24 kHz speech with one synthetic voice, through the shared transformer."""
