"""Reference voices that are kept: plain features and a transcript in one file each, named by the person who keeps them.

A voice file is written once and never changed; renaming moves it. What the features mean is the family's subject: the store sees
named tensors. Files are safetensors with the ending `.voice`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from safetensors.torch import save
from torch import Tensor

from ditone.runtime import files, folders
from ditone.runtime.controls import Control
from ditone.runtime.errors import BadModelFolder, BadRequest, DitoneError, nearest
from ditone.runtime.voice_consents import STATEMENT, Consents, digest
from ditone.runtime.weights.sources import open_safetensors, read_header

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import Request

ENDING = ".voice"
LONGEST_NAME = 60
_PLAIN = re.compile(r"[\w][\w .\-']*")


def default_folder() -> Path:
    """Where voices are kept: DITONE_VOICES, or beside the library in the user's data folder."""
    return folders.voices()


@dataclass(frozen=True)
class StoredVoice:
    """One kept voice. `family` tells which models can use it; transcript is "" when it is not known.

    `consent_at`: when somebody said that this voice may be used (ISO 8601), "" where nobody did.
    """

    name: str
    family: str
    transcript: str
    created_at: str
    path: Path
    consent_at: str = ""


class VoiceStore:
    """Voices in one folder, which is made when the first one is saved."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def voices(self, family: str | None = None) -> list[StoredVoice]:
        """All readable voices by name, or those of one family."""
        found = [_described(path) for path in sorted(self.folder.glob(f"*{ENDING}"))]
        return [voice for voice in found if voice is not None and family in (None, voice.family)]

    def find(self, name: str, family: str) -> StoredVoice:
        """Raises BadRequest with the nearest name of that family."""
        known = {voice.name: voice for voice in self.voices(family)}
        key = unicodedata.normalize("NFC", name.strip())
        if key not in known:
            hint = nearest(key, known) if known else "None is saved yet."
            raise BadRequest(f'There is no saved voice "{name}" for this model.', hint)
        return known[key]

    def file_of(self, text: str, family: str = "") -> Path | None:
        """The recording or the voice file that a control's value names: a path, or with `family` the name of a kept voice."""
        try:
            path = Path(text).expanduser()
            if path.is_file():
                return path
        except (OSError, RuntimeError, ValueError):
            return None
        name = unicodedata.normalize("NFC", text.strip())
        return next((voice.path for voice in self.voices(family) if voice.name == name), None) if family else None

    def require_consent(self, info: ModelInfo, request: Request) -> None:
        """Raises BadRequest when a reference voice of a request may not be used as far as anybody has said.

        A voice that is not there is left to its family, which says what it misses.
        """
        for control, path in voice_files(self, info, request):
            if not self.consent_at(path):
                raise no_consent(f"{path.name} ({control.title})")

    @property
    def consents(self) -> Consents:
        """What was said of recordings and kept voices."""
        return Consents(self.folder)

    def consent_at(self, path: Path) -> str:
        """When consent was given for a recording or a kept voice, "" where it was not. Raises DitoneError for an unreadable file."""
        said = self.consents.entry(digest(path))
        if said is not None:
            return said
        voice = _described(path) if path.suffix == ENDING else None
        return voice.consent_at if voice is not None else ""

    def save(
        self, name: str, family: str, tensors: Mapping[str, Tensor], transcript: str = "", consent_at: str = ""
    ) -> StoredVoice:
        """Keeps a voice, for which `consent_at` says when somebody said that it may be used (ISO 8601).

        Raises BadRequest without consent, and for a name that is taken or cannot be a file's; DitoneError when it cannot be written.
        tensors: of whatever shape the family gives them.
        """
        path = self._free_path(name)
        if not consent_at:
            raise no_consent(f'"{name}"')
        created = datetime.now(UTC).isoformat(timespec="seconds")
        about = {
            "format": "ditone-voice",
            "schema": "1",
            "family": family,
            "transcript": transcript,
            "created_at": created,
            "consent_at": consent_at,
        }
        try:
            folders.make_private(self.folder)
            data = save({key: value.contiguous().cpu() for key, value in tensors.items()}, about)
            files.write_bytes(path, data, overwrite=False, mode=files.PRIVATE)
        except OSError as error:
            raise DitoneError(f"The voice could not be saved in {self.folder}: {error.strerror or error}.") from error
        return StoredVoice(path.stem, family, transcript, created, path, consent_at)

    def rename(self, voice: StoredVoice, name: str) -> StoredVoice:
        """The same voice under another name. Raises BadRequest for a name that is taken or cannot be a file's."""
        path = self._free_path(name)
        try:
            voice.path.rename(path)
        except OSError as error:
            raise DitoneError(f'The voice "{voice.name}" could not be renamed: {error.strerror or error}.') from error
        return replace(voice, name=path.stem, path=path)

    def delete(self, voice: StoredVoice) -> None:
        try:
            voice.path.unlink(missing_ok=True)
        except OSError as error:
            raise DitoneError(f'The voice "{voice.name}" could not be deleted: {error.strerror or error}.') from error

    def _free_path(self, name: str) -> Path:
        clean = unicodedata.normalize("NFC", name.strip())
        if not clean or len(clean) > LONGEST_NAME or not _PLAIN.fullmatch(clean) or clean.endswith("."):
            raise BadRequest(
                f'"{name}" cannot be the name of a voice.',
                f"Letters, digits, spaces and . - ' _ are allowed, up to {LONGEST_NAME} of them.",
            )
        path = self.folder / f"{clean}{ENDING}"
        if path.exists():
            raise BadRequest(
                f'There is a voice "{clean}" already.', actions=("Choose another name, or delete that voice first.",)
            )
        return path


