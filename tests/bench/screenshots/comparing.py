"""Two takes side by side, and everything that goes on from there."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from ditone.gui.controllers.comparison_controller import ComparisonController
from tests.bench.screenshots.camera import Camera


def _comparison(camera: Camera) -> ComparisonController:
    comparison = camera.studio.comparison
    assert comparing is not None
    return comparison


def comparing(camera: Camera) -> Iterator[str]:
    studio, panel = camera.studio, _comparison(camera).panel
    lock = studio.window.prompt.rows["seed"].lock  # type: ignore[attr-defined]
    if not lock.isChecked():
        camera.click(lock)
    tabs = camera.studio.window.results
    tabs.setCurrentWidget(panel)
    yield "compare-empty"
    camera.click(panel.trace)
    camera.generate(prompt="a short metallic clang", seed=41, steps=12, duration_s=2.0)
    if not studio.window.lanes.lanes["A"].pinned:
        camera.click(studio.window.lanes.lanes["A"].buttons["pin"])
    camera.generate(prompt="a short metallic clang", seed=41, steps=6)
    if studio.window.lanes.entries["A"].take.trace is None:  # A was pinned before traces were wanted
        camera.generate(prompt="a short metallic clang", seed=41, steps=12)
    camera.wait(lambda: panel.figures is not None)
    yield "comparing"
    camera.click(panel.seed_button)
    camera.wait(lambda: panel.figures is not None and panel.figures.seed_ratio is not None)
    difference = studio.window.lanes.difference
    assert difference is not None
    camera.click(difference.fold)
    difference.gains.button(20).click()
    camera.drag(studio.window.lanes.lanes["A"].view, 0.2, 0.45)
    assert studio.window.lanes.transport is not None
    camera.click(studio.window.lanes.transport.match)
    area = panel.findChild(QScrollArea)
    assert area is not None
    camera.pause(0.6)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    yield "comparing-selection-difference"
    camera.key(Qt.Key.Key_S, studio.window.lanes.lanes["A"].view)
    yield "comparing-spectrogram"
    camera.key(Qt.Key.Key_S, studio.window.lanes.lanes["A"].view)
    yield "comparing-both-views"
    camera.key(Qt.Key.Key_S, studio.window.lanes.lanes["A"].view)
    camera.click(difference.fold)
    assert studio.window.lanes.timeline is not None
    studio.window.lanes.timeline.clear_selection()


def report(camera: Camera) -> Iterator[str]:
    comparison = _comparison(camera)
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "comparison"
        comparison.write_report(folder)
        camera.wait(lambda: any("report" in card.accessibleDescription() for card in camera.studio.window.lanes.cards.cards()))
        camera.folder.mkdir(parents=True, exist_ok=True)
        for path in [*folder.rglob("*.png"), *folder.rglob("*.md")]:
            (camera.folder / f"report-{path.name}").write_bytes(path.read_bytes())
    yield "report-written"
    for card in camera.studio.window.lanes.cards.cards():
        card.closed.emit()


def sweep(camera: Camera) -> Iterator[str]:
    from ditone.gui.compare.sweep_dialog import SweepDialog

    comparison = _comparison(camera)
    camera.click(comparison.panel.buttons["sweep"])
    dialog = camera.studio.window.findChild(SweepDialog)
    assert dialog is not None
    dialog.choose(1, "steps", "4, 8, many")
    yield "sweep-choose-wrong"
    dialog.choose(1, "steps", "2, 4, 6, 8")
    yield "sweep-choose"
    camera.click(dialog.make)
    sheet = camera.studio.sweep.sheet
    assert sheet is not None
    camera.wait(lambda: len(sheet.figures) > 4)
    yield "sweep-half"
    camera.wait(lambda: len(sheet.figures) == len(sheet.tiles))
    camera.click(sheet.tiles[5])
    camera.pause(0.3)
    yield "sweep"
    if camera.studio.window.lanes.player is not None:
        camera.studio.window.lanes.player.pause()
    camera.studio.window.pages.close_page()


def faster_setting(camera: Camera) -> Iterator[str]:
    comparison = _comparison(camera)
    camera.click(comparison.panel.buttons["faster"])
    page = camera.studio.faster_setting.page
    assert page is not None
    yield "faster-setting-before"
    page.value.setValue(0.9)
    camera.click(page.start)
    camera.wait(lambda: len(page.search.trials) >= 2 or not page.search.running)
    yield "faster-setting-searching"
    camera.wait(lambda: not page.search.running)
    yield "faster-setting"
    camera.studio.window.pages.close_page()


def tables(camera: Camera) -> Iterator[str]:
    """The takes of the list beside one of them, and the bench of the prompt panel's settings."""
    comparison = _comparison(camera)
    camera.click(comparison.panel.buttons["parity"])
    table = camera.studio.parity.page
    assert table is not None
    camera.wait(lambda: len(table.found) == len(table.entries))
    yield "parity-table"
    camera.studio.window.pages.close_page()
    camera.click(comparison.panel.buttons["bench"])
    page = camera.studio.bench.page
    assert page is not None
    page.steps.setText("8")
    page.repeats.setValue(2)
    yield "bench-before"
    camera.click(page.go)
    camera.wait(lambda: not page.running)
    yield "bench"
    camera.studio.window.pages.close_page()


def blind_test(camera: Camera) -> Iterator[str]:
    comparison = _comparison(camera)
    camera.click(comparison.panel.buttons["blind"])
    page = camera.studio.listening_test.page
    assert page is not None
    yield "blind-test-before"
    page.start_card.trials.setCurrentIndex(0)
    camera.click(page.start_card.start)
    yield "blind-test"
    camera.click(page.trial_card.keys["X"])
    yield "blind-test-heard"
    while page.test is not None and not page.test.done:
        camera.click(page.trial_card.keys["X"])
        camera.click(page.trial_card.answers["A"])
    yield "blind-test-result"
    camera.click(page.result_card.close_button)
