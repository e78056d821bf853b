"""The model panel, folded out under the model chip: choose a model, read what it is, pick device and precision, give memory back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.i18n.family_words import translate_model
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.panels.controls import divider, height_at
from ditone.gui.widgets.plain_text import PlainLabel, plain_tip
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import EngineSettings, Request

if TYPE_CHECKING:
    from ditone.gui.engine.events import LoadedFacts
    from ditone.runtime.devices import Device
    from ditone.runtime.registry import ModelInfo

MODEL = Qt.ItemDataRole.UserRole
MARGIN, LEAST_FACTS = 16, 120  # to the screen's edge; pixels of facts that are always in sight


class ModelPanel(QFrame):
    """A popup. `model_chosen` carries a built-in name or a folder path."""

    model_chosen = Signal(str)
    folder_wanted = Signal()
    more_wanted = Signal()
    engine_chosen = Signal(object)  # EngineSettings
    unload_wanted = Signal()
    convert_wanted = Signal(bool)  # True begins, False stops

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("role", "popup")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(680)
        self.setAccessibleName(self.tr("Models"))
        self._info: ModelInfo | None = None
        self._engine = EngineSettings()
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Built-in and recent models"))
        self.list.setFixedWidth(210)
        self.list.itemActivated.connect(self._on_activated)
        self.list.itemClicked.connect(self._on_activated)
        self.choose = QPushButton(self.tr("Choose a model folder…"))
        self.choose.clicked.connect(self._on_choose)
        self.more = QPushButton(self.tr("Get models…"))
        self.more.clicked.connect(self._on_more)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addWidget(self.choose)
        left.addWidget(self.more)
        self.title = PlainLabel()
        self.title.setProperty("role", "title")
        self.title.setWordWrap(True)
        told = QWidget()
        told.setObjectName("clear")
        self.facts = QGridLayout(told)
        self.facts.setContentsMargins(0, 0, 0, 0)
        self.facts.setHorizontalSpacing(12)
        self.facts.setVerticalSpacing(4)
        self.facts.setColumnStretch(1, 1)
        self.device = Choice()
        self.device.setAccessibleName(self.tr("Device"))
        self.precision = Choice()
        self.precision.setAccessibleName(self.tr("Precision"))
        self.device.activated.connect(self._on_engine)
        self.precision.activated.connect(self._on_engine)
        engine = QFormLayout()
        engine.setHorizontalSpacing(12)
        engine.setVerticalSpacing(6)
        engine.addRow(self.tr("Device"), self.device)
        engine.addRow(self.tr("Precision"), self.precision)
        self.unload = QPushButton(self.tr("Unload"))
        self.unload.setToolTip(self.tr("Give the model's memory back; the next take loads it again"))
        self.unload.clicked.connect(self.unload_wanted)
        self.state = PlainLabel()
        self.state.setProperty("role", "dim")
        self.convert = QPushButton()
        self.convert.setToolTip(self.tr("Write the weights again as safetensors, which open faster; nothing is deleted"))
        self.convert.clicked.connect(self._on_convert)
        self._converts = False
        self.show_converting(False, None)
        bottom = QHBoxLayout()
        bottom.addWidget(self.state, 1)
        bottom.addWidget(self.convert)
        bottom.addWidget(self.unload)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.title)
        self.facts_area = QScrollArea()
        self.facts_area.setProperty("role", "clear")
        self.facts_area.setFrameShape(QFrame.Shape.NoFrame)
        self.facts_area.setWidgetResizable(True)
        self.facts_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.facts_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.facts_area.setWidget(told)
        right.addWidget(self.facts_area, 1)
        right.addWidget(divider())
        right.addLayout(engine)
        right.addLayout(bottom)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(16)
        layout.addLayout(left)
        layout.addLayout(right, 1)
        self.show_loaded(None)

    def fill(self, models: tuple[ModelInfo, ...], recent: list[str], devices: tuple[Device, ...], engine: EngineSettings) -> None:
        """Lists models and devices. Recent folders that are gone are left out."""
        self._engine = engine
        self.list.clear()
        for info in models:
            self._add(info.title, info.model, self.tr("Built in"))
        builtin = {info.model for info in models}
        for model in recent:
            if model not in builtin and Path(model).is_dir():
                self._add(Path(model).name, model, model)
        self.device.clear()
        self.device.addItem(self.tr("Automatic"), "auto")
        for device in devices:
            self.device.addItem(device.title, device.name)
        self.device.setCurrentIndex(max(0, self.device.findData(engine.device)))
        self._mark_current()

    def show_model(self, info: ModelInfo | None, request: Request | None = None) -> None:
        """Facts of the current model; `request` gives the expected peak memory."""
        self._info = info
        while (item := self.facts.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()  # else one that was never shown would be shown in a moment, as a window of its own
                old.setParent(None)
                old.deleteLater()
        self.title.setText(info.title if info else self.tr("No model is chosen"))
        if info is None:
            return
        info = translate_model(info)
        rows = [
            (self.tr("Family"), f"{info.family.replace('_', ' ')}, {info.variant}"),
            (self.tr("Parameters"), f"{info.parameters / 1e6:,.1f} M" if info.parameters else ""),
            (self.tr("On disk"), f"{info.size_bytes / 1e6:,.1f} MB" if info.size_bytes else ""),
            (
                self.tr("Sound"),
                f"{info.sample_rate_hz / 1000:g} kHz, " + (self.tr("stereo") if info.channels == 2 else self.tr("mono")),
            ),
            (self.tr("Licence"), f"{info.licence}. {info.licence_note}".strip()),
            (self.tr("Memory"), self._memory_words(info, request)),
            (self.tr("Automatic precision"), self._precision_words(info)),
            (self.tr("Limits"), " ".join(map(translate_sentence, info.limits))),
            (
                self.tr("Files"),
                "\n".join(f"{f.name}: {f.role}" + ("" if f.present else self.tr(" (missing)")) for f in info.files[:8]),
            ),
        ]
        for name, text in rows:
            if text:
                value = PlainLabel(text)
                value.setWordWrap(True)
                value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                label = PlainLabel(name)
                label.setProperty("role", "dim")
                row = self.facts.rowCount()
                self.facts.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
                self.facts.addWidget(value, row, 1, Qt.AlignmentFlag.AlignTop)
        self.precision.clear()
        self.precision.addItem(self.tr("Automatic"), "auto")
        for name in info.precisions:
            self.precision.addItem(name, name)
        self.precision.setCurrentIndex(max(0, self.precision.findData(self._engine.precision)))
        self._mark_current()

    def show_loaded(self, facts: LoadedFacts | None) -> None:
        """Whether the current model is loaded, where and how."""
        text = (
            self.tr("Loaded on {device} in {precision}").format(device=facts.device, precision=facts.precision)
            if facts
            else self.tr("Not loaded")
        )
        self.state.setText(text)
        self.unload.setEnabled(facts is not None)

    def fit(self) -> None:
        """As tall as its facts need at its width, as far as the screen goes; what is longer than that is scrolled to."""
        layout, screen = self.layout(), self.screen()
        if layout is None or screen is None:
            return
        layout.activate()
        self.facts_area.setMinimumHeight(0)
        around = layout.totalMinimumSize().height()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)  # which may be there until there is room
        wanted = height_at(self.facts, self.facts_area.width() - bar) + 4
        room = screen.availableGeometry().bottom() - self.y() - around - MARGIN
        self.facts_area.setMinimumHeight(max(min(wanted, room), LEAST_FACTS))
        self.resize(self.width(), layout.totalMinimumSize().height())

    def show_converting(self, offered: bool, share: float | None) -> None:
        """Whether the model's weights can be converted, and how far a conversion is (0 to 1) while one runs."""
        self._converts = share is not None
        self.convert.setVisible(offered or self._converts)
        if share is None:
            self.convert.setText(self.tr("Convert to safetensors…"))
        else:
            self.convert.setText(self.tr("Converting {percent} %: stop").format(percent=int(100 * share)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()

    def _memory_words(self, info: ModelInfo, request: Request | None) -> str:
        if info.peak_memory_mib is None or request is None:
            return ""
        return self.tr("about {mib} MiB at its peak with the present settings").format(
            mib=f"{info.peak_memory_mib(request):,.0f}"
        )

    def _precision_words(self, info: ModelInfo) -> str:
        from ditone.runtime import precision

        try:
            return precision.automatic(info, self._engine.device) if len(info.precisions) > 1 else ""
        except BadRequest:  # a device of the settings that is gone
            return ""

    def _add(self, title: str, model: str, note: str) -> None:
        item = QListWidgetItem(f"{title}\n{note}")
        item.setData(MODEL, model)
        item.setToolTip(plain_tip(note))
        self.list.addItem(item)

    def _mark_current(self) -> None:
        for i in range(self.list.count()):
            item = self.list.item(i)
            if self._info is not None and item.data(MODEL) == self._info.model:
                self.list.setCurrentItem(item)

    def _on_activated(self, item: QListWidgetItem) -> None:
        model = str(item.data(MODEL))
        if self._info is None or model != self._info.model:
            self.model_chosen.emit(model)
        self.close()

    def _on_choose(self) -> None:
        self.close()
        self.folder_wanted.emit()

    def _on_more(self) -> None:
        self.close()
        self.more_wanted.emit()

    def _on_convert(self) -> None:
        stops = self._converts
        if not stops:
            self.close()  # a question follows
        self.convert_wanted.emit(not stops)

    def _on_engine(self) -> None:
        self._engine = replace(self._engine, device=str(self.device.currentData()), precision=str(self.precision.currentData()))
        self.engine_chosen.emit(self._engine)
