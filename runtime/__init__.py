"""The family-agnostic engine of Ditone: one diffusion transformer, its sampling, sessions and takes. Knows no Qt."""

import os

# Threads of a parallel loop sleep at its end instead of spinning. OpenMP reads this when torch is loaded, which is after this line.
# On a machine with other work, spinning threads wait for each other's time slices: a 3 s take took 40 s of wall time instead of 2 s.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
