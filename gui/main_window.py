"""The frame of the studio: docks, bars and the centre, their layout, and nothing else. What they do is put together in `studio.py`."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolBar, QVBoxLayout, QWidget

from ditone.gui.commands.focus import FocusKeeper, keeps_key, walk
from ditone.gui.core.settings import Settings
from ditone.gui.engine.engine import Engine
from ditone.gui.engine.status import BUSY, State
from ditone.gui.panels.command_bar import CommandBar
from ditone.gui.panels.lane_area import LaneArea
from ditone.gui.panels.log_panel import LogPanel
from ditone.gui.panels.model_panel import ModelPanel
from ditone.gui.panels.page_stack import PageStack
from ditone.gui.panels.prompt_panel import PromptPanel
from ditone.gui.panels.queue_panel import QueuePanel
from ditone.gui.panels.takes_panel import TakesPanel
from ditone.gui.panels.usage_strip import UsageStrip
from ditone.gui.widgets.quiet_wheel import Tabs
from ditone.gui.window_layout import WindowLayout

LEAST_WIDTH, LEAST_HEIGHT = 940, 560  # a screen of 1440 x 900 at 150 % has 960 x 600 points, its window a title bar


class MainWindow(QMainWindow):
    """`painted`: it is on screen for the first time. `closing`: it is about to go, and waits until everyone connected has returned."""

    painted = Signal()
    closing = Signal()
    files_dropped = Signal(list)  # paths

    def __init__(self, settings: Settings, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._was_painted = False
        self._hidden: list[QWidget] = []
        self.setAcceptDrops(True)
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.bar = CommandBar()
        self.lanes = LaneArea()
        self.prompt = PromptPanel(settings)
        self.takes = TakesPanel()
        self.queue_panel = QueuePanel(engine.queue)
        self.log_panel = LogPanel()
        self.strip = UsageStrip()
        self.model_panel = ModelPanel(self)
        self.pages = PageStack(self.lanes)
        self.setCentralWidget(self.pages)
        self._make_bars()
        self._make_docks()
        self.strip.unfold_requested.connect(self.activity_dock.show)
        for panel in (self.bar, self.lanes, self.prompt, self.takes, self.queue_panel, self.strip):
            panel.listen(engine)
        engine.status_changed.connect(self._show_title)
        engine.queue.changed.connect(self._on_queue)
        self.layout_keeper = WindowLayout(self, settings, self.prompt_dock, self.takes_dock, self.activity_dock, self.strip_bar)
        self.layout_keeper.restore()
        self._show_title()
        self.focus_keeper = FocusKeeper(self, self._focus_home)
        self.prompt.focus_prompt()

    def _make_bars(self) -> None:
        top = QToolBar(self.tr("Command bar"))
        top.setObjectName("command-bar")
        top.setMovable(False)
        top.toggleViewAction().setEnabled(False)
        top.addWidget(self.bar)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, top)
        self.strip_bar = QToolBar(self.tr("Usage"))
        self.strip_bar.setObjectName("usage-strip")
        self.strip_bar.setMovable(False)
        self.strip_bar.addWidget(self.strip)
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self.strip_bar)

    def _make_docks(self) -> None:
        self.performance_page = QWidget()
        QVBoxLayout(self.performance_page).setContentsMargins(0, 0, 0, 0)
        self.tabs = Tabs(self.tr("Activity"))
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.performance_page, self.tr("Performance"))
        self.tabs.addTab(self.queue_panel, self.tr("Queue"))
        self.tabs.addTab(self.log_panel, self.tr("Log"))
        self.results = Tabs(self.tr("Results"))
        self.results.setDocumentMode(True)
        self.results.addTab(self.takes, self.tr("Takes"))
        self.prompt_dock = self._dock("prompt", self.tr("Prompt"), self.prompt, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.takes_dock = self._dock("takes", self.tr("Results"), self.results, Qt.DockWidgetArea.RightDockWidgetArea)
        self.activity_dock = self._dock("activity", self.tr("Activity"), self.tabs, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.BottomDockWidgetArea)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def docks(self) -> tuple[QDockWidget, ...]:
        """Prompt, results, activity."""
        return (self.prompt_dock, self.takes_dock, self.activity_dock)

    # -- titles -------------------------------------------------------------------------------------------------------------

    def _show_title(self, _: object = None) -> None:
        queue, status = self._engine.queue, self._engine.status
        parts = []
        if status.state in BUSY and queue.batch_total > 1:
            parts.append(f"({min(queue.batch_done + 1, queue.batch_total)}/{queue.batch_total})")
        if status.fraction is not None:
            parts.append(f"{100 * status.fraction:.0f} %")
        elif status.state in BUSY or status.state in (State.FAILED, State.OUT_OF_MEMORY, State.STOPPING):
            parts.append(status.words)
        title = " ".join(parts)
        self.setWindowTitle(f"{title} – Ditone" if title else "Ditone")

    def _on_queue(self) -> None:
        count = len(self._engine.queue.items())
        title = self.tr("Queue ({count})").format(count=count) if count else self.tr("Queue")
        self.tabs.setTabText(self.tabs.indexOf(self.queue_panel), title)
        self._show_title()

    # -- layout -------------------------------------------------------------------------------------------------------------

    def reset_layout(self) -> None:
        """Docks where they were on the first start."""
        self.layout_keeper.reset()
        self.follow_size(always=True)

    def follow_size(self, always: bool = False) -> None:
        """Takes the compact form in a small window, and the full one in a large window."""
        if self.layout_keeper.update() or always:
            compact = bool(self.layout_keeper.compact)
            self.bar.set_compact(compact)
            self.lanes.set_compact(compact)

    def set_secretive(self, on: bool) -> None:
        """During a listening test nothing around the page may tell what is what: everything else is hidden or cannot be used."""
        if on:
            around: tuple[QWidget, ...] = (self.takes_dock, self.activity_dock, self.prompt_dock, self.strip_bar)
            self._hidden = [widget for widget in around if widget.isVisible()]
            for widget in around:  # the strip last: it comes when the activity dock goes
                widget.hide()
        else:
            for widget in self._hidden:
                widget.show()
            self._hidden = []
        self.bar.setEnabled(not on)
        self.menuBar().setEnabled(not on)
        self.setAcceptDrops(not on)

    def _focus_home(self) -> QWidget:
        """The lane that is heard, where there is a sound in one; else the prompt."""
        player = self.lanes.player
        lane = self.lanes.lanes.get(player.selected) if player is not None else None
        return lane.view if lane is not None and lane.sound is not None else self.prompt.focus_target()

    def next_area(self) -> None:
        """Moves the focus to the next area."""
        walk(self._areas(), 1)

    def previous_area(self) -> None:
        """Moves the focus to the area before."""
        walk(self._areas(), -1)

    def _areas(self) -> list[tuple[QWidget, QWidget]]:
        return [
            (self.bar, self.bar.generate),
            (self.prompt, self.prompt.focus_target()),
            *((lane, lane.view) for lane in self.lanes.lanes.values()),
            (self.takes, self.takes.focus_target()),
            (self.tabs, self.tabs.tabBar()),
        ]

    # -- events -------------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Leaves keys to buttons, lists and sliders that would otherwise be shortcuts of the window."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and keeps_key(QApplication.focusWidget(), event)
        ):
            event.accept()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tells of the first time, a turn of the event loop later."""
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self, self.painted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follows the size with the form."""
        super().resizeEvent(event)
        self.follow_size()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Takes files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Passes the paths on."""
        self.files_dropped.emit([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keeps the layout, lets everyone finish while it still says so, and goes."""
        self.layout_keeper.save()
        self.closing.emit()
        self.layout_keeper.close()
        event.accept()
