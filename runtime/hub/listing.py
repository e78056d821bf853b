"""What a repository holds now: names, sizes and checksums of its files, pinned to one revision."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from ditone.runtime.hub.network import (
    SILENCE_S,
    Hub,
    Refused,
    endpoint_of,
    host_of,
    may_carry,
    refusal,
    require_online,
    sentences,
    session,
    timeouts,
)

MODELSCOPE_BRANCH = "master"
_Answer = tuple[list["HubFile"], str, bool, str]  # files, commit, gated, licence


@dataclass(frozen=True)
class HubFile:
    """One file of a repository. `sha256` is known for large files, `git_sha1` (of "blob SIZE\\0" and the bytes) for all."""

    name: str
    size_bytes: int
    git_sha1: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class Listing:
    """What is to be fetched, as the hub told it. `commit` pins the revision; `gated` and `licence` are the hub's own words."""

    repo_id: str
    commit: str
    files: tuple[HubFile, ...]
    endpoint: str | None = None
    hub: Hub = "huggingface"
    gated: bool = False
    licence: str = ""

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)

    @property
    def host(self) -> str:
        return host_of(endpoint_of(self.hub, self.endpoint))

    def url(self, name: str) -> str:
        """Where a file of this revision is."""
        endpoint = endpoint_of(self.hub, self.endpoint)
        if self.hub == "modelscope":
            from urllib.parse import quote

            # this hub serves branches; what changes after the listing is found by its checksum
            return f"{endpoint}/models/{self.repo_id}/resolve/{MODELSCOPE_BRANCH}/{quote(name)}"
        from huggingface_hub import hf_hub_url

        return hf_hub_url(self.repo_id, name, revision=self.commit, endpoint=endpoint)


def listing(
    repo_id: str,
    wanted: Iterable[str] | None = None,
    endpoint: str | None = None,
    *,
    hub: Hub = "huggingface",
    revision: str | None = None,
    token: str | None = None,
) -> Listing:
    """The wanted files that the repository has now, in the order of `wanted` (names, or patterns with *); None: all of them.

    `endpoint`: another hub's address. A token that the hub does not accept is left away where the repository is public.
    Raises Unreachable without a network, Refused when the hub refuses.
    """
    address = endpoint_of(hub, endpoint)
    host = host_of(address)
    require_online(host)
    usable = token if token and may_carry(address) else None
    ask = _modelscope if hub == "modelscope" else _huggingface
    found = None
    try:
        with sentences(host, repo_id, sent_token=usable is not None):
            found = _understood(ask, host, repo_id, address, revision, usable)
    except Refused as error:
        if error.reason != "token" or usable is None:
            raise
    if found is None:
        with sentences(host, repo_id, sent_token=True):
            found = _understood(ask, host, repo_id, address, revision, None)
    files, commit, gated, licence = found
    _check_names(files, repo_id)
    return Listing(repo_id, commit, chosen(files, wanted), endpoint, hub, gated, licence)


def _understood(
    ask: Callable[[str, str, str | None, str | None], _Answer],
    host: str,
    repo_id: str,
    endpoint: str,
    revision: str | None,
    token: str | None,
) -> _Answer:
    try:
        return ask(repo_id, endpoint, revision, token)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if type(error).__module__.startswith("huggingface_hub"):
            raise
        raise Refused(
            f"{host} does not answer as a model hub does.", "A page for signing in to the network may stand in between."
        ) from error


def chosen(found: Iterable[HubFile], wanted: Iterable[str] | None) -> tuple[HubFile, ...]:
    """Files by names and patterns, each once, in the order of `wanted`."""
    files = {file.name: file for file in found}
    if wanted is None:
        return tuple(files.values())
    names: dict[str, HubFile] = {}
    for pattern in wanted:
        hits = [pattern] if pattern in files else sorted(name for name in files if fnmatchcase(name, pattern))
        names |= {name: files[name] for name in hits if name not in names}
    return tuple(names.values())


def _huggingface(repo_id: str, endpoint: str, revision: str | None, token: str | None) -> _Answer:
    from huggingface_hub import HfApi

    info = HfApi(endpoint=endpoint, token=token or False).model_info(
        repo_id, revision=revision, files_metadata=True, timeout=SILENCE_S
    )
    files = [
        HubFile(one.rfilename, one.size or 0, one.blob_id or "", one.lfs.sha256 if one.lfs else "") for one in info.siblings or []
    ]
    licences = [tag.removeprefix("license:") for tag in info.tags or [] if tag.startswith("license:")]
    return files, info.sha or revision or "main", bool(info.gated), licences[0] if licences else ""


def _modelscope(repo_id: str, endpoint: str, revision: str | None, token: str | None) -> _Answer:
    """The other hub, whose interface is its own: files of the branch with their SHA-256."""
    url = f"{endpoint}/api/v1/models/{repo_id}/repo/files"
    answer = session().get(url, params={"Revision": MODELSCOPE_BRANCH, "Recursive": "true"}, timeout=timeouts())
    if answer.status_code >= 400:
        raise refusal(host_of(endpoint), repo_id, "", answer.status_code, answer.headers, False)
    entries: list[dict[str, Any]] = answer.json()["Data"]["Files"]
    files = [HubFile(str(e["Path"]), int(e["Size"]), "", str(e.get("Sha256") or "")) for e in entries if e.get("Type") != "tree"]
    digest = hashlib.sha256("\n".join(sorted(f"{f.name} {f.size_bytes} {f.sha256}" for f in files)).encode()).hexdigest()
    return files, digest[:40], False, ""


def _check_names(files: Iterable[HubFile], repo_id: str) -> None:
    """Raises Refused for a name that would leave the folder."""
    for file in files:
        path = PurePosixPath(file.name)
        if (
            path.is_absolute()
            or ".." in path.parts
            or not path.parts
            or "\\" in file.name
            or ":" in file.name
            or "\0" in file.name
        ):
            raise Refused(f"{repo_id} lists a file whose name leads out of its folder ({file.name!r}); it is not fetched.")
