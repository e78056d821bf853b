"""Word error rates of two takes of speech, where their text is known and a recogniser is at hand."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from ditone.runtime.comparison import wer
from ditone.runtime.comparison.metrics import Sound
from ditone.runtime.hub import asr_models


def word_errors(a: Sound, b: Sound, text: str | None, folder: str | None) -> dict[str, Any]:
    """Error rates of A and B against the text, and of B against A; or {"reason": ...} where there is nothing to count.

    The text is the given one, else the prompt of a file that Ditone made from speech text. The recogniser is that in `folder`, else a
    downloaded one where the text is known.
    """
    text = text or spoken_text(a) or spoken_text(b)
    if folder is None and text is not None and not wer.available() and (found := asr_models.downloaded()):
        folder = str(found)
    if folder is None and text is None:
        return {"reason": "not speech, or the text is not known; give it with --text"}
    if folder is None:
        return {"reason": wer.available() or wer.NO_FOLDER}
    recogniser = _recogniser(folder)
    language = "zh" if wer.unit_of(text or "") == "character" else "en"
    heard_a, heard_b = (recogniser.transcribe(sound.audio, sound.rate_hz, language) for sound in (a, b))
    result: dict[str, Any] = {"recogniser": recogniser.name, "heard_a": heard_a, "heard_b": heard_b, "text": text}
    pairs = {"a": (text, heard_a), "b": (text, heard_b), "between": (heard_a, heard_b)}
    for name, (reference, heard) in pairs.items():
        countable = reference is not None and any(c.isalnum() for c in reference)
        rate = wer.error_rate(reference or "", heard) if countable else None
        result[name] = None if rate is None else rate.rate
        result["unit"] = result.get("unit") or (None if rate is None else rate.unit)
    return result


def spoken_text(sound: Sound) -> str | None:
    """What a take of a speech model was asked to say; None for effects, music and foreign files."""
    facts = sound.facts or {}
    text = facts.get("details", {}).get("spoken_text")
    return text if isinstance(text, str) and text else None


@lru_cache(maxsize=1)
def _recogniser(folder: str) -> wer.Recogniser:
    return wer.Recogniser(Path(folder))
