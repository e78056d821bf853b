"""Measures Mini SFX against its acceptance table and writes report.json beside the weights.

    .venv/bin/python packaging/training/evaluate_mini_sfx.py                 # everything, about 10 minutes on one core
    .venv/bin/python packaging/training/evaluate_mini_sfx.py --quick         # prompt following only, fewer clips, no report

Needs the clip store of the data stage (train_mini_sfx.py --stage data). Also draws twenty
spectrograms beside the generators' into build/spectrograms.
"""

import argparse
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging" / "source"), str(Path(__file__).resolve().parent)]

importlib.import_module("ditone.runtime")  # before torch is loaded: its threads wait as the application's do

import numpy as np  # noqa: E402
import torch  # noqa: E402
from sfx_recipe import report  # noqa: E402
from sfx_recipe.catalogue import make_clip  # noqa: E402
from sfx_recipe.classifier import statistics  # noqa: E402
from sfx_recipe.generation import Setting, generate, hear, open_pipeline  # noqa: E402
from sfx_recipe.pictures import save, sheet  # noqa: E402
from sfx_recipe.report_outside import outside_rows  # noqa: E402
from sfx_recipe.report_use import use_rows  # noqa: E402
from sfx_recipe.store import load_shards  # noqa: E402

from ditone.models.mini.pipeline import MiniPipeline  # noqa: E402
from ditone.runtime.registry import ModelInfo  # noqa: E402

PICTURED = {
    "rain on a tin roof": "rain",
    "a short metallic clang": "metal_clang",
    "police siren wailing": "siren",
    "laser gun": "laser",
    "knock on a wooden door": "door_knock",
    "slow heavy footsteps on gravel": "footsteps",
    "distant thunder": "thunder",
    "church bell": "bell",
    "glass breaking": "glass_break",
    "a bird chirping": "bird_chirp",
    "dog barking": "dog",
    "cat meowing": "cat",
    "toilet flushing": "toilet",
    "helicopter": "helicopter",
    "car horn": "car_horn",
    "whistling": "whistle",
    "fireworks": "fireworks",
    "frying": "frying",
    "clock ticking": "clock_tick",
    "waterfall": "waterfall",
}


def say(message: str) -> None:
    """Progress line with the time of day."""
    print(time.strftime("%H:%M:%S"), message, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assets", type=Path, default=ROOT / "assets/mini-sfx")
    parser.add_argument("--work", type=Path, default=ROOT / "build/training/mini-sfx")
    parser.add_argument("--pictures", type=Path, default=ROOT / "build/spectrograms")
    parser.add_argument("--seed", type=int, default=11, help="picks prompts and noise; use a fresh one for an acceptance run")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="single-thread processes that generate")
    parser.add_argument(
        "--again", action="store_true", help="measure only guidance off, speed, size, determinism again; keep the rest"
    )
    parser.add_argument("--outside", action="store_true", help="measure only what needs no clip store; keep the rest as reported")
    parser.add_argument("--inside", action="store_true", help="measure only what needs the clip store; keep the rest as reported")
    parser.add_argument("--draw", action="store_true", help="draw the spectrograms only")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    info, pipeline = open_pipeline(args.assets)
    if args.again or args.outside:
        measure_again(info, pipeline, args.assets, args.seed, args.outside)
        return
    if args.draw:
        draw(pipeline, args.pictures, args.seed)
        return
    evaluators = report.Evaluators.fit(load_shards(args.work / "clips"))
    say(f"classifier: {evaluators.accuracy:.1f} % on held-out clips")
    if args.quick:
        quick(pipeline, evaluators, args.seed)
        return
    with torch.inference_mode():
        rows = report.sampling_rows(args.assets, evaluators, args.seed, report.GENERATED_PER_CLASS, args.workers, say)
        rows.append(report.unconditional_row(pipeline, args.seed))
        rows.append(report.decoder_row(pipeline, evaluators))
    if args.inside:
        keep(rows, args.assets, args.seed, info)
        return
    rows += outside_rows(info, pipeline, args.seed, say)
    rows += use_rows(info, pipeline, args.seed, say)
    rows += [report.speed_row(info, pipeline), *report.size_rows(args.assets), report.determinism_row(info, pipeline)]
    for row in rows:
        say(f"{'pass' if row.passed else 'MISS'}  {row.measure}: {row.value} {row.unit} (required {row.required})")
    write(args.assets, args.seed, info, [row.to_dict() for row in rows])
    draw(pipeline, args.pictures, args.seed)
    say(f"report: {args.assets / 'report.json'}, spectrograms: {args.pictures}")


