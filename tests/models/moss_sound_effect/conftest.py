"""The tiny published-layout model, loaded once in float32, and copies of its folder to damage."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ditone.models.moss_sound_effect.family import family
from ditone.models.moss_sound_effect.pipeline import MossSoundEffectPipeline
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session
from tests.models.moss_sound_effect import published


def described(folder: Path) -> ModelInfo:
    info = family.recognise(folder)
    assert info is not None
    return info


def opened(folder: Path, **settings: object) -> Session:
    return Session.open(described(folder), EngineSettings(**{"precision": "float32", "threads": 1, **settings}))  # type: ignore[arg-type]


def asked(session: Session, **values: object) -> Request:
    """A request of a few steps for what the session holds."""
    request = session.info.defaults().replaced(engine=session.engine.settings)
    return request.replaced(**{"prompt": "a dog barks", "duration_s": 0.5, "steps": 3, "seed": 5, **values})


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with opened(published.REFERENCE_MODEL) as session:
        yield session


@pytest.fixture
def pipeline(session: Session) -> MossSoundEffectPipeline:
    pipeline = session._pipeline
    assert isinstance(pipeline, MossSoundEffectPipeline)
    return pipeline


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A private copy of the model folder."""
    return Path(shutil.copytree(published.REFERENCE_MODEL, tmp_path / "model"))
