"""From the published description, `cosyvoice3.yaml` and the text model's config.json, to the sizes of all networks."""

from __future__ import annotations

import json
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


def read_config(folder: Path) -> ModelConfig:
    """All settings of a model folder. Raises BadModelFolder naming the file and the setting at fault."""
    data = read_yaml(folder / YAML_FILE)
    text = _read_text_config(folder / TEXT_FOLDER / "config.json")
    try:
        config = ModelConfig(
            sample_rate_hz=int(data["sample_rate"]),
            tokens_per_s=int(data["token_frame_rate"]),
            language_model=_language_model(_part(data, "llm", "cosyvoice.llm.llm.CosyVoice3LM"), text),
            flow=_flow(_part(data, "flow", "cosyvoice.flow.flow.CausalMaskedDiffWithDiT"), int(data["chunk_size"])),
            vocoder=_vocoder(_part(data, "hift", "cosyvoice.hifigan.generator.CausalHiFTGenerator")),
            mel=_mel(_part(data, "feat_extractor", "matcha.utils.audio.mel_spectrogram")),
        )
        _check_together(config)
        return config
    except KeyError as error:
        raise BadModelFolder(f"{YAML_FILE} has no setting {error}.", actions=("Get the file from its publisher.",)) from error
    except (TypeError, ValueError) as error:
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
    where = f"{TEXT_FOLDER}/{path.name}"
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadModelFolder(f"{where} is missing.", f"It was expected in {path.parent}.") from None
    except (ValueError, OSError) as error:
        raise BadModelFolder(f"{where} cannot be read as JSON: {error}") from error
    wanted = ("hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads", "intermediate_size", "vocab_size")
    lacking = [name for name in wanted if not isinstance(data, dict) or not isinstance(data.get(name), int)]
    if lacking:
        raise BadModelFolder(f"{where} has no whole number for {lacking[0]}.", actions=("Get the file from its publisher.",))
    return data


def _part(data: dict[str, Any], name: str, kind: str) -> dict[str, Any]:
    """One block of the file; its label must be the network that is implemented here."""
    part = data[name]
    found = part.get(TAG) if isinstance(part, dict) else None
    if found != kind:
        raise BadModelFolder(f"{YAML_FILE}: {name} is {found}; this program knows {kind}.")
    return part


def _language_model(part: dict[str, Any], text: dict[str, Any]) -> LanguageModelConfig:
    ras = part["sampling"]
    config = LanguageModelConfig(
        speech_tokens=int(part["speech_token_size"]),
        width=int(part["llm_output_size"]),
        text=text,
        ras=RasConfig(float(ras["top_p"]), int(ras["top_k"]), int(ras["win_size"]), float(ras["tau_r"])),
        mix=(int(part["mix_ratio"][0]), int(part["mix_ratio"][1])),
    )
    if config.width != text["hidden_size"]:
        raise BadModelFolder(
            f"{YAML_FILE} wants a language model of width {config.width}, {TEXT_FOLDER}/config.json has {text['hidden_size']}."
        )
    return config


def _flow(part: dict[str, Any], chunk_tokens: int) -> FlowConfig:
    decoder, estimator = part["decoder"], part["decoder"]["estimator"]
    cfm = decoder["cfm_params"]["content"]
    mel = int(part["output_size"])
    channels = tuple(int(estimator[name]) for name in ("mel_dim", "mu_dim", "spk_dim"))
    if channels != (mel,) * 3:
        raise BadModelFolder(f"{YAML_FILE}: the transformer takes {channels} channels, the flow has {mel}.")
    width = int(estimator["dim"])
    return FlowConfig(
        speech_tokens=int(part["vocab_size"]),
        mel_channels=mel,
        speaker_channels=int(part["spk_embed_dim"]),
        lookahead_channels=int(part["pre_lookahead_layer"]["channels"]),
        lookahead_tokens=int(part["pre_lookahead_len"]),
        frames_per_token=int(part["token_mel_ratio"]),
        chunk_tokens=chunk_tokens,
        cosine_schedule=cfm["t_scheduler"] == "cosine",
        cfg_rate=float(cfm["inference_cfg_rate"]),
        dit=dit_config(
            width=width,
            depth=int(estimator["depth"]),
            heads=int(estimator["heads"]),
            head_dim=int(estimator["dim_head"]),
            inner=width * int(estimator["ff_mult"]),
            mel=mel,
            static=3 * mel,
        ),
    )


def _vocoder(part: dict[str, Any]) -> VocoderConfig:
    def numbers(name: str) -> tuple[int, ...]:
        return tuple(int(value) for value in part[name])

    def rows(name: str) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(int(value) for value in row) for row in part[name])

    return VocoderConfig(
        sample_rate_hz=int(part["sampling_rate"]),
        mel_channels=int(part["in_channels"]),
        channels=int(part["base_channels"]),
        harmonics=int(part["nb_harmonics"]),
        sine_amplitude=float(part["nsf_alpha"]),
        noise_amplitude=float(part["nsf_sigma"]),
        voiced_hz=float(part["nsf_voiced_threshold"]),
        upsample_rates=numbers("upsample_rates"),
        upsample_kernels=numbers("upsample_kernel_sizes"),
        n_fft=int(part["istft_params"]["n_fft"]),
        hop=int(part["istft_params"]["hop_len"]),
        block_kernels=numbers("resblock_kernel_sizes"),
        block_dilations=rows("resblock_dilation_sizes"),
        source_kernels=numbers("source_resblock_kernel_sizes"),
        source_dilations=rows("source_resblock_dilation_sizes"),
        slope=float(part["lrelu_slope"]),
        limit=float(part["audio_limit"]),
        lookahead_frames=int(part["conv_pre_look_right"]),
        f0_channels=int(part["f0_predictor"]["cond_channels"]),
    )


def _mel(part: dict[str, Any]) -> MelConfig:
    high = part["fmax"]
    return MelConfig(
        sample_rate_hz=int(part["sampling_rate"]),
        n_fft=int(part["n_fft"]),
        hop=int(part["hop_size"]),
        window=int(part["win_size"]),
        bands=int(part["num_mels"]),
        low_hz=float(part["fmin"]),
        high_hz=None if high is None else float(high),
    )
