"""The book of consents, and consent that goes with a kept voice."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from ditone.runtime.errors import DitoneError
from ditone.runtime.voice_consents import Consents, digest
from ditone.runtime.voices import VoiceStore
from tests.earlier_voice import save_without_consent


def test_consent_is_known_by_the_bytes_of_a_file_and_can_be_taken_back(tmp_path: Path) -> None:
    first, moved = tmp_path / "a.wav", tmp_path / "b.wav"
    first.write_bytes(b"sound")
    store = VoiceStore(tmp_path / "voices")
    assert store.consent_at(first) == ""
    given = store.consents.set(digest(first), True)
    first.rename(moved)
    assert store.consent_at(moved) == given != ""
    other = tmp_path / "c.wav"
    other.write_bytes(b"another sound")
    assert store.consent_at(other) == ""
    store.consents.set(digest(moved), False)
    assert VoiceStore(tmp_path / "voices").consent_at(moved) == ""


def test_a_kept_voice_carries_its_consent_and_it_can_be_taken_back(tmp_path: Path) -> None:
    store = VoiceStore(tmp_path / "voices")
    with_it = store.save("Anna", "f", {"speaker": torch.zeros(2)}, consent_at="2026-02-03T04:05:06+00:00")
    without = save_without_consent(store, "Bert", "f", {"speaker": torch.ones(2)})
    assert store.consent_at(with_it.path) == "2026-02-03T04:05:06+00:00" == store.find("Anna", "f").consent_at
    assert store.consent_at(without.path) == "" == store.rename(without, "Berta").consent_at
    store.consents.set(digest(with_it.path), False)
    assert store.consent_at(with_it.path) == ""


def test_a_damaged_book_is_an_empty_one(tmp_path: Path) -> None:
    book = Consents(tmp_path)
    book.path.write_text("[not json")
    assert book.entry("x") is None
    book.set("x", True)
    assert book.entry("x")


def test_a_book_in_a_place_that_is_a_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "voices").write_text("")
    with pytest.raises(DitoneError, match="could not be stored"):
        Consents(tmp_path / "voices").set("x", True)
