import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from ditone.gui.panels.audio_row import AudioRow
from ditone.gui.panels.file_rows import FilesRow, RegionsRow, parse_regions, row_for
from ditone.gui.panels.number_row import NumberRow
from ditone.gui.panels.plain_rows import ChoiceRow, FlagRow, TextRow
from ditone.gui.panels.row import Row
from ditone.gui.panels.seed_row import SeedRow
from ditone.runtime.controls import Choice, Control

STEPS = Control("steps", "Steps", "integer", "sampler", 20, 1, 100, 1, unit="steps", suggested=(4, 50))
DURATION = Control("duration_s", "Duration", "number", "prompt", 3.0, 0.1, 6.0, 0.1, 1, "s")


def shown(qtbot: QtBot, control: Control) -> Row:
    row = row_for(control)
    qtbot.addWidget(row)
    row.show()
    return row


def type_into(qtbot: QtBot, row: NumberRow, text: str) -> None:
    row.field.setFocus()
    row.field.selectAll()
    qtbot.keyClicks(row.field, text)
    qtbot.keyClick(row.field, Qt.Key.Key_Return)


def test_slider_and_field_move_together(qtbot: QtBot) -> None:
    row = shown(qtbot, DURATION)
    assert isinstance(row, NumberRow)
    assert row.slider is not None
    type_into(qtbot, row, "4.5")
    assert row.value() == 4.5
    assert row.slider.value() == 44  # steps of 0.1 from 0.1
    row.slider.setValue(9)
    assert row.value() == 1.0
    assert row.field.text() == "1.0 s"


@pytest.mark.parametrize(
    ("typed", "value", "words"), [("500", 100, "500 is too much; set to 100"), ("0", 1, "0 is too little; set to 1")]
)
def test_a_number_outside_the_range_is_clamped_with_a_note(qtbot: QtBot, typed: str, value: int, words: str) -> None:
    row = shown(qtbot, STEPS)
    assert isinstance(row, NumberRow)
    type_into(qtbot, row, typed)
    assert row.value() == value
    assert row.note.isVisible()
    assert words in row.note.text()
    type_into(qtbot, row, "20")
    assert not row.note.isVisible()


def test_a_recalled_value_outside_the_range_is_clamped_with_a_note(qtbot: QtBot) -> None:
    row = shown(qtbot, DURATION)
    row.set_value(380.0)
    row.refresh()
    assert row.value() == 6.0
    assert "380 is too much" in row.note.text()


def test_an_unusual_value_is_noted_but_kept(qtbot: QtBot) -> None:
    row = shown(qtbot, STEPS)
    assert isinstance(row, NumberRow)
    type_into(qtbot, row, "80")
    assert row.value() == 80
    assert row.note.text() == "This model was made for 4 to 50 steps."


def test_typing_is_taken_over_by_commit(qtbot: QtBot) -> None:
    row = shown(qtbot, STEPS)
    assert isinstance(row, NumberRow)
    row.field.setFocus()
    row.field.selectAll()
    qtbot.keyClicks(row.field, "33")
    row.commit()
    assert row.value() == 33


def test_a_changed_control_has_a_dot_that_resets_it(qtbot: QtBot) -> None:
    row = shown(qtbot, STEPS)
    row.refresh()
    assert not row.dot.is_marked()
    row.set_value(30)
    row.refresh()
    assert row.dot.is_marked()
    assert "20 steps" in row.dot.toolTip()
    with qtbot.waitSignal(row.edited):
        qtbot.mouseClick(row.dot, Qt.MouseButton.LeftButton)
    assert row.value() == 20
    assert not row.dot.is_marked()


def test_numbers_and_sliders_say_their_unit(qtbot: QtBot) -> None:
    row = shown(qtbot, DURATION)
    assert isinstance(row, NumberRow)
    assert row.slider is not None
    assert row.field.accessibleName() == "Duration, seconds"
    assert row.slider.accessibleName() == "Duration"  # its value has the unit: see test_spoken


