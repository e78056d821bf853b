"""`ditone render` as its user sees it: files, JSON, sentences and exit codes. The model is a tiny one."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ditone.runtime.audio import metadata
from ditone.runtime.audio.reading import read
from ditone.runtime.audio.storing import is_take
from ditone.runtime.cli import main
from ditone.runtime.cli.options import parse
from ditone.runtime.cli.progress import Line, TerminalObserver
from ditone.runtime.controls import Control
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.request import EngineSettings
from ditone.runtime.request_options import converted, requested
from ditone.runtime.session import Session
from tests.tiny import INFO, TinyFamily, TinyPipeline

JSON_KEYS = (
    "path seed sample_rate_hz duration_s rtf evaluations timings_s peak_rss_mib peak_vram_mib device precision family variant"
).split()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: TinyFamily) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_prompt_becomes_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "a low tone", "--seed", "7", "--seconds", "0.5", "-o", "a.wav"]) == 0
    audio, rate = read(folder / "a.wav")
    assert (audio.shape, rate) == ((8000, 1), 16000)
    assert -40 < 20 * np.log10(np.sqrt(np.mean(audio**2))) < -3
    out = capsys.readouterr().out
    assert "a.wav: 0.50 s, seed 7" in out


def test_equal_commands_give_equal_files_and_every_option_matters(folder: Path) -> None:
    base = ["render", "a low tone", "--seed", "7", "--seconds", "0.3"]
    assert main([*base, "-o", "a.wav"]) == 0
    first = (folder / "a.wav").read_bytes()
    assert main([*base, "-o", "a.wav"]) == 0
    assert (folder / "a.wav").read_bytes() == first
    others = [
        "--seed 8",
        "--cfg 1",
        "--solver rk4",
        "--steps 5",
        "--apg 1",
        "--negative noise",
        "--set brightness=0.1",
        "--seconds 0.4",
    ]
    sounds = [read(folder / "a.wav")[0].tobytes()]
    for option in others:
        assert main([*base, *option.split(), "-o", "b.wav"]) == 0
        sounds.append(read(folder / "b.wav")[0].tobytes())
    assert len(set(sounds)) == len(sounds)


def test_json_prints_one_object_a_take(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "x", "--steps", "3", "--cfg", "2", "--count", "2", "--seed", "5", "--json", "-o", "a.flac"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(line) for line in lines] == [JSON_KEYS, JSON_KEYS]
    assert [line["seed"] for line in lines] == [5, 6]
    assert [Path(line["path"]).name for line in lines] == ["a-1.flac", "a-2.flac"]
    first = lines[0]
    assert first["evaluations"] == 6  # three steps, both branches of guidance
    assert first["rtf"] == pytest.approx(first["timings_s"]["total"] / first["duration_s"])
    assert set(first["timings_s"]) == {"text", "denoise", "decode", "total"}
    assert (first["family"], first["variant"], first["device"], first["precision"]) == ("tiny", "test", "cpu", "float32")
    assert first["peak_rss_mib"] > 10


def test_takes_in_a_row_equal_single_takes(folder: Path) -> None:
    assert main(["render", "x", "--seed", "5", "--count", "3", "-o", "a.wav"]) == 0
    assert main(["render", "x", "--seed", "7", "-o", "b.wav"]) == 0
    np.testing.assert_array_equal(read(folder / "a-3.wav")[0], read(folder / "b.wav")[0])


def test_a_drawn_seed_is_printed_and_gives_the_same_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "x", "--seed", "-1", "--json", "-o", "a.wav"]) == 0
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert 0 <= seed < 2**31
    assert main(["render", "x", "--seed", str(seed), "-o", "b.wav"]) == 0
    assert (folder / "a.wav").read_bytes() == (folder / "b.wav").read_bytes()


def test_the_file_holds_the_request_that_made_it(folder: Path) -> None:
    assert main(["render", "Regen 雨", "--seed", "3", "--set", "brightness=0.25", "-o", "a.wav"]) == 0
    about = metadata.read(folder / "a.wav")
    assert about is not None
    request = metadata.request_of(about)
    assert (request.prompt, request.seed, request.value("brightness")) == ("Regen 雨", 3, 0.25)
    assert about["licence"] == "Apache-2.0"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("rendr x -o a.wav", 'no command "rendr". Did you mean "render"?'),
        ("render x --sed 7 -o a.wav", 'no option "--sed". Did you mean "--seed"?'),
        ("render x y -o a.wav", '"y" is one word too many. A prompt of several words goes in quotation marks.'),
        ("voices rename a", '"rename" is one word too many. `ditone voices --help` explains.'),
        ("render x -o folder", "Known are: .flac, .mp3, .ogg, .opus, .wav.\n"),
        ("render x", "Give one with -o"),
        ("render x -o a.wave", 'Did you mean ".wav"?'),
        ("render x --steps many -o a.wav", 'Steps "many" is not a whole number'),
        ("render x --steps 65 -o a.wav", "Steps is 65 steps; it must be from 1 to 64 steps"),
        ("render x --seconds nan -o a.wav", 'Seconds "nan" is not a number'),
        ("render x --seconds 9 -o a.wav", "Duration is 9 s; it must be from 0.1 to 4 s"),
        ("render x --solver eular -o a.wav", 'Solver "eular" is not available here. Did you mean "euler"?'),
        ("render x --seed -2 -o a.wav", "must be from -1 to"),
        ("render x --seed 2147483647 --count 2 -o a.wav", "Seed is 2147483648; it must be from 0 to 2147483647"),
        ("render x --count 0 -o a.wav", "Count is 0; it must be from 1 to"),
        ("render x --precision flat32 -o a.wav", 'Did you mean "float32"?'),
        ("render x --precision float16 -o a.wav", "Use one of: float32, bfloat16."),
        ("render x --device cude -o a.wav", 'Device "cude" is not available here.'),
        ("render x --set brightnes=1 -o a.wav", 'Did you mean "brightness"?'),
        ("render x --set brightness -o a.wav", "NAME=VALUE was expected"),
        ("render x --set brightness=loud -o a.wav", "a number was expected"),
        ("render x --preset defalt -o a.wav", 'Did you mean "default"?'),
        ("--versoin", 'no option "--versoin". Did you mean "--version"?'),
    ],
)
def test_what_is_not_understood_is_refused_with_a_hint(
    folder: Path, capsys: pytest.CaptureFixture[str], tiny: TinyFamily, arguments: str, sentence: str
) -> None:
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert not list(folder.iterdir())
    assert not tiny.pipelines  # nothing was loaded for a command that cannot work


def test_sounds_go_to_the_control_of_their_group() -> None:
    speaking = replace(
        INFO,
        controls=(
            *INFO.controls,
            Control("take_from", "Source", "audio", "source", ""),
            Control("reference", "Reference voice", "audio", "voice", ""),
            Control("transcript", "Transcript", "text", "voice", ""),
        ),
    )
    line = ["render", "x", "-o", "a.wav", "--source", "s.wav", "--voice", "v.wav", "--transcript", "hello"]
    request = requested(speaking, parse(line)[1], EngineSettings())
    assert [request.value(name) for name in ("take_from", "reference", "transcript")] == ["s.wav", "v.wav", "hello"]


@pytest.mark.parametrize("option", ["source", "voice", "transcript"])
def test_models_without_such_a_control_say_so(folder: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert main(["render", "x", "-o", "a.wav", f"--{option}", "y"]) == 2
    assert f"Tiny has no control for --{option}." in capsys.readouterr().err


def test_an_empty_prompt_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "  ", "-o", "a.wav"]) == 2
    assert "Prompt is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("output", "sentence"),
    [("none/a.wav", "folder none does not exist"), ("mine.wav", "exists already"), ("sub.wav", "is a folder")],
)
def test_the_output_path_is_checked_before_any_work(
    folder: Path, capsys: pytest.CaptureFixture[str], tiny: TinyFamily, output: str, sentence: str
) -> None:
    (folder / "mine.wav").write_bytes(b"RIFF, but not ours")
    (folder / "sub.wav").mkdir()
    assert main(["render", "x", "-o", output]) == 1
    assert sentence in capsys.readouterr().err
    assert not tiny.pipelines
    assert (folder / "mine.wav").read_bytes() == b"RIFF, but not ours"


def test_overwrite_replaces_a_foreign_file(folder: Path) -> None:
    (folder / "a.wav").write_bytes(b"other")
    assert main(["render", "x", "--overwrite", "-o", "a.wav"]) == 0
    assert len(read(folder / "a.wav")[0]) == 8000


def test_unknown_models_and_broken_folders_give_sentences(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken").mkdir()
    (folder / "broken" / "tiny.json").write_text("{}")
    (folder / "broken" / "incomplete.json").write_text("{}")
    for model, sentence in {
        "tinny": 'Did you mean "tiny"?',
        "broken": "weights.bin is missing",
        "nowhere/x": "does not exist",
    }.items():
        # the folder's fault comes first: what cannot be read may have no controls that the option could be checked with
        assert main(["render", "x", "--model", model, "--steps", "9999", "-o", "a.wav"]) == 1
        assert sentence in capsys.readouterr().err


def test_a_model_folder_runs_like_a_built_in_model(folder: Path) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "tiny.json").write_text("{}")
    assert main(["render", "x", "--model", "mine", "-o", "a.wav"]) == 0
    assert main(["render", "x", "-o", "b.wav"]) == 0
    np.testing.assert_array_equal(read(folder / "a.wav")[0], read(folder / "b.wav")[0])


def test_ctrl_c_stops_between_steps_and_leaves_no_file(
    folder: Path, tiny: TinyFamily, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[int] = []
    load = TinyFamily.load

    def interrupted(self: TinyFamily, *arguments: object) -> TinyPipeline:
        pipeline = load(self, *arguments)  # type: ignore[arg-type]

        def before_step(step: int) -> None:
            seen.append(step)
            if step == 3:
                os.kill(os.getpid(), signal.SIGINT)

        pipeline.before_step = before_step
        return pipeline

    monkeypatch.setattr(TinyFamily, "load", interrupted)
    handler = signal.getsignal(signal.SIGINT)
    assert main(["render", "x", "--steps", "20", "-o", "a.wav"]) == 130
    assert max(seen) <= 4
    assert not list(folder.iterdir())
    assert "Stopped." in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_silent_result_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tests.tiny.decode", lambda latents, brightness: np.zeros((8000, 1), np.float32))
    assert main(["render", "x", "-o", "a.wav"]) == 0
    assert "is silent" in capsys.readouterr().err


def test_opus_takes_a_sound_of_any_rate(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A take at a rate that the format does not know must not be made and then thrown away."""
    generate = Session.generate
    monkeypatch.setattr(Session, "generate", lambda *given: replace(generate(*given), sample_rate_hz=44100))
    assert main(["render", "a low tone", "--seconds", "0.5", "-o", "a.opus"]) == 0
    audio, rate = read(folder / "a.opus")
    assert rate == 48000
    assert len(audio) == pytest.approx(8000 * 48000 / 44100, abs=2)
    assert "a.opus: Opus stores 48 kHz, so the sound was resampled." in capsys.readouterr().err


