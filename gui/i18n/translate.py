"""The one home of translating outside of widget classes, which use their own `self.tr`."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """A text of the window in the user's language; as it is where nobody has translated it."""
    return QCoreApplication.translate("Ditone", text)


def translated(context: str, text: str) -> str:
    """A text that is collected under a context of its own: of the families, the catalogue, the engine's sentences."""
    return QCoreApplication.translate(context, text) if text else ""


def marked(text: str) -> str:
    """A text of a table that `tr` will get; marked here so that it is found when texts are collected."""
    return text
