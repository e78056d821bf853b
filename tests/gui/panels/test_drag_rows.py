"""Rows of the takes list and lane headers are dragged out of the whole window with the mouse, as complete files."""

from __future__ import annotations

from pathlib import Path

import pytest
import soundfile
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices, QDrag, QGuiApplication
from pytestqt.qtbot import QtBot

from ditone.gui.commands import menus
from ditone.gui.engine import drag_files
from ditone.gui.studio import Studio
from ditone.runtime.audio import metadata
from tests.gui.window import finished_takes

LEFT = Qt.MouseButton.LeftButton
NONE, ALT, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def dragged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[Path]]:
    """The files of each drag that was started, each checked to be there and whole at that moment."""
    started: list[list[Path]] = []

    def exec_(drag: QDrag, actions: Qt.DropAction) -> Qt.DropAction:
        paths = [Path(url.toLocalFile()) for url in drag.mimeData().urls()]
        assert actions == Qt.DropAction.CopyAction
        assert all(soundfile.info(path).frames > 0 for path in paths)
        started.append(paths)
        return actions

    monkeypatch.setattr(QDrag, "exec", exec_)
    monkeypatch.setattr(drag_files, "folder", lambda: tmp_path / "dragged")
    return started


def generate(qtbot: QtBot, studio: Studio, count: int) -> None:
    qtbot.waitUntil(lambda: studio.library.library is not None, timeout=30_000)
    studio.window.bar.count.setValue(count)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: studio.window.takes.model.rowCount() == count and not studio.engine.busy, timeout=60_000)


def pull_row(qtbot: QtBot, studio: Studio, row: int) -> None:
    takes = studio.window.takes.list
    start = takes.visualRect(takes.model().index(row, 0)).center()
    qtbot.mousePress(takes.viewport(), LEFT, NONE, start)
    for x in (8, 20, 40):
        qtbot.mouseMove(takes.viewport(), start + QPoint(x, 0))


def test_a_row_is_dragged_as_its_file(qtbot: QtBot, studio: Studio, dragged: list[list[Path]]) -> None:
    made = finished_takes(studio)
    generate(qtbot, studio, 2)
    pull_row(qtbot, studio, 1)
    qtbot.waitUntil(lambda: len(dragged) == 1, timeout=20_000)
    current = studio.window.takes.list.current()
    assert current is studio.window.takes.model.index(1).data(Qt.ItemDataRole.UserRole)
    entry = next(one for one in made if one.id == current.id)
    told = metadata.read(dragged[0][0])
    assert metadata.request_of(told) == entry.request
    audio, rate = soundfile.read(dragged[0][0], dtype="float32", always_2d=True)
    assert rate == entry.take.sample_rate_hz
    assert (audio == entry.take.audio).all()


def test_all_chosen_rows_are_dragged_together_and_a_click_drags_none(
    qtbot: QtBot, studio: Studio, dragged: list[list[Path]]
) -> None:
    generate(qtbot, studio, 3)
    takes = studio.window.takes.list
    centres = [takes.visualRect(takes.model().index(row, 0)).center() for row in range(3)]
    qtbot.mouseClick(takes.viewport(), LEFT, NONE, centres[0])
    qtbot.mouseClick(takes.viewport(), LEFT, SHIFT, centres[1])
    assert dragged == []
    pull_row(qtbot, studio, 1)
    qtbot.waitUntil(lambda: len(dragged) == 1, timeout=20_000)
    seeds = {metadata.request_of(metadata.read(path)).seed for path in dragged[0]}  # type: ignore[union-attr, arg-type]
    assert seeds == {entry.request.seed for entry in takes.selected()}
    assert len(seeds) == 2


