"""The smoke test of an installation: one window without a screen, one take, exit status 0. It leaves nothing behind."""

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

TIMEOUT_S = 120.0


def smoke(model: str = "") -> int:
    """0 when the window was drawn and an audible take was made within two minutes; else 1, with a sentence."""
    from ditone.gui.application import application, dispose
    from ditone.gui.core.settings import Settings
    from ditone.gui.studio import Studio
    from ditone.gui.theme import style

    app = application()
    with tempfile.TemporaryDirectory(prefix="ditone-smoke-") as folder, _own_library(folder):
        style.apply(app, "dark")
        studio = Studio(Settings(Path(folder)), model)
        window = studio.window
        takes: list[TakeFinished] = []
        problems: list[Failure] = []
        studio.engine.take_finished.connect(takes.append)
        studio.engine.failed.connect(problems.append)
        window.show()
        picture = window.grab()
        end = time.monotonic() + TIMEOUT_S
        asked = False
        while not takes and not problems and time.monotonic() < end:
            app.processEvents()
            time.sleep(0.01)
            if studio.engine.loaded is not None and not asked:
                asked = True
                studio.generation.generate(1)
        window.close()
        dispose(window)
    if problems:
        return _end(f"smoke: {problems[0].text}")
    if not takes:
        return _end("smoke: no take was made within two minutes")
    take = takes[0].entry.take
    level_db = 20 * np.log10(max(float(np.sqrt(np.mean(take.audio**2))), 1e-9))
    if picture.isNull() or level_db < -60:
        return _end(f"smoke: the take is not audible ({level_db:.0f} dBFS)")
    sys.stdout.write(
        f"smoke: window {picture.width()} x {picture.height()}, take of {take.duration_s:.1f} s at {level_db:.0f} dBFS\n"
    )
    return 0


@contextlib.contextmanager
def _own_library(folder: str) -> Iterator[None]:
    """The take goes to a library in `folder`, not to the user's."""
    before = os.environ.get(folders.LIBRARY)
    os.environ[folders.LIBRARY] = str(Path(folder) / "library")
    try:
        yield
    finally:
        if before is None:
            del os.environ[folders.LIBRARY]
        else:
            os.environ[folders.LIBRARY] = before


def _end(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 1
