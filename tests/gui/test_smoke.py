import pytest
from PySide6.QtWidgets import QApplication

from ditone.gui.app import main
from tests.tiny import TinyFamily


def test_the_smoke_test_makes_a_take_and_ends_well(
    qapp: QApplication, tiny: TinyFamily, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--smoke"]) == 0
    assert "take of 0.5 s" in capsys.readouterr().out


def test_the_smoke_test_fails_with_a_sentence(qapp: QApplication, tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--smoke", "--model", "/no/such/folder"]) == 1
    assert "/no/such/folder does not exist" in capsys.readouterr().err
