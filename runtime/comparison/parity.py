"""The parity table: one row a sound, each set beside one reference, with its settings and what it cost to make."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ditone.runtime.comparison.differences import flat, request_differences
from ditone.runtime.comparison.metrics import COMMON_PART, IDENTICAL, Metrics, Sound
from ditone.runtime.comparison.table import Column, Row, Table

LEADING = (
    Column("name", "Name"),
    Column("model", "Model"),
    Column("differs", "What differs"),
    Column("precision", "Precision"),
    Column("device", "Device"),
    Column("seed", "Seed", "whole"),
)
FIGURES = (
    Column("cosine", "Cosine", "number", 6),
    Column("one_minus_cosine", "1 - cosine", "scientific"),
    Column("max_error", "Max error", "scientific"),
    Column("max_error_at_s", "at (s)", "number", 4),
    Column("snr_db", "SNR (dB)", "number"),
    Column("null_depth_db", "Null depth (dB)", "number"),
    Column("log_mel_db", "Log-mel (dB)", "number"),
    Column("loudness_difference_lu", "Loudness (LU)", "number"),
    Column("length_difference_s", "Length (s)", "number", 4),
    Column("shift_samples", "Shift (samples)", "whole"),
    Column("inverted", "Inverted"),
    Column("equal", "Equal"),
    Column("wer", "WER", "number", 4),
    Column("wer_to_reference", "WER to reference", "number", 4),
)
COSTS = (
    Column("rtf", "RTF", "number", 4),
    Column("evaluations", "Evaluations", "whole"),
    Column("total_s", "Total (s)", "number", 4),
)
MEMORY = (
    Column("memory_over_base_mib", "Memory over base (MiB)", "number", 1),
    Column("peak_memory_mib", "Peak memory (MiB)", "number", 1),
    Column("vram_over_base_mib", "VRAM over base (MiB)", "number", 1),
    Column("peak_vram_mib", "Peak VRAM (MiB)", "number", 1),
)
TIMES = (
    Column("repeats", "Repeats", "whole"),
    Column("total_spread_s", "Spread (s)", "number", 4),
    Column("total_min_s", "Fastest (s)", "number", 4, detail=True),
    Column("total_max_s", "Slowest (s)", "number", 4, detail=True),
    Column("cpu_s", "CPU (s)", "number", 4, detail=True),
    Column("speed", "Speed", "number", 3),
    Column("speed_spread", "Spread of speed", "number", 3),
    Column("speed_of_fastest", "Speed of fastest", "number", 3),
    Column("busy", "Busy"),
    Column("busy_repeats", "Busy repeats", "whole", detail=True),
    Column("others_share", "Load of others", "number", 3, detail=True),
)
LATENTS = (
    Column("latents_cosine", "Latents, last step", "number", 6),
    Column("latents_max_error", "Latents, max error", "scientific", detail=True),
    Column("parts_at_step", "Parts at step", "whole"),
)
AUDIO = (
    Column("duration_s", "Duration (s)", "number", 3, detail=True),
    Column("sample_rate_hz", "Rate (Hz)", "whole", detail=True),
    Column("channels", "Channels", "whole", detail=True),
)
NOTE = Column("note", "Note")
BRIEF = (
    "name", "cosine", "one_minus_cosine", "max_error", "max_error_at_s", "snr_db", "log_mel_db", "shift_samples", "equal", "wer", "rtf",
    "total_s", "total_spread_s", "before_total_s", "speed", "speed_spread", "speed_of_fastest", "busy", "evaluations",
    "memory_over_base_mib", "vram_over_base_mib", "parts_at_step", "unequal_from_step", "note",
)  # fmt: skip
SETTING, STAGE = "setting.", "stage."  # before the names of settings and of stages
BY_HEAD = (
    "model",
    "seed",
    "precision",
    "device",
    "engine.precision",
    "engine.device",
    "engine.trace",
    "schema",
)  # settings with a column of their own


def parity_table(title: str, rows: Sequence[Row], about: Mapping[str, Any] | None = None) -> Table:
    """The rows of `parity_row`, with a column for each stage and each setting that one of them has."""
    stages = list(dict.fromkeys(name for row in rows for name in row if name.startswith(STAGE)))
    settings = list(dict.fromkeys(name for row in rows for name in row if name.startswith(SETTING)))
    columns = (
        *LEADING,
        *FIGURES,
        *COSTS,
        *(Column(name, _stage_title(name), "number", 4) for name in stages),
        *MEMORY,
        *AUDIO,
        NOTE,
        *(Column(name, name.removeprefix(SETTING), detail=True) for name in settings),
    )
    return Table(title, columns, rows, about or {})


def with_columns(table: Table, more: Sequence[Column]) -> Table:
    """The table with further columns behind the seconds of a whole take."""
    at = next(i for i, column in enumerate(table.columns) if column.name == "total_s") + 1
    return dataclasses.replace(table, columns=(*table.columns[:at], *more, *table.columns[at:]))


def _stage_title(name: str) -> str:
    return f"{name.removeprefix(STAGE).removesuffix('_s')} (s)"


def parity_row(
    name: str, reference: Sound, sound: Sound, figures: Metrics | None, rates: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """One row: names, figures (none for the reference itself), costs and settings. `rates`: word error rates "b" and "between"."""
    row: dict[str, Any] = {"name": name, **_head(reference, sound, figures is not None)}
    if figures is not None:
        row |= {
            "cosine": figures.cosine,
            "one_minus_cosine": figures.one_minus_cosine,
            "max_error": figures.max_abs_error,
            "max_error_at_s": figures.max_abs_error_at_s if figures.max_abs_error else None,
            "snr_db": _level(figures, "snr_db", math.inf),
            "null_depth_db": _level(figures, "null_depth_db", -math.inf),
            "log_mel_db": figures.log_mel_db,
            "loudness_difference_lu": figures.loudness_difference_lu,
            "length_difference_s": figures.length_difference_s,
            "shift_samples": figures.shift_samples,
            "inverted": figures.inverted,
            "equal": figures.equal,
            "note": "; ".join(dict.fromkeys(why for why in figures.reasons.values() if why != IDENTICAL)),
        }
    if rates and "reason" not in rates:
        row |= {"wer": rates.get("b"), "wer_to_reference": rates.get("between")}
    return row | costs(sound.facts) | audio_facts(sound) | settings(sound.facts)


def _level(figures: Metrics, name: str, endless: float) -> float | None:
    value: float | None = getattr(figures, name)
    return endless if value is None and figures.reasons.get(name) in (IDENTICAL, COMMON_PART) else value


def _head(reference: Sound, sound: Sound, compared: bool) -> dict[str, Any]:
    facts = sound.facts or {}
    request = facts.get("request") or {}
    model = request.get("model") or " ".join(filter(None, (facts.get("family"), facts.get("variant"))))
    return {
        "model": Path(str(model)).name if model else "",
        "differs": differs(reference.facts, sound.facts) if compared else "reference",
        "precision": facts.get("precision") or "",
        "device": facts.get("device") or "",
        "seed": facts.get("seed"),
    }


def differs(reference: Mapping[str, Any] | None, facts: Mapping[str, Any] | None) -> str:
    """What a take was made with other than the reference, in words: "steps 16 -> 8, solver euler -> heun"."""
    found = request_differences(reference, facts)
    found.pop("engine.trace", None)  # which changes no sound
    named: dict[str, tuple[Any, Any]] = {}
    for name, (left, right) in found.items():
        plain = name.removeprefix("engine.").removeprefix("extra.")
        named.setdefault("precision" if plain == "precision" else plain, (left, right))
    if "precision" in found:  # as it was used, rather than as it was asked for
        named["precision"] = found["precision"]
    return ", ".join(f"{name} {_word(left)} -> {_word(right)}" for name, (left, right) in named.items())


def _word(value: Any) -> str:
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def costs(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    """Time, evaluations and memory of a take, as far as its facts tell."""
    if not facts:
        return {}
    timings = facts.get("timings_s") or {}
    row: dict[str, Any] = {"rtf": facts.get("rtf"), "evaluations": facts.get("evaluations"), "total_s": timings.get("total")}
    row |= {f"{STAGE}{stage}_s": seconds for stage, seconds in timings.items() if stage != "total"}
    for kind, over, peak in (("rss", "memory_over_base_mib", "peak_memory_mib"), ("vram", "vram_over_base_mib", "peak_vram_mib")):
        highest, base = facts.get(f"peak_{kind}_mib"), facts.get(f"base_{kind}_mib")
        row[peak] = highest
        row[over] = None if highest is None or base is None else highest - base
    return row


def audio_facts(sound: Sound) -> dict[str, Any]:
    """Length, rate and channels."""
    seconds = len(sound.audio) / sound.rate_hz
    return {"duration_s": seconds, "sample_rate_hz": sound.rate_hz, "channels": sound.audio.shape[1]}


def settings(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    """Every setting of a take's request, by `setting.NAME`."""
    request = (facts or {}).get("request") or {}
    found = {name: value for name, value in flat(request).items() if name not in BY_HEAD and value is not None}
    return {
        SETTING + name: json.dumps(v, ensure_ascii=False) if isinstance(v, list | tuple | dict) else v
        for name, v in found.items()
    }
