"""The folder of random weights that measurements use is a folder like any other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ditone.runtime import registry
from ditone.runtime.session import Session
from tests.bench.full_size_stable_audio_3 import build, measure
from tests.models.stable_audio_3.published import MODELS


def test_a_random_folder_loads_and_makes_a_finite_take(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "random"
    build(folder, "small-sfx", "BF16", like=MODELS / "small-base")
    info = registry.recognise(folder)
    assert info.problems == ()
    with Session.open(info) as session:
        take = session.generate(info.defaults().replaced(prompt="rain", duration_s=1.0, steps=1))
    assert np.isfinite(take.audio).all()
    measure(folder, [1.0], steps=2, precision="bfloat16", threads=1)
    assert "1.0 s" in capsys.readouterr().out
    with pytest.raises(FileExistsError):
        build(folder, "small-sfx", "F32", like=MODELS / "small-base")
