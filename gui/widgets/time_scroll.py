"""The scroll bar of the time line: there when only a part is in view. Its place is kept, so that zooming moves nothing else."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollBar, QWidget

from ditone.gui.i18n.translate import tr
from ditone.gui.widgets.timeline import TimelineState

STEPS = 100_000  # of the whole time line


class TimeScrollBar(QScrollBar):
    """Follows and moves the view."""

    def __init__(self, timeline: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.timeline = timeline
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Part of the sound in view"))
        timeline.view_changed.connect(self._follow)
        self.valueChanged.connect(self._move)
        self._follow()

    def _follow(self) -> None:
        start, end = self.timeline.view
        whole = self.timeline.duration_s
        page = max(1, round((end - start) / whole * STEPS))
        self.blockSignals(True)
        self.setRange(0, STEPS - page)
        self.setPageStep(page)
        self.setSingleStep(max(1, page // 10))
        self.setValue(round(start / whole * STEPS))
        self.blockSignals(False)
        self.setVisible(page < STEPS and not self.timeline.empty)

    def _move(self, value: int) -> None:
        start = value / STEPS * self.timeline.duration_s
        self.timeline.scroll(start - self.timeline.view[0])
