"""`python -m ditone`: the same as the command `ditone`."""

import signal
import sys

if __name__ == "__main__":
    # while Python still imports, Ctrl+C ends it without a traceback; `main` takes it over
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from ditone.runtime.cli import main

    sys.exit(main())