def draw(pipeline: MiniPipeline, folder: Path, seed: int) -> None:
    """One sheet: twenty takes, each above a clip of the generator for its kind."""
    folder.mkdir(parents=True, exist_ok=True)
    takes = generate(pipeline, list(PICTURED), Setting(), seed)
    pairs = [
        (take[: 2 * 44100].numpy(), make_clip(kind, (seed, 3)).audio[: 2 * 44100])
        for take, kind in zip(takes, PICTURED.values(), strict=True)
    ]
    save(folder / "beside-the-generators.png", sheet(pairs))


def write(assets: Path, seed: int, info: ModelInfo, rows: list[dict[str, Any]]) -> None:
    """report.json: every row, and by name those that miss what is required."""
    data = {
        "model": info.title,
        "seed": seed,
        "training": json.loads((assets / "config.json").read_text())["training"],
        "missed": [row["measure"] for row in rows if not row["passed"]],
        "rows": rows,
    }
    (assets / "report.json").write_text(json.dumps(data, indent=1) + "\n")


def measure_again(info: ModelInfo, pipeline: MiniPipeline, assets: Path, seed: int, outside: bool) -> None:
    """The rows that need no clip store, for example on a machine that has become quiet; the others stay as reported."""
    rows = [report.unconditional_row(pipeline, seed), report.speed_row(info, pipeline), *report.size_rows(assets)]
    rows.append(report.determinism_row(info, pipeline))
    if outside:
        rows += outside_rows(info, pipeline, seed, say)
        rows += use_rows(info, pipeline, seed, say)
    keep(rows, assets, seed, info)


def keep(rows: list[report.Row], assets: Path, seed: int, info: ModelInfo) -> None:
    """Fresh rows in the place of the reported ones; the others stay."""
    old = json.loads((assets / "report.json").read_text())["rows"]
    fresh = {row.measure: row.to_dict() for row in rows}
    kept = [fresh.pop(row["measure"], row) for row in old]
    write(assets, seed, info, [*kept, *fresh.values()])
    for row in rows:
        say(f"{'pass' if row.passed else 'MISS'}  {row.measure}: {row.value} {row.unit} (required {row.required})")


def quick(pipeline: MiniPipeline, evaluators: report.Evaluators, seed: int) -> None:
    """Prompt following of one clip a class, to follow a training run."""
    prompts, labels = report.held_out_prompts(evaluators, seed, 1)
    k = evaluators.classifier
    for setting in (Setting(), Setting(apg=0.0)):
        heard = hear(pipeline, prompts, setting, seed)
        for name, mels in (("sound", [h.mel for h in heard]), ("before the decoder", [h.latent_mel for h in heard])):
            features = np.stack([statistics(m) for m in mels])
            first, third = k.top(features, labels, 1), k.top(features, labels, 3)
            say(f"{name}, APG {setting.apg:g}: top-1 {first:.1f} %, top-3 {third:.1f} %, n {len(prompts)}")
        missed = [
            f"{p} -> {k.names[i]}"
            for p, label, i in zip(prompts, labels, k.scores(features).argmax(1), strict=True)
            if k.names[i] != label
        ]
        say(f"end of sound, 95th percentile {np.quantile([h.tail_db for h in heard], 0.95):.1f} dB; missed: {missed}")


if __name__ == "__main__":
    main()
