"""Two hundred takes of changing shape leave nothing behind but the weights."""

from __future__ import annotations

import ctypes
import gc
import sys

import numpy as np
import psutil
import pytest
import torch

from ditone.runtime.errors import Cancelled
from ditone.runtime.request import Request
from ditone.runtime.run import SilentObserver
from ditone.runtime.session import Session
from tests import tiny as tinies
from tests.tiny import TinyFamily

TAKES, WARM_UP = 200, 60


def live_bytes() -> int:
    """Memory of all tensors that are reachable."""
    gc.collect()
    storages = {}
    for thing in gc.get_objects():
        if type(thing) in (torch.Tensor, torch.nn.Parameter):
            if thing.is_mkldnn:  # arranged weights have no storage that could be asked
                storages[-id(thing)] = thing.nbytes
                continue
            storage = thing.untyped_storage()
            storages[storage.data_ptr()] = storage.nbytes()
    return sum(storages.values())


def resident_kib() -> float:
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)  # free memory that the allocator keeps is no leak
    return psutil.Process().memory_info().rss / 1024


def varied(take: int, base: Request) -> Request:
    """Lengths that grow and shrink, other solvers, guidance on and off, other prompts."""
    return base.replaced(
        prompt="a test tone " * (1 + take % 5),
        duration_s=(0.2, 4.0, 1.1, 2.7, 0.5)[take % 5],
        cfg_scale=(1.0, 3.0)[take % 2],
        apg=(0.0, 1.0)[take // 2 % 2],
        solver=("euler", "midpoint", "rk4", "pingpong")[take % 4],
        steps=2 + take % 3,
        seed=take,
    )


class Stopper(SilentObserver):
    def __init__(self, session: Session) -> None:
        self.session = session

    def step(self, done: int, steps: int) -> None:
        self.session.cancel()


@pytest.mark.timeout(600)
def test_two_hundred_takes_leave_memory_flat(tiny: TinyFamily) -> None:
    with Session.open(tinies.INFO) as session:
        base = session.info.defaults().replaced(engine=session.engine.settings)
        session.release()
        loaded = live_bytes()
        readings = []
        for take in range(TAKES):
            if take % 20 == 7:
                with pytest.raises(Cancelled):
                    session.generate(varied(take, base), Stopper(session))
            else:
                session.generate(varied(take, base))
            if take >= WARM_UP and take % 10 == 9:
                readings.append((take, resident_kib()))
        takes, memory_kib = np.array(readings).T
        slope = np.polyfit(takes, memory_kib, 1)[0]
        print(f"process memory over {TAKES - WARM_UP} takes: {slope:+.2f} KiB a take, spread {np.ptp(memory_kib):.0f} KiB")
        # one take's latents, keys and modulation are about 200 KiB, its sound 250 KiB
        assert slope < 20
        session.release()
        assert live_bytes() == loaded
    assert session._pipeline is None


def test_the_meter_of_this_test_sees_a_leak(tiny: TinyFamily) -> None:
    with Session.open(tinies.INFO) as session:
        base = session.info.defaults().replaced(engine=session.engine.settings)
        loaded = live_bytes()
        kept = [torch.from_numpy(session.generate(varied(take, base)).audio) for take in range(3)]
        assert live_bytes() - loaded >= sum(sound.numel() * 4 for sound in kept)
