"""The middle of the window: cards on top, then lanes A and B on one time line, the ruler and the transport.

Lanes, plots and the player are imported and built by `build`, after the window's first paint.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ditone.gui.commands.command_set import CommandSet
from ditone.gui.commands.menus import LANE_MENU, popup_menu
from ditone.gui.engine.status import State, Status
from ditone.gui.panels.batch_strip import BatchStrip
from ditone.gui.panels.cards import CardStack
from ditone.gui.panels.example_strip import ExampleStrip
from ditone.gui.panels.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from ditone.gui.audio.player import Player, SlotName
    from ditone.gui.audio.sound import Sound
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.widgets.difference import DifferenceLane
    from ditone.gui.widgets.lane import Lane
    from ditone.gui.widgets.timeline import TimelineState
    from ditone.gui.widgets.transport import Transport


class LaneArea(QWidget):
    """`entries` tells which take each lane shows; a dropped sound has none. A new take goes to the first lane that is free: a pinned
    lane never is, nor one that is being listened to. While none is free, takes stay in the list; `audition` lets them be heard there.

    `locked`: new takes stay out of the lanes, because what they hold is being listened to in a test. `live_letter`: the lane that
    waits for the take that is being made.
    """

    export_requested = Signal(object)  # TakeEntry
    files_dropped = Signal(list)
    choose_folder = Signal()
    open_models = Signal()
    use_builtin = Signal()
    get_models = Signal()
    sounds_changed = Signal()  # a lane shows another sound
    heard_changed = Signal()  # the player has started, stopped or selected another lane

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = CardStack()
        self.cards.choose_folder.connect(self.choose_folder)
        self.cards.open_models.connect(self.open_models)
        self.timeline: TimelineState | None = None
        self.player: Player | None = None
        self.transport: Transport | None = None
        self.difference: DifferenceLane | None = None
        self.lanes: dict[str, Lane] = {}
        self.entries: dict[str, TakeEntry] = {}
        self.tells_settings: Callable[[], bool] = lambda: True  # whether dragged files hold prompt and settings
        self.locked = False
        self.live_letter: str | None = None
        self.auditioned: TakeEntry | None = None
        self._engine: Engine | None = None
        self._commands: CommandSet | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.cards.besides = self._besides
        self._frame: list[QWidget] = []  # what lies beside the lanes, when it is there
        self._layout.addWidget(self.cards)
        self.examples = ExampleStrip()
        self.batch = BatchStrip()
        self.cards.failure_shown.connect(self.batch.set_covered)
        self._layout.addWidget(self.examples)
        self._layout.addWidget(self.batch)
        self._frame += [self.examples, self.batch]
        self.welcome = WelcomeCard()
        self.welcome.choose_folder.connect(self.choose_folder)
        self.welcome.use_builtin.connect(self.use_builtin)
        self.welcome.get_models.connect(self.get_models)
        self.welcome.hide()
        self._layout.addWidget(self.welcome, 1)
        self._body = QWidget()
        self._layout.addWidget(self._body, 1)

    @property
    def growing(self) -> str | None:
        """The lane whose sound is still being made and can be heard already; None before its first piece."""
        letter, player = self.live_letter, self.player
        return letter if letter is not None and player is not None and player.grows(letter) else None

    def listen(self, engine: Engine) -> None:
        """Shows the card for when there is no model whenever the engine has none."""
        self._engine = engine
        engine.model_changed.connect(self._update_welcome)
        engine.failed.connect(self._update_welcome)
        engine.status_changed.connect(self._on_status)

    def use_commands(self, commands: CommandSet) -> None:
        """Fills the menus of the lanes."""
        self._commands = commands

    @property
    def built(self) -> bool:
        """Whether lanes and player are there."""
        return self.player is not None

    def build(self) -> None:
        """Imports and makes lanes, ruler, player and transport."""
        from ditone.gui.audio.player import Player
        from ditone.gui.widgets.difference import DifferenceLane
        from ditone.gui.widgets.lane import Lane
        from ditone.gui.widgets.ruler import Ruler
        from ditone.gui.widgets.time_scroll import TimeScrollBar
        from ditone.gui.widgets.timeline import TimelineState
        from ditone.gui.widgets.transport import Transport

        self.timeline = TimelineState(self)
        self.player = Player(self)
        self.player.problem.connect(self.cards.show_notice)
        self.player.state_changed.connect(self._mark_heard)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(6)
        for letter in ("A", "B"):
            lane = Lane(letter, self.timeline, self._body)
            lane.setObjectName(letter)
            lane.seek_requested.connect(self.player.seek)
            lane.files_dropped.connect(self.files_dropped)
            lane.play_requested.connect(self._on_play)
            lane.switch_requested.connect(self.switch)
            lane.export_requested.connect(self._on_export)
            lane.more_requested.connect(self._on_more)
            lane.drag_out.maker = partial(self._drag_work, letter)
            self.lanes[letter] = lane
            body.addWidget(lane, 1)
        self.lanes["B"].hide()
        self.difference = DifferenceLane(self.player, self.timeline, self._body)
        self.difference.seek_requested.connect(self.player.seek)
        body.addWidget(self.difference, 1)
        ruler = Ruler(self.timeline, self._body)
        ruler.seek_requested.connect(self.player.seek)
        ruler.seek_requested.connect(self._take_focus)
        scroll = TimeScrollBar(self.timeline, self._body)
        body.addWidget(ruler)
        body.addWidget(scroll)
        self.transport = Transport(self.player, self.timeline)
        self.transport.difference_toggled.connect(self.difference.set_listening)
        self.player.match_changed.connect(self._show_match)
        self._layout.addWidget(self.transport)
        self._frame += [ruler, scroll, self.transport]

    def _besides(self) -> int:
        """How high what is no lane is, without the cards; the difference counts while it is one line."""
        there = [w for w in self._frame if w.isVisible() or w.sizePolicy().retainSizeWhenHidden()]
        height = sum(max(w.sizeHint().height(), w.height()) for w in there)
        if self.difference is not None and not self.difference.isHidden() and not self.difference.fold.isChecked():
            height += max(self.difference.sizeHint().height(), self.difference.height())
        body = self._body.layout()
        return height + (body.spacing() * body.count() if body is not None else 0)

    def set_compact(self, compact: bool) -> None:
        """Fewer words in the transport; by itself it shows what fits."""
        if self.transport is not None:
            self.transport.set_compact(compact)

    def _on_status(self, status: Status) -> None:
        if status.state is State.NO_MODEL:
            self._update_welcome()

    def _update_welcome(self, _: object = None) -> None:
        """The card for when there is no model, in place of empty lanes."""
        if self._engine is not None:
            shown = self._engine.info is None
            self.welcome.setVisible(shown)
            self._body.setVisible(not shown or bool(self.entries))
            self.welcome.set_builtin(bool(self._engine.models))

    # -- takes and sounds ---------------------------------------------------------------------------------------------------

    def show_entry(self, entry: TakeEntry, letter: str | None = None, goes_on: bool = False) -> str | None:
        """Puts a finished take into a lane, the free one by default; the lane's letter, or None while no lane is free.

        `goes_on`: it was heard while it was being made, and playing goes on with it.
        """
        letter = letter or self.free_lane()
        if self.built and letter is not None:
            self._put(entry.sound, letter, goes_on)
            self.entries[letter] = entry
            self._mark_heard()
            self.sounds_changed.emit()
        return letter

    def show_sound(self, sound: Sound, letter: str | None = None) -> str | None:
        """Puts any sound into a lane, as `show_entry` does. What is playing goes on, unless it is the sound that is replaced."""
        letter = letter or self.free_lane(asked=True)
        if self.built and letter is not None:
            self._put(sound, letter)
            self.sounds_changed.emit()
        return letter

    def clear(self, letter: str) -> None:
        """Empties a lane."""
        if self.player is None:
            return
        if self.player.selected == letter:
            self.player.pause()
        self.lanes[letter].clear()
        self.entries.pop(letter, None)
        self.player.load(cast("SlotName", letter), None)
        if self.difference is not None:
            self.difference.set_sounds(self.lanes["A"].sound, self.lanes["B"].sound)
        self.lanes[letter].setVisible(letter == "A")
        self.player.select("B" if letter == "A" else "A")
        self._mark_heard()
        self.sounds_changed.emit()

    def audition(self, entry: TakeEntry) -> None:
        """Plays a take that no lane has room for, from its beginning."""
        player = self.player
        if player is not None:
            player.pause()
            player.load("L", entry.sound.audio, entry.sound.rate)
            self.auditioned = entry
            player.select("L")
            player.seek(0.0)
            player.play()

    def _put(self, sound: Sound, letter: str, goes_on: bool = False) -> None:
        player, timeline = self.player, self.timeline
        assert player is not None
        assert timeline is not None
        heard = player.selected == letter
        if player.is_playing() and heard and not goes_on:
            player.pause()
        lane = self.lanes[letter]
        lane.clear_ghost()
        lane.set_sound(sound)
        lane.show()
        self.entries.pop(letter, None)
        if self.difference is not None:
            self.difference.set_sounds(self.lanes["A"].sound, self.lanes["B"].sound)
        slot = cast("SlotName", letter)
        player.load(slot, sound.audio, sound.rate)
        if not player.is_playing() and not (goes_on and heard and player.position_s() > 0.0):
            player.select(slot)
            player.seek(0.0)
            timeline.set_playhead(0.0)
            timeline.clear_selection()
            timeline.fit()

    def play_entry(self, entry: TakeEntry) -> None:
        """Hears a take: shows it in the free lane where it is not shown yet, and plays; a second time pauses."""
        letter = self.letter_of(entry.id) or self.show_entry(entry, self.free_lane(asked=True))
        if letter is not None:
            self.play_lane(letter)
        elif self.auditioned is not None and self.auditioned.id == entry.id:
            self.play_lane("L")
        else:
            self.audition(entry)

    def letter_of(self, take_id: str) -> str | None:
        """The lane that shows a take."""
        return next((letter for letter, shown in self.entries.items() if shown.id == take_id), None)

    def play_lane(self, letter: str) -> None:
        """Plays a lane alone, or pauses it."""
        if self.player is None:
            return
        if self.player.selected == letter:
            self.player.toggle()
        else:
            self.player.select(cast("SlotName", letter))
            self.player.play()

    def selection_of(self, entry: TakeEntry) -> tuple[float, float] | None:
        """What is selected of a take, in seconds, when a lane shows it."""
        shown = any(other.take.id == entry.take.id for other in self.entries.values())
        return self.timeline.selection if shown and self.timeline is not None else None

    def current_entry(self) -> TakeEntry | None:
        """The take of the lane that is heard."""
        if self.player is None:
            return None
        return self.auditioned if self.player.selected == "L" else self.entries.get(self.player.selected)

    def toggle_pin(self) -> None:
        """Pins or frees the lane that is heard: a pinned lane keeps its sound when a new take is made."""
        if self.player is not None and self.player.selected in self.lanes:
            self.lanes[self.player.selected].buttons["pin"].click()

    def switch(self) -> None:
        """Hears the other lane at the same place, where there is one."""
        if self.player is not None:
            self.player.select("B" if self.player.selected == "A" else "A")

    def _drag_work(self, letter: str, only_selection: bool) -> Callable[[], Path] | None:
        """What writes the file when a lane's header is dragged; nothing for sounds that came from a file."""
        from ditone.gui.engine.drag_files import dragged_file

        entry = self.entries.get(letter)
        if entry is None:
            return None
        selection = self.selection_of(entry) if only_selection else None
        return partial(dragged_file, entry, selection, with_settings=self.tells_settings())

    def toggle_difference(self) -> None:
        """Hears A minus B, or what was heard before."""
        if self.difference is not None and self.player is not None:
            self.difference.set_listening(self.player.selected != "D")

    def _show_match(self) -> None:
        """Writes beside the lane's facts how much quieter it is heard."""
        from ditone.gui.i18n.formatting import decibel

        if self.player is not None:
            for letter, lane in self.lanes.items():
                gain = self.player.match_db(letter)
                lane.set_note(self.tr("matched {gain}").format(gain=decibel(gain)) if gain < -0.05 else "")

    def free_lane(self, asked: bool = False) -> str | None:
        """A lane that is not pinned and not being listened to, else None: A before B, a take before a dropped sound, which no list
        keeps, and the one that the take being made has begun to fill last.

        `asked`: a person asks for it now; where only the lane that is being listened to is not pinned, it is that one.
        """
        if self.player is None:
            return "A"
        heard = self.player.selected if self.player.is_playing() else None
        loose = [letter for letter, lane in self.lanes.items() if not lane.pinned]
        free = [letter for letter in loose if letter != heard] or (loose if asked else [])
        free.sort(
            key=lambda letter: (letter == self.growing, self.lanes[letter].sound is not None and letter not in self.entries)
        )
        return free[0] if free else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click anywhere here means the sounds: Space and the letters go to them, no longer into the prompt."""
        self._take_focus()
        super().mousePressEvent(event)

    def _take_focus(self) -> None:
        if self.player is not None:
            self.lanes.get(self.player.selected, self.lanes["A"]).take_focus()

    def _mark_heard(self) -> None:
        for letter, lane in self.lanes.items():
            lane.set_selected(self.player is not None and letter == self.player.selected and lane.sound is not None)
        if self.auditioned is not None and self.player is not None and self.player.selected != "L":
            self.auditioned = None
            self.player.load("L", None)
        self.heard_changed.emit()

    # -- lane headers -------------------------------------------------------------------------------------------------------

    def _sender_letter(self) -> str:
        sender = self.sender()
        return sender.objectName() if sender is not None else "A"

    def _on_play(self) -> None:
        self.play_lane(self._sender_letter())

    def _on_export(self) -> None:
        entry = self.entries.get(self._sender_letter())
        if entry is not None:
            self.export_requested.emit(entry)

    def _on_more(self) -> None:
        letter = self._sender_letter()
        entry = self.entries.get(letter)
        if entry is not None and self._commands is not None:
            button = self.lanes[letter].buttons["more"]
            popup_menu(self._commands, LANE_MENU, entry, self).popup(button.mapToGlobal(button.rect().bottomLeft()))
