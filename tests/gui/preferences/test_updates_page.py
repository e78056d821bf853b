"""The update check: off, asks before the first contact, and only tells. The address is a server of this test's own."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from ditone.gui.core.background import Background
from ditone.gui.core.settings import Settings
from ditone.gui.preferences import updates_page
from ditone.gui.preferences.updates_page import UpdatesPage
from ditone.runtime.errors import DitoneError
from ditone.runtime.installation import updates

WAIT_MS = 30_000


class Host:
    """Answers with `status` and `body`; notes what it was asked."""

    def __init__(self) -> None:
        self.status = 200
        self.body = json.dumps({"tag_name": "v99.1", "html_url": "https://example.org/ditone/99.1"}).encode()
        self.asked: list[dict[str, str]] = []
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                host.asked.append(dict(self.headers))
                self.send_response(host.status)
                self.end_headers()
                self.wfile.write(host.body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    made = Host()
    monkeypatch.setenv(updates.VARIABLE, f"http://127.0.0.1:{made.server.server_port}/latest")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path, host: Host) -> UpdatesPage:
    made = UpdatesPage(Settings(tmp_path))
    qtbot.addWidget(made)
    made.show()
    return made


def answer(page: UpdatesPage, qtbot: QtBot, button: QMessageBox.StandardButton) -> None:
    box = page.findChildren(QMessageBox)[-1]
    found = box.button(button)
    assert found is not None
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton)


def test_it_is_off_and_nobody_was_asked(page: UpdatesPage, host: Host, qtbot: QtBot, tmp_path: Path) -> None:
    assert not page.wanted.isChecked()
    assert not updates_page.look_at_start(Settings(tmp_path), Background(page), pytest.fail)
    assert host.asked == []


def test_no_means_no(page: UpdatesPage, host: Host, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.look, Qt.MouseButton.LeftButton)
    assert page.findChildren(QMessageBox)[-1].defaultButton().text() == "&No"
    answer(page, qtbot, QMessageBox.StandardButton.No)
    page.wanted.click()
    answer(page, qtbot, QMessageBox.StandardButton.No)
    assert not page.wanted.isChecked()
    assert host.asked == []


def test_after_yes_it_tells_of_a_newer_version_and_sends_nothing_about_anybody(
    page: UpdatesPage, host: Host, qtbot: QtBot
) -> None:
    qtbot.mouseClick(page.look, Qt.MouseButton.LeftButton)
    answer(page, qtbot, QMessageBox.StandardButton.Yes)
    qtbot.waitUntil(lambda: "99.1 is out: https://example.org/ditone/99.1" in page.state.text(), timeout=WAIT_MS)
    assert "Nothing was fetched" in page.state.text()
    assert len(host.asked) == 1
    assert {name: host.asked[0][name] for name in ("User-Agent", "Accept")} == {
        "User-Agent": "Ditone",
        "Accept": "application/json",
    }
    assert set(host.asked[0]) <= {"User-Agent", "Accept", "Accept-Encoding", "Host", "Connection"}
    host.body = json.dumps({"tag_name": "0.0.1", "html_url": "https://example.org"}).encode()
    qtbot.mouseClick(page.look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.state.text() == "This is the newest version.", timeout=WAIT_MS)


def test_at_the_start_it_looks_once_a_day_where_it_was_agreed_to(
    page: UpdatesPage, host: Host, qtbot: QtBot, tmp_path: Path
) -> None:
    page.wanted.click()
    answer(page, qtbot, QMessageBox.StandardButton.Yes)
    assert page.wanted.isChecked()
    told: list[str] = []
    background, settings = Background(page), Settings(tmp_path)
    assert updates_page.look_at_start(settings, background, told.append)
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT_MS)
    assert "99.1" in told[0]
    assert not updates_page.look_at_start(settings, background, told.append)
    assert len(host.asked) == 1


Change = Callable[[Host], None]


def _status(host: Host) -> None:
    host.status = 500


def _html(host: Host) -> None:
    host.body = b"<html>Sign in to the hotel's network</html>"


def _link(host: Host) -> None:
    host.body = json.dumps({"tag_name": "99.1", "html_url": "javascript:alert(1)"}).encode()


def _large(host: Host) -> None:
    host.body = b" " * (updates.LARGEST + 5)


@pytest.mark.parametrize("change", [_status, _html, _link, _large])
def test_every_other_answer_is_a_sentence(host: Host, change: Change) -> None:
    change(host)
    with pytest.raises(DitoneError) as told:
        updates.newest()
    assert "127.0.0.1" in told.value.text()


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(updates.VARIABLE, "http://127.0.0.1:9/")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with pytest.raises(DitoneError, match="cannot be reached"):
        updates.newest()


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [("0.2", "0.1.9", True), ("0.1", "0.1.0", False), ("1.0rc1", "0.1", False), ("0.10", "0.9", True), ("x", "0", False)],
)
def test_versions_are_compared_as_numbers(version: str, than: str, newer: bool) -> None:
    assert updates.is_newer(version, than) is newer
