"""Architecture as data: it survives JSON, and a wrong one is refused with its numbers before any memory is used."""

import json
from dataclasses import replace

import pytest

from ditone.runtime.dit import config as c
from tests.tiny import CONFIG

FULL = replace(
    CONFIG,
    attention=replace(CONFIG.attention, differential=True, projection="fused"),
    modulation=c.Modulation("per_block", order=("scale", "shift", "gate"), gate="sigmoid_complement"),
    input=c.Input(8, static_channels=3, residual_conv=True, conv_position=c.ConvPosition(5, 4)),
    global_vector=c.Projection(5, "gelu_tanh", False),
    local_channels=4,
    memory_tokens=2,
    duration_embedder=True,
)


@pytest.mark.parametrize("config", [CONFIG, FULL], ids=["small", "everything"])
def test_json_round_trip(config: c.DitConfig) -> None:
    assert c.DitConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("widht", 16, "dit: unknown key 'widht'"),
        ("attention.head", 2, "dit.attention: unknown key 'head'"),
        ("modulation.kind", "shard", "dit.modulation.kind is 'shard'; expected one of per_block, shared"),
        ("depth", "2", "dit.depth is '2'; expected int"),
        ("depth", 2.0, "dit.depth is 2.0; expected int"),
        ("norm", 3, "dit.norm: expected an object, found int"),
        ("depth", 0, "DitConfig.depth is 0; it must be at least 1"),
        ("width", 18, "2 heads of 8 = 16 channels; the model width is 18"),
        ("attention.rotary.channels", 7, "rotary turns 7 channels; it must be an even number up to 8"),
        ("attention.rotary.channels", 10, "rotary turns 10 channels; it must be an even number up to 8"),
        ("time.count", 15, "TimeFeatures.count is 15; sine and cosine need an even number"),
        ("modulation.order", ["shift", "scale", "scale"], "must name shift, scale and gate once each"),
        ("modulation.final", "none", "a modulated final layer needs output.norm"),
        ("cross_norm", None, "cross_attention and cross_norm come together"),
        ("input.conv_position", {"kernel": 3, "groups": 5}, "ConvPosition.groups 5 does not divide the width 16"),
    ],
)
def test_a_wrong_architecture_is_refused_by_name_and_number(path: str, value: object, sentence: str) -> None:
    data = json.loads(json.dumps(CONFIG.to_dict()))
    *parents, last = path.split(".")
    target = data
    for parent in parents:
        target = target[parent]
    target[last] = value
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the whole sentence is compared below
        c.DitConfig.from_dict(data)
    assert sentence in str(error.value)


def test_a_missing_part_is_refused() -> None:
    data = CONFIG.to_dict()
    del data["attention"]
    with pytest.raises(ValueError, match="attention"):
        c.DitConfig.from_dict(data)
