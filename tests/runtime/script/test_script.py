"""A script from its text to its exports: stopped, killed and resumed, retaken, chosen, joined, numbered."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ditone.runtime.audio.reading import read
from ditone.runtime.cli import main
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.script import Book
from ditone.runtime.script.book import FILE, lines_of
from ditone.runtime.script.export import COLUMNS
from ditone.runtime.script.measures import syllables

TEXT = "The ship is here.\n\n# a note\nIs it 5 kg?\n=Nobody came.\nThe ship is here.\n"
QUICK = ["--model", "mini-voice", "--steps", "1", "--threads", "1"]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "play.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def run(script: Path, *options: str) -> int:
    return main(["script", str(script), *QUICK, *options])


def test_lines_are_those_that_are_spoken() -> None:
    assert lines_of(TEXT) == ["The ship is here.", "Is it 5 kg?", "=Nobody came.", "The ship is here."]
    with pytest.raises(BadRequest, match="no line"):
        lines_of("\n...\n# only a note\n")


def test_a_script_is_made_retaken_chosen_and_exported(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = script.with_suffix(".takes")
    assert run(script) == 0
    book = Book.open(folder)
    assert [len(line.takes) for line in book.lines] == [1, 1, 1, 1]
    first = (folder / book.lines[0].takes[0].file).read_bytes()
    assert run(script, "--retake", "2-3") == 0
    book = Book.open(folder)
    assert [len(line.takes) for line in book.lines] == [1, 2, 2, 1]
    assert [line.chosen for line in book.lines] == [0, 1, 1, 0]
    assert book.lines[1].takes[0].seed != book.lines[1].takes[1].seed
    joined, numbered = script.with_name("all.wav"), script.with_name("files")
    assert run(script, "--choose", "2=1", "--join", str(joined), "--export", str(numbered), "--pause", "0.5") == 0
    book = Book.open(folder)
    assert book.lines[1].chosen == 0
    assert (folder / book.lines[0].takes[0].file).read_bytes() == first
    whole, rate_hz = read(joined)
    singles = [read(numbered / f"{i:03d}.wav")[0] for i in range(1, 5)]
    assert len(whole) == sum(map(len, singles)) + 3 * round(0.5 * rate_hz)
    assert np.array_equal(singles[1], read(folder / book.lines[1].takes[0].file)[0])
    rows = list(csv.DictReader(io.StringIO((numbered / "script.csv").read_text("utf-8"))))
    assert tuple(rows[0]) == COLUMNS
    assert [row["line"] for row in rows] == ["1", "2", "3", "4"]
    assert rows[2]["text"] == "'=Nobody came."  # no spreadsheet takes it for a formula
    assert all(float(row["length_s"]) > 0 and float(row["pace_syllables_per_s"]) > 0 for row in rows)
    capsys.readouterr()
    assert run(script, "--json") == 0
    assert [line["chosen"] for line in json.loads(capsys.readouterr().out)] == [1, 1, 2, 1]


def test_a_changed_line_is_made_again_and_the_others_stay(script: Path) -> None:
    assert run(script) == 0
    before = Book.open(script.with_suffix(".takes"))
    script.write_text("Is it 5 kg?\nA new line.\nThe ship is here.\n", encoding="utf-8")
    assert run(script) == 0
    after = Book.open(script.with_suffix(".takes"))
    assert after.lines[0].takes == before.lines[1].takes
    assert after.lines[2].takes == before.lines[0].takes
    assert len(after.lines[1].takes) == 1


def test_other_settings_are_refused(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(script) == 0
    assert main(["script", str(script), "--model", "mini-voice", "--steps", "2", "--threads", "1"]) != 0
    assert "other settings" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--retake", "9"], "no line 9"),
        (["--retake", "x"], "not understood"),
        (["--choose", "2"], "LINE=TAKE"),
        (["--choose", "1=7"], "no take 7"),
    ],
)
def test_what_is_not_there_is_said(script: Path, options: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(script, *options) != 0
    assert words in capsys.readouterr().err


def test_a_model_of_sounds_has_no_script(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["script", str(script), "--model", "mini-sfx"]) != 0
    assert "does not read" in capsys.readouterr().err


@pytest.mark.timeout(400)
@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_killed_process_goes_on_where_it_was(tmp_path: Path) -> None:
    script = tmp_path / "long.txt"
    script.write_text("".join(f"This is line number {i} of the play.\n" for i in range(1, 7)), encoding="utf-8")
    folder = script.with_suffix(".takes")
    process = subprocess.Popen(
        [sys.executable, "-m", "ditone", "script", str(script), *QUICK, "--steps", "8"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline and process.poll() is None:
        if (folder / FILE).exists() and sum(bool(line.takes) for line in Book.open(folder).lines) >= 2:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    killed = Book.open(folder)
    kept = {line.number: (folder / line.takes[0].file).read_bytes() for line in killed.lines if line.takes}
    assert len(kept) >= 2
    assert main(["script", str(script), *QUICK, "--steps", "8"]) == 0
    resumed = Book.open(folder)
    assert all(len(line.takes) == 1 for line in resumed.lines)
    assert all((folder / resumed.lines[number - 1].takes[0].file).read_bytes() == data for number, data in kept.items())


def test_a_damaged_book_is_said_and_lost_files_are_dropped(script: Path) -> None:
    folder = script.with_suffix(".takes")
    assert run(script) == 0
    (folder / Book.open(folder).lines[0].takes[0].file).unlink()
    assert not Book.open(folder).lines[0].takes
    (folder / FILE).write_text("{")
    with pytest.raises(DitoneError, match="cannot be read as JSON"):
        Book.open(folder)


@pytest.mark.parametrize(("text", "count"), [("The ship came home.", 4), ("Water", 2), ("今天很好", 4), ("...", 1), ("table", 2)])
def test_syllables(text: str, count: int) -> None:
    assert syllables(text) == count
