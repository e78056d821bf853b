"""Recording from the input device: opening it beside the GUI thread, a level to look at, and up to half a minute of samples."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from ditone.gui.audio import portaudio
from ditone.gui.core.background import Background
from ditone.runtime.audio.mono import mono
from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Audio

LONGEST_S = 30.0
WANTED_RATE_HZ = 48000


class NoInput(DitoneError):
    """Nothing can be recorded here; the sentence says why, and what to do."""


class InputStream:
    """An open input. The callback copies into an array that lies ready and notes the peak, nothing else. Raises NoInput."""

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        module, device = _default_input()
        self.name = str(device["name"])
        channels = min(2, int(device["max_input_channels"]))
        self.rate_hz = _usable_rate(module, device, channels)
        self.keeps = False
        self.filled = 0
        self.overflows = 0
        self._peak = 0.0
        self._buffer = np.zeros((round(longest_s * self.rate_hz), channels), np.float32)
        try:
            self._stream = portaudio.opened(
                module.InputStream,
                device=int(device["index"]),
                samplerate=self.rate_hz,
                channels=channels,
                dtype="float32",
                latency="high",
                callback=self._callback,
            )
        except (module.PortAudioError, ValueError) as error:
            actions = ("Check that the system lets Ditone use the microphone, and that no other program holds it.",)
            raise NoInput(f'The input device "{self.name}" cannot be opened.', f"It says: {error}.", actions) from error

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

    def run(self) -> InputStream | None:
        """Opens it; None where it is not wanted any more. Raises NoInput."""
        if self._given_up:
            return None
        stream = InputStream(LONGEST_S)
        with self._lock:
            if not self._given_up:
                self._stream = stream
                return stream
        stream.close()
        return None

    def give_up(self) -> None:
        """Lets the device go, without waiting for it."""
        with self._lock:
            self._given_up = True
            stream, self._stream = self._stream, None
        if stream is not None:
            threading.Thread(target=stream.close, name="ditone-input-close", daemon=True).start()


class Recorder(QObject):
    """Opens and closes an input in the background, because systems may ask the user first. `failed` carries a sentence."""

    opened = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._opening = _Opening()
        self.destroyed.connect(self._opening.give_up)
        self.stream: InputStream | None = None

    def open(self) -> None:
        """Opens the input device in the background."""
        self._background.run("open", self._opening.run, self._on_open, self._on_failed)

    def close(self) -> None:
        """Lets the device go; what was recorded stays readable by who holds it."""
        self.stream = None
        self._opening.give_up()

    def _on_open(self, stream: InputStream | None) -> None:
        if stream is not None:
            self.stream = stream
            self.opened.emit()

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(error.text() if isinstance(error, DitoneError) else f"Nothing can be recorded: {error}")


def _default_input() -> tuple[Any, dict[str, Any]]:
    """The sounddevice module and the default input, or the first one there is. Raises NoInput."""
    try:
        module = portaudio.sounddevice()
    except portaudio.NoOutput as error:
        raise NoInput("No sound can be recorded: the PortAudio library is missing.", error.cause, error.actions) from error
    inputs = [dict(device) for device in module.query_devices() if device["max_input_channels"] > 0]
    if not inputs:
        raise NoInput(
            "No input device: nothing can be recorded.", "", ("Connect a microphone and start again, or drop a sound file.",)
        )
    default = int(module.default.device[0])
    return module, next((device for device in inputs if device["index"] == default), inputs[0])


def _usable_rate(module: Any, device: dict[str, Any], channels: int) -> int:
    """48 kHz where the device takes it, else its own rate."""
    try:
        module.check_input_settings(int(device["index"]), channels=channels, dtype="float32", samplerate=WANTED_RATE_HZ)
    except (module.PortAudioError, ValueError):
        return round(device["default_samplerate"]) or WANTED_RATE_HZ
    return WANTED_RATE_HZ
