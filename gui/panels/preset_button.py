"""The preset in use, with how many controls differ from it, and the menu of the model's presets and one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QPushButton

from ditone.gui.core.user_presets import UserPresets
from ditone.gui.theme import icons
from ditone.gui.widgets.plain_text import plain_tip
from ditone.runtime.controls import Preset

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo


class PresetButton(QPushButton):
    """`chosen` carries a preset, `save_requested` the name for a new one; the others are about the preset in use."""

    chosen = Signal(object)
    reset_requested = Signal()
    save_requested = Signal(str)
    delete_requested = Signal()

    def __init__(self, user_presets: UserPresets) -> None:
        super().__init__()
        self._user_presets = user_presets
        self._info: ModelInfo | None = None
        self._preset: Preset | None = None
        self._changed = 0
        self.setAccessibleName(self.tr("Preset"))
        self.setIconSize(QSize(16, 16))
        icons.set_icon(self, "sliders")
        self.hide()
        self.presets = QMenu(self)
        self.presets.aboutToShow.connect(self._fill)
        self.setMenu(self.presets)

    def show_preset(self, info: ModelInfo | None, preset: Preset | None, changed: int) -> None:
        """Names the preset of a model, and how many controls were changed since; hidden where there is none."""
        self._info, self._preset, self._changed = info, preset, changed
        self.setVisible(preset is not None)
        if preset is not None:
            self.setText(preset.title + (self.tr(" · {count} changed").format(count=changed) if changed else ""))
            self.setToolTip(plain_tip(preset.note))

    def _fill(self) -> None:
        menu = self.presets
        menu.clear()
        if self._info is None:
            return
        own = self._user_presets.list(self._info)
        for presets in (self._info.presets, own):
            for preset in presets:
                action = menu.addAction(preset.title)
                action.setCheckable(True)
                action.setChecked(self._preset is not None and preset.name == self._preset.name)
                action.setToolTip(plain_tip(preset.note))
                action.setData(preset)
                action.triggered.connect(self._on_action)
            menu.addSeparator()
        reset = menu.addAction(self.tr("Reset all to the preset"), self.reset_requested.emit)
        reset.setEnabled(bool(self._changed))
        menu.addAction(self.tr("Save as a preset…"), self._ask_for_a_name)
        if self._preset in own:
            menu.addAction(self.tr("Delete this preset"), self.delete_requested.emit)

    def _on_action(self) -> None:
        action = self.sender()
        preset = action.data() if action is not None else None  # type: ignore[attr-defined]
        if isinstance(preset, Preset):
            self.chosen.emit(preset)

    def _ask_for_a_name(self) -> None:
        title, ok = QInputDialog.getText(self, self.tr("Save as a preset"), self.tr("Name"))
        if ok and title.strip():
            self.save_requested.emit(title.strip())
