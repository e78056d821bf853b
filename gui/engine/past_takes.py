"""How long takes were in the making on this machine, and what that says of the next one. Kept with the settings."""

from __future__ import annotations

import json
import math
import statistics
from typing import TYPE_CHECKING, Any

from ditone.runtime import json_reading

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import Request
    from ditone.runtime.take import Take

KEY = "estimates/past_takes"
MOST_MODELS, MOST_TAKES = 16, 8
NEAREST = 3  # of a few that were about as much work the middle one counts: one that was disturbed says nothing


class PastTakes:
    """Takes are told apart by model, device and precision. Nothing is known of a model before its first take: then all answers are None."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._takes = _read(settings.text(KEY))

    def learn(self, info: ModelInfo, take: Take) -> None:
        """Remembers a finished take."""
        seconds = take.timings_s.get("total", 0.0)
        if not seconds > 0:
            return
        kept = {
            "work": _work(info, take.request),
            "seconds": round(seconds, 4),
            "length": round(take.duration_s, 4),
            "after": _after(take.timings_s),
        }
        key = _key(info.model, take.device, take.precision)
        before = self._takes.pop(key, [])
        self._takes[key] = [*before, kept][-MOST_TAKES:]
        self._takes = dict(list(self._takes.items())[-MOST_MODELS:])
        self._settings.set(KEY, json.dumps(self._takes))

    def expected_s(self, info: ModelInfo, request: Request, device: str, precision: str) -> float | None:
        """Seconds that a take will need."""
        work = _work(info, request)
        takes = [t for t in self._takes.get(_key(info.model, device, precision), []) if t["work"] > 0 and work > 0]
        takes.sort(key=lambda take: abs(math.log(work / take["work"])))
        return statistics.median(take["seconds"] * work / take["work"] for take in takes[:NEAREST]) if takes else None

    def after_s(self, model: str, device: str, precision: str, stage: str, length_s: float) -> float | None:
        """Seconds of the stages that follow a stage, in a take of this length; of 0, where nobody knows it, as long as the last one."""
        takes = [t for t in self._takes.get(_key(model, device, precision), []) if stage in t["after"]]
        if not takes:
            return None
        if length_s > 0:
            takes.sort(key=lambda take: abs(math.log(length_s / max(take["length"], 1e-3))))
        nearest = takes[0] if length_s > 0 else takes[-1]
        share = length_s / nearest["length"] if length_s > 0 and nearest["length"] > 0 else 1.0
        return float(nearest["after"][stage]) * share


def _key(model: str, device: str, precision: str) -> str:
    return f"{model}\n{device}\n{precision}"


def _work(info: ModelInfo, request: Request) -> float:
    """The family's own count where it has one, else steps times length."""
    work = info.work_tflop(request) if info.work_tflop is not None else max(request.steps, 1) * max(request.duration_s, 0.1)
    return float(work)


def _after(timings_s: dict[str, float]) -> dict[str, float]:
    stages = [name for name in timings_s if name != "total"]
    return {name: round(sum(timings_s[later] for later in stages[i + 1 :]), 4) for i, name in enumerate(stages)}


def _read(text: str) -> dict[str, list[dict[str, Any]]]:
    """What was kept; anything of another form is left out."""
    try:
        found = json_reading.loads(text or "{}")
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        key: [take for take in takes if _is_take(take)][-MOST_TAKES:] for key, takes in found.items() if isinstance(takes, list)
    }


def _is_take(take: object) -> bool:
    if not isinstance(take, dict) or not isinstance(take.get("after"), dict):
        return False
    numbers = [take.get("work"), take.get("seconds"), take.get("length"), *take["after"].values()]
    return all(isinstance(n, int | float) and math.isfinite(n) and n >= 0 for n in numbers)
