"""A tile of the batch strip says a loudness whole or not at all."""

from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from ditone.gui.panels.batch_strip import fitting


def test_a_loudness_loses_its_unit_before_it_loses_a_digit(qtbot: QtBot) -> None:
    metrics = QFontMetrics(QFont())
    whole, number = (metrics.horizontalAdvance(words) for words in ("−21.0 LUFS", "−21.0"))
    assert fitting("−21.0 LUFS", metrics, whole) == "−21.0 LUFS"
    assert fitting("−21.0 LUFS", metrics, whole - 1) == "−21.0"
    assert fitting("−21.0 LUFS", metrics, number) == "−21.0"
    assert fitting("−21.0 LUFS", metrics, number - 1) == ""
