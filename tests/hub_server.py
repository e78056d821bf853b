"""A model hub on this machine: the routes that a listing and a download use, with switches for everything that can go wrong."""

from __future__ import annotations

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class HubServer:
    """Serves `files` as one repository. `asked` lists the paths asked for, with the Range header where there was one.

    cut_at: the connection is dropped after so many bytes of a large file, once. hold: bytes after which it waits for `go_on`.
    damaged: one byte of this file is sent wrong. status: answered instead of any file. ranges: whether Range is understood.
    """

    LARGE = ("model.bin",)

    def __init__(self, repo_id: str, files: dict[str, bytes]) -> None:
        self.repo_id, self.files = repo_id, files
        self.asked: list[tuple[str, str]] = []
        self.cut_at: int | None = None
        self.hold: int | None = None
        self.go_on = threading.Event()
        self.damaged = ""
        self.status = 200
        self.ranges = True
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                hub._answer(self)

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> HubServer:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()

    def sent(self, name: str) -> list[str]:
        """The Range headers with which a file was asked for ("" without one)."""
        return [asked for path, asked in self.asked if path.endswith(f"/{name}")]

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.split("?")[0]
        self.asked.append((path, request.headers.get("Range", "")))
        if path == f"/api/models/{self.repo_id}":
            self._send(request, 200, json.dumps(self._listing()).encode())
        elif path.startswith(f"/{self.repo_id}/resolve/{COMMIT}/"):
            self._file(request, path.rpartition("/")[2])
        else:
            self._send(request, 404, b"{}")

    def _listing(self) -> dict[str, object]:
        siblings = []
        for name, data in self.files.items():
            one: dict[str, object] = {"rfilename": name, "size": len(data)}
            one["blobId"] = hashlib.sha1(f"blob {len(data)}\0".encode() + data).hexdigest()
            if name in self.LARGE:
                one["lfs"] = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 134}
            siblings.append(one)
        return {"_id": "1", "id": self.repo_id, "modelId": self.repo_id, "sha": COMMIT, "siblings": siblings, "tags": []}

    def _file(self, request: BaseHTTPRequestHandler, name: str) -> None:
        if self.status != 200:
            self._send(request, self.status, b"no")
            return
        data = self.files[name]
        if name == self.damaged:
            data = bytes([data[0] ^ 1]) + data[1:]
        asked = request.headers.get("Range", "")
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and self.ranges else 0
        request.send_response(206 if start else 200)
        request.send_header("Content-Length", str(len(data) - start))
        if start:
            request.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        request.end_headers()
        end = len(data)
        if name in self.LARGE and self.cut_at is not None:
            end, self.cut_at = self.cut_at, None
        if name in self.LARGE and self.hold is not None:
            request.wfile.write(data[start : self.hold])
            request.wfile.flush()
            start, self.hold = self.hold, None
            self.go_on.wait(20)
        request.wfile.write(data[start:end])
        request.wfile.flush()
        if end < len(data):
            request.close_connection = True

    @staticmethod
    def _send(request: BaseHTTPRequestHandler, status: int, body: bytes) -> None:
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)
