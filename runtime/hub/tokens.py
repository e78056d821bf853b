"""The read token for gated repositories: in the system's keyring, or for this run only; from the environment; never in a file of ours.

A token belongs to a host: one that was put in for a hub is not sent to a mirror.
"""

from __future__ import annotations

import os
from typing import Any, Literal

from ditone.runtime.errors import BadRequest
from ditone.runtime.hub.network import DEFAULT, endpoint_of, host_of

SERVICE = "ditone"
Kept = Literal["keyring", "run", "environment", ""]
_this_run: dict[str, str] = {}


def token_for(host: str) -> str | None:
    """What to show to a host: put in by hand, else from the environment or the hub's own login."""
    return _this_run.get(host) or _from_keyring(host) or _from_environment(host)


def kept_in(host: str) -> Kept:
    """Where the token of a host comes from; "" where there is none."""
    if host in _this_run:
        return "run"
    if _from_keyring(host):
        return "keyring"
    return "environment" if _from_environment(host) else ""


def put(host: str, token: str) -> Kept:
    """Keeps a token, in the keyring where there is one. Raises BadRequest for what cannot be one."""
    token = token.strip()
    if not token or len(token) > 500 or any(not 32 < ord(letter) < 127 for letter in token):
        raise BadRequest("This is not a token: it has to be one word of letters, digits and underscores.")
    keyring = _keyring()
    if keyring is not None:
        try:
            keyring.set_password(SERVICE, host, token)
        except Exception:  # a locked or foreign keyring throws whatever its system does
            keyring = None
    if keyring is None:
        _this_run[host] = token
        return "run"
    _this_run.pop(host, None)
    return "keyring"


def forget(host: str) -> None:
    """Deletes what was put in by hand."""
    _this_run.pop(host, None)
    keyring = _keyring()
    if keyring is not None and _from_keyring(host):
        try:
            keyring.delete_password(SERVICE, host)
        except Exception:
            return


def has_keyring() -> bool:
    """Whether a token would be kept beyond this run."""
    return _keyring() is not None


def _keyring() -> Any:
    """The `keyring` package with a real keyring behind it, or None."""
    try:
        import keyring

        return keyring if float(keyring.get_keyring().priority) > 0 else None
    except Exception:  # not installed, no keyring service, or one that cannot be reached
        return None


def _from_keyring(host: str) -> str | None:
    keyring = _keyring()
    if keyring is None:
        return None
    try:
        found = keyring.get_password(SERVICE, host)
    except Exception:
        return None
    return found if isinstance(found, str) and found else None


def _from_environment(host: str) -> str | None:
    """`HF_TOKEN` for the hub that is in use; the login that its own tools have stored, for the hub itself."""
    if host != host_of(endpoint_of()):
        return None
    named = (os.environ.get("HF_TOKEN") or os.environ.get("HUGGING_FACE_HUB_TOKEN") or "").strip()
    if named:
        return named
    if host != host_of(DEFAULT["huggingface"]):
        return None
    from huggingface_hub import get_token

    return get_token()
