"""The settings dialog of the whole window, and the keys of other tests left as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ditone.gui.commands import keys
from ditone.gui.main_window import MainWindow
from ditone.gui.preferences.dialog import Preferences


@pytest.fixture(autouse=True)
def default_keys() -> Iterator[None]:
    keys.choose({})
    yield
    keys.choose({})


@pytest.fixture
def dialog(window: MainWindow) -> Preferences:
    """Open, on its first page."""
    window.show_settings()
    assert window.preferences is not None
    return window.preferences
