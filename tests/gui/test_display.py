import pytest

from ditone.gui import display
from ditone.gui.app import main


def test_without_a_display_it_says_what_works(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(display.sys, "platform", "linux")
    assert main([]) == 1
    said = capsys.readouterr().err
    assert "no display" in said
    assert "ditone render" in said


def test_missing_libraries_are_named_as_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display.sys, "platform", "linux")
    monkeypatch.setattr(display.ctypes.util, "find_library", lambda name: None if name == "xcb-cursor" else f"lib{name}.so")
    said = display.window_problem(environment={"DISPLAY": ":0"})
    assert "apt-get install libxcb-cursor0." in said


def test_a_dead_display_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display.sys, "platform", "linux")
    monkeypatch.setattr(display, "_missing_packages", list)
    said = display.window_problem(environment={"DISPLAY": ":4711"})
    assert '":4711" does not answer' in said


def test_offscreen_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display.sys, "platform", "linux")
    assert display.window_problem(environment={"QT_QPA_PLATFORM": "offscreen"}) == ""
