"""Tab completion of commands and options, by argcomplete. The shell asks by running `ditone` with _ARGCOMPLETE set.

eval "$(register-python-argcomplete ditone)"
"""

from __future__ import annotations

import sys

PRECISIONS = ("auto", "float32", "bfloat16", "float16")


def complete() -> None:
    """Answers the shell and ends the process; without argcomplete there is no answer, and the shell offers files."""
    try:
        import argcomplete
    except ImportError:
        sys.exit(1)
    from ditone.runtime.cli.options import build

    parser, commands = build()
    for command in commands.values():
        for action in command._actions:
            if "--precision" in action.option_strings:
                action.completer = argcomplete.ChoicesCompleter(dict.fromkeys(PRECISIONS, ""))  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser)
