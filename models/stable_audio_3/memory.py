"""An estimate of a take's peak memory, from the sizes of its largest tensors."""

from __future__ import annotations

from collections.abc import Mapping

from models.stable_audio_3.canvas import HEADROOM_S, lay_out
from models.stable_audio_3.config import Published
from models.stable_audio_3.decoder import pieces_of
from runtime.errors import BadRequest
from runtime.request import Request

BASE_MIB = 400.0  # interpreter, torch and transformers, measured after import


def peak_mib(config: Published, parts: Mapping[str, int], request: Request) -> float:
    """Weights plus the larger of the walk and the decoding, in MiB."""
    half = request.engine.precision in ("bfloat16", "float16")
    weights = sum(count * (2 if half and part == "transformer" else 4) for part, count in parts.items())
    return BASE_MIB + (weights + max(_walk(config, request, 2 if half else 4), _decode(config, request))) / 2**20


def _walk(config: Published, request: Request, size: int) -> float:
    """Bytes of one evaluation: the widest feed-forward, the residual stream, and what is kept over the steps."""
    dit = config.dit
    if dit is None:
        return 0.0
    try:
        canvas = lay_out(config, [request.duration_s], float(request.value("headroom_s", HEADROOM_S)))
    except BadRequest:
        return 0.0
    tokens = canvas.frames + dit.memory_tokens
    guided = request.cfg_scale != 1.0
    batch = 2 if guided and request.negative_prompt and not request.engine.sequential_guidance else 1
    width, inner = dit.width, dit.feed_forward.inner
    evaluation = batch * tokens * (3 * inner * size + 6 * width * 4 + 6 * width * size)
    text = config.conditioner.text_tokens + 1 if config.conditioner else 0
    kept = (2 if guided else 1) * dit.depth * (3 * text * width * size + max(request.steps, 1) * 6 * width * 4)
    if request.value("mode", "text") in ("inpaint", "continue"):
        kept += dit.depth * canvas.frames * width * size
    return float(evaluation + kept)


def _decode(config: Published, request: Request) -> float:
    """Bytes of decoding one piece: feed-forward and attention with its halo, and the finished waveform."""
    coder = config.autoencoder.decoder
    tokens = pieces_of(config.autoencoder, request.engine.chunk_frames).chunk * coder.group
    samples = request.duration_s * config.sample_rate_hz
    return float(tokens * (3 * coder.inner + 20 * coder.width) * 4 + 4 * samples * config.channels * 4)
