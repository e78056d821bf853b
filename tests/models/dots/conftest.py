"""Tiny model folders in the published layout, complete with a speaker encoder, and loaded sessions over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from safetensors.torch import load_file

from ditone.models.dots.config import read_config
from ditone.models.dots.family import family
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session
from tests.models.dots.published import write_speaker_encoder

CASES = Path(__file__).parents[2] / "reference" / "cases" / "dots"
SETTINGS = EngineSettings(device="cpu", precision="float32", threads=1)


@pytest.fixture(scope="session")
def cases() -> Path:
    """The recorded cases."""
    return CASES


@pytest.fixture(scope="session")
def speaker_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("speaker") / "speaker_encoder.safetensors"
    kernel = load_file(CASES / "speaker" / "case.safetensors")["input.resample_kernel"]
    write_speaker_encoder(path, read_config(CASES / "models" / "soar").speaker_dim, kernel)
    return path


@pytest.fixture
def model_folder(tmp_path: Path, speaker_file: Path) -> Callable[[str], Path]:
    """A complete copy of a tiny variant, whose files a test may change."""

    def copy(variant: str) -> Path:
        folder = tmp_path / variant
        folder.mkdir()
        for path in (CASES / "models" / variant).iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        (folder / speaker_file.name).symlink_to(speaker_file)
        return folder

    return copy


@pytest.fixture(scope="session")
def info(tmp_path_factory: pytest.TempPathFactory, speaker_file: Path) -> Callable[[str], ModelInfo]:
    """The description of a complete tiny variant."""
    root = tmp_path_factory.mktemp("models")

    def describe(variant: str) -> ModelInfo:
        folder = root / variant
        if not folder.exists():
            folder.mkdir()
            for path in [*(CASES / "models" / variant).iterdir(), speaker_file]:
                (folder / path.name).symlink_to(path)
        found = family.recognise(folder)
        assert found is not None
        return found

    return describe


@pytest.fixture(scope="session")
def session(info: Callable[[str], ModelInfo]) -> Iterator[Callable[[str], Session]]:
    """One loaded session a variant, shared by all tests."""
    opened: dict[str, Session] = {}

    def get(variant: str) -> Session:
        if variant not in opened:
            opened[variant] = Session.open(info(variant), SETTINGS)
        return opened[variant]

    yield get
    for each in opened.values():
        each.close()


@pytest.fixture(scope="session")
def request_for(info: Callable[[str], ModelInfo]) -> Callable[..., Request]:
    """A short request: two steps, six patches, never stopping early; values on top."""

    def make(variant: str = "soar", **values: object) -> Request:
        found = info(variant)
        short: dict[str, object] = {"prompt": "Hello world.", "max_patches": 6, "stop_threshold": 1.0, "split": "off"}
        if variant in ("soar", "mf"):
            short["steps"] = 2
        return found.defaults().replaced(engine=SETTINGS, **{**short, **values})

    return make
