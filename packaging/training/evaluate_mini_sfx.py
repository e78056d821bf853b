"""Measures Mini SFX against its acceptance table and writes report.json beside the weights.

    .venv/bin/python packaging/training/evaluate_mini_sfx.py                 # everything, about 10 minutes on one core
    .venv/bin/python packaging/training/evaluate_mini_sfx.py --quick         # prompt following only, fewer clips, no report

Needs the clip store of the data stage (train_mini_sfx.py --stage data). Also draws ten spectrograms into build/spectrograms.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging" / "source"), str(Path(__file__).resolve().parent)]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from sfx_recipe import report  # noqa: E402
from sfx_recipe.classifier import statistics  # noqa: E402
from sfx_recipe.generation import Setting, generate, hear, open_pipeline  # noqa: E402
from sfx_recipe.pictures import save_spectrogram  # noqa: E402
from sfx_recipe.report_outside import outside_rows  # noqa: E402
from sfx_recipe.store import load_shards  # noqa: E402

from ditone.models.mini.pipeline import MiniPipeline  # noqa: E402
from ditone.runtime.registry import ModelInfo  # noqa: E402

PICTURED = (
    "rain on a tin roof", "a short metallic clang", "police siren wailing", "laser gun", "knock on a wooden door",
    "slow heavy footsteps on gravel", "distant thunder in a large hall", "church bell", "glass breaking", "a bird chirping",
)  # fmt: skip


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
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    info, pipeline = open_pipeline(args.assets)
    if args.again or args.outside:
        measure_again(info, pipeline, args.assets, args.seed, args.outside)
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
    rows += outside_rows(info, pipeline, args.seed, say)
    rows += [report.speed_row(info, pipeline), *report.size_rows(args.assets), report.determinism_row(info, pipeline)]
    for row in rows:
        say(f"{'pass' if row.passed else 'MISS'}  {row.measure}: {row.value} {row.unit} (required {row.required})")
    write(args.assets, args.seed, info, [row.to_dict() for row in rows])
    args.pictures.mkdir(parents=True, exist_ok=True)
    for prompt, canvas in zip(PICTURED, generate(pipeline, PICTURED, Setting(seconds=3.0), args.seed), strict=True):
        save_spectrogram(args.pictures / f"{prompt.replace(' ', '-')}.png", canvas[: 3 * 44100])
    say(f"report: {args.assets / 'report.json'}, spectrograms: {args.pictures}")


def write(assets: Path, seed: int, info: ModelInfo, rows: list[dict[str, Any]]) -> None:
    """report.json: every row, and by name those that miss what is required."""
    data = {
        "model": info.title,
        "seed": seed,
        "training": json.loads((assets / "config.json").read_text())["training"],
        "missed": [row["measure"] for row in rows if not row["passed"]],
        "not_measured": [],
        "rows": rows,
    }
    (assets / "report.json").write_text(json.dumps(data, indent=1) + "\n")


def measure_again(info: ModelInfo, pipeline: MiniPipeline, assets: Path, seed: int, outside: bool) -> None:
    """The rows that need no clip store, for example on a machine that has become quiet; the others stay as reported."""
    old = json.loads((assets / "report.json").read_text())["rows"]
    rows = [report.unconditional_row(pipeline, seed), report.speed_row(info, pipeline), *report.size_rows(assets)]
    rows.append(report.determinism_row(info, pipeline))
    if outside:
        rows += outside_rows(info, pipeline, seed, say)
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
