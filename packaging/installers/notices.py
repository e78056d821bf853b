"""The licence texts of everything a bundle holds, and the one copyright file that names each part. No part may be under the GPL alone."""

from __future__ import annotations

import email
import re
import shutil
from pathlib import Path

from facts import ROOT, VERSION

SOURCES = (
    "PySide6, soxr and libsndfile are under the LGPL: they lie beside Ditone as separate libraries that may be replaced by changed\n"
    "ones. Their sources are at https://code.qt.io, https://github.com/chirlu/soxr and https://github.com/libsndfile/libsndfile."
)
COPYLEFT = re.compile(r"(?<!L)\bGPL|GNU General Public", re.IGNORECASE)


def licence_of(metadata: email.message.Message) -> str:
    """What a wheel says of its own licence, in one line."""
    stated = metadata.get("License-Expression") or ""
    classifiers = [c.split("::")[-1].strip() for c in metadata.get_all("Classifier") or [] if c.startswith("License ::")]
    first_line = (metadata.get("License") or "").strip().splitlines()[:1]
    return stated or ", ".join(classifiers) or "".join(first_line) or "see its licence text"


def write_notices(lib: Path, debian: Path, folder: Path) -> list[tuple[str, str, str]]:
    """Writes folder/copyright and folder/licences; the (name, version, licence) of every part.

    Raises SystemExit where a part is under the GPL without a choice, because the bundle as a whole would be, too.
    """
    (folder / "licences").mkdir(parents=True)
    parts = []
    for info in sorted(lib.glob("*.dist-info"), key=lambda path: path.name.lower()):
        metadata = email.message_from_string((info / "METADATA").read_text("utf-8"))
        name, version, licence = metadata["Name"], metadata["Version"], licence_of(metadata)
        if all(COPYLEFT.search(choice) for choice in re.split(r"\bOR\b", licence)):
            raise SystemExit(f"packages: {name} is under {licence}; a bundle that holds it would be, too")
        parts.append((name, version, licence))
        texts = [
            p for p in info.rglob("*") if p.is_file() and p.name.upper().startswith(("LICEN", "COPYING", "NOTICE", "AUTHORS"))
        ]
        for text in texts:
            (folder / "licences" / name).mkdir(exist_ok=True)
            shutil.copy(text, folder / "licences" / name / text.name)
    for text in sorted(debian.glob("usr/share/doc/*/copyright")):
        parts.append((text.parent.name, "Debian 12", "see licences/debian/" + text.parent.name))
        (folder / "licences" / "debian").mkdir(exist_ok=True)
        shutil.copy(text.resolve(), folder / "licences" / "debian" / text.parent.name)
    shutil.copy(ROOT / "LICENSE", folder / "licences" / "Ditone")
    shutil.copy(ROOT / "assets" / "NOTICE", folder / "NOTICE-of-the-built-in-models")
    (folder / "copyright").write_text(copyright_text(parts), "utf-8")
    return parts


def copyright_text(parts: list[tuple[str, str, str]]) -> str:
    """The file that names every part with its licence."""
    lines = [f"  {name} {version}: {licence}" for name, version, licence in parts]
    return "\n".join(
        [
            f"Ditone {VERSION}: Copyright (C) 2026 Ditone developers,",
            "Apache License 2.0 (/usr/share/common-licenses/Apache-2.0 on Debian).",
            "The weights of the built-in models: Apache License 2.0; NOTICE-of-the-built-in-models names what they were trained on.",
            "",
            "This package also holds the following parts, unchanged, each under its own licence; the texts lie in licences/.",
            "",
            *lines,
            "",
            SOURCES,
            "",
        ]
    )
