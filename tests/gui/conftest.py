"""A settings folder of its own for every GUI test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.gui.theme import palettes, style
from tests.tiny import TinyFamily


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DITONE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("DITONE_LIBRARY", str(tmp_path / "library"))
    return tmp_path / "config"


@pytest.fixture
def studio(qtbot: QtBot, qapp: QApplication, tiny: TinyFamily) -> Iterator[Studio]:
    """The whole window with the tiny family, loaded and ready."""
    if palettes.current() is not palettes.DARK or not qapp.styleSheet():
        style.apply(qapp, "dark")
    settings = Settings()
    settings.set("sound/autoplay", False)  # what plays by itself decides which lane is free
    made = Studio(settings)
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None, timeout=60_000)
    yield made
    made.window.close()
