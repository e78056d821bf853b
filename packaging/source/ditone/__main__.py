"""`python -m ditone`: the same as the command `ditone`."""

import sys

from ditone.runtime.cli import main

if __name__ == "__main__":
    sys.exit(main())
