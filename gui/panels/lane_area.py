"""The middle of the window: cards on top, then lanes A and B on one time line, and the transport.

Lanes, plots and the player are imported and built by `build`, after the window's first paint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.panels.cards import CardStack

if TYPE_CHECKING:
    from gui.audio.player import Player
    from gui.takes import TakeEntry
    from gui.widgets.lane import Lane
    from gui.widgets.timeline import TimelineState
    from gui.widgets.transport import Transport


class LaneArea(QWidget):
    """`lane_entries` tells what each lane shows. A new take goes to A, or to B while A is pinned."""

    export_requested = Signal(object)  # TakeEntry
    more_requested = Signal(object, object)  # TakeEntry, global position
    files_dropped = Signal(list)
    choose_folder = Signal()
    open_models = Signal()
    use_builtin = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = CardStack()
        self.cards.choose_folder.connect(self.choose_folder)
        self.cards.open_models.connect(self.open_models)
        self.welcome = self._welcome()
        self.welcome.hide()
        self.timeline: TimelineState | None = None
        self.player: Player | None = None
        self.transport: Transport | None = None
        self.lanes: dict[str, Lane] = {}
        self.lane_entries: dict[str, TakeEntry] = {}
        self._pinned: set[str] = set()
        self._target = "A"
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.cards)
        self._layout.addWidget(self.welcome, 1)
        self._placeholder = QWidget()
        self._layout.addWidget(self._placeholder, 1)

    @property
    def built(self) -> bool:
        return self.player is not None

    def build(self) -> None:
        """Imports and makes lanes, player and transport."""
        from gui.audio.player import Player
        from gui.widgets.lane import Lane
        from gui.widgets.timeline import TimelineState
        from gui.widgets.transport import Transport

        self.timeline = TimelineState(self)
        self.player = Player(self)
        self.player.problem.connect(self.cards.show_notice)
        self._layout.removeWidget(self._placeholder)
        self._placeholder.deleteLater()
        body = QVBoxLayout()
        body.setContentsMargins(8, 8, 8, 0)
        body.setSpacing(6)
        for letter in ("A", "B"):
            lane = Lane(letter, self.timeline, self)
            lane.setObjectName(letter)
            lane.seek_requested.connect(self.player.seek)
            lane.files_dropped.connect(self.files_dropped)
            lane.play_requested.connect(self._on_play)
            lane.pin_requested.connect(self._on_pin)
            lane.export_requested.connect(self._on_export)
            lane.more_requested.connect(self._on_more)
            self.lanes[letter] = lane
            body.addWidget(lane, 1)
        self.lanes["B"].hide()
        self._layout.addLayout(body, 1)
        self.transport = Transport(self.player, self.timeline)
        self._layout.addWidget(self.transport)

    def show_welcome(self, shown: bool, has_builtin: bool) -> None:
        """The card for when there is no model."""
        self.welcome.setVisible(shown)
        self.builtin_button.setVisible(has_builtin)

    # -- what happens to takes ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """A take begins: its ghost will appear in the free lane."""
        self._target = self._free_lane()
        if self._target == "B" and self.built:
            self.lanes["B"].show()

    def show_preview(self, envelope: Any, duration_s: float) -> None:
        if self.built:
            self.lanes[self._target].set_ghost(envelope, duration_s)

    def add_chunk(self, audio: Any, start_frame: int, rate: int) -> None:
        if self.built:
            self.lanes[self._target].add_chunk(audio, start_frame, rate)

    def end(self) -> None:
        """The take was cancelled or failed; its ghost goes."""
        for lane in self.lanes.values():
            lane.clear_ghost()
        if "B" not in self.lane_entries and self.built:
            self.lanes["B"].hide()

    def _free_lane(self) -> str:
        """A, unless it is pinned or being listened to."""
        if self.player is not None and self.player.is_playing() and self.player.selected == "A" and "A" in self.lane_entries:
            return "B"
        return "B" if "A" in self._pinned else "A"

    def show_entry(self, entry: TakeEntry, letter: str | None = None) -> str:
        """Puts a finished take into a lane, the free one by default; the lane's letter. What is playing goes on unless it is replaced."""
        letter = letter or self._free_lane()
        if self.player is None or self.timeline is None:
            return letter
        if self.player.is_playing() and self.player.selected == letter:
            self.player.pause()
        lane = self.lanes[letter]
        lane.clear_ghost()
        lane.set_sound(entry.sound)
        lane.show()
        self.lane_entries[letter] = entry
        self.player.load(letter, entry.take.audio, entry.take.sample_rate_hz)  # type: ignore[arg-type]
        if not self.player.is_playing():
            self.player.select(letter)  # type: ignore[arg-type]
            self.player.seek(0.0)
            self.timeline.set_playhead(0.0)
            self.timeline.clear_selection()
            self.timeline.fit()
        return letter

    def play_entry(self, entry: TakeEntry) -> None:
        """Auditions a take: from its start in the free lane; a second time pauses."""
        if self.player is None:
            return
        shown = next((letter for letter, other in self.lane_entries.items() if other is entry), None)
        if shown is not None and self.player.selected == shown:
            self.player.toggle()
            return
        letter = self.show_entry(entry) if shown is None else shown
        self.player.select(letter)  # type: ignore[arg-type]
        self.player.play()

    def current_entry(self) -> TakeEntry | None:
        """What is heard now: the take of the selected lane."""
        letter = self.player.selected if self.player is not None else "A"
        return self.lane_entries.get(letter) or next(iter(self.lane_entries.values()), None)

    def toggle_pin(self) -> None:
        """Pins or frees lane A."""
        self._set_pinned("A", "A" not in self._pinned)

    def is_pinned(self, letter: str) -> bool:
        return letter in self._pinned

    def switch(self) -> None:
        """Hears the other lane, where there is one."""
        if self.player is not None and len(self.lane_entries) > 1:
            self.player.select("B" if self.player.selected == "A" else "A")

    # -- lane headers -------------------------------------------------------------------------------------------------------

    def _sender_letter(self) -> str:
        sender = self.sender()
        return sender.objectName() if sender is not None else "A"

    def _on_play(self) -> None:
        entry = self.lane_entries.get(self._sender_letter())
        if entry is not None:
            self.play_entry(entry)

    def _on_pin(self) -> None:
        letter = self._sender_letter()
        if letter == "A":
            self._set_pinned("A", "A" not in self._pinned)

    def _set_pinned(self, letter: str, pinned: bool) -> None:
        if pinned and letter not in self.lane_entries:
            pinned = False
        (self._pinned.add if pinned else self._pinned.discard)(letter)
        if self.built:
            self.lanes[letter].set_pinned(pinned)

    def _on_export(self) -> None:
        entry = self.lane_entries.get(self._sender_letter())
        if entry is not None:
            self.export_requested.emit(entry)

    def _on_more(self) -> None:
        letter = self._sender_letter()
        entry = self.lane_entries.get(letter)
        if entry is not None:
            lane = self.lanes[letter]
            self.more_requested.emit(entry, lane.mapToGlobal(lane.rect().topRight()))

    # -- no model -----------------------------------------------------------------------------------------------------------

    def _welcome(self) -> QWidget:
        card = QFrame()
        card.setProperty("role", "plain-card")
        card.setMaximumWidth(520)
        title = QLabel(self.tr("No model is loaded"))
        title.setProperty("role", "title")
        text = QLabel(self.tr("Choose the folder of a model as the hub serves it, or drop it anywhere on this window."))
        text.setWordWrap(True)
        choose = QPushButton(self.tr("Choose a model folder…"))
        choose.setProperty("role", "primary")
        choose.clicked.connect(self.choose_folder)
        self.builtin_button = QPushButton(self.tr("Use the built-in model"))
        self.builtin_button.clicked.connect(self.use_builtin)
        buttons = QHBoxLayout()
        buttons.addWidget(choose)
        buttons.addWidget(self.builtin_button)
        buttons.addStretch(1)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(24, 20, 24, 20)
        inner.setSpacing(10)
        inner.addWidget(title)
        inner.addWidget(text)
        inner.addLayout(buttons)
        holder = QWidget()
        row = QVBoxLayout(holder)
        row.addStretch(1)
        row.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)
        row.addStretch(2)
        return holder
