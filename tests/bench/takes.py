"""Time and memory of whole takes, measured here: `make bench ARGS='--model FOLDER --seconds 2 10 --repeat 5'`.

Alone, without the comparison that follows there: `python -m tests.bench.takes`.

Each row is the median of several takes after one that warms up. CPU seconds tell what the work costs when the machine is busy with
other things; RTF is generation time over sound length.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

from ditone.runtime import registry
from ditone.runtime.errors import DitoneError
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session

SEED = 7


def measure(session: Session, request: Request, repeat: int) -> dict[str, object]:
    """Medians of `repeat` takes, after one that is not counted."""
    session.generate(request)
    takes, cpu_s = [], []
    for _ in range(repeat):
        before = time.process_time()
        takes.append(session.generate(request))
        cpu_s.append(time.process_time() - before)
    last = takes[-1]
    return {
        "duration_s": last.duration_s,
        "solver": request.solver,
        "steps": request.steps,
        "evaluations": last.evaluations,
        "total_s": statistics.median(take.timings_s["total"] for take in takes),
        "cpu_s": statistics.median(cpu_s),
        "rtf": statistics.median(take.rtf for take in takes),
        "peak_rss_mib": last.peak_rss_mib,
        "peak_vram_mib": last.peak_vram_mib,
        **{
            f"{stage}_s": statistics.median(take.timings_s[stage] for take in takes)
            for stage in last.timings_s
            if stage != "total"
        },
    }


def requests(info: ModelInfo, settings: EngineSettings, seconds: list[float]) -> list[Request]:
    """The default take at each length, then every preset at the default length."""
    base = info.defaults().replaced(prompt=info.example_prompt, seed=SEED, engine=settings)
    lengths = [base.replaced(duration_s=value) for value in seconds] or [base]
    return [*lengths, *(base.replaced(**dict(preset.values)) for preset in info.presets[1:])]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", action="append", help="a built-in name or a folder; all built-in models if not given")
    parser.add_argument("--seconds", type=float, nargs="*", default=[], help="lengths of the default take")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--precision", default="auto")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    options = parser.parse_args(arguments)
    settings = EngineSettings(device=options.device, precision=options.precision, threads=options.threads)
    figures: dict[str, list[dict[str, object]]] = {}
    for name in options.model or [info.model for info in registry.builtin_models()]:
        info = registry.resolve(name)
        print(f"\n### {info.title}\n")
        figures[info.model] = []
        begin = time.perf_counter()
        with Session.open(info, settings) as session:
            print(f"loaded in {time.perf_counter() - begin:.2f} s on {session.engine.device}, {session.engine.threads} threads\n")
            for request in requests(info, settings, options.seconds):
                row = measure(session, info.checked(request), options.repeat)
                if not figures[info.model]:
                    print("| " + " | ".join(row) + " |\n|" + " --- |" * len(row))
                figures[info.model].append(row)
                print("| " + " | ".join(_cell(value) for value in row.values()) + " |", flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=2))


def _cell(value: object) -> str:
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    try:
        main()
    except DitoneError as error:
        raise SystemExit(error.text()) from None
