"""Every strange sound as the source of a take: a finite take, or a sentence that names the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ditone.runtime.errors import DitoneError
from ditone.runtime.session import Session
from tests import strange_sounds
from tests.models.stable_audio_3.test_takes import make


@pytest.mark.parametrize("kind", strange_sounds.KINDS)
def test_as_a_source(small: Session, kind: str, tmp_path: Path) -> None:
    path = strange_sounds.write(tmp_path, kind)
    if kind in strange_sounds.REFUSED_BY_MODELS:
        with pytest.raises(DitoneError, match=rf"{kind}\.wav "):
            make(small, mode="restyle", source=str(path), steps=1, duration_s=0.3)
        return
    take = make(small, mode="restyle", source=str(path), steps=1, duration_s=0.3)
    assert np.isfinite(take.audio).all()
