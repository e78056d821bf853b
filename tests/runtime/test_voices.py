"""The store of kept voices: one file each, named by people, never changed."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest
import torch

from ditone.runtime.controls import Control
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.voice_consents import digest
from ditone.runtime.voices import VoiceStore, agree, default_folder, read_voice
from tests.tiny import INFO

SAID = "2026-02-03T04:05:06+00:00"
TENSORS = {"speaker": torch.arange(4.0), "tokens": torch.tensor([1, 2, 3])}


@pytest.fixture
def store(tmp_path: Path) -> VoiceStore:
    return VoiceStore(tmp_path / "voices")


def test_saved_voice_reads_back_exactly(store: VoiceStore) -> None:
    kept = store.save("Anna", "some_family", TENSORS, "what she says: “yes”", SAID)
    about, tensors = read_voice(kept.path)
    assert about == kept
    assert about.transcript == "what she says: “yes”"
    assert all(torch.equal(tensors[name], value) for name, value in TENSORS.items())
    assert tensors.keys() == TENSORS.keys()


def test_rename_keeps_the_bytes_and_delete_removes_them(store: VoiceStore) -> None:
    kept = store.save("Anna", "f", TENSORS, "hello", SAID)
    before = kept.path.read_bytes()
    renamed = store.rename(kept, "Bärbel 2")
    assert [voice.name for voice in store.voices()] == ["Bärbel 2"]
    assert renamed.path.read_bytes() == before
    assert store.find("Bärbel 2", "f").transcript == "hello"
    store.delete(renamed)
    assert store.voices() == []


def test_no_voice_is_written_over(store: VoiceStore) -> None:
    anna, other = (
        store.save("Anna", "f", TENSORS, consent_at=SAID),
        store.save("Other", "f", {"speaker": torch.zeros(4)}, consent_at=SAID),
    )
    with pytest.raises(BadRequest, match="already"):
        store.save("Anna", "f", {"speaker": torch.ones(4)}, consent_at=SAID)
    with pytest.raises(BadRequest, match="already"):
        store.rename(other, "Anna")
    assert torch.equal(read_voice(anna.path)[1]["speaker"], TENSORS["speaker"])
    assert len(store.voices()) == 2


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", ".hidden", "a\\b", "a" * 61, "nul\0", "dot."])
def test_names_that_are_no_file_names_are_refused(store: VoiceStore, name: str) -> None:
    with pytest.raises(BadRequest, match="cannot be the name"):
        store.save(name, "f", TENSORS, consent_at=SAID)
    assert not store.folder.exists()


def test_voices_are_listed_by_family_and_strange_files_left_out(store: VoiceStore) -> None:
    store.save("Anna", "a", TENSORS, consent_at=SAID)
    store.save("Bert", "b", TENSORS, consent_at=SAID)
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
        VoiceStore(tmp_path / "file" / "voices").save("Anna", "f", TENSORS, consent_at=SAID)


def test_folder_can_be_chosen_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DITONE_VOICES", str(tmp_path))
    assert default_folder() == tmp_path


def test_no_voice_is_kept_without_consent(store: VoiceStore) -> None:
    with pytest.raises(BadRequest, match="Nobody has said"):
        store.save("Anna", "f", TENSORS)
    assert store.voices() == []


def test_kept_voices_are_for_their_user_alone(store: VoiceStore) -> None:
    before = os.umask(0o022)
    try:
        store.save("Anna", "f", TENSORS, consent_at=SAID)
        store.consents.set("0" * 64, True)
    finally:
        os.umask(before)
    assert all(not path.stat().st_mode & 0o077 for path in (store.folder, *store.folder.iterdir()))


def test_a_voice_of_which_nothing_was_said_is_refused_before_it_is_read(store: VoiceStore, tmp_path: Path) -> None:
    control = Control("reference", "Reference voice", "audio", "voice", "", saved_voices="f")
    info = dataclasses.replace(INFO, controls=(*INFO.controls, control))
    recording = tmp_path / "bob.wav"
    recording.write_bytes(b"not even a sound")
    request = info.defaults().replaced(reference=str(recording))
    with pytest.raises(BadRequest, match=r"bob\.wav.*may be used"):
        store.require_consent(info, request)
    agree(info, request, store)
    store.require_consent(info, request)
    assert store.consents.entry(digest(recording))
    store.save("Anna", "f", TENSORS, consent_at=SAID)
    store.require_consent(info, request.replaced(reference="Anna"))
    store.consents.set(digest(store.find("Anna", "f").path), False)
    with pytest.raises(BadRequest, match="may be used"):
        store.require_consent(info, request.replaced(reference="Anna"))
    store.require_consent(info, request.replaced(reference="not there.wav"))  # its family says that it is missing


def test_a_damaged_book_of_consents_is_kept_aside(store: VoiceStore) -> None:
    store.folder.mkdir()
    for text in (b"", b"{", b"[]", b"5", b"\xff\xfe", b"[" * 100_000):
        store.consents.path.write_bytes(text)
        assert store.consents.entry("a") is None
    store.consents.set("a", True)
    assert store.consents.entry("a")
    assert [path.read_bytes() for path in store.folder.glob("*.damaged-*")] == [b"[" * 100_000]
