"""From a request to what the language model is asked to say: modes, prompts, pieces and their seeds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ditone.models.cosyvoice3 import instructions
from ditone.models.cosyvoice3.text import Length, is_marked, is_speakable, normalise, parts, read_aloud, split
from ditone.models.cosyvoice3.tokenizer import END_OF_PROMPT, Tokenizer
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import Request
from ditone.runtime.text.pieces import Cut, Part

CLONE, CROSS_LINGUAL, INSTRUCT, CONVERT = "clone", "cross_lingual", "instruct", "convert"
SYSTEM = "You are a helpful assistant."
_SEED_STRIDE = 0x9E3779B97F4A7C15  # odd: no two pieces of a take share a seed
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Utterance:
    """One generation of the language model. `text` is what is said, `before` what is read first.

    with_speech: whether the reference's speech ids are continued. said: the ids of `text` that are spoken, without a prefix.
    """

    text: str
    before: str
    with_speech: bool
    said: str


@dataclass(frozen=True)
class Piece:
    """number: from 1, in the order of the text. pause: what is said before it ended like this; None for the first and as published.

    trimmed: one of several pieces, without the silence around it.
    """

    number: int
    seed: int
    utterance: Utterance
    pause: Cut | None = None
    trimmed: bool = False


def utterance(mode: str, piece: str, transcript: str, instruction: str) -> Utterance:
    """The published form of one piece in one of the three speaking modes; a marker that is there already is not added again."""
    if mode == CROSS_LINGUAL:
        text = piece if END_OF_PROMPT in piece else f"{SYSTEM}{END_OF_PROMPT}{piece}"
        return Utterance(text, "", False, piece.rpartition(END_OF_PROMPT)[2])
    if mode == INSTRUCT:
        before = instruction if END_OF_PROMPT in instruction else f"{SYSTEM} {instruction}{END_OF_PROMPT}"
        return Utterance(piece, before, False, piece)
    before = transcript if END_OF_PROMPT in transcript else f"{SYSTEM}{END_OF_PROMPT}{transcript}"
    return Utterance(piece, before, True, piece)


def pieces(request: Request, transcript: str, tokenizer: Tokenizer) -> list[Piece]:
    """What a request wants said, piece by piece, or the one piece it asks for. Raises BadRequest for a text without words."""
    mode = request.value("mode")
    if mode == CLONE and not transcript:
        raise BadRequest(
            "The mode Clone needs the transcript of the reference: the exact words of the recording.",
            actions=("Write it, or choose the mode Cross-lingual.",),
        )
    wanted = instructions.chosen(request)
    if mode == INSTRUCT and not wanted:
        raise BadRequest("The mode Instruct needs an instruction.", actions=("Choose one of the lists, or write one.",))
    found = parts_of(request, tokenizer.length)
    seeds = piece_seeds(str(request.value("piece_seeds", "")), request.seed, len(found))
    several = len(found) > 1 and not as_published(request)
    made = [
        Piece(
            i + 1,
            seeds[i],
            utterance(mode, part.text, transcript, " ".join(wanted)),
            found[i - 1].cut if several and i else None,
            several,
        )
        for i, part in enumerate(found)
    ]
    only = int(request.value("piece", 0))
    if only > len(made):
        raise BadRequest(f"Piece {only} was asked for; this text has {len(made)}.")
    return made[only - 1 : only] if only else made


def as_published(request: Request) -> bool:
    """Whether text is prepared, cut and joined as the original does."""
    return not request.value("normalise", True) or request.value("reading", "people") == "published"


def parts_of(request: Request, length: Length) -> list[Part]:
    """The pieces of the prompt, read aloud unless that is switched off. `length` counts tokens."""
    prompt = request.prompt
    if not request.value("normalise", True):
        found = [Part(prompt)]
    elif as_published(request):
        found = [Part(text) for text in split(normalise(prompt, decimals=True, foreign_numbers=True), length)]
    else:
        found = parts(read_aloud(prompt), length)
    found = [part for part in found if part.text.strip() and (is_marked(part.text) or is_speakable(part.text))]
    if not found:
        raise BadRequest("There is nothing to say: the text has no letters or digits.", actions=("Write what is to be said.",))
    return found


def texts_of(request: Request, tokenizer: Tokenizer) -> list[str]:
    """The texts of the pieces. Raises BadRequest for a text without words."""
    return [part.text for part in parts_of(request, tokenizer.length)]


def piece_seeds(text: str, seed: int, count: int) -> list[int]:
    """A seed for every piece: the request's for the first, others derived from it, and those that `text` ("2=77, 5=3") sets."""
    seeds = [(seed + i * _SEED_STRIDE) % (LARGEST_SEED + 1) for i in range(count)]
    for entry in filter(None, re.split(r"[,;\s]+", text.strip())):
        match = re.fullmatch(r"(\d{1,6})[=:](\d{1,19})", entry)
        if match is None:
            raise BadRequest(f'Piece seeds: "{entry}" is not understood.', "A list like 2=77, 5=3 was expected.")
        number, value = int(match[1]), int(match[2])
        if not 1 <= number <= count:
            raise BadRequest(f"Piece seeds: there is no piece {number}; this text has {count}.")
        if value > LARGEST_SEED:
            raise BadRequest(f"Piece seeds: {value} is too large; seeds go up to {LARGEST_SEED}.")
        seeds[number - 1] = value
    return seeds
