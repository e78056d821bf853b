"""Reference voices: what is accepted, and that a kept one is used again, renamed, deleted, and never changed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from ditone.models.cosyvoice3.pipeline import CosyVoice3Pipeline
from ditone.models.cosyvoice3.reference import make_voice, read_wave, recording_notes, stored_voice
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.run import Run
from ditone.runtime.session import Session
from ditone.runtime.voices import VoiceStore
from tests.models.conftest import SAID
from tests.models.cosyvoice3.conftest import asked


def wav(path: Path, seconds: float, rate_hz: int = 24000, level: float = 0.3, channels: int = 1) -> Path:
    rng = np.random.default_rng(0)
    soundfile.write(path, (rng.standard_normal((round(seconds * rate_hz), channels)) * level).clip(-1, 1), rate_hz)
    return path


def test_kept_voice_gives_the_bits_of_its_recording(session: Session, voices: Path) -> None:
    recorded = session.generate(asked(session, keep_voice_as="Anna B"))
    assert any('"Anna B"' in note for note in recorded.notes)
    again = session.generate(asked(session, reference="Anna B", transcript=""))
    assert np.array_equal(recorded.audio, again.audio)


def test_kept_voice_is_found_by_its_file_too(session: Session, voices: Path) -> None:
    first = session.generate(asked(session, keep_voice_as="Anna"))
    again = session.generate(asked(session, reference=str(voices / "Anna.voice"), transcript=""))
    assert np.array_equal(first.audio, again.audio)


def test_changed_recording_is_heard_anew(session: Session, pipeline: CosyVoice3Pipeline, tmp_path: Path) -> None:
    path = wav(tmp_path / "a.wav", 1.0)
    first = pipeline.voice(asked(session, reference=str(path), transcript="one"), Run(0))
    again = pipeline.voice(asked(session, reference=str(path), transcript="two"), Run(0))
    assert again.mel is first.mel  # the networks were not asked twice
    assert (first.transcript, again.transcript) == ("one", "two")
    wav(path, 1.0, level=0.1)
    changed = pipeline.voice(asked(session, reference=str(path)), Run(0))
    assert not torch.equal(changed.mel, first.mel)


def test_kept_voice_brings_its_transcript_and_another_may_be_given(pipeline: CosyVoice3Pipeline, session: Session) -> None:
    pipeline.voice(asked(session, keep_voice_as="Anna", transcript="the shell"), Run(0))
    assert pipeline.voice(asked(session, reference="Anna", transcript=""), Run(0)).transcript == "the shell"
    assert pipeline.voice(asked(session, reference="Anna", transcript="other words"), Run(0)).transcript == "other words"
    assert VoiceStore().find("Anna", "cosyvoice3").transcript == "the shell"


def test_taken_name_is_refused_and_the_voice_stays(pipeline: CosyVoice3Pipeline, session: Session, voices: Path) -> None:
    pipeline.voice(asked(session, keep_voice_as="Anna"), Run(0))
    before = (voices / "Anna.voice").read_bytes()
    pipeline.voice(asked(session, keep_voice_as="Anna"), Run(0))  # the same voice again is no second one
    with pytest.raises(BadRequest, match='"Anna" already'):
        pipeline.voice(asked(session, keep_voice_as="Anna", transcript="others"), Run(0))
    assert (voices / "Anna.voice").read_bytes() == before


def test_unknown_voice_names_the_nearest(session: Session, pipeline: CosyVoice3Pipeline) -> None:
    pipeline.voice(asked(session, keep_voice_as="Anna"), Run(0))
    with pytest.raises(BadRequest, match="no saved voice") as caught:
        session.generate(asked(session, reference="Ana"))
    assert "Anna" in caught.value.cause


def test_voice_of_another_model_is_refused(session: Session) -> None:
    VoiceStore().save(
        "Small",
        "cosyvoice3",
        {"tokens": torch.zeros(4).long(), "mel": torch.zeros(8, 7), "speaker": torch.zeros(192)},
        consent_at=SAID,
    )
    VoiceStore().save("Other", "dots", {"x": torch.zeros(1)}, consent_at=SAID)
    with pytest.raises(BadRequest, match="made for another model"):
        session.generate(asked(session, reference="Small"))
    with pytest.raises(BadRequest, match="no saved voice"):
        session.generate(asked(session, reference="Other"))


def test_ids_beyond_the_table_are_refused(pipeline: CosyVoice3Pipeline) -> None:
    config = pipeline.parts.config
    tensors = {
        "tokens": torch.full((2,), config.flow.speech_tokens),
        "mel": torch.zeros(4, config.flow.mel_channels),
        "speaker": torch.zeros(config.flow.speaker_channels),
    }
    kept = VoiceStore().save("Wild", "cosyvoice3", tensors, consent_at=SAID)
    with pytest.raises(BadRequest, match="another model"):
        stored_voice(kept.path, config)


@pytest.mark.parametrize(
    ("seconds", "rate_hz", "words"),
    [(1.0, 8000, "at least 16000 Hz"), (31.0, 16000, "31.0 s long"), (0.1, 24000, "0.1 s long")],
)
def test_unusable_recordings_get_a_sentence(session: Session, tmp_path: Path, seconds: float, rate_hz: int, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        session.generate(asked(session, reference=str(wav(tmp_path / "a.wav", seconds, rate_hz))))


def test_file_that_is_no_sound_and_missing_file_get_a_sentence(session: Session, tmp_path: Path) -> None:
    (tmp_path / "text.wav").write_text("not a sound")
    with pytest.raises(BadRequest, match="not a sound file"):
        session.generate(asked(session, reference=str(tmp_path / "text.wav")))
    with pytest.raises(BadRequest, match="does not exist"):
        session.generate(asked(session, reference=str(tmp_path / "none.wav")))
    with pytest.raises(BadRequest, match="Reference voice is empty"):
        session.generate(asked(session, reference=""))


def test_poor_recordings_are_noted(tmp_path: Path) -> None:
    short = recording_notes("a", *read_wave(wav(tmp_path / "a.wav", 1.0, level=0.1)))
    silent = recording_notes("b", *read_wave(wav(tmp_path / "b.wav", 4.0, level=0.0001)))
    loud = recording_notes("c", *read_wave(wav(tmp_path / "c.wav", 4.0, level=3.0)))
    assert ["only 1.0 s" in short[0], "almost silent" in silent[0], "full scale" in loud[0]] == [True] * 3
    assert recording_notes("d", *read_wave(wav(tmp_path / "d.wav", 4.0, level=0.1))) == []


@pytest.mark.parametrize(("rate_hz", "channels"), [(16000, 1), (44100, 2), (48000, 1), (96000, 6)])
def test_each_token_has_its_two_frames(pipeline: CosyVoice3Pipeline, tmp_path: Path, rate_hz: int, channels: int) -> None:
    wave, rate = read_wave(wav(tmp_path / "a.wav", 1.23, rate_hz, channels=channels))
    voice = make_voice(wave, rate, pipeline.parts.config, pipeline.parts.nets)
    assert 0 < len(voice.tokens) == len(voice.mel) / 2 <= 31


def test_missing_onnxruntime_is_said_and_kept_voices_still_work(
    session: Session, pipeline: CosyVoice3Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    pipeline.voice(asked(session, keep_voice_as="Anna"), Run(0))
    pipeline.release()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(DitoneError, match="needs onnxruntime") as caught:
        session.generate(asked(session))
    assert "ditone[onnx]" in caught.value.text()
    assert session.generate(asked(session, reference="Anna")).duration_s > 0
