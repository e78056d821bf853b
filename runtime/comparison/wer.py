"""Word error rate of speech: what a recogniser heard against the text that was asked for, or against another take.

The recogniser is Whisper through faster-whisper (optional extra `asr`). Arithmetic by jiwer; English is compared after Whisper's own
text normaliser, Chinese by characters.
"""

from __future__ import annotations

import difflib
import importlib.util
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from ditone.runtime.audio.mono import mono
from ditone.runtime.audio.resampling import resample
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub.asr_models import is_recogniser
from ditone.runtime.importing import one_at_a_time
from ditone.runtime.take import Audio
from ditone.runtime.text.english import Style, read
from ditone.runtime.text.languages import is_english
from ditone.runtime.text.spelling_variants import american

RECOGNISER_RATE_HZ = 16000
HOW_TO_GET = (
    'Word error rates need the extra "asr": pip install "ditone[asr]", then choose or download a recogniser in the settings.'
)
NO_FOLDER = (
    "No recogniser is chosen. Choose or download a Whisper model in the settings, under Recogniser "
    "(on the command line: --asr FOLDER)."
)

_SAID = Style(plain=True)
_SAME_SOUND = str.maketrans("两幺〇", "二一零")
Unit = Literal["word", "character"]


@dataclass(frozen=True)
class ErrorRate:
    """rate: errors over reference words (or characters, for Chinese). The texts are those compared, after normalisation."""

    rate: float
    unit: Unit
    reference: str
    heard: str
    recogniser: str = ""


def available() -> str | None:
    """None when a recogniser can be used, else the sentence that says how to get one."""
    missing = [name for name in ("faster_whisper", "jiwer") if importlib.util.find_spec(name) is None]
    return HOW_TO_GET if missing else None


def problem(folder: str) -> str | None:
    """None when this folder's recogniser can be used, else what is missing and how to get it."""
    reason = available()
    if reason or not folder:
        return reason or NO_FOLDER
    if not is_recogniser(Path(folder)):
        return f"{folder} holds no Whisper model for faster-whisper (model.bin and config.json were expected). {NO_FOLDER}"
    return None


def unit_of(text: str) -> Unit:
    """Chinese and Japanese are counted by characters, everything else by words."""
    return "character" if re.search(r"[\u3040-\u30ff\u3400-\u9fff]", text) else "word"


@lru_cache(maxsize=1)
def _english() -> Any:
    # numbers, currencies, contractions and spelling as Whisper's authors compare them (Radford et al. 2022, appendix C)
    with one_at_a_time:
        from transformers.models.whisper.english_normalizer import EnglishTextNormalizer

    untyped: Any = EnglishTextNormalizer
    return untyped({})


def normalised(text: str, unit: Unit) -> str:
    """Text as it is compared: no case, no punctuation; English numbers and contractions in one spelling; Chinese without spaces."""
    if unit == "character":
        from ditone.runtime.text import chinese, languages

        # figures as they are said, and one sign for numbers that are said in two ways
        said = text if languages.is_kana(text) else chinese.read(text).translate(_SAME_SOUND)
        folded = unicodedata.normalize("NFKC", said).lower()
        return "".join(c for c in folded if unicodedata.category(c)[0] in "LN")
    # both sides as people read them: "7:30 a.m." is "7.30am" and "seven thirty A.M."; then numbers in figures again, whose ways of
    # being said ("nine forty five", "nine hundred forty five") are one spelling
    said = read(text, _SAID)[0].lower() if is_english(text) else text.lower()
    said = re.sub(r"\bo'clock\b", "", said)
    words = " ".join(_english()(american(said)).split())
    return re.sub(r"\b[a-z](?: [a-z]\b)+", lambda m: m[0].replace(" ", ""), words)  # "u s" is "us" to the ear's spelling


def error_rate(reference: str, heard: str, recogniser: str = "") -> ErrorRate:
    """Errors of `heard` against `reference`. Raises DitoneError when nothing of the reference is left to compare."""
    import jiwer

    unit = unit_of(reference)
    wanted, got = normalised(reference, unit), normalised(heard, unit)
    if not any(c.isalnum() for c in wanted):
        raise DitoneError("There is no word to compare: the reference text is empty once punctuation is taken off.")
    rate = jiwer.cer(wanted, got) if unit == "character" else jiwer.wer(wanted, got)
    return ErrorRate(float(rate), unit, wanted, got, recogniser)


def differences(reference: str, heard: str, unit: Unit = "word") -> list[tuple[str, str, str]]:
    """(kind, reference part, heard part) in order; kind is "equal", "replace", "delete" or "insert"."""
    a, b = (list(reference), list(heard)) if unit == "character" else (reference.split(), heard.split())
    glue = "" if unit == "character" else " "
    matcher = difflib.SequenceMatcher(a=a, b=b, autojunk=False)
    return [(kind, glue.join(a[i:j]), glue.join(b[k:m])) for kind, i, j, k, m in matcher.get_opcodes()]


class Recogniser:
    """A loaded Whisper model. `name` says which, and is shown beside every figure it made."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        """Raises DitoneError when the extra is missing or the folder holds no model."""
        reason = available()
        if reason:
            raise DitoneError(reason)
        if not (folder / "model.bin").exists():
            raise DitoneError(
                f"{folder} holds no Whisper model for faster-whisper.",
                "A file model.bin was expected.",
                ("Choose another folder.",),
            )
        from faster_whisper import WhisperModel

        self.name = f"Whisper {folder.name}"
        self._model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True)

    def transcribe(self, audio: Audio, rate_hz: int, language: str | None = None) -> str:
        """What is heard in audio (frames, channels). Raises DitoneError for a language that the model does not know."""
        if language not in (None, "en") and not self._model.model.is_multilingual:
            raise DitoneError(
                f"{self.name} hears English only, and this text is in another language.",
                actions=("Choose or download a recogniser for many languages.",),
            )
        heard = mono(audio)[:, None]
        at_16k = heard if rate_hz == RECOGNISER_RATE_HZ else resample(heard, rate_hz, RECOGNISER_RATE_HZ)
        segments, _ = self._model.transcribe(at_16k[:, 0], language=language, beam_size=5, condition_on_previous_text=False)
        return " ".join(segment.text.strip() for segment in segments)
