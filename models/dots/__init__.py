"""dots.tts: text and a reference voice to 48 kHz speech, patch by patch."""
