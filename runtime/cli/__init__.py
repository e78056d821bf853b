"""The command line: `ditone` opens the studio, `ditone render` makes takes without it, `ditone models` and `inspect` tell what can be run.

Exit codes: 0 done, 1 failed with a sentence, 2 not understood, 130 stopped by Ctrl+C. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from ditone.runtime.cli import output
from ditone.runtime.errors import BadRequest, DitoneError, OutOfMemory
from ditone.runtime.installation import damage
from ditone.runtime.memory import ADVICE, is_out_of_memory

TRACEBACK = "DITONE_TRACEBACK"
COMPLETION_ASKED = "_ARGCOMPLETE"  # by the shell, see completion.py
CHANGE = "Change to another folder, for example with cd, and try again."
DONE, FAILED, USAGE, STOPPED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code. Without `argv` it is the process' own command line."""
    if COMPLETION_ASKED in os.environ:
        from ditone.runtime.cli.completion import complete

        complete()
    output.begin()
    if argv is not None:
        return output.ended(_stoppable(list(argv)))
    output.open_missing()
    try:
        Path.cwd()
    except OSError:  # the libraries of the engine end the program where there is none
        return output.ended(_say(DitoneError("The folder that you are in does not exist any more.", actions=(CHANGE,)), FAILED))
    with _ctrl_c():
        return output.ended(_stoppable(sys.argv[1:]))


def _stoppable(argv: list[str]) -> int:
    try:
        return _run(argv)
    except KeyboardInterrupt:
        with contextlib.suppress(KeyboardInterrupt):
            output.err("Stopped.")
        return STOPPED


def _run(argv: list[str]) -> int:
    from ditone.runtime.cli.options import parse

    try:
        command, options = parse(argv)
        return command(options)
    except BadRequest as error:
        return _say(error, USAGE)
    except DitoneError as error:
        return _say(error, FAILED)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        return _say(_explained(error), FAILED)


def _explained(error: Exception) -> DitoneError:
    """A sentence for what no part of the program has made one of."""
    if is_out_of_memory(error):
        return OutOfMemory("This machine ran out of memory.", actions=ADVICE)
    if damage.belongs_here(error):
        return damage.explained(error)
    if isinstance(error, OSError) and error.filename is not None:
        return DitoneError(f"{os.fsdecode(error.filename)} could not be used: {error.strerror}.")
    if "cpuinfo" in str(error):  # what torch says where /proc is not there
        return DitoneError("The processor cannot be recognised: /proc/cpuinfo cannot be read.", actions=("Mount /proc.",))
    return DitoneError(f"An error inside Ditone: {type(error).__name__}: {error}.", f"{TRACEBACK}=1 shows where.")


def _say(error: DitoneError, code: int) -> int:
    output.err(f"ditone: {error.text()}")
    return code


@contextlib.contextmanager
def _ctrl_c() -> Iterator[None]:
    """The first Ctrl+C raises KeyboardInterrupt; a second one, and one while the process ends, ends it at once, without a traceback."""
    stopped = False

    def stop(number: int, frame: object) -> None:
        nonlocal stopped
        if stopped:
            os._exit(STOPPED)
        stopped = True
        raise KeyboardInterrupt

    usual = signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_DFL)
    if usual and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, stop)
    yield
    stopped = True  # what follows is only the end of the process
