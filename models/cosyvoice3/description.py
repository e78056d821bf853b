"""From the published description, `cosyvoice3.yaml` and the text model's config.json, to the sizes of all networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ditone.models.cosyvoice3.config import (
    TEXT_FOLDER,
    YAML_FILE,
    FlowConfig,
    LanguageModelConfig,
    MelConfig,
    ModelConfig,
    RasConfig,
    VocoderConfig,
    dit_config,
)
from ditone.models.cosyvoice3.yaml_reader import TAG, read_yaml
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import MOST, Node, shown
from ditone.runtime.text_config import qwen_config


def read_config(folder: Path) -> ModelConfig:
    """All settings of a model folder. Raises BadModelFolder naming the file and the setting at fault."""
    data = Node(read_yaml(folder / YAML_FILE), YAML_FILE)
    text = _read_text_config(folder / TEXT_FOLDER / "config.json")
    try:
        config = ModelConfig(
            sample_rate_hz=data.whole("sample_rate", low=1000, high=192000),
            tokens_per_s=data.whole("token_frame_rate", high=MOST),
            language_model=_language_model(_part(data, "llm", "cosyvoice.llm.llm.CosyVoice3LM"), text),
            flow=_flow(_part(data, "flow", "cosyvoice.flow.flow.CausalMaskedDiffWithDiT"), data.whole("chunk_size", high=MOST)),
            vocoder=_vocoder(_part(data, "hift", "cosyvoice.hifigan.generator.CausalHiFTGenerator")),
            mel=_mel(_part(data, "feat_extractor", "matcha.utils.audio.mel_spectrogram")),
        )
        _check_together(config)
        return config
    except ValueError as error:  # parts that do not fit together
        raise BadModelFolder(f"{YAML_FILE} has a setting that does not fit: {error}.") from error


def _check_together(config: ModelConfig) -> None:
    """Raises ValueError where sizes that must be equal are not."""
    flow, vocoder, mel = config.flow, config.vocoder, config.mel
    pairs = (
        ("speech ids of the language model and of the flow", config.language_model.speech_tokens, flow.speech_tokens),
        ("mel channels of flow and vocoder", flow.mel_channels, vocoder.mel_channels),
        ("mel channels of flow and reference", flow.mel_channels, mel.bands),
        ("sample rates of vocoder and reference", vocoder.sample_rate_hz, mel.sample_rate_hz),
        ("samples in a mel frame of vocoder and reference", vocoder.samples_per_frame, mel.hop),
        ("samples in a second", config.tokens_per_s * flow.frames_per_token * mel.hop, config.sample_rate_hz),
    )
    for what, a, b in pairs:
        if a != b:
            raise ValueError(f"{what} differ, {a} and {b}")


def _read_text_config(path: Path) -> dict[str, Any]:
    return qwen_config(Node.load(path, f"{TEXT_FOLDER}/{path.name}"))


def _part(data: Node, name: str, kind: str) -> Node:
    """One block of the file; its label must be the network that is implemented here."""
    part = data.node(name)
    if part.data.get(TAG) != kind:
        raise BadModelFolder(f"{YAML_FILE}: {name} is {shown(part.data.get(TAG))}; this program knows {kind}.")
    return part


def _language_model(part: Node, text: dict[str, Any]) -> LanguageModelConfig:
    ras = part.node("sampling")
    mix = part.wholes("mix_ratio", high=MOST)
    if len(mix) != 2:
        raise part.unsupported("mix_ratio", "a list of two whole numbers")
    config = LanguageModelConfig(
        speech_tokens=part.whole("speech_token_size"),
        width=part.whole("llm_output_size"),
        text=text,
        ras=RasConfig(
            ras.number("top_p", None, 0.0, 1.0), ras.whole("top_k"), ras.whole("win_size"), ras.number("tau_r", None, 0.0, 1.0)
        ),
        mix=(mix[0], mix[1]),
    )
    if config.width != text["hidden_size"]:
        raise BadModelFolder(
            f"{YAML_FILE} wants a language model of width {config.width}, {TEXT_FOLDER}/config.json has {text['hidden_size']}."
        )
    return config


def _flow(part: Node, chunk_tokens: int) -> FlowConfig:
    decoder = part.node("decoder")
    estimator = decoder.node("estimator")
    cfm = decoder.node("cfm_params").node("content")
    mel = part.whole("output_size")
    channels = tuple(estimator.whole(name) for name in ("mel_dim", "mu_dim", "spk_dim"))
    if channels != (mel,) * 3:
        raise BadModelFolder(f"{YAML_FILE}: the transformer takes {channels} channels, the flow has {mel}.")
    width = estimator.whole("dim")
    return FlowConfig(
        speech_tokens=part.whole("vocab_size"),
        mel_channels=mel,
        speaker_channels=part.whole("spk_embed_dim"),
        lookahead_channels=part.node("pre_lookahead_layer").whole("channels"),
        lookahead_tokens=part.whole("pre_lookahead_len", low=0, high=MOST),
        frames_per_token=part.whole("token_mel_ratio", high=MOST),
        chunk_tokens=chunk_tokens,
        cosine_schedule=cfm.text("t_scheduler") == "cosine",
        cfg_rate=cfm.number("inference_cfg_rate", None, -100.0, 100.0),
        dit=dit_config(
            width=width,
            depth=estimator.whole("depth", high=MOST),
            heads=estimator.whole("heads", high=MOST),
            head_dim=estimator.whole("dim_head"),
            inner=width * estimator.whole("ff_mult", high=MOST),
            mel=mel,
            static=3 * mel,
        ),
    )


def _vocoder(part: Node) -> VocoderConfig:
    stft = part.node("istft_params")
    config = VocoderConfig(
        sample_rate_hz=part.whole("sampling_rate", low=1000, high=192000),
        mel_channels=part.whole("in_channels"),
        channels=part.whole("base_channels"),
        harmonics=part.whole("nb_harmonics", low=0, high=MOST),
        sine_amplitude=part.number("nsf_alpha"),
        noise_amplitude=part.number("nsf_sigma"),
        voiced_hz=part.number("nsf_voiced_threshold"),
        upsample_rates=part.wholes("upsample_rates", high=MOST),
        upsample_kernels=part.wholes("upsample_kernel_sizes", high=MOST),
        n_fft=stft.whole("n_fft", low=2, high=2**16),
        hop=stft.whole("hop_len", high=2**16),
        block_kernels=part.wholes("resblock_kernel_sizes", high=MOST),
        block_dilations=part.rows("resblock_dilation_sizes", high=MOST),
        source_kernels=part.wholes("source_resblock_kernel_sizes", high=MOST),
        source_dilations=part.rows("source_resblock_dilation_sizes", high=MOST),
        slope=part.number("lrelu_slope"),
        limit=part.number("audio_limit"),
        lookahead_frames=part.whole("conv_pre_look_right", low=0, high=MOST),
        f0_channels=part.node("f0_predictor").whole("cond_channels"),
    )
    stages = len(config.upsample_rates)
    for key, count in (
        ("upsample_kernel_sizes", len(config.upsample_kernels)),
        ("source_resblock_kernel_sizes", len(config.source_kernels)),
        ("source_resblock_dilation_sizes", len(config.source_dilations)),
    ):
        if count != stages:
            raise part.unsupported(key, f"one entry for each of {stages} upsample_rates")
    if len(config.block_dilations) != len(config.block_kernels):
        raise part.unsupported(
            "resblock_dilation_sizes", f"one row for each of {len(config.block_kernels)} resblock_kernel_sizes"
        )
    if config.hop > config.n_fft or config.channels >> stages < 1:
        raise part.unsupported("base_channels", f"a number that {stages} stages can halve, and a hop_len up to n_fft")
    return config


def _mel(part: Node) -> MelConfig:
    rate = part.whole("sampling_rate", low=1000, high=192000)
    return MelConfig(
        sample_rate_hz=rate,
        n_fft=part.whole("n_fft", low=2, high=2**16),
        hop=part.whole("hop_size", high=2**16),
        window=part.whole("win_size", high=2**16),
        bands=part.whole("num_mels", high=MOST),
        low_hz=part.number("fmin", None, 0.0, rate / 2),
        high_hz=None if part.data.get("fmax") is None else part.number("fmax", None, 1.0, float(rate)),
    )
