"""Which take is written is said, and two takes of one seed get names that tell them apart."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from ditone.gui.panels.export_panel import ExportPanel
from ditone.gui.studio import Studio
from tests.gui.window import make_take


def test_a_and_b_of_one_seed_get_different_names(studio: Studio, qtbot: QtBot) -> None:
    studio.commands.action("autoplay").setChecked(False)
    rows = studio.window.prompt.rows
    rows["seed"].lock.setChecked(True)  # type: ignore[attr-defined]
    a = make_take(studio, qtbot, steps=4)
    studio.window.lanes.lanes["A"].buttons["pin"].setChecked(True)
    b = make_take(studio, qtbot, steps=6)
    qtbot.waitUntil(lambda: set(studio.window.lanes.entries) == {"A", "B"})
    names = []
    for entry, letter in ((a, "A"), (b, "B")):
        before = set(studio.window.findChildren(ExportPanel))
        studio.files.export(entry)
        qtbot.waitUntil(lambda before=before: bool(set(studio.window.findChildren(ExportPanel)) - before))
        panel = (set(studio.window.findChildren(ExportPanel)) - before).pop()
        assert f"lane {letter}" in panel.windowTitle() and f"seed {entry.request.seed}" in panel.about.text()
        names.append(panel.path().stem)
        panel.reject()
    assert names[0] != names[1]
    assert "4" in names[0].split() and "6" in names[1].split()  # the steps
