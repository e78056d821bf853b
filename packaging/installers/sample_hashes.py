"""Prints "FAMILY SHA-256" of a take of every family's sample folder. Run with an installed tree's Python, or with a checkout's."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path


def main() -> None:
    from ditone.runtime.installation import families

    made: list[str] = []
    take = families._take

    def noted(info: object, values: dict[str, object]) -> object:
        done = take(info, values)  # type: ignore[arg-type]
        made.append(hashlib.sha256(done.audio.tobytes()).hexdigest())
        return done

    families._take = noted  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(dict.fromkeys(("DITONE_VOICES", "DITONE_LIBRARY", "XDG_DATA_HOME"), folder))
        for rendered in families.check():
            print(rendered.name, made.pop() if made else rendered.told)


if __name__ == "__main__":
    sys.path[:0] = [str(Path(place)) for place in sys.argv[1:]]
    main()
