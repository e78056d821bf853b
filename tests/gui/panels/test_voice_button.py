"""Saved voices in a row for reference voices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QInputDialog, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from ditone.gui.panels.audio_row import AudioRow
from ditone.gui.panels.file_rows import row_for
from ditone.runtime.controls import Control
from ditone.runtime.voices import VoiceStore

CONTROL = Control("reference", "Reference voice", "audio", "voice", "", required=True, saved_voices="some_family")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VoiceStore:
    monkeypatch.setenv("DITONE_VOICES", str(tmp_path / "voices"))
    store = VoiceStore()
    for name, family in (("Anna", "some_family"), ("Bert", "some_family"), ("Other", "another_family")):
        store.save(name, family, {"speaker": torch.zeros(2)}, consent_at="2026-02-03T04:05:06+00:00")
    return store


@pytest.fixture
def row(qtbot: QtBot, store: VoiceStore) -> AudioRow:
    made = row_for(CONTROL)
    assert isinstance(made, AudioRow)
    qtbot.addWidget(made)
    made.voices.fill()
    return made


def click(menu: QMenu, *path: str) -> None:
    for word in path:
        action = next(action for action in menu.actions() if action.text() == word)
        if action.menu() is None:
            action.trigger()
        else:
            menu = action.menu()  # type: ignore[assignment]


def answering(monkeypatch: pytest.MonkeyPatch, answers: list[tuple[str, bool]]) -> Callable[[], list[str]]:
    """Names typed into the dialog, one after the other; returns what the dialog said each time."""
    said: list[str] = []

    def ask(parent: object, title: str, label: str, text: str = "") -> tuple[str, bool]:
        said.append(label)
        return answers.pop(0)

    monkeypatch.setattr(QInputDialog, "getText", ask)
    return lambda: said


def test_only_voices_of_the_family_are_offered_and_one_is_taken(row: AudioRow) -> None:
    names = [action.text() for action in row.voices.menu.actions()]
    assert names == ["Anna", "Bert", "", "Rename", "Delete"]
    click(row.voices.menu, "Bert")
    assert row.value() == "Bert"
    assert row.problem() == 'Reference voice: tick "I may use this voice" first.'


def test_a_name_that_is_no_voice_and_no_file_is_a_problem(row: AudioRow) -> None:
    row.set_value("Other")
    assert "there is no file Other" in row.problem()


def test_renaming_keeps_the_choice_and_asks_again_for_a_taken_name(
    row: AudioRow, store: VoiceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = answering(monkeypatch, [("Bert", True), ("Berta", True)])
    row.set_value("Anna")
    click(row.voices.menu, "Rename", "Anna")
    assert [voice.name for voice in store.voices("some_family")] == ["Bert", "Berta"]
    assert row.value() == "Berta"
    assert "already" in said()[1]


def test_deleting_asks_first(row: AudioRow, store: VoiceStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.No)
    click(row.voices.menu, "Delete", "Anna")
    assert len(store.voices("some_family")) == 2
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    click(row.voices.menu, "Delete", "Anna")
    assert [voice.name for voice in store.voices("some_family")] == ["Bert"]


def test_rows_of_other_sounds_have_no_voices(qtbot: QtBot) -> None:
    made = row_for(Control("source", "Source", "audio", "source", ""))
    qtbot.addWidget(made)
    assert not hasattr(made, "voices")
