"""A model hub on this machine: the routes that a listing and a download use, with switches for everything that can go wrong."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"
LARGE = (".bin", ".safetensors", ".pt", ".pth", ".onnx", ".gguf")  # the hub keeps these outside git and tells their SHA-256
BLOCK = 1 << 16


class Content(Protocol):
    def __len__(self) -> int: ...
    def __getitem__(self, part: slice) -> bytes: ...


class Zeros:
    """A large file that takes no memory."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(self._size)
        return bytes(max(0, stop - start))


@dataclass
class Repository:
    """`revisions`: commit -> files; the last one is the present. `gated`: told by the listing, and files want a token."""

    files: dict[str, Content]
    gated: bool = False
    licence: str = "apache-2.0"
    commit: str = COMMIT
    revisions: dict[str, dict[str, Content]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.revisions[self.commit] = self.files

    def change(self, files: dict[str, Content]) -> None:
        """Another revision from now on; the old one is still served to who asks for it."""
        self.commit = hashlib.sha1(self.commit.encode()).hexdigest()
        self.files = self.revisions[self.commit] = files


class HubServer:
    """Serves `files` as one repository, and others through `add`. `asked` lists the paths asked for, with the Range header if there was
    one; `bearers` the tokens that came, by path.

    cut_at: the connection is dropped after so many bytes of a large file, once. cut_every: every connection is, after so many.
    hold: bytes after which it waits for `go_on`. pace_s: a pause before every block. damaged: one byte of this file is sent wrong.
    short: of this file half is sent as if it were the whole. status: answered instead of any file, with `headers`.
    ranges: whether Range is understood. cdn: large files are redirected there. tokens: what a token is worth: "" for everything, else
    the kind of refusal. on_sent: told the bytes sent so far.
    """

    def __init__(self, repo_id: str = "", files: dict[str, Content] | None = None) -> None:
        self.repositories: dict[str, Repository] = {}
        self.repo_id = repo_id
        if repo_id:
            self.add(repo_id, files or {})
        self.asked: list[tuple[str, str]] = []
        self.bearers: list[tuple[str, str]] = []
        self.cut_at: int | None = None
        self.cut_every: int | None = None
        self.hold: int | None = None
        self.go_on = threading.Event()
        self.pace_s = 0.0
        self.block = BLOCK
        self.damaged = ""
        self.short = ""
        self.status = 200
        self.listing_status = 200
        self.headers: dict[str, str] = {}
        self.ranges = True
        self.cdn: HubServer | None = None
        self.tokens: dict[str, str] = {}
        self.on_sent: Callable[[int], None] = lambda total: None
        self.total_sent = 0
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                with contextlib.suppress(ConnectionError):  # whoever asked has gone
                    hub._answer(self)

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.endpoint = f"http://{self.host}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> HubServer:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def files(self) -> dict[str, Content]:
        return self.repositories[self.repo_id].files

    def add(self, repo_id: str, files: dict[str, Content], gated: bool = False, licence: str = "apache-2.0") -> Repository:
        made = self.repositories[repo_id] = Repository(files, gated, licence)
        return made

    def sent(self, name: str) -> list[str]:
        """The Range headers with which a file was asked for ("" without one)."""
        return [asked for path, asked in self.asked if path.endswith(f"/{name}")]

    # -- answering ------------------------------------------------------------------------------------------------------------

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        url = urlsplit(request.path)
        path, query = unquote(url.path), parse_qs(url.query)
        self.asked.append((path, request.headers.get("Range", "")))
        bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
        self.bearers.append((path, bearer))
        if bearer and self.tokens.get(bearer) in ("revoked", None) and self.tokens:
            self._refuse(request, 401, "", "Invalid credentials in Authorization header")
            return
        for repo_id, repository in self.repositories.items():
            if path.startswith(f"/api/models/{repo_id}/revision/") or path == f"/api/models/{repo_id}":
                if self.listing_status != 200:
                    self._refuse(request, self.listing_status)
                    return
                wanted = path.partition("/revision/")[2]
                commit = wanted if wanted and wanted != "main" else repository.commit
                if commit not in repository.revisions:
                    self._refuse(request, 404, "RevisionNotFound", "Invalid rev id")
                    return
                self._send(request, 200, json.dumps(self._listing(repo_id, repository, commit)).encode())
                return
            if path == f"/api/v1/models/{repo_id}/repo/files":
                self._send(request, 200, json.dumps(_other_listing(repository.files)).encode())
                return
            if path.startswith((f"/{repo_id}/resolve/", f"/models/{repo_id}/resolve/")):
                commit, _, name = path.partition("/resolve/")[2].partition("/")
                self._file(request, repo_id, repository, repository.commit if commit == "master" else commit, name, bearer)
                return
        if path.startswith("/blob/") and query:  # of the store that a hub redirects to
            self._content(
                request, self.repositories[query["repo"][0]].revisions[query["commit"][0]][query["name"][0]], query["name"][0]
            )
            return
        self._refuse(request, 401 if not bearer else 404, "RepoNotFound", "Repository not found")

    def _listing(self, repo_id: str, repository: Repository, commit: str) -> dict[str, object]:
        siblings = []
        for name, data in repository.revisions[commit].items():
            one: dict[str, object] = {"rfilename": name, "size": len(data)}
            one["blobId"] = digest_of(data, git=True)
            if name.endswith(LARGE):
                one["lfs"] = {"sha256": digest_of(data), "size": len(data), "pointerSize": 134}
            siblings.append(one)
        gated = {"gated": "auto"} if repository.gated else {"gated": False}
        tags = [f"license:{repository.licence}"]
        return {"_id": "1", "id": repo_id, "modelId": repo_id, "sha": commit, "siblings": siblings, "tags": tags, **gated}

    def _file(
        self, request: BaseHTTPRequestHandler, repo_id: str, repository: Repository, commit: str, name: str, bearer: str
    ) -> None:
        if self.status != 200:
            self._refuse(request, self.status)
            return
        if repository.gated and self._locked(request, bearer):
            return
        if commit not in repository.revisions:
            self._refuse(request, 404, "RevisionNotFound", "Invalid rev id")
        elif name not in repository.revisions[commit]:
            self._refuse(request, 404, "EntryNotFound", "Entry not found")
        elif self.cdn is not None and name.endswith(LARGE):
            self.cdn.repositories[repo_id] = repository
            where = f"{self.cdn.endpoint}/blob/x?repo={repo_id}&commit={commit}&name={name}&signature=s3cret"
            request.send_response(302)
            request.send_header("Location", where)
            request.send_header("Content-Length", "0")
            request.end_headers()
        else:
            self._content(request, repository.revisions[commit][name], name)

    def _locked(self, request: BaseHTTPRequestHandler, bearer: str) -> bool:
        """Refuses a gated file as the hub does; whether it did."""
        kind = self.tokens.get(bearer, "anonymous")
        if kind == "":
            return False
        if kind == "anonymous":
            self._refuse(
                request, 401, "GatedRepo", "Access to model is restricted. You must have access to it and be authenticated."
            )
        elif kind == "pending":
            self._refuse(request, 403, "GatedRepo", "Your request to access model is awaiting a review from the repo authors.")
        elif kind == "narrow":
            self._refuse(
                request, 403, "", "Please enable access to public gated repositories in your fine-grained token settings"
            )
        else:
            self._refuse(request, 403, "GatedRepo", "Access to model is restricted and you are not in the authorized list.")
        return True

    def _content(self, request: BaseHTTPRequestHandler, data: Content, name: str) -> None:
        if name == self.damaged:
            data = bytes([data[0:1][0] ^ 1]) + data[1 : len(data)]
        if name == self.short:
            data = data[0 : len(data) // 2]
        asked = request.headers.get("Range", "")
        first, _, last = asked.removeprefix("bytes=").partition("-") if asked and self.ranges else ("", "", "")
        start = int(first) if first else max(0, len(data) - int(last)) if last else 0
        end = min(len(data), int(last) + 1) if first and last else len(data)
        if start >= len(data) > 0:
            self._refuse(request, 416)
            return
        request.send_response(206 if first or last else 200)
        request.send_header("Content-Length", str(end - start))
        if first or last:
            request.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
        request.end_headers()
        stop = end
        if name.endswith(LARGE) and self.cut_at is not None:
            stop, self.cut_at = min(end, self.cut_at), None
        if self.cut_every is not None:
            stop = min(end, start + self.cut_every)
        while start < stop:
            if name.endswith(LARGE) and self.hold is not None and start >= self.hold:
                self.hold = None
                self.go_on.wait(20)
            step = min(self.block, stop - start)
            if name.endswith(LARGE) and self.hold is not None and start < self.hold:
                step = min(step, self.hold - start)
            if self.pace_s:
                time.sleep(self.pace_s)
            request.wfile.write(data[start : start + step])
            request.wfile.flush()
            start += step
            self.total_sent += step
            self.on_sent(self.total_sent)
        if stop < end:
            request.close_connection = True

    def _refuse(self, request: BaseHTTPRequestHandler, status: int, code: str = "", message: str = "") -> None:
        headers = {"X-Error-Code": code, "X-Error-Message": message, **self.headers}
        self._send(request, status, b"{}", {name: value for name, value in headers.items() if value})

    @staticmethod
    def _send(request: BaseHTTPRequestHandler, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no error here."""


class Proxy:
    """An HTTP proxy on this machine that fetches what it is asked for; `asked` lists the addresses."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                proxy.asked.append(self.path)
                opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
                with opener.open(urllib.request.Request(self.path, headers=dict(self.headers))) as answer:
                    body = answer.read()
                    self.send_response(answer.status)
                    for name in ("Content-Type", "Content-Range"):
                        if name in answer.headers:
                            self.send_header(name, answer.headers[name])
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @contextlib.contextmanager
    def running(self) -> Iterator[Proxy]:
        self._thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()


_sums: dict[tuple[int, bool], tuple[Content, str]] = {}  # of a large file, a listing must not take a second each time


def digest_of(data: Content, git: bool = False) -> str:
    """SHA-256, or git's name of a file with this content."""
    kept = _sums.get((id(data), git))
    if kept is not None and kept[0] is data:
        return kept[1]
    digest = hashlib.sha1(f"blob {len(data)}\0".encode()) if git else hashlib.sha256()
    for start in range(0, len(data), 1 << 22):
        digest.update(data[start : start + (1 << 22)])
    _sums[(id(data), git)] = (data, digest.hexdigest())
    return digest.hexdigest()


def _other_listing(files: dict[str, Content]) -> dict[str, object]:
    """The list of files as the second hub's interface gives it."""
    entries = [
        {"Name": name.rpartition("/")[2], "Path": name, "Size": len(data), "Sha256": digest_of(data), "Type": "blob"}
        for name, data in files.items()
    ]
    folders = [{"Name": "x", "Path": "x", "Size": 0, "Sha256": "", "Type": "tree"}]
    return {"Code": 200, "Success": True, "Data": {"Files": [*folders, *entries]}}


def folder_as_files(root: Path) -> dict[str, Content]:
    """A model folder as a repository's files."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
