"""`ditone render`: one or more takes to files."""

from __future__ import annotations

import argparse
import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.runtime.audio import writing
from ditone.runtime.audio.storing import is_take, store
from ditone.runtime.cli import output, variations
from ditone.runtime.cli.rescue import keep
from ditone.runtime.errors import BadRequest, Cancelled, DitoneError
from ditone.runtime.printable import printable, storable
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.request_options import chosen_model, consented, requested

if TYPE_CHECKING:
    from ditone.runtime.cli.progress import Line
    from ditone.runtime.library.hashing import Hashing
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.session import Session
    from ditone.runtime.take import Take

SIGNING_S = 0.5  # how long reading files may take before it is said
JSON_KEYS = (
    "seed", "sample_rate_hz", "duration_s", "rtf", "evaluations", "timings_s", "peak_rss_mib", "peak_vram_mib", "device", "precision",
    "family", "variant",
)  # fmt: skip


def render(options: argparse.Namespace) -> int:
    """Makes the takes. Everything that can be known to fail is found before the model is loaded."""
    if options.show_text:
        return show_text(options)
    if options.output is None:
        raise BadRequest("There is no file to write to.", actions=("Give one with -o OUT.wav.",))
    paths = numbered(Path(options.output), options.count)
    for path in paths:
        writing.format_for(path)
        writing.check_target(path, options.overwrite or is_take(path))

    named = variations.named(options)
    info = chosen_model(options.model or variations.model_of(named))
    kept = kept_latents(options)
    settings = EngineSettings(device=options.device, precision=options.precision, threads=options.threads, trace=kept is not None)
    request = requested(info, options, settings, variations.base(info, options, named))
    requests = [info.checked(one) for one in variations.spread(info, request, options)]
    for one in requests:
        consented(info, one, options.i_may_use_this_voice)
    return make(info, requests, paths, options.overwrite, options.json, kept)


def kept_latents(options: argparse.Namespace) -> Path | None:
    """Where the latents of the steps go. Raises BadRequest where they cannot."""
    if options.latents is None:
        return None
    from ditone.runtime.comparison import latents

    path = Path(options.latents)
    latents.check_ending(path)
    if options.count != 1:
        raise BadRequest("Latents are kept of one take, not of several.", actions=("Leave --count out.",))
    if path.exists() and not options.overwrite:
        raise BadRequest(f"{path} exists already.", actions=("Choose another name, or give --overwrite.",))
    return path


def show_text(options: argparse.Namespace) -> int:
    """Prints what will be said, one piece a line, without loading the model. Raises BadRequest where nothing is spoken."""
    info = chosen_model(options.model)
    if info.read is None:
        raise BadRequest(f"{info.title} makes sounds, it does not read a text aloud.", actions=("Choose a model that speaks.",))
    settings = EngineSettings(device=options.device, precision=options.precision, threads=options.threads)
    request = requested(info, options, settings)
    reading = info.read(request.replaced(prompt=storable(request.prompt)))
    if options.json:
        output.out_json({"model": info.model, "text": request.prompt, **reading.to_dict()})
        return 0
    for piece in reading.pieces:
        output.out(printable(piece.text.replace("\n", " ")))
    for note in reading.notes:
        output.err(note)
    return 0


def remake(request: Request, path: Path, overwrite: bool, as_json: bool, consent: bool = False) -> int:
    """Makes the take of a stored request again."""
    writing.format_for(path)
    writing.check_target(path, overwrite or is_take(path))
    info = chosen_model(request.model)
    request = info.checked(request)
    consented(info, request, consent)
    return make(info, [request], [path], overwrite, as_json)


def make(
    info: ModelInfo, requests: list[Request], paths: list[Path], overwrite: bool, as_json: bool, kept: Path | None = None
) -> int:
    """One take a path, of one model and with the same engine settings. kept: where the latents of the steps go."""
    request = requests[0]
    # from here on torch is needed, which takes seconds to import
    from ditone.runtime import estimate
    from ditone.runtime.cli.progress import Line, TerminalObserver
    from ditone.runtime.comparison import latents
    from ditone.runtime.library.hashing import checksums
    from ditone.runtime.session import Session

    line = Line()
    unsigned: list[tuple[Path, Take]] = []
    try:
        with (
            Session.open(info, request.engine, lambda share: line.show(f"loading {info.title} {share:.0%}")) as session,
            checksums() as hashing,
        ):
            hashing.want(session.files, session.model_files)
            engine = session.engine
            seconds = estimate.expected_s(info, request, estimate.speed_tflops(engine.device, engine.dtype, engine.threads))
            if estimate.words(seconds):
                line.clear()
                output.err(f"Each take needs {estimate.words(seconds)} at the speed of this machine.")
            for i, path in enumerate(paths):
                title = f"{path.name}: " if len(paths) == 1 else f"{path.name} ({i + 1}/{len(paths)}): "
                with stopped_by_ctrl_c(session):
                    take = session.generate(requests[i], TerminalObserver(line, title))
                if session.files and not take.model_files:
                    unsigned.append((path, take))
                try:
                    notes = store(path, take, info.licence, overwrite)
                except (DitoneError, OSError, MemoryError) as error:
                    raise keep(take, info.licence, path, error) from error
                line.clear()
                report(path, take, notes, as_json)
                if kept is not None:
                    latents.save(kept, latents.of_take(take))
            sign(unsigned, hashing, info, line)
    except Cancelled:
        line.clear()
        raise KeyboardInterrupt from None
    finally:
        line.clear()
    return 0


def sign(takes: list[tuple[Path, Take]], hashing: Hashing, info: ModelInfo, line: Line) -> None:
    """Writes takes that were finished before the checksums of the model's files once more, with them: equal takes are equal files."""
    while not hashing.wait(SIGNING_S):
        line.show(f"reading the files of {info.title} for their checksums")
    for path, take in takes:
        if not take.model_files:
            continue
        try:
            store(path, take, info.licence, overwrite=True)
        except (DitoneError, OSError, MemoryError) as error:
            if not path.is_file():
                raise keep(take, info.licence, path, error) from error
            output.err(f"{path}: the checksums of the model's files could not be added: {error}")


def numbered(path: Path, count: int) -> list[Path]:
    """`a.wav`, or a-1.wav, a-2.wav, ... for several takes, with leading zeros so that they sort."""
    if count == 1:
        return [path]
    digits = len(str(count))
    return [path.with_name(f"{path.stem}-{i:0{digits}}{path.suffix}") for i in range(1, count + 1)]


@contextlib.contextmanager
def stopped_by_ctrl_c(session: Session) -> Iterator[None]:
    """Ctrl+C asks the session to stop, which leaves nothing half done; a second one ends the program at once."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        session.cancel()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def report(path: Path, take: Take, notes: list[str], as_json: bool) -> None:
    facts = take.facts()
    if as_json:
        values = {"path": str(path), **{key: facts[key] for key in JSON_KEYS}}
        output.out_json(values)
    else:
        computed = "" if take.canvas_rtf is None else f", {take.canvas_rtf:.2f} per computed second"
        output.out(
            f"{path}: {take.duration_s:.2f} s, seed {take.request.seed}, "
            f"made in {take.timings_s['total']:.1f} s (RTF {take.rtf:.2f}{computed}) on {take.device}"
        )
    for note in notes:
        output.err(f"{path}: {note}")
