"""The wheel over a control without the focus changes nothing, in every panel and dialog and with the controls of every family."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QApplication, QComboBox, QScrollBar, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from ditone.gui.panels.file_rows import row_for
from ditone.gui.studio import Studio
from ditone.runtime import registry
from ditone.runtime.installation import sample_folders

CONTROLS = (QComboBox, QAbstractSpinBox, QAbstractSlider, QTabBar)


def controls(root: QWidget) -> list[QWidget]:
    """Everything below a widget whose value a wheel could change; scroll bars are made for it."""
    return [w for kind in CONTROLS for w in root.findChildren(kind) if not isinstance(w, QScrollBar)]


def value(control: Any) -> object:
    return control.currentIndex() if isinstance(control, QComboBox | QTabBar) else control.value()


def turn_wheel(control: QWidget) -> None:
    middle = QPointF(control.rect().center())
    for notches in (120, -120, -120):
        event = QWheelEvent(
            middle,
            QPointF(control.mapToGlobal(middle.toPoint())),
            QPoint(),
            QPoint(0, notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(control, event)


def unmoved(root: QWidget) -> int:
    found = controls(root)
    before = [value(control) for control in found]
    for control in found:
        assert control.focusPolicy() & Qt.FocusPolicy.WheelFocus != Qt.FocusPolicy.WheelFocus, control.accessibleName()
        if not control.hasFocus():
            turn_wheel(control)
    assert [value(control) for control in found] == before
    return len(found)


def test_scrolling_over_the_window_and_the_settings_changes_no_value(studio: Studio, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: studio.built)
    assert unmoved(studio.window) > 8
    studio.show_settings()
    assert studio.preferences is not None
    assert unmoved(studio.preferences) > 4
    studio.preferences.close()
    studio.open_models()
    assert unmoved(studio.window.model_panel) >= 2
    studio.window.model_panel.hide()


@pytest.mark.parametrize("model", [info.model for info in registry.builtin_models()])
def test_scrolling_over_the_controls_of_a_model_changes_no_value(qtbot: QtBot, model: str) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    for control in registry.resolve(model).controls:
        row_for(control).setParent(page)
    page.show()
    assert unmoved(page) > 3


@pytest.mark.parametrize("family", sorted(sample_folders.recipes()))
def test_scrolling_over_the_controls_of_a_family_changes_no_value(qtbot: QtBot, tmp_path: Path, family: str) -> None:
    sample_folders.write(sample_folders.recipes()[family], tmp_path / "model")
    page = QWidget()
    qtbot.addWidget(page)
    for control in registry.resolve(str(tmp_path / "model")).controls:
        row_for(control).setParent(page)
    page.show()
    assert unmoved(page) > 3


def test_no_part_of_the_window_uses_controls_that_follow_the_wheel() -> None:
    """Dialogs are made when they are opened; so the source says it for all of them."""
    bare = re.compile(r"(?<![A-Za-z])(QComboBox|QSpinBox|QDoubleSpinBox|QSlider|QDial|QTabWidget|QTabBar)\(\)?(?!\))")
    here = Path(__file__).parents[3] / "gui"
    own = {"quiet_wheel.py"}
    made = [
        f"{path.name}: {line.strip()}"
        for path in here.rglob("*.py")
        if path.name not in own
        for line in path.read_text(encoding="utf-8").splitlines()
        if bare.search(line) and not line.lstrip().startswith("class ")
    ]
    assert made == []