def test_a_stored_row_is_read_and_dragged(qtbot: QtBot, studio: Studio, dragged: list[list[Path]]) -> None:
    made = finished_takes(studio)
    generate(qtbot, studio, 1)
    library = studio.library
    assert library is not None
    qtbot.waitUntil(lambda: library.library.count() == 1, timeout=30_000)  # type: ignore[union-attr]
    (original,) = made
    qtbot.waitUntil(lambda: studio.window.takes.model.rowCount() == 1, timeout=20_000)
    pull_row(qtbot, studio, 0)
    qtbot.waitUntil(lambda: len(dragged) == 1, timeout=20_000)
    audio, _ = soundfile.read(dragged[0][0], dtype="float32", always_2d=True)
    assert (audio == original.take.audio).all()


def test_alt_drags_what_is_selected_in_the_lane_and_no_more(qtbot: QtBot, studio: Studio, dragged: list[list[Path]]) -> None:
    generate(qtbot, studio, 1)
    lane, timeline = studio.window.lanes.lanes["A"], studio.window.lanes.timeline
    assert timeline is not None
    width = lane.view.width()
    qtbot.mousePress(lane.view, LEFT, NONE, QPoint(width // 4, 40))
    qtbot.mouseMove(lane.view, QPoint(width // 3, 40))
    qtbot.mouseMove(lane.view, QPoint(width // 2, 40))
    qtbot.mouseRelease(lane.view, LEFT, NONE, QPoint(width // 2, 40))
    assert timeline.selection is not None
    start, end = timeline.selection
    for modifier in (ALT, NONE):
        qtbot.mousePress(lane.header, LEFT, modifier, QPoint(300, 10))
        qtbot.mouseMove(lane.header, QPoint(340, 10))
        qtbot.mouseMove(lane.header, QPoint(380, 10))
        qtbot.waitUntil(lambda: len(dragged) == (1 if modifier == ALT else 2), timeout=20_000)  # noqa: B023
        qtbot.mouseRelease(lane.header, LEFT)
    rate = studio.window.lanes.entries["A"].take.sample_rate_hz
    part, whole = (soundfile.info(paths[0]).frames for paths in dragged)
    assert part == round(end * rate) - round(start * rate)
    assert whole == len(studio.window.lanes.entries["A"].take.audio)


def test_what_cannot_be_written_is_said(
    qtbot: QtBot, studio: Studio, dragged: list[list[Path]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a file").write_text("in the way")
    monkeypatch.setattr(drag_files, "folder", lambda: tmp_path / "a file")
    generate(qtbot, studio, 1)
    pull_row(qtbot, studio, 0)
    qtbot.waitUntil(lambda: bool(studio.window.lanes.cards.cards()), timeout=20_000)
    qtbot.mouseRelease(studio.window.takes.list.viewport(), LEFT)
    assert dragged == []
    words = studio.window.lanes.cards.cards()[0].accessibleDescription()
    assert words.startswith("There is no folder for dragged files")
    assert words.endswith("Export the take to another folder instead.")


def test_the_lane_menu_copies_file_and_path_and_shows_the_folder(
    qtbot: QtBot, studio: Studio, dragged: list[list[Path]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    generate(qtbot, studio, 1)
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    menu = menus.popup_menu(studio.commands, menus.LANE_MENU, studio.window.lanes.entries["A"], studio.window)
    actions = {action.text(): action for action in menu.actions()}
    clipboard = QGuiApplication.clipboard()
    actions["Copy path"].trigger()
    qtbot.waitUntil(lambda: clipboard.text().endswith(".wav"), timeout=20_000)
    path = Path(clipboard.text())
    assert path.parent == tmp_path / "dragged"
    audio, _ = soundfile.read(path, dtype="float32", always_2d=True)
    assert (audio == studio.window.lanes.entries["A"].take.audio).all()
    actions["Copy file"].trigger()
    qtbot.waitUntil(lambda: clipboard.mimeData().hasUrls(), timeout=20_000)
    assert [url.toLocalFile() for url in clipboard.mimeData().urls()] == [str(path)]
    actions["Show in folder"].trigger()
    qtbot.waitUntil(lambda: opened == [str(path.parent)], timeout=20_000)
    actions["Copy as command"].trigger()
    request = studio.window.lanes.entries["A"].take.request
    assert clipboard.text().startswith("ditone render ")
    assert f"--seed {request.seed} " in clipboard.text()
