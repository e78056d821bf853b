"""What the families say about their controls, in the user's language.

Families speak English and know nothing of Qt. `packaging/translations.py` collects their texts into the context used here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ditone.gui.i18n.translate import translated

if TYPE_CHECKING:
    from ditone.runtime.controls import Control
    from ditone.runtime.registry import ModelInfo


def translate_model(info: ModelInfo) -> ModelInfo:
    """A model's description with titles and notes translated; names and values stay as they are."""
    presets = tuple(replace(preset, title=_words(preset.title), note=_words(preset.note)) for preset in info.presets)
    return replace(info, controls=tuple(_control(control) for control in info.controls), presets=presets)


def _control(control: Control) -> Control:
    choices = tuple(replace(choice, title=_words(choice.title), note=_words(choice.note)) for choice in control.choices)
    return replace(
        control,
        title=_words(control.title),
        note=_words(control.note),
        inactive=_words(control.inactive),
        choices=choices,
    )


def _words(text: str) -> str:
    return translated("Controls", text)
