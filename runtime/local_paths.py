"""Model folders and sounds that were used on this machine: a private book, so that no file that is passed on has to name a place.

An exported file names a model by its folder's name alone, and a sound or an adapter by its SHA-256 (`file:sha256:...`): nothing in it
tells of its maker's folders, user name or recordings' names. `restored` finds both again here. What a file names by path, as earlier
versions wrote it and as anybody may write it, is followed only when it stands in the book; see `bounded`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from ditone.runtime import files, folders, json_reading
from ditone.runtime.errors import DitoneError
from ditone.runtime.request import Request
from ditone.runtime.voice_consents import digest

SCHEME = "file:sha256:"
UNKNOWN = "file:unknown"
MOST = 500  # of each kind; the oldest are forgotten


def remember_model(model: str) -> None:
    """Notes a model folder that is used here. Raises nothing."""
    if is_place(model):
        _add("models", str(_absolute(model)), model)


def is_known_model(model: str) -> bool:
    """Whether a model is built in, or a folder that was used here before; nothing is opened for the answer."""
    return not is_place(model) or str(_absolute(model)) in _book()["models"]


def is_place(text: str) -> bool:
    """Whether a text leads to a place in a file system, here or on another machine."""
    return "/" in text or "\\" in text or text.startswith("~") or bool(PureWindowsPath(text).drive)


def hidden(about: dict[str, Any]) -> dict[str, Any]:
    """What an exported file says of its take, without places; they are noted here, so that `restored` finds them."""
    request = about.get("request")
    if not isinstance(request, dict):
        return about
    told: dict[str, str] = {}
    model = str(request.get("model", ""))
    changed = dict(request)
    if is_place(model):
        remember_model(model)
        changed["model"] = told[model] = _last(model) or "model"
    extra = request.get("extra")
    if isinstance(extra, dict):
        changed["extra"] = {name: _hidden_value(value, told) for name, value in extra.items()}
    words = {**told, str(Path.home()): "~"}
    words |= {str(_absolute(place)): name for place, name in told.items()}
    words |= {_last(place): "a sound" for place, name in told.items() if name.startswith("file:") and _last(place)}
    result = {name: _without(value, words) for name, value in about.items() if name != "request"}
    return {**result, "request": changed}


def restored(request: Request) -> Request:
    """The request of an exported file with the places that this machine knows; what it does not know stays as it is written."""
    book = _book()
    model = request.model
    if not is_place(model):
        found = (path for path in reversed(book["models"]) if _last(path) == model and Path(path).is_dir())
        model = _as_given(book["models"], next(found, model))
    extra = tuple((name, _restored_value(value, book["sounds"])) for name, value in request.extra)
    return dataclasses.replace(request, model=model, extra=extra)


def bounded(request: Request) -> tuple[Request, list[str]]:
    """What a dropped file's settings may bring along: sounds that were used here. Other files they name are left out, and named."""
    known = {path for path, _ in _book()["sounds"].values()}
    left: list[str] = []
    extra = tuple((name, _bounded_value(value, known, left)) for name, value in request.extra)
    return dataclasses.replace(request, extra=extra), left


def _bounded_value(value: Any, known: set[str], left: list[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(item for item in (_bounded_value(item, known, left) for item in value) if item != "")
    if isinstance(value, str) and (value.startswith("file:") or (_looks_like_file(value) and str(_absolute(value)) not in known)):
        left.append(value)
        return ""
    return value


def _hidden_value(value: Any, told: dict[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return [_hidden_value(item, told) for item in value]
    if not isinstance(value, str) or not value or len(value) > 4096:
        return value
    path = _absolute(value)
    with contextlib.suppress(OSError, ValueError, DitoneError):
        if path.is_file():
            sum_ = digest(path)
            _add("sounds", sum_, [str(path), value])
            told[value] = f"{SCHEME}{sum_}"
            return told[value]
    if _looks_like_file(value):
        told[value] = UNKNOWN
        return UNKNOWN
    return value


def _restored_value(value: Any, sounds: dict[str, Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_restored_value(item, sounds) for item in value)
    if not isinstance(value, str) or not value.startswith(SCHEME):
        return value
    sum_ = value.removeprefix(SCHEME)
    path, given = sounds.get(sum_, ("", ""))
    with contextlib.suppress(DitoneError, OSError):
        if path and digest(Path(path)) == sum_:
            return given if str(_absolute(given)) == path else path
    return value


def _looks_like_file(text: str) -> bool:
    """Whether a text can only be meant as the path of a file, wherever that is."""
    rooted = text.startswith(("/", "~", "\\")) or bool(PureWindowsPath(text).drive) or ".." in PurePosixPath(text).parts
    return rooted and bool(PureWindowsPath(text).suffix or PurePosixPath(text).suffix)


def _without(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _without(item, words) for name, item in value.items()}
    if isinstance(value, list):
        return [_without(item, words) for item in value]
    if isinstance(value, str):
        for place in sorted(words, key=len, reverse=True):
            if len(place) > 1:
                value = value.replace(place, words[place])
    return value


def _as_given(models: dict[str, Any], path: str) -> str:
    """A folder as it was written when it was used, where that still leads to it."""
    given = models.get(path, path)
    return given if isinstance(given, str) and str(_absolute(given)) == path else path


def _absolute(text: str) -> Path:
    try:
        return Path(text).expanduser().absolute()
    except (RuntimeError, OSError):  # no home folder, or the folder one stands in is gone
        return Path(text)


def _last(place: str) -> str:
    """The last name of a path of any system."""
    return PureWindowsPath(place).name if "\\" in place else PurePosixPath(place).name


def _path() -> Path:
    return folders.data() / "places.json"


def _book() -> dict[str, dict[str, Any]]:
    """models: absolute path -> as given. sounds: SHA-256 -> (absolute path, as given). What is damaged counts as not known."""
    try:
        data = json_reading.Node.load(_path(), error=DitoneError).data
    except DitoneError:
        data = {}
    models, sounds = (found if isinstance(found := data.get(kind), dict) else {} for kind in ("models", "sounds"))
    return {
        "models": {path: given for path, given in models.items() if isinstance(given, str)},
        "sounds": {sum_: tuple(place) for sum_, place in sounds.items() if _is_pair(place)},
    }


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(item, str) for item in value)


def _add(kind: str, key: str, value: Any) -> None:
    book = _book()
    if book[kind].get(key) == (tuple(value) if isinstance(value, list) else value):
        return
    book[kind].pop(key, None)
    book[kind][key] = value
    kept = {name: dict(list(_items(entries))[-MOST:]) for name, entries in book.items()}
    with contextlib.suppress(OSError):  # it is only remembered for convenience
        folders.make_private(_path().parent)
        files.write_bytes(_path(), json.dumps(kept).encode(), mode=files.PRIVATE)


def _items(entries: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return iter(entries.items())
