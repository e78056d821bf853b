"""What a gated repository wants, step by step, and where its read token is put in. The token goes to the keyring or stays in memory."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ditone.gui.engine import failure as failures


class TokenCard(QFrame):
    """`kept` when a token was put in. The field is emptied at once and has no memory."""

    kept = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "plain-card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._host = ""
        self.steps = QLabel()
        self.steps.setWordWrap(True)
        self.steps.setOpenExternalLinks(True)
        self.steps.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Read token"))
        self.field.setPlaceholderText(self.tr("Read token"))
        self.put = QPushButton(self.tr("Put it in and go on"))
        self.where = QLabel()
        self.where.setProperty("role", "dim")
        self.where.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.field, 1)
        row.addWidget(self.put)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self.steps)
        column.addLayout(row)
        column.addWidget(self.where)
        self.put.clicked.connect(self._on_put)
        self.field.returnPressed.connect(self._on_put)

    def ask(self, host: str, repo_id: str) -> None:
        """Shows the steps for a repository."""
        from ditone.runtime.hub import tokens

        self._host = host
        page, settings = f"https://{host}/{repo_id}", f"https://{host}/settings/tokens"
        steps = (
            self.tr("Sign in at {link} and accept the licence there.").format(link=f'<a href="{page}">{page}</a>'),
            self.tr("Make a token that may read at {link}.").format(link=f'<a href="{settings}">{settings}</a>'),
            self.tr("Put the token in here."),
        )
        self.steps.setText("<ol>" + "".join(f"<li>{step}</li>" for step in steps) + "</ol>")
        self.where.setText(
            self.tr("It is kept in this system's keyring and in no file of Ditone.")
            if tokens.has_keyring()
            else self.tr("There is no keyring here, so it is kept until Ditone ends, and in no file.")
        )
        self.show()

    def _on_put(self) -> None:
        from ditone.runtime.errors import BadRequest
        from ditone.runtime.hub import tokens

        token = self.field.text()
        self.field.clear()
        try:
            tokens.put(self._host, token)
        except BadRequest as error:
            self.where.setText(failures.from_exception(error).text)
            return
        self.hide()
        self.kept.emit()
