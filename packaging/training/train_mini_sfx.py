"""Trains the built-in model Mini SFX from redistributable sources: data, words, latent, dit, decoder, regress,
partials, export.

    .venv/bin/python packaging/training/train_mini_sfx.py --stage all --until 14:00
    .venv/bin/python packaging/training/train_mini_sfx.py --stage dit --steps 8000

Every stage skips what is done; the two training stages resume from their checkpoints under --work.
Needs the Debian packages fluid-soundfont-gm, fluidsynth, sonic-pi-samples and wordnet-base, and the Python packages of
packaging/training/requirements.txt. One thread per process.
"""

import argparse
import datetime
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging" / "source"), str(Path(__file__).resolve().parent)]

import torch  # noqa: E402
from sfx_recipe.batches import Batches  # noqa: E402
from sfx_recipe.stages import Plan, make_data, make_latent, make_words, new_model, training_clips  # noqa: E402
from sfx_recipe.training import Budget  # noqa: E402
from sfx_recipe.workers import join, own_rank, start_others  # noqa: E402

STAGES = ("data", "words", "latent", "dit", "decoder", "regress", "partials", "export")


def say(message: str) -> None:
    """Progress line with the time of day."""
    print(time.strftime("%H:%M:%S"), message, flush=True)


def clock_time(text: str) -> float:
    """Seconds since the epoch of the next HH:MM."""
    now = datetime.datetime.now()
    hour, minute = (int(part) for part in text.split(":"))
    end = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (end if end > now else end + datetime.timedelta(days=1)).timestamp()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", choices=(*STAGES, "all"), default="all")
    parser.add_argument("--until", help="end of training, HH:MM (both training stages share the time left)")
    parser.add_argument("--steps", type=int, help="end of training in steps of each training stage")
    parser.add_argument("--regress", type=int, nargs=2, default=(360, 300), help="steps of the regression's two passes")
    parser.add_argument("--partials", type=int, default=16000, help="end of the partials stage, in steps of the decoder")
    parser.add_argument("--work", type=Path, default=ROOT / "build/training/mini-sfx")
    parser.add_argument("--assets", type=Path, default=ROOT / "assets/mini-sfx")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--per-class", type=int, default=400, help="training clips of each procedural class")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--no-external", action="store_true", help="procedural sounds only (no soundfont, no recordings)")
    parser.add_argument("--packages", type=Path, help="unpacked packages of recordings (see sfx_recipe/recordings.py)")
    parser.add_argument("--from-assets", action="store_true", help="go on from the shipped weights where there is no checkpoint")
    parser.add_argument("--workers", type=int, default=1, help="single-thread processes that train the transformer together")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    torch.set_num_threads(1)
    plan = Plan(
        args.work,
        seed=args.seed,
        per_class=args.per_class,
        width=args.width,
        depth=args.depth,
        external=not args.no_external,
        packages=args.packages,
    )
    stages = STAGES if args.stage == "all" else (args.stage,)
    until = clock_time(args.until) if args.until else None
    if until is None and args.steps is None and {"dit", "decoder"} & set(stages):
        raise SystemExit("say when training ends: --until HH:MM or --steps N")
    if own_rank() > 0:
        stages = ("dit",)  # a helper of another process
    if "data" in stages:
        make_data(plan, say=say)
    if args.from_assets and own_rank() == 0:
        from sfx_recipe.restart import from_assets

        from_assets(plan, args.assets, say)
    if "words" in stages:
        make_words(plan, say=say)
    if "latent" in stages:
        make_latent(plan, say=say)
    if "dit" in stages:
        from sfx_recipe.train_dit import train

        if own_rank() == 0 and args.workers > 1:
            start_others(args.workers, (plan.work / "meeting").resolve())
        team = join(own_rank(), args.workers, (plan.work / "meeting").resolve())
        share = until if until is None or "decoder" not in stages else time.time() + 0.65 * (until - time.time())
        model, table, synonyms = new_model(plan)
        batches = Batches(training_clips(plan), model.latent, table, synonyms, plan.seed)
        train(model, batches, plan.work / "dit.pt", Budget(share, args.steps), team, say=say)
        if not team.leads:
            return
    sines = (plan.work / "partials.pt").exists()  # then the stages before it are done
    if "decoder" in stages and not sines:
        from sfx_recipe.train_decoder import train as train_decoder

        train_decoder(plan, Budget(until, args.steps), say=say)
    if "regress" in stages and not sines:
        from sfx_recipe.regress_decoder import train as regress

        regress(plan, {"heads": args.regress[0], "whole": args.regress[1]}, say=say)
    if "partials" in stages:
        from sfx_recipe.train_partials import train as train_partials

        train_partials(plan, Budget(until) if stages == ("partials",) and until else Budget(steps=args.partials), say=say)
    if "export" in stages:
        from sfx_recipe.export import export

        export(plan, args.assets, say=say)


if __name__ == "__main__":
    main()
