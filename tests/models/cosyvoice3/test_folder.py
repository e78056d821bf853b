"""What a folder is said to hold, and that damaged or hostile folders get a sentence and run nothing."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from pathlib import Path

import pytest
import torch

from ditone.models.cosyvoice3.family import family
from ditone.models.cosyvoice3.pipeline import CosyVoice3Pipeline
from ditone.runtime.errors import BadModelFolder, BadRequest
from ditone.runtime.request import EngineSettings
from ditone.runtime.session import Session
from tests.models.cosyvoice3 import published
from tests.models.cosyvoice3.conftest import asked, described, opened


class Explosive:
    """Runs a command when it is unpickled by a careless reader."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch {self.mark}",)


def problems(folder: Path) -> str:
    return " ".join(described(folder).problems)


def refused(folder: Path) -> str:
    """The sentence with which loading fails even when nobody looked at the problems."""
    info = described(folder)
    with pytest.raises(BadModelFolder) as caught:
        Session.open(info, EngineSettings(threads=1))
    assert info.problems
    return caught.value.text()


def change(folder: Path, file: str, name: str, tensor: torch.Tensor | None) -> None:
    tensors = torch.load(folder / file, weights_only=True)
    tensors.pop(name, None)
    if tensor is not None:
        tensors[name] = tensor
    torch.save(tensors, folder / file)


def test_reference_folder_is_described() -> None:
    info = described(published.MODEL)
    assert info.problems == ()
    assert (info.family, info.sample_rate_hz, info.channels) == ("cosyvoice3", 24000, 1)
    assert info.licence == "Apache-2.0"
    assert dict(info.parts).keys() == {"language model", "flow", "vocoder"}
    assert info.parameters == sum(dict(info.parts).values())
    assert info.presets[0].name == "published"
    assert all(file.present for file in info.files)
    assert not any("model.safetensors" in file.name for file in info.files)  # the text model's own weights are not needed
    request = info.defaults().replaced(**dict(info.presets[0].values))
    assert (request.steps, request.solver, request.cfg_scale, request.apg) == (10, "euler", 0.7, 0.0)
    assert request == info.defaults()
    assert info.peak_memory_mib is not None
    assert info.peak_memory_mib(request) > 1000


def test_unused_weights_of_the_text_model_may_be_absent(copy: Path) -> None:
    (copy / "CosyVoice-BlankEN" / "model.safetensors").unlink()
    assert problems(copy) == ""


def test_other_folders_are_not_ours(tmp_path: Path) -> None:
    assert family.recognise(tmp_path) is None
    (tmp_path / "config.json").write_text("{}")
    assert family.recognise(tmp_path) is None


@pytest.mark.parametrize(("file", "title"), [("cosyvoice.yaml", "CosyVoice 1"), ("cosyvoice2.yaml", "CosyVoice 2")])
def test_older_models_are_named(copy: Path, file: str, title: str) -> None:
    (copy / "cosyvoice3.yaml").rename(copy / file)
    assert f"This is {title}" in problems(copy)
    assert "CosyVoice3" in refused(copy)


@pytest.mark.parametrize(
    "file",
    [
        "cosyvoice3.yaml",
        "llm.pt",
        "flow.pt",
        "hift.pt",
        "CosyVoice-BlankEN/config.json",
        "CosyVoice-BlankEN/vocab.json",
        "CosyVoice-BlankEN/merges.txt",
        "CosyVoice-BlankEN/tokenizer_config.json",
    ],
)
def test_missing_file_is_named(copy: Path, file: str) -> None:
    (copy / file).unlink()
    assert f"{file} is missing" in refused(copy)


@pytest.mark.parametrize("file", ["campplus.onnx", "speech_tokenizer_v3.onnx"])
def test_missing_voice_network_is_a_limit_until_a_recording_is_used(copy: Path, file: str) -> None:
    (copy / file).unlink()
    info = described(copy)
    assert not info.problems
    assert any(file in sentence and "saved voices" in sentence for sentence in info.limits)
    with opened(copy) as session, pytest.raises(BadModelFolder, match=f"{file} is missing"):
        session.generate(asked(session))


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("flow.pt", "decoder.estimator.transformer_blocks.1.attn.to_k.bias"),
        ("flow.pt", "input_embedding.weight"),
        ("llm.pt", "speech_embedding.weight"),
        ("llm.pt", "llm.model.model.layers.1.mlp.up_proj.weight"),
        ("hift.pt", "f0_predictor.condnet.4.parametrizations.weight.original0"),
        ("hift.pt", "resblocks.5.activations2.1.alpha"),
    ],
)
def test_missing_and_misshapen_tensors_are_named(copy: Path, file: str, name: str) -> None:
    short = name.removeprefix("decoder.estimator.").removeprefix("f0_predictor.")
    change(copy, file, name, None)
    sentence = refused(copy)
    assert file in sentence
    assert f"missing: {short}" in sentence
    change(copy, file, name, torch.zeros(3, 2))
    sentence = refused(copy)
    assert f"{short} is [3, 2], expected" in sentence


def test_unexpected_tensor_is_named(copy: Path) -> None:
    change(copy, "hift.pt", "extra.weight", torch.zeros(2))
    assert "unexpected: extra.weight [2]" in refused(copy)


def test_training_prefix_of_the_vocoder_is_read(copy: Path) -> None:
    tensors = torch.load(copy / "hift.pt", weights_only=True)
    torch.save({f"generator.{name}": tensor for name, tensor in tensors.items()}, copy / "hift.pt")
    with opened(copy) as session:
        assert session.generate(asked(session)).duration_s > 0


