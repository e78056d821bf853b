"""The row of a reference voice: a file, a recording made here, or a saved voice; checked at once, and used only with consent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout

from ditone.gui.core.background import Background
from ditone.gui.panels.audio_row import AudioRow, voice_store
from ditone.gui.panels.controls import flat_button
from ditone.gui.panels.voice_findings import VoiceFindings
from ditone.gui.panels.voice_recorder import VoiceRecorder, keep
from ditone.gui.widgets.consent_box import ConsentBox
from ditone.runtime.audio import voice_checks
from ditone.runtime.audio.reading import read
from ditone.runtime.audio.voice_checks import Finding
from ditone.runtime.controls import Control
from ditone.runtime.errors import DitoneError
from ditone.runtime.voice_consents import digest
from ditone.runtime.voices import ENDING, VoiceStore


@dataclass(frozen=True)
class Look:
    """What is known of a file: its digest, whether its voice may be used, and what the checks say."""

    path: Path
    digest: str
    consented: bool
    findings: tuple[Finding, ...]


class VoiceRow(AudioRow):
    """An audio row with a recorder, the findings of the checks, and the tick of consent."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self.voice_store = self.store or voice_store()
        self.recorder: VoiceRecorder | None = None
        self._background = Background(self)
        self._look: Look | None = None
        self.record = flat_button("record", self.tr("Record a voice, or trim this recording"))
        self.record.clicked.connect(self._on_record)
        self.editor.insertWidget(1, self.record)
        self.findings = VoiceFindings()
        self.findings.fix_wanted.connect(self._on_fix)
        self.consent = ConsentBox()
        self.consent.clicked.connect(self._on_consent)
        self.consent.hide()
        below = QVBoxLayout()
        below.setContentsMargins(16, 2, 0, 0)
        below.addWidget(self.findings)
        below.addWidget(self.consent, 0, Qt.AlignmentFlag.AlignLeft)
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.addLayout(below)

    @property
    def look(self) -> Look | None:
        """What is known of the present file; None while it is being looked at."""
        return self._look

    def problem(self) -> str:
        problem = super().problem()
        if problem or self._file() is None:
            return problem
        serious = next((f.sentence for f in self._look.findings if f.serious), "") if self._look is not None else ""
        if serious:
            return f"{self.control.title}: {serious}"
        if not self.consent.isChecked():
            return self.tr('{title}: tick "{words}" first.').format(title=self.control.title, words=self.consent.text())
        return ""

    # -- the present file ---------------------------------------------------------------------------------------------------

    def recording(self) -> Path | None:
        """The recording that the field names; None for a saved voice, which brings its own transcript."""
        path = self._file()
        return None if path is None or path.suffix == ENDING else path

    def _file(self) -> Path | None:
        """The recording, or the file of the saved voice, that the field names."""
        text = self.value()
        path = Path(text).expanduser()
        if text and path.is_file():
            return path
        if self.store is None or not text:
            return None
        voices = self.store.voices(self.control.saved_voices)
        return next((voice.path for voice in voices if voice.name == text), None)

    def _on_edit(self) -> None:
        self._background.forget("mend")  # a copy of the reference that was there takes no other one's place
        self._look_at(self._file(), consented=False)
        super()._on_edit()

    def _look_at(self, path: Path | None, consented: bool) -> None:
        """Checks a file in the background. `consented`: what was said of the file that it was cut from."""
        self._look = None
        self.findings.clear()
        self.consent.setChecked(consented)
        self.consent.setVisible(path is not None)
        if path is None:
            self._background.forget("look")
        else:
            self._background.run("look", partial(look_at, path, self.voice_store), self._on_look, self._on_unreadable)

    def _on_look(self, look: Look) -> None:
        self._look = look
        self.findings.show_findings(look.findings)
        if self.consent.isChecked() and not look.consented:
            self._note_consent()
        self.consent.setChecked(look.consented or self.consent.isChecked())
        self.edited.emit()

    def _on_unreadable(self, error: Exception) -> None:
        self.findings.show_findings((Finding("silent", _sentence(error), "", True),))
        self.edited.emit()

    def _on_consent(self) -> None:
        if self._look is not None:
            self._note_consent()
        self.edited.emit()

    def _note_consent(self) -> None:
        """Stores the tick with the file's content."""
        if self._look is not None:
            try:
                self.voice_store.consents.set(self._look.digest, self.consent.isChecked())
            except DitoneError as error:
                self.set_note(error.text())

    # -- recording and mending ----------------------------------------------------------------------------------------------

    @property
    def _recordings(self) -> Path:
        return self.voice_store.folder / "recordings"

    def _on_record(self) -> None:
        """Opens the recorder, with the present recording where there is one, so that it can be trimmed."""
        if self.recorder is not None:
            self.recorder.close()
            self.recorder.deleteLater()
        source = self._look.path if self._look is not None and self._look.path.suffix != ENDING else None
        self.recorder = VoiceRecorder(
            self._recordings, self.voice_store.consents, self.window(), source, self.consent.isChecked()
        )
        self.recorder.recorded.connect(self.path.setText)
        self.recorder.open()

    def _on_fix(self, fix: str) -> None:
        if fix == "record":
            self._on_record()
        elif self._look is not None:
            self._background.run(
                "mend", partial(mended, self._look.path, fix, self._recordings), self._on_mended, self._on_unreadable
            )

    def _on_mended(self, path: Path) -> None:
        consented = self.consent.isChecked()
        self.path.setText(str(path))
        self._look_at(path, consented)


def look_at(path: Path, store: VoiceStore) -> Look:
    """Reads and checks a recording, or looks at a saved voice. Raises DitoneError when it cannot be read."""
    consented = bool(store.consent_at(path))
    findings = () if path.suffix == ENDING else voice_checks.check(*read(path))
    return Look(path, digest(path), consented, findings)


def mended(path: Path, fix: str, folder: Path) -> Path:
    """A copy of a recording in `folder`, without the silence around it or cut to its best part."""
    audio, rate_hz = read(path)
    mend = voice_checks.trimmed if fix == "trim" else voice_checks.best_part
    return keep(folder, None, mend(audio, rate_hz), rate_hz, f"{path.stem} {'trimmed' if fix == 'trim' else 'cut'}")


def _sentence(error: Exception) -> str:
    return error.text() if isinstance(error, DitoneError) else str(error)
