"""Mini Voice on tiny random weights: whole takes, pieces, speed, streaming, cancelling, broken folders."""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from ditone.models.mini.family import family
from ditone.models.mini.voice.config import HOP, SAMPLE_RATE_HZ, DecoderConfig, EncoderConfig, dit_config
from ditone.models.mini.voice.decoder import VoiceDecoder, pulse_train
from ditone.models.mini.voice.encoder import PhonemeEncoder, token_durations
from ditone.models.mini.voice.features import FeatureSpace, log_mel
from ditone.models.mini.voice.model import VoiceModel
from ditone.models.mini.voice.pipeline import PAUSE_S
from ditone.runtime import registry
from ditone.runtime.errors import BadModelFolder, BadRequest, Cancelled
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import SilentObserver
from ditone.runtime.session import Session

PHONEMES = ("", *" ,.!?ˈəæbkt")
WORDS = {"cat": "kˈæt", "bat": "bˈæt", "tab": "tˈæb"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mini-voice")
    torch.manual_seed(0)
    encoder = EncoderConfig(phonemes=len(PHONEMES), dim=24, inner=32, blocks=1, prior_blocks=1)
    config = dit_config(24, width=32, depth=2, head_dim=16, inner=32)
    model, decoder = VoiceModel(config, encoder), VoiceDecoder(DecoderConfig(dim=16, inner=24, blocks=1))
    model.space.mean.fill_(-6)
    small = {
        "phonemes": PHONEMES,
        "dit": config.to_dict(),
        "encoder": asdict(encoder),
        "decoder": asdict(DecoderConfig(16, 24, 1)),
    }
    data = {"family": "mini", "format": 1, "variant": "voice", **small}
    (path / "config.json").write_text(json.dumps(data), "utf-8")
    save_file({k: v.half().contiguous() for k, v in model.state_dict().items()}, path / "model.safetensors")
    save_file({k: v.half().contiguous() for k, v in decoder.state_dict().items()}, path / "decoder.safetensors")
    (path / "lexicon.json.gz").write_bytes(gzip.compress(json.dumps(WORDS).encode()))
    return path


@pytest.fixture(scope="module")
def session(folder: Path) -> Session:
    return Session.open(registry.recognise(folder), EngineSettings(threads=1, device="cpu"))


def request(session: Session, text: str = "Cat. Bat tab!", **values: object) -> Request:
    return session.info.defaults().replaced(
        **{"prompt": text, "steps": 2, "seed": 3, "engine": session.engine.settings, **values}
    )


def test_text_becomes_speech_with_facts(session: Session) -> None:
    take = session.generate(request(session))
    assert take.sample_rate_hz == SAMPLE_RATE_HZ
    assert take.audio.shape[1] == 1
    assert np.isfinite(take.audio).all()
    assert take.details["pieces"] == ["Cat.", "Bat tab!"]
    assert take.details["spoken_text"] == "Cat. Bat tab!"
    assert {"text", "encode", "denoise", "decode"} <= set(take.timings_s)
    assert take.evaluations == 2 * 2  # sentences, steps


def test_equal_requests_are_equal_and_every_control_matters(session: Session) -> None:
    base = session.generate(request(session)).audio
    assert np.array_equal(base, session.generate(request(session)).audio)
    for change in (
        {"seed": 4},
        {"steps": 3},
        {"cfg_scale": 2.0},
        {"solver": "midpoint"},
        {"speed": 0.5},
        {"apg": 1.0, "cfg_scale": 2.0},
        {"temperature": 1.0},
        {"text": "Tab. Bat tab!"},
    ):
        other = session.generate(request(session, **change)).audio
        assert other.shape != base.shape or not np.array_equal(other, base), change


def test_a_piece_rendered_again_sounds_as_in_the_whole(session: Session) -> None:
    whole = session.generate(request(session)).audio
    second = session.generate(request(session, piece=2)).audio
    assert np.array_equal(whole[-len(second) :], second)
    first = session.generate(request(session, piece=1)).audio
    assert np.array_equal(whole[: len(first)], first)
    assert len(whole) == len(first) + len(second) + round(PAUSE_S * SAMPLE_RATE_HZ)
    with pytest.raises(BadRequest, match="this text has 2"):
        session.generate(request(session, piece=3))


def test_pieces_arrive_while_the_rest_is_made(session: Session) -> None:
    class Listener(SilentObserver):
        def __init__(self) -> None:
            self.chunks: list[tuple[int, np.ndarray]] = []

        def audio(self, chunk: np.ndarray, start_frame: int, sample_rate_hz: int) -> None:
            self.chunks.append((start_frame, chunk))

    listener = Listener()
    take = session.generate(request(session), listener)
    assert [start for start, _ in listener.chunks] == [0, len(listener.chunks[0][1])]
    assert np.array_equal(np.concatenate([chunk for _, chunk in listener.chunks]), take.audio)


def test_cancelling_leaves_the_next_take_as_a_fresh_one(session: Session) -> None:
    expected = session.generate(request(session)).audio

    class Stop(SilentObserver):
        def step(self, done: int, steps: int) -> None:
            session.cancel()

    with pytest.raises(Cancelled):
        session.generate(request(session), Stop())
    assert np.array_equal(session.generate(request(session)).audio, expected)


@pytest.mark.parametrize("text", ["🎉", "世界", "!!!"])
def test_text_without_a_word_is_refused_in_a_sentence(session: Session, text: str) -> None:
    with pytest.raises(BadRequest, match="nothing to say"):
        session.generate(request(session, text))


def test_phonemes_are_shown_on_request(session: Session) -> None:
    assert any("kˈæt" in note for note in session.generate(request(session, show_phonemes=True)).notes)


def test_bfloat16_runs_and_is_recorded(folder: Path) -> None:
    settings = EngineSettings(threads=1, device="cpu", precision="bfloat16")
    with Session.open(registry.recognise(folder), settings) as session:
        assert session.generate(request(session)).precision == "bfloat16"


@pytest.mark.parametrize("name", ["model.safetensors", "decoder.safetensors", "lexicon.json.gz"])
def test_a_missing_file_is_named(folder: Path, tmp_path: Path, name: str) -> None:
    for path in folder.iterdir():
        if path.name != name:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    info = registry.recognise(tmp_path)
    assert any(name in problem for problem in info.problems)
    with pytest.raises(BadModelFolder, match="cannot be loaded"):
        Session.open(info)


def test_the_folder_is_recognised_as_what_it_is(folder: Path) -> None:
    info = family.recognise(folder)
    assert info is not None
    assert (info.family, info.variant, info.title) == ("mini", "voice", "Mini Voice")
    assert info.control("speed") is not None
    assert info.parameters > 0


def test_durations_follow_speed_and_never_vanish() -> None:
    mask = torch.ones(1, 50, dtype=torch.bool)
    log = torch.randn(1, 50) * 0.3 + 1.2
    normal, fast = (token_durations(log, mask, speed) for speed in (1.0, 2.0))
    assert int(normal.min()) >= 1
    assert int(fast.min()) >= 1
    assert abs(int(normal.sum()) - float(log.exp().sum())) < 1
    assert int(fast.sum()) / int(normal.sum()) == pytest.approx(0.5, abs=0.06)


def test_an_item_does_not_depend_on_its_batch() -> None:
    torch.manual_seed(1)
    encoder = PhonemeEncoder(EncoderConfig(phonemes=9, dim=16, inner=24, blocks=2, prior_blocks=2)).eval()
    ids = torch.tensor([[1, 2, 3, 0, 0], [4, 5, 6, 7, 8]])
    mask = torch.tensor([[True, True, True, False, False], [True] * 5])
    durations = torch.tensor([[2, 1, 3, 0, 0], [1, 2, 3, 4, 5]])
    with torch.no_grad():
        both = encoder.align(encoder.encode(ids, mask)[0], durations)
        alone = encoder.align(encoder.encode(ids[:1, :3], mask[:1, :3])[0], durations[:1, :3])
    assert torch.allclose(both.prior[0, :6], alone.prior[0], atol=1e-5)
    assert both.mask.sum(1).tolist() == [6, 15]
    assert not both.prior[0, 6:].any()


def test_features_survive_the_round_trip() -> None:
    space = FeatureSpace()
    space.mean.fill_(-6)
    space.deviation.fill_(2)
    mel, pitch = torch.rand(1, 8, 80) * 4 - 8, torch.tensor([[0.0, 0, 150, 200, 250, 0, 180, 120]])
    back_mel, back_pitch = space.decode(space.encode(mel, pitch))
    assert torch.allclose(back_mel, mel, atol=1e-5)
    assert torch.allclose(back_pitch, pitch, rtol=1e-5)


def test_log_mel_of_a_full_scale_sine_is_zero_in_its_band() -> None:
    t = torch.arange(SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    mel = log_mel(torch.sin(2 * torch.pi * 200 * t), 80)
    assert float(mel[40].max().exp()) == pytest.approx(0.5, abs=0.5)
    assert float(mel[40].argmax()) == pytest.approx(5, abs=2)


def test_pulses_have_the_asked_pitch_and_are_silent_where_unvoiced() -> None:
    pulses = pulse_train(torch.tensor([120.0] * 80 + [0.0] * 80)).numpy()
    voiced, unvoiced = pulses[: 70 * HOP], pulses[90 * HOP :]
    assert not unvoiced.any()
    spectrum = np.abs(np.fft.rfft(voiced * np.hanning(len(voiced))))
    lowest = np.argmax(spectrum[: len(spectrum) // 80]) * SAMPLE_RATE_HZ / len(voiced)
    assert lowest % 120 == pytest.approx(0, abs=3) or lowest % 120 == pytest.approx(120, abs=3)
