"""Lazy imports are found in the source, and what cannot be imported is a fault."""

from __future__ import annotations

import sys
from importlib import metadata

import pytest

from ditone.runtime.installation import imports, sample_folders
from ditone.runtime.installation.imports import Import

SOURCE = """
import os
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import for_types
def late():
    import soxr
    from transformers import Qwen2Model, T5GemmaEncoderModel
    importlib.import_module("pyloudnorm")
    if sys.platform == "plan9":
        import of_plan9
"""


def test_imports_inside_functions_are_found_and_those_for_types_and_other_systems_are_not() -> None:
    found = set(imports.imports_of(SOURCE, "x"))
    assert {Import("os"), Import("soxr"), Import("pyloudnorm"), Import("transformers", "T5GemmaEncoderModel")} <= found
    assert not {"for_types", "of_plan9"} & {wanted.module for wanted in found}


def test_the_program_s_own_list_holds_every_floor_and_what_only_rare_moves_need() -> None:
    modules = {wanted.module for wanted in imports.everything()}
    assert {
        "ditone.gui.studio",
        "ditone.models.dots.family",
        "onnxruntime",
        "pyqtgraph",
        "sounddevice",
        "transformers",
    } <= modules


def test_what_cannot_be_imported_is_a_fault_and_an_extra_that_is_not_installed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {Import("json", "dumps"), Import("json", "no_such_name"), Import("gone"), Import("ray", "init"), Import("broken")}
    monkeypatch.setattr(imports, "everything", lambda: wanted)
    monkeypatch.setattr(imports, "optional_modules", lambda: {"ray": "ray", "broken": "torch"})
    monkeypatch.setattr(imports, "is_installed", lambda package: package == "torch")
    monkeypatch.setitem(sys.modules, "broken", None)
    found = imports.check()
    assert found.done == 1
    assert [fault.split(":")[0] for fault in found.faults] == ["broken", "gone", "json (no_such_name)"]
    assert found.left_out == ("ray",)


def test_sound_libraries_that_the_system_lacks_are_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(wanted: Import) -> None:
        raise OSError("libasound.so.2: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(imports, "everything", lambda: {Import("sounddevice"), Import("soundfile")})
    monkeypatch.setattr(imports, "attempt", attempt)
    found = imports.check()
    assert [fault.split(":")[0] for fault in found.faults] == ["soundfile"]
    assert found.left_out == ("sound libraries of this system",)


def test_optional_packages_are_those_of_extras_alone() -> None:
    optional = imports.optional_modules()
    assert optional["onnxruntime"] == "onnxruntime"
    assert optional["faster_whisper"] == "faster-whisper"
    assert "torch" not in optional


def test_every_family_has_a_built_in_model_or_a_sample_folder() -> None:
    declared = {entry.name for entry in metadata.entry_points(group="ditone.families")}
    assert declared - set(sample_folders.recipes()) == {"mini"}