@pytest.mark.parametrize(("kind", "example"), [("regions", "[[0.5, 1], [2, 2.5]]"), ("files", '["first file", "second file"]')])
def test_a_list_that_is_not_understood_gets_an_example_that_is(kind: Any, example: str) -> None:
    control = Control("spans", "Spans", kind, "source", ())
    with pytest.raises(BadRequest) as caught:
        converted(control, "0.5-1")
    assert example in caught.value.text()
    assert converted(control, example) == json.loads(example)


def test_help_needs_no_engine() -> None:
    code = (
        "import sys; from ditone.runtime.cli import main\n"
        "try: main(['render', '--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'torch', 'numpy', 'PySide6'} & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "--negative" in result.stdout
    assert result.stderr.strip() == "[]"


class Terminal:
    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None: ...


def test_a_terminal_shows_stage_steps_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 1000, 30))
    monkeypatch.setattr("ditone.runtime.cli.progress.time.monotonic", lambda: next(now))
    terminal = Terminal()
    observer = TerminalObserver(Line(terminal), "a.wav: ")  # type: ignore[arg-type]
    observer.stage("denoise", 4)
    for done in range(5):
        observer.step(done, 4)
    shown = terminal.text.split("\r")
    assert shown[1] == "a.wav: denoise"
    assert [text.split()[2] for text in shown[2:]] == ["0/4", "1/4", "2/4", "3/4", "4/4"]
    assert "left" not in shown[3]
    assert shown[4].rstrip().endswith("2:00 left")  # two steps of 60 s: the clock above is read twice a step


