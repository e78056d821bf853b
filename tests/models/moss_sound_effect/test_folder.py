"""What `inspect` says of folders, good ones, damaged ones and relatives, and what loading refuses."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from ditone.models.moss_sound_effect.config import dit_config
from ditone.models.moss_sound_effect.decoder import load_decoder, load_encoder
from ditone.models.moss_sound_effect.family import family
from ditone.models.moss_sound_effect.text_encoder import QWEN3
from ditone.models.moss_sound_effect.vae import VaeDecoder, VaeEncoder, vae_config
from ditone.runtime.cli import main
from ditone.runtime.dit.cost import evaluation_flop
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights.loading import parameter_shapes
from tests.models.moss_sound_effect import published
from tests.models.moss_sound_effect.conftest import asked, described, opened


def edited(path: Path, **changes: object) -> None:
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, **changes}))


def test_the_published_layout_is_described_from_headers(copy: Path) -> None:
    info = described(copy)
    assert info.problems == ()
    assert (info.family, info.variant, info.sample_rate_hz, info.channels) == ("moss_sound_effect", "1.3B", 2400, 1)
    assert info.licence == "Apache-2.0"
    assert dict(info.parts) == {"text encoder": 60_352, "transformer": 403_304, "VAE": 88_592}
    assert info.presets[0].name == "published"
    assert dict(info.presets[0].values) == {"solver": "euler", "steps": 100, "cfg_scale": 4.0, "apg": 0.0, "shift": 5.0}
    assert all(file.present for file in info.files)
    assert info.peak_memory_mib is not None
    assert info.peak_memory_mib(info.defaults()) > 1000


def test_published_vae_maps_completely() -> None:
    from ditone.models.moss_sound_effect.decoder import decoder_map, encoder_map

    found = published.tensors()[published.VAE_FILE]
    config = vae_config(found)
    assert (config.hop, config.latent_channels) == (960, 128)
    assert config.decoder_widths == (2048, 1024, 512, 256, 128, 64)
    assert config.encoder_widths == (128, 256, 512, 1024, 2048, 4096)
    assert config.decoder_strides == (8, 5, 4, 3, 2) == config.encoder_strides[::-1]
    assert config.decoder_reach_frames == 11
    with torch.device("meta"):
        decoder, encoder = VaeDecoder(config), VaeEncoder(config)
    for module, tensor_map in ((decoder, decoder_map(config)), (encoder, encoder_map(config))):
        steps, report = tensor_map.plan(parameter_shapes(module), found)
        assert report.fits, report.text()
        used = {name for step in steps for name in step.names}
        assert used == {n for n in found if (n.split(".")[0] in ("decoder", "post_quant_conv")) == (module is decoder)}


def test_published_text_encoder_maps_completely() -> None:
    from transformers import Qwen3Config, Qwen3Model

    found = {}
    for file, names in published.tensors().items():
        if file.startswith("text_encoder/"):
            found |= names
    config = Qwen3Config(
        vocab_size=151936, hidden_size=2048, intermediate_size=6144, num_hidden_layers=28, num_attention_heads=16,
        num_key_value_heads=8, head_dim=128, tie_word_embeddings=True,
    )  # fmt: skip
    with torch.device("meta"):
        model = Qwen3Model(config)
    report = QWEN3.plan(parameter_shapes(model), found)[1]
    assert report.fits, report.text()
    assert len(found) == 311


def test_recognising_is_fast_because_only_headers_are_read(copy: Path) -> None:
    path = copy / published.TRANSFORMER_FILE
    header = int.from_bytes(path.read_bytes()[:8], "little")
    with path.open("r+b") as file:  # a hole of 64 GB behind the header: reading it takes 15 s of the fastest processor
        file.truncate(header + 8 + 64 * 2**30)
    family.recognise(copy)
    begin = time.process_time()
    assert described(copy).problems == ()
    assert time.process_time() - begin < 8.0  # a hundred times what it takes


Damage = Callable[[Path], object]


def _remove(name: str) -> Damage:
    return lambda folder: (folder / name).unlink()


def _cut(name: str, keep: int) -> Damage:
    return lambda folder: os.truncate(folder / name, keep)


def _without_tensor(folder: Path) -> None:
    path = folder / published.TRANSFORMER_FILE
    save_file({n: t for n, t in load_file(path).items() if n != "blocks.2.attn2.to_k.bias"}, path)


def _with_extra_tensor(folder: Path) -> None:
    path = folder / published.TRANSFORMER_FILE
    save_file({**load_file(path), "img_emb.proj.weight": torch.zeros(2)}, path)


def _other_width(folder: Path) -> None:
    edited(folder / "transformer" / "config.json", dim=64)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_remove("model_index.json"), "model_index.json is missing"),
        (_remove("transformer/config.json"), "transformer/config.json is missing"),
        (_remove("transformer/diffusion_pytorch_model.safetensors"), "transformer/diffusion_pytorch_model.safetensors is missing"),
        (_remove("text_encoder/model-00002-of-00002.safetensors"), "model-00002-of-00002.safetensors is missing"),
        (_remove("text_encoder/model.safetensors.index.json"), "text_encoder/model.safetensors.index.json is missing"),
        (_remove("vae/vae_128d_48k.pth"), "vae/vae_128d_48k.pth is missing"),
        (_remove("tokenizer/tokenizer.json"), ""),
        (lambda f: shutil.rmtree(f / "tokenizer"), "tokenizer/tokenizer.json is missing; it holds the tokenizer."),
        (_cut("transformer/diffusion_pytorch_model.safetensors", 500_000), "was cut short"),
        (_cut("text_encoder/model-00001-of-00002.safetensors", 30_000), "was cut short"),
        (_cut("vae/vae_128d_48k.pth", 100_000), "damaged or was cut short"),
        (_cut("transformer/config.json", 40), "config.json cannot be read as JSON"),
        (_without_tensor, "lacks blocks.2.attn2.to_k.bias"),
        (_with_extra_tensor, "has unexpected tensors: img_emb.proj.weight"),
        (_other_width, "patch_embedding.weight is [96, 8, 1], expected [64, 8, 1]"),
        (lambda f: edited(f / "transformer" / "config.json", vae_type="oobleck"), "oobleck"),
        (lambda f: edited(f / "transformer" / "config.json", text_dim=64), "The text encoder is 40 wide"),
        (lambda f: edited(f / "transformer" / "config.json", in_dim=16), "The VAE has 8 latent channels"),
        (lambda f: edited(f / "transformer" / "config.json", num_layers=4), "lacks blocks.3."),
    ],
)  # fmt: skip
def test_damage_is_named(copy: Path, damage: Damage, words: str) -> None:
    damage(copy)
    info = described(copy)
    if not words:  # the vocabulary and the merges are enough
        assert info.problems == ()
        return
    assert words in " ".join(info.problems)
    assert len(set(info.problems)) == len(info.problems)
    with pytest.raises(BadModelFolder):
        opened(copy)


class Hostile:
    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch {self.marker}",)


@pytest.mark.parametrize("zipped", [True, False])
def test_a_pickle_that_would_run_code_is_refused_and_runs_nothing(copy: Path, tmp_path: Path, zipped: bool) -> None:
    marker, path = tmp_path / "ran", copy / published.VAE_FILE
    state = torch.load(path, weights_only=True)
    if zipped:
        torch.save({**state, "metadata": Hostile(marker)}, path)
    else:
        path.write_bytes(pickle.dumps({"state_dict": Hostile(marker)}))
    (problem,) = described(copy).problems
    assert "vae_128d_48k.pth" in problem
    assert "refused" in problem or "damaged" in problem
    with pytest.raises(BadModelFolder):
        load_decoder(copy)
    assert not marker.exists()


def test_wrong_shapes_are_refused_with_both_shapes(copy: Path) -> None:
    path = copy / published.TRANSFORMER_FILE
    stored = load_file(path)
    stored["blocks.1.ffn.net.2.weight"] = torch.zeros(96, 159)
    save_file(stored, path)
    with pytest.raises(BadModelFolder) as refused:
        opened(copy)
    assert "blocks.1.ffn.net.2.weight is [96, 159], expected [96, 160]" in refused.value.text()


def test_vae_tensors_must_all_fit(copy: Path) -> None:
    path = copy / published.VAE_FILE
    stored = torch.load(path, weights_only=True)
    for change in ("decoder.model.2.block.3.block.1.bias", "encoder.block.1.block.0.block.1.weight_g"):
        kept = {name: tensor for name, tensor in stored["state_dict"].items() if name != change}
        torch.save({**stored, "state_dict": kept}, path)
        with pytest.raises(BadModelFolder) as refused:
            load_decoder(copy)
        assert change in refused.value.text()


def test_repacks_and_other_spellings_of_the_vae_give_the_same_weights(copy: Path) -> None:
    plain_decoder, plain_encoder = load_decoder(copy), load_encoder(copy)
    state = torch.load(copy / published.VAE_FILE, weights_only=True)["state_dict"]
    (copy / published.VAE_FILE).unlink()
    repack = copy / "vae" / "diffusion_pytorch_model.safetensors"
    parametrised = {
        name.replace(".weight_g", ".parametrizations.weight.original0").replace(
            ".weight_v", ".parametrizations.weight.original1"
        ): tensor
        for name, tensor in state.items()
    }
    folded = {name: tensor for name, tensor in state.items() if not name.endswith((".weight_g", ".weight_v"))}
    for name, direction in state.items():
        if name.endswith(".weight_v"):
            axes = tuple(range(1, direction.ndim))
            gain = state[name.replace("weight_v", "weight_g")]
            folded[name.replace("weight_v", "weight")] = gain * direction / direction.norm(dim=axes, keepdim=True)
    for spelling in (state, parametrised, folded):
        save_file({name: tensor.contiguous() for name, tensor in spelling.items()}, repack)
        assert described(copy).problems == ()
        for ours, theirs in ((plain_decoder, load_decoder(copy)), (plain_encoder, load_encoder(copy))):
            for a, b in zip(ours.parameters(), theirs.parameters(), strict=True):
                torch.testing.assert_close(a, b, atol=1e-6, rtol=1e-5)
    with opened(copy) as session:
        assert session.generate(asked(session, steps=1)).audio.any()


def test_a_bf16_repack_and_a_native_fine_tune_load(copy: Path) -> None:
    from tests.models.moss_sound_effect.test_tensor_map import native_names

    path = copy / published.TRANSFORMER_FILE
    stored = load_file(path)
    save_file({name: tensor.bfloat16() for name, tensor in stored.items()}, path)
    with opened(copy) as session:
        repacked = session.generate(asked(session)).audio
    path.unlink()
    names = native_names(list(stored))
    save_file({names[name]: torch.zeros_like(tensor) for name, tensor in stored.items()}, path.with_name("epoch-2.safetensors"))
    save_file({names[name]: tensor for name, tensor in stored.items()}, path.with_name("epoch-10.safetensors"))
    info = described(copy)
    assert info.problems == ()
    assert "transformer/epoch-10.safetensors" in [file.name for file in info.files]
    with opened(copy) as session:
        tuned = session.generate(asked(session)).audio
    with opened(published.REFERENCE_MODEL) as session:
        original = session.generate(asked(session)).audio
    assert (tuned == original).all()
    assert abs(repacked - original).max() > 0


def _v1(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({"model_type": "moss_tts_delay", "architectures": ["MossTTSDelayModel"]}))


def _mlx(folder: Path) -> None:
    (folder / "mlx").mkdir()
    for name in ("dit", "vae"):
        save_file({"blocks.0.ffn.layers.0.weight": torch.zeros(2, 2)}, folder / "mlx" / f"{name}.safetensors")


def _gguf(folder: Path) -> None:
    (folder / "dit-q4.gguf").write_bytes(b"GGUF\x03\x00\x00\x00" + b"\x00" * 16 + b"general.name\x08moss-soundeffect")


def native_tensors(*patch: int) -> dict[str, torch.Tensor]:
    shapes = {"patch_embedding.weight": (4, *patch), "head.head.weight": (2, 4), "blocks.0.self_attn.q.weight": (4, 4)}
    return {name: torch.zeros(shape) for name, shape in shapes.items()}


def _bare(folder: Path) -> None:
    save_file(native_tensors(2, 1), folder / "epoch-3.safetensors")


@pytest.mark.parametrize(("make", "words"), [(_v1, "v1"), (_mlx, "MLX"), (_gguf, "GGUF"), (_bare, "fine-tuned transformer")])
def test_relatives_are_refused_with_one_sentence(tmp_path: Path, make: Callable[[Path], None], words: str, capsys) -> None:
    make(tmp_path)
    info = described(tmp_path)
    (problem,) = info.problems
    assert words in problem
    assert problem.count(". ") == 0
    with pytest.raises(BadModelFolder) as refused:
        opened(tmp_path)
    assert problem in refused.value.text()
    assert main(["inspect", str(tmp_path)]) == 1
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    "make", [lambda f: None, lambda f: (f / "model_index.json").write_text('{"_class_name": "StableAudioPipeline"}')]
)
def test_other_folders_are_left_to_other_families(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path)
    assert family.recognise(tmp_path) is None


def test_a_video_transformer_with_the_same_names_is_not_ours(tmp_path: Path) -> None:
    save_file(native_tensors(2, 1, 2, 2), tmp_path / "wan.safetensors")
    assert family.recognise(tmp_path) is None


def test_inspect_and_render_by_command_line(tmp_path: Path, capsys) -> None:
    model = str(published.REFERENCE_MODEL)
    assert main(["inspect", model]) == 0
    assert "It can be loaded." in capsys.readouterr().out
    out = tmp_path / "bark.wav"
    arguments = [
        "render",
        "a dog barks",
        "--model",
        model,
        "-o",
        str(out),
        "--seconds",
        "0.5",
        "--steps",
        "2",
        "--precision",
        "float32",
    ]
    assert main([*arguments, "--set", "shift=3", "--json", "--threads", "1"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["family"], facts["evaluations"], facts["sample_rate_hz"]) == ("moss_sound_effect", 4, 2400)
    assert out.stat().st_size > 1200 * 2


def test_the_work_of_a_published_take_is_known_before_it_starts(copy: Path) -> None:
    edited(copy / "model_index.json", max_inference_seconds=30)
    info = described(copy)
    assert info.work_tflop is not None
    request = info.defaults()
    tiny = info.work_tflop(request)
    assert info.work_tflop(request.replaced(duration_s=1.0)) == tiny  # always the whole canvas
    assert info.work_tflop(request.replaced(cfg_scale=1.0)) == tiny / 2
    assert info.work_tflop(request.replaced(solver="midpoint", steps=50)) == tiny
    assert info.work_tflop(request.replaced(duration_s=1.0, short_canvas=True)) < tiny / 29
    full = evaluation_flop(dit_config(published.TRANSFORMER), 1500) / 1e12
    assert full == pytest.approx(
        4.3, abs=0.2
    )  # 3.75 in linear layers and 0.41 in self attention, and a little in cross attention
