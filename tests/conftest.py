"""Fixtures for all tests: no screen, no sound hardware and no installed model is needed."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before any test module can import Qt
os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # as the engine does, before any test module can import torch

import gc
import pathlib
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.null_sink import NullSink
from tests.tiny import TinyFamily

for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed, QtBot.waitActive):
    _wait.__kwdefaults__["timeout"] = 60_000  # ends a test that hangs; how busy the machine is must not matter


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, library and voices of this test alone: the user's own are neither read nor written."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("DITONE_CONFIG_DIR", str(home / "config"))
    monkeypatch.setenv("DITONE_LIBRARY", str(home / "library"))
    monkeypatch.setenv("DITONE_VOICES", str(home / "voices"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("DITONE_MODELS", str(home / "models"))
    monkeypatch.setenv("HF_HOME", str(home / "hub"))  # a login and a cache that are not there
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_ENDPOINT", "HF_HUB_OFFLINE", "HF_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def collect_in_this_thread() -> Iterator[None]:
    """As in the studio: a cycle that holds a widget, collected by an engine's thread, would take the process down."""
    gc.disable()
    yield
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            break


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> TinyFamily:
    """The only installed family, for this test."""
    from ditone.runtime import registry

    family = TinyFamily()
    monkeypatch.setattr(registry, "families", lambda: {"tiny": family})
    return family


@pytest.fixture(scope="session")
def null_sink() -> Iterator[NullSink]:
    """A private PulseAudio server whose only output is a null sink that can be recorded; ALSA's default device leads to it.

    Skips, with the reason, where PulseAudio or its ALSA plug-in is not installed.
    """
    for program in ("pulseaudio", "parec", "pactl"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed; `make test` installs it where it may")
    with tempfile.TemporaryDirectory(prefix="ditone-pulse-") as folder, NullSink(pathlib.Path(folder)) as sink:
        yield sink
