"""What a hub refuses, each in its own sentence; mirrors, proxies, switched-off networks; where a token goes and where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import close_session

from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import download as hub
from ditone.runtime.hub.download import Refused
from tests.hub_server import HubServer, Proxy

REPO = "maker/model"
FILES = {"config.json": b"{}", "model.safetensors": bytes(range(256)) * 300}
TOKEN = "hf_aVerySecretWord"


@pytest.fixture
def server() -> Iterator[HubServer]:
    with HubServer(REPO, dict(FILES)) as running:
        yield running


def fetch(server: HubServer, folder: Path, token: str | None = None) -> None:
    hub.download(hub.listing(REPO, None, server.endpoint, token=token), folder, token=token)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "no public repository"),
        (403, "refuses config.json"),
        (404, "no file config.json"),
        (500, "trouble of its own"),
        (502, "502"),
    ],
)
def test_a_status_is_a_sentence(server: HubServer, tmp_path: Path, status: int, words: str) -> None:
    server.status = status
    with pytest.raises(Refused, match=words):
        fetch(server, tmp_path)
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


@pytest.mark.parametrize(("status", "words"), [(404, "has no repository"), (429, "asked too often"), (500, "trouble of its own")])
def test_a_listing_that_is_refused_is_a_sentence(server: HubServer, status: int, words: str) -> None:
    server.listing_status = status
    with pytest.raises(Refused, match=words):
        hub.listing(REPO, None, server.endpoint)


def test_a_hub_that_is_asked_too_often_says_when_to_come_again(server: HubServer, tmp_path: Path) -> None:
    server.status, server.headers = 429, {"Retry-After": "42"}
    with pytest.raises(Refused, match="too often") as raised:
        fetch(server, tmp_path)
    assert "in 42 s" in raised.value.text()
    assert raised.value.reason == "limit"


def test_a_name_that_no_repository_can_have_is_a_sentence(server: HubServer) -> None:
    with pytest.raises(Refused, match="not the name of a repository"):
        hub.listing("a/b/c", None, server.endpoint)
    with pytest.raises(Refused, match="no public repository nobody/nothing"):
        hub.listing("nobody/nothing", None, server.endpoint)


@pytest.mark.parametrize(
    ("kind", "token", "words", "reason"),
    [
        ("", None, "does not know who is asking", "token"),
        ("revoked", TOKEN, "does not accept the token", "token"),
        ("not accepted", TOKEN, "licence of maker/model is not accepted yet", "licence"),
        ("pending", TOKEN, "owners have not decided yet", "review"),
        ("narrow", TOKEN, "may not read gated repositories", "rights"),
    ],
)
def test_a_gated_repository_says_what_is_missing(
    server: HubServer, tmp_path: Path, kind: str, token: str | None, words: str, reason: str
) -> None:
    server.repositories[REPO].gated = True
    found = hub.listing(REPO, None, server.endpoint)
    assert found.gated
    server.tokens = {TOKEN: kind} if token else {"other": ""}
    with pytest.raises(Refused, match=words) as raised:
        hub.download(found, tmp_path, token=token)
    assert raised.value.reason == reason
    assert TOKEN not in raised.value.text()
    assert "https://" in raised.value.text()  # the page where it can be mended


def test_with_an_accepted_licence_a_gated_repository_is_fetched(server: HubServer, tmp_path: Path) -> None:
    server.repositories[REPO].gated = True
    server.tokens = {TOKEN: ""}
    fetch(server, tmp_path, TOKEN)
    assert (tmp_path / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_a_revoked_token_does_not_stand_in_the_way_of_a_public_repository(server: HubServer, tmp_path: Path) -> None:
    server.tokens = {TOKEN: "revoked"}
    fetch(server, tmp_path, TOKEN)
    assert (tmp_path / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_a_redirect_is_followed_and_the_token_stays_with_the_hub(server: HubServer, tmp_path: Path) -> None:
    server.tokens = {TOKEN: ""}
    with HubServer() as store:
        server.cdn = store
        fetch(server, tmp_path, TOKEN)
        assert (tmp_path / "model.safetensors").read_bytes() == FILES["model.safetensors"]
        assert [token for _, token in store.bearers] == [""]
    assert all(token == TOKEN for _, token in server.bearers)


def test_a_redirected_download_goes_on_where_it_was_cut(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "PAUSES_S", (0.01,))
    with HubServer() as store:
        server.cdn, store.cut_at = store, 30_000
        fetch(server, tmp_path)
        assert [asked for _, asked in store.asked][1] == "bytes=30000-"
    assert (tmp_path / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_a_token_is_not_sent_without_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    from ditone.runtime.hub import network

    assert network.may_carry("https://mirror.example") and network.may_carry("http://127.0.0.1:1")
    assert not network.may_carry("http://mirror.example")


def test_a_mirror_is_asked_where_the_environment_names_one(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", server.endpoint + "/")
    found = hub.listing(REPO)
    assert found.host == server.host
    hub.download(found, tmp_path)
    assert (tmp_path / "config.json").read_bytes() == b"{}"


@pytest.mark.parametrize("variable", ["HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"])
def test_nothing_is_asked_where_the_network_is_switched_off(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    found = hub.listing(REPO, None, server.endpoint)
    server.asked.clear()
    monkeypatch.setenv(variable, "1")
    with pytest.raises(hub.Unreachable, match="switched off by HF_HUB_OFFLINE"):
        hub.listing(REPO, None, server.endpoint)
    with pytest.raises(hub.Unreachable, match="switched off by HF_HUB_OFFLINE"):
        hub.download(found, tmp_path)
    assert server.asked == []


def test_a_proxy_is_used_where_the_environment_names_one(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_session()
    with Proxy().running() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.address)
        monkeypatch.setenv("http_proxy", proxy.address)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        try:
            fetch(server, tmp_path)
        finally:
            close_session()
    assert [address.partition("?")[0].rpartition("/")[2] for address in proxy.asked] == [
        "model",
        "config.json",
        "model.safetensors",
    ]
    assert (tmp_path / "model.safetensors").read_bytes() == FILES["model.safetensors"]


def test_the_second_hub_is_listed_and_fetched_in_its_own_way(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODELSCOPE_ENDPOINT", server.endpoint)
    found = hub.listing(REPO, None, hub="modelscope")
    assert [file.name for file in found.files] == list(FILES)
    hub.download(found, tmp_path)
    assert (tmp_path / "model.safetensors").read_bytes() == FILES["model.safetensors"]
    server.repositories[REPO].change({**FILES, "model.safetensors": FILES["model.safetensors"][::-1]})
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(DitoneError, match="came in damaged"):  # it serves no old revisions: the checksum tells
        hub.download(found, tmp_path)
    assert not (tmp_path / "model.safetensors").exists()
