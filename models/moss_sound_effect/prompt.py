"""From what was typed to the text the model was trained on: duration suffix and clean-up. No tensors."""

from __future__ import annotations

import html
import re

import ftfy


def with_duration(prompt: str, seconds: float) -> str:
    """The prompt as sent, with the length in words, in the form of the training captions (in every language)."""
    return f"{prompt.strip()} duration: {rounded(seconds):.1f}s"


def rounded(seconds: float) -> float:
    """Seconds to one decimal, as the suffix says them."""
    return round(seconds, 1)


def clean(text: str) -> str:
    """Repairs broken encodings and HTML entities, turns full-width forms and curly quotes into plain ones, joins white space.

    The training captions went through the same steps; skipping them gives other tokens for most Chinese prompts.
    """
    text = html.unescape(html.unescape(ftfy.fix_text(text))).strip()
    return re.sub(r"\s+", " ", text).strip()
