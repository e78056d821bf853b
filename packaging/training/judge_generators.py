"""Lets the outside judge hear every generator before training, and writes sfx_recipe/judged.json.

    .venv/bin/python packaging/training/judge_generators.py --seed 31 --clips 8

For each kind that YAMNet has a class for and whose generator is trained on (`chosen.json` of the data stage says which): how many of
the clips, made afresh and not chosen, have it among the first 5 and 10, and what is heard instead. The others are named as dropped.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging" / "source"), str(Path(__file__).resolve().parent)]

import torch  # noqa: E402
from sfx_recipe import judge  # noqa: E402
from sfx_recipe.catalogue import make_clip  # noqa: E402
from sfx_recipe.heard_as import HEARD_AS  # noqa: E402
from sfx_recipe.synth import SAMPLE_RATE_HZ  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--clips", type=int, default=8)
    parser.add_argument("--work", type=Path, default=ROOT / "build/training/mini-sfx")
    args = parser.parse_args()
    chosen = json.loads((args.work / "chosen.json").read_text())
    dropped = [kind for kind, row in chosen.items() if row["kept"] == 0]
    torch.set_num_threads(1)
    table = {}
    for kind, wanted in HEARD_AS.items():
        if kind not in chosen or kind in dropped:
            continue
        places, heard = [], Counter[str]()
        for index in range(args.clips):
            result = judge.scores(
                make_clip(kind, (args.seed, sum(map(ord, kind)), index)).audio[: 2 * SAMPLE_RATE_HZ], SAMPLE_RATE_HZ
            )
            places.append(judge.rank(result, wanted))
            heard.update(judge.heard(result, 3))
        first5, first10 = (sum(p <= n for p in places) for n in (5, 10))
        table[kind] = {"clips": args.clips, "first_5": first5, "first_10": first10, "heard": dict(heard.most_common(4))}
        print(f"{kind}: {first5} of {args.clips} among the first 5, heard {table[kind]['heard']}", flush=True)
    path = Path(__file__).resolve().parent / "sfx_recipe" / "judged.json"
    data = json.loads(path.read_text()) if path.exists() else {}
    data["third_round"] = {"seed": args.seed, "kinds": table, "dropped": dropped}
    path.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
