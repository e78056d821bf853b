"""A prompt panel as it stands in the window."""

import pytest
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.panels.prompt_panel import PromptPanel


@pytest.fixture
def panel(qtbot: QtBot) -> PromptPanel:
    """Shown, 330 x 800, for no model yet."""
    made = PromptPanel(Settings())
    qtbot.addWidget(made)
    made.resize(330, 800)
    made.show()
    return made
