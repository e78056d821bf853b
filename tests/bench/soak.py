"""1,000 mixed requests over all families, with cancels and model switches; then `kill -9` at 100 random moments of storing takes.

Memory after each hundred requests must stay within 2 % of that after the first hundred, and a probe request must give the same samples each
time. After the kills nothing finished may be lost and nothing half-written listed.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil
import soundfile

from ditone.runtime import registry
from ditone.runtime.audio import reading
from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.library import Library
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session
from ditone.runtime.voices import agree

CASES = Path(__file__).parents[1] / "reference" / "cases"
FOLDERS = (
    "stable_audio_3/models/small", "stable_audio_3/models/small-base", "moss_sound_effect/model", "dots/models/soar", "dots/models/mf",
    "cosyvoice3/model",
)  # fmt: skip
ENGINE = EngineSettings(device="cpu", precision="float32", threads=1)
HUNDRED = 100
GROWTH = 0.02
SWITCH = 10  # requests from one model to the next
CANCEL = 7  # every so manieth request is cancelled on its way


def main() -> int:
    """0 when every promise was kept."""
    parser = argparse.ArgumentParser("soak", description=__doc__)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--writer", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.writer:
        write(Path(options.writer), options.seed)
    with tempfile.TemporaryDirectory(prefix="ditone-soak-") as scratch:
        os.environ |= {
            "DITONE_VOICES": f"{scratch}/voices",
            "XDG_DATA_HOME": f"{scratch}/data",
            "DITONE_RESCUE": f"{scratch}/rescue",
        }
        problems = [*mixed(options.requests, Path(scratch)), *kills(options.kills, Path(scratch))]
    print(*problems or ["every promise was kept"], sep="\n")
    return int(bool(problems))


class Stopper:
    """An observer that cancels after some events."""

    def __init__(self, session: Session, events: int) -> None:
        self._session, self._events = session, events

    def stage(self, *_: object) -> None:
        self._tick()

    def step(self, *_: object) -> None:
        self._tick()

    def wants_preview(self) -> bool:
        return False

    def preview(self, *_: object) -> None: ...

    def audio(self, *_: object) -> None: ...

    def note(self, *_: object) -> None: ...

    def _tick(self) -> None:
        self._events -= 1
        if self._events <= 0:
            self._session.cancel()


def mixed(count: int, scratch: Path) -> list[str]:
    """Memory, and the samples of each model's probe, over `count` requests."""
    rng = random.Random(3)
    voice = scratch / "voice.wav"
    time_s = np.arange(24000 * 4) / 24000
    soundfile.write(voice, (0.3 * np.sin(2 * np.pi * 180 * time_s) * np.sin(2 * np.pi * 2.7 * time_s)).astype(np.float32), 24000)
    infos = registry.builtin_models() + [registry.resolve(str(CASES / folder)) for folder in FOLDERS]
    infos = [info for info in infos if not info.problems]
    probes: dict[str, str] = {}
    problems: list[str] = []
    marks: list[float] = []
    made = cancelled = refused = 0
    session: Session | None = None
    for number in range(count):
        if session is None or number % SWITCH == 0:
            if session is not None:
                session.close()
            info = infos[number // SWITCH % len(infos)]
            session = Session.open(info, ENGINE)
            probe = asked(info, random.Random(1), voice).replaced(seed=77)
            agree(info, probe)
            digest = hashlib.sha256(session.generate(probe).audio.tobytes()).hexdigest()
            if probes.setdefault(info.model, digest) != digest:
                problems.append(f"request {number}: the probe of {info.title} gives other samples than before")
        try:
            session.generate(
                asked(session.info, rng, voice), Stopper(session, rng.randrange(1, 9)) if number % CANCEL == 0 else None
            )
            made += 1
        except Cancelled:
            cancelled += 1
        except DitoneError:
            refused += 1
        if (number + 1) % HUNDRED == 0:
            gc.collect()
            marks.append(psutil.Process().memory_info().rss / 2**20)
            print(
                f"{number + 1} requests: {marks[-1]:.1f} MiB, {made} made, {cancelled} cancelled, {refused} refused", flush=True
            )
    if session is not None:
        session.close()
    if marks and max(marks) > marks[0] * (1 + GROWTH):
        problems.append(f"memory grew from {marks[0]:.1f} to {max(marks):.1f} MiB: {[round(mark, 1) for mark in marks]}")
    return problems


def asked(info: ModelInfo, rng: random.Random, voice: Path) -> Request:
    """Some short request of a model."""
    values: dict[str, object] = {
        "prompt": rng.choice(["rain on a roof", "a dog", "hello there my friend"]),
        "seed": rng.randrange(1000),
    }
    for control in info.controls:
        if control.inactive:
            continue
        if control.name == "steps":
            values["steps"] = int(control.clamp(rng.randrange(1, 5)))
        elif control.name == "duration_s":
            values["duration_s"] = control.clamp(rng.choice([0.2, 0.5, 1.0]))
        elif control.name == "solver":
            values["solver"] = rng.choice([choice.value for choice in control.choices])
        elif control.name == "cfg_scale":
            values["cfg_scale"] = control.clamp(rng.choice([0.0, 1.0, 3.0]))
        elif control.name == "max_patches":
            values["max_patches"] = int(control.clamp(rng.randrange(2, 6)))
        elif control.name == "reference" and control.required:
            values |= {"reference": str(voice), "transcript": "hi"}
    return info.defaults().replaced(engine=ENGINE, **values)


def write(folder: Path, seed: int) -> None:
    """Makes and stores takes until it is killed; says each one that is stored."""
    info = registry.builtin_models()[0]
    request = info.defaults().replaced(engine=ENGINE, prompt="a clang", duration_s=0.3, steps=1)
    with Session.open(info, ENGINE) as session, Library(folder / "library", folder / "rescue") as library:
        print("open", flush=True)
        while True:
            seed += 1
            entry = library.add(session.generate(request.replaced(seed=seed)))
            print(entry.id, len(library.audio(entry)[0]), flush=True)


def kills(count: int, scratch: Path) -> list[str]:
    """Kills a writing process at random moments; what is lost, half-written or left over."""
    rng = random.Random(7)
    said: dict[str, int] = {}
    for number in range(count):
        command = [sys.executable, "-m", "tests.bench.soak", "--writer", str(scratch), "--seed", str(number * 10_000)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(rng.random() * 0.8)
            process.send_signal(signal.SIGKILL)
            for line in process.stdout.read().splitlines():
                words = line.split()
                if len(words) == 2 and words[1].isdigit():
                    said[words[0]] = int(words[1])
    problems = []
    with Library(scratch / "library", scratch / "rescue") as library:
        listed = {entry.id: entry for entry in library.search(limit=1_000_000)}
        problems += [f"lost: {take_id}" for take_id in said if take_id not in listed]
        for take_id, entry in listed.items():
            try:
                frames = len(reading.read(entry.path)[0])
            except DitoneError as error:
                problems.append(f"listed and not whole: {take_id}: {error.message}")
                continue
            if frames != said.get(take_id, frames):
                problems.append(f"half-written: {take_id}")
        left = [path.name for path in library.root.rglob(".*")]
        problems += [f"left over: {name}" for name in left]
        print(json.dumps({"kills": count, "reported": len(said), "listed": len(listed), "strays": library.strays()}), flush=True)
    return problems


if __name__ == "__main__":
    raise SystemExit(main())
