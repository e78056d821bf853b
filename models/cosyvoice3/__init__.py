"""CosyVoice3: text and a reference voice to 24 kHz speech (language model, flow transformer, causal vocoder)."""
