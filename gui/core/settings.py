"""What the studio remembers between starts: theme, layout per screen size, recent models, volume. One INI file in the user's folder.

The folder is `DITONE_CONFIG_DIR` where set, else the platform's own. Without write access everything still works; `problem` says so.
"""

from __future__ import annotations

import json
import math
import os
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from ditone.runtime import files, folders, json_reading
from ditone.runtime.errors import DitoneError

RECENT = 8
TITLES, MOST_TITLES = "models/titles", 64
MOST_BYTES = 4 << 20  # a settings file has some kilobytes
RECOGNISER = "speech/recogniser"  # the key of the folder of the Whisper model


def config_dir() -> Path:
    """Where settings and presets live."""
    return folders.config()


class Settings:
    """Typed access to the settings file."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or config_dir()
        self.problem = _write_problem(self.folder)
        path = self.folder / "studio.ini"
        if os.path.lexists(path):
            self.problem = self.problem or _unusable(path)
            folders.tighten(path)
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    def text(self, key: str, default: str = "") -> str:
        """The value of a key as text."""
        value = self._store.value(key, default)
        return value if isinstance(value, str) else str(value) if isinstance(value, int | float) else default

    def flag(self, key: str, default: bool = False) -> bool:
        """The value of a key as yes or no."""
        return str(self._store.value(key, default)).lower() == "true"

    def number(self, key: str, default: float) -> float:
        """The value of a key as a number; the default where it is none."""
        try:
            value = float(str(self._store.value(key, default)))
        except (ValueError, OverflowError):
            return default
        return value if math.isfinite(value) else default

    def set(self, key: str, value: str | bool | float) -> None:
        """Remembers a value."""
        self._store.setValue(key, value)

    def remove(self, key: str) -> None:
        """Back to the default."""
        self._store.remove(key)

    def texts(self, key: str) -> list[str]:
        """A list of words; a single one is a list of one."""
        value = self._store.value(key, [])
        if isinstance(value, str):
            return [value] if value else []
        return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []

    def set_texts(self, key: str, values: list[str]) -> None:
        """Remembers a list of texts."""
        self._store.setValue(key, values)

    def layout(self, screen: str) -> tuple[QByteArray, QByteArray] | None:
        """(geometry, docks) as stored for a screen size, or None."""
        geometry, docks = (self._store.value(f"layout/{screen}/{part}") for part in ("geometry", "docks"))
        if isinstance(geometry, QByteArray) and isinstance(docks, QByteArray):
            return geometry, docks
        return None

    def set_layout(self, screen: str, geometry: QByteArray, docks: QByteArray) -> None:
        """Remembers where the docks are on a screen size."""
        self._store.setValue(f"layout/{screen}/geometry", geometry)
        self._store.setValue(f"layout/{screen}/docks", docks)

    def clear_layout(self, screen: str) -> None:
        """Forgets where the docks are on a screen size."""
        self._store.remove(f"layout/{screen}")

    def recent_models(self) -> list[str]:
        """Model names and folders, the latest first."""
        return self.texts("models/recent")

    def add_recent_model(self, model: str) -> None:
        """Puts a model on top of the recent ones."""
        self._store.setValue("models/recent", [model, *(m for m in self.recent_models() if m != model)][:RECENT])

    def model_title(self, model: str, default: str) -> str:
        """What a model was called when it was used: a list of takes is there before the engine that knows its models."""
        title = _titles(self.text(TITLES)).get(model)
        return title if isinstance(title, str) and title else default

    def remember_title(self, model: str, title: str) -> None:
        """Keeps what a model is called, of the last ones that were used."""
        titles = {name: words for name, words in _titles(self.text(TITLES)).items() if name != model}
        kept = dict([*titles.items(), (model, title)][-MOST_TITLES:])
        self._store.setValue(TITLES, json.dumps(kept))

    def forget_model(self, model: str) -> None:
        """Takes a model out of the recent ones."""
        self._store.setValue("models/recent", [m for m in self.recent_models() if m != model])

    def save(self) -> None:
        """Writes to disk now; Qt also does it by itself from time to time."""
        self._store.sync()
        folders.tighten(self.folder / "studio.ini")


def _titles(text: str) -> dict[str, object]:
    try:
        titles = json_reading.loads(text or "{}")
    except ValueError:
        return {}
    return titles if isinstance(titles, dict) else {}


def _unusable(path: Path) -> str:
    """Sets aside what cannot be a settings file and would hang or fill the memory, and says so; "" for one that can be tried."""
    try:
        if files.regular_file(path).st_size <= MOST_BYTES:
            return ""
    except DitoneError:
        pass
    aside = path.with_name(f"{path.name}.unusable-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    try:
        path.replace(aside)
    except OSError:
        return f"Settings cannot be read or saved: {path} is no settings file."
    return f"{path} was no settings file; it was set aside as {aside.name}, and all settings are as at the first start."


def _write_problem(folder: Path) -> str:
    """A sentence when settings cannot be written there, else ""."""
    try:
        folders.make_private(folder)
        probe, file = files.temporary_beside(folder / "studio.ini")
        file.close()
        probe.unlink()
    except OSError as error:
        return f"Settings cannot be saved in {folder} ({error.strerror}). Everything works; layout and presets are forgotten at the end."
    return ""
