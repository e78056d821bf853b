"""From written English to phonemes: numbers and abbreviations spelled out, words looked up, unknown words read by rules."""

from ditone.models.mini.voice.text.front_end import FrontEnd, Sentence

__all__ = ["FrontEnd", "Sentence"]
