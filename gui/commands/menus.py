"""Menus and keyboard of the main window in one table, so that the shortcut sheet shows exactly what works."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from ditone.gui.commands import keymap, keys
from ditone.gui.commands.actions import Shortcut, install
from ditone.gui.commands.keymap import KeyMap
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import style

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.main_window import MainWindow


def shortcuts(window: MainWindow, lanes: LaneKeys) -> list[Shortcut]:
    """Everything the keyboard does, in the order of the shortcut sheet."""
    make, play, view, go = tr("Make"), tr("Play"), tr("Look"), tr("Go to")
    return [
        Shortcut("generate", make, tr("Generate"), window.generate_from_keyboard),
        Shortcut("cancel", make, tr("Cancel the running take"), window.escape),
        Shortcut("recall", make, tr("Recall the take's settings"), window.recall_current),
        Shortcut("export", make, tr("Export the take"), window.export_current),
        Shortcut("inpaint", make, tr("Make the selected part anew"), window.sources.inpaint_selection),
        Shortcut("pin", make, tr("Pin the lane that is heard"), window.lanes.toggle_pin),
        Shortcut("play", play, tr("Play or pause"), lanes.toggle),
        *(
            Shortcut(
                f"batch-{n}", play, tr("Hear take {n} of the last batch").format(n=n), partial(window.hear_of_batch, n), False
            )
            for n in range(1, 10)
        ),
        Shortcut("switch-lane", play, tr("Hear the other lane, while a lane has the focus"), None),
        Shortcut("loop", play, tr("Loop"), lanes.loop),
        Shortcut("difference", play, tr("Hear the difference A − B"), window.lanes.toggle_difference),
        Shortcut("match", play, tr("Level match"), lanes.match),
        Shortcut("start", play, tr("Start"), lanes.home),
        Shortcut("end", play, tr("End"), lanes.end),
        Shortcut("back", play, tr("Back 0.1 s"), lanes.left),
        Shortcut("forward", play, tr("Forward 0.1 s"), lanes.right),
        Shortcut("far-back", play, tr("Back 1 s"), lanes.far_left),
        Shortcut("far-forward", play, tr("Forward 1 s"), lanes.far_right),
        Shortcut("sample-back", play, tr("One sample back"), lanes.sample_left),
        Shortcut("sample-forward", play, tr("One sample forward"), lanes.sample_right),
        Shortcut("view", view, tr("Waveform, spectrogram or both"), lanes.view),
        Shortcut("fit", view, tr("Fit"), lanes.fit),
        Shortcut("zoom", view, tr("Zoom to the selection"), lanes.zoom),
        Shortcut("prompt", go, tr("Prompt"), window.prompt.focus_prompt),
        Shortcut("search", go, tr("Search takes"), window.takes.focus_search),
        Shortcut("next-area", go, tr("Next area"), window.next_area),
        Shortcut("previous-area", go, tr("Previous area"), window.previous_area),
        Shortcut("open-folder", go, tr("Choose a model folder…"), window.models.choose_folder),
        Shortcut("settings", go, tr("Settings…"), window.show_settings),
        Shortcut("quit", go, tr("Quit"), window.close),
        Shortcut("sheet", go, tr("This sheet"), window.show_shortcuts),
    ]


def sheet_rows(table: list[Shortcut]) -> list[tuple[str, str, str]]:
    """(group, words, keys) for the shortcut sheet."""
    rows = [(s.group, s.words, keys.current(s.name)) for s in table if s.listed]
    after = next(i for i, s in enumerate(table) if s.name == "play") + 1
    batch = f"{keys.current('batch-1')}|…|{keys.current('batch-9')}"
    rows.insert(after, (rows[after - 1][0], tr("Hear a take of the last batch"), batch))
    return rows


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


def build(window: MainWindow) -> KeyMap:
    """Installs menus and shortcuts; the latter with the keys that the settings say."""
    keymap.load(window.settings)
    table = shortcuts(window, LaneKeys(window))
    actions = install(window, table)
    bar = window.menuBar()
    file = bar.addMenu(tr("&File"))
    file.addAction(actions["open-folder"])
    _add(file, tr("Models…"), window.models.open_models)
    file.addSeparator()
    file.addAction(actions["export"])
    file.addSeparator()
    window.autoplay.setChecked(window.settings.flag("sound/autoplay"))
    window.autoplay.toggled.connect(window.set_autoplay)
    file.addAction(window.autoplay)
    file.addAction(actions["settings"])
    file.addSeparator()
    file.addAction(actions["quit"])
    view = bar.addMenu(tr("&View"))
    for dock in (window.prompt_dock, window.takes_dock, window.activity_dock):
        view.addAction(dock.toggleViewAction())
    _add(view, tr("Reset layout"), window.reset_layout)
    view.addSeparator()
    _add_themes(view, window)
    view.addSeparator()
    for name in ("view", "fit", "zoom"):
        view.addAction(actions[name])
    help_menu = bar.addMenu(tr("&Help"))
    _add(help_menu, tr("Keyboard shortcuts"), window.show_shortcuts)
    _add(help_menu, tr("About Ditone"), window.show_about)
    return KeyMap(window, table, actions, window.settings)


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
    menu.addSeparator()
    _add(menu, tr("Copy file"), wishes.copy_file)
    _add(menu, tr("Copy path"), wishes.copy_path)
    _add(menu, tr("Copy as command"), wishes.copy_command)
    _add(menu, tr("Show in folder"), wishes.show_in_folder)
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

    def copy_file(self) -> None:
        self._window.files.copy_file(self._entry)

    def copy_path(self) -> None:
        self._window.files.copy_path(self._entry)

    def copy_command(self) -> None:
        from ditone.runtime.cli.command import command

        request = self._entry.take.request
        known = {info.model: info for info in (*self._window.engine.models, self._window.engine.info) if info is not None}
        QGuiApplication.clipboard().setText(command(request, known.get(request.model)))

    def show_in_folder(self) -> None:
        self._window.files.show_in_folder(self._entry)


def _add_themes(menu: QMenu, window: MainWindow) -> None:
    group = window.themes
    names = {"dark": tr("Dark"), "light": tr("Light"), "system": tr("As the system")}
    chosen = window.settings.text("theme", "dark")
    for theme in style.THEMES:
        action = menu.addAction(names[theme])
        action.setCheckable(True)
        action.setChecked(theme == chosen)
        action.setData(theme)
        group.addAction(action)
    group.triggered.connect(window.theme_chosen)


def _add(menu: QMenu, words: str, run: object) -> QAction:
    action = menu.addAction(words)
    if run is not None:
        action.triggered.connect(run)
    return action
