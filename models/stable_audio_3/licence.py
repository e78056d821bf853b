"""The terms of the published weights, in the words a user needs; the folder's own licence files decide."""

from __future__ import annotations

from pathlib import Path

NAME = "Stability AI Community License"
LICENCE_NOTE = (
    "Use by people and companies above the revenue threshold of the licence needs an agreement with Stability AI, and works must say "
    "that they were made with Stability AI's model; the text encoder is under the Gemma terms. The licence files in the folder decide."
)
FILES = ("LICENSE.md", "LICENSE_GEMMA.md", "NOTICE")


def found(folder: Path) -> tuple[str, str]:
    """(licence, note): the published one, with where to read it or that its text is missing."""
    present = [name for name in FILES if (folder / name).exists()]
    notes = [LICENCE_NOTE]
    if present:
        notes.append(f"Read {', '.join(present)} in the folder.")
    else:
        notes.append("The licence text is missing from the folder.")
    return NAME, " ".join(notes)
