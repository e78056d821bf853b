"""What a screen reader is told: every control that can have the focus has a name, and sliders say their value with its unit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractSlider, QApplication, QComboBox, QMenu, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from ditone.gui.panels.controls import FoldingGroup
from ditone.gui.panels.variation_dialogs import VariationsDialog
from ditone.gui.studio import Studio
from ditone.gui.widgets import spoken_sliders
from tests.gui.window import make_take


@pytest.fixture(autouse=True)
def spoken() -> None:
    spoken_sliders.install()


def said(widget: QWidget) -> tuple[str, str]:
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None, widget
    return interface.text(QAccessible.Text.Name).strip(), interface.text(QAccessible.Text.Value).strip()


def reachable(root: QWidget) -> Iterator[QWidget]:
    """What the keyboard can reach now; scroll bars and the inner parts of Qt's own controls are spoken of by their owners."""
    for widget in root.findChildren(QWidget):
        reached = widget.isVisible() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
        if reached and not isinstance(widget, QMenu | QScrollBar) and not widget.objectName().startswith("qt_"):
            yield widget


def check(root: QWidget) -> int:
    count = 0
    for widget in reachable(root):
        name, value = said(widget)
        where = f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        assert name, f"{where} has no name"
        words = name.casefold().replace(",", " ").split()
        assert len(words) < 2 or words[0] != words[1], f'{where}: "{name}" says it twice'
        if isinstance(widget, QAbstractSlider):
            interface = QAccessible.queryAccessibleInterface(widget).valueInterface()
            assert value and float(interface.minimumValue()) <= float(interface.currentValue()) <= float(interface.maximumValue())
            assert hasattr(widget, spoken_sliders.SPOKEN), f'{where}: "{name}" says the steps of the slider'
        if isinstance(widget, QComboBox):
            assert widget.accessibleName(), f"{where} says its value and not what it is"
        count += 1
    return count


def test_every_control_of_the_window_has_a_name_and_sliders_speak_in_units(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    make_take(studio, qtbot)
    window = studio.window
    for group in window.prompt.findChildren(FoldingGroup):
        group.set_open(True)
    for tabs in (window.tabs, window.results):
        for page in range(tabs.count()):
            tabs.setCurrentIndex(page)
            QApplication.processEvents()
            assert check(window) > 30


def test_every_control_of_dialogs_has_a_name(studio: Studio, qtbot: QtBot) -> None:
    entry = make_take(studio, qtbot)
    studio.show_settings()
    dialogs = studio.preferences
    assert dialogs is not None
    for page in dialogs.pages:
        dialogs.open_page(page)
        QApplication.processEvents()
        assert check(dialogs) > 1
    dialogs.close()
    studio.open_models()
    assert check(studio.window.model_panel) > 3
    studio.window.model_panel.hide()
    near = VariationsDialog("rain", parent=studio.window)
    near.show()
    assert check(near) > 3
    near.close()
    studio.files.export(entry)
    studio.show_shortcuts()
    studio.batch_files.open()
    QApplication.processEvents()
    others = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not studio.window]
    others += [w for w in studio.window.findChildren(QWidget) if w.isWindow() and w.isVisible() and w not in others]
    assert len(others) >= 3
    for dialog in others:
        check(dialog)
        dialog.close()


def test_a_slider_says_what_is_written_beside_it(studio: Studio, qtbot: QtBot) -> None:
    row = studio.window.prompt.rows["duration_s"]
    row.set_value(2.0)
    name, value = said(row.slider)
    assert (name, value) == ("Duration", f"{row.field.textFromValue(2.0)} s")
    numbers = QAccessible.queryAccessibleInterface(row.slider).valueInterface()
    assert numbers.currentValue() == pytest.approx(2.0) and numbers.maximumValue() == pytest.approx(row.control.maximum)
    numbers.setCurrentValue(1.0)
    assert row.value() == pytest.approx(1.0)
    make_take(studio, qtbot, duration_s=1.0)
    view = studio.window.lanes.lanes["A"].view
    studio.window.lanes.timeline.set_playhead(0.5)  # type: ignore[union-attr]
    assert said(view) == ("Lane A, position", "0:00.500")
