"""Several single-thread processes that train one model: each takes its share of every batch, gradients are averaged.

Two processes of one thread do more on a busy machine than one process of two threads, which waits at every operation.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor, nn


@dataclass(frozen=True)
class Team:
    """This process's place among `size` workers."""

    rank: int = 0
    size: int = 1

    @property
    def leads(self) -> bool:
        """Whether this process writes checkpoints and messages."""
        return self.rank == 0

    def agree(self, model: nn.Module, facts: Sequence[float]) -> list[float]:
        """Average gradients and a few numbers over the team, so that every worker takes the same decisions."""
        if self.size == 1:
            return list(facts)
        gradients = [p.grad for p in model.parameters() if p.grad is not None]
        flat = torch.cat([g.flatten() for g in gradients] + [torch.tensor(facts, dtype=torch.float32)])
        dist.all_reduce(flat)
        flat /= self.size
        start = 0
        for g in gradients:
            g.copy_(flat[start : start + g.numel()].view_as(g))
            start += g.numel()
        return flat[start:].tolist()

    def share(self, tensor: Tensor) -> Tensor:
        """This worker's items of a batch."""
        return tensor[self.rank :: self.size]


def join(rank: int, size: int, meeting: Path) -> Team:
    """Meet the other workers through a file; size 1 needs none."""
    if size > 1:
        dist.init_process_group(
            "gloo", init_method=f"file://{meeting}", rank=rank, world_size=size, timeout=timedelta(minutes=10)
        )
    return Team(rank, size)


def start_others(size: int, meeting: Path) -> None:
    """Start workers 1 to size - 1 with this process's own command line; they end when this process ends."""
    meeting.unlink(missing_ok=True)
    for rank in range(1, size):
        environment = {**os.environ, "MINI_SFX_RANK": str(rank)}
        subprocess.Popen([sys.executable, *sys.argv], env=environment, start_new_session=True)


def own_rank() -> int:
    """Rank of this process: 0 unless it was started by `start_others`."""
    return int(os.environ.get("MINI_SFX_RANK", "0"))
