"""What the checks of a recording found, a line each, with a button for what mends it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime.audio.voice_checks import Finding


class VoiceFindings(QWidget):
    """`fix_wanted` carries a `voice_checks.Fix`. A fix that helps against several findings has one button, at the first of them."""

    fix_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.labels: list[QLabel] = []
        self.buttons: dict[str, QPushButton] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(4)
        self.hide()

    def show_findings(self, findings: tuple[Finding, ...]) -> None:
        """One line a finding, with a button for what mends it."""
        self.clear()
        words = {"trim": self.tr("Trim silence"), "cut": self.tr("Keep the best 30 s"), "record": self.tr("Record again")}
        for finding in findings:
            line = QWidget()
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            label = PlainLabel(finding.sentence)
            label.setProperty("role", "note")
            label.setWordWrap(True)
            row.addWidget(label, 1)
            self.labels.append(label)
            if finding.fix and finding.fix not in self.buttons:
                button = QPushButton(words[finding.fix])
                button.clicked.connect(partial(self.fix_wanted.emit, finding.fix))
                row.addWidget(button)
                self.buttons[finding.fix] = button
            self._rows.addWidget(line)
        self.setVisible(bool(findings))

    def clear(self) -> None:
        """Removes all lines."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        self.labels, self.buttons = [], {}
        self.hide()

    def sentences(self) -> list[str]:
        """What is shown."""
        return [label.text() for label in self.labels]
