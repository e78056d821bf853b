"""Published tensor names of dots.tts -> module names."""

from __future__ import annotations

from ditone.models.dots.config import AudioVaeConfig
from ditone.runtime.weights import Rule, TensorMap

MODEL_FILE = "model.safetensors"
VOCODER_FILE = "vocoder.safetensors"
SPEAKER_FILE = "speaker_encoder.safetensors"
STATS_FILE = "latent_stats.pt"

_DIT = "velocity_field_predictor."

DIT_RULES = (
    Rule("coordinate_proj.{p}", "token_input.{p}"),
    Rule(_DIT + "input_layer.{p}", "input.{p}"),
    Rule(_DIT + "time_embedder.mlp.0.{p}", "time_mlp.up.{p}"),
    Rule(_DIT + "time_embedder.mlp.2.{p}", "time_mlp.down.{p}"),
    Rule(_DIT + "duration_embedder.mlp.0.{p}", "duration_mlp.up.{p}"),
    Rule(_DIT + "duration_embedder.mlp.2.{p}", "duration_mlp.down.{p}"),
    *(Rule(_DIT + "blocks.{i}.attn." + p + "_proj.weight", "blocks.{i}.attn." + p + ".weight") for p in "qkv"),
    *(Rule(_DIT + "blocks.{i}.attn." + p + "_norm.weight", "blocks.{i}.attn." + p + "_norm.weight") for p in "qk"),
    Rule(_DIT + "blocks.{i}.attn.o_proj.{p}", "blocks.{i}.attn.out.{p}"),
    Rule(_DIT + "blocks.{i}.ffn.fc1.{p}", "blocks.{i}.ff.up.{p}"),
    Rule(_DIT + "blocks.{i}.ffn.fc2.{p}", "blocks.{i}.ff.down.{p}"),
    Rule(_DIT + "blocks.{i}.adaLN_modulation.1.{p}", "blocks.{i}.modulation.{p}"),
    Rule(_DIT + "output_layer.adaLN_modulation.1.{p}", "final_modulation.{p}"),
    Rule(_DIT + "output_layer.linear.{p}", "output.{p}"),
)

_LAYER = "patch_encoder.encoder.layers.{i}."

PATCH_ENCODER_RULES = (
    Rule("patch_encoder.ds_proj.{p}", "halve.{p}"),
    Rule("patch_encoder.in_proj.{p}", "input.{p}"),
    Rule("patch_encoder.out_proj.{p}", "output.{p}"),
    *(Rule(_LAYER + "attn." + p + "_proj.weight", "layers.{i}.attn." + p + ".weight") for p in "qkv"),
    Rule(_LAYER + "attn.o_proj.{p}", "layers.{i}.attn.out.{p}"),
    Rule(_LAYER + "attn_norm.weight", "layers.{i}.attn_norm.weight"),
    Rule(_LAYER + "ffn_norm.weight", "layers.{i}.ff_norm.weight"),
    Rule(_LAYER + "ffn.fc1.{p}", "layers.{i}.ff.up.{p}"),
    Rule(_LAYER + "ffn.fc2.{p}", "layers.{i}.ff.down.{p}"),
)


def _under(prefix: str, rules: tuple[Rule, ...]) -> list[Rule]:
    return [Rule(rule.source, prefix + rule.target, rule.kind, rule.index, rule.parts) for rule in rules]


# the whole of model.safetensors; the language model's own names are transformers' names
CORE_MAP = TensorMap(
    [
        Rule("llm.model.{name}", "llm.{name}"),
        *_under("dit.", DIT_RULES),
        *_under("patch_encoder.", PATCH_ENCODER_RULES),
        Rule("hidden_proj.{p}", "hidden_proj.{p}"),
        Rule("latent_proj.{p}", "latent_proj.{p}"),
        Rule("xvec_proj.0.{p}", "speaker_proj.{p}"),
        Rule("xvec_proj.1.{p}", "speaker_norm.{p}"),
        Rule("eos_proj.0.{p}", "stop.up.{p}"),
        Rule("eos_proj.2.{p}", "stop.down.{p}"),
    ]
)
DIT_MAP = TensorMap(DIT_RULES)


