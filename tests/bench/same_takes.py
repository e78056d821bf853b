"""Whether two checkouts make the same takes, bit for bit: `python -m tests.bench.same_takes FOLDER`, FOLDER being the other one.

For work that must not change a sound. Both built-in models and the tiny model folder of every variant of the recorded cases make takes
with each of their solvers, with and without guidance and APG, from sounds and voices, and with other engine settings. Each checkout
does so in a process of its own, one thread, with the families of its own pyproject.toml; samples, latents of every step and the number of
evaluations are compared. A take that the other checkout cannot make (an option it lacks) is named and not counted.

Known from ea401b3, the last checkout before the package `ditone`: 116 of 132 takes differ, for two reasons that were told apart.
- Time and rotary tables round the same way on every processor since f43e311. With that change alone put into ea401b3, all 107 takes of
  dots, MOSS-SoundEffect, CosyVoice3 and Stable Audio 3 are equal. It moves a take by -136 to -88 dB of its level in float32 (CosyVoice3
  with DPM-Solver++ by -53 dB) and by -87 to -18 dB in bfloat16.
- The 25 takes of the built-in models differ on purpose. With the same tables the latents of Mini Voice are equal at every step; it has
  other levels and silence around a take since e55ce94. So were those of Mini SFX before d51a407, which reads prompts in
  another way; it has other weights since 84eb0a0, other decoders since ab344a3 and 6a4c11a, and both are a decibel lower since abf5bc7.

    git worktree add ../before v0.1.0
    python -m tests.bench.same_takes ../before
    python -m tests.bench.same_takes ../before dots mini        only these families
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SILENT = "the same in both"


@dataclass(frozen=True)
class Job:
    """One take: a name for people, the request as plain data, and the model's own values of what it has beyond every request's fields."""

    name: str
    request: dict[str, Any]
    defaults: dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What one checkout made of a job: checksums of samples and step latents, length and evaluations, or why it made nothing."""

    audio: str = ""
    trace: str = ""
    frames: int = 0
    evaluations: int = 0
    error: str = ""


def main(arguments: list[str] | None = None) -> int:
    """Prints a line a model and every difference; 1 when there is one."""
    parser = argparse.ArgumentParser(description="Compares the takes of this checkout with those of another one, bit for bit.")
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("families", nargs="*", help="families to look at; all when none is named")
    options = parser.parse_args(arguments)
    if not (options.other / "pyproject.toml").is_file():
        parser.error(f"{options.other} is no checkout: it holds no pyproject.toml")
    with tempfile.TemporaryDirectory(prefix="same-takes-") as folder:
        listed = jobs(Path(folder), options.families)
        here, other = (outcomes(root, listed, Path(folder)) for root in (ROOT, options.other.resolve()))
    return 1 if compared(listed, here, other) else 0


def compared(listed: list[Job], here: list[Outcome], other: list[Outcome]) -> int:
    """Prints what differs; how many takes do."""
    different = same = alone = 0
    for job, a, b in zip(listed, here, other, strict=True):
        if a == b and not a.error:
            same += 1
        elif b.error and not a.error:
            alone += 1
            print(f"only here: {job.name}: {b.error}")
        else:
            different += 1
            print(f"DIFFERENT: {job.name}: {_difference(a, b)}")
    print(f"{same} takes are {SILENT}, {different} differ, {alone} can only be made here.")
    return different


def _difference(a: Outcome, b: Outcome) -> str:
    if a.error:
        return f"not made here: {a.error}" + (", nor there" if b.error else "")
    names = ("frames", "audio", "trace", "evaluations")
    return ", ".join(f"{n} {getattr(a, n)} here, {getattr(b, n)} there" for n in names if getattr(a, n) != getattr(b, n))


# -- what is made -------------------------------------------------------------------------------------------------------------


def jobs(scratch: Path, families: list[str]) -> list[Job]:
    """Takes of every model, in the order of their engine settings, so that each setting is loaded once."""
    from tests.bench import parity

    found = []
    for info in parity.found_models(parity.CASES):
        if not families or info.family in families:
            defaults = info.defaults().to_dict()["extra"]
            found += [Job(f"{parity.title(info)}: {name}", request, defaults) for name, request in requests(info, scratch)]
    return sorted(found, key=lambda job: (job.request["model"], json.dumps(job.request["engine"])))


