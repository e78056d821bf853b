"""Which host is asked, whether it may be asked, and what it and the network answer, as sentences."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Literal
from urllib.parse import urlsplit

from ditone.runtime.errors import DitoneError

Hub = Literal["huggingface", "modelscope"]
DEFAULT = {"huggingface": "https://huggingface.co", "modelscope": "https://www.modelscope.cn"}
VARIABLES = {"huggingface": "HF_ENDPOINT", "modelscope": "MODELSCOPE_ENDPOINT"}
OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
SILENCE_S = 30.0  # without a byte for so long, the connection counts as stalled
CONNECT_S = 15.0
Reason = Literal["token", "licence", "review", "rights", "missing", "limit", "hub"]


class Unreachable(DitoneError):
    """The hub does not answer, or the connection broke; what has come so far is kept."""


class Stalled(Unreachable):
    """The connection stands, and nothing has come for `SILENCE_S`."""


class Refused(DitoneError):
    """The hub answered, and not with the file. `reason` is for a window that offers what helps."""

    def __init__(self, message: str, cause: str = "", actions: tuple[str, ...] = (), reason: Reason = "hub") -> None:
        super().__init__(message, cause, actions)
        self.reason: Reason = reason


def endpoint_of(hub: Hub = "huggingface", endpoint: str | None = None) -> str:
    """The address that is asked: the given one, a mirror named by the environment (`HF_ENDPOINT`), or the hub's own."""
    return (endpoint or os.environ.get(VARIABLES[hub], "") or DEFAULT[hub]).rstrip("/")


def host_of(endpoint: str) -> str:
    """The name that people are told and tokens belong to."""
    return urlsplit(endpoint).netloc or endpoint


def offline() -> bool:
    """Whether `HF_HUB_OFFLINE` says that no hub may be asked."""
    return any(os.environ.get(name, "").strip().upper() in ("1", "ON", "YES", "TRUE") for name in OFFLINE)


def require_online(host: str) -> None:
    """Raises Unreachable where downloads are switched off."""
    if offline():
        raise Unreachable(
            f"Downloads from {host} are switched off by HF_HUB_OFFLINE.", actions=("Unset it, or choose a folder instead.",)
        )


def may_carry(endpoint: str) -> bool:
    """Whether a token may be sent there: encrypted, or to this machine itself."""
    parts = urlsplit(endpoint)
    return parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")


def library() -> ModuleType:
    """The HTTP library that this version of huggingface_hub uses."""
    from huggingface_hub.errors import HfHubHTTPError

    return sys.modules[HfHubHTTPError.__mro__[1].__module__.partition(".")[0]]


def session() -> Any:
    """The HTTP client of huggingface_hub: it honours proxies and follows redirects, a token only to the host it was sent to."""
    from huggingface_hub import get_session

    return get_session()


def timeouts() -> Any:
    return library().Timeout(SILENCE_S, connect=min(CONNECT_S, SILENCE_S))


@contextmanager
def sentences(host: str, repo_id: str, what: str = "", sent_token: bool = False) -> Iterator[None]:
    """Turns what the network and the hub raise into sentences. `what`: the file that is asked for."""
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, OfflineModeIsEnabled

    http = library()
    try:
        yield
    except DitoneError:
        raise
    except HfHubHTTPError as error:
        status, headers = error.response.status_code, error.response.headers
        raise refusal(host, repo_id, what, status, headers, sent_token) from error
    except HFValidationError as error:
        raise Refused(
            f'"{repo_id}" is not the name of a repository.',
            "A name has the form OWNER/NAME, as in the address of its page.",
            reason="missing",
        ) from error
    except OfflineModeIsEnabled as error:
        raise Unreachable(
            f"Downloads from {host} are switched off by HF_HUB_OFFLINE.", actions=("Unset it, or choose a folder instead.",)
        ) from error
    except (http.ReadTimeout, TimeoutError) as error:
        raise Stalled(
            f"{host} has sent nothing for {SILENCE_S:.0f} s.", "What has come is kept.", ("Retry to get the rest.",)
        ) from error
    except http.ProxyError as error:
        raise Unreachable(
            f"The proxy did not let {host} be reached.",
            str(error) and f"It says: {error}.",
            ("Look at HTTPS_PROXY and HTTP_PROXY, or choose a folder instead.",),
        ) from error
    except ImportError as error:  # the HTTP library names a package that a kind of proxy needs
        raise Unreachable(
            f"The proxy for {host} is of a kind that is not supported here.",
            actions=("Set HTTPS_PROXY to an HTTP proxy, or choose a folder instead.",),
        ) from error
    except (http.HTTPError, ConnectionError, socket.gaierror) as error:
        raise Unreachable(
            f"Could not reach {host}; choose a folder instead.", str(error) and f"The network says: {error}."
        ) from error


