"""What a damaged installation, or a system that lacks a library, says of itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ditone.gui.engine import failure
from ditone.runtime.cli import main
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.installation import damage
from ditone.runtime.json_reading import library_errors


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed tree of two files that runs this program."""
    for name, data in {"lib/a.py": "x = 1\n", "lib/b ü/core.so": "12345"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(data)
    (tmp_path / "share").mkdir()
    (tmp_path / "share" / "contents").write_text("6 lib/a.py\n5 lib/b ü/core.so\n", "utf-8")
    monkeypatch.setenv(damage.ROOT, str(tmp_path))
    return tmp_path


def test_a_whole_tree_has_nothing_to_tell(tree: Path) -> None:
    assert damage.damaged(tree) == []


def test_missing_and_cut_files_are_named(tree: Path) -> None:
    (tree / "lib/a.py").unlink()
    (tree / "lib/b ü/core.so").write_text("123")
    assert damage.damaged(tree) == ["lib/a.py is missing", "lib/b ü/core.so has 3 bytes instead of 5"]
    assert damage.damaged(tree, ".so") == ["lib/b ü/core.so has 3 bytes instead of 5"]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ImportError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory"),
            "apt-get install libxcb-cursor0",
        ),
        (ImportError("libEGL.so.1: cannot open shared object file: No such file or directory"), "apt-get install libegl1"),
        (OSError("libodd.so.3: cannot open shared object file: No such file or directory"), "libodd.so.3 is missing"),
        (ImportError("/lib/libc.so.6: version `GLIBC_2.38' not found (required by x.so)"), "too old"),
        (ImportError("/opt/x/libtorch_cpu.so: file too short"), "libtorch_cpu.so is cut short"),
        (ModuleNotFoundError("No module named 'a'", name="a"), "the module a is missing (lib/a.py is missing, in"),
    ],
)
def test_every_kind_has_its_sentence_and_a_way_out(tree: Path, error: Exception, said: str) -> None:
    (tree / "lib/a.py").unlink()
    assert damage.belongs_here(error)
    text = damage.explained(error).text()
    assert said in text
    assert "nstall" in text or "new enough" in text or "Unpack" in text


def test_a_library_that_the_package_brings_is_no_system_library(tree: Path) -> None:
    (tree / "share" / "contents").write_text("5 lib/libz.so.1\n")
    text = damage.explained(ImportError("libz.so.1: cannot open shared object file: No such file or directory")).text()
    assert "damaged" in text
    assert "lib/libz.so.1 is missing" in text
    assert "system library" not in text


def test_the_command_line_says_it_without_a_word_of_faults_inside(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ditone.runtime.cli.render", None)
    assert main(["render", "x", "-o", "a.wav"]) == 1
    said = capsys.readouterr().err
    assert "This installation of Ditone is damaged" in said
    assert "inside Ditone" not in said


def test_without_a_tree_it_names_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(damage.ROOT, raising=False)
    assert "pip install --force-reinstall ditone" in damage.explained(ModuleNotFoundError("gone", name="soxr")).text()


def test_the_window_shows_it_as_a_problem_and_not_as_a_fault_of_the_engine(tree: Path) -> None:
    shown = failure.from_exception(ModuleNotFoundError("No module named 'soxr'", name="soxr"))
    assert shown.kind == "problem"
    assert "damaged" in shown.message
    assert failure.window_fault(ModuleNotFoundError("No module named 'soxr'", name="soxr")).message == shown.message


def test_a_missing_module_is_never_blamed_on_a_model_folder() -> None:
    with pytest.raises(ImportError), library_errors("The tokenizer cannot be read", error=BadModelFolder):
        raise ModuleNotFoundError("No module named 'transformers.models.gemma'")
