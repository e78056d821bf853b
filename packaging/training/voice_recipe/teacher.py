"""The teacher voice (package hibari-tts): phonemes to speech, durations, pitch and the spectral heads it was made from."""

import gzip
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

DURATION = "/Clip_output_0"  # the rounded durations in front of the cumulative sum; one unit is 25 ms, two frames
PAD = 0


@dataclass
class Spoken:
    """audio (samples,), durations (phonemes + 2 pads,) in tokens, pitch (frames,) Hz, heads (5, BINS, frames): H, theta, N, R, phi."""

    audio: np.ndarray
    durations: np.ndarray
    pitch_hz: np.ndarray
    heads: np.ndarray


def package() -> Path:
    spec = importlib.util.find_spec("hibari")
    if spec is None or spec.origin is None:
        raise SystemExit("the teacher voice is missing: pip install hibari-tts onnxruntime onnx")
    return Path(spec.origin).parent


def lexicon() -> dict[str, str]:
    """The teacher's American lexicons as one table; of several readings the default one."""
    words: dict[str, str] = {}
    for name in ("silver", "gold"):
        with gzip.open(package() / "assets" / f"lexicon_us_{name}.json.gz", "rt", encoding="utf-8") as file:
            for word, reading in json.load(file).items():
                text = (
                    reading
                    if isinstance(reading, str)
                    else reading.get("DEFAULT") or next((r for r in reading.values() if r), None)
                )
                if text:
                    words[word] = text
    return dict(sorted(words.items()))


class Teacher:
    def __init__(self) -> None:
        assets = package() / "assets"
        model = onnx.load(assets / "hibari.onnx")
        model.graph.output.append(onnx.helper.make_empty_tensor_value_info(DURATION))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        self.vocabulary = json.loads((assets / "vocab.json").read_text("utf-8"))

    def speak(self, phonemes: str, seed: int) -> Spoken:
        """Raises KeyError for a phoneme that the teacher does not know."""
        from hibari import dsp

        ids = [PAD, *[self.vocabulary[c] for c in phonemes], PAD]
        names = [output.name for output in self.session.get_outputs()]
        values = self.session.run(names, {"ids": np.asarray([ids], np.int64), "speed": np.ones(1, np.float32)})
        out = dict(zip(names, values, strict=True))
        parts = [out[name][0] for name in ("lh", "theta", "ln", "lr", "phi")]
        pitch = out["f0"][0]
        audio = dsp.synth(*(part.copy() for part in parts), pitch, np.random.default_rng(seed))
        parts[1] = np.pi * np.tanh(parts[1])
        return Spoken(audio, out[DURATION].reshape(-1).astype(np.int64), pitch.astype(np.float32), np.stack(parts))