def voice_files(store: VoiceStore, info: ModelInfo, request: Request) -> list[tuple[Control, Path]]:
    """The reference voices of a request that are there: each control with the file of its voice."""
    found = []
    for control in info.controls:
        if (control.kind, control.group) == ("audio", "voice"):
            path = store.file_of(str(request.value(control.name, "") or ""), control.saved_voices)
            if path is not None:
                found.append((control, path))
    return found


def agree(info: ModelInfo, request: Request, store: VoiceStore | None = None) -> None:
    """Notes in the book, with the date, that the reference voices of a request may be used. Raises DitoneError."""
    store = store or VoiceStore()
    for _, path in voice_files(store, info, request):
        if not store.consent_at(path):
            store.consents.set(digest(path), True)


def no_consent(what: str) -> BadRequest:
    """The refusal of a voice of which nobody has said that it may be used."""
    return BadRequest(
        f"Nobody has said that the voice {what} may be used.",
        "It may be when it is your own, or when its owner agrees.",
        (f'Tick "{STATEMENT}" in the studio, or add --i-may-use-this-voice on the command line; it is noted with the date.',),
    )


def read_voice(path: Path) -> tuple[StoredVoice, dict[str, Tensor]]:
    """A voice file with its tensors. Raises BadRequest when it is not one. Tensors are of the shape in which they were saved."""
    voice = _described(path)
    if voice is None:
        raise BadRequest(f"{path.name} is not a saved voice, or it is damaged.")
    with open_safetensors(path) as source:
        return voice, {name: source.read(name).clone() for name in source.headers}


def _described(path: Path) -> StoredVoice | None:
    try:
        about = read_header(path)[1]
    except (BadModelFolder, OSError):
        return None
    if about.get("format") != "ditone-voice":
        return None
    if not all(isinstance(about.get(name, ""), str) for name in ("family", "transcript", "created_at", "consent_at")):
        return None
    words = {name: about.get(name, "") for name in ("family", "transcript", "created_at", "consent_at")}
    return StoredVoice(path.stem, path=path, **words)
