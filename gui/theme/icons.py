"""Our own line icons: SVG files of 24 x 24 units drawn in `currentColor`, rendered sharp at every size and in the theme's colours.

An icon belongs to a button or action by name (`set_icon`), so that `refresh` can redraw them all when the theme changes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QByteArray, QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from ditone.gui.theme import palettes

FOLDER = Path(__file__).with_name("icons")
SIZES = (16, 20, 24, 32, 48)
NAME, ROLE = "ditoneIcon", "ditoneIconRole"


class _HasIcon(Protocol):
    def setIcon(self, icon: QIcon) -> None: ...

    def setProperty(self, name: str, value: object) -> bool: ...


def names() -> list[str]:
    """All icon names."""
    return sorted(path.stem for path in FOLDER.glob("*.svg") if not path.stem.startswith("indicator"))


def icon(name: str, role: str = "text") -> QIcon:
    """The icon in the colour of `role`. Raises FileNotFoundError for an unknown name."""
    source = (FOLDER / f"{name}.svg").read_text()
    colors = palettes.current()
    faint = palettes.mixed(colors.dim, colors.panel, 0.5)
    result = QIcon()
    for color, mode in ((getattr(colors, role), QIcon.Mode.Normal), (faint, QIcon.Mode.Disabled)):
        renderer = QSvgRenderer(QByteArray(source.replace("currentColor", color).encode()))
        for size in SIZES:
            result.addPixmap(_pixmap(renderer, size), mode)
    return result


def _pixmap(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def set_icon(target: _HasIcon, name: str, role: str = "text") -> None:
    """Gives a button or action the icon, and again after each change of theme."""
    target.setProperty(NAME, name)
    target.setProperty(ROLE, role)
    target.setIcon(icon(name, role))


class Sign(QLabel):
    """An icon to look at, `size` logical pixels, in the colour of `role`; it follows the theme."""

    def __init__(self, name: str, role: str, size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._role, self._size = name, role, size
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        self.setPixmap(icon(self._name, self._role).pixmap(QSize(self._size, self._size), self.devicePixelRatioF()))


def refresh(root: QObject) -> None:
    """Redraws the icons of every button and action under `root` in the current colours."""
    targets: list[QAbstractButton | QAction] = [*root.findChildren(QAbstractButton), *root.findChildren(QAction)]
    for target in targets:
        name = target.property(NAME)
        if name:
            target.setIcon(icon(str(name), str(target.property(ROLE))))
