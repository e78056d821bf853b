"""A sound card for tests: a PulseAudio server of our own with one null sink, which plays to nobody in real time and can be recorded."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SINK = "probe"
RATE_HZ = 48000
ALSA_CONFIG = """\
</usr/share/alsa/alsa.conf>
pcm.!default { type pulse }
ctl.!default { type pulse }
"""


class Recording:
    """What the sink played while `NullSink.recording()` was open: `audio` is (frames, 2) float32 at RATE_HZ once the block is left."""

    audio: NDArray[np.float32] = np.zeros((0, 2), np.float32)


class NullSink:
    """Use as a context manager. While it is open, this process and its children play to the sink by default."""

    name = SINK
    rate_hz = RATE_HZ

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        config = folder / "asound.conf"
        config.write_text(ALSA_CONFIG)
        self.environment = {
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_SERVER": f"unix:{folder}/native",
            "PULSE_COOKIE": str(folder / "cookie"),
            "ALSA_CONFIG_PATH": str(config),
        }
        self._before: dict[str, str | None] = {}

    def __enter__(self) -> NullSink:
        self._server = subprocess.Popen(
            [
                "pulseaudio",
                "--daemonize=no",
                "--exit-idle-time=-1",
                "--use-pid-file=no",
                "--disable-shm=yes",
                "-n",
                "-L",
                f"module-native-protocol-unix auth-anonymous=1 socket={self.folder}/native",
                "-L",
                f"module-null-sink sink_name={SINK} rate={RATE_HZ} channels=2 format=float32le",
            ],
            env={**os.environ, **self.environment, "HOME": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._await_server()
        self._before = {name: os.environ.get(name) for name in self.environment}
        os.environ.update(self.environment)
        _look_for_devices_again()
        return self

    def __exit__(self, *_: object) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        _look_for_devices_again()
        self._server.terminate()
        self._server.wait(10)

    def _await_server(self) -> None:
        for _ in range(100):
            if self._server.poll() is not None:
                raise RuntimeError(f"pulseaudio ended with code {self._server.returncode} instead of serving")
            if self._pactl("info").returncode == 0:
                return
            time.sleep(0.1)
        raise RuntimeError("pulseaudio did not answer within 10 seconds")

    def _pactl(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, **self.environment}
        return subprocess.run(["pactl", *arguments], env=environment, capture_output=True, text=True, timeout=10, check=False)

    @contextlib.contextmanager
    def recording(self) -> Iterator[Recording]:
        """Records everything the sink plays while the block runs, silence included."""
        result = Recording()
        path = self.folder / "recording.raw"
        with path.open("wb") as file:
            recorder = subprocess.Popen(
                [
                    "parec",
                    f"--device={SINK}.monitor",
                    "--format=float32le",
                    f"--rate={RATE_HZ}",
                    "--channels=2",
                    "--latency-msec=20",
                ],
                env={**os.environ, **self.environment},
                stdout=file,
                stderr=subprocess.DEVNULL,
            )
            try:
                self._await_recorder(path)
                yield result
                self._await_silence(path)
            finally:
                recorder.terminate()
                recorder.wait(10)
        data = np.fromfile(path, np.float32)
        result.audio = data[: len(data) // 2 * 2].reshape(-1, 2)

    @staticmethod
    def _await_silence(path: Path) -> None:
        """Waits for what is still on its way: until half a second of silence was recorded after this call."""
        half_a_second = RATE_HZ // 2 * 2 * 4
        enough = path.stat().st_size + half_a_second
        for _ in range(200):
            data = path.read_bytes() if path.stat().st_size >= enough else b""
            if data and not any(data[-half_a_second:]):
                return
            time.sleep(0.05)
        raise RuntimeError("the sink was still playing 10 seconds after the recording should have ended")

    @staticmethod
    def _await_recorder(path: Path) -> None:
        for _ in range(100):
            if path.stat().st_size:
                return
            time.sleep(0.05)
        raise RuntimeError("the recorder gave no sound within 5 seconds")


def _look_for_devices_again() -> None:
    """PortAudio lists devices once, when it starts; a library that is already imported starts over."""
    sounddevice = sys.modules.get("sounddevice")
    ours = sys.modules.get("ditone.gui.audio.portaudio")
    if ours is not None:
        ours.settle()
    if sounddevice is not None:
        sounddevice._terminate()
        sounddevice._initialize()
