"""What is told of the take of a line: length, pace, loudness, and what a recogniser heard."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from ditone.runtime.audio.loudness import integrated_lufs
from ditone.runtime.comparison import wer
from ditone.runtime.errors import DitoneError
from ditone.runtime.script.book import LineTake

if TYPE_CHECKING:
    from ditone.runtime.comparison.wer import Recogniser
    from ditone.runtime.take import Take


def syllables(text: str) -> int:
    """About how many syllables a text has: groups of vowels of Latin words, characters of Chinese and Japanese; at least one."""
    characters = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", text))
    count = 0
    for word in re.findall(r"[^\W\d_]+", re.sub(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", " ", text.lower())):
        groups = len(re.findall(r"[aeiouyàâäáåãèéêëìíîïòóôöõùúûüœæø]+", word))
        silent = word.endswith("e") and not word.endswith(("le", "ee")) and groups > 1
        count += max(groups - silent, 1)
    return max(characters + count, 1)


def measured(text: str, spoken: str, take: Take, file: str, ears: Recogniser | None) -> LineTake:
    """The facts of a finished take; `spoken`: its words as they were read, where the family tells them."""
    level = integrated_lufs(take.audio, take.sample_rate_hz)
    rate, heard, notes = None, "", list(take.notes)
    if ears is not None:
        try:
            heard = ears.transcribe(take.audio, take.sample_rate_hz, "zh" if wer.unit_of(text) == "character" else None)
            rate = wer.error_rate(text, heard, ears.name).rate
        except DitoneError as error:
            notes.append(error.text())
    return LineTake(
        file=file,
        seed=take.request.seed,
        duration_s=round(take.duration_s, 3),
        pace=round(syllables(spoken or text) / max(take.duration_s, 1e-3), 2),
        loudness_lufs=round(level, 1) if math.isfinite(level) else None,
        wer=None if rate is None else round(rate, 4),
        heard=heard,
        similarity=take.details.get("voice_similarity"),
        notes=tuple(notes),
    )
