"""`ditone get`: fetches a published model. It tells size, licence, free space, target and host, asks once, and goes on where it stopped."""

from __future__ import annotations

import argparse
import getpass
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ditone.runtime import registry
from ditone.runtime.cli import asking, output
from ditone.runtime.cli.listing import size_words
from ditone.runtime.cli.progress import Line
from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.hub import catalogue, download, fetching, inspecting, network, record, store, tokens
from ditone.runtime.hub.catalogue import Entry, Source
from ditone.runtime.hub.download_task import DownloadTask
from ditone.runtime.hub.listing import Listing, listing
from ditone.runtime.hub.network import Refused
from ditone.runtime.hub.progress import Meter, Progress, about

LOOK_S = 0.5


def run(options: argparse.Namespace) -> int:
    """Fetches one model. Raises BadRequest for an unknown name, DitoneError with what the hub or the disk says."""
    fetching.finish_updates()
    entry = catalogue.find(registry.catalogue(), options.name)
    source = _source(options, entry)
    network.require_online(source.host)
    folder = Path(options.to).expanduser() if options.to else store.target(source.repo_id)
    if entry is not None:
        for name in options.also:
            entry.extra(name)
        if not _agreed_entry(options, entry, source, folder):
            return _nothing()
        wanted = entry.checked(_asked(options, source, entry.wanted(options.also)))
    else:
        output.err(f"Asking {source.host} about {source.repo_id}.")
        wanted = _looked_at(options, source, _asked(options, source, None))
        _tell(wanted, folder)
        if not asking.agreed(f"Fetch {size_words(wanted.size_bytes)} into {folder}?", options.yes):
            return _nothing()
    return _fetch(wanted, folder, entry)


def _source(options: argparse.Namespace, entry: Entry | None) -> Source:
    if entry is not None:
        found = next((one for one in entry.sources if options.hub in (None, one.hub)), None)
        if found is None:
            raise BadRequest(f"{entry.title} is not published on {options.hub}.", f"It is on {entry.source.host}.")
        return found
    pasted = catalogue.repository_in(options.name)
    if pasted is None:
        known = [one.name for one in registry.catalogue()]
        raise BadRequest(
            f'There is no published model "{options.name}".',
            nearest(options.name, known),
            ("Any repository can be given as OWNER/NAME or by its link.",),
        )
    repo_id, hub, revision = pasted
    options.revision = options.revision or revision
    return Source(repo_id, options.hub or hub)


def _agreed_entry(options: argparse.Namespace, entry: Entry, source: Source, folder: Path) -> bool:
    """Tells everything from the catalogue and asks, before the network is."""
    size = entry.size_bytes + sum(entry.extra(name).size_bytes for name in options.also)
    kept = record.read(folder)
    here = download.bytes_on_disk(folder, [file.name for file in kept.files]) if kept is not None else 0
    rows = [
        ("Model", f"{entry.title}: {entry.about}"),
        ("From", f"{source.host}/{source.repo_id}"),
        ("Licence", f"{entry.licence.name}. {entry.licence.line} {entry.licence.url}"),
        (
            "Size",
            f"{'' if entry.size_is_exact else 'about '}{size_words(size)}" + (f", {size_words(here)} are here" if here else ""),
        ),
        ("Goes to", str(folder)),
        ("Free there", size_words(download.free_bytes(folder))),
    ]
    if entry.gated is not False:
        certain = "is" if entry.gated else "may be"
        rows.append(("Gated", f"The repository {certain} given only to people who accept its licence at {source.page}."))
    if kept is not None and kept.complete:
        rows.append(("Here", f"Revision {kept.revision[:8]} is here already; only another one is fetched."))
    for name, text in rows:
        output.err(f"{name:10}  {text}")
    return asking.agreed("Fetch it?", options.yes)


def _asked(options: argparse.Namespace, source: Source, wanted: tuple[str, ...] | None) -> Listing:
    return listing(source.repo_id, wanted, hub=source.hub, revision=options.revision, token=tokens.token_for(source.host))


