"""One version of Ditone as a process of its own, which makes takes when it is told to: the other side of `versions.py`.

    python worker.py ROOT

ROOT is a checkout, or the folder that an installed package `ditone` lies in. Orders are JSON lines on the standard input, answers JSON
lines on what was the standard output; whatever a library prints goes to the standard error. The code of another version is asked for
nothing but its registry, its session and its request, which every version has; this file imports nothing of its own.
"""

import importlib
import json
import os
import sys
import time
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any


def main() -> None:
    sys.path.pop(0)  # the folder of this file
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    try:
        worker = Worker(Path(sys.argv[1]).resolve())
    except Exception as error:
        answers.write(json.dumps({"error": f"{type(error).__name__}: {error}"}) + "\n")
        return
    answers.write(json.dumps(worker.about()) + "\n")
    for line in sys.stdin:
        answers.write(json.dumps(worker.answer(json.loads(line))) + "\n")


class Worker:
    """Holds one loaded model at a time."""

    def __init__(self, root: Path) -> None:
        self.engine = engine_of(root)
        self.registry, self.errors = self.engine("registry"), self.engine("errors")
        self.session_class, self.request_class = self.engine("session").Session, self.engine("request").Request
        self.session: Any = None
        self.key: Any = None

    def about(self) -> dict[str, Any]:
        found = {}
        for name in ("ditone", "torch", "numpy", "transformers"):
            try:
                found[name] = metadata.version(name)
            except metadata.PackageNotFoundError:
                found[name] = "unknown"
        return {"versions": found, "python": sys.version.split()[0]}

    def answer(self, order: dict[str, Any]) -> dict[str, Any]:
        """What came of a take, or {"error": sentence}."""
        try:
            return self.take(order)
        except Exception as error:
            text = error.text() if hasattr(error, "text") else f"{type(error).__name__}: {error}"
            return {"error": text}

    def take(self, order: dict[str, Any]) -> dict[str, Any]:
        import psutil

        info = self.registry.resolve(order["request"]["model"])
        controls = {control.name for control in info.controls}
        extra = {k: v for k, v in order["request"]["extra"].items() if k in controls or v != order["defaults"].get(k)}
        request = self.request_class.from_dict({**order["request"], "extra": extra})
        key = json.dumps([request.model, {**order["request"]["engine"], "trace": False}], sort_keys=True)
        if key != self.key:
            if self.session is not None:
                self.session.close()
            self.session = self.key = None
            self.session, self.key = self.session_class.open(info, request.engine), key
            agree = getattr(self.engine("voices"), "agree", None)
            if agree is not None:  # whoever started the bench has said it
                agree(self.session.info, request)
        if order.get("fresh"):
            self.session.release()
        process = psutil.Process()
        base, before = process.memory_info().rss / 2**20, time.process_time()
        take = self.session.generate(request)
        told: dict[str, Any] = {
            "cpu_s": time.process_time() - before,
            "base_rss_mib": base,
            "sample_rate_hz": take.sample_rate_hz,
            "levels": take.details.get("trace_noise_levels"),
        }
        kept = "timings_s evaluations peak_rss_mib peak_vram_mib device precision family variant versions notes".split()
        told |= {name: getattr(take, name) for name in kept}
        told["duration_s"] = len(take.audio) / take.sample_rate_hz
        if order.get("to"):
            import numpy

            numpy.save(order["to"] + ".audio.npy", take.audio)
            if take.trace is not None:
                numpy.save(order["to"] + ".trace.npy", take.trace)
        return told


def engine_of(root: Path) -> Any:
    """Imports modules of a version's engine, whose families are those of its own pyproject.toml where it is a checkout."""
    if (root / "pyproject.toml").is_file():
        project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
        declared = project["entry-points"]["ditone.families"]
        entries = [metadata.EntryPoint(name, value, "ditone.families") for name, value in declared.items()]
        everything = metadata.entry_points

        def own(**wanted: Any) -> Any:
            return entries if wanted.get("group") == "ditone.families" else everything(**wanted)

        metadata.entry_points = own
    package = "runtime" if (root / "runtime").is_dir() and not (root / "packaging" / "source").is_dir() else "ditone.runtime"
    runtime = importlib.import_module(package)
    found = Path(str(runtime.__file__)).resolve()
    if root not in found.parents:
        raise ImportError(f"the code of {root} was asked for, but {found} was imported")
    return lambda name: importlib.import_module(f"{package}.{name}")


if __name__ == "__main__":
    main()
