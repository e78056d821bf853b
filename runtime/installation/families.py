"""A take of every family: of its built-in models, and of a tiny folder in its published layout that is made for the occasion."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ditone.runtime import folders, registry, voice_consents
from ditone.runtime.errors import DitoneError
from ditone.runtime.installation import imports, sample_folders
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings
from ditone.runtime.session import Session
from ditone.runtime.take import Take

LONGEST_S = 1.0


@dataclass(frozen=True)
class Rendered:
    """What became of one family or built-in model: `told` is a sentence; `fault` says whether it is a bad one."""

    name: str
    told: str
    fault: bool = False


def check() -> Iterator[Rendered]:
    """Renders one by one. The user's own folders must be set aside before (`own_folders` in gui/smoke.py): a voice is agreed to here."""
    recipes = sample_folders.recipes()
    built_in = registry.builtin_models()
    for info in built_in:
        yield _attempt(info.model, info, {"duration_s": LONGEST_S, "steps": 2} if info.control("duration_s") else {"steps": 2})
    for name in sorted(registry.families()):
        recipe = recipes.get(name)
        if recipe is None:
            if not any(info.family == name for info in built_in):
                yield Rendered(name, "has neither a built-in model nor a sample folder, and was not tried")
            continue
        missing = [package for package in recipe.get("needs", ()) if not imports.is_installed(package)]
        if missing:
            yield Rendered(name, f"left out, because {' and '.join(missing)} is not installed (an extra)")
            continue
        with tempfile.TemporaryDirectory(prefix="ditone-sample-") as temporary:
            yield _of_recipe(name, recipe, Path(temporary))
    for name, why in registry.broken().items():
        yield Rendered(name, why, name in recipes)  # another package's family proves nothing about this installation


def _of_recipe(name: str, recipe: dict[str, Any], place: Path) -> Rendered:
    values = dict(recipe["request"])
    try:
        sample_folders.write(recipe, place / "model")
        if "voice" in recipe:
            voice = place / "voice.wav"
            sample_folders.write_voice(voice)
            voice_consents.Consents(folders.voices()).set(voice_consents.digest(voice), True)
            values[recipe["voice"]] = str(voice)
        info = registry.recognise(place / "model")
    except (DitoneError, OSError) as error:
        return Rendered(name, str(error), True)
    return _attempt(name, info, values)


def _attempt(name: str, info: ModelInfo, values: dict[str, Any]) -> Rendered:
    try:
        take = _take(info, values)
    except DitoneError as error:
        return Rendered(name, error.text(), True)
    except Exception as error:  # a part that does not fit can fail in every way there is
        return Rendered(name, f"{type(error).__name__}: {error}", True)
    level_db = 20 * np.log10(np.sqrt(np.mean(np.square(take.audio))) + 1e-9) if take.audio.size else -180.0
    told = f"{take.duration_s:.2f} s at {level_db:.0f} dBFS"
    if not np.isfinite(take.audio).all() or level_db < -80:
        return Rendered(name, f"made {told}, which is no sound", True)
    return Rendered(name, told)


def _take(info: ModelInfo, values: dict[str, Any]) -> Take:
    with Session.open(info, EngineSettings(device="cpu", precision="auto")) as session:
        request = info.defaults().replaced(engine=session.engine.settings, prompt=info.example_prompt or "rain")
        return session.generate(request.replaced(**{name: value for name, value in values.items() if info.control(name)}))
