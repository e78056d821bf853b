"""Updates: whether a newer Ditone is looked for when it starts. Off until somebody agrees, and nothing is ever fetched."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QMessageBox, QPushButton, QWidget

from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.i18n.translate import tr
from ditone.gui.preferences.page import Page
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime.installation import updates
from ditone.runtime.installation.updates import Release

if TYPE_CHECKING:
    from collections.abc import Callable

    from ditone.gui.core.settings import Settings

WANTED, AGREED, LOOKED = "updates/look_at_start", "updates/agreed", "updates/looked_at"
DAY_S = 24 * 3600


class UpdatesPage(Page):
    """The first contact is asked for, by the check box as by the button."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Updates"), parent)
        self._settings = settings
        self._background = Background(self)
        self.wanted = QCheckBox(self.tr("Look for a new version when Ditone starts, at most once a day"))
        self.wanted.setChecked(settings.flag(WANTED))
        self.look = QPushButton(self.tr("Look now"))
        self.state = PlainLabel()
        self.state.setWordWrap(True)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        note = self.tr(
            "{host} is asked for the number of the newest version. Nothing about you or this machine is sent, nothing is fetched."
        )
        self.add(self.tr("New versions"), self.wanted, note.format(host=updates.host()))
        self.form.addRow("", self.look)
        self.form.addRow("", self.state)
        self.column.addStretch(1)
        self.wanted.clicked.connect(self._on_wanted)
        self.look.clicked.connect(self._on_look)

    def refresh(self) -> None:
        """Shows what is set."""
        self.wanted.setChecked(self._settings.flag(WANTED))

    def _on_wanted(self, on: bool) -> None:
        if on and not self._settings.flag(AGREED):
            self.wanted.setChecked(False)
            self._ask(partial(self._want, True))
        else:
            self._want(on)

    def _want(self, on: bool) -> None:
        self._settings.set(WANTED, on)
        self.wanted.setChecked(on)

    def _on_look(self) -> None:
        if self._settings.flag(AGREED):
            self._look()
        else:
            self._ask(self._look)

    def _ask(self, then: Callable[[], None]) -> None:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("Ask {host} for the number of the newest version?").format(host=updates.host()))
        box.setInformativeText(
            self.tr(
                "Ditone has not asked anybody so far. The host learns your network address, as with every web page, and nothing else."
            )
        )
        box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
        box.setDefaultButton(QMessageBox.StandardButton.No)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.finished.connect(partial(self._on_answer, then))
        box.open()

    def _on_answer(self, then: Callable[[], None], answer: int) -> None:
        if answer == QMessageBox.StandardButton.Yes.value:
            self._settings.set(AGREED, True)
            then()

    def _look(self) -> None:
        self.look.setEnabled(False)
        self.state.setText(self.tr("Looking…"))
        self._background.run("updates", updates.newest, self._on_newest, self._on_failed)

    def _on_newest(self, release: Release) -> None:
        self.look.setEnabled(True)
        self.state.setText(sentence(release) or self.tr("This is the newest version."))

    def _on_failed(self, error: Exception) -> None:
        self.look.setEnabled(True)
        self.state.setText(failures.from_exception(error).text)


def sentence(release: Release) -> str:
    """What is told of a newer version; "" where this is the newest one."""
    if not updates.is_newer(release.version):
        return ""
    return tr("Ditone {version} is out: {page}. Nothing was fetched; install it as you installed this one.").format(
        version=release.version, page=release.page
    )


def look_at_start(settings: Settings, background: Background, told: Callable[[str], object]) -> bool:
    """Looks in the background where that is wanted and agreed to, and was not done today; whether it does. Trouble is told to nobody."""
    now = time.time()
    if not (settings.flag(WANTED) and settings.flag(AGREED)) or 0 <= now - settings.number(LOOKED, 0.0) < DAY_S:
        return False
    settings.set(LOOKED, now)

    def tell(release: Release) -> None:
        if words := sentence(release):
            told(words)

    background.run("updates", updates.newest, tell, lambda error: None)
    return True
