import os
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


@pytest.mark.parametrize("kind", ["garbage", "utf-16", "20 MB", "a folder", "a pipe", "a device", "wrong types"])
@pytest.mark.timeout(20)
def test_whatever_lies_in_place_of_the_settings_the_defaults_stand(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "studio.ini"
    if kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a device":
        path.symlink_to("/dev/zero")
    else:
        content = {"garbage": os.urandom(20_000), "utf-16": "[a]\nb=1".encode("utf-16"), "20 MB": b"[a]\n" + b"k=v\n" * 5_000_000}
        wrong = b"[General]\ntheme=@Variant(\\0\\0\\0\\x7f)\n[sound]\nvolume=nan\n[models]\nrecent=@Invalid()\n"
        path.write_bytes(content.get(kind, wrong))
    settings = Settings(tmp_path)
    assert settings.number("sound/volume", 0.8) == 0.8
    assert settings.recent_models() == []
    assert isinstance(settings.text("theme", "dark"), str)
    settings.set("sound/volume", 0.5)
    settings.save()
    assert Settings(tmp_path).number("sound/volume", 0.8) == 0.5
    assert not path.stat().st_mode & 0o077


PRESETS = {
    "empty": "", "broken": "{", "a list": "[]", "a list of values": '{"title": "x", "values": [1]}', "deep": "[" * 100_000,
    "a number as title": '{"title": 5, "values": {}}', "not finite": '{"title": "x", "values": {"steps": NaN}}',
}  # fmt: skip


@pytest.mark.parametrize("kind", [*PRESETS, "a pipe", "a folder", "a device", "not UTF-8"])
@pytest.mark.timeout(20)
def test_a_broken_preset_hides_no_other(tmp_path: Path, kind: str) -> None:
    presets = UserPresets(tmp_path)
    good = presets.save(INFO, "good", {"steps": 3})
    bad = tmp_path / f"{good.name[: -len('good')]}bad.json"
    if kind == "a pipe":
        os.mkfifo(bad)
    elif kind == "a folder":
        bad.mkdir()
    elif kind == "a device":
        bad.symlink_to("/dev/zero")
    else:
        bad.write_bytes(PRESETS[kind].encode() if kind in PRESETS else b"\xff\xfe")
    assert [preset.title for preset in presets.list(INFO)] == ["good"]


def test_values_of_wrong_types_are_left_out_of_a_preset_and_numbers_brought_into_range(tmp_path: Path) -> None:
    presets = UserPresets(tmp_path)
    kept = presets.save(
        INFO, "odd", {"steps": 10**9, "prompt": 5, "solver": ["x"], "cfg_scale": "abc", "seed": True, "nothing": 1}
    )
    (found,) = presets.list(INFO)
    assert found.name == kept.name
    assert dict(found.values) == {"steps": INFO.control("steps").maximum}  # type: ignore[union-attr]
