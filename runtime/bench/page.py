"""The results of a bench as files: one HTML page that needs nothing beside it, Markdown, CSV, JSON, and the sounds."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from ditone.runtime import files
from ditone.runtime.audio import writing
from ditone.runtime.audio.mono import mono
from ditone.runtime.bench import plots
from ditone.runtime.bench.running import Made, Result
from ditone.runtime.comparison import table as tables
from ditone.runtime.comparison.metrics import Sound
from ditone.runtime.comparison.parity import SETTING
from ditone.runtime.comparison.table import Table
from ditone.runtime.errors import DitoneError

PLAYED_S = 60.0  # of a sound inside the page; the whole one lies beside it
STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 1500px; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
table { border-collapse: collapse; font-size: 13px; } .wide { overflow-x: auto; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.busy td { background: #d9770622; } tr.reference td { font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: 13px; } dt { opacity: .7; } dd { margin: 0; }
figure { margin: 1rem 0; } figcaption { font-size: 13px; opacity: .85; } audio { width: 320px; height: 34px; }
svg { width: 100%; max-width: 900px; height: auto; display: block; } .plots { display: grid; gap: 1rem; }
.note { opacity: .8; font-size: 13px; }
"""
ABOUT = (
    "Cosine, largest error, SNR and null depth are of the samples; log-mel is the mean distance of band levels where one of the two is "
    "not silent. Times are medians; a spread is the width of the middle half. Speed is the reference's time over the row's, turn by turn. "
    "Memory over base is the peak of the first take less what the process held before it."
)
BUSY = "Marked rows: other processes used more than a tenth of this program's processors while it was timed, so its times say little."


def write(
    folder: Path, title: str, results: Sequence[Result], machine: Mapping[str, str], notes: Sequence[str] = ()
) -> list[Path]:
    """Writes page.html, page.md, figures.csv, figures.json and sounds/ into `folder`. Returns them. Raises DitoneError."""
    made_tables = [result.table() for result in results]
    try:
        (folder / "sounds").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DitoneError(
            f"{folder} could not be made: {error.strerror or error}.", actions=("Choose another folder.",)
        ) from error
    names = _sounds(folder / "sounds", results)
    texts = {
        "page.html": html(title, results, made_tables, machine, notes),
        "page.md": markdown(title, made_tables, machine, notes),
        "figures.csv": tables.tables_to_csv(made_tables),
        "figures.json": tables.to_json(made_tables, {"title": title, "machine": dict(machine), "notes": list(notes)}),
    }
    for name, text in texts.items():
        try:
            files.write_bytes(folder / name, text.encode("utf-8"))
        except OSError as error:
            raise DitoneError(f"{folder / name} could not be written: {error.strerror or error}.") from error
    return [*(folder / name for name in texts), *names]


def markdown(title: str, made: Sequence[Table], machine: Mapping[str, str], notes: Sequence[str] = ()) -> str:
    """The page without sounds and plots."""
    lines = [f"# {tables.escaped(title)}", "", ABOUT, ""]
    lines += [f"- {tables.escaped(name)}: {tables.escaped(value)}" for name, value in machine.items()]
    lines += [f"- {tables.escaped(note)}" for note in notes]
    for table in made:
        common, shown = shared(table)
        lines += ["", f"## {tables.escaped(table.title)}", ""]
        if common:
            lines += [", ".join(f"{tables.escaped(k)} = {tables.escaped(str(v))}" for k, v in common.items()), ""]
        lines += [tables.to_markdown(shown).rstrip()]
        if any(row.get("busy") for row in table.rows):
            lines += ["", BUSY.replace("Marked rows", 'Rows with "yes" under Busy')]
    return "\n".join(lines) + "\n"


def shared(table: Table) -> tuple[dict[str, Any], Table]:
    """What all rows have in common, and the table without it: settings and names that are the same in every row."""
    common: dict[str, Any] = {}
    columns = []
    for column in table.columns:
        if not column.name.startswith(SETTING) and column.name not in ("model", "precision", "device", "seed"):
            columns.append(column)
            continue
        values = [row.get(column.name) for row in table.rows if row.get("note") is None or row.get("model") is not None]
        if len({str(value) for value in values}) == 1 and values[0] not in (None, "", "[]"):
            common[column.name.removeprefix(SETTING)] = values[0]
        else:
            columns.append(column)
    return common, Table(table.title, columns, table.rows, table.about)


