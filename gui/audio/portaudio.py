"""PortAudio: found, and used by one thread at a time.

It is not made for several: a stream that is closed while another thread opens one, lists the devices anew or ends the library can wait for
ever. So streams are opened, let go and counted here.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from ditone.gui.i18n.translate import tr
from ditone.runtime.errors import DitoneError

log = logging.getLogger("ditone.window")
PATIENCE_S = 2.0  # with a driver that does not answer
_lock = threading.Lock()
_streams: set[Any] = set()
_closing: set[threading.Thread] = set()


class NoOutput(DitoneError):
    """Nothing can be played here; the sentence says why, and what to do."""


def sounddevice() -> Any:
    """The sounddevice module. Raises NoOutput where PortAudio is missing."""
    try:
        import sounddevice as module
    except OSError as error:
        raise NoOutput(
            tr("No sound can be played: the PortAudio library is missing."),
            tr("Everything else works."),
            (_install_line(),),
        ) from error
    _end_first()
    return module


@cache
def _end_first() -> None:
    atexit.register(_end)  # what is registered later is called first


def _install_line() -> str:
    if sys.platform == "linux":
        return tr(
            "Install it with: sudo apt-get install libportaudio2 (Debian, Ubuntu) or sudo dnf install portaudio (Fedora); start again."
        )
    return tr("Install it again with: pip install --force-reinstall sounddevice, then start again.")


def opened(kind: Callable[..., Any], **arguments: Any) -> Any:
    """A stream of sounddevice, opened and started. Raises PortAudioError or ValueError where it cannot be."""
    with _alone():
        stream = kind(**arguments)
        try:
            stream.start()
        except BaseException:
            stream.close(ignore_errors=True)
            raise
        _streams.add(stream)
        return stream


def let_go(stream: Any) -> None:
    """Stops a stream and closes it, what waits in it is dropped; returns after PATIENCE_S even where the driver does not.

    Such a stream is left behind: neither the window nor the end of the program waits for it.
    """
    thread = threading.Thread(target=_close, args=(stream,), name="ditone-sound-close", daemon=True)
    thread.start()
    _closing.add(thread)
    thread.join(PATIENCE_S)
    if not thread.is_alive():
        _closing.discard(thread)


def look_again() -> bool:
    """Lists the devices anew, which PortAudio does only at its start; not while a stream is open. Whether it was done."""
    module = sounddevice()
    with _alone():
        if _streams:
            return False
        module._terminate()
        module._initialize()
        return True


def _close(stream: Any) -> None:
    module = sounddevice()
    with _lock:
        with contextlib.suppress(module.PortAudioError):  # a device that has gone cannot be stopped, and need not be
            stream.abort(ignore_errors=True)
            stream.close(ignore_errors=True)
        _streams.discard(stream)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    module = sounddevice()
    if not _lock.acquire(timeout=PATIENCE_S):
        raise module.PortAudioError("another sound device does not let go of its stream")
    try:
        yield
    finally:
        _lock.release()


def settle() -> None:
    """Waits for streams that are being closed, for PATIENCE_S each."""
    for thread in list(_closing):
        thread.join(PATIENCE_S)


def _end() -> None:
    """Before sounddevice ends PortAudio: streams that are being closed come first, and one that never closes is not waited for."""
    settle()
    module = sys.modules.get("sounddevice")
    if _lock.locked() and module is not None:
        log.warning("a sound device does not let go of its stream")
        atexit.unregister(getattr(module, "_exit_handler", _end))
