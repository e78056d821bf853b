"""What went wrong, in the form that cards, reports and the log show."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ditone.gui.i18n.family_words import translate_model
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.i18n.translate import tr
from ditone.runtime.errors import BadModelFolder, BadRequest, DitoneError, OutOfMemory
from ditone.runtime.installation import damage

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

NAMED_FILES = 3  # on the card; its details have them all
Kind = Literal["problem", "memory", "folder", "request", "crash", "storage"]


@dataclass(frozen=True)
class Failure:
    """One sentence, its cause, what can be done, and the details a developer wants. `item` is the queue item concerned, or 0."""

    kind: Kind
    message: str
    cause: str = ""
    actions: tuple[str, ...] = ()
    details: str = ""
    item: int = 0

    @property
    def text(self) -> str:
        """Everything a person reads, in one paragraph."""
        return " ".join(part for part in (self.message, self.cause, *self.actions) if part)


def from_exception(error: BaseException, item: int = 0) -> Failure:
    """The failure for any exception; what is not a `DitoneError` is a defect of ours and counts as a crash."""
    details = "".join(traceback.format_exception(error)).rstrip()
    if damage.belongs_here(error):
        error = damage.explained(error)
    if isinstance(error, OutOfMemory):
        amounts = ((error.needed_mib, tr("{mib} MiB are needed")), (error.free_mib, tr("{mib} MiB are free")))
        known = [words.format(mib=f"{value:,.0f}") for value, words in amounts if value]
        cause = ", ".join(known) + "." if known else translate_sentence(error.cause)
        return Failure(
            "memory", translate_sentence(error.message), cause, tuple(map(translate_sentence, error.actions)), details, item
        )
    if isinstance(error, DitoneError):
        kind: Kind = "folder" if isinstance(error, BadModelFolder) else "request" if isinstance(error, BadRequest) else "problem"
        return Failure(
            kind,
            translate_sentence(error.message),
            translate_sentence(error.cause),
            tuple(map(translate_sentence, error.actions)),
            details,
            item,
        )
    return Failure(
        "crash",
        tr("The engine stopped because of a fault in Ditone."),
        _exception_words(error),
        (tr("It was restarted; nothing you made is lost. Please copy the report and send it to the developers."),),
        details,
        item,
    )


def incomplete(info: ModelInfo) -> Failure:
    """A model folder that cannot be loaded, with the files that are missing as details."""
    info = translate_model(info)
    missing = [
        f"{file.name}: {file.role}, {file.size_bytes / 1e6:,.1f} MB" if file.size_bytes else f"{file.name}: {file.role}"
        for file in info.files
        if not file.present
    ]
    return Failure(
        "folder",
        tr("{title} is incomplete.").format(title=info.title),
        "\n".join([" ".join(map(translate_sentence, info.problems)), *missing[:NAMED_FILES]]),
        (tr("Choose a complete folder."),),
        "\n".join(missing),
    )


def missing_words(info: ModelInfo) -> str:
    """How many files of a model folder are missing, in the words of the state pill."""
    count = sum(not file.present for file in info.files)
    if not count:
        return tr("Files missing")
    return tr("1 file missing") if count == 1 else tr("{count} files missing").format(count=count)


def window_fault(error: BaseException) -> Failure:
    """A fault in the window: the engine goes on."""
    if damage.belongs_here(error):
        return from_exception(error)
    return Failure(
        "crash",
        tr("Something in the window went wrong."),
        _exception_words(error),
        (tr("You can go on. Please copy the report and send it to the developers."),),
        "".join(traceback.format_exception(error)).rstrip(),
    )


def _exception_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error).strip() or tr('no further word')}"


def report(failure: Failure, log: list[str], device: str) -> str:
    """Plain text for the developers: versions, device, the failure, the last lines of the log. Holds no prompt unless the log does."""
    import platform  # both are slow to import and needed only here
    from importlib import metadata

    lines = [f"Python {platform.python_version()}, {platform.platform()}", f"Device: {device or 'not known yet'}"]
    for name in ("ditone", "torch", "numpy", "PySide6-Essentials"):
        try:
            lines.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{name}: not installed as a package")
    return "\n".join([*lines, "", failure.text, "", failure.details, "", "Log:", *log[-200:]])
