"""Makes the takes of a script that are missing, or new ones of single lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ditone.runtime.audio import metadata, preparing, writing
from ditone.runtime.script.book import Book, Line, LineTake
from ditone.runtime.script.measures import measured

if TYPE_CHECKING:
    from ditone.runtime.comparison.wer import Recogniser
    from ditone.runtime.run import Observer
    from ditone.runtime.session import Session
    from ditone.runtime.take import Take

SEED_STRIDE = 1_000_003  # retakes: no two takes of neighbouring lines share a seed
LARGEST_SEED = 2**63 - 1
Told = Callable[[Line, LineTake], None]


def make(
    book: Book,
    session: Session,
    ears: Recogniser | None = None,
    told: Told = lambda line, take: None,
    observe: Callable[[Line], Observer | None] = lambda line: None,
) -> int:
    """Makes every line that has no take; how many were made. Raises Cancelled when the session is stopped: what is done is kept."""
    waiting = list(book.waiting())
    for line in waiting:
        _one(book, line, session, ears, told, observe(line))
    return len(waiting)


def retake(
    book: Book,
    numbers: Iterable[int],
    session: Session,
    ears: Recogniser | None = None,
    told: Told = lambda line, take: None,
    observe: Callable[[Line], Observer | None] = lambda line: None,
) -> None:
    """One more take, with a new seed, of each of these lines. Raises BadRequest, before anything is made, for a line that is not there."""
    for line in [book.line(number) for number in numbers]:
        _one(book, book.line(line.number), session, ears, told, observe(line))


def seed_of(book: Book, line: Line) -> int:
    """The script's own seed for the first take of every line, so that the voice stays the same; others for retakes."""
    taken = {take.seed for take in line.takes}
    seed = book.request.seed
    while seed in taken:
        seed = (seed + SEED_STRIDE) % (LARGEST_SEED + 1)
    return seed


def _one(book: Book, line: Line, session: Session, ears: Recogniser | None, told: Told, observer: Observer | None) -> None:
    request = session.info.checked(book.request.replaced(prompt=line.text, seed=seed_of(book, line)))
    take = session.generate(request, observer)
    name = book.free_name(line.number)
    store(book, name, take, session.info.licence)
    spoken = str(take.details.get("spoken_text", ""))
    made = measured(line.text, spoken, take, name, ears)
    book.add(line.number, made)
    told(book.line(line.number), made)


def store(book: Book, name: str, take: Take, licence: str) -> None:
    """Writes the take's file, whole or not at all, with its settings inside."""
    path = book.folder / name
    prepared = preparing.prepare(take.audio, take.sample_rate_hz, preparing.Preparation(), "FLOAT")
    about = metadata.describe(take, licence=licence)
    writing.write(
        path,
        prepared.audio,
        prepared.rate_hz,
        format=writing.FORMATS["wav-float"],
        metadata=about,
        title=take.request.prompt[:100],
    )
