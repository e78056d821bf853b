"""Everything that `make bench` measures: whole takes, then Stable Audio 3 beside another implementation on the same random weights.

Options are those of the takes; the comparison runs alone with options of its own as `python -m tests.bench.against_diffusers`.
"""

from __future__ import annotations

from ditone.runtime.errors import DitoneError
from tests.bench import against_diffusers, takes


def main(arguments: list[str] | None = None) -> None:
    """Prints both tables; a comparison that cannot be made is a sentence in its place."""
    takes.main(arguments)
    print("\n### Stable Audio 3 beside diffusers\n", flush=True)
    try:
        against_diffusers.main([])
    except SystemExit as reason:
        print(reason)


if __name__ == "__main__":
    try:
        main()
    except DitoneError as error:
        raise SystemExit(error.text()) from None
