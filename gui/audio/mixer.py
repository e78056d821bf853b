"""What is heard, sample by sample: slots that share one sample counter, mixed block by block.

Knows neither Qt nor a sound device. `render` is called by the audio callback and copies from arrays that lie ready; everything
else is called by the user interface. A wish of the user interface is one attribute store, so the callback holds no lock.
"""

from __future__ import annotations

import numpy as np

from ditone.gui.audio.channels import Samples, fit_channels

FADE_S = 0.005
INAUDIBLE = 1e-4  # -80 dBFS: a step this small is not heard beside any sound
AHEAD_S = 0.3  # so much of an unfinished sound must be there before it is played, or goes on after a wait


class Slot:
    """A sound (frames, channels) at the mixer's rate, with a linear gain.

    `fade_seam` says that the ends of the present loop do not match in this sound. `heard_gain` is where the gain's ramp stands.
    `growing`: the sound is being made, and more will follow behind its end.
    """

    def __init__(self, samples: Samples, gain: float = 1.0, growing: bool = False) -> None:
        self.samples = samples
        self.gain = gain
        self.heard_gain = gain
        self.fade_seam = False
        self.growing = growing

    def __len__(self) -> int:
        return len(self.samples)


class _Voice:
    """One reading head. Its `level` moves by `slope` a frame towards 1 (the heard voice) or 0 (a voice that goes), after `wait_frames`."""

    def __init__(self, slot: Slot, position: int, level: float, slope: float) -> None:
        self.slot = slot
        self.position = position
        self.level = level
        self.slope = slope
        self.wait_frames = 0

    @property
    def goes(self) -> bool:
        return self.slope < 0

    def levels(self, frames: int) -> Samples | None:
        """The level at each of the next `frames` frames, as a column; None for a steady level of 1. Moves on."""
        if self.level == 1.0 and not self.goes:
            return None
        moved = np.maximum(np.arange(1, frames + 1) - self.wait_frames, 0)
        self.wait_frames = max(self.wait_frames - frames, 0)
        levels = np.clip(self.level + self.slope * moved, 0.0, 1.0)
        self.level = float(levels[-1]) if 1e-9 < levels[-1] < 1.0 - 1e-9 else float(round(levels[-1]))
        return levels.astype(np.float32)[:, None]


