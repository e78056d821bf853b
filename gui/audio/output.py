"""The sound device: finding one, opening a stream that asks the mixer for frames, and noticing when it has gone."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.gui.audio import portaudio
from ditone.gui.audio.mixer import Mixer
from ditone.gui.audio.portaudio import NoOutput, sounddevice
from ditone.gui.i18n.translate import tr

STALLED_S = 5.0  # longer than the engine import, which can hold the callback up
LEAD_IN_S = 0.06  # sound servers and amplifiers may swallow the first milliseconds of a stream
LONGEST_LATENCY_S = 0.4
EARLY_LATENCY_S = 0.3  # while the engine is being imported the callback can stand still for long


@dataclass(frozen=True)
class OutputDevice:
    """`key` is how it is stored: host interface and name, because numbers change from one start to the next."""

    index: int
    name: str
    host_api: str
    channels: int
    rate_hz: int
    is_default: bool

    @property
    def key(self) -> str:
        """The name under which a choice is kept: host API and device."""
        return f"{self.host_api}: {self.name}"


def devices(refresh: bool = False) -> list[OutputDevice]:
    """All outputs, the default one first. `refresh` looks again, where no stream is open. Raises NoOutput."""
    module = sounddevice()
    if refresh:
        portaudio.look_again()
    host_apis = module.query_hostapis()
    default = int(module.default.device[1])
    if default < 0:
        default = next((int(api["default_output_device"]) for api in host_apis if api["default_output_device"] >= 0), -1)
    found = [
        OutputDevice(
            index=int(device["index"]),
            name=str(device["name"]),
            host_api=str(host_apis[device["hostapi"]]["name"]),
            channels=int(device["max_output_channels"]),
            rate_hz=round(device["default_samplerate"]),
            is_default=int(device["index"]) == default,
        )
        for device in module.query_devices()
        if device["max_output_channels"] > 0
    ]
    if not found:
        raise NoOutput(
            tr("No output device."),
            tr("Generating, measuring and exporting work without one."),
            (tr("Connect one and press Play."),),
        )
    return sorted(found, key=lambda device: not device.is_default)


def find(key: str | None, refresh: bool = False) -> OutputDevice:
    """The device with this key, or the default one when it is None or gone. Raises NoOutput."""
    found = devices(refresh)
    return next((device for device in found if device.key == key), found[0])


def usable_rate(device: OutputDevice, wanted_hz: int) -> int:
    """`wanted_hz` where the device takes it, so that a sound is played as it is; else the device's own rate."""
    module = sounddevice()
    try:
        module.check_output_settings(device.index, channels=min(2, device.channels), dtype="float32", samplerate=wanted_hz)
    except (module.PortAudioError, ValueError):
        return device.rate_hz
    return wanted_hz


def wanted_latency() -> float | str:
    """Seconds, or PortAudio's word for one that is safe on most machines and short enough for an A/B switch to be heard at once."""
    return EARLY_LATENCY_S if engine_is_coming() else "high"


def longer_latency(latency_s: float) -> float:
    """What to try when a latency has turned out too short for this machine and moment."""
    return min(max(2.5 * latency_s, 0.1), LONGEST_LATENCY_S)


def engine_is_coming() -> bool:
    """Whether the engine is not imported yet, or just being imported."""
    torch = sys.modules.get("torch")
    return torch is None or bool(getattr(torch.__spec__, "_initializing", False))


class Output:
    """An open stream. The callback copies from the mixer and notes time, level and underflows, nothing else.

    `underflows`: how often the device ran dry. Raises NoOutput when it cannot open.
    """

    def __init__(self, device: OutputDevice, mixer: Mixer, wanted_hz: int, latency_s: float | None = None) -> None:
        module = sounddevice()
        self.device = device
        self.mixer = mixer
        self.wanted_hz = wanted_hz
        self._levels: deque[tuple[float, NDArray[np.float32]]] = deque(maxlen=512)
        self.underflows = 0
        self._lead_in = round(LEAD_IN_S * mixer.rate_hz)
        self._ended = threading.Event()
        self._clock = (mixer.position, time.perf_counter())
        self.early = engine_is_coming()
        self.latency_s = 0.0  # the callback may come before it is known
        try:
            self._stream = portaudio.opened(
                module.OutputStream,
                device=device.index,
                samplerate=mixer.rate_hz,
                channels=mixer.channels,
                dtype="float32",
                latency=wanted_latency() if latency_s is None else latency_s,
                callback=self._callback,
                finished_callback=self._ended.set,
            )
            self.latency_s = float(self._stream.latency)
        except (module.PortAudioError, ValueError) as error:
            sentence = tr('The output device "{name}" cannot be opened.').format(name=device.name)
            raise NoOutput(sentence, tr("It says: {error}.").format(error=error), (tr("Choose another output."),)) from error

    def _callback(self, out: NDArray[np.float32], frames: int, _time: Any, status: Any) -> None:
        if status.output_underflow:
            self.underflows += 1
        silent = min(self._lead_in, frames)
        self._lead_in -= silent
        self._clock = (self.mixer.position, time.perf_counter() + silent / self.mixer.rate_hz)
        block = self.mixer.render(frames - silent)
        out[:silent] = 0.0
        out[silent:] = block
        self._levels.append((self._clock[1] + self.latency_s, self.mixer.peaks))

    @property
    def lost(self) -> bool:
        """The device has gone: the stream has ended by itself, or has asked for nothing for long."""
        return self._ended.is_set() or time.perf_counter() - self._clock[1] > STALLED_S

    def heard_frame(self) -> float:
        """The frame that is heard now: the mixer's position less what still waits in the output."""
        position, at = self._clock
        return position + (time.perf_counter() - at - self.latency_s) * self.mixer.rate_hz

    def levels(self) -> NDArray[np.float32] | None:
        """Highest level of each channel since the last call, of what has been heard by now; None when nothing was."""
        now = time.perf_counter()
        due = []
        while self._levels and self._levels[0][0] <= now:
            due.append(self._levels.popleft()[1])
        return np.max(due, axis=0) if due else None

    def close(self) -> None:
        """Stops at once; what waits in the output is dropped, so pause first and let it play out."""
        portaudio.let_go(self._stream)
