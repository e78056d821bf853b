"""Menus and keyboard of the main window in one table, so that the shortcut sheet shows exactly what works."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from gui.actions import Shortcut, install
from gui.theme import style

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.takes import TakeEntry


def tr(text: str) -> str:
    return QCoreApplication.translate("Menus", text)


def shortcuts(window: MainWindow, keys: LaneKeys) -> list[Shortcut]:
    """Everything the keyboard does, in the order of the shortcut sheet."""
    make, play, view, go = tr("Make"), tr("Play"), tr("Look"), tr("Go to")
    return [
        Shortcut(make, tr("Generate"), "Ctrl+Return|Ctrl+Enter", window.generate_from_keyboard),
        Shortcut(make, tr("Cancel the running take"), "Esc", window.escape),
        Shortcut(make, tr("Recall the take's settings"), "R", window.recall_current),
        Shortcut(make, tr("Export the take"), "E", window.export_current),
        Shortcut(make, tr("Make the selected part anew"), "I", window.sources.inpaint_selection),
        Shortcut(make, tr("Pin the lane that is heard"), "P", window.lanes.toggle_pin),
        Shortcut(play, tr("Play or pause"), "Space", keys.toggle),
        Shortcut(play, tr("Hear a take of the last batch"), "1|…|9", None),
        *(Shortcut(play, f"batch {n}", str(n), partial(window.hear_of_batch, n), listed=False) for n in range(1, 10)),
        Shortcut(play, tr("Hear the other lane, while a lane has the focus"), "Tab", None),
        Shortcut(play, tr("Loop"), "L", keys.loop),
        Shortcut(play, tr("Hear the difference A − B"), "D", window.lanes.toggle_difference),
        Shortcut(play, tr("Level match"), "M", keys.match),
        Shortcut(play, tr("Start"), "Home", keys.home),
        Shortcut(play, tr("End"), "End", keys.end),
        Shortcut(play, tr("Back 0.1 s"), "Left", keys.left),
        Shortcut(play, tr("Forward 0.1 s"), "Right", keys.right),
        Shortcut(play, tr("Back 1 s"), "Shift+Left", keys.far_left),
        Shortcut(play, tr("Forward 1 s"), "Shift+Right", keys.far_right),
        Shortcut(play, tr("One sample back"), ",", keys.sample_left),
        Shortcut(play, tr("One sample forward"), ".", keys.sample_right),
        Shortcut(view, tr("Waveform, spectrogram or both"), "S", keys.view),
        Shortcut(view, tr("Fit"), "F", keys.fit),
        Shortcut(view, tr("Zoom to the selection"), "Z", keys.zoom),
        Shortcut(go, tr("Prompt"), "Ctrl+L", window.prompt.focus_prompt),
        Shortcut(go, tr("Search takes"), "Ctrl+F", window.takes.focus_search),
        Shortcut(go, tr("Next area"), "F6", window.next_area),
        Shortcut(go, tr("Previous area"), "Shift+F6", window.previous_area),
        Shortcut(go, tr("This sheet"), "F1", window.show_shortcuts),
    ]


def sheet_rows(table: list[Shortcut]) -> list[tuple[str, str, str]]:
    """(group, words, keys) for the shortcut sheet."""
    return [(s.group, s.words, s.keys) for s in table if s.listed]


class LaneKeys(QObject):
    """What single keys do to the lanes; all of them do nothing before the lanes exist."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._area = window.lanes

    def toggle(self) -> None:
        if self._area.player is not None:
            self._area.player.toggle()

    def loop(self) -> None:
        if self._area.player is not None:
            self._area.player.set_loop(not self._area.player.loop)

    def match(self) -> None:
        if self._area.transport is not None:
            self._area.transport.match.click()

    def home(self) -> None:
        self._to(0.0)

    def end(self) -> None:
        if self._area.timeline is not None:
            self._to(self._area.timeline.duration_s)

    def left(self) -> None:
        self._by(-0.1)

    def right(self) -> None:
        self._by(0.1)

    def far_left(self) -> None:
        self._by(-1.0)

    def far_right(self) -> None:
        self._by(1.0)

    def sample_left(self) -> None:
        self._by_sample(-1)

    def sample_right(self) -> None:
        self._by_sample(1)

    def view(self) -> None:
        if self._area.timeline is not None:
            self._area.timeline.cycle_mode()

    def fit(self) -> None:
        if self._area.timeline is not None:
            self._area.timeline.fit()

    def zoom(self) -> None:
        if self._area.timeline is not None:
            self._area.timeline.zoom_to_selection()

    def _by_sample(self, count: int) -> None:
        if self._area.timeline is not None:
            self._by(count / self._area.timeline.rate)

    def _by(self, seconds: float) -> None:
        if self._area.timeline is not None:
            self._to(self._area.timeline.playhead_s + seconds)

    def _to(self, seconds: float) -> None:
        player, timeline = self._area.player, self._area.timeline
        if player is not None and timeline is not None:
            seconds = min(max(seconds, 0.0), timeline.duration_s)
            player.seek(seconds)
            timeline.set_playhead(seconds)
            timeline.reveal(seconds)


