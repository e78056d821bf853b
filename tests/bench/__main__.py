"""Everything that `make bench` measures: whole takes, the large parts of every family in every precision beside plain float32, Stable
Audio 3 beside another implementation on the same random weights, then the last tag beside this tree, where there is one.

Options are those of the takes; the comparison runs alone with options of its own as `python -m tests.bench.against_diffusers`, and two
versions as `ditone bench assets/plans/built-in.yaml --against FOLDER`.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from ditone.runtime import cli
from ditone.runtime.errors import DitoneError
from tests.bench import against_diffusers, parts, takes

ROOT = Path(__file__).resolve().parents[2]
PLAN = ROOT / "assets" / "plans" / "built-in.yaml"
NO_TAG = "There is no tag to set this tree beside; `ditone bench assets/plans/built-in.yaml --against FOLDER` takes any checkout."


def main(arguments: list[str] | None = None) -> None:
    """Prints all tables; a comparison that cannot be made is a sentence in its place."""
    takes.main(arguments)
    print("\n### Parts at published sizes, in every precision\n", flush=True)
    parts.main([])
    print("\n### Stable Audio 3 beside diffusers\n", flush=True)
    try:
        against_diffusers.main([])
    except SystemExit as reason:
        print(reason)
    print("\n### The last tag and this tree\n", flush=True)
    against_last_tag()


def against_last_tag(root: Path = ROOT) -> None:
    """Before and after of the built-in models, in `bench-page/`; a sentence where the tree has no tag."""
    tag = _git(root, "describe", "--tags", "--abbrev=0")
    if not tag:
        print(NO_TAG)
        return
    with tempfile.TemporaryDirectory(prefix="ditone-tag-") as folder:
        before = Path(folder) / tag.replace("/", "-")
        if _git(root, "worktree", "add", "--detach", str(before), tag) is None:
            print(f"The tag {tag} could not be checked out.")
            return
        try:
            cli.main(["bench", str(PLAN), "--against", str(before), "-o", "bench-page"])
        finally:
            _git(root, "worktree", "remove", "--force", str(before))


def _git(root: Path, *words: str) -> str | None:
    """What git says; None where it fails or is not there."""
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


if __name__ == "__main__":
    try:
        main()
    except DitoneError as error:
        raise SystemExit(error.text()) from None