def vae_map(config: AudioVaeConfig) -> TensorMap:
    """The whole of vocoder.safetensors. The encoder is a numbered list upstream: input 0, then per stage convolution and stack, output."""
    rules = []
    stages = len(config.encoder_rates)
    numbered = {0: "encoder.input", 3 * stages + 2: "encoder.output"}
    numbered |= {3 * i + 2: f"encoder.downs.{i}" for i in range(stages)}
    for number, name in numbered.items():
        rules += _weight_norm(f"audio_encoder.generator.{number}.layer", name)
    for i in range(stages):
        source, target = f"audio_encoder.generator.{3 * i + 3}.layers", f"encoder.stacks.{i}"
        rules += _weight_norm(source + ".{i}.2", target + ".dilated.{i}")
        rules += _weight_norm(source + ".{i}.5", target + ".plain.{i}")
    for source, side in (("enc_mi_layer", "encoder"), ("dec_mi_layer", "decoder")):
        rules += [
            Rule(source + ".0.{p}", side + ".memory.input.{p}"),
            Rule(source + ".1.lstm.{p}", side + ".memory.lstm.{p}"),
            Rule(source + ".2.{p}", side + ".memory.output.{p}"),
        ]
    return TensorMap([*rules, *_DECODER_RULES])


def _weight_norm(source: str, target: str) -> list[Rule]:
    return [
        Rule((source + ".weight_g", source + ".weight_v"), target + ".weight", "weight_norm"),
        Rule(source + ".bias", target + ".bias"),
    ]


def _activation(source: str, target: str) -> list[Rule]:
    return [
        Rule(source + ".act.alpha", target + ".alpha"),
        Rule(source + ".act.beta", target + ".beta"),
        Rule(source + ".upsample.filter", target + ".up.filter"),
        Rule(source + ".downsample.lowpass.filter", target + ".down.filter"),
    ]


_DECODER_RULES = (
    Rule("pre_proj.{p}", "encoder.pre_proj.{p}"),
    Rule("post_proj.{p}", "decoder.post_proj.{p}"),
    Rule("decoder.conv_pre.{p}", "decoder.input.{p}"),
    Rule("decoder.ups.{i}.0.{p}", "decoder.ups.{i}.{p}"),
    Rule("decoder.resblocks.{i}.convs1.{j}.{p}", "decoder.blocks.{i}.dilated.{j}.{p}"),
    Rule("decoder.resblocks.{i}.convs2.{j}.{p}", "decoder.blocks.{i}.plain.{j}.{p}"),
    *_activation("decoder.resblocks.{i}.activations.{j}", "decoder.blocks.{i}.activations.{j}"),
    *_activation("decoder.activation_post", "decoder.activation"),
    Rule("decoder.conv_post.weight", "decoder.output.weight"),
)

_LAYERS = "model.head.layer{i}.{j}."
_DENSE = "model.xvector.block{i}.tdnnd{j}."

SPEAKER_MAP = TensorMap(
    [
        Rule("resample.kernel", "resample_kernel"),
        *(Rule(f"model.head.conv{n}.weight", f"head.conv{n}.weight") for n in (1, 2)),
        *(Rule(f"model.head.bn{n}." + "{p}", f"head.norm{n}." + "{p}") for n in (1, 2)),
        *(Rule(_LAYERS + f"conv{n}.weight", "head.layer{i}.{j}." + f"conv{n}.weight") for n in (1, 2)),
        *(Rule(_LAYERS + f"bn{n}." + "{p}", "head.layer{i}.{j}." + f"norm{n}." + "{p}") for n in (1, 2)),
        Rule(_LAYERS + "shortcut.0.weight", "head.layer{i}.{j}.shortcut.weight"),
        Rule(_LAYERS + "shortcut.1.{p}", "head.layer{i}.{j}.shortcut_norm.{p}"),
        Rule("model.xvector.tdnn.linear.weight", "tdnn.weight"),
        Rule("model.xvector.tdnn.nonlinear.batchnorm.{p}", "tdnn_norm.{p}"),
        *(Rule(_DENSE + f"nonlinear{n}.batchnorm." + "{p}", "blocks.{i}.{j}." + f"norm{n}." + "{p}") for n in (1, 2)),
        Rule(_DENSE + "linear1.weight", "blocks.{i}.{j}.squeeze.weight"),
        Rule(_DENSE + "cam_layer.linear_local.weight", "blocks.{i}.{j}.local.weight"),
        Rule(_DENSE + "cam_layer.linear1.{p}", "blocks.{i}.{j}.context_in.{p}"),
        Rule(_DENSE + "cam_layer.linear2.{p}", "blocks.{i}.{j}.context_out.{p}"),
        Rule("model.xvector.transit{i}.nonlinear.batchnorm.{p}", "transits.{i}.norm.{p}"),
        Rule("model.xvector.transit{i}.linear.weight", "transits.{i}.conv.weight"),
        Rule("model.xvector.out_nonlinear.batchnorm.{p}", "norm.{p}"),
        Rule("model.xvector.dense.linear.weight", "dense.weight"),
        Rule("model.xvector.dense.nonlinear.batchnorm.{p}", "dense_norm.{p}"),
    ],
    ignored=["{name}.num_batches_tracked"],  # counts training batches; inference never reads it
)
