"""The centre of the window: the lanes, and the pages of the comparison that lie over them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget


class PageStack(QStackedWidget):
    """The first page is always there. `removed` carries a page that will not come back; `returned`: the first page is shown again."""

    removed = Signal(object)  # QWidget
    returned = Signal()

    def __init__(self, first: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.addWidget(first)

    def show_page(self, page: QWidget) -> None:
        """Lays a page over the first one."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self.setCurrentWidget(page)

    def close_page(self) -> None:
        """Back to the first page; the other one stays, to be shown again."""
        self.setCurrentIndex(0)
        self.returned.emit()

    def discard(self, page: QWidget) -> None:
        """Removes a page that another takes the place of."""
        self.removed.emit(page)
        self.removeWidget(page)
        page.deleteLater()
