"""The texts of a licence are found by name, and nothing else is fetched for them."""

from __future__ import annotations

import pytest

from ditone.runtime.errors import DitoneError
from ditone.runtime.hub.licence import LARGEST_BYTES, is_licence, licence_texts
from ditone.runtime.hub.listing import listing
from tests.hub_server import HubServer


@pytest.mark.parametrize(
    "name", ["LICENSE", "LICENSE.md", "licence.txt", "LICENSE_GEMMA.md", "t5/NOTICE", "COPYING", "LICENSE-MIT"]
)
def test_names_of_licences(name: str) -> None:
    assert is_licence(name)


@pytest.mark.parametrize("name", ["model.safetensors", "license/model.bin", "unlicensed.txt", "notices/a.json"])
def test_names_of_other_files(name: str) -> None:
    assert not is_licence(name)


def test_all_texts_come_in_the_order_of_their_names_and_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "model.safetensors": bytes(5000),
        "t5/LICENSE": b"inner",
        "NOTICE": b"notice \xff",
        "LICENSE": b"outer",
        "LICENSE_LARGE": bytes(LARGEST_BYTES + 1),
        "COPYING": b"",
    }
    with HubServer() as server:
        monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
        server.add("some/model", files)
        server.add("bare/model", {"model.safetensors": bytes(10)}, licence="other")
        texts = licence_texts(listing("some/model"))
        assert list(texts.items()) == [("LICENSE", "outer"), ("NOTICE", "notice \ufffd"), ("t5/LICENSE", "inner")]
        assert server.sent("model.safetensors") == server.sent("LICENSE_LARGE") == []
        with pytest.raises(DitoneError, match="brings no text of its licence"):
            licence_texts(listing("bare/model"))
