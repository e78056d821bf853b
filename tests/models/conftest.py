"""Consent: the reference recordings of these tests may be used. The window's tests tick it themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ditone.runtime.voices import VoiceStore

SAID = "2026-02-03T04:05:06+00:00"


@pytest.fixture(autouse=True, scope="module")  # before the takes that a whole module shares
def consent(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if request.path.name != "test_studio.py":
            noted = VoiceStore.consent_at
            patch.setattr(VoiceStore, "consent_at", lambda store, path: noted(store, path) or SAID)
        yield
