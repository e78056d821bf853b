"""The published recognisers that can be fetched for word error rates, and where they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ditone.runtime import folders

# the large one last: a folder with model.bin is whole
FILES = ("config.json", "preprocessor_config.json", "tokenizer.json", "vocabulary.txt", "vocabulary.json", "model.bin")


@dataclass(frozen=True)
class Published:
    """`size_bytes` is what is said before anybody has asked the hub; the exact figure comes with its answer."""

    repo_id: str
    size_bytes: int
    english_only: bool
    licence: str = "MIT"

    @property
    def name(self) -> str:
        return self.repo_id.partition("/")[2]


PUBLISHED = (
    Published("Systran/faster-whisper-tiny.en", 78_100_000, True),
    Published("Systran/faster-whisper-base", 148_000_000, False),
    Published("Systran/faster-whisper-small", 486_000_000, False),
)


def default_folder() -> Path:
    """Where downloaded recognisers are kept: $DITONE_RECOGNISERS, or beside the library in the user's data folder."""
    return folders.recognisers()


def folder_of(published: Published) -> Path:
    """Where this one goes."""
    return default_folder() / published.name


def downloaded() -> Path | None:
    """The folder of the largest recogniser that was downloaded, or None."""
    folders = (folder_of(published) for published in reversed(PUBLISHED))
    return next((folder for folder in folders if is_recogniser(folder)), None)


def is_recogniser(folder: Path) -> bool:
    """Whether the folder holds a whole Whisper model for faster-whisper."""
    return (folder / "model.bin").is_file() and (folder / "config.json").is_file()
