"""What people call the solvers, where a take is shown before the engine is there."""

from __future__ import annotations

import sys

SOLVER_TITLES = {  # of the solvers that come along: a list of stored takes is there before torch, and so before the solvers' own table
    "euler": "Euler",
    "midpoint": "Midpoint",
    "rk4": "RK4",
    "rk4-38": "RK4 (3/8 rule)",
    "pingpong": "PingPong",
    "dpmpp": "DPM-Solver++ 2M",
    "meanflow": "MeanFlow",
    "consistency": "Consistency steps",
}


def solver_title(name: str) -> str:
    """A solver's name for people; one of another package's is known once the engine is there."""
    table = getattr(sys.modules.get("ditone.runtime.sampling.solvers"), "SOLVERS", {})
    return table[name].title if name in table else SOLVER_TITLES.get(name, name)
