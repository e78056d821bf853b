"""Measures Mini Voice against its acceptance table and writes report.json beside the weights.

    .venv/bin/python packaging/training/evaluate_mini_voice.py              # 100 held-out sentences
    .venv/bin/python packaging/training/evaluate_mini_voice.py --count 20 --no-report

Needs the data stage's held-out list (train_mini_voice.py --stage data) and the packages of packaging/training/requirements.txt.
"""

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging" / "source"), str(Path(__file__).resolve().parent)]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from train_mini_sfx import say  # noqa: E402
from voice_recipe.judges import Dnsmos, recogniser  # noqa: E402
from voice_recipe.teacher import Teacher  # noqa: E402

from ditone.models.mini.voice.config import HOP, SAMPLE_RATE_HZ  # noqa: E402
from ditone.models.mini.voice.text import FrontEnd  # noqa: E402
from ditone.runtime import registry  # noqa: E402
from ditone.runtime.comparison.wer import normalised  # noqa: E402
from ditone.runtime.request import EngineSettings, Request  # noqa: E402
from ditone.runtime.session import Session  # noqa: E402

ALL_ASSETS_LIMIT_MB = 40.0
SPEED_TEXT = "The old lighthouse keeper climbed the narrow stairs again."  # about three seconds


def row(measure: str, value: float | bool, required: float | bool, unit: str, passed: bool, how: str) -> dict:
    return {"measure": measure, "value": value, "required": required, "unit": unit, "passed": passed, "how": how}


def word_error_rate(pairs: list[tuple[str, str]]) -> float:
    """Errors over all reference words, in percent."""
    import jiwer

    references, heard = zip(*((normalised(a, "word"), normalised(b, "word")) for a, b in pairs), strict=True)
    return 100 * float(jiwer.wer(list(references), list(heard)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assets", type=Path, default=ROOT / "assets/mini-voice")
    parser.add_argument("--work", type=Path, default=ROOT / "build/training/mini-voice")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument(
        "--skip", type=int, default=100, help="held-out sentences left out: settings were chosen on the first ones"
    )
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--cfg", type=float, help="another CFG scale than the preset's")
    parser.add_argument("--steps", type=int, help="another step count than the preset's")
    parser.add_argument("--temperature", type=float, help="another temperature than the preset's")
    parser.add_argument("--teacher", action="store_true", help="measure the teacher instead, for scale")
    parser.add_argument("--no-report", action="store_true")
    parser.add_argument(
        "--again", action="store_true", help="measure only speed, determinism and size again; keep the other rows"
    )
    args = parser.parse_args()
    if args.again:
        measure_again(args.assets, args.seed)
        return
    sentences = json.loads((args.work / "held_out.json").read_text("utf-8"))[args.skip : args.skip + args.count]
    ears, judge, teacher = recogniser(), Dnsmos(), Teacher()
    info = registry.recognise(args.assets)
    request = info.checked(replace(info.defaults(), prompt=SPEED_TEXT, seed=args.seed, engine=EngineSettings(threads=2)))
    request = request.replaced(
        **{k: v for k, v in (("cfg_scale", args.cfg), ("steps", args.steps), ("temperature", args.temperature)) if v is not None}
    )
    session = Session.open(info, request.engine)
    front_end = FrontEnd(args.assets / "lexicon.json.gz")
    pairs, scores, ratios = [], [], []
    for i, text in enumerate(sentences):
        spoken = [teacher.speak(s.phonemes, args.seed) for s in front_end.read(text)[0]]
        teacher_s = sum(len(s.pitch_hz) for s in spoken) * HOP / SAMPLE_RATE_HZ
        if args.teacher:
            audio = np.concatenate([s.audio for s in spoken])[:, None]
        else:
            audio = session.generate(request.replaced(prompt=text, seed=args.seed + i)).audio
        torch.set_num_threads(1)
        pairs.append((text, ears.transcribe(audio, SAMPLE_RATE_HZ, "en")))
        scores.append(judge.overall(audio, SAMPLE_RATE_HZ))
        ratios.append(abs(len(audio) / SAMPLE_RATE_HZ / teacher_s - 1))
        if (i + 1) % 20 == 0:
            say(
                f"{i + 1}: WER {word_error_rate(pairs):.2f} %, DNSMOS {np.mean(scores):.3f}, duration {100 * np.median(ratios):.1f} %"
            )
    wer, mos, duration = word_error_rate(pairs), float(np.mean(scores)), 100 * float(np.median(ratios))
    rows = [
        row(
            "speech",
            round(wer, 2),
            9.0,
            "% WER",
            wer <= 9.0,
            f"{ears.name} (tiny.en), held-out sentences {args.skip + 1} to {args.skip + len(pairs)}, shipped preset",
        ),
        row("speech quality", round(mos, 3), 2.8, "DNSMOS overall", mos >= 2.8, "mean over the same sentences"),
        row(
            "duration", round(duration, 2), 8.0, "% off the teacher, median", duration <= 8.0, "total length of the same phonemes"
        ),
        *speed_and_determinism(session, request),
        size(args.assets),
    ]
    for r in rows:
        say(f"{'pass' if r['passed'] else 'FAIL'}  {r['measure']}: {r['value']} {r['unit']} (required {r['required']})")
    if not args.no_report:
        training = json.loads((args.assets / "config.json").read_text("utf-8"))["training"]
        data = {
            "model": info.title,
            "seed": args.seed,
            "settings": dict(info.presets[0].values),
            "training": training,
            "rows": rows,
        }
        (args.assets / "report.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def measure_again(assets: Path, seed: int) -> None:
    """The rows that need neither sentences nor judges, for example on a machine that has become quiet."""
    path = assets / "report.json"
    data = json.loads(path.read_text("utf-8"))
    info = registry.recognise(assets)
    request = info.checked(replace(info.defaults(), prompt=SPEED_TEXT, seed=seed, engine=EngineSettings(threads=2)))
    with Session.open(info, request.engine) as session:
        fresh = {r["measure"]: r for r in (*speed_and_determinism(session, request), size(assets))}
    data["rows"] = [fresh.get(r["measure"], r) for r in data["rows"]]
    for r in fresh.values():
        say(f"{'pass' if r['passed'] else 'FAIL'}  {r['measure']}: {r['value']} {r['unit']} (required {r['required']})")
    path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def speed_and_determinism(session: Session, request: Request) -> list[dict]:
    times = []
    takes = []
    for _ in range(3):
        began = time.perf_counter()
        takes.append(session.generate(request.replaced(prompt=SPEED_TEXT)))
        times.append(time.perf_counter() - began)
    best = min(times)
    equal = bool(np.array_equal(takes[0].audio, takes[1].audio))
    return [
        row("speed", round(best, 3), 1.0, "s", best <= 1.0, f"{takes[0].duration_s:.1f} s of speech, 2 threads, best of three"),
        row("determinism", equal, True, "identical samples", equal, "same seed, settings and threads"),
    ]


def size(assets: Path) -> dict:
    total = sum(f.stat().st_size for f in assets.parent.rglob("*") if f.is_file()) / 1e6
    return row("size", round(total, 2), ALL_ASSETS_LIMIT_MB, "MB", total <= ALL_ASSETS_LIMIT_MB, "all files under assets")


if __name__ == "__main__":
    main()
