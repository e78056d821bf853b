"""Recording from the input device: opening it beside the GUI thread, a level to look at, and up to half a minute of samples."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from ditone.gui.audio import portaudio
from ditone.gui.core.background import Background
from ditone.gui.i18n.translate import tr
from ditone.runtime.audio.mono import mono
from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Audio

LONGEST_S = 30.0
WANTED_RATE_HZ = 48000


class NoInput(DitoneError):
    """Nothing can be recorded here; the sentence says why, and what to do."""


@dataclass(frozen=True)
class InputDevice:
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


class InputStream:
    """An open input. The callback copies into an array that lies ready and notes the peak, nothing else. Raises NoInput."""

    def __init__(self, longest_s: float = LONGEST_S, key: str = "") -> None:
        """`key`: of the device; the default one where it is not there."""
        found = inputs()
        module = portaudio.sounddevice()
        device = next((one for one in found if one.key == key), found[0])
        self.name, self.key = device.name, device.key
        channels = min(2, device.channels)
        self.rate_hz = _usable_rate(module, device, channels)
        self.keeps = False
        self.filled = 0
        self.overflows = 0
        self._peak = 0.0
        self._buffer = np.zeros((round(longest_s * self.rate_hz), channels), np.float32)
        try:
            self._stream = portaudio.opened(
                module.InputStream,
                device=device.index,
                samplerate=self.rate_hz,
                channels=channels,
                dtype="float32",
                latency="high",
                callback=self._callback,
            )
        except (module.PortAudioError, ValueError) as error:
            sentence = tr('The input device "{name}" cannot be opened.').format(name=self.name)
            actions = (tr("Check that the system lets Ditone use the microphone, and that no other program holds it."),)
            raise NoInput(sentence, tr("It says: {error}.").format(error=error), actions) from error

    def _callback(self, data: NDArray[np.float32], frames: int, _time: Any, status: Any) -> None:
        self._peak = max(self._peak, float(np.abs(data).max(initial=0.0)))
        if self.keeps:
            self.overflows += bool(status.input_overflow)
            count = min(frames, len(self._buffer) - self.filled)
            self._buffer[self.filled : self.filled + count] = data[:count]
            self.filled += count

    @property
    def full(self) -> bool:
        """Whether no more samples fit."""
        return self.filled == len(self._buffer)

    @property
    def active(self) -> bool:
        """False once the device has gone."""
        return bool(self._stream.active)

    def peak(self) -> float:
        """Highest absolute sample since the last call."""
        peak, self._peak = self._peak, 0.0
        return peak

    def restart(self) -> None:
        """Keeps what comes from now on; what was kept before is dropped."""
        self.filled = self.overflows = 0
        self.keeps = True

    def audio(self) -> Audio:
        """What was kept, as one channel (frames, 1); an empty channel of the device does not halve the other."""
        return mono(self._buffer[: self.filled])[:, None]

    def close(self) -> None:
        """Lets the device go."""
        portaudio.let_go(self._stream)


class _Opening:
    """An input that is opened in the background, and let go whenever that is wished: before it is open, too, and when nobody is there
    any more to be told. No microphone stays open behind a closed window."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._given_up = False
        self._stream: InputStream | None = None

    def run(self, before: _Opening, key: str, refresh: bool) -> tuple[InputStream | None, list[InputDevice]]:
        """Lets go of what was open `before`, looks for devices again where wished, opens the one of `key`. Raises NoInput.

        The stream is None where it is not wanted any more.
        """
        if (open_still := before.taken()) is not None:
            open_still.close()
        if self._given_up:
            return None, []
        found = inputs(refresh)
        stream = InputStream(LONGEST_S, key)
        with self._lock:
            if not self._given_up:
                self._stream = stream
                return stream, found
        stream.close()
        return None, found

    def taken(self) -> InputStream | None:
        """What is open, to be closed by who asks; what is still being opened closes by itself."""
        with self._lock:
            self._given_up = True
            stream, self._stream = self._stream, None
        return stream

    def give_up(self) -> None:
        """Lets the device go, without waiting for it."""
        stream = self.taken()
        if stream is not None:
            threading.Thread(target=stream.close, name="ditone-input-close", daemon=True).start()


class Recorder(QObject):
    """Opens and closes an input in the background, because systems may ask the user first. `failed` carries a sentence.

    `devices`: the inputs as they were when one was opened last.
    """

    opened = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        held = self._held = [_Opening()]
        self.destroyed.connect(lambda: held[0].give_up())
        self.stream: InputStream | None = None
        self.devices: list[InputDevice] = []

    def open(self, key: str = "", refresh: bool = False) -> None:
        """Opens the input of this key, or the default one, in place of what is open. `refresh`: after a new look at the devices."""
        self.stream = None
        before, self._held[0] = self._held[0], _Opening()
        self._background.run("open", partial(self._held[0].run, before, key, refresh), self._on_open, self._on_failed)

    def opening(self) -> bool:
        """Whether an input is being opened."""
        return self._background.busy("open")

    def close(self) -> None:
        """Lets the device go; what was recorded stays readable by who holds it."""
        self.stream = None
        self._held[0].give_up()

    def _on_open(self, opened: tuple[InputStream | None, list[InputDevice]]) -> None:
        stream, self.devices = opened
        if stream is not None:
            self.stream = stream
            self.opened.emit()

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(
            error.text() if isinstance(error, DitoneError) else tr("Nothing can be recorded: {error}").format(error=error)
        )


def inputs(refresh: bool = False) -> list[InputDevice]:
    """All inputs, the default one first. `refresh` looks again, where no stream is open. Raises NoInput."""
    try:
        module = portaudio.sounddevice()
        if refresh:
            portaudio.look_again()
    except portaudio.NoOutput as error:
        raise NoInput(tr("No sound can be recorded: the PortAudio library is missing."), error.cause, error.actions) from error
    usable = [dict(device) for device in module.query_devices() if device["max_input_channels"] > 0]
    if not usable:
        raise NoInput(tr("No input device: nothing can be recorded."), "", (tr("Connect a microphone, or drop a sound file."),))
    host_apis = module.query_hostapis()
    default = int(module.default.device[0])
    found = [
        InputDevice(
            index=int(device["index"]),
            name=str(device["name"]),
            host_api=str(host_apis[device["hostapi"]]["name"]),
            channels=int(device["max_input_channels"]),
            rate_hz=round(device["default_samplerate"]),
            is_default=int(device["index"]) == default,
        )
        for device in usable
    ]
    return sorted(found, key=lambda device: not device.is_default)


def _usable_rate(module: Any, device: InputDevice, channels: int) -> int:
    """48 kHz where the device takes it, else its own rate."""
    try:
        module.check_input_settings(device.index, channels=channels, dtype="float32", samplerate=WANTED_RATE_HZ)
    except (module.PortAudioError, ValueError):
        return device.rate_hz or WANTED_RATE_HZ
    return WANTED_RATE_HZ
