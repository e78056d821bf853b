"""What the lanes draw: waveform, spectrogram or both, and the spectrogram's frequency scale."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from ditone.gui.commands import keys
from ditone.gui.i18n.translate import marked, tr
from ditone.gui.theme import icons
from ditone.gui.widgets.timeline import MODES, TimelineState, ViewMode

WORDS: dict[ViewMode, str] = {
    "waveform": marked("Waveform"),
    "spectrogram": marked("Spectrogram"),
    "both": marked("Waveform and spectrogram"),
}


class ViewButton(QToolButton):
    """A menu of the views; the key S goes round them."""

    def __init__(self, timeline: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.timeline = timeline
        self.setProperty("role", "flat")
        self.setIconSize(QSize(18, 18))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.views = QMenu(self)
        self._modes = self._group([(tr(WORDS[mode]), mode) for mode in MODES])
        self.views.addSeparator()
        self._scales = self._group([(tr("Mel scale"), True), (tr("Linear scale"), False)])
        self.setMenu(self.views)
        self._modes.triggered.connect(self._choose_mode)
        self._scales.triggered.connect(self._choose_scale)
        timeline.mode_changed.connect(self._show)
        self._show()

    def _group(self, choices: list[tuple[str, object]]) -> QActionGroup:
        group = QActionGroup(self)
        for title, value in choices:
            action = self.views.addAction(title)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)
        return group

    def _choose_mode(self, action: QAction) -> None:
        self.timeline.set_mode(action.data())

    def _choose_scale(self, action: QAction) -> None:
        self.timeline.set_mel(action.data())

    def _show(self) -> None:
        mode = self.timeline.mode
        icons.set_icon(self, "waveform" if mode == "waveform" else "spectrogram")
        title = tr("View: {mode}").format(mode=tr(WORDS[mode]))
        keys.set_tip(self, title, "view")
        self.setAccessibleName(title)
        for action in self._modes.actions():
            action.setChecked(action.data() == mode)
        for action in self._scales.actions():
            action.setChecked(action.data() == self.timeline.mel)
            action.setEnabled(mode != "waveform")
