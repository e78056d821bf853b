"""Presets of a person: one JSON file each in the settings folder, per model family and variant."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.runtime import files, folders, json_reading
from ditone.runtime.controls import Preset
from ditone.runtime.errors import DitoneError

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import Request


log = logging.getLogger("ditone.presets")
LONGEST_TITLE = 200


class UserPresets:
    """Presets in `folder` (made on first save). Unreadable files are left alone and not listed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self, info: ModelInfo) -> list[Preset]:
        """The presets of a variant by title."""
        found = []
        for path in sorted(self.folder.glob(f"{_slug(info.family)}.{_slug(info.variant)}.*.json")):
            try:
                data = json_reading.Node.load(path, error=DitoneError)
                title, stored = data.text("title"), data.node("values").data
            except DitoneError as error:
                log.warning("a preset cannot be read: %s", error.text())
                continue
            found.append(Preset(path.stem, title[:LONGEST_TITLE], tuple(usable(info, stored).items())))
        return found

    def save(self, info: ModelInfo, title: str, values: Mapping[str, Any]) -> Preset:
        """Writes a preset, replacing one of the same title. Raises OSError where the folder cannot be written."""
        folders.make_private(self.folder)
        stem = f"{_slug(info.family)}.{_slug(info.variant)}.{_slug(title)}"
        text = json.dumps(
            {"title": title, "family": info.family, "variant": info.variant, "values": dict(values)}, ensure_ascii=False, indent=1
        )
        files.write_bytes(self.folder / f"{stem}.json", text.encode(errors="replace"), mode=files.PRIVATE)
        return Preset(stem, title, tuple(values.items()))

    def delete(self, preset: Preset) -> None:
        """Removes a preset's file."""
        (self.folder / f"{preset.name}.json").unlink(missing_ok=True)


def usable(info: ModelInfo, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values that this variant's controls take: numbers brought into their range, others of a wrong type left out (the default stands)."""
    found = {}
    for name, given in values.items():
        control = info.control(name)
        if control is None:
            continue
        value = _frozen(given)
        try:
            if control.kind in ("number", "integer") and not isinstance(value, bool) and isinstance(value, int | float):
                value = control.clamp(round(value) if control.kind == "integer" else value)
            required = control.required and value == control.default  # an empty field is filled in by its user
            found[name] = value if required else control.check(value)
        except (DitoneError, OverflowError, ValueError, TypeError) as error:
            log.warning("the value of %s is left out: %s", name, error)
    return found


def request_of(info: ModelInfo, request: Request) -> Request:
    """A request that came from outside, with what this variant's controls do not take at their defaults."""
    given = {control.name: request.value(control.name, control.default) for control in info.controls}
    values = {control.name: control.default for control in info.controls}
    return request.replaced(**{**values, **usable(info, given)})


def full_values(info: ModelInfo, preset: Preset | None) -> dict[str, Any]:
    """The value of every control under a preset: the control's default where the preset is silent."""
    return {**{control.name: control.default for control in info.controls}, **dict(preset.values if preset else ())}


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "preset"


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
