"""What the model panel says of a model before it is loaded."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ditone.gui.panels.model_panel import ModelPanel
from ditone.runtime import devices, precision
from ditone.runtime.precision import Measured
from ditone.runtime.registry import resolve


def test_it_says_what_automatic_precision_is_with_speed_and_nearness(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "emulates", lambda device, dtype: False)
    monkeypatch.setattr(precision, "measured", lambda family, model, device: {"bfloat16": Measured(1.62, 49.2)})
    panel = ModelPanel()
    qtbot.addWidget(panel)
    info = resolve("mini-sfx")
    panel.show_model(info, info.defaults())
    texts = [label.text() for label in panel.findChildren(QLabel)]
    assert texts[texts.index("Automatic precision") + 1] == "bfloat16 (bf16: 1.6 x, 49 dB)"
