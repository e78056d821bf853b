"""The player: loads sounds into the mixer at the device's rate, plays, and tells the window where it is.

Works without PortAudio and without devices: everything can be called, `play` says what is missing through `problem`.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from ditone.gui.audio import output
from ditone.gui.audio.mixer import Mixer
from ditone.gui.audio.output import NoOutput, Output
from ditone.gui.audio.playhead import Playhead
from ditone.gui.audio.slots import SlotName, Slots

TICK_MS = 16
PATIENCE_UNDERFLOWS = 3  # one may happen at the start, or when the machine wakes up
IDLE_CLOSE_MS = 2500
DEFAULT_RATE_HZ = 48000


class Player(QObject):
    """One output stream, slots A, B and D, one position for all. Times are in seconds."""

    state_changed = Signal()
    position_changed = Signal(float)
    match_changed = Signal()
    volume_changed = Signal()
    problem = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mixer = Mixer(DEFAULT_RATE_HZ)
        self._slots = Slots(self._mixer, self)
        self._slots.ready.connect(self._on_ready)
        self._slots.failed.connect(self._on_not_ready)
        self._slots.match_changed.connect(self.match_changed)
        self._output: Output | None = None
        self._device_key: str | None = None
        self._use_default = False
        self._latency_s: float | None = None
        self._playing = False
        self._starts_when_ready = False
        self._region: tuple[float, float] | None = None
        self._volume = 1.0
        self._playhead = Playhead()
        self.problem_text = ""
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._idle = QTimer(self, interval=IDLE_CLOSE_MS, singleShot=True)
        self._idle.timeout.connect(self._close_output)

    # --- sounds -----------------------------------------------------------------------------------------------------

    def load(self, slot: SlotName, audio: NDArray[np.float32] | None, rate: int = DEFAULT_RATE_HZ) -> None:
        """Puts a sound (frames, channels) into a slot, None empties it. A slot that is playing fades over to the new sound."""
        self._slots.put(slot, audio, rate)
        if self._slots.has(slot):
            if self._output is not None:
                self._slots.prepare(slot)
            else:
                self._mixer.load(slot, None)
        self.state_changed.emit()

    def begin(self, slot: SlotName, rate: int) -> None:
        """A slot gets an unfinished sound, which can be played as far as there is of it.

        `add` brings its pieces, and `load` the finished sound, with which playing goes on where it is.
        """
        self._slots.begin(slot, rate)
        if self._output is not None:
            self._slots.prepare(slot)
        self.state_changed.emit()

    def add(self, slot: SlotName, audio: NDArray[np.float32], start_frame: int) -> None:
        """The next piece (frames, channels) of an unfinished sound."""
        self._slots.add(slot, audio, start_frame)

    def has(self, slot: str) -> bool:
        """Whether there is a sound in a slot."""
        return self._slots.has(slot)

    def grows(self, slot: str) -> bool:
        """Whether a slot's sound is unfinished."""
        return self._slots.grows(slot)

    def duration_s(self, slot: str | None = None) -> float:
        """Length of a slot's sound, of the selected one by default; 0 when empty."""
        return self._slots.duration_s(slot or self._mixer.selected)

    def select(self, slot: SlotName) -> None:
        """Which slot is heard: switched at the same sample with a fade of 5 ms. A slot without a sound cannot be selected."""
        if self._slots.has(slot) and slot != self._mixer.selected:
            self._mixer.selected = slot
            self.state_changed.emit()

    def hear_anew(self, slot: SlotName) -> None:
        """Selects a slot through a short silence, also the one that is heard already: the change tells nothing about which it is."""
        if self._slots.has(slot):
            self._mixer.hear_anew(slot)
            self.state_changed.emit()

    @property
    def selected(self) -> str:
        """The slot that is heard."""
        return self._mixer.selected

    def set_level_match(self, on: bool) -> None:
        """Makes A and B equally loud by attenuating the louder one."""
        self._slots.set_matching(on)

    @property
    def level_match(self) -> bool:
        """Whether A and B are made equally loud."""
        return self._slots.matching

    def match_db(self, slot: str) -> float:
        """The gain that level match gives a slot now: 0 or negative."""
        return self._slots.match_db(slot)

    def set_gain_db(self, slot: SlotName, gain_db: float) -> None:
        """A gain of its own for a slot (the difference)."""
        self._slots.set_gain_db(slot, gain_db)

    # --- transport --------------------------------------------------------------------------------------------------

    def is_playing(self) -> bool:
        """Whether sound is being played, or will be as soon as a long sound is ready."""
        return self._playing or self._starts_when_ready

    @property
    def waiting(self) -> bool:
        """Whether playing has caught up with an unfinished sound, and goes on by itself when more of it is there."""
        return self._playhead.waiting

    def play(self, unasked: bool = False) -> None:
        """Plays from the position, or from the region's start when the position lies outside.

        `unasked`: nobody pressed Play, so that there is no output is a note and no more, and nobody waits for a new look at the devices.
        """
        if not self._slots.has(self._mixer.selected) or self.is_playing():
            return
        try:
            self._open_output(look_again=not unasked)
        except NoOutput as error:
            self._tell(error.text(), aloud=not unasked)
            return
        self._tell("")
        self._slots.prepare_missing()
        self._starts_when_ready = self._mixer.selected not in self._mixer.slots
        if not self._starts_when_ready:
            self._start()
        self.state_changed.emit()

    def pause(self) -> None:
        """Stops at what is heard now."""
        if not self.is_playing():
            return
        position = self.position_s()
        self._playing = self._starts_when_ready = False
        self._playhead.stop()
        self._mixer.pause()
        self._mixer.seek(
            round(position * self._mixer.rate_hz)
        )  # what was drawn is where Play goes on, though more was already read
        self._timer.stop()
        self._idle.start()
        self.state_changed.emit()
        self.position_changed.emit(position)

    def toggle(self) -> None:
        """Plays or pauses."""
        if self.is_playing():
            self.pause()
        else:
            self.play()

    def seek(self, seconds: float) -> None:
        """Goes on at a time; while playing with a fade of 5 ms."""
        seconds = min(max(seconds, 0.0), self._slots.longest_s())
        self._mixer.seek(round(seconds * self._mixer.rate_hz))
        self._playhead.go_to(seconds)
        self.position_changed.emit(seconds)

    def set_loop(self, on: bool) -> None:
        """Whether the region, or everything, is played again and again."""
        if on != self._mixer.loop:
            self._mixer.loop = on
            self.state_changed.emit()

    @property
    def loop(self) -> bool:
        """Whether it loops."""
        return self._mixer.loop

    def set_region(self, start: float | None, end: float | None = None) -> None:
        """Plays (and loops) from start to end; None plays the whole sound."""
        self._region = None if start is None or end is None else (start, end)
        self._apply_region()

    def set_volume(self, volume: float) -> None:
        """From 0 (silent) to 1 (samples as they are); the gain is the square, which follows the ear better."""
        self._volume = min(max(volume, 0.0), 1.0)
        self._mixer.volume = self._volume**2
        self.volume_changed.emit()

    @property
    def volume(self) -> float:
        """The volume, 0 to 1."""
        return self._volume

    def position_s(self) -> float:
        """What is heard now, not what was read last: the output's latency is taken off."""
        if not self._playing or self._output is None:
            return self._mixer.position / self._mixer.rate_hz
        return self._playhead.heard_s(self._mixer, self._output)

    def levels(self) -> NDArray[np.float32] | None:
        """Highest level of each output channel heard since the last call; None when nothing was."""
        return self._output.levels() if self._output else None

    # --- device -----------------------------------------------------------------------------------------------------

    def devices(self) -> list[str]:
        """Keys of all outputs ("host interface: name"), the default one first; looks again unless a stream is open."""
        if self._output is not None and not self._playing:
            self._close_output()
        try:
            found = output.devices(refresh=self._output is None and "sounddevice" in sys.modules)
        except NoOutput as error:
            self._tell(error.text())
            return []
        self._tell("")
        return [device.key for device in found]

    @property
    def device(self) -> str | None:
        """Key of the chosen device; None is the system's default."""
        return self._device_key

    @property
    def device_in_use(self) -> str | None:
        """Key of the device that is open now."""
        return self._output.device.key if self._output else None

    def set_device(self, key: str | None) -> None:
        """Chooses an output; what is playing goes on there."""
        self._device_key = key or None
        self._use_default = False
        self._open_again()

    def set_latency(self, seconds: float | None) -> None:
        """How much sound waits in the output; None is what PortAudio takes for safe. What is playing goes on with it."""
        if seconds != self._latency_s:
            self._latency_s = seconds
            self._open_again()

    @property
    def latency_s(self) -> float | None:
        """What the open stream has; None while none is open."""
        return self._output.latency_s if self._output else None

    def _open_again(self) -> None:
        going_on = self._playing
        if going_on:
            self.pause()
        self._close_output()
        if going_on:
            self.play()
        self.state_changed.emit()

    def close(self) -> None:
        """Ends playback for good; call it before the application ends."""
        self.pause()
        self._close_output()

    # --- inside -----------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self._starts_when_ready = False
        self._mixer.play()
        self._playhead.go_to(self._mixer.position / self._mixer.rate_hz)
        self._playing = True
        self._idle.stop()
        self._timer.start()

    def _open_output(self, look_again: bool) -> None:
        """Opens the stream at the selected sound's rate where the device takes it, else at the device's. Raises NoOutput.

        `look_again`: after a problem the system is asked for its devices anew, which holds the window up.
        """
        wanted_hz = self._slots.rate_hz(self._mixer.selected)
        if self._output is not None:
            stale = self._output.early and not output.engine_is_coming()
            if not (self._output.lost or stale) and self._output.wanted_hz == wanted_hz:
                return
            self._close_output()
        device = output.find(None if self._use_default else self._device_key, refresh=look_again and bool(self.problem_text))
        rate_hz, channels = output.usable_rate(device, wanted_hz), min(2, device.channels)
        if (rate_hz, channels) != (self._mixer.rate_hz, self._mixer.channels):
            self._change_mixer(rate_hz, channels)
        self._output = Output(device, self._mixer, wanted_hz, self._latency_s)

    def _change_mixer(self, rate_hz: int, channels: int) -> None:
        old, self._mixer = self._mixer, Mixer(rate_hz, channels)
        self._slots.change_mixer(self._mixer)
        self._mixer.selected, self._mixer.loop, self._mixer.volume = old.selected, old.loop, old.volume
        self._mixer.position = round(old.position / old.rate_hz * rate_hz)
        self._apply_region()

    def _on_ready(self, slot: str) -> None:
        if self._starts_when_ready and slot == self._mixer.selected:
            self._start()
            self.state_changed.emit()

    def _on_not_ready(self, sentence: str) -> None:
        self._starts_when_ready = False
        self._tell(sentence)
        self.state_changed.emit()

    def _apply_region(self) -> None:
        rate = self._mixer.rate_hz
        self._mixer.set_region(None if self._region is None else (round(self._region[0] * rate), round(self._region[1] * rate)))

    def _tick(self) -> None:
        if self._output is not None and self._output.lost:
            self._device_gone(self._output.device.name)
            return
        if self._output is not None and self._output.underflows >= PATIENCE_UNDERFLOWS:
            self._wait_longer(self._output.latency_s)
        if self._mixer.waiting != self._playhead.waiting:
            self._playhead.wait(self._mixer, self._latency())
            self.state_changed.emit()
        if not self._mixer.playing:
            self._end()
        self.position_changed.emit(self.position_s())

    def _end(self) -> None:
        if self._playhead.has_ended(self._mixer, self._latency()):
            self._playing = False
            self._playhead.stop()
            self._timer.stop()
            self._idle.start()
            self.state_changed.emit()

    def _latency(self) -> float:
        return self._output.latency_s if self._output else 0.0

    def _wait_longer(self, latency_s: float) -> None:
        """The machine is too busy for this latency: goes on at once with a longer one, rather than crackling."""
        longer = output.longer_latency(latency_s)
        if longer <= latency_s or not self._playing:
            return
        self._latency_s = longer
        self.pause()
        self._close_output()
        self.play()

    def _device_gone(self, name: str) -> None:
        self.pause()
        self._close_output()
        self._use_default = True
        sentence = self.tr('The output device "{name}" has gone. Playing is paused; Play goes on with the default output.')
        self._tell(sentence.format(name=name))

    def _close_output(self) -> None:
        self._idle.stop()
        if self._output is not None:
            self._output.close()
            self._mixer.halt()
            self._output = None

    def _tell(self, sentence: str, aloud: bool = True) -> None:
        """Keeps the sentence for the transport's note, and tells it."""
        if sentence != self.problem_text:
            self.problem_text = sentence
            self.state_changed.emit()
        if sentence and aloud:
            self.problem.emit(sentence)
