"""Finding families and models: by entry point, by name, by folder; whatever is not known is said."""

from importlib import metadata
from pathlib import Path

import pytest

from ditone.runtime import registry
from ditone.runtime.errors import BadModelFolder, BadRequest, OutOfMemory
from ditone.runtime.request import Request
from tests.tiny import INFO, TinyFamily


class Entry:
    def __init__(self, name: str, result: object) -> None:
        self.name = name
        self.value = "package.module:family"
        self.result = result

    def load(self) -> object:
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def test_a_broken_family_does_not_take_the_others_down(monkeypatch: pytest.MonkeyPatch) -> None:
    family = TinyFamily()
    entries = [Entry("tiny", family), Entry("other", ImportError("no such module"))]
    monkeypatch.setattr(metadata, "entry_points", lambda group: entries if group == "ditone.families" else [])
    registry.broken.cache_clear()
    registry.families.cache_clear()
    try:
        assert registry.families() == {"tiny": family}
        assert registry.broken() == {"other": "ImportError: no such module"}
    finally:
        registry.broken.cache_clear()
        registry.families.cache_clear()


def test_a_lack_of_memory_is_said_and_hides_no_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Noted as a family's fault, the sentence would be that there is no such model."""
    family = TinyFamily()
    monkeypatch.setattr(registry, "families", lambda: {"tiny": family})
    for method, call in (("builtin", registry.builtin_models), ("recognise", lambda: registry.recognise(tmp_path))):
        with monkeypatch.context() as patch:
            patch.setattr(family, method, lambda *_: bytearray(2**62))
            with pytest.raises(OutOfMemory, match="out of memory"):
                call()
    assert registry.broken() == {}


def test_every_declared_family_loads_and_describes_its_built_in_models() -> None:
    names = {entry.name for entry in metadata.entry_points(group=registry.GROUP)}
    assert names
    assert set(registry.families()) == names
    assert registry.broken() == {}
    for info in registry.builtin_models():
        assert info.family in names
        assert info.checked(info.defaults().replaced(prompt=info.example_prompt)).model == info.model
        assert info.licence
        for preset in info.presets:
            info.checked(info.defaults().replaced(prompt=info.example_prompt, **dict(preset.values)))


def test_models_are_resolved_by_name_or_folder(tiny: TinyFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert registry.resolve("tiny") == INFO
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "tiny.json").write_text("{}")
    assert registry.resolve(str(folder)).model == str(folder)
    monkeypatch.chdir(tmp_path)
    assert registry.resolve("mine").model == "mine"
    assert registry.family_of(INFO) is tiny


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("tinny", 'no built-in model "tinny" and no folder of that name. Did you mean "tiny"?'),
        ("./nowhere", "nowhere does not exist."),
        ("file.bin", "file.bin is a file; a model is a folder."),
        (".", "It holds file.bin; known families are Tiny."),
    ],
)
def test_what_cannot_be_resolved_is_said(
    tiny: TinyFamily, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.bin").write_bytes(b"")
    with pytest.raises(BadModelFolder) as error:
        registry.resolve(model)
    assert sentence in error.value.text()


def test_requests_are_completed_and_checked_against_the_controls() -> None:
    bare = Request("tiny", prompt="x", duration_s=1.0, steps=8, solver="rk4", cfg_scale=2.0)
    assert INFO.checked(bare).value("brightness") == 0.5
    with pytest.raises(BadRequest) as error:
        INFO.checked(bare.replaced(brightnes=0.3))
    assert error.value.text() == 'Tiny has no control "brightnes". Did you mean "brightness"?'


@pytest.mark.parametrize(
    ("name", "words"), [("a.gguf", "in GGUF form"), ("a.onnx", "as ONNX networks"), ("weights.npz", "in the form of MLX")]
)
def test_a_folder_in_the_form_of_another_program_is_named_as_such(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).write_bytes(b"x")
    with pytest.raises(BadModelFolder, match=words):
        registry.recognise(tmp_path)