def _looked_at(options: argparse.Namespace, source: Source, found: Listing) -> Listing:
    token = _token(found)
    looked = inspecting.inspect(found, registry.recognise, token)
    info = looked.info
    output.err(f"It is {info.title}: {info.parameters:,} parameters, licence {info.licence}. {info.licence_note}")
    return looked.wanted


def _tell(wanted: Listing, folder: Path) -> None:
    for name, text in (
        ("From", f"{wanted.host}/{wanted.repo_id}, revision {wanted.commit[:8]}"),
        ("Licence", wanted.licence or "not told by the hub; read the repository's page"),
        ("Files", ", ".join(file.name for file in wanted.files)),
        ("Size", size_words(wanted.size_bytes)),
        ("Goes to", str(folder)),
        ("Free there", size_words(download.free_bytes(folder))),
    ):
        output.err(f"{name:10}  {text}")


def _fetch(wanted: Listing, folder: Path, entry: Entry | None) -> int:
    token = _token(wanted)
    work = DownloadTask()
    try:
        with _shown(Meter(wanted, folder, folder / f"{store.UPDATE}{wanted.commit[:8]}", work=work), work):
            fetching.fetch(wanted, folder, work, token=token, entry=entry.name if entry else "")
    except KeyboardInterrupt:
        output.err("What has come is kept; the same command goes on with it.")
        raise
    info = registry.recognise(folder)
    if info.problems:
        raise DitoneError(f"{folder} came in whole, and cannot be loaded.", " ".join(info.problems))
    name = entry.name if entry is not None else str(folder)
    output.out(f"{info.title} is in {folder} ({size_words(wanted.size_bytes)}, revision {wanted.commit[:8]}).")
    output.out(f'try: ditone render "{info.example_prompt}" --model {name} -o take.wav')
    return 0


def _token(wanted: Listing) -> str | None:
    """The token for a host; a person at a terminal is asked for one where the repository wants it and none is known."""
    token = tokens.token_for(wanted.host)
    if token or not wanted.gated or not asking.watched():
        return token
    told = network.refusal(wanted.host, wanted.repo_id, "", 401, {"X-Error-Code": "GatedRepo"}, False)
    output.err(told.text())
    typed = getpass.getpass("Token (not shown): ").strip()
    if not typed:
        raise Refused(told.message, told.cause, told.actions, told.reason)
    kept = tokens.put(wanted.host, typed)
    output.err(
        "It is kept in the system's keyring." if kept == "keyring" else "There is no keyring here: it is kept for this run only."
    )
    return typed


@contextmanager
def _shown(meter: Meter, work: DownloadTask) -> Iterator[None]:
    """Draws the progress from a thread of its own, as the download waits for the network."""
    line, ended = Line(), threading.Event()

    def draw() -> None:
        while not ended.wait(LOOK_S):
            line.show(progress_words(meter.look()))

    thread = threading.Thread(target=draw, daemon=True)
    if line.active:
        thread.start()
    try:
        yield
    except BaseException:
        work.stop()
        raise
    finally:
        ended.set()
        if thread.is_alive():
            thread.join(2 * LOOK_S)
        line.clear()


def progress_words(progress: Progress) -> str:
    """ "1.20 GB of 3.49 GB, 34 %, 12.0 MB/s, about 3 min left: model.safetensors"."""
    parts = [f"{size_words(progress.here_bytes)} of {size_words(progress.total_bytes)}", f"{progress.share:.0%}"]
    if progress.phase == "checking":
        parts.append("checking")
    elif progress.stalled:
        parts.append("stalled")
    elif progress.bytes_per_s:
        parts.append(f"{progress.bytes_per_s / 1e6:.1f} MB/s")
        parts += [f"{words} left"] if (words := about(progress.left_s)) else []
    return ", ".join(parts) + (f": {progress.name}" if progress.name else "")


def _nothing() -> int:
    output.err("Nothing was fetched.")
    return 1
