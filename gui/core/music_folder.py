"""Where the window offers to put sounds."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths


def music_folder() -> Path:
    """The user's folder for music, or their home where the system has none."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation)
    return Path(found) if found and Path(found).is_dir() else Path.home()
