"""Starts Ditone inside a macOS application bundle."""

from ditone.runtime.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
