"""What a take will need, before it starts: peak memory from its largest tensors, work from its matrix products."""

from __future__ import annotations

from collections.abc import Mapping

from ditone.models.stable_audio_3.canvas import HEADROOM_S, lay_out
from ditone.models.stable_audio_3.config import Coder, Published
from ditone.models.stable_audio_3.decoder import pieces_of
from ditone.runtime.dit.cost import evaluation_flop
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import Request
from ditone.runtime.sampling.solvers import SOLVERS

BASE_MIB = 400.0  # interpreter, torch and transformers, measured after import


def peak_mib(config: Published, parts: Mapping[str, int], request: Request) -> float:
    """Weights plus the larger of the walk and the decoding, in MiB."""
    half = request.engine.precision in ("bfloat16", "float16")  # the decoder's products, too, but they are small beside it
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
    tokens = pieces_of(config.autoencoder, request.engine.chunk_frames).at_once.chunk * coder.group
    samples = request.duration_s * config.sample_rate_hz
    return float(tokens * (3 * coder.inner + 20 * coder.width) * 4 + 4 * samples * config.channels * 4)


def work_tflop(config: Published, request: Request) -> float:
    """The walk, the decoding of what is heard and the encoding of a source, in 10^12 floating-point operations."""
    if config.dit is None or request.duration_s <= 0:
        return 0.0
    canvas = lay_out(config, [request.duration_s], float(request.value("headroom_s", HEADROOM_S)))
    evaluations = request.steps * SOLVERS[request.solver].evaluations_per_step * (1 if request.cfg_scale == 1.0 else 2)
    walk = evaluations * evaluation_flop(config.dit, canvas.frames)
    autoencoder, cut = config.autoencoder, pieces_of(config.autoencoder, request.engine.chunk_frames).at_once
    # overlaps are computed twice
    again = cut.chunk / (cut.chunk - cut.overlap) if canvas.frames > cut.chunk else 1.0
    decode = again * _coder_flop(autoencoder.decoder, min(canvas.effective[0], canvas.frames))
    encode = 0.0 if request.value("mode", "text") == "text" else again * _coder_flop(autoencoder.encoder, canvas.frames)
    return (walk + decode + encode) / 1e12


def _coder_flop(coder: Coder, frames: int) -> float:
    """Matrix products of the blocks; attention is local and costs little beside them."""
    return 2.0 * frames * coder.group * coder.depth * (6 * coder.width**2 + 3 * coder.width * coder.inner)
