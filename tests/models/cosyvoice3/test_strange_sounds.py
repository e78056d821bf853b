"""Every strange sound as a voice: a finite take, or a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ditone.runtime.errors import DitoneError
from ditone.runtime.session import Session
from tests import strange_sounds
from tests.models.cosyvoice3.conftest import asked


@pytest.mark.parametrize("kind", strange_sounds.KINDS)
def test_as_a_voice(session: Session, kind: str, tmp_path: Path) -> None:
    path = strange_sounds.write(tmp_path, kind)
    take, said = None, ""
    try:
        take = session.generate(asked(session, prompt="hi", reference=str(path), steps=1))
    except DitoneError as error:
        said = error.text()
    if take is None:
        assert said.endswith(".") and "An error inside" not in said
        assert kind not in ("plain", "right_silent", "left_clipped_right_empty", "six_channels")
    else:
        assert kind not in strange_sounds.REFUSED_BY_MODELS
        assert np.isfinite(take.audio).all()
