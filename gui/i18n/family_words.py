"""What the families say about their controls, in the user's language.

Families speak English and know nothing of Qt. `packaging/translations.py` collects their texts into the context used here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.i18n.translate import translated

if TYPE_CHECKING:
    from ditone.runtime.controls import Control
    from ditone.runtime.registry import ModelInfo

ROLES = "Roles"


def translate_model(info: ModelInfo) -> ModelInfo:
    """A model's description with titles and notes translated; names and values stay as they are."""
    presets = tuple(replace(preset, title=_words(preset.title), note=_words(preset.note)) for preset in info.presets)
    files = tuple(replace(file, role=translated(ROLES, file.role)) for file in info.files)
    return replace(
        info,
        controls=tuple(_control(control) for control in info.controls),
        presets=presets,
        files=files,
        licence_note=licence_words(info.licence_note),
    )


def licence_words(note: str) -> str:
    """A note on a licence; where a folder has licence files of its own, its last sentence says where they are."""
    if (whole := translated(ROLES, note)) != note:
        return whole
    terms, stop, where = note.rpartition(". ")
    return f"{translated(ROLES, terms + '.')} {translate_sentence(where)}" if stop else note


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
