"""Ready, Generating, a paused queue, and everything that can go wrong."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from ditone.gui.engine.status import State
from ditone.gui.panels.cards import ErrorCard
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.errors import OutOfMemory
from tests.bench.screenshots.camera import Camera

SFX = Path(__file__).resolve().parents[3] / "assets" / "mini-sfx"
LONG_STEPS = 60  # long enough for pictures in both themes


def ready(camera: Camera) -> Iterator[str]:
    camera.wait(lambda: camera.studio.engine.status.state is State.READY)
    yield "ready"
    camera.click(camera.studio.window.prompt.rows["seed"].lock)  # type: ignore[attr-defined]
    camera.generate(prompt="a short metallic clang", seed=41, steps=6)
    yield "first-take"


def generating(camera: Camera) -> Iterator[str]:
    engine = camera.studio.engine
    camera.generate(4, wait=False, prompt="footsteps on gravel", seed=42, steps=LONG_STEPS)
    camera.wait(lambda: (engine.status.fraction or 0) > 0.3 and engine.status.left)
    yield "generating"
    camera.studio.engine.queue.clear_waiting()
    camera.click(camera.studio.window.bar.cancel)
    camera.wait(lambda: not engine.busy)


def queue(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    studio.window.activity_dock.show()
    studio.window.tabs.setCurrentWidget(studio.window.queue_panel)
    yield "queue-empty"
    camera.generate(3, wait=False, prompt="heavy rain on a tin roof", steps=LONG_STEPS)
    camera.wait(lambda: studio.engine.status.fraction)
    camera.click(studio.window.queue_panel.pause)
    camera.generate(
        2, wait=False, prompt="a very long prompt that does not fit into its column: " + "thunder, wind and rain, " * 6
    )
    yield "queue-paused"
    camera.click(studio.window.queue_panel.clear)
    camera.click(studio.window.bar.cancel)
    camera.wait(lambda: not studio.engine.busy)
    if studio.engine.queue.paused:
        camera.click(studio.window.queue_panel.pause)
    studio.window.tabs.setCurrentIndex(2)
    yield "log"
    studio.window.tabs.setCurrentIndex(0)
    yield "performance"
    camera.studio.window.reset_layout()


def errors(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    nothing = OutOfMemory(
        "The GPU has not enough memory for this take.",
        9300,
        6100,
        ("Make it shorter, or choose a smaller precision or the CPU.",),
    )
    with patch.object(MiniPipeline, "generate", side_effect=nothing):
        camera.generate(wait=False, prompt="an orchestra of a hundred")
        camera.wait(lambda: studio.engine.status.state is State.OUT_OF_MEMORY)
    yield "out-of-memory"
    with patch.object(MiniPipeline, "generate", side_effect=ZeroDivisionError("division by zero")):
        camera.generate(wait=False, prompt="a fault")
        camera.wait(lambda: studio.engine.status.state is State.FAILED)
    camera.wait(lambda: studio.engine.loaded is not None)
    camera.click(_card(camera).show_details)
    yield "error"
    studio.window.prompt.rows["prompt"].set_value("")
    yield "error-and-empty-prompt"
    camera.generate(prompt="a short metallic clang")  # what works clears the cards
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "mini-sfx"
        shutil.copytree(SFX, folder)
        (folder / "decoder.safetensors").unlink()
        (folder / "words.safetensors").unlink()
        camera.drop(folder)
        camera.wait(lambda: studio.engine.status.state in (State.INCOMPLETE, State.FAILED))
        yield "folder-incomplete"
        (Path(home) / "holiday").mkdir()
        (Path(home) / "holiday" / "photo.jpg").write_bytes(b"no sound")
        camera.drop(Path(home) / "holiday")
        camera.wait(lambda: studio.engine.status.state is State.FAILED)
        yield "folder-of-something-else"
    studio.models.use_builtin()
    camera.wait(lambda: studio.engine.loaded is not None and studio.engine.status.state is State.READY)
    for card in studio.window.lanes.cards.cards():
        if isinstance(card, ErrorCard):
            card.closed.emit()


def _card(camera: Camera) -> ErrorCard:
    return next(card for card in camera.studio.window.lanes.cards.cards() if isinstance(card, ErrorCard))
