"""Exporting through the panel's own controls: what is asked is in the file, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.panels.export_panel import ExportPanel
from ditone.runtime.audio import metadata, writing
from ditone.runtime.request import Request
from ditone.runtime.take import Take

RATE = 44100
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def take() -> Take:
    audio = np.random.default_rng(3).uniform(-0.9, 0.9, (RATE, 2)).astype(np.float32)
    request = Request("mini-sfx", "metal clang", seed=7, steps=8, solver="euler")
    return Take(request, audio, RATE, "mini", "sfx", "cpu", "float32", {"total": 1.0}, 8, 900.0, None)


@pytest.fixture
def panel(qtbot: QtBot, take: Take, tmp_path: Path) -> ExportPanel:
    made = ExportPanel(take, selection=(0.25, 0.75), folder=tmp_path)
    qtbot.addWidget(made)
    made.show()
    return made


def export(panel: ExportPanel, qtbot: QtBot) -> Path:
    with qtbot.waitSignal(panel.exported, timeout=20_000) as written:
        qtbot.mouseClick(panel.export, LEFT)
    return Path(written.args[0])


def choose(panel: ExportPanel, name: str) -> None:
    panel.format.setCurrentIndex(panel.format.findData(name))


def test_by_default_the_file_holds_the_samples_as_they_are_and_the_settings(panel: ExportPanel, take: Take, qtbot: QtBot) -> None:
    path = export(panel, qtbot)
    assert path.name == "metal clang 7.wav"
    audio, rate = soundfile.read(path, dtype="float32", always_2d=True)
    np.testing.assert_array_equal(audio, take.audio)
    assert rate == RATE
    told = metadata.read(path)
    assert metadata.request_of(told) == take.request and "export" not in told
    assert "read back" in panel.outcome.text()


def test_a_second_export_never_overwrites_the_first(panel: ExportPanel, qtbot: QtBot) -> None:
    assert [export(panel, qtbot).name, export(panel, qtbot).name] == ["metal clang 7.wav", "metal clang 7 2.wav"]


def test_with_the_switch_off_the_file_tells_nothing(panel: ExportPanel, qtbot: QtBot) -> None:
    panel.settings.setChecked(False)
    path = export(panel, qtbot)
    assert metadata.read(path) is None
    assert b"metal clang" not in path.read_bytes()


@pytest.mark.parametrize("name", sorted(writing.FORMATS))
def test_every_format_is_written_and_recalled(panel: ExportPanel, take: Take, name: str, qtbot: QtBot) -> None:
    choose(panel, name)
    path = export(panel, qtbot)
    assert path.suffix == writing.FORMATS[name].suffix
    assert metadata.request_of(metadata.read(path)) == take.request
    audio, _ = soundfile.read(path, dtype="float32", always_2d=True)
    if writing.FORMATS[name].exact is not None:
        assert np.abs(audio - take.audio).max() <= writing.FORMATS[name].exact


def test_only_the_selection_is_written(panel: ExportPanel, qtbot: QtBot) -> None:
    panel.only_selection.setChecked(True)
    path = export(panel, qtbot)
    assert soundfile.info(path).frames == RATE // 2
    assert metadata.read(path)["export"]["span_s"] == [0.25, 0.75]


def test_gain_is_applied_and_told(panel: ExportPanel, qtbot: QtBot) -> None:
    panel.gain.setCurrentIndex(2)
    panel.target.setValue(-12.0)
    path = export(panel, qtbot)
    audio, _ = soundfile.read(path, dtype="float32")
    assert np.abs(audio).max() < 10 ** (-11.5 / 20)
    assert "Gain −" in panel.outcome.text()


def test_dither_is_offered_for_16_bit_only(panel: ExportPanel) -> None:
    assert not panel.dither.isEnabled()
    choose(panel, "wav-16")
    assert panel.dither.isEnabled()
    panel.dither.setChecked(True)
    assert panel.preparation().dither
    choose(panel, "flac")
    assert not panel.preparation().dither


def test_a_folder_that_is_not_there_is_told_in_a_sentence(panel: ExportPanel, tmp_path: Path, qtbot: QtBot) -> None:
    panel.folder.setText(str(tmp_path / "missing"))
    qtbot.mouseClick(panel.export, LEFT)
    qtbot.waitUntil(lambda: "Nothing was written" in panel.outcome.text(), timeout=20_000)
    assert panel.export.isEnabled()
