"""The tiny model, loaded once in float32; copies of its folder to damage; a voice store of its own for every test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ditone.models.cosyvoice3.family import family
from ditone.models.cosyvoice3.pipeline import CosyVoice3Pipeline
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session
from tests.models.cosyvoice3 import published


def described(folder: Path) -> ModelInfo:
    info = family.recognise(folder)
    assert info is not None
    return info


def opened(folder: Path = published.MODEL, **settings: object) -> Session:
    return Session.open(described(folder), EngineSettings(**{"precision": "float32", "threads": 1, **settings}))  # type: ignore[arg-type]


def asked(session: Session, **values: object) -> Request:
    """A clone request of two steps for what the session holds."""
    request = session.info.defaults().replaced(engine=session.engine.settings)
    usual = {"prompt": "hello", "reference": str(published.PROMPT_WAV), "transcript": "the shell", "steps": 2, "seed": 5}
    return request.replaced(**{**usual, **values})


@pytest.fixture(autouse=True)
def voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved voices."""
    folder = tmp_path / "voices"
    monkeypatch.setenv("DITONE_VOICES", str(folder))
    return folder


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with opened() as session:
        yield session


@pytest.fixture
def pipeline(session: Session) -> CosyVoice3Pipeline:
    pipeline = session._pipeline
    assert isinstance(pipeline, CosyVoice3Pipeline)
    return pipeline


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A private copy of the model folder."""
    return Path(shutil.copytree(published.MODEL, tmp_path / "model"))
