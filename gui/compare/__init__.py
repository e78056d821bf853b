"""Two sounds side by side: figures, listening test, sweep, fast twin, report."""
