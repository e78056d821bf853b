"""Takes and sounds that a person brings to the lanes: where they go while lanes are pinned, and undo of what they replaced."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ditone.gui.commands.undo import History

if TYPE_CHECKING:
    from ditone.gui.audio.sound import Sound
    from ditone.gui.controllers.library_controller import LibraryController
    from ditone.gui.engine.take_entry import AnyTake, TakeEntry
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.live_take import LiveTake


@dataclass(frozen=True)
class Held:
    """What a lane shows: a take of the library by its id, or a dropped sound; nothing where both are empty."""

    take: str = ""
    sound: Sound | None = None


class LaneController(QObject):
    """Undo puts back what a lane showed before. Takes that come by themselves make no step: the list keeps what they replace."""

    def __init__(self, lanes: LaneArea, live_take: LiveTake, library: LibraryController, history: History) -> None:
        super().__init__(lanes)
        self.area, self.library, self.history = lanes, library, history
        live_take.stays_in_list.connect(self._on_no_room)
        lanes.sounds_changed.connect(self._withdraw)
        self._ready: TakeEntry | None = None

    def show(self, entry: AnyTake) -> None:
        """Brings a take to the free lane; while both lanes are pinned it is heard without one."""
        self.library.with_samples(entry, self._show)

    def play(self, entry: AnyTake) -> None:
        """Hears a take in the free lane, or in the lane that shows it; a second time pauses."""
        self.library.with_samples(entry, self._play)

    def show_in(self, letter: str, entry: AnyTake) -> None:
        """Brings a take to a lane, unless that is pinned."""
        self.library.with_samples(entry, partial(self._show_in, letter))

    def hear_in(self, letter: str, entry: AnyTake) -> None:
        """Brings a take to a lane, unless that is pinned, and plays it from the beginning."""
        self.library.with_samples(entry, partial(self._hear_in, letter))

    def show_sound(self, sound: Sound, letter: str | None = None) -> None:
        """Brings a sound from outside to a lane, the free one by default; never to a pinned one."""
        lanes = self.area
        letter = letter if letter is not None and not lanes.lanes[letter].pinned else lanes.free_lane(asked=True)
        if letter is None:
            lanes.cards.show_notice(self.tr("Both lanes are pinned. Take a pin away, and drop the sound again."))
            return
        before = self._held()
        with self.history.inside():
            lanes.show_sound(sound, letter)
        self._keep(before)

    def _show(self, entry: TakeEntry) -> None:
        letter = self.area.letter_of(entry.id) or self.area.free_lane(asked=True)
        if letter is None:
            self._say_pinned()
            self.area.audition(entry)
        else:
            self._bring(letter, entry)

    def _show_in(self, letter: str, entry: TakeEntry) -> None:
        if self.area.lanes[letter].pinned:
            self._show(entry)
        else:
            self._bring(letter, entry)

    def _hear_in(self, letter: str, entry: TakeEntry) -> None:
        shown = self.area.letter_of(entry.id)
        if shown is None:
            self._show_in(letter, entry)
            shown = self.area.letter_of(entry.id)
        if shown is not None:
            self.area.play_lane(shown)

    def _bring(self, letter: str, entry: TakeEntry) -> None:
        before = self._held()
        with self.history.inside():
            self.area.show_entry(entry, letter)
        self._keep(before)

    def _play(self, entry: TakeEntry) -> None:
        before = self._held()
        with self.history.inside():
            self.area.play_entry(entry)
        self._keep(before)

    # -- undo ---------------------------------------------------------------------------------------------------------------

    def _held(self) -> dict[str, Held]:
        entries = self.area.entries
        return {
            letter: Held(entries[letter].id) if letter in entries else Held(sound=lane.sound)
            for letter, lane in self.area.lanes.items()
        }

    def _keep(self, before: dict[str, Held]) -> None:
        """A step, unless all is as it was; going through takes by ear is one step however many there were."""
        after = self._held()
        if before != after:
            self.history.done(self.tr("Show in the lane"), partial(self._restore, before), partial(self._restore, after), "lanes")

    def _restore(self, wanted: dict[str, Held]) -> None:
        now = self._held()
        for letter, held in wanted.items():
            if held == now[letter]:
                continue
            if held.take:
                self.library.with_take(held.take, partial(self._put_back, letter))
            elif held.sound is not None:
                self.area.show_sound(held.sound, letter)
            else:
                self.area.clear(letter)

    def _put_back(self, letter: str, entry: TakeEntry) -> None:
        self.area.show_entry(entry, letter)

    # -- no lane is free ----------------------------------------------------------------------------------------------------

    def _on_no_room(self, entry: TakeEntry) -> None:
        """A new take waits in the list, chosen there, so that Enter lets it be heard."""
        self._withdraw()
        self._ready = entry
        self.area.cards.show_notice(self._ready_words(entry), True, self.tr("Hear"), partial(self._hear, entry))

    def _hear(self, entry: AnyTake) -> None:
        self._withdraw()
        self.play(entry)

    def _withdraw(self) -> None:
        if self._ready is not None:
            entry, self._ready = self._ready, None
            self.area.cards.withdraw_notice(self._ready_words(entry))

    def _ready_words(self, entry: TakeEntry) -> str:
        return self.tr("Take {number} is ready. Enter in the list lets you hear it.").format(number=entry.number)

    def _say_pinned(self) -> None:
        words = self.tr("Both lanes are pinned, so the take is played without one. Take a pin away to see it.")
        self.area.cards.show_notice(words, of_take=True)
