"""What the catalogue, an offer and a download say, in the user's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr, translated

if TYPE_CHECKING:
    from ditone.runtime.hub.catalogue import Entry
    from ditone.runtime.hub.offer import Offer
    from ditone.runtime.hub.progress import Progress


def of_catalogue(text: str) -> str:
    """A text of the catalogue; `packaging/translations.py` collects them."""
    return translated("Catalogue", text)


def size(count: int) -> str:
    """ "3.49 GB"."""
    return QLocale().formattedDataSize(count, 2, QLocale.DataSizeFormat.DataSizeSIFormat)


def size_of(entry: Entry) -> str:
    """What a model takes of the disk; "about" where the hub has to tell it to the byte."""
    return size(entry.size_bytes) if entry.size_is_exact else tr("about {size}").format(size=size(entry.size_bytes))


def makes(entry: Entry) -> str:
    """ "Music, Sound effects"."""
    names = {"effects": tr("Sound effects"), "music": tr("Music"), "speech": tr("Speech")}
    return ", ".join(names[one] for one in entry.makes)


def languages(entry: Entry) -> str:
    """ "English, Chinese" in the user's language, by the languages' own codes."""
    known = {
        "en": tr("English"),
        "zh": tr("Chinese"),
        "ja": tr("Japanese"),
        "ko": tr("Korean"),
        "de": tr("German"),
        "es": tr("Spanish"),
        "fr": tr("French"),
        "it": tr("Italian"),
        "ru": tr("Russian"),
    }
    return ", ".join(known.get(code, code) for code in entry.languages)


def gated(entry: Entry) -> str:
    """Whether a licence has to be accepted first."""
    if entry.gated is None:
        return tr("Perhaps: its licence may have to be accepted on its page first.")
    return (
        tr("Its licence is accepted on its page first; a read token shows that it was.") if entry.gated else tr("No, it is open.")
    )


def memory(offer: Offer) -> str:
    """What a take needs, and whether this machine has it."""
    need = tr("about {gib} GiB in {precision}").format(
        gib=formatting.number(offer.memory_mib / 1024, 1), precision=offer.precision
    )
    if offer.fits_memory:
        return need
    has = formatting.number(offer.machine.memory_mib / 1024, 1)
    return tr("{need}, more than {device} has ({gib} GiB)").format(need=need, device=offer.machine.title, gib=has)


def disk(offer: Offer) -> str:
    """What is free, and whether it is enough."""
    free = tr("{size} are free").format(size=size(offer.free_bytes))
    return free if offer.fits_disk else tr("{free}: not enough").format(free=free)


def cost(offer: Offer) -> str:
    """How long a take of 10 s takes here at least."""
    if offer.seconds is None:
        return tr("not measured yet")
    on = tr("this CPU") if offer.machine.device.type == "cpu" else offer.machine.title
    return tr("{time} or more on {device}").format(time=duration(offer.seconds), device=on)


def duration(seconds: float) -> str:
    """ "about 40 s", "about 12 min", "about 3 h"."""
    if seconds < 10:
        return tr("a few seconds")
    if seconds < 100:
        return tr("about {seconds} s").format(seconds=formatting.number(seconds))
    if seconds < 5400:
        return tr("about {minutes} min").format(minutes=formatting.number(seconds / 60))
    return tr("about {hours} h").format(hours=formatting.number(seconds / 3600, 1))


def progress(seen: Progress) -> str:
    """ "1.2 GB of 3.5 GB, 12 MB/s, about 3 min left"."""
    amount = tr("{here} of {total}").format(here=size(seen.here_bytes), total=size(seen.total_bytes))
    if seen.phase == "checking":
        return tr("{amount}, checking {name}").format(amount=amount, name=seen.name)
    if seen.stalled:
        return tr("{amount}, stalled: nothing has come for a while").format(amount=amount)
    if not seen.bytes_per_s:
        return amount
    rate = tr("{size}/s").format(size=size(round(seen.bytes_per_s)))
    if seen.left_s is None or seen.left_s <= 0:
        return f"{amount}, {rate}"
    return tr("{amount}, {rate}, {time} left").format(amount=amount, rate=rate, time=duration(seen.left_s))
