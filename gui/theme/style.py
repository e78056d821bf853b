"""Applies a theme to the application: Fusion, our palette, a small style sheet, the system font at 10 pt with tabular figures."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication

from ditone.gui.theme import icons, palettes
from ditone.gui.theme.palettes import Colors

THEMES = ("dark", "light", "system")
CHINESE_FAMILIES = ("Noto Sans CJK SC", "Microsoft YaHei UI", "PingFang SC")


def resolve(theme: str) -> Colors:
    """The palette for "dark", "light" or "system"; a desktop that tells no scheme gets the dark one."""
    if theme == "system":
        scheme = QGuiApplication.styleHints().colorScheme()
        return palettes.LIGHT if scheme == Qt.ColorScheme.Light else palettes.DARK
    return palettes.LIGHT if theme == "light" else palettes.DARK


def apply(app: QApplication, theme: str) -> None:
    """Puts a theme on every window of `app`, icons included."""
    colors = resolve(theme)
    palettes.set_current(colors)
    app.setStyle("Fusion")
    app.setPalette(palettes.qt_palette(colors))
    app.setStyleSheet(sheet(colors))
    for window in app.topLevelWidgets():
        icons.refresh(window)


def set_font(app: QApplication, language: str = "en") -> None:
    """The system font, 10 pt, figures of equal width so that running numbers do not shake; for Chinese a family that has all of it.

    Where the first family lacks a character, Qt takes it from another one without regard to its weight.
    """
    font = QFont(app.font())
    if language.startswith("zh"):
        font.setFamilies([*CHINESE_FAMILIES, font.family()])
    font.setPointSizeF(10.0)
    if hasattr(font, "setFeature"):
        font.setFeature(QFont.Tag("tnum"), 1)
    app.setFont(font)


def sheet(colors: Colors) -> str:
    """The style sheet. Roles of widgets are told by the dynamic properties `role` and `tone`."""
    text = Path(__file__).with_name("studio.qss").read_text()
    folder = Path(icons.FOLDER).as_posix()
    values = {
        **vars(colors),
        "icons": folder,
        "a_hover": palettes.mixed(colors.a, colors.text, 0.18),
        "a_pressed": palettes.mixed(colors.a, colors.field, 0.2),
        "faint": palettes.mixed(colors.dim, colors.panel, 0.35),
        "a_soft": palettes.mixed(colors.panel, colors.a, 0.16),
        "b_soft": palettes.mixed(colors.panel, colors.b, 0.16),
        "x_soft": palettes.mixed(colors.panel, colors.x, 0.16),
        "error_soft": palettes.mixed(colors.panel, colors.error, 0.10),
    }
    for name in sorted(values, key=len, reverse=True):
        text = text.replace(f"@{name}", values[name])
    return text