def requests(info: Any, scratch: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Names and requests of one model's takes, from its own list of controls."""
    from tests.bench import parity

    if info.family == "dots":
        info = _with_speaker(info, scratch)
    base = parity.short_request(info, scratch)
    voice = info.control("reference")
    if voice is None or not voice.required:
        base = base.replaced(prompt="One dog barks, then it rains.")
    yield "as it is", base.to_dict()
    for name, values in _changes(info, scratch):
        changed = base.replaced(**{key: value for key, value in values.items() if info.control(key)})
        if changed != base:
            yield name, changed.to_dict()
    for settings in ({"packed_projections": True}, {"sequential_guidance": True}, {"precision": "bfloat16"}):
        if settings.get("precision", "float32") in info.precisions:
            request = base.to_dict()
            yield next(iter(settings)), {**request, "engine": {**request["engine"], **settings}}


def _changes(info: Any, scratch: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """One thing changed at a time, with what it needs beside it. Names that a model has no control for are left out later."""
    from tests.bench import parity

    sound = parity.hum(scratch / "sound.wav", 0.6, 170.0)
    needed = {
        "restyle": {"source": sound},
        "continue": {"source": sound},
        "inpaint": {"source": sound, "regions": ((0.1, 0.3),)},
        "instruct": {"instruction": "Speak slowly."},
    }
    for control in info.controls:
        if control.inactive:
            continue
        if control.kind == "choice" and control.name in ("solver", "mode"):
            for choice in control.choices:
                yield f"{control.name} {choice.value}", {control.name: choice.value, **needed.get(choice.value, {})}
        elif control.name in ("cfg_scale", "apg"):
            for value in (0.0, 1.0, 2.5):
                if control.clamp(value) == value:
                    yield f"{control.name} {value:g}", {"cfg_scale": 2.5, control.name: value}
        elif control.kind == "audio" and not control.required:
            yield control.name, {control.name: sound}
            words = {"transcript": "The words of a voice that hums.", "max_patches": 90}
            if control.group == "voice":
                yield f"{control.name} with its words", {control.name: sound, **words}


def _with_speaker(info: Any, scratch: Path) -> Any:
    """The tiny folder with a speaker encoder beside it: it has one size only, so that none is recorded."""
    from safetensors.torch import load_file

    from ditone.models.dots.config import read_config
    from ditone.runtime import registry
    from tests.bench.parity import CASES
    from tests.models.dots.published import write_speaker_encoder

    folder = scratch / Path(info.model).name
    folder.mkdir()
    for path in Path(info.model).iterdir():
        (folder / path.name).symlink_to(path.resolve())
    kernel = load_file(CASES / "dots" / "speaker" / "case.safetensors")["input.resample_kernel"]
    write_speaker_encoder(folder / "speaker_encoder.safetensors", read_config(folder).speaker_dim, kernel)
    return registry.recognise(folder)


# -- how one checkout makes it ------------------------------------------------------------------------------------------------


def outcomes(root: Path, listed: list[Job], scratch: Path) -> list[Outcome]:
    """What the checkout in `root` makes of the jobs, in a process that sees no other one's code."""
    asked, told = scratch / "jobs.json", scratch / "outcomes.json"
    asked.write_text(json.dumps([vars(job) for job in listed]), "utf-8")
    source = root / "packaging" / "source"
    paths = [source, root] if source.is_dir() else [root]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "OMP_NUM_THREADS": "1"}
    environment |= {"DITONE_CONFIG_DIR": str(scratch / "config"), "DITONE_VOICES": str(scratch / "voices")}
    command = [sys.executable, str(Path(__file__).resolve()), "--make", str(asked), str(told), str(root)]
    subprocess.run(command, check=True, cwd=scratch, env=environment)
    return [Outcome(**outcome) for outcome in json.loads(told.read_text("utf-8"))]


def make(asked: Path, told: Path, root: Path) -> None:
    """The other side of `outcomes`: it knows the checkout's packages by either of their names."""
    sys.path.pop(0)  # this file's own folder
    engine = _engine(root)
    registry, errors = engine("registry"), engine("errors")
    session_class, request_class = engine("session").Session, engine("request").Request
    made: list[Outcome] = []
    loaded: tuple[Any, Any] | None = None
    listed = [Job(**job) for job in json.loads(asked.read_text("utf-8"))]
    for job in listed:
        try:
            info = registry.resolve(job.request["model"])
            request = request_class.from_dict(_known(job, {control.name for control in info.controls}))
            if loaded is None or loaded[0] != (request.model, request.engine):
                if loaded is not None:
                    loaded[1].close()
                loaded = None
                loaded = (request.model, request.engine), session_class.open(info, request.engine)
            agree = getattr(engine("voices"), "agree", None)  # earlier checkouts ask for no consent
            if agree is not None:
                agree(loaded[1].info, request)
            take = loaded[1].generate(request)
            trace = "" if take.trace is None else _sum(take.trace)
            made.append(Outcome(_sum(take.audio), trace, len(take.audio), take.evaluations))
        except errors.DitoneError as error:
            made.append(Outcome(error=error.text()))
    told.write_text(json.dumps([vars(outcome) for outcome in made]), "utf-8")


def _known(job: Job, controls: set[str]) -> dict[str, Any]:
    """The request without what this checkout has no control for, where it is the model's own value anyway."""
    extra = job.request["extra"]
    kept = {name: value for name, value in extra.items() if name in controls or value != job.defaults.get(name)}
    return {**job.request, "extra": kept}


def _engine(root: Path) -> Any:
    """Imports engine modules of a checkout, whose families are those of its own pyproject.toml, whatever is installed."""
    declared = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["ditone.families"]
    entries = [metadata.EntryPoint(name, value, "ditone.families") for name, value in declared.items()]
    everything = metadata.entry_points
    metadata.entry_points = lambda **wanted: entries if wanted.get("group") == "ditone.families" else everything(**wanted)  # type: ignore[assignment]
    package = "ditone.runtime" if (root / "packaging" / "source").is_dir() else "runtime"
    runtime = importlib.import_module(package)
    found = Path(str(runtime.__file__)).resolve()
    if root.resolve() not in found.parents:
        raise SystemExit(f"the code of {root} was asked for, but {found} was imported")
    return lambda name: importlib.import_module(f"{package}.{name}")


def _sum(values: Any) -> str:
    """A short checksum of an array's bytes and shape."""
    import hashlib

    return hashlib.sha256(repr((values.shape, str(values.dtype))).encode() + values.tobytes()).hexdigest()[:16]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(*map(Path, sys.argv[2:]))
    else:
        sys.exit(main())
