"""Weights arranged for the processor give what plain ones give, and layers with reasons against it stay plain."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.runtime.dit.layers import linear, linear_float32
from ditone.runtime.weights import load_module, packed
from ditone.runtime.weights.skeleton import skeleton
from ditone.runtime.weights.sources import Header, TensorSource
from ditone.runtime.weights.tensor_map import IDENTITY

needs_packing = pytest.mark.skipif(not packed.works(torch.float32), reason="this processor's weights stay as they are")


class Pair(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.large = nn.Linear(160, 256)
        self.small = nn.Linear(8, 8)
        self.plain = packed.PlainLinear(160, 256)
        self.table = nn.Embedding(300, 160)


def source_of(tensors: dict[str, Tensor]) -> TensorSource:
    headers = {name: Header(tuple(tensor.shape), "F32") for name, tensor in tensors.items()}
    return TensorSource("test", headers, tensors.__getitem__, lambda: None)


def loaded(dtype: torch.dtype = torch.float32) -> tuple[Pair, dict[str, Tensor]]:
    torch.manual_seed(3)
    tensors = {name: tensor.clone() for name, tensor in Pair().state_dict().items()}
    with skeleton():
        empty = Pair()
    return load_module(empty, IDENTITY, source_of(tensors), dtype=dtype), tensors


@needs_packing
def test_a_large_layer_is_arranged_when_it_is_loaded_and_others_are_not() -> None:
    model, _ = loaded()
    assert isinstance(model.large, packed.PackedLinear) and model.large.weight.is_mkldnn
    assert not any(layer.weight.is_mkldnn for layer in (model.small, model.plain, model.table))
    assert not model.large.training and not model.large.weight.requires_grad


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", [(160,), (1, 1, 160), (2, 9, 160), (0, 160), (2, 0, 160)], ids=str)
def test_products_agree_with_plain_ones(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    model, tensors = loaded(dtype)
    near = 0.02 if dtype == torch.bfloat16 else 1e-5
    x = torch.randn(shape, generator=torch.Generator().manual_seed(1))
    expected = F.linear(x.to(dtype), tensors["large.weight"].to(dtype), tensors["large.bias"].to(dtype))
    for found in (model.large(x.to(dtype)), linear(model.large, x)):
        assert found.dtype == dtype
        assert found.shape == expected.shape
        torch.testing.assert_close(found, expected, rtol=near, atol=near)


def test_a_part_of_a_larger_tensor_is_taken_as_it_is() -> None:
    model, tensors = loaded()
    wide = torch.randn(3, 5, 320)
    found = linear(model.large, wide[..., ::2])
    torch.testing.assert_close(found, F.linear(wide[..., ::2], tensors["large.weight"], tensors["large.bias"]))


def test_a_layer_that_is_computed_in_float32_whatever_its_weight_may_be_arranged() -> None:
    model, tensors = loaded(torch.bfloat16)
    x = torch.randn(4, 160)
    expected = F.linear(x, tensors["large.weight"].bfloat16().float(), tensors["large.bias"].bfloat16().float())
    torch.testing.assert_close(linear_float32(model.large, x), expected)


def test_gradients_reach_the_input() -> None:
    model, tensors = loaded()
    x = torch.randn(4, 160, requires_grad=True)
    model.large(x).sum().backward()
    assert x.grad is not None
    torch.testing.assert_close(x.grad, tensors["large.weight"].sum(0).expand(4, -1))


def test_the_matrix_comes_back_to_the_bit() -> None:
    model, tensors = loaded()
    assert torch.equal(packed.matrix(model.large), tensors["large.weight"])
    assert tuple(model.large.weight.shape) == (256, 160)
    packed.unpacked(model)
    assert type(model.large) is nn.Linear
    assert torch.equal(model.large.weight, tensors["large.weight"])
    assert torch.equal(model.large.bias, tensors["large.bias"])


def test_where_the_operators_are_missing_weights_stay_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> object:
        raise AttributeError("no operators of that name")

    monkeypatch.setattr(packed, "_operators", missing)
    packed.works.cache_clear()
    try:
        model, tensors = loaded()
        assert torch.equal(model.large.weight, tensors["large.weight"])
    finally:
        packed.works.cache_clear()


@pytest.mark.skipif(not packed.halved(torch.bfloat16, "cpu"), reason="float16 weights are not multiplied here")
def test_a_language_model_keeps_float16_weights_and_computes_in_float32() -> None:
    torch.manual_seed(3)
    tensors = {name: tensor.clone() for name, tensor in Pair().state_dict().items()}
    with skeleton():
        empty = Pair()
    model = load_module(empty, IDENTITY, source_of(tensors), half=lambda name: not name.startswith("plain"))
    assert isinstance(model.large, packed.HalfLinear)
    assert type(model.small) is nn.Linear
    for shape in ((160,), (1, 1, 160), (2, 9, 160), (0, 160)):
        x = torch.randn(shape)
        expected = F.linear(x, tensors["large.weight"].half().float(), tensors["large.bias"])
        torch.testing.assert_close(model.large(x), expected, rtol=1e-4, atol=1e-4)
