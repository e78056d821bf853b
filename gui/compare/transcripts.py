"""What a recogniser heard in both sides of a comparison: error rates, and the texts with their differing words marked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ditone.gui.compare.side import Side


def listen(a: Side, b: Side, text: str, folder: Path) -> dict[str, Any]:
    """Transcripts of both sides and their error rates; slow, for a background thread."""
    from ditone.runtime.comparison import wer

    recogniser = wer.Recogniser(folder)
    language = "zh" if wer.unit_of(text) == "character" else "en"
    heard = [recogniser.transcribe(side.sound.audio, side.sound.rate_hz, language) for side in (a, b)]
    rates = {"a": wer.error_rate(text, heard[0]), "b": wer.error_rate(text, heard[1])}
    between = wer.error_rate(heard[0], heard[1]).rate if any(c.isalnum() for c in heard[0]) else None
    return {
        "recogniser": recogniser.name,
        "unit": rates["a"].unit,
        "a": rates["a"].rate,
        "b": rates["b"].rate,
        "between": between,
        "pairs": [(rate.reference, rate.heard) for rate in rates.values()],
    }


def marked_transcripts(words: dict[str, Any]) -> str:
    """Both transcripts as rich text, words that differ from the text underlined and bold."""
    import html

    from ditone.runtime.comparison.wer import differences

    lines = []
    for letter, (reference, heard) in zip("AB", words["pairs"], strict=True):
        parts = []
        for kind, wanted, got in differences(reference, heard, words["unit"]):
            text = html.escape(got)
            if kind == "delete":
                parts.append(f"<s>{html.escape(wanted)}</s>")
            else:
                parts.append(text if kind == "equal" else f"<b><u>{text}</u></b>")
        lines.append(f"<p><b>{letter}</b>&nbsp; {' '.join(parts)}</p>")
    return "".join(lines)