def html(
    title: str, results: Sequence[Result], made: Sequence[Table], machine: Mapping[str, str], notes: Sequence[str] = ()
) -> str:
    """One page that holds its sounds and plots; whatever comes from a prompt, name or file is escaped."""
    parts = [f"<h1>{escape(title)}</h1>", f'<p class="note">{escape(ABOUT)}</p>', _pairs(machine)]
    parts += [f'<p class="note">{escape(note)}</p>' for note in notes]
    for result, table in zip(results, made, strict=True):
        parts.append(_section(result, table))
    policy = "default-src 'none'; style-src 'unsafe-inline'; media-src data:; img-src data:"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _section(result: Result, table: Table) -> str:
    common, shown = shared(table)
    parts = [f"<h2>{escape(table.title)}</h2>", _pairs(common)]
    columns = shown.used(details=False)
    head = "".join(f'<th class="{_kind(column.kind)}">{escape(column.title)}</th>' for column in columns)
    body = []
    for number, row in enumerate(shown.rows):
        marks = " ".join(filter(None, ("reference" if number == 0 else "", "busy" if row.get("busy") else "")))
        cells = (f'<td class="{_kind(c.kind)}">{escape(tables.shown(c, row.get(c.name)))}</td>' for c in columns)
        body.append(f'<tr class="{marks}">{"".join(cells)}</tr>')
    parts.append(f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>')
    if any(row.get("busy") for row in table.rows):
        parts.append(f'<p class="note">{escape(BUSY)}</p>')
    if any(made.times for made in result.made()):
        parts.append(_figure("Seconds of each timed take; the line is the median", plots.times(result)))
    if any(drift is not None for drift in result.drifts):
        parts.append(_figure("Latents beside the reference's, step by step: 1 - cosine by noise level", plots.drifts(result)))
    parts.append('<div class="plots">')
    for made, reference in result.pairs():
        if made.sound is not None:
            parts.append(_sound(made, made.sound, None if reference is None else reference.sound))
    return "\n".join([*parts, "</div>"])


def _sound(made: Made, sound: Sound, reference: Sound | None) -> str:
    beside = None if reference is None or sound is reference else reference
    data = base64.b64encode(_flac(sound)).decode("ascii")
    player = f'<audio controls preload="metadata" src="data:audio/flac;base64,{data}"></audio>'
    caption = f"{escape(made.entry.name)}" + ("; the reference in grey behind it, their difference below" if beside else "")
    return f"<figure><figcaption>{caption}</figcaption>{player}{plots.waveform(sound, beside)}</figure>"


def _figure(caption: str, svg: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>" if svg else ""


def _flac(sound: Sound) -> bytes:
    """At most PLAYED_S of a sound, in one or two channels and 16 bits."""
    audio = sound.audio[: int(PLAYED_S * sound.rate_hz)]
    audio = audio if audio.shape[1] <= 2 else mono(audio)[:, None]
    out = io.BytesIO()
    whole = np.clip(np.rint(np.nan_to_num(audio) * 32767), -32768, 32767).astype(np.int16)
    soundfile.write(out, whole if len(whole) else np.zeros((1, whole.shape[1]), np.int16), sound.rate_hz, "PCM_16", format="FLAC")
    return out.getvalue()


def _sounds(folder: Path, results: Sequence[Result]) -> list[Path]:
    paths = []
    for number, result in enumerate(results, 1):
        for place, made in enumerate(result.made()):
            if made.sound is None or made.entry.file is not None:
                continue
            slug = re.sub(r"[^\w.-]+", "-", made.entry.name).strip("-.")[:60] or "take"
            path = folder / f"{number:02d}-{place:02d}-{slug}.wav"
            facts = dict(made.sound.facts) if made.sound.facts else None
            writing.write(path, made.sound.audio, made.sound.rate_hz, metadata=facts, title=made.entry.name, overwrite=True)
            paths.append(path)
    return paths


def _pairs(values: Mapping[str, Any]) -> str:
    items = "".join(f"<dt>{escape(str(name))}</dt><dd>{escape(str(value))}</dd>" for name, value in values.items())
    return f"<dl>{items}</dl>" if items else ""


def _kind(kind: str) -> str:
    return "t" if kind == "text" else "n"
