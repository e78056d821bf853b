"""The states of the window one after the other. Each part of the tour leads to its states by clicks and yields a name for a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.screenshots import comparing, generating, getting, panels, variations
from tests.bench.screenshots.camera import Camera

Part = Callable[[Camera], Iterator[str]]
# in this order: what is made in one part is there in the next
TOUR: tuple[Part, ...] = (
    variations.first_start,
    generating.ready,
    generating.generating,
    variations.batch,
    variations.batch_window,
    variations.near,
    comparing.comparing,
    comparing.report,
    comparing.sweep,
    comparing.faster_setting,
    comparing.tables,
    comparing.blind_test,
    generating.queue,
    generating.errors,
    panels.takes,
    panels.export,
    panels.dialogs,
    panels.model_panel,
    panels.voice,
    panels.script,
    getting.get_models,
)
NEEDED = ("comparing",)  # by what comes after it, also where only that is wanted
README_PROMPTS = ("a short metallic clang", "footsteps on gravel", "heavy rain")


def take_all(camera: Camera, only: list[str]) -> None:
    """Walks the tour, or the named parts of it. Raises KeyError for an unknown part."""
    known = [part.__name__ for part in TOUR]
    if unknown := set(only) - set(known):
        raise KeyError(f"There is no part {', '.join(sorted(unknown))}; parts are {', '.join(known)}.")
    number = 0
    for part in TOUR:
        wanted = not only or part.__name__ in only
        if not wanted and part.__name__ not in NEEDED:
            continue
        for name in part(camera):
            number += 1
            if wanted:
                camera.shoot(f"{number:02d}-{name}" if not only else name)


def readme(camera: Camera, path: Path, prompts: list[str]) -> None:
    """The window with a few takes, for the README."""
    for seed, prompt in enumerate(prompts or README_PROMPTS, 41):
        lock = camera.studio.window.prompt.rows["seed"].lock  # type: ignore[attr-defined]
        if not lock.isChecked():
            camera.click(lock)
        camera.generate(prompt=prompt, seed=seed)
    camera.click(camera.studio.window.prompt.rows["seed"].lock)  # type: ignore[attr-defined]
    camera.wait(lambda: camera.studio.window.bar.pill.text() == "Ready")
    camera.pause(0.5)
    camera.studio.window.grab().save(str(path))
