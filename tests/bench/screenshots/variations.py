"""The loop of a sound designer: the first start, a batch, variations of a take, the way between two, a loop, a prompt that is too long."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt

from ditone.gui.panels.variation_dialogs import BetweenDialog, VariationsDialog
from tests.bench.screenshots.camera import Camera


def first_start(camera: Camera) -> Iterator[str]:
    """The strip of examples is there until something of one's own was typed."""
    studio = camera.studio
    yield "first-start"
    camera.click(studio.window.lanes.examples.buttons[0])
    camera.wait(lambda: studio.window.takes.model.total() > 0 and not studio.engine.busy)
    if studio.window.lanes.player is not None:
        studio.window.lanes.player.pause()
    yield "first-example"


def batch(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    strip = studio.batch_strip.strip
    camera.generate(8, prompt="footsteps on gravel", seed=60, steps=4, duration_s=1.0)
    camera.wait(lambda: len(strip.tiles) == 8 and all(tile.loudness for tile in strip.tiles))
    strip.hear(2)
    for key in (Qt.Key.Key_S, Qt.Key.Key_Right, Qt.Key.Key_S, Qt.Key.Key_Right, Qt.Key.Key_X):
        camera.key(key, strip)
    camera.pause()
    yield "batch"
    camera.click(strip.keep)
    camera.wait(lambda: len(strip.tiles) == 2)
    yield "batch-kept"


def batch_window(camera: Camera) -> Iterator[str]:
    """A batch of files: asked for, and listed when it is made."""
    camera.action("make-batch").trigger()
    window = camera.studio.batch_files.window
    assert window is not None
    window.prompts.setPlainText("a bell\nrain")
    window.takes.setValue(2)
    window.varied["steps"].setText("4")
    window.workers.setValue(1)
    yield "batch-window"
    camera.click(window.start)
    camera.wait(lambda: not window.batch.running and window.table.filtered.rowCount() == 4)
    yield "batch-window-made"
    window.close()


def near(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    camera.action("variations").trigger()
    dialog = studio.window.findChild(VariationsDialog)
    assert dialog is not None
    yield "variations"
    dialog.count.setValue(3)
    camera.click(dialog.make)
    camera.wait(lambda: len(studio.batch_strip.strip.tiles) == 3 and not studio.engine.busy)
    entry = studio.batch_strip.strip.tiles[0].entry
    studio.recall.recall(entry)
    yield "variations-made-and-recalled"
    lanes = studio.window.lanes
    if not lanes.lanes["A"].pinned:
        camera.click(lanes.lanes["A"].buttons["pin"])
    camera.generate(seed=70)
    camera.wait(lambda: set(lanes.entries) == {"A", "B"})
    camera.action("between").trigger()
    way = studio.window.findChild(BetweenDialog)
    assert way is not None
    yield "between"
    way.reject()
    camera.click(lanes.lanes["A"].buttons["pin"])
    prompt = studio.window.prompt.rows["prompt"]
    prompt.set_value("a large wooden door slams in an old empty church while heavy rain falls on stone outside " * 4)
    camera.pause(0.8)
    yield "prompt-too-long"
    prompt.set_value("footsteps on gravel")
    studio.window.prompt.rows["variation_of"].set_value("")
