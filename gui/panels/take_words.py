"""What a row of the takes list says: first what tells a take from its neighbours, then the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ditone.gui.engine.solver_titles import solver_title
from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import AnyTake

SHORT = {"float32": "fp32", "bfloat16": "bf16", "float16": "fp16"}


def settings_words(entry: AnyTake) -> dict[str, str]:
    """What was set, in the order in which it tells takes apart; only what there is to say."""
    request = entry.request
    words = {
        "model": entry.model_title,
        "solver": f"{solver_title(request.solver)} {request.steps}".strip() if request.solver else "",
        "cfg": f"CFG {request.cfg_scale:g}",
        "apg": f"APG {request.apg:g}" if request.apg else "",
        "precision": SHORT.get(entry.precision, entry.precision),
        "between": _between(request.value("between", ())),
        "variation": _variation(request.value("variation_of", ""), request.value("variation_level", 0.0)),
        "loop": tr("loop") if request.value("loop", False) else "",
        "length": f"{formatting.number(entry.duration_s, 1)} s",
        "seed": tr("seed {seed}").format(seed=request.seed),
    }
    return {name: text for name, text in words.items() if text}


def differences(entry: AnyTake, neighbours: Sequence[AnyTake | None]) -> list[str]:
    """What differs from the neighbours of the same prompt, or from all of them where no prompt is the same."""
    there = [other for other in neighbours if other is not None]
    same = [other for other in there if other.request.prompt == entry.request.prompt] or there
    own, others = settings_words(entry), [settings_words(other) for other in same]
    return [text for name, text in own.items() if any(other.get(name) != text for other in others)]


def heading(entry: AnyTake, title: str, above: AnyTake | None, below: AnyTake | None) -> str:
    """The first line of a row: its title, or what differs where the row above has the same prompt already."""
    if above is None or above.request.prompt != entry.request.prompt or title != entry.title:
        return title
    return DOT.join(differences(entry, [above])) or title


def details(entry: AnyTake, first: str, above: AnyTake | None, below: AnyTake | None) -> str:
    """The second line: what differs and is not said yet, when it was made, and the rest."""
    told = set(first.split(DOT))
    own = settings_words(entry)
    own.pop("length", None)  # stands at the right
    different = [text for text in differences(entry, [above, below]) if text in own.values()]
    number = [f"#{entry.number}"] if entry.number else []
    parts = [*different, *number, when(entry.created_at), *own.values()]
    return DOT.join(text for text in dict.fromkeys(parts) if text not in told)


def _between(value: object) -> str:
    return tr("between, {place}").format(place=f"{float(value[2]):.2f}") if isinstance(value, tuple) and len(value) == 3 else ""


def _variation(of: object, level: object) -> str:
    return tr("variation {level}").format(level=f"{float(level):.2f}") if of else ""  # type: ignore[arg-type]


def when(created_at: str) -> str:
    """A moment (ISO 8601) as a row tells it: the time, with the date for other days, as this machine's clock has them."""
    try:
        moment = datetime.fromisoformat(created_at).astimezone()
    except ValueError:
        return created_at[:10]
    return f"{moment:%H:%M}" if moment.date() == datetime.now().astimezone().date() else f"{moment:%Y-%m-%d %H:%M}"


DOT = " \N{MIDDLE DOT} "
