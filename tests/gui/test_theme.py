import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ditone.gui.theme import icons, palettes, style
from ditone.gui.theme.palettes import DARK, LIGHT, Colors, contrast

PALETTES = [DARK, LIGHT]


@pytest.mark.parametrize("colors", PALETTES, ids=lambda colors: colors.name)
@pytest.mark.parametrize("ground", ["window", "panel", "field"])
def test_texts_are_legible(colors: Colors, ground: str) -> None:
    for role in ("text", "dim", "a", "b", "x", "ok", "warning", "error"):
        assert contrast(getattr(colors, role), getattr(colors, ground)) >= 4.5, role


@pytest.mark.parametrize("colors", PALETTES, ids=lambda colors: colors.name)
def test_outlines_selection_and_the_filled_button_are_legible(colors: Colors) -> None:
    assert contrast(colors.outline, colors.panel) >= 3.0
    assert contrast(colors.outline, colors.field) >= 3.0
    assert contrast(colors.text, colors.selection) >= 4.5
    assert contrast(colors.on_accent, colors.a) >= 4.5


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colors", PALETTES, ids=lambda colors: colors.name)
def test_the_style_sheet_has_no_unknown_colour(colors: Colors) -> None:
    assert "@" not in style.sheet(colors)


def test_every_icon_draws_something_in_the_asked_colour(qapp: QApplication) -> None:
    assert len(icons.names()) > 20
    for name in icons.names():
        image = icons.icon(name, "a").pixmap(QSize(24, 24)).toImage()
        drawn = [image.pixelColor(x, y) for x in range(24) for y in range(24) if image.pixelColor(x, y).alpha() > 100]
        assert drawn, name
        assert all(abs(c.red() - palettes.current().qcolor("a").red()) < 12 for c in drawn), name


def test_icons_follow_a_change_of_theme(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button = QPushButton(window)
    style.apply(qapp, "dark")
    icons.set_icon(button, "play")
    dark = button.icon().pixmap(QSize(24, 24)).toImage().pixelColor(11, 12)
    style.apply(qapp, "light")
    light = button.icon().pixmap(QSize(24, 24)).toImage().pixelColor(11, 12)
    style.apply(qapp, "dark")
    assert dark.name() == DARK.text
    assert light.name() == LIGHT.text
