"""Recording a reference voice: level, 3-2-1, up to 30 s, checks at once, and the tick without which nothing is kept."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ditone.gui.audio.recording import LONGEST_S, Recorder
from ditone.gui.core.background import Background
from ditone.gui.core.settings import Settings
from ditone.gui.i18n import formatting
from ditone.gui.panels.controls import flat_button
from ditone.gui.panels.voice_findings import VoiceFindings
from ditone.gui.panels.voice_trim import VoiceTrim
from ditone.gui.widgets.consent_box import ConsentBox
from ditone.gui.widgets.meter import PeakMeter
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.audio import voice_checks
from ditone.runtime.audio.preparing import free_path
from ditone.runtime.audio.reading import read
from ditone.runtime.audio.voice_checks import Finding
from ditone.runtime.audio.writing import write
from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Audio
from ditone.runtime.voice_consents import Consents, digest

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent

COUNT_FROM = 3
COUNT_MS = 1000
TICK_MS = 33
SEEK_MS = 2000  # between looks for an input while there is none
INPUT_KEY = "sound/input"


class VoiceRecorder(QDialog):
    """`recorded` tells the path of a recording that was kept in `folder`, with the consent in `consents`.

    `source`: a recording to begin with, which can be trimmed here; `consented`: whether its voice may be used.
    """

    recorded = Signal(str)

    def __init__(
        self,
        folder: Path,
        consents: Consents,
        parent: QWidget | None = None,
        source: Path | None = None,
        consented: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Record a voice"))
        self.setMinimumWidth(420)
        self._folder, self._consents = folder, consents
        self._background = Background(self)
        self._source = source
        self._audio: Audio | None = None
        self._rate_hz = 0
        self._left = 0
        self._serious = False
        self.recorder = Recorder(self)
        self.recorder.opened.connect(self._on_opened)
        self.recorder.failed.connect(self._on_failed)
        self._settings = Settings()
        self.microphone = Choice()
        self.microphone.setAccessibleName(self.tr("Microphone"))
        self.microphone.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.microphone.activated.connect(self._on_microphone)
        self.look = flat_button("retry", self.tr("Look for microphones again"))
        self.look.clicked.connect(self._look_again)
        self.advice = PlainLabel(
            self.tr("Read two or three sentences aloud, in the tone you want to hear, with short pauses. 3 to 15 s are best.")
        )
        self.advice.setWordWrap(True)
        self.state = PlainLabel(self.tr("Opening the input device…"))
        self.state.setWordWrap(True)
        self.clock = PlainLabel("")
        self.clock.setProperty("role", "title")
        self.clock.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.clock.setAccessibleName(self.tr("Countdown, then recorded seconds"))
        self.meter = PeakMeter()
        self.meter.setAccessibleName(self.tr("Input level in dBFS"))
        self.record = QPushButton()
        widths = []
        for words in (self.tr("Record"), self.tr("Stop"), self.tr("Record again")):
            self.record.setText(words)
            widths.append(self.record.sizeHint().width())
        self.record.setMinimumWidth(max(widths))  # the next press finds it where the last one did
        self.record.setEnabled(False)
        self.record.clicked.connect(self._on_record)
        self.trim = VoiceTrim()
        self.trim.kept.connect(self._check)
        self.findings = VoiceFindings()
        self.findings.fix_wanted.connect(self._on_fix)
        self.consent = ConsentBox()
        self.consent.setChecked(consented)
        self.consent.toggled.connect(self._show)
        self.use = QPushButton(self.tr("Use this recording"))
        self.use.clicked.connect(self._on_use)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self._lay_out()
        self._countdown = QTimer(self)
        self._countdown.timeout.connect(self._count)
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._seek = QTimer(self, interval=SEEK_MS)
        self._seek.timeout.connect(self._seek_input)
        self._list_microphones()
        self._show()
        self.recorder.open(self._settings.text(INPUT_KEY), refresh=True)
        if source is not None:
            self._background.run("read", partial(read, source), self._on_read, self._on_not_kept)

    def _on_read(self, found: tuple[Audio, int]) -> None:
        if not self._countdown.isActive() and not self.recording:
            audio, self._rate_hz = found
            self._check(audio)

    def _lay_out(self) -> None:
        device = QHBoxLayout()
        label = PlainLabel(self.tr("Microphone"))
        label.setBuddy(self.microphone)
        device.addWidget(label)
        device.addWidget(self.microphone, 1)
        device.addWidget(self.look)
        middle = QHBoxLayout()
        middle.addWidget(self.record)
        middle.addWidget(self.clock, 1)
        middle.addWidget(self.meter)
        bottom = QHBoxLayout()
        bottom.addStretch(1)
        bottom.addWidget(self.cancel)
        bottom.addWidget(self.use)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(self.advice)
        layout.addLayout(device)
        layout.addWidget(self.state)
        layout.addLayout(middle)
        layout.addWidget(self.trim)
        layout.addWidget(self.findings)
        layout.addWidget(self.consent, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(bottom)

    # -- recording ----------------------------------------------------------------------------------------------------------

    @property
    def recording(self) -> bool:
        """Whether samples are being kept."""
        return self.recorder.stream is not None and self.recorder.stream.keeps

    def _on_opened(self) -> None:
        stream = self.recorder.stream
        if stream is not None:
            if self._audio is None:  # else what was found of a sound that came along stands there
                self.state.setText(self.tr("Input: {name}").format(name=stream.name))
            self._timer.start()
        self._seek.stop()
        self._list_microphones()
        self._show()

    def _on_failed(self, sentence: str) -> None:
        if self._audio is None:  # else what was found of the recording stands there
            self.state.setText(sentence)
        self._seek.start()  # one that is plugged in now is found without a further press
        self._list_microphones()
        self._show()

    # -- which microphone ---------------------------------------------------------------------------------------------------

    def _list_microphones(self) -> None:
        """The inputs that there are; one that is chosen and not there now stays chosen for when it comes back."""
        wanted, devices = self._settings.text(INPUT_KEY), self.recorder.devices
        names = [device.name for device in devices]
        self.microphone.clear()
        self.microphone.addItem(self.tr("System default"), "")
        for device in devices:
            self.microphone.addItem(device.name if names.count(device.name) == 1 else device.key, device.key)
        self.microphone.setCurrentIndex(max(self.microphone.findData(wanted), 0))

    def _on_microphone(self) -> None:
        key = str(self.microphone.currentData())
        if key != self._settings.text(INPUT_KEY):
            self._settings.set(INPUT_KEY, key)
            self._settings.save()
            self._open(refresh=False)

    def _look_again(self) -> None:
        self._open(refresh=True)

    def _open(self, refresh: bool) -> None:
        self._timer.stop()
        if self._audio is None:
            self.state.setText(self.tr("Opening the input device…"))
        self.recorder.open(self._settings.text(INPUT_KEY), refresh)
        self._show()

    def _seek_input(self) -> None:
        if self.recorder.stream is None and not self.recorder.opening():
            self.recorder.open(self._settings.text(INPUT_KEY), refresh=True)

    def _on_record(self) -> None:
        if self._countdown.isActive():
            self._countdown.stop()
            self.clock.setText("")
        elif self.recording:
            self._stop()
        else:
            self._audio = self._source = None
            self.trim.show_audio(None)
            self.findings.clear()
            self._left = COUNT_FROM
            self.clock.setText(str(self._left))
            self._countdown.start(COUNT_MS)
        self._show()

    def _count(self) -> None:
        self._left -= 1
        if self._left > 0:
            self.clock.setText(str(self._left))
            return
        self._countdown.stop()
        if self.recorder.stream is not None:
            self.recorder.stream.restart()
        self._show()

    def _tick(self) -> None:
        stream = self.recorder.stream
        if stream is None:
            return
        self.meter.add(np.array([stream.peak()], np.float32))
        if not stream.active:
            self._gone()
        elif stream.keeps:
            self.clock.setText(f"{formatting.number(stream.filled / stream.rate_hz, 1)} s / {LONGEST_S:g} s")
            if stream.full:
                self._stop()

    def _gone(self) -> None:
        """The device was pulled: what there is of the recording is kept."""
        self._timer.stop()
        self._countdown.stop()
        if self.recording:
            self._stop()
        self.recorder.close()
        self.state.setText(self.tr("The input device has gone. Connect it again, or choose another one."))
        self._seek.start()
        self._show()

    def _stop(self) -> None:
        stream = self.recorder.stream
        if stream is None:
            return
        stream.keeps = False
        if stream.overflows:
            self.state.setText(self.tr("The machine was too busy and lost some samples; record again."))
        self._rate_hz = stream.rate_hz
        self._check(stream.audio())

    # -- checks and keeping -------------------------------------------------------------------------------------------------

    def _check(self, audio: Audio) -> None:
        self._audio = audio
        self.trim.show_audio(audio, self._rate_hz)
        self.clock.setText(f"{formatting.number(len(audio) / self._rate_hz, 1)} s")
        self._background.run("check", partial(voice_checks.check, audio, self._rate_hz), self._on_checked)
        self._show()

    def _on_checked(self, findings: tuple[Finding, ...]) -> None:
        self._serious = any(finding.serious for finding in findings)
        self.findings.show_findings(findings)
        if not findings:
            self.state.setText(self.tr("The recording is good."))
        self._show()
        self._grow()

    def _grow(self) -> None:
        """Room for the findings: wrapped lines do not make a window taller by themselves."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))

    def _on_fix(self, fix: str) -> None:
        if fix == "record":
            self._on_record()
        elif self._audio is not None:
            mend = voice_checks.trimmed if fix == "trim" else voice_checks.best_part
            self._check(mend(self._audio, self._rate_hz))

    def _on_use(self) -> None:
        if self._audio is not None and self.consent.isChecked():
            self.use.setEnabled(False)
            stem = f"{self._source.stem} cut" if self._source is not None else ""
            work = partial(keep, self._folder, self._consents, self._audio, self._rate_hz, stem)
            self._background.run("keep", work, self._on_kept, self._on_not_kept)

    def _on_kept(self, path: Path) -> None:
        self.recorded.emit(str(path))
        self.accept()

    def _on_not_kept(self, error: Exception) -> None:
        self.state.setText(error.text() if isinstance(error, DitoneError) else str(error))
        self._show()

    def _show(self) -> None:
        """What can be done now."""
        counting = self._countdown.isActive()
        again = self.tr("Record again") if self._audio is not None else self.tr("Record")
        self.record.setText(self.tr("Stop") if counting or self.recording else again)
        self.record.setEnabled(self.recorder.stream is not None)
        for widget in (self.microphone, self.look):
            widget.setEnabled(not counting and not self.recording)
        usable = self._audio is not None and not self._serious and not self._background.busy("check")
        self.use.setEnabled(usable and self.consent.isChecked())
        self.use.setToolTip(self.consent.wanted() if usable and not self.consent.isChecked() else "")

    def done(self, result: int) -> None:
        self._let_go()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._let_go()
        super().closeEvent(event)

    def _let_go(self) -> None:
        self._timer.stop()
        self._seek.stop()
        self._countdown.stop()
        self.trim.close_player()
        self.recorder.close()


def keep(folder: Path, consents: Consents | None, audio: Audio, rate_hz: int, stem: str = "") -> Path:
    """Stores a recording (frames, channels) under a new name, and in `consents` that its voice may be used; the path."""
    name = stem or f"Voice {datetime.now().astimezone():%Y-%m-%d %H.%M.%S}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DitoneError(f"The recording could not be kept in {folder}: {error.strerror or error}.") from error
    path = free_path(folder, name, ".wav")
    write(path, audio, rate_hz)
    if consents is not None:
        consents.set(digest(path), True)
    return path
