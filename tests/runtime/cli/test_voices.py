"""`ditone voices` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from ditone.runtime.cli import main
from ditone.runtime.voices import VoiceStore
from tests.earlier_voice import save_without_consent


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VoiceStore:
    monkeypatch.setenv("DITONE_VOICES", str(tmp_path / "voices"))
    store = VoiceStore()
    save_without_consent(store, "Anna", "some_family", {"speaker": torch.zeros(2)}, "what she says")
    return store


def test_voices_are_listed(store: VoiceStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voices"]) == 0
    out = capsys.readouterr().out
    assert "what she says" in out and "no consent noted" in out
    store.save("Bert", "some_family", {"speaker": torch.zeros(2)}, consent_at="2026-02-03T04:05:06+00:00")
    assert main(["voices"]) == 0
    assert "consent 2026-02-03" in capsys.readouterr().out
    store.delete(store.find("Bert", "some_family"))
    assert main(["voices", "--json"]) == 0
    (voice,) = json.loads(capsys.readouterr().out)
    assert (voice["name"], voice["family"], voice["transcript"]) == ("Anna", "some_family", "what she says")


def test_voices_are_renamed_and_deleted(store: VoiceStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voices", "--rename", "Anna", "Berta"]) == 0
    assert [voice.name for voice in store.voices()] == ["Berta"]
    assert main(["voices", "--delete", "Berta"]) == 0
    assert store.voices() == []
    capsys.readouterr()
    assert main(["voices"]) == 0
    assert "No voice is saved yet" in capsys.readouterr().out


def test_unknown_voice_names_the_nearest(store: VoiceStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voices", "--delete", "Ana"]) != 0
    assert 'Did you mean "Anna"?' in capsys.readouterr().err
    assert len(store.voices()) == 1
