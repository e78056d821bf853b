"""The set-up script: what it decides to install, and the sentence it leaves where it may not."""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]


@pytest.fixture
def set_up() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ditone_set_up", ROOT / "packaging" / "set_up.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def commands(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands instead of being run are written down; every one fails unless a test says otherwise."""
    seen: list[list[str]] = []

    def run(command: list[str], quiet: bool = False, **environment: str) -> bool:
        seen.append(command)
        return False

    monkeypatch.setattr(set_up, "run", run)
    return seen


def programs(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(set_up.shutil, "which", lambda name: f"/usr/bin/{name}" if name in names else None)


def test_every_purpose_names_known_sections_and_extras(set_up: ModuleType) -> None:
    lines = [line.split() for line in set_up.SYSTEM_PACKAGES.read_text().splitlines() if line and not line.startswith("#")]
    assert all(len(line) == 3 and line[2].split(":")[0] in ("lib", "bin", "file") for line in lines)
    sections = {line[0] for line in lines}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for wanted_extras, wanted_sections in set_up.PURPOSES.values():
        assert set(wanted_sections) <= sections
        assert set(wanted_extras) <= set(extras)


def test_pins_satisfy_the_declared_ranges() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pins = dict(line.split("==") for line in (ROOT / "packaging/constraints.txt").read_text().splitlines() if "==" in line)
    wanted = [
        *project["dependencies"],
        *(line for extra in ("dev", "onnx", "bench") for line in project["optional-dependencies"][extra]),
    ]
    for requirement in map(Requirement, wanted):
        pin = pins[re.sub(r"[-_.]+", "-", requirement.name).lower()]
        assert requirement.specifier.contains(Version(pin)), requirement


def test_qt_stays_away_from_broken_releases() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    qt = next(r for r in map(Requirement, project["dependencies"]) if r.name == "PySide6-Essentials")
    allowed = {
        v: qt.specifier.contains(v) for v in ("6.7.3", "6.8.0", "6.10.1", "6.11.0", "6.11.1", "6.11.2", "6.12.0", "6.13.0")
    }
    assert [v for v, fine in allowed.items() if fine] == ["6.8.0", "6.10.1", "6.11.2"]


def test_missing_libraries_are_found_by_loading(set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tmp_path / "system-packages.txt"
    lines = (
        "# x",
        "sound libc6 lib:libc.so.6",
        "sound none lib:libnone-such.so.9",
        f"sound here file:{tmp_path}/*.txt",
        "x11 y bin:no-such",
    )
    listed.write_text("\n".join(lines))
    monkeypatch.setattr(set_up, "SYSTEM_PACKAGES", listed)
    assert set_up.missing_packages(("sound",)) == [("none", "libnone-such.so.9")]
    assert set_up.missing_packages(("sound", "x11")) == [("none", "libnone-such.so.9"), ("y", "no-such")]


@pytest.mark.skipif(sys.platform != "linux", reason="system libraries are installed on Linux only")
class TestSystemLibraries:
    @pytest.fixture(autouse=True)
    def one_is_missing(self, set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(set_up, "missing_packages", lambda sections: [("libportaudio2", "libportaudio.so.2")])

    def test_root_installs_and_says_so(
        self, set_up: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        programs(set_up, monkeypatch, "apt-get")
        monkeypatch.setattr(set_up.os, "geteuid", lambda: 0)
        set_up.install_system_libraries(("sound",))
        assert [command[0] for command in commands] == ["/usr/bin/apt-get"] * 3  # at once, with fresh lists, and again
        assert commands[0][-1] == "libportaudio2"
        assert "update" in commands[1]
        out = capsys.readouterr().out
        assert "installing system libraries with apt-get: libportaudio2" in out
        assert "run: sudo apt-get install libportaudio2" in out  # it failed here, so the line to run follows

    def test_without_rights_one_line_says_what_to_run(
        self, set_up: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        programs(set_up, monkeypatch, "apt-get", "sudo")
        monkeypatch.setattr(set_up.os, "geteuid", lambda: 1000)
        set_up.install_system_libraries(("sound",))
        assert commands == [["sudo", "-n", "true"]]  # asked without a prompt, refused, nothing else tried
        assert capsys.readouterr().out == "ditone: some system libraries are missing; run: sudo apt-get install libportaudio2\n"

    def test_other_systems_are_told_the_library(
        self, set_up: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        programs(set_up, monkeypatch)
        set_up.install_system_libraries(("sound",))
        assert commands == []
        assert "install the packages that hold: libportaudio.so.2" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one build of torch")
def test_without_a_gpu_the_cpu_build_is_sought_before_the_ordinary_one(
    set_up: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up, "has_nvidia_gpu", lambda: False)
    set_up.install_torch()
    installs = [" ".join(command) for command in commands if "pip" in command]
    assert len(installs) == 2
    assert re.search(r"torch==[\d.]+\+cpu", installs[0]) and "--index-url" not in installs[0]
    assert "--index-url https://download.pytorch.org/whl/cpu" in installs[1]
    assert all("--timeout 10" in line for line in installs)
    assert "the ordinary build follows" in capsys.readouterr().out


def test_with_a_gpu_torch_comes_with_the_other_packages(
    set_up: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up, "has_nvidia_gpu", lambda: True)
    set_up.install_torch()
    assert not [command for command in commands if "pip" in command]


def test_packages_are_left_alone_while_nothing_changed(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    monkeypatch.setattr(set_up, "install_torch", lambda: None)
    monkeypatch.setattr(set_up, "pip", lambda *arguments: installed.append(arguments) or True)
    set_up.install_packages(("dev",))
    set_up.install_packages(("dev",))
    set_up.install_packages(())  # nothing that the tests do not need too
    assert len(installed) == 1
    assert installed[0][-1].endswith("[dev]")
    pins = tmp_path / "constraints.txt"
    pins.write_text("torch==9.9\n")
    monkeypatch.setattr(set_up, "CONSTRAINTS", pins)
    set_up.install_packages(("dev",))
    assert len(installed) == 2


def test_a_failed_install_is_not_remembered(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    monkeypatch.setattr(set_up, "install_torch", lambda: None)
    monkeypatch.setattr(set_up, "pip", lambda *arguments: False)
    with pytest.raises(SystemExit):
        set_up.install_packages(())
    assert not list(tmp_path.iterdir())
    assert "could not be installed" in capsys.readouterr().out


def test_an_extra_that_a_purpose_can_do_without_is_left_out_with_a_sentence(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    targets: list[str] = []

    def pip(*arguments: str) -> bool:
        targets.append(arguments[-1])
        return "bench" not in arguments[-1].rpartition("[")[2]  # the folder may be called anything

    monkeypatch.setattr(set_up, "VENV", tmp_path)
    monkeypatch.setattr(set_up, "install_torch", lambda: None)
    monkeypatch.setattr(set_up, "pip", pip)
    set_up.install_packages(("dev", "bench"))
    assert [target.rpartition("[")[2] for target in targets] == ["dev,bench]", "dev]"]
    assert "what is measured against diffusers is left out" in capsys.readouterr().out
    assert set_up.is_installed(("dev",)) and not set_up.is_installed(("dev", "bench"))  # the next time it is tried again


def test_an_old_python_is_refused_in_one_sentence(
    set_up: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    programs(set_up, monkeypatch)
    monkeypatch.setattr(set_up.sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit):
        set_up.use_new_enough_python()
    assert capsys.readouterr().out.count("\n") == 1
    assert commands == []


def test_unknown_purposes_are_refused(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up.sys, "argv", ["set_up.py", "dance"])
    with pytest.raises(SystemExit):
        set_up.main()
    assert "run, test, bench, docs, train" in capsys.readouterr().out
