"""A recording on its waveform: listen to it, drag over a part, and keep that part alone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ditone.gui.audio.player import Player
from ditone.gui.audio.sound import Sound
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.transport import selection_words
from ditone.gui.widgets.wave_view import WaveView
from ditone.runtime.audio.preparing import cut
from ditone.runtime.take import Audio

HEIGHT = 90


class VoiceTrim(QWidget):
    """`kept` carries what is left (frames, channels) after the user kept a selection."""

    kept = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sound: Sound | None = None
        self.timeline = TimelineState(self)
        self.player = Player(self)
        self.view = WaveView("A", "a", self.timeline, self)
        self.view.setFixedHeight(HEIGHT)
        self.view.setAccessibleName(self.tr("Waveform of the recording; drag to select a part"))
        self.words = ElidedLabel()
        self.words.setProperty("role", "dim")
        self.listen = QPushButton(self.tr("Listen"))
        self.keep = QPushButton(self.tr("Keep selection"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.words, 1)
        buttons.addWidget(self.listen)
        buttons.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        layout.addLayout(buttons)
        self.listen.clicked.connect(self.player.toggle)
        self.keep.clicked.connect(self._on_keep)
        self.view.seek_requested.connect(self.player.seek)
        self.player.position_changed.connect(self.timeline.set_playhead)
        self.player.state_changed.connect(self._show)
        self.timeline.selection_changed.connect(self._on_selection)
        self.hide()

    def show_audio(self, audio: Audio | None, rate_hz: int = 0) -> None:
        """Shows a recording (frames, channels), or nothing."""
        self.player.pause()
        self._sound = Sound(audio, rate_hz) if audio is not None and len(audio) else None
        self.timeline.clear_selection()
        self.setVisible(self._sound is not None)
        if self._sound is not None:
            self.timeline.set_duration("A", self._sound.duration_s, rate_hz)
            self.timeline.fit()
            self.player.load("A", self._sound.audio, rate_hz)
            self.player.seek(0.0)
        self.view.set_sound(self._sound)
        self._show()

    def close_player(self) -> None:
        """Ends playing for good."""
        self.player.close()

    def _on_selection(self) -> None:
        selection = self.timeline.selection
        if selection is None:
            self.player.set_region(None)
        else:
            self.player.set_region(*selection)
            if not self.player.is_playing():
                self.player.seek(selection[0])
        self._show()

    def _on_keep(self) -> None:
        selection = self.timeline.selection
        if self._sound is not None and selection is not None:
            self.kept.emit(cut(self._sound.audio, self._sound.rate, *selection))

    def _show(self) -> None:
        self.listen.setText(self.tr("Pause") if self.player.is_playing() else self.tr("Listen"))
        self.keep.setEnabled(self.timeline.selection is not None)
        self.words.setText(self.player.problem_text or selection_words(self.timeline.selection))
