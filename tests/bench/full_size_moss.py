"""What one evaluation of MOSS-SoundEffect costs at its published size, with random weights.

    python -m tests.bench.full_size_moss                                        bfloat16, the whole canvas of 1500 frames
    python -m tests.bench.full_size_moss --precision float32 --threads 2
    python -m tests.bench.full_size_moss --like MODEL_FOLDER --frames 50        the sizes of another folder

The weights are made in memory, 2.9 GB in bfloat16; text encoder and VAE are left out. A take evaluates the conditional and the
unconditional branch at each step; the second needs no cross attention while there is no negative prompt.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import psutil
import torch
from torch import Tensor

from ditone.models.moss_sound_effect.conditioning import text_branch
from ditone.models.moss_sound_effect.config import dit_config, read_config
from ditone.runtime.devices import PRECISIONS
from ditone.runtime.dit import Conditioning, DitConfig, DitModule, DitRuntime
from ditone.runtime.monitor import PeakMemory
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from tests.bench.full_size import randomised, row, timed
from tests.models.moss_sound_effect.published import TRANSFORMER

CANVAS_FRAMES = 1500  # 30 s at 50 frames a second
TEXT_ROWS, TEXT_DIM, CFG_SCALE = 24, 2048, 4.0
TIME = torch.tensor([0.7], dtype=torch.float64)


def measure(config: DitConfig, text_dim: int, dtype: torch.dtype, frames: int, repeats: int) -> None:
    print(f"{dtype}, {torch.get_num_threads()} threads, {frames} frames, before the weights: RSS {resident_mib():.0f} MiB")
    with torch.device("meta"):
        module = DitModule(config)
    row("random weights", timed(lambda: randomised(module, dtype)), f"RSS {resident_mib():.0f} MiB")
    count = sum(parameter.numel() for parameter in module.parameters())
    print(f"{count:,} parameters, {sum(p.numel() * p.element_size() for p in module.parameters()) / 2**20:.0f} MiB")
    generator = torch.Generator().manual_seed(1)
    given = Conditioning(
        text_branch([torch.randn(TEXT_ROWS, text_dim, generator=generator)]), text_branch([torch.zeros(0, text_dim)])
    )
    x = torch.randn(1, frames, config.input.channels, generator=generator)
    for title, guidance in (("one branch", Guidance()), (f"guided, CFG {CFG_SCALE:g}", Guidance(CFG_SCALE))):
        evaluate(title, DitRuntime(module), given, guidance, x, repeats)


def evaluate(title: str, runtime: DitRuntime, given: Conditioning, guidance: Guidance, x: Tensor, repeats: int) -> None:
    """Prints what one velocity of x (1, frames, channels) costs, and what is computed once before the first."""
    preparing = timed(lambda: runtime.prepare(given, [TIME], x.shape[1], path=NOISE_AT_ONE, guidance=guidance))
    row(f"{title}: prepared once a take", preparing)
    for _ in range(repeats):
        runtime.evaluations = 0
        with PeakMemory() as memory:
            times = timed(lambda: runtime.velocity(x, TIME))
        row(f"{title}: one evaluation", times, f"{runtime.evaluations} branch passes, peak RSS {memory.rss_mib:.0f} MiB")
    runtime.release()


def resident_mib() -> float:
    return float(psutil.Process().memory_info().rss / 2**20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--precision", choices=tuple(PRECISIONS), default="bfloat16")
    parser.add_argument("--frames", type=int, default=CANVAS_FRAMES)
    parser.add_argument("--repeats", type=int, default=2, help="the first evaluation also warms up")
    parser.add_argument("--threads", type=int, default=0, help="0: as many as torch takes")
    parser.add_argument("--like", type=Path, help="take all sizes from this model folder")
    options = parser.parse_args()
    if options.threads:
        torch.set_num_threads(options.threads)
    if options.like is None:
        config, text_dim = dit_config(TRANSFORMER), TEXT_DIM
    else:
        read = read_config(options.like)
        config, text_dim = read.dit, read.text_dim
    with torch.inference_mode():
        measure(config, text_dim, PRECISIONS[options.precision], options.frames, options.repeats)


if __name__ == "__main__":
    main()
