from __future__ import annotations

import pytest
import torch
from discovery import Case, find_check, pending


def test_case(case: Case) -> None:
    check = find_check(case)
    if check is None:
        pending[case.family] += 1
        pytest.skip(f"pending: {case.family} has no check for {case.name} yet")
    with torch.inference_mode():
        check(case)
