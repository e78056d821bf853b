"""Trains the built-in model Mini Voice: data, acoustic, decoder, export.

    .venv/bin/python packaging/training/train_mini_voice.py --stage all --until 14:00
    .venv/bin/python packaging/training/train_mini_voice.py --stage acoustic --steps 6000

Every stage skips what is done; the training stages resume from their checkpoints under --work. Needs the Debian package wordnet-base and
the Python packages of packaging/training/requirements.txt. One thread per process.
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging" / "source"), str(Path(__file__).resolve().parent)]

import torch  # noqa: E402
from sfx_recipe.training import Budget  # noqa: E402
from train_mini_sfx import clock_time, say  # noqa: E402
from voice_recipe.data import Plan, alphabet, fit_space, load_clips, load_heads, make_data  # noqa: E402

from ditone.models.mini.voice.config import DecoderConfig, EncoderConfig, dit_config  # noqa: E402
from ditone.models.mini.voice.decoder import VoiceDecoder  # noqa: E402
from ditone.models.mini.voice.model import VoiceModel  # noqa: E402

STAGES = ("data", "decoder", "acoustic", "export")
DECODER_STEPS = 3000


def new_model(plan: Plan, width: int = 192, depth: int = 6) -> VoiceModel:
    torch.manual_seed(plan.seed)
    encoder = EncoderConfig(phonemes=len(alphabet(plan)))
    model = VoiceModel(dit_config(encoder.dim, width, depth), encoder)
    model.initialise()
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", choices=(*STAGES, "all"), default="all")
    parser.add_argument("--until", help="end of training, HH:MM")
    parser.add_argument("--steps", type=int, help="end of training in steps")
    parser.add_argument("--work", type=Path, default=ROOT / "build/training/mini-voice")
    parser.add_argument("--assets", type=Path, default=ROOT / "assets/mini-voice")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--sentences", type=int, default=6000)
    parser.add_argument("--from-assets", action="store_true", help="go on from the shipped weights where there is no checkpoint")
    args = parser.parse_args()
    torch.set_num_threads(1)
    plan = Plan(args.work, args.seed, args.sentences)
    stages = STAGES if args.stage == "all" else (args.stage,)
    until = clock_time(args.until) if args.until else None
    if until is None and args.steps is None and "acoustic" in stages:
        raise SystemExit("say when training ends: --until HH:MM or --steps N")
    if "data" in stages:
        make_data(plan, say)
    if args.from_assets:
        from voice_recipe.restart import from_assets

        from_assets(plan, new_model(plan), args.assets, say)
    if "decoder" in stages:
        from voice_recipe.train_decoder import train as train_decoder

        torch.manual_seed(plan.seed)
        steps = args.steps if args.steps is not None and args.stage == "decoder" else DECODER_STEPS
        train_decoder(
            VoiceDecoder(DecoderConfig()), load_heads(plan), plan.work / "decoder.pt", Budget(steps=steps), plan.seed, say=say
        )
    if "acoustic" in stages:
        from voice_recipe.train_acoustic import train

        clips = load_clips(plan)
        model = new_model(plan)
        space = fit_space(clips)
        model.space.mean.copy_(space.mean)
        model.space.deviation.copy_(space.deviation)
        say(f"acoustic: {len(clips)} clips, {sum(p.numel() for p in model.parameters()):,} parameters")
        began = time.time()
        train(model, clips, plan.work / "acoustic.pt", Budget(until, args.steps), plan.seed, say=say)
        say(f"acoustic: this run took {time.time() - began:.0f} s")
    if "export" in stages:
        from voice_recipe.export import export

        export(plan, new_model(plan), args.assets, say)


if __name__ == "__main__":
    main()
