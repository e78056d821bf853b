"""Writes packaging/constraints.txt: the version of every package that Ditone with all its extras uses, as installed here.

Extras that are not installed keep their old pins. torch is pinned without its build label, so that CPU and GPU builds both fit.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

CONSTRAINTS = Path(__file__).with_name("constraints.txt")
HEADER = (
    "# Versions that were installed together and passed the tests. Written by `make pins`; the ranges are in pyproject.toml.\n"
)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(name: str) -> dict[str, str]:
    """Every installed package that `name` needs, directly or not, with its version."""
    extras = metadata.metadata(name).get_all("Provides-Extra") or []
    found: dict[str, str] = {}
    waiting = [(name, extra) for extra in ("", *extras)]
    seen = set(waiting)
    while waiting:
        package, extra = waiting.pop()
        try:
            distribution = metadata.distribution(package)
        except metadata.PackageNotFoundError:
            continue
        found[normal(package)] = distribution.version.split("+")[0]
        for line in distribution.requires or []:
            requirement = Requirement(line)
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
                continue
            for wanted in ("", *requirement.extras):
                item = (requirement.name, wanted)
                if item not in seen:
                    seen.add(item)
                    waiting.append(item)
    return found


def main() -> None:
    old = dict(line.split("==") for line in CONSTRAINTS.read_text().split() if "==" in line) if CONSTRAINTS.exists() else {}
    pins = {**old, **closure("ditone")}
    pins.pop("ditone")
    CONSTRAINTS.write_text(HEADER + "".join(f"{name}=={version}\n" for name, version in sorted(pins.items())))
    print(f"{len(pins)} versions in {CONSTRAINTS}")


if __name__ == "__main__":
    main()
