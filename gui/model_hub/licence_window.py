"""The text of a model's licence, fetched when somebody wants to read it before the download."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from ditone.runtime.printable import storable


class LicenceWindow(QDialog):
    """Shows name -> text, one below the other, as plain text."""

    def __init__(self, title: str, texts: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Licence of {title}").format(title=title))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Text of the licence"))
        parts = texts.items() if len(texts) > 1 else [("", text) for text in texts.values()]
        self.text.setPlainText("\n\n".join(f"{name}\n{'=' * len(name)}\n\n{storable(text)}".strip() for name, text in parts))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text)
        layout.addWidget(self.buttons)
        self.resize(680, 560)
