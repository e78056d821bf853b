"""GPU support from the settings: asked before, fetched in the background, cancelled, removed. What fetches is a stub."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from ditone.gui.preferences.gpu_support import GpuSupport
from ditone.runtime.errors import Cancelled, DitoneError
from ditone.runtime.installation import damage, engines
from ditone.runtime.installation.engines import Kind, Status, Stop, Told

WAIT_MS = 30_000


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "engine-version").write_text("2.0.99\n")
    monkeypatch.setenv(damage.ROOT, str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("ditone.gui.preferences.gpu_support.download.free_bytes", lambda folder: 10**12)
    monkeypatch.setattr(engines.sys, "platform", "linux")
    return tmp_path


@pytest.fixture
def support(qtbot: QtBot, tree: Path) -> GpuSupport:
    made = GpuSupport()
    qtbot.addWidget(made)
    made.show()
    made.refresh()
    return made


def box_of(support: GpuSupport) -> QMessageBox:
    return support.findChildren(QMessageBox)[-1]


def press(box: QMessageBox, text: str, qtbot: QtBot) -> None:
    button = next(button for button in box.findChildren(QPushButton) if button.text() == text)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def installed(*_: object, told: Told = print, **__: object) -> Status:
    told("Collecting torch==2.0.99")
    folder = engines.home() / "2.0.99"
    folder.mkdir(parents=True)
    (folder / engines.ADDED).write_text(json.dumps({"kind": "cuda"}))
    return engines.status()


def test_everything_is_told_before_and_no_is_the_default(
    support: GpuSupport, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "add", lambda *_, **__: pytest.fail("fetched without consent"))
    qtbot.mouseClick(support.add, Qt.MouseButton.LeftButton)
    box = box_of(support)
    for words in ("torch 2.0.99", "NVIDIA's own terms", "about 3 GB to fetch", str(engines.home() / "2.0.99")):
        assert words in box.informativeText()
    default = box.defaultButton()
    assert default is not None
    assert default.text() == "Not now"
    press(box, "Not now", qtbot)
    assert support.bar.isHidden()


def test_it_is_added_and_removed_again(support: GpuSupport, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "add", installed)
    qtbot.mouseClick(support.add, Qt.MouseButton.LeftButton)
    press(box_of(support), "Fetch it", qtbot)
    qtbot.waitUntil(lambda: "used from the next start" in support.state.text(), timeout=WAIT_MS)
    assert not support.add.isEnabled()
    qtbot.mouseClick(support.take_away, Qt.MouseButton.LeftButton)
    press(box_of(support), "Delete it", qtbot)
    assert "are free again" in support.state.text()
    assert not engines.home().exists()
    assert support.add.isEnabled()


def test_a_failure_is_a_sentence_and_the_window_goes_on(
    support: GpuSupport, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offline(*_: object, **__: object) -> Status:
        raise DitoneError("The network cannot be reached, so nothing was added.")

    monkeypatch.setattr(engines, "add", offline)
    support.start(engines.CUDA)
    qtbot.waitUntil(lambda: "cannot be reached" in support.state.text(), timeout=WAIT_MS)
    assert support.add.isEnabled()
    assert support.bar.isHidden()


def test_cancel_stops_it(support: GpuSupport, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def waiting(kind: Kind, *, told: Told, stop: Stop) -> Status:
        stop._wanted.wait(20)
        raise Cancelled

    monkeypatch.setattr(engines, "add", waiting)
    support.start(engines.CUDA)
    assert not support.bar.isHidden()
    qtbot.mouseClick(support.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: support.state.text() == "Cancelled; nothing was added.", timeout=WAIT_MS)


def test_an_installation_by_pip_is_told_the_command(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(damage.ROOT, raising=False)
    made = GpuSupport()
    qtbot.addWidget(made)
    made.refresh()
    assert "pip install torch==" in made.state.text()
    assert not made.add.isEnabled()
