"""Every strange sound through the command line: figures, a take, or a sentence that names the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ditone.runtime.cli import main
from tests import strange_sounds

BAD = ("Traceback", "An error inside Ditone", "Warning")


@pytest.mark.parametrize("kind", strange_sounds.KINDS)
def test_compare(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, strange = strange_sounds.write(tmp_path, "plain"), strange_sounds.write(tmp_path, kind)
    for pair in ((plain, strange), (strange, plain)):
        for more in ((), ("--json",)):
            code = main(["compare", *map(str, pair), *more])
            said = capsys.readouterr()
            assert not any(word in said.out + said.err for word in BAD)
            if kind in ("nine_channels", "rate_1_hz"):
                assert code == 1
            if code:
                assert said.err.startswith("ditone: ") and f"{kind}.wav" in said.err
            elif kind in ("one_nan", "infinite"):
                assert "not finite numbers" in said.out


@pytest.mark.parametrize("kind", strange_sounds.KINDS)
def test_recall(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recall", str(strange_sounds.write(tmp_path, kind))]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("ditone: ") and f"{kind}.wav" in said.err
    assert not any(word in said.out + said.err for word in BAD)
