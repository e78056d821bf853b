"""Downloads a repository in children that are killed: `python -m tests.runtime.hub.kill_helper ENDPOINT REPO FOLDER`.

Everything is imported once; every line on the standard input forks a child that downloads, and whose number is printed. Three kinds of
lines: "run", and "verify" and "rename" for a child that kills itself at that moment.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path


def main() -> None:
    endpoint, repo_id, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    from huggingface_hub import close_session

    from ditone.runtime.hub import download, fetching
    from ditone.runtime.hub.listing import listing

    listing(repo_id, None, endpoint)  # so that the children find everything imported

    def die(*given: object, **named: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    for line in sys.stdin:
        number = os.fork()
        if number == 0:
            if line.strip() == "verify":
                download._verify = die  # type: ignore[assignment]
            elif line.strip() == "rename":
                download.Path.replace = die  # type: ignore[method-assign, assignment]
            code = 1
            close_session()  # a connection of the parent
            try:
                download.PAUSES_S = (0.01, 0.01, 0.01)
                fetching.fetch(listing(repo_id, None, endpoint), folder)
                code = 0
            finally:
                os._exit(code)
        print(number, flush=True)
        _, status = os.waitpid(number, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
