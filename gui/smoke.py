"""The smoke test of an installation: its files, every import, the real window with a take, a take of each family, the sound output.

One line a part; exit status 0 when all of them hold. It leaves nothing behind: library, voices and settings are its own for that time.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ditone.gui.engine.events import TakeFinished
from ditone.gui.engine.failure import Failure
from ditone.runtime import folders
from ditone.runtime.errors import DitoneError

TIMEOUT_S = 300.0
MOST_FAULTS = 8  # that are told of one part
ADVICE = "Install Ditone again over it; your sounds and settings lie elsewhere and are kept."


def smoke(model: str = "") -> int:
    """0 when every part holds; else 1, with a sentence a fault."""
    with tempfile.TemporaryDirectory(prefix="ditone-smoke-") as folder, own_folders(Path(folder)):
        for part in (_files, _imports, lambda: _window(model), _families, _sound):
            faults = part()
            if faults:  # what comes after it would only fail by the same fault
                sys.stderr.write("".join(f"smoke: {fault}\n" for fault in faults))
                return 1
    _say("this installation works")
    return 0


@contextlib.contextmanager
def own_folders(place: Path) -> Iterator[None]:
    """What is made goes into `place`: neither library, voices nor settings of the user are read or written."""
    names = {folders.LIBRARY: "library", folders.VOICES: "voices", folders.CONFIG: "config", folders.RESCUE: "rescue"}
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: str(place / inner) for name, inner in names.items()})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _files() -> list[str]:
    from ditone.runtime.installation import damage

    tree = damage.root()
    if tree is None:
        return []
    try:
        wrong = damage.damaged(tree)
    except (OSError, ValueError) as error:
        wrong = [str(error)]
    if wrong:
        return [*wrong[:MOST_FAULTS], f"{len(wrong)} files of this installation are missing or changed. {ADVICE}"]
    _say("every file of the installation is there")
    return []


def _imports() -> list[str]:
    from ditone.runtime.installation import imports

    found = imports.check()
    if found.faults:
        more = len(found.faults) - MOST_FAULTS
        return [*found.faults[:MOST_FAULTS], *([f"... and {more} more"] if more > 0 else []), f"Not all imports work. {ADVICE}"]
    left_out = f"; not installed: {', '.join(found.left_out)}" if found.left_out else ""
    _say(f"{found.done} imports{left_out}")
    return []


def _window(model: str) -> list[str]:
    from ditone.gui.application import application, dispose
    from ditone.gui.core.settings import Settings
    from ditone.gui.studio import Studio
    from ditone.gui.theme import style

    app = application()
    style.apply(app, "dark")
    studio = Studio(Settings(folders.config()), model)
    window = studio.window
    takes: list[TakeFinished] = []
    problems: list[Failure] = []
    faults: list[BaseException] = []
    studio.engine.take_finished.connect(takes.append)
    studio.engine.failed.connect(problems.append)
    hook, sys.excepthook = sys.excepthook, lambda kind, error, trace: faults.append(error)
    try:
        window.show()
        end = time.monotonic() + TIMEOUT_S
        asked = False
        while not takes and not problems and not faults and time.monotonic() < end:
            app.processEvents()
            time.sleep(0.01)
            if studio.engine.loaded is not None and not asked:
                asked = True
                studio.generation.generate(1)
        picture = window.grab()
        window.close()
        dispose(window)
    finally:
        sys.excepthook = hook
    if problems:
        return [problems[0].text]
    if faults:
        return [f"a fault in the window: {type(faults[0]).__name__}: {faults[0]}"]
    if not takes:
        return [f"no take was made within {TIMEOUT_S:.0f} seconds"]
    take = takes[0].entry.take
    level_db = 20 * np.log10(max(float(np.sqrt(np.mean(take.audio**2))), 1e-9))
    if picture.isNull() or level_db < -60:
        return [f"the take is not audible ({level_db:.0f} dBFS)"]
    _say(
        f"window {picture.width()} x {picture.height()} ({app.platformName()}), take of {take.duration_s:.1f} s at {level_db:.0f} dBFS"
    )
    return []


def _families() -> list[str]:
    from ditone.runtime.installation import families

    faults = []
    for rendered in families.check():
        if rendered.fault:
            faults.append(f"{rendered.name}: {rendered.told}")
        else:
            _say(f"{rendered.name}: {rendered.told}")
    return faults


def _sound() -> list[str]:
    """Opens the output and plays a tenth of a second of silence. A machine without one, or without PortAudio, is no fault."""
    from ditone.gui.audio.output import NoOutput, devices, sounddevice

    try:
        module = sounddevice()
    except NoOutput as error:
        _say(f"sound output: {error.text()}")
        return []
    try:
        found = devices()
    except DitoneError as error:
        _say(f"sound output: {error.message}")
        return []
    chosen = found[0]
    try:
        with module.OutputStream(
            chosen.rate_hz, device=chosen.index, channels=min(2, chosen.channels), dtype="float32"
        ) as stream:
            stream.write(np.zeros((chosen.rate_hz // 10, min(2, chosen.channels)), np.float32))
    except module.PortAudioError as error:
        return [f'the sound output "{chosen.name}" cannot be opened: {error}']
    _say(f'sound output "{chosen.name}" opened at {chosen.rate_hz} Hz')
    return []


def _say(text: str) -> None:
    sys.stdout.write(f"smoke: {text}\n")
    sys.stdout.flush()
