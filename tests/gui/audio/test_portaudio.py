"""One thread at a time uses PortAudio, and a driver that hangs holds nobody up."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from ditone.gui.audio import portaudio, recording


class Stream:
    """A stream whose end takes as long as the test wants."""

    def __init__(self, starts: bool = True) -> None:
        self.may_end, self.ended, self.starts = threading.Event(), threading.Event(), starts

    def start(self) -> None:
        if not self.starts:
            raise ValueError("no")

    def abort(self, ignore_errors: bool = False) -> None:
        self.may_end.wait(20)

    def close(self, ignore_errors: bool = False) -> None:
        self.ended.set()


class Library(SimpleNamespace):
    """What is used of sounddevice."""

    def __init__(self) -> None:
        super().__init__(PortAudioError=OSError, looked=0)

    def _terminate(self) -> None:
        self.looked += 1

    def _initialize(self) -> None:
        pass


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    made = Library()
    monkeypatch.setattr(portaudio, "sounddevice", lambda: made)
    monkeypatch.setattr(portaudio, "PATIENCE_S", 0.05)
    monkeypatch.setattr(portaudio, "_lock", threading.Lock())
    monkeypatch.setattr(portaudio, "_streams", set())
    return made


def test_devices_are_not_listed_anew_while_a_stream_is_open(library: Library) -> None:
    stream = portaudio.opened(Stream)
    assert not portaudio.look_again() and library.looked == 0
    stream.may_end.set()
    portaudio.let_go(stream)
    portaudio.settle()
    assert portaudio.look_again() and library.looked == 1


def test_a_stream_that_does_not_start_is_closed(library: Library) -> None:
    made: list[Stream] = []

    def kind() -> Stream:
        made.append(Stream(starts=False))
        return made[0]

    with pytest.raises(ValueError, match="no"):
        portaudio.opened(kind)
    assert made[0].ended.is_set() and portaudio.look_again()


def test_a_driver_that_hangs_holds_nobody_up(library: Library) -> None:
    stream = portaudio.opened(Stream)
    portaudio.let_go(stream)  # comes back
    assert not stream.ended.is_set()
    with pytest.raises(OSError, match="does not let go"):
        portaudio.opened(Stream)
    stream.may_end.set()
    assert stream.ended.wait(20)


def test_a_microphone_that_opens_after_its_window_has_gone_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    opening, may_open = threading.Event(), threading.Event()
    streams: list[Stream] = []

    def slow(_longest_s: float, _key: str) -> Stream:
        opening.set()
        may_open.wait(20)
        streams.append(Stream())
        return streams[0]

    monkeypatch.setattr(recording, "InputStream", slow)
    monkeypatch.setattr(recording, "inputs", lambda refresh=False: [])
    wish = recording._Opening()
    thread = threading.Thread(target=wish.run, args=(recording._Opening(), "", False))
    thread.start()
    assert opening.wait(20)
    wish.give_up()
    may_open.set()
    thread.join(20)
    assert streams[0].ended.is_set()
