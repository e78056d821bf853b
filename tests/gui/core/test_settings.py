from pathlib import Path

import pytest

from ditone.gui.core.settings import Settings, config_dir
from ditone.gui.core.user_presets import UserPresets, full_values
from ditone.runtime.controls import Preset
from tests.tiny import INFO


def test_values_survive_a_restart(tmp_path: Path) -> None:
    first = Settings(tmp_path)
    first.set("theme", "light")
    first.set("sound/autoplay", True)
    first.set("sound/volume", 0.25)
    first.add_recent_model("/models/a")
    first.add_recent_model("/models/b")
    first.add_recent_model("/models/a")
    first.save()
    second = Settings(tmp_path)
    assert second.text("theme") == "light"
    assert second.flag("sound/autoplay") is True
    assert second.number("sound/volume", 1.0) == 0.25
    assert second.recent_models() == ["/models/a", "/models/b"]
    assert second.problem == ""


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DITONE_CONFIG_DIR", str(tmp_path / "here"))
    assert config_dir() == tmp_path / "here"


def test_without_write_access_everything_works_and_it_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    settings = Settings(blocked / "config")
    settings.set("theme", "light")
    assert settings.text("theme") == "light"
    assert "cannot be saved" in settings.problem
    assert str(blocked) in settings.problem


def test_a_broken_number_in_the_file_is_the_default(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.set("sound/volume", "loud")
    assert settings.number("sound/volume", 0.8) == 0.8


def test_presets_are_files_of_their_variant(tmp_path: Path) -> None:
    presets = UserPresets(tmp_path / "presets")
    assert presets.list(INFO) == []
    saved = presets.save(INFO, "Quick draft", {"steps": 2, "solver": "euler"})
    assert presets.list(INFO) == [saved]
    (tmp_path / "presets" / "tiny.test.broken.json").write_text("{")
    assert presets.list(INFO) == [saved]
    presets.delete(saved)
    assert presets.list(INFO) == []


def test_a_preset_is_silent_about_the_rest() -> None:
    values = full_values(INFO, Preset("p", "P", (("steps", 9),)))
    assert values["steps"] == 9
    assert values["cfg_scale"] == 3.0