def test_choices_show_titles_and_keep_values(qtbot: QtBot) -> None:
    control = Control(
        "solver", "Solver", "choice", "sampler", "rk4", choices=(Choice("euler", "Euler", "fast"), Choice("rk4", "RK4", "exact"))
    )
    row = shown(qtbot, control)
    assert isinstance(row, ChoiceRow)
    assert (row.value(), row.box.currentText(), row.box.toolTip()) == ("rk4", "RK4", "exact")
    row.set_value("heun")
    row.refresh()
    assert row.value() == "rk4"
    assert '"heun" is not available' in row.note.text()


def test_flags_and_texts(qtbot: QtBot) -> None:
    flag = shown(qtbot, Control("tail", "Tail", "flag", "advanced", True))
    assert isinstance(flag, FlagRow)
    qtbot.mouseClick(flag.box, Qt.MouseButton.LeftButton, pos=QPoint(7, flag.box.height() // 2))
    assert flag.value() is False
    text = shown(qtbot, Control("prompt", "Prompt", "text", "prompt", "", required=True))
    assert isinstance(text, TextRow)
    assert text.problem() == "Prompt is empty."
    qtbot.keyClicks(text.text, "rain")
    assert (text.value(), text.problem()) == ("rain", "")


def test_the_seed_is_always_a_number_and_new_draws_another(qtbot: QtBot) -> None:
    row = shown(qtbot, Control("seed", "Seed", "integer", "sampler", 0, 0, 2**31 - 1))
    assert isinstance(row, SeedRow)
    first = row.value()
    assert 0 <= first < 2**31
    qtbot.mouseClick(row.new, Qt.MouseButton.LeftButton)
    assert row.value() != first
    row.field.clear()
    qtbot.keyClick(row.field, Qt.Key.Key_Return)
    assert row.value() == 0
    row.field.setText("99999999999")
    assert row.value() == 2**31 - 1


def test_a_sound_file_can_be_dropped_and_a_missing_one_is_named(qtbot: QtBot, tmp_path: object) -> None:
    path = tmp_path / "rain.wav"  # type: ignore[operator]
    path.write_bytes(b"RIFF")
    row = shown(qtbot, Control("source", "Source", "audio", "source", "", required=True))
    assert isinstance(row, AudioRow)
    assert row.problem() == "Source is empty."
    drop(row, str(path))
    assert row.value() == str(path)
    assert row.problem() == ""
    row.set_value("/no/such.wav")
    assert "there is no file /no/such.wav" in row.problem()


def test_files_are_collected_once_and_removed(qtbot: QtBot, tmp_path: object) -> None:
    paths = [tmp_path / f"{name}.wav" for name in "ab"]  # type: ignore[operator]
    for path in paths:
        path.write_bytes(b"RIFF")
    row = shown(qtbot, Control("references", "References", "files", "voice", ()))
    assert isinstance(row, FilesRow)
    for path in (*paths, paths[0]):
        drop(row, str(path))
    assert row.value() == tuple(map(str, paths))


def test_regions_are_read_and_written(qtbot: QtBot) -> None:
    row = shown(qtbot, Control("regions", "Regions", "regions", "source", ()))
    assert isinstance(row, RegionsRow)
    qtbot.keyClicks(row.text, "3-4, 0.5 - 1.25")
    assert row.value() == ((0.5, 1.25), (3.0, 4.0))
    row.set_value(((1.0, 2.5),))
    assert row.text.text() == "1-2.5"
    assert parse_regions("2-1") is None
    row.text.setText("a-b")
    assert "write regions in seconds" in row.problem()


def drop(row: Row, path: str) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path)])
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    row.dropEvent(QDropEvent(QPointF(5, 5), action, mime, button, key))


def test_a_value_that_the_model_fixes_is_shown_with_the_reason(qtbot: QtBot) -> None:
    row = shown(qtbot, Control("cfg_scale", "CFG scale", "number", "guidance", 0.0, 0.0, 10.0, 0.1, 1, inactive="built in."))
    assert isinstance(row, NumberRow)
    assert row.slider is not None
    assert not row.field.isEnabled()
    assert not row.slider.isEnabled()
    assert row.note.text() == "Fixed: built in."
    row.set_value(3.0)  # recalled from a take of another model
    row.refresh()
    assert row.value() == 0.0
    assert not row.is_changed()
    assert row.note.text() == "Fixed: built in."
