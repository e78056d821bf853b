"""Engine: on which device, in which precision and with how many CPU threads takes are made."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from ditone.gui.engine.worker import THREADS, spare_threads
from ditone.gui.preferences.gpu_support import GpuSupport
from ditone.gui.preferences.page import Page, fill
from ditone.gui.widgets.quiet_wheel import Choice, Spin

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.engine import Engine


class EnginePage(Page):
    """The same settings as the model panel's, and the threads. A change loads the model again."""

    def __init__(self, engine: Engine, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Engine"), parent)
        self._engine, self._settings = engine, settings
        self.device = Choice()
        self.precision = Choice()
        self.threads = Spin()
        self.threads.setRange(0, os.cpu_count() or 1)
        self.threads.setSpecialValueText(self.tr("Automatic ({count})").format(count=spare_threads()))
        self.threads.setKeyboardTracking(False)
        self.add(self.tr("Device"), self.device)
        self.add(self.tr("Precision"), self.precision, self.tr("Lower precision needs less memory and is faster on most GPUs."))
        self.add(self.tr("CPU threads"), self.threads, self.tr("Automatic leaves one core to the window."))
        self.gpu = GpuSupport()
        self.form.addRow(self.tr("GPU support"), self.gpu)
        self.column.addStretch(1)
        self.device.activated.connect(self._apply)
        self.precision.activated.connect(self._apply)
        self.threads.valueChanged.connect(self._apply)
        engine.engine_settings_changed.connect(self.refresh)
        engine.model_changed.connect(self.refresh)
        engine.models_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Shows the engine's settings as they are."""
        engine = self._engine
        automatic = self.tr("Automatic")
        fill(
            self.device,
            [(automatic, "auto"), *((device.title, device.name) for device in engine.devices)],
            engine.engine_settings.device,
        )
        precisions = engine.info.precisions if engine.info is not None else ()
        fill(self.precision, [(automatic, "auto"), *((name, name) for name in precisions)], engine.engine_settings.precision)
        self.gpu.refresh()
        with QSignalBlocker(self.threads):
            self.threads.setValue(int(self._settings.number(THREADS, 0)))

    def close_down(self) -> None:
        """Ends the fetching of an engine."""
        self.gpu.close_down()

    def _apply(self) -> None:
        engine = self._engine
        self._settings.set(THREADS, self.threads.value())
        engine.set_engine_settings(
            replace(
                engine.engine_settings,
                device=str(self.device.currentData()),
                precision=str(self.precision.currentData()),
                threads=self.threads.value() or spare_threads(),
            )
        )