@pytest.mark.parametrize("file", ["llm.pt", "flow.pt", "hift.pt"])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
def test_truncated_weights_are_refused(copy: Path, file: str, share: float) -> None:
    data = (copy / file).read_bytes()
    (copy / file).write_bytes(data[: int(len(data) * share)])
    assert file in refused(copy)


def test_swapped_weights_are_refused(copy: Path) -> None:
    (copy / "flow.pt").rename(copy / "x")
    (copy / "hift.pt").rename(copy / "flow.pt")
    (copy / "x").rename(copy / "hift.pt")
    sentence = refused(copy)
    assert "flow.pt does not fit" in sentence
    assert "hift.pt does not fit" in sentence


def test_swapped_voice_networks_are_refused(copy: Path) -> None:
    (copy / "campplus.onnx").rename(copy / "x")
    (copy / "speech_tokenizer_v3.onnx").rename(copy / "campplus.onnx")
    (copy / "x").rename(copy / "speech_tokenizer_v3.onnx")
    with opened(copy) as session, pytest.raises(BadModelFolder, match="is another network"):
        session.generate(asked(session))


def test_damaged_voice_network_is_refused(copy: Path) -> None:
    (copy / "campplus.onnx").write_bytes(b"junk" * 100)
    with opened(copy) as session, pytest.raises(BadModelFolder, match=r"campplus\.onnx cannot be read"):
        session.generate(asked(session))


@pytest.mark.parametrize("file", ["llm.pt", "flow.pt", "hift.pt"])
def test_pickle_with_code_is_refused_and_not_run(copy: Path, tmp_path: Path, file: str) -> None:
    mark = tmp_path / "mark"
    tensors = torch.load(copy / file, weights_only=True)
    torch.save({**tensors, "x": Explosive(mark)}, copy / file)
    sentence = refused(copy)
    assert f"{file} was refused" in sentence
    assert not mark.exists()


def test_voice_file_cannot_be_a_pickle(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    torch.save({"x": Explosive(mark)}, tmp_path / "Evil.voice")
    with opened() as session, pytest.raises(BadRequest, match="not a saved voice"):
        session.generate(asked(session, reference=str(tmp_path / "Evil.voice")))
    assert not mark.exists()


def test_tokenizer_settings_cannot_bring_code(copy: Path, tmp_path: Path) -> None:
    path = copy / "CosyVoice-BlankEN" / "tokenizer_config.json"
    settings = json.loads(path.read_text("utf-8"))
    settings["auto_map"] = {"AutoTokenizer": ["evil.Tokenizer", "evil.Tokenizer"]}
    path.write_text(json.dumps(settings), "utf-8")
    (path.parent / "evil.py").write_text(f"import pathlib; pathlib.Path({str(tmp_path / 'mark')!r}).touch()\n", "utf-8")
    with opened(copy) as session:
        assert session.generate(asked(session)).duration_s > 0
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("    vocab_size: 81", "    vocab_size: 80", "speech ids"),
        ("upsample_rates: [8, 5, 3]", "upsample_rates: [8, 5, 2]", "samples in a mel frame"),
        ("sample_rate: 24000", "sample_rate: 22050", "samples in a second"),
    ],
)
def test_sizes_that_do_not_go_together_are_named(copy: Path, old: str, new: str, words: str) -> None:
    path = copy / "cosyvoice3.yaml"
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    assert words in refused(copy)


def test_tokenizer_of_another_model_is_refused(copy: Path) -> None:
    path = copy / "CosyVoice-BlankEN" / "vocab.json"
    vocab = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(vocab | {f"extra{i}": len(vocab) + 3 + i for i in range(300)}), "utf-8")
    with pytest.raises(BadModelFolder, match="the language model knows"):
        opened(copy)


def test_voice_networks_of_another_model_are_refused() -> None:
    with opened() as session:
        pipeline = session._pipeline
        assert isinstance(pipeline, CosyVoice3Pipeline)
        nets = pipeline.parts.nets
        flow = nets.flow
        for changed, words in (
            ({"speech_tokens": 3}, "ids are not whole numbers below 3"),
            ({"speaker_channels": 512}, "192 values, 512 were expected"),
        ):
            nets.flow = dataclasses.replace(flow, **changed)
            with pytest.raises(BadModelFolder, match=words):
                session.generate(asked(session))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"hidden_size": "32"}'])
def test_broken_text_settings_are_named(copy: Path, text: str) -> None:
    (copy / "CosyVoice-BlankEN" / "config.json").write_text(text, "utf-8")
    assert "CosyVoice-BlankEN/config.json" in refused(copy)


@pytest.mark.parametrize("file", ["vocab.json", "merges.txt"])
def test_broken_tokenizer_is_named(copy: Path, file: str) -> None:
    (copy / "CosyVoice-BlankEN" / file).write_bytes(b"\xff\x00{]")
    with pytest.raises(BadModelFolder) as raised:
        opened(copy)
    assert "tokenizer" in raised.value.text()


def test_renamed_tuned_language_model_alone_is_enough(copy: Path) -> None:
    (copy / "llm.pt").rename(copy / "llm.rl.pt")
    info = described(copy)
    assert not info.problems
    assert info.defaults().value("language_model") == "rl"
    with opened(copy) as session:
        assert session.generate(asked(session)).duration_s > 0


def test_moved_folder_between_look_and_load_is_said(copy: Path) -> None:
    info = described(copy)
    shutil.rmtree(copy)
    with pytest.raises(BadModelFolder, match="missing"):
        Session.open(info, EngineSettings(threads=1))
