"""No finished take of a run is in memory only, whatever became of the library; while nothing can be stored the window says so."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from ditone.gui.panels.cards import ErrorCard
from ditone.gui.studio import Studio
from ditone.runtime.errors import DitoneError
from ditone.runtime.library import Library, default_folder
from ditone.runtime.library import files as take_files
from ditone.runtime.library.queue import Queue
from ditone.runtime.request import Request
from tests.gui.controllers.test_recovery_controller import opened
from tests.tiny import TinyFamily


def make(qtbot: QtBot, studio: Studio) -> str:
    ids: list[str] = []
    studio.engine.take_finished.connect(lambda event: ids.append(event.entry.id))
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(ids), timeout=60_000)
    return ids[0]


@pytest.mark.parametrize("how", ["newer", "no folder"])
def test_takes_of_a_run_whose_library_cannot_be_opened_are_on_disk(
    qtbot: QtBot, tiny: TinyFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setenv("DITONE_RESCUE", str(tmp_path / "rescue"))
    root = default_folder()
    Library(root).close()
    if how == "newer":
        with sqlite3.connect(root / "index.sqlite3") as db:
            db.execute("PRAGMA user_version = 999")
        db.close()
    else:
        root.rename(tmp_path / "moved")
        root.write_text("a file")
    studio = opened(qtbot)
    made = make(qtbot, studio)
    studio.window.prompt.rows["prompt"].set_value("rain")
    studio.window.close()
    found = [path for place in (root, tmp_path / "rescue") if place.is_dir() for path in place.rglob(f"{made}.wav")]
    assert len(found) == 1


def test_while_nothing_can_be_stored_a_red_card_stays_and_offers_a_folder(
    qtbot: QtBot, tiny: TinyFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, elsewhere = take_files.write_take, tmp_path / "elsewhere"
    elsewhere.mkdir()

    def full(root: Path, *rest: object) -> object:
        if elsewhere not in root.parents:
            raise DitoneError("The disk is full.")
        return real(root, *rest)  # type: ignore[arg-type]

    studio = opened(qtbot)
    monkeypatch.setattr(take_files, "write_take", full)
    cards = studio.window.lanes.cards

    def red() -> list[ErrorCard]:
        return [card for card in cards.cards() if isinstance(card, ErrorCard)]

    made = make(qtbot, studio)
    qtbot.waitUntil(lambda: bool(red()), timeout=30_000)
    cards.clear_failures()  # what a next take that works does
    assert "1 take is in memory only" in red()[0].failure.text
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(elsewhere))
    button = next(b for b in red()[0].findChildren(QPushButton) if b.text().startswith("Keep takes"))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not red(), timeout=30_000)
    assert len(list(elsewhere.rglob(f"{made}.wav"))) == 1
    studio.window.close()
    monkeypatch.setattr(take_files, "write_take", real)
    again = opened(qtbot)  # which finds it there and brings it home
    assert again.library.library.get(made) is not None  # type: ignore[union-attr]
    again.window.close()


def test_queued_takes_that_cannot_be_made_now_stay_and_are_named_and_the_others_come_back(qtbot: QtBot, tiny: TinyFamily) -> None:
    with Library(default_folder()) as library:
        queue = Queue(library.index, "1@1")
        queue.add([Request("tiny", "good", seed=5), Request("/media/away/model", "away", seed=6), Request("tiny", "bad", seed=7)])
        queue.fail(queue.items()[2].id, "It ran out of memory.")
        with library.index.writing() as db:
            for row in ("{broken", '{"schema": 99, "model": "tiny"}', "5"):
                db.execute("INSERT INTO queue (position, request, owner) VALUES (0, ?, '1@1')", (row,))
    studio = opened(qtbot)
    items = studio.engine.queue.items()
    assert [item.request.seed for item in items] == [5, 7]
    assert items[1].failure is not None and items[1].failure.message == "It ran out of memory."
    told = " ".join(card.text.text() for card in studio.window.lanes.cards.cards() if not isinstance(card, ErrorCard))
    assert "4 takes of the queue cannot be made now" in told and "/media/away/model" in told
    studio.window.close()
    with Library(default_folder()) as library:
        assert len(library.index.read("SELECT * FROM queue")) == 6
