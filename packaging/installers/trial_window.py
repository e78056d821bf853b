"""The installed studio, driven with real keys on a virtual screen, and what it plays, recorded from the sound server."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from facts import WORK
from trial_root import DISPLAY, SOUND, Root

QUIETEST_DB = -70.0
LISTEN_S = 5.0


def takes(root: Root) -> list[Path]:
    return sorted((root.home() / ".local/share/ditone/library/takes").rglob("*.wav"))


def prompt_and_play(root: Root) -> str:
    """A prompt, Ctrl+Enter, the take, Space, and the sound. Raises where a part of that does not happen."""
    began = time.monotonic()
    known = takes(root)
    with studio(root, "ditone") as window:
        seen_s = time.monotonic() - began
        time.sleep(6)
        type_prompt(window)
        wait(lambda: [path for path in takes(root) if path not in known], 180)
        first_s = time.monotonic() - began
        time.sleep(3)
        heard_db = play_and_listen(root, "take")
    heard = f"heard at {heard_db:.0f} dBFS (mean over {LISTEN_S:.0f} s)"
    return f"window after {seen_s:.1f} s, first take stored after {first_s:.1f} s, {heard}"


def type_prompt(window: str) -> None:
    """Types a prompt and presses Ctrl+Enter."""
    keys("windowfocus", "--sync", window)
    keys("type", "--delay", "20", "a short metallic clang")
    keys("key", "ctrl+Return")


def open_and_play(root: Root, command: str) -> str:
    """Opens a file with the studio, as a desktop entry does, and plays it."""
    with studio(root, command) as window:
        time.sleep(12)
        keys("windowfocus", "--sync", window)
        heard_db = play_and_listen(root, "file")
    return f"heard at {heard_db:.0f} dBFS"


@contextmanager
def studio(root: Root, command: str) -> Iterator[str]:
    """The running studio's window; closed by Ctrl+Q. Raises where the window does not come, or does not close."""
    process = root.start(command)
    find = ["xdotool", "search", "--onlyvisible", "--name", "Ditone"]
    try:
        yield wait(lambda: subprocess.run(find, env=screen(), capture_output=True, text=True, check=False).stdout.split(), 120)[0]
    finally:
        keys("key", "ctrl+q")
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            root.kill()
            raise


def play_and_listen(root: Root, name: str) -> float:
    """Puts the keys into the lane, presses Space, and returns the level of what the sound server got in dBFS."""
    recorded = WORK / f"{root.suite}-{name}.raw"
    with recorded.open("wb") as file:
        listen = subprocess.Popen(["parec", "-d", "probe.monitor", "--raw"], stdout=file, env=sound_server())
        keys("mousemove", "760", "330", "click", "1")
        time.sleep(0.5)
        keys("key", "Home")  # the click has put the playhead there
        keys("key", "space")
        time.sleep(LISTEN_S)
        listen.terminate()
        listen.wait()
    subprocess.run(["import", "-window", "root", str(WORK / f"{root.suite}-{name}.png")], env=screen(), check=True)
    import numpy as np

    heard = np.fromfile(recorded, "<i2").astype(float) / 32768
    level_db = 20 * np.log10(np.sqrt(np.mean(heard**2)) + 1e-9) if len(heard) else -180.0
    if level_db < QUIETEST_DB:
        raise RuntimeError(f"nothing was heard ({level_db:.0f} dBFS in {len(heard)} samples)")
    return float(level_db)


def wait(condition: Callable[[], list[str] | list[Path]], timeout_s: float) -> list[str]:
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if found := condition():
            return [str(part) for part in found]
        time.sleep(0.3)
    raise TimeoutError(f"not within {timeout_s:.0f} s")


def screen() -> dict[str, str]:
    return {**os.environ, "DISPLAY": DISPLAY}


def sound_server() -> dict[str, str]:
    return {**os.environ, "PULSE_SERVER": f"unix:{SOUND}/native"}


def keys(*arguments: str) -> None:
    subprocess.run(["xdotool", *arguments], env=screen(), check=False, capture_output=True)