class Mixer:
    """`position` is the shared counter: the next frame to be read. `selected` names the slot that is heard.

    rate_hz and channels are those of the output. `volume` is linear, and applied last. `waiting`: playing has caught up with a
    unfinished sound; there is silence until AHEAD_S more of it is there, or all of it.
    """

    def __init__(self, rate_hz: int, channels: int = 2) -> None:
        self.rate_hz = rate_hz
        self.channels = channels
        self.fade_frames = max(1, round(FADE_S * rate_hz))
        self.ahead_frames = round(AHEAD_S * rate_hz)
        self.slots: dict[str, Slot] = {}
        self.selected = "A"
        self.position = 0
        self.playing = False
        self.waiting = False
        self.loop = False
        self.region: tuple[int, int] | None = None
        self.volume = 1.0
        self.peaks = np.zeros(channels, np.float32)  # of the last block, before the volume
        self._heard_volume = 1.0
        self._seek_to: int | None = None
        self._through_silence = False
        self._voices: list[_Voice] = []
        self._empty = Slot(np.zeros((0, channels), np.float32))

    # --- wishes of the user interface -------------------------------------------------------------------------------

    def load(self, name: str, samples: Samples | None) -> None:
        """Puts a sound (frames, channels) at the mixer's rate into a slot, or empties it. The slot's gain stays."""
        slots = dict(self.slots)
        if samples is None:
            slots.pop(name, None)
        else:
            slots[name] = Slot(fit_channels(samples, self.channels), slots[name].gain if name in slots else 1.0)
            self._mark_seam(slots[name])
        self.slots = slots

    def begin(self, name: str) -> None:
        """Empties a slot for an unfinished sound; `extend` brings it piece by piece, and `load` the finished one."""
        gain = self.slots[name].gain if name in self.slots else 1.0
        self.slots = {**self.slots, name: Slot(np.zeros((0, self.channels), np.float32), gain, growing=True)}

    def extend(self, name: str, samples: Samples) -> None:
        """Everything that there is by now (frames, channels) of an unfinished sound, at the mixer's rate and with its channels.

        What was there before must be the same: only the end moves.
        """
        self.slots[name].samples = samples
        self._mark_seam(self.slots[name])

    def play(self) -> None:
        """Goes on from the position, or from the start of the region when it lies outside."""
        start, end = self.bounds()
        if not start <= self.position < end:
            self.position = start
        if self._seek_to is not None:
            self._seek_to = self.position
        self.playing = True

    def pause(self) -> None:
        """Stops reading; the position stays."""
        self.playing = False

    def seek(self, frame: int) -> None:
        """Goes on at `frame`, while playing with a fade of 5 ms."""
        self._seek_to = max(0, frame)
        if not self.playing:
            self.position = self._seek_to

    def hear_anew(self, name: str) -> None:
        """Selects a slot by a way that sounds the same whichever it is, the selected one included: out in 5 ms, then in in 5 ms."""
        self.selected = name
        self._through_silence = True

    def set_region(self, region: tuple[int, int] | None) -> None:
        """Plays from the first to before the second frame; None plays the whole slot."""
        self.region = region
        for slot in self.slots.values():
            self._mark_seam(slot)

    def set_gain(self, name: str, gain: float) -> None:
        """Linear gain of one slot, reached within 5 ms."""
        if name in self.slots:
            self.slots[name].gain = gain

    def halt(self) -> None:
        """Stops at once, for an output that no longer asks for frames."""
        self.playing = False
        self._follow_wishes()
        self._voices = []

    def bounds(self, slot: Slot | None = None) -> tuple[int, int]:
        """First frame of what Play plays in a slot (the selected one by default), and the frame after its last.

        A region of an unfinished sound may lie where nothing is yet.
        """
        slot = self.slots.get(self.selected, self._empty) if slot is None else slot
        length = len(slot)
        if self.region is None:
            return 0, length
        if slot.growing:
            return self.region
        return min(self.region[0], length), min(self.region[1], length)

    # --- the audio callback -----------------------------------------------------------------------------------------

    def render(self, frames: int) -> Samples:
        """The next `frames` frames (frames, channels); silence when nothing plays. Moves `position` on."""
        out = np.zeros((frames, self.channels), np.float32)
        self._follow_wishes()
        for voice in self._voices:
            self._add(voice, out)
        self._voices = [voice for voice in self._voices if voice.level > 0.0 or not voice.goes]
        for slot in self.slots.values():
            slot.heard_gain = slot.gain
        self.peaks = np.abs(out).max(axis=0, initial=0.0)
        volume = self.volume
        if (self._heard_volume, volume) != (1.0, 1.0):
            out *= self._ramp(self._heard_volume, volume, frames)
        self._heard_volume = volume
        return out

    def _follow_wishes(self) -> None:
        """Turns what the user interface changed into voices that come and go."""
        slot = self.slots.get(self.selected, self._empty)
        heard = next((voice for voice in self._voices if not voice.goes), None)
        seek_to, self._seek_to = self._seek_to, None
        anew, self._through_silence = self._through_silence, False
        if not self.playing:
            self.waiting = False
            if heard:
                self._let_go()
                self.position = heard.position if seek_to is None else seek_to
            return
        start, end = self.bounds(slot)
        if heard is None:
            at = self.position if seek_to is None else seek_to
            # The beginning of a sound is its own attack; only a start inside it needs a fade.
            self._come_in(slot, at, 1.0 if at == 0 else 0.0)
            return
        if self.loop and heard.position > end and seek_to is None:  # the loop was moved away from under the playhead
            seek_to = start
        if anew:
            self._let_go()
            self._come_in(slot, heard.position if seek_to is None else seek_to, 0.0)
            for voice in self._voices:
                if not voice.goes:
                    voice.wait_frames = self.fade_frames
        elif seek_to is not None or heard.slot is not slot:
            self._let_go()
            self._come_in(slot, heard.position if seek_to is None else seek_to, 0.0)

    def _come_in(self, slot: Slot, at: int, level: float) -> None:
        """Begins to read a slot at a frame, or waits there until enough of an unfinished sound lies ahead."""
        wanted = at + self.ahead_frames
        if self.region is not None:
            wanted = min(wanted, max(at, self.region[1]) + self.fade_frames)
        self.waiting = slot.growing and len(slot) < wanted
        self.position = at
        if not self.waiting:
            self._voices.append(_Voice(slot, at, level, 1.0 / self.fade_frames))

    def _let_go(self) -> None:
        """Sends every voice to silence in the same 5 ms, so that with one that comes the levels add up to 1 even in quick changes."""
        for voice in self._voices:
            voice.wait_frames = 0
            voice.slope = -voice.level / self.fade_frames or -1.0

    def _add(self, voice: _Voice, out: Samples) -> None:
        """Adds a voice's next frames to `out`; the heard voice goes round the loop, or ends playing at its end."""
        start, end = self.bounds(voice.slot)
        if not self.loop and voice.position > end:  # what is selected behind the playhead is for the next Play
            end = len(voice.slot)
        # the last 5 ms there are of an unfinished sound are kept to fade out with, should nothing have come until then
        made = len(voice.slot) - self.fade_frames
        waits = voice.slot.growing and end > made
        end = min(end, made) if waits else end
        gain = voice.slot.gain
        ramp = self._ramp(voice.slot.heard_gain, gain, len(out)) if voice.slot.heard_gain != gain else None
        done = 0
        while done < len(out) and (voice.level > 0.0 or not voice.goes):
            if not voice.goes and voice.position >= end:
                if waits:
                    self._wait()
                elif self.loop and end > start:
                    voice.position = start
                else:
                    self._end(voice, start)
                    continue
            count = len(out) - done if voice.goes else min(len(out) - done, end - voice.position)
            piece = self._read(voice, count, start, end)
            if ramp is not None:
                piece = piece * ramp[done : done + count]
            elif gain != 1.0:
                piece = piece * np.float32(gain)
            levels = voice.levels(count)
            out[done : done + count] += piece if levels is None else piece * levels
            voice.position += count
            done += count
            if not voice.goes:
                self.position = voice.position

    def _wait(self) -> None:
        """Everything there is was read. What fades out now is heard again, fading in, when there is more: nothing is lost."""
        self.waiting = True
        self._let_go()

    def _end(self, voice: _Voice, start: int) -> None:
        """Playing is over, and the next Play begins at the start. A region that ends inside the sound rings out for 5 ms."""
        self.playing = False
        self.position = start
        voice.slope = -1.0 / self.fade_frames
        if voice.position >= len(voice.slot):
            voice.level = 0.0

    def _read(self, voice: _Voice, count: int, start: int, end: int) -> Samples:
        """The voice's next `count` frames, zeros behind its sound.

        Where the ends of a loop do not match, its last 5 ms fade over into what lies before its start, so that the seam is
        continuous and the loop keeps its exact length.
        """
        samples, position = voice.slot.samples, voice.position
        piece = samples[position : position + count]
        if len(piece) < count:
            piece = np.concatenate((piece, np.zeros((count - len(piece), self.channels), np.float32)))
        fade = min(self.fade_frames, end - start)
        first = max(position, end - fade)
        if not (self.loop and voice.slot.fade_seam) or voice.goes or first >= position + count:
            return piece
        steps = np.arange(first, position + count) - (end - fade)  # from 0 to fade - 1
        rising = ((steps + 1) / (fade + 1)).astype(np.float32)[:, None]
        lead_in = samples[np.clip(start - fade + steps, 0, len(samples) - 1)]
        piece = piece.copy()
        tail = piece[first - position :]
        tail += rising * (lead_in - tail)
        return piece

    def _mark_seam(self, slot: Slot) -> None:
        start, end = self.bounds(slot)
        slot.fade_seam = end <= len(slot) and not ends_match(slot.samples, start, end, self.fade_frames)

    def _ramp(self, before: float, after: float, frames: int) -> Samples:
        """A gain for every frame, as a column, that reaches `after` within 5 ms or by the block's end."""
        ramp = np.full((frames, 1), after, np.float32)
        count = min(self.fade_frames, frames)
        ramp[:count, 0] = before + (after - before) * (np.arange(1, count + 1) / count)
        return ramp


def ends_match(samples: Samples, start: int, end: int, window: int) -> bool:
    """Whether the step from the last frame before `end` to the frame at `start` is no larger than the steps beside it."""
    if end - start < 3:
        return True
    tail = samples[max(start, end - window) : end]
    head = samples[start : min(end, start + window)]
    usual = max(float(np.abs(np.diff(side, axis=0)).max(initial=0.0)) for side in (tail, head))
    return float(np.abs(samples[start] - samples[end - 1]).max()) <= usual + INAUDIBLE
