"""The takes list, the export panel, dialogs, menus, the model panel and a model with voices."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from ditone.gui.engine.status import State
from ditone.gui.widgets.export_panel import ExportPanel
from tests.bench.screenshots.camera import Camera

CASES = Path(__file__).resolve().parents[2] / "reference" / "cases"


def takes(camera: Camera) -> Iterator[str]:
    window = camera.window
    if window.comparison is not None:
        window.comparison.tabs.setCurrentWidget(window.takes)
    takes = window.takes
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
    camera.click(window.lanes.lanes["A"].buttons["more"])
    yield "lane-menu"
    _close_popups(camera)
    camera.click(takes.undo)


def export(camera: Camera) -> Iterator[str]:
    window = camera.window
    camera.click(window.takes.export)
    camera.wait(lambda: window.findChild(ExportPanel) is not None)
    panel = window.findChild(ExportPanel)
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
    window = camera.window
    for name, show in (("shortcuts", window.show_shortcuts), ("about", window.show_about)):
        show()
        camera.pause()
        yield name
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        camera.pause(0.1)
    for menu in window.menuBar().findChildren(QMenu):
        if menu.title() == "&View":
            menu.popup(window.menuBar().mapToGlobal(window.menuBar().actionGeometry(menu.menuAction()).bottomLeft()))
            yield "view-menu"
            menu.close()


def model_panel(camera: Camera) -> Iterator[str]:
    window = camera.window
    camera.click(window.bar.chip)
    yield "model-panel"
    window.model_panel.close()
    names = {info.model for info in window.engine.models}
    if "mini-voice" in names:
        window.engine.choose_model("mini-voice")
        camera.wait(lambda: window.engine.info is not None and window.engine.info.model == "mini-voice")
        camera.wait(lambda: window.engine.loaded is not None and window.engine.status.state is State.READY)
        yield "mini-voice"
        camera.click(window.bar.chip)
        yield "model-panel-mini-voice"
        window.model_panel.close()


def voice(camera: Camera) -> Iterator[str]:
    """A model that speaks with a reference voice; its folder holds random weights."""
    window = camera.window
    window.engine.choose_model(str(CASES / "cosyvoice3" / "model"))
    camera.wait(lambda: window.engine.info is not None and window.engine.info.family == "cosyvoice3")
    camera.wait(lambda: window.engine.status.state in (State.READY, State.FAILED, State.INCOMPLETE))
    yield "voice"
    bar = window.prompt.scroll_area.verticalScrollBar()
    bar.setValue(bar.maximum())
    yield "voice-scrolled"


def _close_popups(camera: Camera) -> None:
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
        camera.pause(0.05)