def build(window: MainWindow) -> list[Shortcut]:
    """Installs menus and shortcuts; the table of the latter."""
    table = shortcuts(window, LaneKeys(window))
    actions = install(window, table)
    bar = window.menuBar()
    file = bar.addMenu(tr("&File"))
    _add(file, tr("Choose a model folder…"), window.opening.choose_folder, "Ctrl+O")
    _add(file, tr("Models…"), window.opening.open_models)
    file.addSeparator()
    file.addAction(actions[tr("Export the take")])
    file.addSeparator()
    autoplay = _add(file, tr("Play new takes at once"), None)
    autoplay.setCheckable(True)
    autoplay.setChecked(window.settings.flag("sound/autoplay"))
    autoplay.toggled.connect(window.set_autoplay)
    file.addSeparator()
    _add(file, tr("Quit"), window.close, "Ctrl+Q")
    view = bar.addMenu(tr("&View"))
    for dock in (window.prompt_dock, window.takes_dock, window.activity_dock):
        view.addAction(dock.toggleViewAction())
    _add(view, tr("Reset layout"), window.reset_layout)
    view.addSeparator()
    _add_themes(view, window)
    view.addSeparator()
    for words in (tr("Waveform, spectrogram or both"), tr("Fit"), tr("Zoom to the selection")):
        view.addAction(actions[words])
    help_menu = bar.addMenu(tr("&Help"))
    _add(help_menu, tr("Keyboard shortcuts"), window.show_shortcuts)
    _add(help_menu, tr("About Ditone"), window.show_about)
    return table


def lane_menu(window: MainWindow, entry: TakeEntry) -> QMenu:
    """The menu behind a lane's "more" button."""
    menu = window.popup_menu()
    wishes = EntryWishes(window, entry, menu)
    _add(menu, tr("Recall all settings"), wishes.recall)
    _add(menu, tr("Recall all but the seed"), wishes.recall_but_seed)
    _add(menu, tr("Recall the seed only"), wishes.recall_seed)
    menu.addSeparator()
    _add(menu, tr("Use as source"), wishes.use_as_source)
    _add(menu, tr("Export…"), wishes.export)
    return menu


class EntryWishes(QObject):
    """Menu actions about one take; lives as long as its menu."""

    def __init__(self, window: MainWindow, entry: TakeEntry, menu: QMenu) -> None:
        super().__init__(menu)
        self._window, self._entry = window, entry

    def recall(self) -> None:
        self._window.recall(self._entry, "all")

    def recall_but_seed(self) -> None:
        self._window.recall(self._entry, "all but seed")

    def recall_seed(self) -> None:
        self._window.recall(self._entry, "seed only")

    def use_as_source(self) -> None:
        self._window.sources.use(self._entry)

    def export(self) -> None:
        self._window.export(self._entry)


def _add_themes(menu: QMenu, window: MainWindow) -> None:
    group = QActionGroup(window)
    names = {"dark": tr("Dark"), "light": tr("Light"), "system": tr("As the system")}
    chosen = window.settings.text("theme", "dark")
    for theme in style.THEMES:
        action = menu.addAction(names[theme])
        action.setCheckable(True)
        action.setChecked(theme == chosen)
        action.setData(theme)
        group.addAction(action)
    group.triggered.connect(window.theme_chosen)


def _add(menu: QMenu, words: str, run: object, keys: str = "") -> QAction:
    action = menu.addAction(words)
    if run is not None:
        action.triggered.connect(run)
    if keys:
        action.setShortcut(QKeySequence(keys))
    return action