def test_no_terminal_no_progress(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "x", "-o", "a.wav"]) == 0
    assert capsys.readouterr().err == ""


def test_a_missing_model_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ditone.runtime.registry.families", dict)
    assert main(["render", "x", "-o", "a.wav"]) == 1
    assert "no built-in model" in capsys.readouterr().err


def test_files_that_cannot_be_read_are_not_takes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise DitoneError("no permission")

    (folder / "a.wav").write_bytes(b"x")
    monkeypatch.setattr("ditone.runtime.audio.metadata.read", refuse)
    assert not is_take(folder / "a.wav")


def test_an_error_inside_is_one_sentence_and_a_traceback_on_request(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(latents: object, brightness: float) -> None:
        raise RuntimeError("shapes do not match")

    monkeypatch.setattr("tests.tiny.decode", fail)
    assert main(["render", "x", "-o", "a.wav"]) == 1
    err = capsys.readouterr().err
    assert "An error inside Ditone: RuntimeError: shapes do not match." in err
    assert "Traceback" not in err
    monkeypatch.setenv("DITONE_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        main(["render", "x", "-o", "a.wav"])


def test_what_will_be_read_is_shown_without_making_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "Dr. Lee paid $2.01. Is it 5 kg?", "--model", "mini-voice", "--show-text"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Doctor Lee paid two dollars and one cent.", "Is it five kilograms?"]
    assert main(["render", "It weighs 5 kg.", "--model", "mini-voice", "--show-text", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["pieces"][0]["text"] == "It weighs five kilograms."
    assert shown["pieces"][0]["phonemes"]
    assert shown["changes"] == [{"written": "5 kg", "read": "five kilograms", "piece": 1}]


def test_a_model_of_sounds_reads_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "rain", "--model", "mini-sfx", "--show-text"]) != 0
    assert "does not read" in capsys.readouterr().err


def test_without_a_file_to_write_nothing_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "rain"]) != 0
    assert "-o OUT.wav" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--seed 5 --set seed=6", "Two values are given for seed: 5 and 6."),
        ("--cfg 3 --set cfg_scale=4", "Two values are given for cfg_scale: 3.0 and 4.0."),
        ("--set brightness=0.1 --set brightness=0.2", "Two values are given for brightness: 0.1 and 0.2."),
        ("--set prompt=y", "Two values are given for prompt: x and y."),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], tiny: TinyFamily, line: str, words: str
) -> None:
    assert main(["render", "x", *line.split(), "-o", "a.wav"]) == 2
    assert words in capsys.readouterr().err
    assert not tiny.pipelines
    assert main(["render", "x", "--seed", "5", "--set", "seed=5", "-o", "a.wav"]) == 0


def test_a_speed_that_there_is_no_memory_to_measure_stops_no_take(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_: object) -> float:
        raise RuntimeError(
            "[enforce fail at alloc_cpu.cpp:127] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes"
        )

    monkeypatch.setattr("ditone.runtime.estimate._product_s", lacking)
    monkeypatch.setattr("ditone.runtime.estimate.expected_s", lambda info, request, tflops: None if tflops == 0 else 1e9)
    assert main(["render", "x", "-o", "a.wav", "--threads", "3"]) == 0
