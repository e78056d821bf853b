"""The menus, made from the table of commands: the menu bar, and the menu of one take."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from ditone.gui.commands.command_set import CommandSet, title
from ditone.gui.commands.table import BY_ID, When
from ditone.gui.i18n.translate import marked, tr

LINE, DOCKS = "-", "docks"  # a separator; the window's own actions for its docks
MENU_BAR = (
    (
        marked("&File"),
        (
            "open-folder",
            "models",
            "get-models",
            LINE,
            "export",
            "make-batch",
            "script",
            LINE,
            "autoplay",
            "settings",
            LINE,
            "quit",
        ),
    ),
    (marked("&Edit"), ("undo", "redo")),
    (marked("&Take"), ("variations", "between", LINE, "recall", "export", LINE, "pin", "seam")),
    (marked("&View"), (DOCKS, "reset-layout", LINE, "theme-dark", "theme-light", "theme-system", LINE, "view", "fit", "zoom")),
    (marked("&Help"), ("sheet", "about")),
)
RECALL_MENU = ("take-recall", "take-recall-but-seed", "take-recall-seed")
LANE_MENU = (
    *RECALL_MENU,
    LINE,
    "take-variations",
    "take-use-as-source",
    "take-export",
    LINE,
    "take-copy-file",
    "take-copy-path",
    "take-copy-command",
    "take-show-in-folder",
)


def list_menu(starred: bool) -> tuple[str, ...]:
    """The commands of a row of the takes list."""
    star = "take-unstar" if starred else "take-star"
    return (
        "take-play",
        "take-to-lane",
        LINE,
        *RECALL_MENU,
        LINE,
        "take-variations",
        "take-export",
        star,
        "take-rename",
        "take-delete",
    )


def fill_menu_bar(bar: QMenuBar, commands: CommandSet, docks: Sequence[QAction]) -> None:
    """Puts every menu into the bar. `docks`: the actions that show and hide the docks."""
    for words, entries in MENU_BAR:
        menu = bar.addMenu(tr(words))
        for entry in entries:
            if entry == LINE:
                menu.addSeparator()
            elif entry == DOCKS:
                menu.addActions(list(docks))
            else:
                menu.addAction(commands.action(entry))


class TakeMenu(QMenu):
    """Commands about one take, which `take` gives when one of them is chosen."""

    def __init__(
        self, commands: CommandSet, ids: Sequence[str], take: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._commands, self._take = commands, take
        for id_ in ids:
            if id_ == LINE:
                self.addSeparator()
            elif BY_ID[id_].when is not When.VARIABLE or commands.possible(id_):  # a model that cannot does not offer it
                action = self.addAction(title(BY_ID[id_]))
                action.setData(id_)
                action.setEnabled(commands.possible(id_))
        self.triggered.connect(self._on_triggered)

    def _on_triggered(self, action: QAction) -> None:
        take = self._take()
        if take is not None:
            self._commands.run(str(action.data()), take)


def popup_menu(commands: CommandSet, ids: Sequence[str], take: object, parent: QWidget) -> TakeMenu:
    """A menu about a take that frees itself when it closes; to be opened with `popup`."""
    menu = TakeMenu(commands, ids, lambda: take, parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
