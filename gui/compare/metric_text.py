"""Figures in words: one row a figure, for the panel, the clipboard and the report."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.i18n.translate import tr
from ditone.runtime.comparison.differences import request_differences
from ditone.runtime.comparison.metrics import IDENTICAL, Metrics

DASH = "–"
ALWAYS = ("rtf", "peak_rss_mib")  # shown where no take tells them, too


@dataclass(frozen=True)
class Row:
    """name: what it is; value: as shown; reason: why there is no value; seconds: the place in the sound it points to; help: how to
    read it."""

    name: str
    value: str
    reason: str = ""
    seconds: float | None = None
    help: str = ""


def metric_help(text: str) -> str:
    """Marks a text of the table below for translation."""
    return text


HELP = {
    "Waveform cosine": metric_help("1: the same shape of wave; 0: nothing in common; −1: turned upside down."),
    "Max sample error": metric_help(
        "The largest difference of one sample, where full scale is 1. A click shows it in both lanes."
    ),
    "Signal to difference": metric_help("How far the difference A − B lies below A. Higher is more alike."),
    "Null depth": metric_help("The level of A − B against that of A. Lower is more alike."),
    "Log-mel distance": metric_help("Mean distance of the spectra, in the bands of hearing. 0 dB is the same."),
    "B is shifted": metric_help("The delay of B at which both fit best."),
    "Against another seed": metric_help(
        "The difference of A and B over that of A and a take with another seed: near 0 a detail, near 1 another sound."
    ),
    "Own RAM, A / B": metric_help("The peak while it was made, less what the process held before."),
    "Own VRAM, A / B": metric_help("The peak while it was made, less what the process held before."),
    "RTF, A / B": metric_help("Time to make it over length of the sound. Below 1 is faster than listening."),
}


def number(value: float | None, digits: int, unit: str = "", sign: bool = False) -> str:
    """A number with a true minus and its unit; a dash for None."""
    if value is None or math.isnan(value):
        return DASH
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    return f"{text} {unit}".strip().replace("-", "−")


def rows(figures: Metrics, a: Mapping[str, Any] | None, b: Mapping[str, Any] | None, offset_s: float = 0.0) -> list[Row]:
    """All figures in their order. `offset_s` is where the compared part begins."""
    f, why = figures, figures.reasons
    null = "−∞ dB" if why.get("null_depth_db") == IDENTICAL else number(f.null_depth_db, 1, "dB")
    snr = "∞ dB" if why.get("snr_db") == IDENTICAL else number(f.snr_db, 1, "dB")
    at = None if f.max_abs_error_at_s is None else f.max_abs_error_at_s + offset_s
    worst = DASH if f.max_abs_error is None else number(f.max_abs_error, 4)
    if at is not None and f.max_abs_error:
        worst = tr("{value} at {time} s").format(value=worst, time=number(at, 4))
    result = [
        metric_row("Waveform cosine", number(f.cosine, 5), why.get("cosine", "")),
        metric_row("Max sample error", worst, why.get("max_abs_error", ""), at if f.max_abs_error else None),
        metric_row("Signal to difference", snr, why.get("snr_db", "")),
        metric_row("Null depth", null, why.get("null_depth_db", "")),
        metric_row("Log-mel distance", number(f.log_mel_db, 2, "dB"), why.get("log_mel_db", "")),
        metric_row("B is shifted", _shift_words(f)),
        metric_row(
            "Loudness, B − A", number(f.loudness_difference_lu, 2, "LU", sign=True), why.get("loudness_difference_lu", "")
        ),
        metric_row("Length, B − A", number(f.length_difference_s, 3, "s", sign=True)),
    ]
    if f.seed_ratio is not None or "seed_ratio" in why:
        result.append(
            metric_row("Against another seed", number(f.seed_ratio, 2, tr("of its difference")), why.get("seed_ratio", ""))
        )
    foreign = tr("not a take of Ditone")
    for row, key, digits, unit in (
        (metric_row("RTF, A / B"), "rtf", 2, ""),
        (metric_row("Own RAM, A / B"), "over_rss_mib", 1, "MiB"),
        (metric_row("Own VRAM, A / B"), "over_vram_mib", 1, "MiB"),
        (metric_row("Peak RAM, A / B"), "peak_rss_mib", 0, "MiB"),
        (metric_row("Peak VRAM, A / B"), "peak_vram_mib", 0, "MiB"),
    ):
        left, right = (_fact(side, key) for side in (a, b))
        if key not in ALWAYS and left is None and right is None:
            continue
        both = f"{number(left, digits)} / {number(right, digits, unit)}"
        result.append(replace(row, value=both, reason="" if a and b else foreign))
    for key in ("rate", "channels", "loudness", "polarity"):
        if key in why:
            result.append(metric_row("Note", "", why[key]))
    return result


def _fact(side: Mapping[str, Any] | None, key: str) -> float | None:
    """A number of a take's facts; "over_": the peak less what the process held before the take."""
    if side is None:
        return None
    if not key.startswith("over_"):
        return side.get(key)
    peak, base = (side.get(key.replace("over", name)) for name in ("peak", "base"))
    return None if peak is None or base is None else peak - base


def metric_row(name: str, value: str = "", reason: str = "", seconds: float | None = None) -> Row:
    """A row with its name and help in the user's language."""
    text = HELP.get(name, "")
    return Row(tr(name), value, translate_sentence(reason), seconds, tr(text) if text else "")


def _shift_words(figures: Metrics) -> str:
    count = figures.shift_samples
    if count == 0:
        return tr("none")
    words = tr("{count} samples late") if count > 0 else tr("{count} samples early")
    return words.format(count=abs(count)) + (tr(" (taken out)") if figures.aligned else "")


def setting_rows(a: Mapping[str, Any] | None, b: Mapping[str, Any] | None) -> list[tuple[str, str, str]]:
    """(setting, A's value, B's value) of the settings that differ."""
    return [(name.replace("_", " "), _short(x), _short(y)) for name, (x, y) in request_differences(a, b).items()]


def _short(value: Any, limit: int = 60) -> str:
    text = DASH if value is None or value == "" else str(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def as_markdown(title_a: str, title_b: str, metric_rows: Sequence[Row], settings: Sequence[tuple[str, str, str]]) -> str:
    """The figures and the differing settings as tables in Markdown."""
    lines = [f"A: {title_a}  ", f"B: {title_b}", "", "| figure | value |", "|---|---|"]
    lines += [f"| {row.name} | {row.value}{f' ({row.reason})' if row.reason else ''} |" for row in metric_rows]
    if settings:
        lines += ["", "| setting | A | B |", "|---|---|---|"]
        lines += [f"| {name} | {left.replace('|', '/')} | {right.replace('|', '/')} |" for name, left, right in settings]
    return "\n".join(lines) + "\n"


def as_csv(metric_rows: Sequence[Row], settings: Sequence[tuple[str, str, str]]) -> str:
    """The same as comma-separated values."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("figure", "value", "reason"))
    writer.writerows((row.name, row.value, row.reason) for row in metric_rows)
    writer.writerows((f"setting: {name}", left, right) for name, left, right in settings)
    return file.getvalue()
