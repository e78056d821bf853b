"""Two sounds side by side: figures, listening test, sweep, faster setting, report."""
