"""`ditone get`, `models --available`, `models --look`, `remove`: what is told, asked and fetched, and when the network is asked."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ditone.runtime import estimate
from ditone.runtime.cli import main
from ditone.runtime.hub import store
from tests.hub_server import HubServer, folder_as_files

CASES = Path(__file__).parents[2] / "reference" / "cases"
REPO = "dots-studio/dots.tts-mf"
FILES = folder_as_files(CASES / "dots" / "models" / "mf")
TOKEN = "hf_aVerySecretWord"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    with HubServer(REPO, {**FILES, "README.md": b"read me"}) as running:
        monkeypatch.setenv("HF_ENDPOINT", running.endpoint)
        yield running


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_what_can_be_fetched_is_listed_without_a_network(
    server: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimate, "speed_tflops", lambda device, dtype, threads: 0.1)
    monkeypatch.setattr(estimate, "read_gb_per_s", lambda device, dtype, threads: 10.0)
    assert main(["models", "--available", "--json"]) == 0
    listed = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    small = listed["stable-audio-3-small-sfx"]
    assert small["gated"] is True and small["size_bytes"] == pytest.approx(3.49e9, rel=0.01)
    assert small["take_10s_s"] == pytest.approx(17.3, rel=0.02)
    assert listed["fun-cosyvoice3-0.5b"]["size_bytes"] < 4.5e9
    assert listed["dots-tts-mf"]["installed"] is False
    assert main(["models", "--available"]) == 0
    told = capsys.readouterr().out
    assert "a take of 10 s takes about 17 s or more on" in told
    assert "below 1 million US dollars" in told
    assert server.asked == []


def test_a_model_is_fetched_after_one_question_and_then_known_by_its_name(
    server: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "n\n")
    assert main(["get", "dots-tts-mf"]) == 1
    told = capsys.readouterr().err
    for words in (server.host, "Apache-2.0", "about 9.56 GB", str(store.target(REPO)), "Free there", "Fetch it? [y/N]"):
        assert words in told
    assert server.asked == []  # it asks before the network is
    answer(monkeypatch, "y\n")
    del server.repositories[REPO].files["vocoder.safetensors"]
    assert main(["get", "dots-tts-mf"]) == 1  # the repository lacks what is needed
    assert "no file vocoder.safetensors any more" in capsys.readouterr().err


def test_any_repository_of_a_family_is_looked_at_and_fetched(
    server: HubServer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    server.add("someone/my-dots-mf", dict(server.files))
    target = tmp_path / "there"
    link = f"{server.endpoint}/someone/my-dots-mf/tree/main"
    assert main(["get", link, "--to", str(target), "--yes"]) == 0
    told = capsys.readouterr()
    assert "It is dots.tts MeanFlow" in told.err and "revision 01234567" in told.err
    assert f"is in {target}" in told.out
    assert not (target / "README.md").exists()
    assert main(["models"]) == 0
    assert "someone/my-dots-mf  fetched, revision 01234567" in capsys.readouterr().out
    assert main(["inspect", "someone/my-dots-mf"]) == 0
    assert "someone/my-dots-mf@0123456789" in capsys.readouterr().out
    assert main(["remove", "someone/my-dots-mf", "--yes"]) == 0
    assert not target.exists()
    assert "are free again" in capsys.readouterr().out


def test_nothing_is_done_without_an_answer(
    server: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "")
    assert main(["get", "dots-tts-mf"]) == 1
    assert "--yes agrees beforehand" in capsys.readouterr().err
    assert server.asked == []


@pytest.mark.parametrize(
    ("name", "words"), [("dots-tts-fm", 'Did you mean "dots-tts-mf"?'), ("no such thing", "OWNER/NAME or by its link")]
)
def test_an_unknown_name_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str], name: str, words: str) -> None:
    assert main(["get", name]) == 2
    assert words in capsys.readouterr().err
    assert main(["remove", name]) == 2


def test_a_gated_repository_says_what_to_do_and_a_token_ends_in_no_file(
    server: HubServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server.repositories[REPO].gated = True
    server.tokens = {TOKEN: "not accepted"}
    assert main(["get", f"{server.endpoint}/{REPO}", "--to", str(tmp_path / "x"), "--yes"]) == 1
    assert "accept the licence" in capsys.readouterr().err
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert main(["get", f"{server.endpoint}/{REPO}", "--to", str(tmp_path / "x"), "--yes"]) == 1
    assert "is not accepted yet" in capsys.readouterr().err
    server.tokens = {TOKEN: ""}
    server.repositories["someone/dots-mf"] = server.repositories[REPO]
    assert main(["get", "someone/dots-mf", "--to", str(tmp_path / "x"), "--yes"]) == 0
    told = capsys.readouterr()
    assert TOKEN not in told.out + told.err
    # other tests left huge empty files beside this one's folders
    written = [path for path in tmp_path.parent.rglob("*") if path.is_file() and path.stat().st_size < 2**26]
    assert len(written) > 5
    assert not [path for path in written if TOKEN.encode() in path.read_bytes()]


def test_models_of_other_programs_are_listed_and_only_forgotten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / "dots.tts-mf"
    other.mkdir(parents=True)
    for name, data in FILES.items():
        (other / name).write_bytes(data[0 : len(data)])
    assert main(["models", "--look", str(tmp_path)]) == 0
    assert f"{other}: dots.tts MeanFlow" in capsys.readouterr().out
    assert main(["models"]) == 0
    assert "of another program, used in place" in capsys.readouterr().out
    assert main(["remove", "dots.tts-mf", "--yes"]) == 0
    assert "is off the list" in capsys.readouterr().out
    assert len(list(other.iterdir())) == len(FILES)
