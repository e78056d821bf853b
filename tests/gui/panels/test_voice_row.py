"""The row of a reference voice: checks at once, fixes, the tick, and a recording made here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from ditone.gui.audio import output, portaudio, recording
from ditone.gui.audio import player as player_module
from ditone.gui.panels import voice_recorder
from ditone.gui.panels.file_rows import row_for
from ditone.gui.panels.voice_recorder import VoiceRecorder
from ditone.gui.panels.voice_row import VoiceRow
from ditone.runtime.controls import Control
from ditone.runtime.take import Audio
from ditone.runtime.voice_consents import digest
from ditone.runtime.voices import VoiceStore
from tests.earlier_voice import save_without_consent
from tests.gui.audio.test_player import SPEAKERS, PretendedOutput
from tests.null_sink import NullSink
from tests.runtime.audio.test_voice_checks import RATE, silence, speech

LEFT = Qt.MouseButton.LeftButton
CONTROL = Control("reference", "Reference voice", "audio", "voice", "", required=True, saved_voices="some_family")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VoiceStore:
    monkeypatch.setenv("DITONE_VOICES", str(tmp_path / "voices"))
    return VoiceStore()


@pytest.fixture
def row(qtbot: QtBot, store: VoiceStore) -> VoiceRow:
    made = row_for(CONTROL)
    assert isinstance(made, VoiceRow)
    qtbot.addWidget(made)
    made.resize(420, 200)
    made.show()
    return made


def drop(row: VoiceRow, qtbot: QtBot, path: Path, audio: Audio, rate: int = RATE) -> Path:
    """Puts a file into the row, and waits until it is checked."""
    soundfile.write(path, audio, rate, subtype="FLOAT")
    row.path.setText(str(path))
    qtbot.waitUntil(lambda: row.look is not None and row.look.path == path, timeout=20_000)
    return path


def test_a_good_recording_needs_the_tick_and_nothing_else(row: VoiceRow, qtbot: QtBot, tmp_path: Path, store: VoiceStore) -> None:
    assert not row.consent.isVisible()
    path = drop(row, qtbot, tmp_path / "a.wav", speech(5.0))
    assert row.findings.sentences() == []
    assert row.problem() == 'Reference voice: tick "I may use this voice" first.'
    with qtbot.waitSignal(row.edited):
        qtbot.mouseClick(row.consent, LEFT)
    assert row.problem() == "" and store.consent_at(path)
    drop(row, qtbot, tmp_path / "b.wav", speech(4.0))
    assert not row.consent.isChecked()  # of another file nothing was said
    row.set_value(str(path))
    qtbot.waitUntil(row.consent.isChecked, timeout=20_000)
    qtbot.mouseClick(row.consent, LEFT)
    assert store.consent_at(path) == "" and row.problem()


def test_a_tick_set_before_the_file_was_read_is_stored_too(
    row: VoiceRow, qtbot: QtBot, tmp_path: Path, store: VoiceStore
) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, speech(5.0), RATE)
    row.path.setText(str(path))
    qtbot.mouseClick(row.consent, LEFT)
    qtbot.waitUntil(lambda: row.look is not None, timeout=20_000)
    assert row.consent.isChecked() and store.consent_at(path)


def test_silence_around_a_voice_is_trimmed_and_the_tick_stays(
    row: VoiceRow, qtbot: QtBot, tmp_path: Path, store: VoiceStore
) -> None:
    path = drop(row, qtbot, tmp_path / "a.wav", np.concatenate([silence(2.0), speech(5.0), silence(1.5)]))
    qtbot.mouseClick(row.consent, LEFT)
    assert "2.0 s before" in row.findings.sentences()[0]
    qtbot.mouseClick(row.findings.buttons["trim"], LEFT)
    qtbot.waitUntil(lambda: row.look is not None and row.look.path != path, timeout=20_000)
    trimmed = Path(row.value())
    assert trimmed.parent == store.folder / "recordings" and trimmed.name == "a trimmed.wav"
    assert row.findings.sentences() == [] and row.problem() == "" and store.consent_at(trimmed)
    assert 4.5 < soundfile.info(trimmed).duration < 5.6 and soundfile.info(path).duration == 8.5


def test_a_copy_that_comes_late_does_not_take_the_place_of_another_reference(row: VoiceRow, qtbot: QtBot, tmp_path: Path) -> None:
    drop(row, qtbot, tmp_path / "a.wav", np.concatenate([silence(2.0), speech(5.0), silence(1.5)]))
    qtbot.mouseClick(row.findings.buttons["trim"], LEFT)
    other = drop(row, qtbot, tmp_path / "b.wav", speech(4.0))
    qtbot.waitUntil(lambda: any(row.voice_store.folder.rglob("a trimmed.wav")), timeout=20_000)
    qtbot.wait(50)
    assert row.value() == str(other)


def test_a_long_recording_is_cut_and_without_the_tick_it_still_asks(row: VoiceRow, qtbot: QtBot, tmp_path: Path) -> None:
    path = drop(row, qtbot, tmp_path / "a.wav", speech(40.0))
    qtbot.mouseClick(row.findings.buttons["cut"], LEFT)
    qtbot.waitUntil(lambda: row.look is not None and row.look.path != path, timeout=20_000)
    assert soundfile.info(row.value()).duration == 30.0
    assert row.findings.sentences() == [] and "tick" in row.problem()


def test_a_silent_recording_and_a_file_without_sound_block(row: VoiceRow, qtbot: QtBot, tmp_path: Path) -> None:
    drop(row, qtbot, tmp_path / "a.wav", np.zeros((5 * RATE, 1), np.float32))
    qtbot.mouseClick(row.consent, LEFT)
    assert "Nothing is heard" in row.problem()
    text = tmp_path / "b.wav"
    text.write_text("no sound")
    row.path.setText(str(text))
    qtbot.waitUntil(lambda: bool(row.findings.sentences()), timeout=20_000)
    assert "is not a sound file" in row.findings.sentences()[0]


def test_a_saved_voice_with_consent_is_ready_and_one_without_asks(row: VoiceRow, qtbot: QtBot, store: VoiceStore) -> None:
    store.save("Anna", "some_family", {"speaker": torch.zeros(2)}, consent_at="2026-02-03T04:05:06+00:00")
    bert = save_without_consent(store, "Bert", "some_family", {"speaker": torch.ones(2)})
    row.set_value("Anna")
    qtbot.waitUntil(lambda: row.look is not None, timeout=20_000)
    assert row.problem() == "" and row.consent.isChecked()
    row.set_value("Bert")
    qtbot.waitUntil(lambda: row.look is not None, timeout=20_000)
    assert "tick" in row.problem()
    qtbot.mouseClick(row.consent, LEFT)
    assert row.problem() == "" and store.consents.entry(digest(bert.path))


MICROPHONES = (
    recording.InputDevice(0, "Built-in", "ALSA", 2, 48000, True),
    recording.InputDevice(3, "Headset", "ALSA", 1, 48000, False),
)


class PretendedInput:
    """An input whose samples the test gives."""

    rate_hz = RATE

    def __init__(self, longest_s: float = 30.0, key: str = "") -> None:
        self.name, self.key = key.split(": ")[-1] or "Microphone", key
        self.keeps, self.filled, self.overflows, self.active, self.closed = False, 0, 0, True, False
        self.longest = round(longest_s * RATE)
        self.given = speech(5.0)

    @property
    def full(self) -> bool:
        return self.filled >= self.longest

    def peak(self) -> float:
        return 0.5

    def restart(self) -> None:
        self.keeps, self.filled = True, len(self.given)

    def audio(self) -> Audio:
        return self.given

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def window(row: VoiceRow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[VoiceRecorder]:
    """The recorder's window with a pretended input, opened by the row's button."""
    monkeypatch.setattr(recording, "InputStream", PretendedInput)
    monkeypatch.setattr(recording, "inputs", lambda refresh=False: list(MICROPHONES))
    monkeypatch.setattr(voice_recorder, "COUNT_MS", 10)
    qtbot.mouseClick(row.record, LEFT)
    made = row.recorder
    assert made is not None
    qtbot.waitUntil(lambda: made.recorder.stream is not None, timeout=20_000)
    yield made
    if isValid(made):  # another one may have taken its place
        made.reject()


def test_a_voice_is_recorded_checked_and_used(window: VoiceRecorder, row: VoiceRow, qtbot: QtBot, store: VoiceStore) -> None:
    stream = window.recorder.stream
    assert window.state.text() == "Input: Microphone" and not window.use.isEnabled()
    qtbot.mouseClick(window.record, LEFT)
    assert window.clock.text() == "3" and window.record.text() == "Stop"
    qtbot.waitUntil(lambda: window.recording, timeout=20_000)
    qtbot.waitUntil(lambda: window.clock.text().startswith("5.0 s"), timeout=20_000)
    assert max(window.meter.held_db) == pytest.approx(-6.02, abs=0.1)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: window.state.text() == "The recording is good.", timeout=20_000)
    assert not window.use.isEnabled() and "Tick" in window.use.toolTip()
    qtbot.mouseClick(window.consent, LEFT)
    with qtbot.waitSignal(window.recorded, timeout=20_000):
        qtbot.mouseClick(window.use, LEFT)
    qtbot.waitUntil(lambda: row.look is not None, timeout=20_000)
    kept, rate = soundfile.read(row.value(), dtype="float32", always_2d=True)
    np.testing.assert_array_equal(kept, stream.given)
    assert rate == RATE and row.problem() == "" and store.consent_at(Path(row.value()))
    qtbot.waitUntil(lambda: stream.closed, timeout=20_000)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (speech(1.0), "only 1.0 s"),
        (np.clip(4 * speech(5.0), -1, 1), "clipped"),
        (np.zeros((4 * RATE, 1), np.float32), "Nothing is heard"),
    ],
)
def test_a_bad_recording_is_told_at_once_and_can_be_made_again(
    window: VoiceRecorder, qtbot: QtBot, given: Audio, sentence: str
) -> None:
    stream = window.recorder.stream
    stream.given = given
    qtbot.mouseClick(window.consent, LEFT)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: window.recording, timeout=20_000)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: bool(window.findings.sentences()), timeout=20_000)
    assert sentence in window.findings.sentences()[0]
    assert window.use.isEnabled() is ("Nothing" not in sentence)
    stream.given = speech(5.0)
    qtbot.mouseClick(window.findings.buttons["record"], LEFT)
    qtbot.waitUntil(lambda: window.recording, timeout=20_000)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(window.use.isEnabled, timeout=20_000)
    assert window.findings.sentences() == []


def test_silence_around_a_new_recording_is_trimmed(window: VoiceRecorder, row: VoiceRow, qtbot: QtBot) -> None:
    window.recorder.stream.given = np.concatenate([silence(1.0), speech(5.0), silence(1.0)])
    qtbot.mouseClick(window.consent, LEFT)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: window.recording, timeout=20_000)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: "trim" in window.findings.buttons, timeout=20_000)
    qtbot.mouseClick(window.findings.buttons["trim"], LEFT)
    qtbot.waitUntil(lambda: window.state.text() == "The recording is good.", timeout=20_000)
    with qtbot.waitSignal(window.recorded, timeout=20_000):
        qtbot.mouseClick(window.use, LEFT)
    assert 4.5 < soundfile.info(row.value()).duration < 5.6


def test_a_dropped_recording_is_trimmed_by_hand_on_its_waveform(
    row: VoiceRow, qtbot: QtBot, tmp_path: Path, store: VoiceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "InputStream", PretendedInput)
    monkeypatch.setattr(recording, "inputs", lambda refresh=False: list(MICROPHONES))
    said = speech(9.0)
    path = drop(row, qtbot, tmp_path / "a.wav", said)
    qtbot.mouseClick(row.consent, LEFT)
    qtbot.mouseClick(row.record, LEFT)
    window = row.recorder
    assert window is not None
    qtbot.waitUntil(lambda: window.state.text() == "The recording is good.", timeout=20_000)
    trim = window.trim
    assert trim.view.isVisible() and not trim.keep.isEnabled() and window.consent.isChecked()
    middle = trim.view.height() // 2
    left, right = (QPoint(round(share * trim.view.width()), middle) for share in (0.25, 0.75))
    qtbot.mousePress(trim.view, LEFT, pos=left)
    qtbot.mouseMove(trim.view, (left + right) / 2)
    qtbot.mouseMove(trim.view, right)
    qtbot.mouseRelease(trim.view, LEFT, pos=right)
    selection = trim.timeline.selection
    assert selection is not None and selection[1] - selection[0] == pytest.approx(trim.timeline.span_s / 2, rel=0.05)
    qtbot.mouseClick(trim.keep, LEFT)
    qtbot.waitUntil(window.use.isEnabled, timeout=20_000)
    with qtbot.waitSignal(window.recorded, timeout=20_000):
        qtbot.mouseClick(window.use, LEFT)
    kept, _ = soundfile.read(row.value(), dtype="float32", always_2d=True)
    first, fade = round(selection[0] * RATE), round(0.01 * RATE)
    assert len(kept) == round(selection[1] * RATE) - first and Path(row.value()).name == "a cut.wav"
    np.testing.assert_array_equal(kept[fade:-fade], said[first + fade : first + len(kept) - fade])
    assert path.exists() and store.consent_at(Path(row.value()))


def test_a_recording_can_be_heard_before_it_is_used(window: VoiceRecorder, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "devices", lambda refresh=False: [SPEAKERS])
    monkeypatch.setattr(output, "usable_rate", lambda device, wanted: wanted)
    monkeypatch.setattr(player_module, "Output", PretendedOutput)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: window.recording, timeout=20_000)
    qtbot.mouseClick(window.record, LEFT)
    trim = window.trim
    window.trim.player.set_volume(1.0)
    qtbot.mouseClick(trim.listen, LEFT)
    assert trim.player.is_playing() and trim.listen.text() == "Pause"
    heard = trim.player._output.mixer.render(RATE)
    np.testing.assert_array_equal(heard[:, :1], window.recorder.stream.given[:RATE])
    qtbot.mouseClick(window.record, LEFT)  # recording again falls silent
    assert not trim.player.is_playing() and not trim.isVisible()


def test_recording_ends_by_itself_after_half_a_minute(window: VoiceRecorder, qtbot: QtBot) -> None:
    window.recorder.stream.given = speech(30.0)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: window.state.text() == "The recording is good.", timeout=20_000)
    assert not window.recording and window.clock.text() == "30.0 s"


def test_a_device_that_goes_keeps_what_there_is(window: VoiceRecorder, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.consent, LEFT)
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: window.recording, timeout=20_000)
    window.recorder.stream.active = False
    qtbot.waitUntil(window.use.isEnabled, timeout=20_000)
    assert not window.record.isEnabled()


def test_the_microphone_is_chosen_and_remembered(
    window: VoiceRecorder, row: VoiceRow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [window.microphone.itemText(i) for i in range(window.microphone.count())] == ["System default", "Built-in", "Headset"]
    first = window.recorder.stream
    window.microphone.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(window.microphone, key)
    qtbot.waitUntil(lambda: window.state.text() == "Input: Headset", timeout=20_000)
    assert first.closed and window.recorder.stream.key == "ALSA: Headset"
    window.reject()
    qtbot.mouseClick(row.record, LEFT)
    again = row.recorder
    assert again is not None
    qtbot.waitUntil(lambda: again.state.text() == "Input: Headset", timeout=20_000)
    assert again.microphone.currentText() == "Headset"
    monkeypatch.setattr(
        recording, "inputs", lambda refresh=False: list(MICROPHONES[:1]) if refresh else pytest.fail("no new look")
    )
    qtbot.mouseClick(again.look, LEFT)
    qtbot.waitUntil(lambda: again.microphone.count() == 2, timeout=20_000)
    assert again.microphone.currentText() == "System default"
    again.reject()


def test_the_button_stays_in_its_place_from_record_to_record_again(window: VoiceRecorder, qtbot: QtBot) -> None:
    places = []
    for wanted in ("Record", "Stop", "Record again", "Stop"):
        assert window.record.text() == wanted
        places.append(window.record.geometry())
        qtbot.mouseClick(window.record, LEFT)
        if wanted == "Record":
            qtbot.waitUntil(lambda: window.recording, timeout=20_000)
            assert not window.microphone.isEnabled() and not window.look.isEnabled()
    assert len({(place.x(), place.width()) for place in places}) == 1
    assert window.microphone.isEnabled()


def test_a_microphone_that_is_plugged_in_later_is_found(row: VoiceRow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    there: list[recording.InputDevice] = []

    def found(refresh: bool = False) -> list[recording.InputDevice]:
        if not there:
            raise recording.NoInput("No input device: nothing can be recorded.")
        return list(there)

    monkeypatch.setattr(recording, "InputStream", PretendedInput)
    monkeypatch.setattr(recording, "inputs", found)
    monkeypatch.setattr(voice_recorder, "SEEK_MS", 20)
    qtbot.mouseClick(row.record, LEFT)
    window = row.recorder
    assert window is not None
    qtbot.waitUntil(lambda: "No input device" in window.state.text(), timeout=20_000)
    there.append(MICROPHONES[1])
    qtbot.waitUntil(window.record.isEnabled, timeout=20_000)
    assert window.microphone.findText("Headset") > 0
    window.reject()


def test_without_an_input_a_sentence_says_so(row: VoiceRow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoDevices:
        @staticmethod
        def query_devices() -> list[dict[str, object]]:
            return [{"name": "Speakers", "index": 0, "max_input_channels": 0, "max_output_channels": 2}]

    monkeypatch.setattr(portaudio, "sounddevice", lambda: NoDevices)
    monkeypatch.setattr(portaudio, "look_again", lambda: True)
    qtbot.mouseClick(row.record, LEFT)
    window = row.recorder
    assert window is not None
    qtbot.waitUntil(lambda: "No input device" in window.state.text(), timeout=20_000)
    assert "Connect a microphone" in window.state.text() and not window.record.isEnabled()
    window.reject()


def test_without_portaudio_the_library_is_named(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise portaudio.NoOutput("No sound can be played.", "", ("Install libportaudio2.",))

    monkeypatch.setattr(portaudio, "sounddevice", missing)
    with pytest.raises(recording.NoInput, match="No sound can be recorded: the PortAudio library is missing") as caught:
        recording.InputStream()
    assert "libportaudio2" in caught.value.text()


def test_what_the_input_hears_is_what_is_recorded(
    row: VoiceRow, null_sink: NullSink, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The monitor of the null sink is the only input there is: what is played is what the microphone hears."""
    from ditone.gui.audio.player import Player

    monkeypatch.setattr(output, "wanted_latency", lambda: 0.3)
    monkeypatch.setattr(voice_recorder, "COUNT_MS", 10)
    player = Player()
    said = np.repeat(speech(4.0, rate=48000), 2, axis=1)
    player.load("A", said, 48000)
    qtbot.mouseClick(row.record, LEFT)
    window = row.recorder
    assert window is not None
    qtbot.waitUntil(lambda: window.recorder.stream is not None, timeout=20_000)
    stream = window.recorder.stream
    assert stream is not None
    qtbot.mouseClick(window.record, LEFT)
    qtbot.waitUntil(lambda: window.recording and stream.filled > 0, timeout=20_000)
    player.play()
    assert player.is_playing(), player.problem_text
    qtbot.waitUntil(lambda: not player.is_playing(), timeout=30_000)
    qtbot.wait(700)
    qtbot.mouseClick(window.record, LEFT)
    audio = stream.audio()
    player.close()
    window.reject()
    assert max(window.meter.held_db) > -20
    loud = np.flatnonzero(audio[:, 0])
    wanted = said[np.flatnonzero(said[:, 0])[0] :, :1]
    heard = audio[loud[0] : loud[0] + len(wanted)]
    assert stream.rate_hz == 48000 and len(heard) == len(wanted)
    np.testing.assert_allclose(heard, wanted, atol=2e-5)
