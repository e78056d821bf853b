"""No family's loading imports torch's compiler, which takes seconds, but where a library does so itself."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.models.test_release import ONE_A_FAMILY

SCRIPT = """
import json, sys
from ditone.runtime import registry
from ditone.runtime.session import Session
from tests.bench.parity import settings_of

guilty = []
for model in sys.argv[1:]:
    with Session.open(registry.resolve(model), settings_of("")):
        if "torch._dynamo" in sys.modules and "transformers.masking_utils" not in sys.modules:  # which imports it
            guilty.append(model)
            break
print(json.dumps(guilty))
"""


@pytest.mark.timeout(300)  # a process of its own, which imports everything anew
def test_loading_never_imports_the_compiler() -> None:
    models = sorted((info.model for info in ONE_A_FAMILY.values()), key=lambda model: not model.startswith("mini"))
    assert {"mini-sfx", "mini-voice"} <= set(models)
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, *models]
    out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=280).stdout
    assert json.loads(out.splitlines()[-1]) == []
