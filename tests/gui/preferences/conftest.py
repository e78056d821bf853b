"""The settings dialog of the whole window, and the keys of other tests left as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ditone.gui.commands import keys
from ditone.gui.preferences.dialog import Preferences
from ditone.gui.studio import Studio


@pytest.fixture(autouse=True)
def default_keys() -> Iterator[None]:
    keys.choose({})
    yield
    keys.choose({})


@pytest.fixture
def dialog(studio: Studio) -> Preferences:
    """Open, on its first page."""
    studio.show_settings()
    assert studio.preferences is not None
    return studio.preferences
