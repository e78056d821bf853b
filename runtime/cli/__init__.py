"""The command line: `ditone` opens the studio, `ditone render` makes takes without it, `ditone models` and `inspect` tell what can be run.

Exit codes: 0 done, 1 failed with a sentence, 2 not understood, 130 stopped by Ctrl+C. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ditone.runtime.errors import BadRequest, DitoneError

TRACEBACK = "DITONE_TRACEBACK"
DONE, FAILED, USAGE, STOPPED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    from ditone.runtime.cli.options import parse

    try:
        command, options = parse(list(sys.argv[1:] if argv is None else argv))
        return command(options)
    except BadRequest as error:
        return _say(error, USAGE)
    except DitoneError as error:
        return _say(error, FAILED)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # the reader of our output has gone, as in `ditone models | head -1`
        sys.stderr.close()
        return FAILED
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        return _say(
            DitoneError(f"An error inside Ditone: {type(error).__name__}: {error}.", f"{TRACEBACK}=1 shows where."), FAILED
        )


def _say(error: DitoneError, code: int) -> int:
    print(f"ditone: {error.text()}", file=sys.stderr)
    return code
