"""The published configuration values as the files have them: for checks of names and shapes, and for measuring at full size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[2] / "reference" / "cases" / "stable_audio_3"
MODELS = CASES / "models"

SMALL = ("small-music", "small-sfx", "small-music-base", "small-sfx-base")
MEDIUM = ("medium", "medium-base")
AUTOENCODERS = ("same-s", "same-l")

_SAMPLES = {"small-music": 5_292_032, "small-sfx": 5_292_032, "small-music-base": 5_324_800, "small-sfx-base": 5_324_800}


def model_config(variant: str) -> dict[str, Any]:
    """`model_config.json` of a variant or of an autoencoder folder."""
    if variant in AUTOENCODERS:
        inner = autoencoder(variant == "same-l")
        return {"model_type": "autoencoder", "sample_rate": 44100, "sample_size": 524288, "audio_channels": 2, "model": inner}
    medium = variant in MEDIUM
    hub = "stabilityai/stable-audio-3-" + variant.removesuffix("-base")
    return {
        "model_type": "diffusion_cond_inpaint",
        "sample_size": _SAMPLES.get(variant, 16_777_216),
        "sample_rate": 44100,
        "audio_channels": 2,
        "model": {
            "io_channels": 256,
            "pretransform": {"type": "autoencoder", "iterate_batch": False, "chunked": True, "config": autoencoder(medium)},
            "conditioning": {
                "cond_dim": 768,
                "configs": [
                    {
                        "id": "prompt",
                        "type": "t5gemma",
                        "config": {"max_length": 256, "padding_mode": "learned", "repo_id": hub, "subfolder": "t5gemma-b-b-ul2"},
                    },
                    {
                        "id": "seconds_total",
                        "type": "number",
                        "config": {"min_val": 0, "max_val": 384, "fourier_features_type": "expo"},
                    },
                ],
            },
            "diffusion": {
                "type": "dit",
                "diffusion_objective": "rectified_flow" if variant.endswith("-base") else "rf_denoiser",
                "cross_attention_cond_ids": ["prompt", "seconds_total"],
                "global_cond_ids": ["seconds_total"],
                "local_add_cond_ids": ["inpaint_mask", "inpaint_masked_input"],
                "mask_padding_attention": True,
                "use_effective_length_for_schedule": True,
                "distribution_shift_options": {"min_length": 256, "max_length": 4096},
                "config": {
                    "io_channels": 256,
                    "embed_dim": 1536 if medium else 1024,
                    "depth": 24 if medium else 20,
                    "num_heads": 24 if medium else 16,
                    "cond_token_dim": 768,
                    "global_cond_dim": 768,
                    "local_add_cond_dim": 257,
                    "global_cond_type": "adaLN",
                    "timestep_features_type": "expo",
                    "attn_kwargs": {"qk_norm": "rms", "differential": medium},
                    "norm_type": "rms_norm",
                    "norm_kwargs": {"force_fp32": True},
                    "ff_kwargs": {"mult": 4.0},
                    "num_memory_tokens": 64,
                },
            },
        },
    }


def autoencoder(large: bool) -> dict[str, Any]:
    common: dict[str, Any] = {
        "channels": 256 if large else 128,
        "c_mults": [6],
        "strides": [16],
        "latent_dim": 256,
        "transformer_depths": [12 if large else 6],
        "differential": True,
        "dim_heads": 64,
        "variable_stride": True,
    }
    if large:
        common["sliding_window"] = [1, 1]
    else:
        common |= {"dyt": True, "chunk_size": 32, "chunk_midpoint_shift": True}
    encoder = {**common, "in_channels": 512, "mask_noise": 0.001 if large else 0.0}
    decoder = {**common, "out_channels": 512, "mask_noise": 0.1 if large else 0.01, "sinusoidal_blocks": [8 if large else 0]}
    if not large:
        encoder["conv_mapping"], decoder["conv_mapping"] = False, True
    return {
        "encoder": {"type": "taae_v2", "config": encoder},
        "decoder": {"type": "taae_v2", "config": decoder},
        "bottleneck": {
            "type": "softnorm",
            "config": {"dim": 256, "noise_augment_dim": 0, "noise_regularize": True, "auto_scale": True},
        },
        "pretransform": {"type": "patched", "config": {"patch_size": 256, "channels": 2}},
        "latent_dim": 256,
        "downsampling_ratio": 4096,
        "io_channels": 2,
    }


def text_encoder_config() -> dict[str, Any]:
    """`t5gemma-b-b-ul2/config.json`."""
    side = {
        "model_type": "t5_gemma_module",
        "hidden_size": 768,
        "intermediate_size": 2048,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "num_key_value_heads": 12,
        "head_dim": 64,
        "hidden_activation": "gelu_pytorch_tanh",
        "attn_logit_softcapping": 50.0,
        "query_pre_attn_scalar": 64,
        "rms_norm_eps": 1e-06,
        "rope_theta": 10000.0,
        "sliding_window": 4096,
        "vocab_size": 256000,
        "dropout_rate": 0.0,
        "attention_dropout": 0.0,
    }
    return {
        "architectures": ["T5GemmaForConditionalGeneration"],
        "model_type": "t5gemma",
        "is_encoder_decoder": True,
        "encoder": side,
        "decoder": {**side, "is_decoder": True, "cross_attention_hidden_size": 768},
        "vocab_size": 256000,
        "dtype": "bfloat16",
    }
