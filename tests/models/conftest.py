"""Consent: the reference recordings of these tests may be used. The window's tests tick it themselves."""

from __future__ import annotations

import pytest

from ditone.runtime.voices import VoiceStore

SAID = "2026-02-03T04:05:06+00:00"


@pytest.fixture(autouse=True)
def consent(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.path.name != "test_studio.py":
        noted = VoiceStore.consent_at
        monkeypatch.setattr(VoiceStore, "consent_at", lambda store, path: noted(store, path) or SAID)
