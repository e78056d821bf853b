"""Long text in pieces that are spoken one after the other, each with its own seed, so that one piece can be made again alone."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ditone.runtime.errors import BadRequest
from ditone.runtime.text import pieces
from ditone.runtime.text.pieces import Cut, Part
from ditone.runtime.text.sentences import sentences

# speaking rates for estimates only; the model decides the length itself
LETTERS_PER_S, IDEOGRAPHS_PER_S = 14.0, 4.5
SHORTEST_PIECE_S = 3.0  # shorter ones are unstable: they are joined with a neighbour
WHOLE_SHARE, PIECE_SHARE, WARN_SHARE = 0.8, 0.5, 0.9  # of the patches that the limit leaves
PAUSE_SHARES: dict[Cut, float] = {"sentence": 1.0, "clause": 0.6, "word": 0.4}  # of the chosen pause
SEED_STRIDE = 0x9E3779B97F4A7C15
SEED_LIMIT = 2**63


@dataclass(frozen=True)
class Piece:
    """`number` counts from 1; `pause` is what the piece before it ended at; `trimmed`: one of several, without the silence around
    it. The first piece has the request's own seed, so that text in one piece sounds as if it were never split."""

    number: int
    text: str
    seed: int
    pause: Cut = "sentence"
    trimmed: bool = False


def speech_s(text: str) -> float:
    """About how long a text takes to say, in seconds."""
    ideographs = sum("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in text)
    return ideographs / IDEOGRAPHS_PER_S + (len(text) - ideographs) / LETTERS_PER_S


def split(text: str, how: str, available_s: float) -> list[str]:
    """The texts of the pieces; see `parts`."""
    return [part.text for part in parts(text, how, available_s)]


def parts(text: str, how: str, available_s: float) -> list[Part]:
    """how: "off"; "sentences"; "auto" splits only what may not fit into `available_s` seconds of sound.

    Sentences that do not fit are cut at a clause, else at a word; short ones go with a neighbour where both fit.
    """
    text = text.strip()
    longest_s = WHOLE_SHARE * available_s
    if how == "off" or (how == "auto" and speech_s(text) <= longest_s):
        return [Part(text)]
    target_s = 0.0 if how == "sentences" else PIECE_SHARE * available_s

    def fits(part: str) -> bool:
        # where not even the shortest steady piece fits, cutting sentences up helps nobody
        return longest_s < SHORTEST_PIECE_S or speech_s(part) <= longest_s

    found: list[Part] = []
    whole = False  # whether the last part is made of whole sentences
    for part in pieces.split(text, fits):
        together = f"{found[-1].text} {part.text}" if found else part.text
        short = bool(found) and speech_s(found[-1].text) < SHORTEST_PIECE_S
        if whole and part.cut == "sentence" and fits(together) and (short or speech_s(together) <= target_s):
            found[-1] = Part(together)
        else:
            found.append(part)
        whole = part.cut == "sentence"
    if len(found) > 1 and speech_s(found[-1].text) < SHORTEST_PIECE_S and fits(f"{found[-2].text} {found[-1].text}"):
        last = found.pop()
        found[-1] = Part(f"{found[-1].text} {last.text}")
    return found or [Part(text)]


def make_pieces(texts: list[str], seed: int, seeds: str = "", only: str = "", cuts: Sequence[Cut] = ()) -> list[Piece]:
    """The pieces to be made. seeds: "2:17 5:3" gives pieces 2 and 5 seeds of their own. only: "2" or "1,3-4", empty for all.

    Raises BadRequest for other forms and for numbers of pieces that do not exist.
    """
    own = _seeds(seeds, len(texts))
    chosen = _numbers(only, len(texts))
    return [
        Piece(
            number,
            text,
            own.get(number, (seed + (number - 1) * SEED_STRIDE) % SEED_LIMIT),
            cuts[number - 2] if cuts and number > 1 else "sentence",
            len(texts) > 1,
        )
        for number, text in enumerate(texts, 1)
        if number in chosen
    ]


def _seeds(text: str, count: int) -> dict[int, int]:
    result = {}
    for item in re.split(r"[,;\s]+", text.strip()):
        if not item:
            continue
        match = re.fullmatch(r"(\d+)[=:](\d+)", item)  # both forms, as the other families that speak
        if match is None:
            raise BadRequest(f'Seeds of pieces "{text}" are not understood at "{item}".', 'A form like "2:17 5:3" was expected.')
        number, seed = int(match[1]), int(match[2])
        _check(number, count)
        if seed >= SEED_LIMIT:
            raise BadRequest(f"The seed {seed} of piece {number} is too large; it must be below 2^63.")
        result[number] = seed
    return result


def _numbers(text: str, count: int) -> set[int]:
    if not text.strip():
        return set(range(1, count + 1))
    result: set[int] = set()
    for item in re.split(r"[,;\s]+", text.strip()):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", item)
        if match is None:
            raise BadRequest(f'Pieces "{text}" are not understood at "{item}".', 'A form like "2" or "1,3-4" was expected.')
        first, last = int(match[1]), int(match[2] or match[1])
        _check(first, count)
        _check(last, count)
        result |= set(range(first, last + 1))
    if not result:
        raise BadRequest(f'Pieces "{text}" name no piece.', 'A form like "2" or "1,3-4" was expected.')
    return result


def _check(number: int, count: int) -> None:
    if not 1 <= number <= count:
        raise BadRequest(f"There is no piece {number}: the last one of the text is {count}.")


def patches_for(seconds: float, patch_s: float) -> int:
    """Patches that cover a duration, at least one."""
    return max(1, math.ceil(seconds / patch_s))


__all__ = ["Part", "Piece", "make_pieces", "parts", "patches_for", "sentences", "speech_s", "split"]
