"""The two published ONNX networks: speech tokenizer (wave features to ids) and CAM++ (a speaker vector). They run on the CPU."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ditone.models.cosyvoice3.config import FlowConfig
from ditone.models.cosyvoice3.features import speaker_fbank, whisper_log_mel
from ditone.runtime.errors import BadModelFolder, DitoneError
from ditone.runtime.files import open_regular
from ditone.runtime.installation import damage
from ditone.runtime.memory import is_out_of_memory

LOCATION = b"\x0a\x08location\x12"  # how a graph spells that a tensor lies in another file
BLOCK_BYTES = 2**22
TOKENIZER_FILE = "speech_tokenizer_v3.onnx"
SPEAKER_FILE = "campplus.onnx"


class VoiceNets:
    """Opens each network when it is first needed; `release` closes them (the tokenizer takes 1 GB)."""

    def __init__(self, folder: Path, flow: FlowConfig, threads: int) -> None:
        self.folder = folder
        self.flow = flow
        self.threads = threads
        self._open: dict[str, Any] = {}

    def speech_tokens(self, wave: Tensor) -> Tensor:
        """Speech ids (tokens,), 25 a second, of a wave (1, samples) at 16 kHz. Raises BadModelFolder for ids beyond the flow's table."""
        features = whisper_log_mel(wave)
        inputs = (features.numpy(), np.array([features.shape[2]], dtype=np.int32))
        ids = self._run(TOKENIZER_FILE, *inputs).flatten()
        if not np.issubdtype(ids.dtype, np.integer) or (len(ids) and not 0 <= ids.min() <= ids.max() < self.flow.speech_tokens):
            raise BadModelFolder(
                f"{TOKENIZER_FILE} does not belong to this model: its ids are not whole numbers below {self.flow.speech_tokens}."
            )
        return torch.from_numpy(ids.astype(np.int64))

    def speaker(self, wave: Tensor) -> Tensor:
        """The speaker vector (channels,) of a wave (1, samples) at 16 kHz."""
        vector = self._run(SPEAKER_FILE, speaker_fbank(wave)[None].numpy()).flatten()
        if len(vector) != self.flow.speaker_channels:
            raise BadModelFolder(
                f"{SPEAKER_FILE} does not belong to this model: it gives {len(vector)} values, {self.flow.speaker_channels} were expected."
            )
        if not np.isfinite(vector).all():
            raise BadModelFolder(
                f"{SPEAKER_FILE} is damaged: what it gives are no finite numbers.", actions=("Download it again.",)
            )
        return torch.from_numpy(vector.astype(np.float32))

    def can_compare(self) -> bool:
        """Whether voices can be compared: the speaker network lies in the folder, and there is something to run it with."""
        return (self.folder / SPEAKER_FILE).is_file() and find_spec("onnxruntime") is not None

    def release(self) -> None:
        self._open.clear()

    def _run(self, name: str, *inputs: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        net = self._net(name, len(inputs))
        given = {slot.name: value for slot, value in zip(net.get_inputs(), inputs, strict=True)}  # by position: names differ
        try:
            return np.asarray(net.run(None, given)[0])
        except Exception as error:  # onnxruntime has its own exception classes
            if is_out_of_memory(error):
                raise
            raise BadModelFolder(f"{name} does not take what it should.", str(error).split("\n")[0]) from error

    def _net(self, name: str, inputs: int) -> Any:
        if name not in self._open:
            self._open[name] = open_onnx(self.folder / name, inputs, self.threads)
        return self._open[name]


def _refuse_further_files(path: Path) -> None:
    """Raises BadModelFolder for a graph whose weights lie in files that it names itself: any file of this machine could be one."""
    kept = b""
    with open_regular(path, BadModelFolder, path.name) as file:
        while block := file.read(BLOCK_BYTES):
            if LOCATION in kept + block:
                raise BadModelFolder(
                    f"{path.name} names further files that hold its weights; the published network is one file.",
                    actions=("Download it again.",),
                )
            kept = block[-len(LOCATION) :]


def open_onnx(path: Path, inputs: int, threads: int) -> Any:
    """An inference session. Raises DitoneError when onnxruntime is not installed, BadModelFolder for a file that does not fit."""
    try:
        import onnxruntime
    except ImportError as error:
        if damage.root() is not None:  # the packages bring it
            raise damage.explained(error) from error
        raise DitoneError(
            "A new reference voice needs onnxruntime, which is not installed.",
            actions=('Install it with: pip install "ditone[onnx]", or use a saved voice.',),
        ) from None
    _refuse_further_files(path)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    try:
        net = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has its own exception classes
        if is_out_of_memory(error):
            raise
        raise BadModelFolder(
            f"{path.name} cannot be read; it is damaged or not an ONNX network.", str(error).split("\n")[0]
        ) from error
    if len(net.get_inputs()) != inputs:
        raise BadModelFolder(
            f"{path.name} is another network: it has {len(net.get_inputs())} inputs, {inputs} were expected.",
            actions=("Check that its files were not swapped.",),
        )
    return net
