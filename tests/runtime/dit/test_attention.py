"""Attention in pieces is attention, whatever the pieces are."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from ditone.runtime.dit import layers


@pytest.mark.parametrize("scores", [100, 64 * 70, 2 * 130 * 70, 2**19], ids=["rows", "one head", "some heads", "all"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_pieces_give_what_the_whole_gives(monkeypatch: pytest.MonkeyPatch, scores: int, dtype: torch.dtype) -> None:
    monkeypatch.setattr(layers, "SCORES", scores)
    monkeypatch.setattr(layers, "_in_pieces", lambda q: True)
    generator = torch.Generator().manual_seed(2)
    q, k, v = (torch.randn(2, n, 3, 16, generator=generator).to(dtype).transpose(1, 2) for n in (130, 70, 70))
    expected = F.scaled_dot_product_attention(q.float(), k.float(), v.float())
    found = layers.attend(q, k, v, None)
    assert found.dtype == dtype
    near = 2e-2 if dtype == torch.bfloat16 else 1e-5
    torch.testing.assert_close(found.float(), expected, atol=near, rtol=near)


def test_an_item_of_a_batch_is_what_it_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "_in_pieces", lambda q: True)
    q, k, v = (torch.randn(3, 2, 96, 16) for _ in range(3))
    assert torch.equal(layers.attend(q, k, v, None)[1:2], layers.attend(q[1:2], k[1:2], v[1:2], None))
