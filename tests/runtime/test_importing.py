"""A model is loaded while its text is already being read: both need the same large library for the first time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ditone.runtime.installation import sample_folders

BOTH = """
import sys, threading
from ditone.runtime import registry
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session
info = registry.resolve(sys.argv[1])
values = {control.name: control.default for control in info.controls}
request = Request(model=info.model).replaced(**{**values, "prompt": "At 5 p.m."})
begin = threading.Barrier(2)
def attempt(what):
    begin.wait()
    what()
failed = []
threading.excepthook = lambda args: failed.append(repr(args.exc_value))
works = (lambda: Session.open(info, EngineSettings()).close(), lambda: info.read(request))
threads = [threading.Thread(target=attempt, args=(work,)) for work in works]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(failed)
"""


@pytest.mark.parametrize("family", ["cosyvoice3", "dots"])
def test_loading_and_reading_at_once_import_everything_whole(tmp_path: Path, family: str) -> None:
    sample_folders.write(sample_folders.recipes()[family], tmp_path / "model")
    done = subprocess.run(
        [sys.executable, "-c", BOTH, str(tmp_path / "model")], capture_output=True, text=True, timeout=180, check=True
    )
    assert done.stdout.strip() == "[]"
