"""The four families' folders as repositories: looked at by their headers, fetched, and found again on this computer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from ditone.runtime import registry
from ditone.runtime.errors import BadModelFolder, DitoneError
from ditone.runtime.hub import fetching, inspecting, local, record, repacks
from ditone.runtime.hub.listing import listing
from tests.hub_server import HubServer, folder_as_files

CASES = Path(__file__).parents[2] / "reference" / "cases"
TINY = {
    "stabilityai/stable-audio-3-small-sfx": CASES / "stable_audio_3" / "models" / "small",
    "OpenMOSS-Team/MOSS-SoundEffect-v2.0": CASES / "moss_sound_effect" / "model",
    "FunAudioLLM/Fun-CosyVoice3-0.5B-2512": CASES / "cosyvoice3" / "model",
    "dots-studio/dots.tts-mf": CASES / "dots" / "models" / "mf",
}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    with HubServer() as running:
        monkeypatch.setenv("HF_ENDPOINT", running.endpoint)
        yield running


@pytest.mark.parametrize("repo_id", TINY)
def test_a_repository_is_known_by_its_headers_before_it_is_fetched(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repo_id: str
) -> None:
    files = folder_as_files(TINY[repo_id])
    server.add(repo_id, {**files, "README.md": b"read me", "cover.png": b"x" * 1000})
    monkeypatch.setattr(inspecting, "FIRST_BYTES", 4096)  # as small beside these files as it is beside published ones
    monkeypatch.setattr(inspecting, "LAST_BYTES", 4096)
    found = inspecting.inspect(listing(repo_id), registry.recognise)
    there = registry.recognise(TINY[repo_id])
    assert (found.info.family, found.info.parameters, found.info.problems) == (there.family, there.parameters, ())
    assert found.info.model == repo_id
    names = {file.name for file in found.wanted.files}
    assert {file.name for file in there.files if file.present} <= names
    assert not names & {"README.md", "cover.png"}
    folder = tmp_path / "fetched"
    fetching.fetch(found.wanted, folder)
    info = registry.recognise(folder)
    assert info.problems == () and info.revision.startswith(f"{repo_id}@")


def test_looking_costs_little_of_a_large_repository(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    repo_id = "stabilityai/stable-audio-3-small-sfx"
    files = folder_as_files(TINY[repo_id])
    weights = bytes(files["model.safetensors"][0 : len(files["model.safetensors"])])
    server.add(repo_id, files)
    monkeypatch.setattr(inspecting, "FIRST_BYTES", 4096)
    length = 8 + int.from_bytes(weights[:8], "little")
    inspecting.inspect(listing(repo_id), registry.recognise)
    asked = [text for path, text in server.asked if path.endswith("/model.safetensors") and "t5gemma" not in path]
    assert asked == ["bytes=0-4095", *([f"bytes=4096-{length - 1}"] if length > 4096 else [])]


def test_what_no_family_knows_is_told_by_the_repositorys_name(server: HubServer) -> None:
    server.add("maker/words", {"config.json": b'{"model_type": "bert"}', "notes.txt": b"x"})
    with pytest.raises(BadModelFolder, match="maker/words is not a model folder that Ditone knows"):
        inspecting.inspect(listing("maker/words"), registry.recognise)
    server.add("maker/part", {"config.json": b'{"model_type": "dots_tts"}'})
    with pytest.raises(DitoneError, match=r"maker/part is dots\.tts") as raised:
        inspecting.inspect(listing("maker/part"), registry.recognise)
    assert "model.safetensors is missing" in raised.value.text()


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ({"model.gguf": b"GGUF"}, "gguf"),
        ({"weights.npz": b"PK"}, "mlx"),
        ({"config.json": json.dumps({"quantization": {"group_size": 64, "bits": 4}}).encode()}, "mlx"),
        ({"decoder.onnx": b"x", "config.json": b"{}"}, "onnx"),
        ({"dit.engine": b"x"}, "tensorrt"),
        ({"notes.txt": b"x"}, None),
    ],
)
def test_repacked_forms_are_named_as_what_they_are(tmp_path: Path, files: dict[str, bytes], kind: str | None) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    form = repacks.form_of(tmp_path)
    assert (form.kind if form else None) == kind
    if form is not None:
        with pytest.raises(BadModelFolder, match=form.words.split(",")[0]):
            registry.recognise(tmp_path)


@pytest.mark.parametrize(
    ("dtype", "names", "kind"),
    [
        (torch.float8_e4m3fn, ("a", "b"), "fp8"),
        (torch.uint8, ("a.qweight", "b"), "quantised"),
        (torch.float16, ("a", "b"), "single"),
    ],
)
def test_repacked_weights_are_named_by_their_headers(
    tmp_path: Path, dtype: torch.dtype, names: tuple[str, ...], kind: str
) -> None:
    save_file({name: torch.zeros(4).to(dtype) for name in names}, tmp_path / "model.safetensors")
    form = repacks.form_of(tmp_path)
    assert form is not None and form.kind == kind


def test_models_on_this_computer_are_found_where_they_lie_and_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "hub"
    monkeypatch.setenv("HF_HUB_CACHE", str(cache))
    snapshot = cache / "models--dots-studio--dots.tts-mf" / "snapshots" / ("ab" * 20)
    blobs = cache / "models--dots-studio--dots.tts-mf" / "blobs"
    snapshot.mkdir(parents=True)
    blobs.mkdir()
    for i, path in enumerate(sorted(TINY["dots-studio/dots.tts-mf"].iterdir())):
        (blobs / str(i)).write_bytes(path.read_bytes())
        (snapshot / path.name).symlink_to(blobs / str(i))
    gguf = cache / "someone" / "model"
    gguf.mkdir(parents=True)
    (gguf / "weights.gguf").write_bytes(b"GGUF")
    before = sorted(path.as_posix() for path in cache.rglob("*"))
    assert cache in local.usual_places()
    found = {one.folder: one for one in local.look([cache], registry.recognise)}
    assert found.keys() == {snapshot, gguf}
    info = found[snapshot].info
    assert found[snapshot].usable and info is not None and info.revision == f"dots-studio/dots.tts-mf@{'ab' * 20}"
    assert not found[gguf].usable and "GGUF" in found[gguf].form
    assert sorted(path.as_posix() for path in cache.rglob("*")) == before


def test_a_missing_file_is_told_with_what_it_is_for_and_how_large_it_is(tmp_path: Path) -> None:
    for path in sorted(TINY["dots-studio/dots.tts-mf"].iterdir()):
        if path.name != "vocoder.safetensors":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    info = registry.recognise(tmp_path)
    missing = {file.name: file for file in info.files if not file.present}
    assert missing["vocoder.safetensors"].size_bytes == 723_570_000
    assert missing["vocoder.safetensors"].role == "audio encoder and decoder"
    assert record.read(tmp_path) is None
