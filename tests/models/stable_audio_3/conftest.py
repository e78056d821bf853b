"""The tiny recorded model folders, and copies of them that a test may break."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ditone.models.stable_audio_3.family import family
from ditone.runtime import precision, registry
from ditone.runtime.session import Session
from tests.models.stable_audio_3.published import MODELS


@pytest.fixture(autouse=True)
def only_this_family(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "families", lambda: {family.name: family})
    monkeypatch.setattr(precision, "measured", nothing_measured)


def nothing_measured(family: str, model: str, device: object) -> dict[str, precision.Measured]:
    """So that "auto" is the family's default on every processor."""
    return {}


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[str], Path]:
    """A private copy of a model folder."""

    def copy(name: str) -> Path:
        return Path(shutil.copytree(MODELS / name, tmp_path / name))

    return copy


@pytest.fixture(scope="session")
def small() -> Iterator[Session]:
    with _opened("small") as session:
        yield session


@pytest.fixture(scope="session")
def base() -> Iterator[Session]:
    with _opened("small-base") as session:
        yield session


@pytest.fixture(scope="session")
def medium() -> Iterator[Session]:
    with _opened("medium") as session:
        yield session


def _opened(name: str) -> Session:
    info = family.recognise(MODELS / name)
    assert info is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "families", lambda: {family.name: family})
        patch.setattr(precision, "measured", nothing_measured)
        return Session.open(info)
