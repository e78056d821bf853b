"""`ditone models --available`: what can be fetched and what it would need here. From data that came with the installation."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ditone.runtime import registry
from ditone.runtime.cli import output
from ditone.runtime.cli.listing import size_words
from ditone.runtime.hub.offer import Machine, Offer, offer


def available(as_json: bool) -> int:
    """Lists the catalogue. The speed of this machine is measured once, which takes a second."""
    machine = Machine.here()
    offers = [offer(entry, machine) for entry in registry.catalogue()]
    if as_json:
        output.out_json([_plain(one) for one in offers], indent=2)
        return 0
    for one in offers:
        entry = one.entry
        output.out(f"{entry.name}  {entry.title}: {entry.about} ({', '.join(entry.languages)})")
        gated = {True: ", licence to be accepted on its page", None: ", maybe a licence to be accepted on its page"}.get(
            entry.gated, ""
        )
        exact = "" if entry.size_is_exact else "about "
        output.out(f"    {exact}{size_words(entry.size_bytes)} from {entry.source.host}/{entry.source.repo_id}{gated}")
        output.out(f"    {entry.licence.name}: {entry.licence.line}")
        output.out(f"    {fit_words(one)}")
    output.out("`ditone get NAME` fetches one, after a question.")
    return 0


def fit_words(one: Offer) -> str:
    """What it means on this machine, in one line."""
    parts = ["it is here"] if one.here else []
    if not one.fits_disk:
        parts.append(f"not enough room: {size_words(one.free_bytes)} are free")
    need = f"about {one.memory_mib / 1024:.1f} GiB of memory in {one.precision}"
    parts.append(
        need if one.fits_memory else f"{need}, more than {one.machine.title} has ({one.machine.memory_mib / 1024:.1f} GiB)"
    )
    if one.example_words:
        parts.append(f"a take of 10 s takes {one.example_words} or more on {one.machine.title}")
    return "; ".join(parts)


def _plain(one: Offer) -> dict[str, Any]:
    entry = {**asdict(one.entry), "size_bytes": one.entry.size_bytes}
    return {
        **entry,
        "installed": one.here,
        "folder": str(one.folder),
        "free_bytes": one.free_bytes,
        "fits_disk": one.fits_disk,
        "fits_memory": one.fits_memory,
        "device": str(one.machine.device),
        "precision": one.precision,
        "take_10s_s": one.seconds,
    }
