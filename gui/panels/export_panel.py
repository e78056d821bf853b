"""The export panel of a take: name, folder, format, and what may be changed on the way. By default nothing is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.core.background import Background
from ditone.gui.core.music_folder import music_folder
from ditone.gui.engine import failure as failures
from ditone.gui.i18n import formatting
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.i18n.translate import marked, tr
from ditone.gui.panels.controls import height_at
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.level_spin import LevelSpin
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.audio import metadata, preparing, writing
from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Take

TEMPLATE = "{prompt} {seed}"
GAINS: tuple[tuple[preparing.GainTarget, str, str, float], ...] = (
    ("none", marked("Unchanged"), "", 0.0),
    ("loudness", marked("To a loudness"), " LUFS", -23.0),
    ("peak", marked("To a true peak"), " dBTP", -1.0),
)


class ExportPanel(QDialog):
    """`selection`: start and end in seconds of what is selected in the take's lane. Tells the path of each file that was written.

    `about`: which take it is, for people. `distinction`: what tells it from the take beside it, for the file's name.
    """

    exported = Signal(str)

    def __init__(
        self,
        take: Take,
        parent: QWidget | None = None,
        selection: tuple[float, float] | None = None,
        folder: Path | None = None,
        licence: str = "",
        about: str = "",
        distinction: str = "",
    ) -> None:
        super().__init__(parent)
        self.take, self.selection, self.licence = take, selection, licence
        self._background = Background(self)
        self._written: Path | None = None
        self.setWindowTitle(tr("Export {take}").format(take=about) if about else tr("Export"))
        self.about = ElidedLabel(about)
        self.about.setProperty("role", "heading")
        self.about.setVisible(bool(about))
        self.setModal(False)
        self.name = QLineEdit(f"{TEMPLATE} {distinction}".strip())
        self.folder = QLineEdit(str(folder or music_folder()))
        self.choose = QPushButton(tr("Choose…"))
        self.format = Choice()
        self.only_selection = QCheckBox(self._selection_words())
        self.gain = Choice()
        self.target = LevelSpin()
        self.ceiling = LevelSpin()
        self.dither = QCheckBox(tr("Dither (16 bit only)"))
        self.settings = QCheckBox(tr("Include prompt and settings"))
        self.preview = PlainLabel()
        self.outcome = PlainLabel()
        self.export = QPushButton(tr("Export"))
        self.reveal = QPushButton(tr("Show in folder"))
        self.close_button = QPushButton(tr("Close"))
        self._fill()
        self._lay_out()
        self._connect()
        self._update()

    # --- building ---------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        for known in writing.FORMATS.values():
            self.format.addItem(known.title, known.name)
        for name, words, _, _ in GAINS:
            self.gain.addItem(tr(words), name)
        self.target.setRange(-70.0, 0.0)
        for field in (self.target, self.ceiling):
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.target.setDecimals(1)
        self.target.setSingleStep(0.5)
        self.ceiling.setRange(-20.0, 0.0)
        self.ceiling.setDecimals(1)
        self.ceiling.setSingleStep(0.1)
        self.ceiling.setValue(-1.0)
        self.ceiling.setSuffix(" dBTP")
        self.settings.setChecked(True)
        self.settings.setToolTip(tr("With it, the file dropped on the window brings back everything that made the sound."))
        self.name.setToolTip(tr("May contain {prompt}, {seed}, {model}, {solver}, {steps} and {date}"))
        self.only_selection.setEnabled(self.selection is not None)
        self.preview.setProperty("role", "dim")
        self.preview.setWordWrap(True)
        self.outcome.setWordWrap(True)
        self.outcome.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.outcome.hide()
        self.reveal.hide()
        self.export.setProperty("role", "primary")
        self.export.setDefault(True)
        for widget, words in (
            (self.name, tr("File name")),
            (self.folder, tr("Folder")),
            (self.choose, tr("Choose the folder")),
            (self.format, tr("Format")),
            (self.gain, tr("Gain")),
            (self.target, tr("Target of the gain")),
            (self.ceiling, tr("True-peak ceiling in dBTP")),
        ):
            widget.setAccessibleName(words)

    def _lay_out(self) -> None:
        place = QHBoxLayout()
        place.setSpacing(8)
        place.addWidget(self.folder, 1)
        place.addWidget(self.choose)
        self.ceiling_label = PlainLabel(tr("Ceiling"))
        level = QHBoxLayout()
        level.setSpacing(8)
        for widget in (self.gain, self.target, self.ceiling_label, self.ceiling):
            level.addWidget(widget)
        level.addStretch(1)
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("Folder"), place)
        form.addRow(tr("Format"), self.format)
        form.addRow(tr("Level"), level)
        form.addRow("", self.only_selection)
        form.addRow("", self.dither)
        form.addRow("", self.settings)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.reveal)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.export)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(12)
        column.addWidget(self.about)
        column.addLayout(form)
        column.addWidget(self.preview)
        column.addWidget(self.outcome)
        column.addStretch(1)
        column.addLayout(buttons)
        self.setMinimumWidth(520)

    def _connect(self) -> None:
        for field in (self.name, self.folder):
            field.textChanged.connect(self._update)
        self.format.currentIndexChanged.connect(self._update)
        self.gain.currentIndexChanged.connect(self._gain_changed)
        for box in (self.only_selection, self.dither, self.settings):
            box.toggled.connect(self._update)
        self.choose.clicked.connect(self._choose_folder)
        self.export.clicked.connect(self.run)
        self.reveal.clicked.connect(self._show_in_folder)
        self.close_button.clicked.connect(self.reject)

    # --- what is wished ---------------------------------------------------------------------------------------------

    def chosen_format(self) -> writing.Format:
        """The format that is chosen."""
        return writing.FORMATS[str(self.format.currentData())]

    def preparation(self) -> preparing.Preparation:
        """What is to be done to the samples."""
        return preparing.Preparation(
            span_s=self.selection if self.only_selection.isChecked() else None,
            gain=GAINS[self.gain.currentIndex()][0],
            target_db=self.target.value(),
            ceiling_dbtp=self.ceiling.value(),
            dither=self.dither.isChecked() and self.dither.isEnabled(),
        )

    def path(self) -> Path:
        """Where the next export goes: a name that is free."""
        folder = Path(self.folder.text()).expanduser()
        return preparing.free_path(folder, preparing.file_stem(self.name.text(), self.take), self.chosen_format().suffix)

    def run(self) -> None:
        """Writes the file in the background; the result is told below the form."""
        path, how, chosen = self.path(), self.preparation(), self.chosen_format()
        take, told = self.take, self._metadata(how)
        self.export.setEnabled(False)
        self._say(tr("Writing…"), "dim")

        def work() -> tuple[Path, list[str]]:
            made = preparing.prepare(take.audio, take.sample_rate_hz, how, chosen.subtype)
            title = preparing.file_stem("{prompt}", take)
            notes = writing.write(path, made.audio, made.rate_hz, format=chosen, metadata=told, title=title)
            if made.gain_db:
                notes.insert(0, tr("Gain {gain}.").format(gain=formatting.decibel(made.gain_db)))
            return path, [*made.notes, *notes]

        self._background.run("export", work, self._done, self._failed)

    def _metadata(self, how: preparing.Preparation) -> dict[str, Any] | None:
        if not self.settings.isChecked():
            return None
        told = metadata.describe(self.take, licence=self.licence)
        if how != preparing.Preparation():
            told["export"] = {"span_s": list(how.span_s) if how.span_s else None, "gain": how.gain, "dither": how.dither}
        return told

    # --- what is shown ----------------------------------------------------------------------------------------------

    def _gain_changed(self, index: int) -> None:
        _, _, unit, start = GAINS[index]
        self.target.setSuffix(unit)
        self.target.setValue(start)
        self._update()

    def _update(self) -> None:
        chosen = self.chosen_format()
        self.dither.setEnabled(chosen.subtype == "PCM_16")
        kind = GAINS[self.gain.currentIndex()][0]
        self.target.setVisible(kind != "none")
        for widget in (self.ceiling, self.ceiling_label):
            widget.setVisible(kind == "loudness")
        take = self.take
        seconds = take.duration_s
        if self.only_selection.isChecked() and self.selection:
            seconds = self.selection[1] - self.selection[0]
        channels = {1: tr("mono"), 2: tr("stereo")}.get(take.audio.shape[1], f"{take.audio.shape[1]}")
        facts = [
            self.path().name,
            f"{formatting.number(take.sample_rate_hz / 1000, 1)} kHz {channels}",
            f"{formatting.number(seconds, 2)} s",
        ]
        self.preview.setText(tr("To be written: {facts}").format(facts=" \N{MIDDLE DOT} ".join(facts)))
        self.export.setEnabled(not self._background.busy("export"))

    def _selection_words(self) -> str:
        if self.selection is None:
            return tr("Only the selection (nothing is selected)")
        start, end = (formatting.clock(time) for time in self.selection)
        return tr("Only the selection, {start} to {end}").format(start=start, end=end)

    def _done(self, result: tuple[Path, list[str]]) -> None:
        path, notes = result
        self._written = path
        self.reveal.show()
        self._say(" ".join((tr("Written and read back: {path}.").format(path=path), *map(translate_sentence, notes))), "")
        self._update()
        self.exported.emit(str(path))

    def _failed(self, error: Exception) -> None:
        text = failures.from_exception(error).text if isinstance(error, DitoneError) else str(error)
        self._say(tr("Nothing was written. {reason}").format(reason=text), "note")
        self._update()

    def _say(self, text: str, role: str) -> None:
        self.outcome.setText(text)
        self.outcome.setProperty("role", role)
        self.outcome.style().unpolish(self.outcome)
        self.outcome.style().polish(self.outcome)
        self.outcome.show()
        self._grow()

    def _grow(self) -> None:
        """Room for what was said: the form above must not be squeezed."""
        layout = self.layout()
        if layout is not None:
            self.resize(self.width(), max(self.height(), height_at(layout, self.width())))

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Folder for exports"), self.folder.text())
        if folder:
            self.folder.setText(folder)

    def _show_in_folder(self) -> None:
        if self._written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written.parent)))
