"""Takes of the studio have the checksums of their model's files, in the library and in what is exported."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.runtime.audio import metadata
from ditone.runtime.registry import FileRole
from tests import tiny as tinies
from tests.tiny import TinyFamily


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: TinyFamily) -> dict[str, str]:
    """A file for the built-in tiny model; its checksum."""
    (tmp_path / "weights.bin").write_bytes(b"abc" * 100_000)
    files = (FileRole("weights.bin", "transformer", 300_000),)
    info = dataclasses.replace(tinies.INFO, folder=str(tmp_path), files=files, builtin=True)
    monkeypatch.setattr(tiny, "builtin", lambda: [info])
    return {"weights.bin": hashlib.sha256(b"abc" * 100_000).hexdigest()}


def test_a_take_has_them_in_the_library_and_in_the_window(qtbot: QtBot, weights: dict[str, str]) -> None:
    studio = Studio(Settings())
    qtbot.addWidget(studio.window)
    studio.window.show()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.built, timeout=60_000)
    studio.window.prompt.rows["prompt"].set_value("rain")
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(studio.window.lanes.entries) and not studio.engine.busy, timeout=60_000)
    entry = next(iter(studio.window.lanes.entries.values()))
    library = studio.library.library  # type: ignore[union-attr]
    assert library is not None

    def stored() -> dict[str, str]:
        found = library.get(entry.id)
        return {} if found is None else found.facts["model_files"]

    qtbot.waitUntil(lambda: stored() == weights, timeout=30_000)
    assert metadata.describe(entry.take)["model_files"] == weights
    assert metadata.read(library.get(entry.id).path)["model_files"] == weights  # type: ignore[union-attr, index]
    studio.window.close()
