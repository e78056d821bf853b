"""Rows of report.json from `outside.py`: measured beside required, misses and all."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.registry import ModelInfo

from . import outside
from .report import Row, at_least, at_most

JUDGED = Path(__file__).with_name("judged.json")
Say = Callable[[str], None]


def judged_share(table: dict[str, dict[str, int]], place: str = "first_5") -> float:
    """Percent of the clips of all kinds together."""
    return 100.0 * sum(row[place] for row in table.values()) / sum(row["clips"] for row in table.values())


def outside_rows(info: ModelInfo, pipeline: MiniPipeline, seed: int, say: Say) -> list[Row]:
    """Everything that needs no clip store."""
    repeats = outside.repetitions(pipeline, info, seed)
    say(f"repetition: {repeats}")
    found = outside.places(pipeline, info, seed)
    within = {group: {n: round(outside.share_within(found, group, n), 1) for n in (1, 5, 10)} for group in ("inside", "first")}
    say(f"outside judge: {within}")
    tones, rises = outside.tones_db(pipeline, seed), outside.rises_ms(pipeline, seed)
    say(f"tones {tones}, rises {rises}")
    taken = outside.deliveries(pipeline, info, seed)
    loudness = [values["lufs"] for values in taken.values()]
    stereo = {prompt: values for prompt, values in taken.items() if values["channels"] == 2}
    generators = json.loads(JUDGED.read_text(encoding="utf-8"))
    kinds = generators["third_round"]["kinds"]
    never = [kind for kind, row in kinds.items() if row["first_5"] == 0]
    how = "YAMNet, mean over half-overlapping patches, default takes of 2 s, prompts_outside.txt; three takes a prompt"
    heard: dict[str, str] = {}
    for line, place, first in found:
        heard.setdefault(line.prompt, f"{place}: {', '.join(first)}")
    return [
        at_most(
            "repetition of noise",
            float(np.median(list(repeats.values()))),
            0.08,
            "autocorrelation",
            "above 1.5 kHz at lags 1,024 and 2,048, the larger, median of 8 noise-like prompts, default takes of 2 s",
            **{k: round(v, 3) for k, v in repeats.items()},
        ),
        at_least(
            "heard, trained kinds", within["inside"][5], 65, "% among 5", how, within=within["inside"], n=25 * outside.TAKES
        ),
        at_least(
            "heard, first-day prompts",
            within["first"][5],
            50,
            "% among 5",
            how,
            within=within["first"],
            n=60 * outside.TAKES,
            places=heard,
        ),
        at_least(
            "heard, generators",
            judged_share(kinds),
            75,
            "% among 5",
            "fresh clips, not chosen, of every generator that is trained on and that YAMNet has a class for (judged.json); training takes those that are heard",
            first_round=round(judged_share(generators["first_round"]["kinds"]), 1),
            second_round=round(judged_share(generators["second_round"]["kinds"]), 1),
            dropped=generators["third_round"]["dropped"],
            n=sum(row["clips"] for row in kinds.values()),
            never_heard=never,
            others_alone=round(judged_share({kind: row for kind, row in kinds.items() if kind not in never}), 1),
        ),
        at_least(
            "tones",
            float(np.median(list(tones.values()))),
            17,
            "dB",
            "energy near the real clip's spectral peaks against the rest, fresh generator clips after the latent round trip, 8 a kind, median of kinds",
            **tones,
        ),
        at_most(
            "clicks",
            float(np.median(list(rises.values()))),
            3.5,
            "ms",
            "rise from 10 to 90 %, round trip, 8 clips a kind, median of kinds",
            **rises,
        ),
        at_most(
            "edges",
            max(values["edge_db"] for values in taken.values()),
            -60,
            "dB of the peak",
            "first and last sample of 16 default takes",
        ),
        at_most(
            "loudness",
            max(loudness) - min(loudness),
            6,
            "LU",
            "spread of 16 default takes",
            **{k: v["lufs"] for k, v in taken.items()},
        ),
        at_most(
            "stereo",
            max((abs(values["sum_against_mono_db"]) for values in stereo.values()), default=99.0),
            0.5,
            "dB",
            "mono sum of a stereo take against the mono take, after loudness",
            textures={k: v["correlation"] for k, v in stereo.items()},
        ),
    ]
