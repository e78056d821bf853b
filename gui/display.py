"""Whether a window can open here at all; Qt itself would end the process without a word for people."""

from __future__ import annotations

import ctypes.util
import os
import sys

XCB_LIBRARIES = {  # what Qt's X11 plug-in loads, and the Debian package of each
    "xcb-cursor": "libxcb-cursor0",
    "xcb-icccm": "libxcb-icccm4",
    "xcb-keysyms": "libxcb-keysyms1",
    "xcb-shape": "libxcb-shape0",
    "xcb-xkb": "libxcb-xkb1",
    "xkbcommon-x11": "libxkbcommon-x11-0",
    "xkbcommon": "libxkbcommon0",
    "GL": "libgl1",
    "EGL": "libegl1",
    "fontconfig": "libfontconfig1",
    "dbus-1": "libdbus-1-3",
}
ELSEWHERE = '`ditone render "PROMPT" -o sound.wav` works without a window.'


def window_problem(platform: str = "", environment: dict[str, str] | None = None) -> str:
    """A sentence when no window can open, with what to do; "" when one can."""
    env = dict(os.environ) if environment is None else environment
    chosen = platform or env.get("QT_QPA_PLATFORM", "")
    if not sys.platform.startswith("linux") or chosen.split(":")[0] in ("offscreen", "minimal", "vnc", "linuxfb", "eglfs"):
        return ""
    if not env.get("DISPLAY") and not env.get("WAYLAND_DISPLAY"):
        return f"No window can open: this machine offers no display (neither DISPLAY nor WAYLAND_DISPLAY is set). {ELSEWHERE}"
    if env.get("DISPLAY") and not env.get("WAYLAND_DISPLAY"):
        missing = _missing_packages()
        if missing:
            return f"No window can open: system libraries are missing. Install them with: apt-get install {' '.join(missing)}. {ELSEWHERE}"
        if not _x_answers(env["DISPLAY"]):
            return f'No window can open: the display "{env["DISPLAY"]}" does not answer. {ELSEWHERE}'
    return ""


def _missing_packages() -> list[str]:
    return sorted(package for library, package in XCB_LIBRARIES.items() if ctypes.util.find_library(library) is None)


def _x_answers(display: str) -> bool:
    """Whether an X server accepts a connection; Qt aborts the process when none does."""
    name = ctypes.util.find_library("xcb")
    if name is None:
        return True
    xcb = ctypes.CDLL(name)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    broken = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not broken
