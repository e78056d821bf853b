"""What moves noise to sound whatever the family: time grids, guidance and solvers."""
