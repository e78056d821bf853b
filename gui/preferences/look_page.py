"""Look: dark or light, how large, in which language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from ditone.gui.i18n import language
from ditone.gui.preferences.page import Page, dim, fill
from ditone.gui.widgets.quiet_wheel import Choice

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings

SIZES = (90, 100, 110, 125, 150, 175, 200)


class LookPage(Page):
    """The theme changes at once; size and language with the next start, which the page says once they differ."""

    def __init__(self, themes: QActionGroup, settings: Settings, parent: QWidget | None = None) -> None:
        """themes: the commands of the colour themes, which this page and the menu share."""
        super().__init__(self.tr("Look"), parent)
        self._themes, self._settings = themes, settings
        self.theme = Choice()
        self.scale = Choice()
        self.language = Choice()
        self.later = dim(self.tr("The new size and language show when Ditone is started again."))
        self.add(self.tr("Colours"), self.theme)
        self.add(self.tr("Size"), self.scale, self.tr("Of text, icons and spaces alike, on top of what the desktop says."))
        self.add(self.tr("Language"), self.language)
        self.form.addRow("", self.later)
        self.column.addStretch(1)
        self._at_start = self._restart_values()
        self.theme.activated.connect(self._on_theme)
        self.scale.activated.connect(self._on_size)
        self.language.activated.connect(self._on_language)
        themes.triggered.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows theme, size and language as they are."""
        themes = [(action.text(), _theme(action)) for action in self._themes.actions()]
        chosen = self._themes.checkedAction()
        fill(self.theme, themes, _theme(chosen) if chosen is not None else "dark")
        percent, code = self._restart_values()
        fill(self.scale, [(self.tr("{percent} %").format(percent=n), n) for n in SIZES], percent)
        names = {"": self.tr("As the system"), **language.NAMES}
        fill(self.language, [(name, known) for known, name in names.items()], code)
        self.later.setVisible((percent, code) != self._at_start)

    def _restart_values(self) -> tuple[int, str]:
        settings = self._settings
        return round(settings.number(language.SIZE, 100)), settings.text(language.LANGUAGE)

    def _on_theme(self) -> None:
        for action in self._themes.actions():
            if _theme(action) == self.theme.currentData():
                action.trigger()

    def _on_size(self) -> None:
        self._settings.set(language.SIZE, int(self.scale.currentData()))
        self.refresh()

    def _on_language(self) -> None:
        self._settings.set(language.LANGUAGE, str(self.language.currentData()))
        self.refresh()


def _theme(action: QAction) -> str:
    """The name of the theme that a command chooses."""
    return str(action.data()).removeprefix("theme-")
