"""The takes list, the export panel, dialogs, menus, the model panel and a model with voices."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from ditone.gui.engine.status import State
from ditone.gui.panels.export_panel import ExportPanel
from tests.bench.screenshots.camera import Camera

CASES = Path(__file__).resolve().parents[2] / "reference" / "cases"


def takes(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    if studio.comparison is not None:
        studio.window.results.setCurrentWidget(studio.window.takes)
    takes = studio.window.takes
    camera.click(takes.list.viewport(), takes.list.visualRect(takes.model.index(0)).center())
    camera.key(Qt.Key.Key_Asterisk, takes.list)
    camera.key(Qt.Key.Key_Down, takes.list)
    camera.key(Qt.Key.Key_Down, takes.list, Qt.KeyboardModifier.ShiftModifier)
    camera.key(Qt.Key.Key_Delete, takes.list)
    yield "undo-bar"
    takes.search.setText("gravel bears")
    yield "takes-no-match"
    takes.search.clear()
    camera.wait(lambda: takes.model.rowCount() > 0)
    camera.click(takes.list.viewport(), takes.list.visualRect(takes.model.index(0)).center())
    takes.list.customContextMenuRequested.emit(takes.list.visualRect(takes.model.index(0)).center())
    camera.pause()
    yield "takes-menu"
    _close_popups(camera)
    camera.click(takes.recall)
    yield "recall-menu"
    _close_popups(camera)
    camera.click(studio.window.lanes.lanes["A"].buttons["more"])
    yield "lane-menu"
    _close_popups(camera)
    camera.click(takes.undo)


def export(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    camera.click(studio.window.takes.export)
    camera.wait(lambda: studio.window.findChild(ExportPanel) is not None)
    panel = studio.window.findChild(ExportPanel)
    assert panel is not None
    with tempfile.TemporaryDirectory() as home:
        panel.folder.setText(home)
        yield "export"
        panel.gain.setCurrentIndex(1)
        panel.format.setCurrentIndex(2)
        camera.click(panel.export)
        camera.wait(lambda: panel.reveal.isVisible())
        yield "export-written"
    camera.click(panel.close_button)


def dialogs(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    for name, show in (("shortcuts", studio.show_shortcuts), ("about", studio.show_about)):
        show()
        camera.pause()
        yield name
        for dialog in studio.window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        camera.pause(0.1)
    for menu in studio.window.menuBar().findChildren(QMenu):
        if menu.title() == "&View":
            menu.popup(
                studio.window.menuBar().mapToGlobal(studio.window.menuBar().actionGeometry(menu.menuAction()).bottomLeft())
            )
            yield "view-menu"
            menu.close()


def model_panel(camera: Camera) -> Iterator[str]:
    studio = camera.studio
    camera.click(studio.window.bar.chip)
    yield "model-panel"
    studio.window.model_panel.close()
    names = {info.model for info in studio.engine.models}
    if "mini-voice" in names:
        studio.engine.choose_model("mini-voice")
        camera.wait(lambda: studio.engine.info is not None and studio.engine.info.model == "mini-voice")
        camera.wait(lambda: studio.engine.loaded is not None and studio.engine.status.state is State.READY)
        yield "mini-voice"
        camera.click(studio.window.bar.chip)
        yield "model-panel-mini-voice"
        studio.window.model_panel.close()


def voice(camera: Camera) -> Iterator[str]:
    """A model that speaks with a reference voice; its folder holds random weights."""
    studio = camera.studio
    studio.engine.choose_model(str(CASES / "cosyvoice3" / "model"))
    camera.wait(lambda: studio.engine.info is not None and studio.engine.info.family == "cosyvoice3")
    camera.wait(lambda: studio.engine.status.state in (State.READY, State.FAILED, State.INCOMPLETE))
    yield "voice"
    bar = studio.window.prompt.scroll_area.verticalScrollBar()
    bar.setValue(bar.maximum())
    yield "voice-scrolled"


def script(camera: Camera) -> Iterator[str]:
    """A script that is spoken by the built-in voice, and one more take of a line."""
    studio = camera.studio
    studio.engine.choose_model("mini-voice")
    camera.wait(lambda: studio.engine.loaded is not None and studio.engine.loaded.info.model == "mini-voice")
    camera.action("script").trigger()
    window = studio.scripts.window
    assert window is not None
    window.text.setPlainText("Good morning, and welcome aboard.\nIt is 7:30 a.m.\nMind the gap, please.")
    yield "script"
    camera.click(window.make)
    camera.wait(lambda: window.make.isVisible() and all(line.takes for line in window.table.rows.lines))
    window.table.selectRow(1)
    camera.click(window.retake)
    camera.wait(lambda: window.make.isVisible() and window.takes.count() == 2)
    yield "script-made"
    window.close()


def _close_popups(camera: Camera) -> None:
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
        camera.pause(0.05)
