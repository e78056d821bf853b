from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from ditone.gui import smoke
from ditone.gui.app import main
from ditone.runtime.installation import damage, imports
from ditone.runtime.installation.imports import Import
from tests.tiny import TinyFamily


@pytest.fixture(autouse=True)
def few_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole list takes half a minute; it has tests of its own, and the packages import all of it."""
    monkeypatch.setattr(imports, "everything", lambda: {Import("json", "dumps")})


def test_the_smoke_test_makes_a_take_and_ends_well(
    qapp: QApplication, tiny: TinyFamily, capsys: pytest.CaptureFixture[str], own_settings: Path
) -> None:
    assert main(["--smoke"]) == 0
    said = capsys.readouterr().out
    for words in ("1 imports", "take of 0.5 s", "tiny: 1.00 s", "sound output", "this installation works"):
        assert words in said
    assert not own_settings.exists()
    assert not (own_settings.parent / "library").exists()


def test_the_smoke_test_fails_with_a_sentence(qapp: QApplication, tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--smoke", "--model", "/no/such/folder"]) == 1
    captured = capsys.readouterr()
    assert "/no/such/folder does not exist" in captured.err
    assert "this installation works" not in captured.out


@pytest.mark.parametrize("part", ["files", "imports"])
def test_a_part_that_is_missing_makes_it_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str
) -> None:
    for other in ("_window", "_families", "_sound"):
        monkeypatch.setattr(smoke, other, lambda *_: [])
    if part == "files":
        (tmp_path / "share").mkdir()
        (tmp_path / "share/contents").write_text("3 lib/gone.so\n")
        monkeypatch.setenv(damage.ROOT, str(tmp_path))
        expected = "smoke: lib/gone.so is missing"
    else:
        monkeypatch.setattr(imports, "everything", lambda: {Import("transformers", "NoSuchModel")})
        expected = "smoke: transformers (NoSuchModel): "
    assert smoke.smoke() == 1
    captured = capsys.readouterr()
    assert expected in captured.err
    assert "Install Ditone again" in captured.err
    assert "works" not in captured.out
