"""Where a token is kept: in the keyring, or for this run; by host; and in no file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ditone.runtime.errors import BadRequest
from ditone.runtime.hub import tokens

TOKEN = "hf_aVerySecretWord"


class Keyring:
    """A keyring in memory. `broken`: it throws, as a locked one does."""

    def __init__(self, priority: float = 5.0, broken: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.broken, self.backend = broken, SimpleNamespace(priority=priority)

    def get_keyring(self) -> object:
        return self.backend

    def set_password(self, service: str, host: str, token: str) -> None:
        if self.broken:
            raise RuntimeError("locked")
        self.kept[service, host] = token

    def get_password(self, service: str, host: str) -> str | None:
        if self.broken:
            raise RuntimeError("locked")
        return self.kept.get((service, host))

    def delete_password(self, service: str, host: str) -> None:
        del self.kept[service, host]


@pytest.fixture(autouse=True)
def no_token_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tokens, "_this_run", {})
    return


def use(monkeypatch: pytest.MonkeyPatch, keyring: object) -> None:
    monkeypatch.setitem(sys.modules, "keyring", keyring)


def test_a_token_is_kept_in_the_keyring_for_its_host_only(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = Keyring()
    use(monkeypatch, keyring)
    assert tokens.put("huggingface.co", f" {TOKEN}\n") == "keyring"
    assert tokens.token_for("huggingface.co") == TOKEN
    assert tokens.token_for("mirror.example") is None
    assert tokens.kept_in("huggingface.co") == "keyring"
    tokens.forget("huggingface.co")
    assert tokens.token_for("huggingface.co") is None and keyring.kept == {}


@pytest.mark.parametrize("keyring", [None, Keyring(priority=-1), Keyring(broken=True)])
def test_without_a_keyring_it_is_kept_for_this_run(monkeypatch: pytest.MonkeyPatch, keyring: object) -> None:
    use(monkeypatch, keyring)
    assert tokens.put("huggingface.co", TOKEN) == "run"
    assert tokens.token_for("huggingface.co") == TOKEN
    assert tokens.kept_in("huggingface.co") == "run"


@pytest.mark.parametrize("wrong", ["", "two words", "ключ", "x" * 600, "a\0b"])
def test_what_cannot_be_a_token_is_refused(wrong: str) -> None:
    with pytest.raises(BadRequest, match="not a token") as raised:
        tokens.put("huggingface.co", wrong)
    assert not wrong or wrong not in raised.value.text()


def test_the_environments_token_goes_to_the_hub_in_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use(monkeypatch, None)
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert tokens.token_for("huggingface.co") == TOKEN
    assert tokens.token_for("elsewhere.example") is None
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example")
    assert tokens.token_for("mirror.example") == TOKEN and tokens.token_for("huggingface.co") is None
