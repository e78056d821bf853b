"""A take as the source of the next one, and the selected part of a lane made anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import soundfile
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.engine import drag_files
from ditone.gui.panels.cards import NoticeBar
from ditone.gui.studio import Studio
from ditone.runtime.controls import Choice, Control
from tests import tiny as tiny_module

LEFT = Qt.MouseButton.LeftButton
MODES = (Choice("text", "Text"), Choice("vary", "Vary"), Choice("inpaint", "Inpaint"))
SOURCE_CONTROLS = (
    Control("mode", "Mode", "choice", "source", "text", choices=MODES),
    Control("source", "Source", "audio", "source", ""),
    Control("regions", "Regions", "regions", "source", ()),
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drag_files, "folder", lambda: tmp_path / "dragged")


@pytest.fixture
def with_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model of this test's window takes a source."""
    info = tiny_module.INFO
    monkeypatch.setattr(tiny_module, "INFO", replace(info, controls=info.controls + SOURCE_CONTROLS))


def make_take(studio: Studio, qtbot: QtBot) -> None:
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: studio.window.lanes.current_entry() is not None and not studio.engine.busy, timeout=60_000)


def notices(studio: Studio) -> str:
    return " ".join(card.text.text() for card in studio.window.lanes.cards.cards() if isinstance(card, NoticeBar))


def test_the_selected_part_is_hatched_and_the_next_take_will_make_it_anew(
    with_source: None, studio: Studio, qtbot: QtBot
) -> None:
    make_take(studio, qtbot)
    lane = studio.window.lanes.lanes["A"]
    studio.window.lanes.timeline.set_selection(0.1, 0.3)
    lane.view.setFocus()
    qtbot.keyClick(lane.view, Qt.Key.Key_I)
    rows = studio.window.prompt.rows
    qtbot.waitUntil(lambda: bool(rows["source"].value()), timeout=20_000)
    entry = studio.window.lanes.entries["A"]
    assert soundfile.info(rows["source"].value()).frames == len(entry.take.audio)
    assert rows["mode"].value() == "inpaint"
    assert rows["regions"].value() == ((pytest.approx(0.1), pytest.approx(0.3)),)
    assert rows["duration_s"].value() == pytest.approx(entry.duration_s)
    assert lane.pinned and lane.view.marked_region == (0.1, 0.3)
    rows["regions"].text.setText("0.2-0.4")
    assert lane.view.marked_region is None


def test_a_take_becomes_the_source_in_the_models_own_way(with_source: None, studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    studio.sources.use(studio.window.lanes.entries["A"])
    rows = studio.window.prompt.rows
    qtbot.waitUntil(lambda: bool(rows["source"].value()), timeout=20_000)
    assert rows["mode"].value() == "vary" and rows["regions"].value() == ()


def test_without_a_selection_one_is_asked_for(with_source: None, studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    studio.sources.inpaint_selection()
    assert "drag over the waveform" in notices(studio)


def test_a_model_that_takes_no_source_says_so(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    studio.window.lanes.timeline.set_selection(0.1, 0.3)
    studio.sources.inpaint_selection()
    assert "cannot replace a part" in notices(studio)
    studio.sources.use(studio.window.lanes.entries["A"])
    assert "takes no source" in notices(studio)
