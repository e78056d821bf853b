"""Presets of a person: one JSON file each in the settings folder, per model family and variant."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.runtime.controls import Preset

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo


class UserPresets:
    """Presets in `folder` (made on first save). Unreadable files are left alone and not listed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self, info: ModelInfo) -> list[Preset]:
        """The presets of a variant by title."""
        found = []
        for path in sorted(self.folder.glob(f"{_slug(info.family)}.{_slug(info.variant)}.*.json")):
            try:
                data = json.loads(path.read_text(encoding="utf-8"))
                values = {str(name): _frozen(value) for name, value in data["values"].items() if info.control(name) is not None}
                found.append(Preset(path.stem, str(data["title"]), tuple(values.items())))
            except (OSError, ValueError, KeyError, AttributeError, TypeError):
                continue
        return found

    def save(self, info: ModelInfo, title: str, values: Mapping[str, Any]) -> Preset:
        """Writes a preset, replacing one of the same title. Raises OSError where the folder cannot be written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{_slug(info.family)}.{_slug(info.variant)}.{_slug(title)}"
        text = json.dumps(
            {"title": title, "family": info.family, "variant": info.variant, "values": dict(values)}, ensure_ascii=False, indent=1
        )
        temporary = self.folder / f"{stem}.json.part"
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(self.folder / f"{stem}.json")
        return Preset(stem, title, tuple(values.items()))

    def delete(self, preset: Preset) -> None:
        (self.folder / f"{preset.name}.json").unlink(missing_ok=True)


def full_values(info: ModelInfo, preset: Preset | None) -> dict[str, Any]:
    """The value of every control under a preset: the control's default where the preset is silent."""
    return {**{control.name: control.default for control in info.controls}, **dict(preset.values if preset else ())}


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "preset"


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
