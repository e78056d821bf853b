"""`ditone compare A B...`: how alike sound files are, whoever made them; several are set beside the first one in a table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ditone.runtime.audio import metadata, reading
from ditone.runtime.cli import output
from ditone.runtime.comparison import latents, table
from ditone.runtime.comparison.differences import request_differences
from ditone.runtime.comparison.metrics import Metrics, Sound, compare
from ditone.runtime.comparison.parity import BRIEF, parity_row, parity_table
from ditone.runtime.comparison.spoken import word_errors
from ditone.runtime.errors import BadRequest

ROWS = (
    ("Cosine of the waveforms", "cosine", "{:.6f}"),
    ("Largest sample difference", "max_abs_error", "{:.6f}"),
    ("  at", "max_abs_error_at_s", "{:.4f} s"),
    ("Signal to difference", "snr_db", "{:.2f} dB"),
    ("Null depth", "null_depth_db", "{:.2f} dB"),
    ("Log-mel distance", "log_mel_db", "{:.2f} dB"),
    ("B is late by", "shift_samples", "{:d} samples"),
    ("Length, B - A", "length_difference_s", "{:+.4f} s"),
    ("Loudness, B - A", "loudness_difference_lu", "{:+.2f} LU"),
    ("Difference against another seed's", "seed_ratio", "{:.3f}"),
)
KEYS = (
    "cosine", "one_minus_cosine", "max_abs_error", "max_abs_error_at_s", "snr_db", "null_depth_db", "log_mel_db", "shift_samples",
    "length_difference_s", "loudness_difference_lu", "inverted", "equal",
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Prints the figures. Raises DitoneError for a file that cannot be read."""
    if not options.b:
        raise BadRequest("There is no sound to compare with.", "One or more files behind the reference were expected.")
    if latents.is_latents(Path(options.a)):
        return steps(options)
    a, others = load(Path(options.a)), [load(Path(name)) for name in options.b]
    seed = None if options.other_seed is None else load(Path(options.other_seed))
    measured = [
        (b, compare(a, b, align=options.align, other_seed=seed), word_errors(a, b, options.text, options.asr)) for b in others
    ]
    if options.csv or options.markdown or (len(others) > 1 and not options.json):
        write = table.to_csv if options.csv else table.to_markdown if options.markdown else brief
        output.out(write(as_table(a, measured)).rstrip("\n"))
    elif options.json:
        data = [as_data(a, b, figures, rates) for b, figures, rates in measured]
        output.out_json(data[0] if len(data) == 1 else {"reference": side(a), "rows": data})
    else:
        show(a, *measured[0])
    return 0


def steps(options: argparse.Namespace) -> int:
    """Recorded latents, step by step: one table for each file beside the first."""
    reference = latents.load(Path(options.a))
    made = [latents.step_table(reference, latents.load(Path(name))) for name in options.b]
    if options.json:
        output.out_json({"tables": [table.to_data(one) for one in made]})
    elif options.csv:
        output.out(table.tables_to_csv(made).rstrip("\n"))
    else:
        for one in made:
            output.out(one.title)
            output.out((table.to_markdown if options.markdown else table.to_text)(one).rstrip("\n"))
    return 0


def brief(made: table.Table) -> str:
    """The table for a terminal."""
    return table.to_text(made, (*BRIEF, "differs", "null_depth_db", "loudness_difference_lu"))


def as_table(a: Sound, measured: list[tuple[Sound, Metrics, dict[str, Any]]]) -> table.Table:
    """The reference's row, then one for each other sound."""
    first = next((rates for _, _, rates in measured if "reason" not in rates), None)
    rows = [parity_row(a.name, a, a, None, None if first is None else {"b": first["a"]})]
    rows += [parity_row(b.name, a, b, figures, rates) for b, figures, rates in measured]
    return parity_table(f"Compared with {a.name}", rows)


def load(path: Path) -> Sound:
    audio, rate_hz = reading.read(path)
    return Sound(audio, rate_hz, str(path), metadata.read(path))


def side(sound: Sound) -> dict[str, Any]:
    facts = sound.facts or {}
    kept = (
        "family",
        "variant",
        "seed",
        "rtf",
        "evaluations",
        "timings_s",
        "peak_rss_mib",
        "base_rss_mib",
        "peak_vram_mib",
        "base_vram_mib",
        "device",
        "precision",
        "request",
    )
    data = {"path": sound.name, "sample_rate_hz": sound.rate_hz, "channels": sound.audio.shape[1]}
    data["duration_s"] = len(sound.audio) / sound.rate_hz
    return {**data, **{name: facts.get(name) for name in kept}}


def as_data(a: Sound, b: Sound, figures: Metrics, rates: dict[str, Any]) -> dict[str, Any]:
    """The JSON object; a figure that is undefined is null, with its reason under "reasons"."""
    reasons = dict(figures.reasons)
    if "reason" in rates:
        reasons["wer"] = rates["reason"]
    if any((sound.facts or {}).get("rtf") is None for sound in (a, b)):
        reasons["rtf"] = "not in a file of `ditone render`, so that equal takes are equal files; takes of the library carry it"
    return {
        **{name: getattr(figures, name) for name in KEYS},
        "wer": None if "reason" in rates else rates,
        "a": side(a),
        "b": side(b),
        "aligned": figures.aligned,
        "seed_ratio": figures.seed_ratio,
        "request_differences": request_differences(a.facts, b.facts),
        "reasons": reasons,
    }


def show(a: Sound, b: Sound, figures: Metrics, rates: dict[str, Any]) -> None:
    """The figures as a table for people."""
    width = max(len(title) for title, _, _ in ROWS)
    output.out(f"{'A':{width}}  {a.name}\n{'B':{width}}  {b.name}")
    for title, name, form in ROWS:
        value = getattr(figures, name)
        if name == "seed_ratio" and value is None and name not in figures.reasons:
            continue
        output.out(
            f"{title:{width}}  {form.format(value) if value is not None else '-  (' + figures.reasons.get(name, 'undefined') + ')'}"
        )
    if "reason" in rates:
        output.out(f"{'Word error rate':{width}}  -  ({rates['reason']})")
    else:
        shown = ", ".join(f"{name} {rates[name]:.1%}" for name in ("a", "b", "between") if rates[name] is not None)
        output.out(f"{rates['unit'].capitalize() + ' error rate':{width}}  {shown}  ({rates['recogniser']})")
        output.out(f"{'A heard':{width}}  {rates['heard_a']}\n{'B heard':{width}}  {rates['heard_b']}")
    for key, (left, right) in request_differences(a.facts, b.facts).items():
        output.out(f"{key:{width}}  {left}  ->  {right}")
    for key in ("rate", "channels", "loudness", "polarity"):
        if key in figures.reasons:
            output.out(f"{'Note':{width}}  {figures.reasons[key]}.")
