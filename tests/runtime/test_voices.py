"""The store of kept voices: one file each, named by people, never changed."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.voices import VoiceStore, default_folder, read_voice

TENSORS = {"speaker": torch.arange(4.0), "tokens": torch.tensor([1, 2, 3])}


@pytest.fixture
def store(tmp_path: Path) -> VoiceStore:
    return VoiceStore(tmp_path / "voices")


def test_saved_voice_reads_back_exactly(store: VoiceStore) -> None:
    kept = store.save("Anna", "some_family", TENSORS, "what she says: “yes”")
    about, tensors = read_voice(kept.path)
    assert about == kept
    assert about.transcript == "what she says: “yes”"
    assert all(torch.equal(tensors[name], value) for name, value in TENSORS.items())
    assert tensors.keys() == TENSORS.keys()


def test_rename_keeps_the_bytes_and_delete_removes_them(store: VoiceStore) -> None:
    kept = store.save("Anna", "f", TENSORS, "hello")
    before = kept.path.read_bytes()
    renamed = store.rename(kept, "Bärbel 2")
    assert [voice.name for voice in store.voices()] == ["Bärbel 2"]
    assert renamed.path.read_bytes() == before
    assert store.find("Bärbel 2", "f").transcript == "hello"
    store.delete(renamed)
    assert store.voices() == []


def test_no_voice_is_written_over(store: VoiceStore) -> None:
    anna, other = store.save("Anna", "f", TENSORS), store.save("Other", "f", {"speaker": torch.zeros(4)})
    with pytest.raises(BadRequest, match="already"):
        store.save("Anna", "f", {"speaker": torch.ones(4)})
    with pytest.raises(BadRequest, match="already"):
        store.rename(other, "Anna")
    assert torch.equal(read_voice(anna.path)[1]["speaker"], TENSORS["speaker"])
    assert len(store.voices()) == 2


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", ".hidden", "a\\b", "a" * 61, "nul\0", "dot."])
def test_names_that_are_no_file_names_are_refused(store: VoiceStore, name: str) -> None:
    with pytest.raises(BadRequest, match="cannot be the name"):
        store.save(name, "f", TENSORS)
    assert not store.folder.exists()


def test_voices_are_listed_by_family_and_strange_files_left_out(store: VoiceStore) -> None:
    store.save("Anna", "a", TENSORS)
    store.save("Bert", "b", TENSORS)
    (store.folder / "junk.voice").write_bytes(b"junk")
    assert [voice.name for voice in store.voices("a")] == ["Anna"]
    assert [voice.name for voice in store.voices()] == ["Anna", "Bert"]
    with pytest.raises(BadRequest, match='no saved voice "Bert"'):
        store.find("Bert", "a")
    with pytest.raises(BadRequest, match="not a saved voice"):
        read_voice(store.folder / "junk.voice")


def test_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DitoneError, match="could not be saved"):
        VoiceStore(tmp_path / "file" / "voices").save("Anna", "f", TENSORS)


def test_folder_can_be_chosen_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DITONE_VOICES", str(tmp_path))
    assert default_folder() == tmp_path
