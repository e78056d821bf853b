from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.panels.controls import FoldingGroup
from ditone.gui.panels.number_row import NumberRow
from ditone.gui.panels.plain_rows import ChoiceRow, TextRow
from ditone.gui.panels.prompt_panel import PromptPanel
from ditone.gui.panels.seed_row import SeedRow
from ditone.runtime.controls import Preset
from ditone.runtime.request import EngineSettings
from tests.tiny import INFO

ENGINE = EngineSettings(threads=1)
TWO_PRESETS = replace(
    INFO, presets=(Preset("default", "Published"), Preset("draft", "Draft", (("steps", 2), ("solver", "pingpong"))))
)


def test_the_panel_holds_exactly_the_controls_of_the_model(panel: PromptPanel) -> None:
    panel.set_model(INFO)
    assert set(panel.rows) == {control.name for control in INFO.controls}
    groups = [group.header.text() for group in panel.findChildren(FoldingGroup)]
    assert groups == ["Guidance", "Sampler", "Advanced"]  # no Source, no Voice: this model has none
    fewer = replace(INFO, variant="turbo", controls=tuple(c for c in INFO.controls if c.name in ("prompt", "seed")))
    panel.set_model(fewer)
    assert set(panel.rows) == {"prompt", "seed"}


def test_the_example_prompt_is_there_unless_something_was_typed(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(INFO)
    assert panel.rows["prompt"].value() == "a test tone"
    other = PromptPanel(Settings())
    qtbot.addWidget(other)
    row = other.rows["prompt"]
    assert isinstance(row, TextRow)
    qtbot.keyClicks(row.text, "my own")
    other.set_model(INFO)
    assert other.rows["prompt"].value() == "my own"


def test_every_control_arrives_in_the_request(panel: PromptPanel) -> None:
    panel.set_model(INFO)
    values = {
        "prompt": "rain",
        "negative_prompt": "music",
        "duration_s": 1.5,
        "cfg_scale": 4.5,
        "apg": 0.5,
        "steps": 7,
        "solver": "rk4",
        "seed": 42,
        "brightness": 0.8,
    }
    for name, value in values.items():
        panel.rows[name].set_value(value)
    request = panel.request(ENGINE)
    assert request.model == "tiny"
    assert request.engine == ENGINE
    assert {name: request.value(name) for name in values} == values
    assert INFO.checked(request) == request


def test_generate_draws_a_seed_unless_it_is_locked(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(INFO)
    seed = panel.rows["seed"]
    assert isinstance(seed, SeedRow)
    before = seed.value()
    panel.draw_seed()
    drawn = seed.value()
    assert drawn != before
    qtbot.mouseClick(seed.lock, Qt.MouseButton.LeftButton)
    panel.draw_seed()
    assert seed.value() == drawn


@pytest.mark.parametrize(
    ("what", "expected"), [("all", ("rain", 9, 77)), ("all but seed", ("rain", 9, 5)), ("seed only", ("wind", 4, 77))]
)
def test_recall(panel: PromptPanel, what: str, expected: tuple[str, int, int]) -> None:
    panel.set_model(INFO)
    panel.rows["prompt"].set_value("wind")
    panel.rows["seed"].set_value(5)
    panel.apply(INFO.defaults().replaced(prompt="rain", steps=9, seed=77), what)
    request = panel.request(ENGINE)
    assert (request.prompt, request.steps, request.seed) == expected


def test_a_recalled_seed_is_kept_by_the_next_generate(panel: PromptPanel) -> None:
    panel.set_model(INFO)
    panel.apply(INFO.defaults().replaced(prompt="rain", seed=77), "all")
    panel.draw_seed()
    assert panel.request(ENGINE).seed == 77


def test_presets_set_controls_but_not_texts_or_seed(panel: PromptPanel) -> None:
    panel.set_model(TWO_PRESETS)
    panel.rows["prompt"].set_value("wind")
    panel.rows["seed"].set_value(5)
    assert panel.changed() == []
    panel.rows["steps"].set_value(30)
    assert panel.changed() == ["steps"]
    panel.choose_preset(TWO_PRESETS.presets[1])
    request = panel.request(ENGINE)
    assert (request.steps, request.solver, request.prompt, request.seed) == (2, "pingpong", "wind", 5)
    assert panel.changed() == []
    assert panel.preset_button.text() == "Draft"


def test_own_presets_are_kept(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(INFO)
    panel.rows["steps"].set_value(11)
    panel.save_preset("Mine")
    assert panel.preset_button.text() == "Mine"
    other = PromptPanel(Settings())
    qtbot.addWidget(other)
    other.set_model(INFO)
    other.preset_button.presets.aboutToShow.emit()
    titles = [action.text() for action in other.preset_button.presets.actions()]
    assert "Mine" in titles
    next(action for action in other.preset_button.presets.actions() if action.text() == "Mine").trigger()
    assert other.request(ENGINE).steps == 11


def test_an_empty_required_prompt_is_a_problem_that_is_told(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(INFO)
    with qtbot.waitSignal(panel.validity_changed) as told:
        panel.rows["prompt"].set_value("")
    assert told.args == ["Prompt is empty."]
    with qtbot.waitSignal(panel.validity_changed) as told:
        panel.rows["prompt"].set_value("wind")
    assert told.args == [""]


def test_a_change_of_model_keeps_texts_and_takes_the_new_recipe(panel: PromptPanel) -> None:
    panel.set_model(INFO)
    panel.rows["prompt"].set_value("wind")
    panel.rows["seed"].set_value(5)
    panel.rows["steps"].set_value(30)
    panel.set_model(replace(TWO_PRESETS, variant="other", model="other"))
    request = panel.request(ENGINE)
    assert (request.model, request.prompt, request.seed, request.steps) == ("other", "wind", 5, 4)


def test_folded_groups_stay_folded(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(INFO)
    group = panel.findChild(FoldingGroup, "guidance")
    assert group is not None
    qtbot.waitUntil(panel.rows["cfg_scale"].isVisible)
    qtbot.mouseClick(group.header, Qt.MouseButton.LeftButton)
    assert not panel.rows["cfg_scale"].isVisible()
    panel._settings.save()
    other = PromptPanel(Settings())
    qtbot.addWidget(other)
    other.set_model(INFO)
    other.show()
    qtbot.waitUntil(other.rows["prompt"].isVisible)
    assert not other.rows["cfg_scale"].isVisible()


def test_all_editors_have_accessible_names(panel: PromptPanel) -> None:
    panel.set_model(INFO)
    for row in panel.rows.values():
        editor = row.field if isinstance(row, NumberRow | SeedRow) else row.box if isinstance(row, ChoiceRow) else row.text  # type: ignore[attr-defined]
        assert editor.accessibleName().startswith(row.control.title)
