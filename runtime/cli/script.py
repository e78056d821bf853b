"""`ditone script`: every line of a text becomes a take; stopped at any moment, it goes on where it was."""

from __future__ import annotations

import argparse
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.runtime.cli import output
from ditone.runtime.cli.render import stopped_by_ctrl_c
from ditone.runtime.errors import BadRequest, Cancelled
from ditone.runtime.files import read_bytes
from ditone.runtime.printable import printable, storable
from ditone.runtime.request import EngineSettings
from ditone.runtime.request_options import chosen_model, consented, requested
from ditone.runtime.script import export
from ditone.runtime.script.book import Book, Line, LineTake

if TYPE_CHECKING:
    from ditone.runtime.comparison.wer import Recogniser
    from ditone.runtime.registry import ModelInfo

LARGEST_TEXT_BYTES = 8 * 2**20


def run(options: argparse.Namespace) -> int:
    """Makes what is missing, then does what else was asked for. Raises DitoneError, before the model is loaded where possible."""
    path = Path(options.file)
    try:
        text = storable(read_bytes(path, LARGEST_TEXT_BYTES).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not a text in UTF-8.", actions=("Store it as UTF-8.",)) from error
    folder = Path(options.output) if options.output else path.with_suffix(".takes")
    info = speaking(options.model)
    if info.read is None:
        raise BadRequest(f"{info.title} makes sounds, it does not read a text aloud.", actions=("Choose a model that speaks.",))
    settings = EngineSettings(device=options.device, precision=options.precision, threads=options.threads)
    options.prompt = "."
    request = info.checked(requested(info, options, settings)).replaced(prompt="")
    consented(info, request, options.i_may_use_this_voice)
    book = Book.begin(folder, text, request)
    again = numbers(options.retake, len(book.lines)) if options.retake else []
    chosen = [choice(item) for item in options.choose]
    if again or any(book.waiting()):
        _make(book, again, options)
    for line, take in chosen:
        book.choose(line, take)
    if options.json:
        output.out_json([_facts(line) for line in book.lines])
    if options.join:
        for note in export.write_joined(book, Path(options.join), options.pause, options.overwrite):
            output.err(note)
        output.err(f"{options.join}: {len(book.lines)} lines.")
    if options.export:
        written = export.write_numbered(book, Path(options.export), overwrite=options.overwrite)
        output.err(f"{options.export}: {len(written) - 1} files and script.csv.")
    return 0


def speaking(name: str | None) -> ModelInfo:
    """The model of that name, or the first built-in one that speaks."""
    if name is None:
        from ditone.runtime import registry

        found = next((info for info in registry.builtin_models() if info.read is not None), None)
        if found is not None:
            return found
    return chosen_model(name)


def _make(book: Book, again: list[int], options: argparse.Namespace) -> None:
    from ditone.runtime.cli.progress import Line as Progress
    from ditone.runtime.cli.progress import TerminalObserver
    from ditone.runtime.script.maker import make, retake
    from ditone.runtime.session import Session

    info = speaking(options.model)
    ears = _ears(options)
    progress = Progress()

    def told(line: Line, take: LineTake) -> None:
        progress.clear()
        if not options.json:
            output.out(_said(line, take, len(book.lines)))

    def observe(line: Line) -> TerminalObserver:
        return TerminalObserver(progress, f"line {line.number}/{len(book.lines)}: ")

    try:
        with (
            Session.open(info, book.request.engine, lambda share: progress.show(f"loading {info.title} {share:.0%}")) as session,
            stopped_by_ctrl_c(session),
        ):
            make(book, session, ears, told, observe)
            retake(book, again, session, ears, told, observe)
    except Cancelled:
        raise KeyboardInterrupt from None
    finally:
        progress.clear()


def _ears(options: argparse.Namespace) -> Recogniser | None:
    """The recogniser that was given or downloaded; none, with a sentence, where it was not asked for and cannot be had."""
    from ditone.runtime.comparison import wer
    from ditone.runtime.hub import asr_models

    folder = options.asr or str(asr_models.downloaded() or "")
    if not options.asr and (not folder or wer.available()):
        output.err("No recogniser is at hand, so no word error rates are measured; --asr FOLDER gives one.")
        return None
    reason = wer.problem(folder)
    if reason:
        raise BadRequest(reason)
    return wer.Recogniser(Path(folder))


def numbers(text: str, most: int) -> list[int]:
    """ "3,7-9" -> [3, 7, 8, 9]. Raises BadRequest for other forms and for lines that are not there."""
    found: list[int] = []
    for item in filter(None, re.split(r"[,;\s]+", text.strip())):
        m = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", item)
        if m is None:
            raise BadRequest(f'Lines "{text}" are not understood at "{item}".', 'A form like "3" or "3,7-9" was expected.')
        first, last = int(m[1]), int(m[2] or m[1])
        if not 1 <= first <= last <= most:
            raise BadRequest(f"There is no line {item}; the script has {most}.")
        found += range(first, last + 1)
    return list(dict.fromkeys(found))


def choice(text: str) -> tuple[int, int]:
    """ "5=2": take 2 of line 5."""
    m = re.fullmatch(r"(\d{1,6})[=:](\d{1,6})", text.strip())
    if m is None:
        raise BadRequest(f'"{text}" is not understood.', "LINE=TAKE was expected, as in 5=2.")
    return int(m[1]), int(m[2])


def _said(line: Line, take: LineTake, count: int) -> str:
    level = "" if take.loudness_lufs is None else f", {take.loudness_lufs:.1f} LUFS"
    errors = "" if take.wer is None else f", WER {take.wer:.0%}"
    voice = "" if take.similarity is None else f", voice {take.similarity:.2f}"
    facts = f"{take.duration_s:.2f} s, {take.pace:.1f} syllables/s{level}{errors}{voice}"
    return f"{line.number}/{count} {take.file}: {facts}: {printable(line.text, 60)}"


def _facts(line: Line) -> dict[str, object]:
    return {
        "line": line.number,
        "text": line.text,
        "chosen": line.chosen + 1,
        "takes": [asdict(take) for take in line.takes],
    }