def refusal(host: str, repo_id: str, what: str, status: int, headers: Mapping[str, str], sent_token: bool) -> Refused:
    """The sentence for an HTTP status of 400 and above. The headers' words are the hub's own, so only their kind is used."""
    code, said = headers.get("X-Error-Code", ""), headers.get("X-Error-Message", "").lower()
    page = f"https://{host}/{repo_id}"
    gated = code == "GatedRepo" or "restricted" in said or "gated" in said
    tokens = f"https://{host}/settings/tokens"
    if status == 401 and sent_token and not gated:
        return Refused(
            f"{host} does not accept the token: it was revoked, has run out or was mistyped.",
            actions=(f"Make a new one that may read at {tokens} and put it in.",),
            reason="token",
        )
    if status == 401 and gated:
        return Refused(
            f"{repo_id} is given only to people who accept its licence, and {host} does not know who is asking.",
            actions=(
                f"Sign in at {page} and accept the licence.",
                f"Make a token that may read at {tokens}.",
                "Put the token in, here in the studio or as HF_TOKEN for a command, and download again.",
            ),
            reason="token",
        )
    if status == 401:
        return Refused(
            f"{host} has no public repository {repo_id}.",
            "It is private, or its name is another.",
            ("Look at the name; a private one needs a token that may read it.",),
            reason="missing",
        )
    if status == 403 and "await" in said:
        return Refused(
            f"You have asked for {repo_id}, and its owners have not decided yet.",
            actions=(f"Look at {page} later; nothing else is missing.",),
            reason="review",
        )
    if status == 403 and ("fine-grained" in said or "permission" in said):
        return Refused(
            f"The token may not read gated repositories such as {repo_id}.",
            actions=(f"Give it that right at {tokens}, or make one of the kind that reads everything.",),
            reason="rights",
        )
    if status == 403 and gated:
        return Refused(
            f"The licence of {repo_id} is not accepted yet by the owner of this token.",
            actions=(f"Sign in at {page}, accept the licence, and download again.",),
            reason="licence",
        )
    if status == 403:
        return Refused(
            f"{host} refuses {what or repo_id} (status 403).",
            "The licence may not be accepted, or the token may lack the right to read.",
            (f"Look at {page}.",),
            reason="rights",
        )
    if status == 404 and (code == "RevisionNotFound" or "revision" in said):
        return Refused(
            f"The revision of {repo_id} that was begun is gone from {host}.",
            actions=("Delete what has come and download again.",),
            reason="missing",
        )
    if status == 404 and what:
        return Refused(f"{host} has no file {what} in {repo_id} any more (status 404).", reason="missing")
    if status == 404:
        return Refused(
            f"{host} has no repository {repo_id} (status 404).",
            actions=("Look at the name: OWNER/NAME, as in the address of its page.",),
            reason="missing",
        )
    if status == 429:
        wait = headers.get("Retry-After", "")
        when = f"in {wait} s" if wait.isdigit() else "in some minutes"
        return Refused(
            f"{host} was asked too often from here (status 429).",
            actions=(f"Try again {when}; what has come is kept.",),
            reason="limit",
        )
    if status >= 500:
        return Refused(
            f"{host} has trouble of its own (status {status}).",
            actions=("Try again later; what has come is kept.",),
            reason="hub",
        )
    return Refused(
        f"{host} refused {what or repo_id} (status {status}).", actions=("Try again later, or choose a folder instead.",)
    )
