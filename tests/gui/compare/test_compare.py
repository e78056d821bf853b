"""The comparison's pages, clicked through with sounds of known difference."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from ditone.gui.compare.blind_test import BlindTestPage
from ditone.gui.compare.blind_test_cards import result_text
from ditone.gui.compare.contact_sheet import ContactSheet
from ditone.gui.compare.faster_setting import FasterSettingPage
from ditone.gui.compare.panel import ComparePanel
from ditone.gui.compare.report import Report, write_report
from ditone.gui.compare.side import Side, of_lane
from ditone.gui.compare.sweep_dialog import SweepDialog
from ditone.gui.compare.transcripts import marked_transcripts
from ditone.gui.engine.take_entry import TakeEntry, entry_for
from ditone.runtime.audio import metadata
from ditone.runtime.comparison.drift import drift
from ditone.runtime.controls import Choice, Control
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.sweep import Axis, sweep
from ditone.runtime.take import Take

RATE = 16000
CONTROLS = (
    Control("prompt", "Prompt", "text", "prompt", ""),
    Control("cfg_scale", "CFG scale", "number", "guidance", 3.0, 0.0, 10.0, 0.1, 1),
    Control("steps", "Steps", "integer", "sampler", 8, 1, 64),
    Control("solver", "Solver", "choice", "sampler", "euler", choices=(Choice("euler", "Euler"), Choice("rk4", "RK4"))),
    Control("seed", "Seed", "integer", "sampler", 0, 0, 2**63 - 1),
)
INFO = ModelInfo("f", "v", "Tiny", "tiny", RATE, 1, CONTROLS, (), 1, 1, "none", precisions=("float32", "bfloat16"))


def take(steps: int = 8, seed: int = 1, solver: str = "euler", **values: Any) -> TakeEntry:
    """A tone whose error falls with the steps; the seed chooses its phase."""
    t = np.arange(RATE) / RATE
    audio = 0.5 * np.sin(2 * np.pi * 220 * t + seed) + (0.3 / steps) * np.sin(2 * np.pi * 331 * t)
    request = Request("tiny", "a tone", seed=seed, steps=steps, solver=solver, cfg_scale=3.0)
    made = Take(
        request,
        audio.astype(np.float32)[:, None],
        RATE,
        "f",
        "v",
        "cpu",
        "float32",
        {"total": steps * 0.1},
        steps,
        100.0,
        None,
        **values,
    )
    return entry_for(made, INFO)


def side(entry: TakeEntry) -> Side:
    return of_lane(entry.sound, entry)


@pytest.fixture
def panel(qtbot: QtBot) -> ComparePanel:
    panel = ComparePanel()
    qtbot.addWidget(panel)
    panel.resize(360, 700)
    panel.show()
    return panel


def shown(qtbot: QtBot, panel: ComparePanel) -> dict[str, str]:
    qtbot.waitUntil(lambda: panel.figures is not None, timeout=30_000)
    return {row.name: row.value for row in panel.metric_rows()}


def test_two_takes_show_their_figures_and_what_differs(qtbot: QtBot, panel: ComparePanel) -> None:
    panel.set_sides(side(take(8)), side(take(4)))
    values = shown(qtbot, panel)
    assert values["Waveform cosine"].startswith("0.99")
    assert values["Null depth"].startswith("−")
    assert values["RTF, A / B"] == "0.80 / 0.40"
    assert "| steps | 8 | 4 |" in panel.markdown()


def test_a_sound_against_itself_nulls_to_minus_infinity(qtbot: QtBot, panel: ComparePanel) -> None:
    entry = take()
    panel.set_sides(side(entry), side(entry))
    values = shown(qtbot, panel)
    assert values["Null depth"] == "−∞ dB"
    assert values["Waveform cosine"] == "1.00000"
    assert values["B is shifted"] == "none"


def test_a_click_on_the_worst_sample_goes_there(qtbot: QtBot, panel: ComparePanel) -> None:
    a, b = take(), take()
    b.sound.audio[12345] += 0.4
    panel.set_sides(side(a), side(b))
    shown(qtbot, panel)
    button = panel.findChild(QPushButton, "jump")
    assert button is not None
    with qtbot.waitSignal(panel.jump_requested) as signal:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert signal.args[0] == pytest.approx(12345 / RATE, abs=1e-6)


def test_the_selection_alone_is_compared(qtbot: QtBot, panel: ComparePanel) -> None:
    a, b = take(), take()
    b.sound.audio[12345] += 0.4
    panel.set_sides(side(a), side(b), (0.0, 0.5))
    assert shown(qtbot, panel)["Null depth"] == "−∞ dB"


def test_figures_of_another_part_keep_their_widgets(qtbot: QtBot, panel: ComparePanel) -> None:
    a, b = take(8), take(4)
    panel.set_sides(side(a), side(b))
    shown(qtbot, panel)
    labels = panel.list.findChildren(QLabel)
    whole = [label.text() for label in labels]
    whole_error = panel.findChild(QPushButton, "jump").text()  # type: ignore[union-attr]
    a.sound.audio[: RATE // 2] *= 0.5
    panel.set_sides(panel.a, panel.b, (0.0, 0.6))
    qtbot.waitUntil(lambda: [label.text() for label in labels] != whole, timeout=30_000)
    assert panel.list.findChildren(QLabel) == labels
    assert all(label.isVisible() for label in labels)
    assert panel.findChild(QPushButton, "jump").text() != whole_error  # type: ignore[union-attr]
    assert panel.part.text() == "Selection 0:00.000 – 0:00.600"


def test_the_yardstick_of_another_seed(qtbot: QtBot, panel: ComparePanel) -> None:
    panel.set_sides(side(take(8)), side(take(4)))
    shown(qtbot, panel)
    with qtbot.waitSignal(panel.yardstick_requested):
        qtbot.mouseClick(panel.seed_button, Qt.MouseButton.LeftButton)
    panel.set_other_seed(side(take(8, seed=2)))
    qtbot.waitUntil(lambda: panel.figures is not None and panel.figures.seed_ratio is not None)
    assert 0 < panel.figures.seed_ratio < 0.2  # type: ignore[union-attr, operator]


def test_figures_are_copied_as_markdown_and_csv(qtbot: QtBot, panel: ComparePanel) -> None:
    panel.set_sides(side(take(8)), side(take(4)))
    shown(qtbot, panel)
    panel.copy_markdown()
    assert QGuiApplication.clipboard().text().startswith("A: a tone")
    panel.copy_csv()
    assert "setting: steps,8,4" in QGuiApplication.clipboard().text()


def test_step_traces_tell_where_two_takes_part(qtbot: QtBot, panel: ComparePanel) -> None:
    a = np.random.default_rng(0).standard_normal((5, 10, 4)).astype(np.float16)
    b = a.copy()
    b[3:] = -b[3:]
    panel.set_sides(side(take(trace=a)), side(take(4, trace=b)))
    shown(qtbot, panel)
    assert panel.drift.isVisible()
    assert "after 75 %" in panel.drift.words.text()


def test_transcripts_mark_the_words_that_differ() -> None:
    text = marked_transcripts({"unit": "word", "pairs": [("the quick fox", "the quick fox"), ("the quick fox", "the thick fox")]})
    assert "<b><u>thick</u></b>" in text
    assert text.count("<u>") == 1


class FakePlayer(QObject):
    """Remembers what is heard."""

    state_changed = Signal()
    problem_text = ""

    def __init__(self) -> None:
        super().__init__()
        self.level_match = False
        self.selected, self.playing = "A", False

    def set_level_match(self, on: bool) -> None:
        self.level_match = on

    def select(self, slot: str) -> None:
        self.selected = slot

    def hear_anew(self, slot: str) -> None:
        self.selected = slot

    def play(self) -> None:
        self.playing = True

    def pause(self) -> None:
        self.playing = False

    def toggle(self) -> None:
        self.playing = not self.playing

    def seek(self, seconds: float) -> None: ...

    def is_playing(self) -> bool:
        return self.playing


@pytest.fixture
def blind(qtbot: QtBot) -> tuple[BlindTestPage, FakePlayer]:
    player = FakePlayer()
    page = BlindTestPage(player)  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.show()
    page.open()
    page.start_card.trials.setCurrentText("8")
    return page, player


def test_a_listener_who_hears_everything_gets_the_smallest_p(qtbot: QtBot, blind: tuple[BlindTestPage, FakePlayer]) -> None:
    page, player = blind
    results: list[dict] = []
    page.finished.connect(results.append)
    qtbot.mouseClick(page.start_card.start, Qt.MouseButton.LeftButton)
    assert player.level_match
    while not page.test.done:  # type: ignore[union-attr]
        assert not page.trial_card.answers["A"].isEnabled()
        qtbot.keyClick(page, Qt.Key.Key_3)
        heard = player.selected
        qtbot.keyClick(page, Qt.Key.Key_Left if heard == "A" else Qt.Key.Key_Right)
    assert results == [{"kind": "abx", "trials": 8, "answered": 8, "complete": True, "correct": 8, "p": pytest.approx(1 / 256)}]
    assert "8 of 8 right" in page.result_card.result.text()
    assert not player.level_match


def test_nothing_on_the_page_tells_x(qtbot: QtBot, blind: tuple[BlindTestPage, FakePlayer]) -> None:
    page, player = blind
    qtbot.mouseClick(page.start_card.start, Qt.MouseButton.LeftButton)
    looks: dict[str, set[str]] = {"A": set(), "B": set()}
    while not page.test.done:  # type: ignore[union-attr]
        qtbot.keyClick(page, Qt.Key.Key_3)
        state = [w.text() for w in (page.trial_card.question, page.trial_card.help)] + [
            f"{n}{b.isChecked()}{b.isEnabled()}" for n, b in page.trial_card.keys.items()
        ]
        looks[player.selected].add("|".join(state))
        qtbot.keyClick(page, Qt.Key.Key_Left)
    assert len(looks["A"] | looks["B"]) == 1


def test_leaving_early_is_incomplete(qtbot: QtBot, blind: tuple[BlindTestPage, FakePlayer]) -> None:
    page, _ = blind
    results: list[dict] = []
    page.finished.connect(results.append)
    qtbot.mouseClick(page.start_card.start, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.trial_card.keys["X"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.trial_card.answers["A"], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.closed):
        qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert results[0]["complete"] is False
    assert "p" not in results[0]


def test_preference_counts_what_was_liked(qtbot: QtBot, blind: tuple[BlindTestPage, FakePlayer]) -> None:
    page, player = blind
    page.start_card.kind.setCurrentIndex(1)
    results: list[dict] = []
    page.finished.connect(results.append)
    qtbot.mouseClick(page.start_card.start, Qt.MouseButton.LeftButton)
    while not page.test.done:  # type: ignore[union-attr]
        qtbot.keyClick(page, Qt.Key.Key_2)
        second = player.selected
        qtbot.keyClick(page, Qt.Key.Key_1)
        qtbot.keyClick(page, Qt.Key.Key_Right if second == "B" else Qt.Key.Key_Left)
    assert results[0]["preferred_b"] == 8
    assert "B 8 times" in result_text(results[0])


def test_a_sweep_is_chosen_checked_and_started(qtbot: QtBot) -> None:
    dialog = SweepDialog(INFO, take().take.request)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.choose(0, "cfg_scale", "1, 3")
    dialog.choose(1, "steps", "2, 4, 800")
    assert not dialog.make.isEnabled()
    assert "Steps is 800" in dialog.words.text()
    dialog.choose(1, "steps", "2, 4, 8")
    assert "6 takes" in dialog.words.text()
    with qtbot.waitSignal(dialog.started) as signal:
        qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    axes, cells = signal.args
    assert [axis.name for axis in axes] == ["cfg_scale", "steps"]
    assert len(cells) == 6


def test_the_contact_sheet_plays_and_colours_against_any_reference(qtbot: QtBot) -> None:
    axes = [Axis("solver", ("euler", "rk4")), Axis("steps", (2, 4, 8))]
    cells = sweep(take().take.request, axes)
    sheet = ContactSheet(axes, cells)
    qtbot.addWidget(sheet)
    sheet.resize(800, 400)
    sheet.show()
    for index, cell in enumerate(cells[:-1]):
        sheet.add(index, take(cell.request.steps, solver=cell.request.solver))
    sheet.fail(5, "It failed.")
    assert sheet.status.text() == "5 of 6 takes, 1 failed"
    qtbot.waitUntil(lambda: len(sheet.figures) == 5, timeout=30_000)
    assert sheet.tiles[0].is_reference
    assert sheet.tiles[3].caption == "identical"
    with qtbot.waitSignal(sheet.play_requested):
        qtbot.mouseClick(sheet.tiles[1], Qt.MouseButton.LeftButton)
    qtbot.keyClick(sheet.tiles[2], Qt.Key.Key_R)
    qtbot.waitUntil(lambda: sheet.tiles[2].is_reference and len(sheet.figures) == 5)
    sheet.grab()


def test_the_faster_setting_is_the_cheapest_that_meets_the_floor(qtbot: QtBot) -> None:
    page = FasterSettingPage(INFO, take(16))
    qtbot.addWidget(page)
    page.show()
    page.value.setValue(0.995)
    wanted: list[Request] = []

    def make(request: Request) -> None:
        wanted.append(request)
        page.search.add(take(request.steps, request.seed, request.solver))

    page.search.take_wanted.connect(make)
    qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.search.running, timeout=60_000)
    found = page.search.found
    assert found is not None
    assert found.take.request.steps < 16
    costs = [r.steps * (4 if r.solver == "rk4" else 1) for r in wanted if r.seed == 1]
    assert costs == sorted(costs)
    # the winner is confirmed with other seeds, each time beside the reference
    assert [(r.seed, r.steps) for r in wanted[-4:]] == [
        (2, 16),
        (2, found.take.request.steps),
        (3, 16),
        (3, found.take.request.steps),
    ]
    assert len(page.search.confirmed) == 2
    assert "over 3 seeds cosine 0.9" in page.words.text() and "log-mel" in page.words.text()
    assert "float32" in page.words.text()
    assert [trial.meets for trial, _ in page.search.trials] == [False] * (len(page.search.trials) - 1) + [True]
    assert "times as fast" in page.words.text()
    with qtbot.waitSignal(page.recall_requested) as signal:
        qtbot.mouseClick(page.recall, Qt.MouseButton.LeftButton)
    assert signal.args[0] is page.search.found


def test_a_setting_that_meets_the_floor_with_one_seed_alone_is_passed_over(qtbot: QtBot) -> None:
    page = FasterSettingPage(INFO, take(16))
    qtbot.addWidget(page)
    page.show()
    page.value.setValue(0.9)
    wanted: list[Request] = []

    def make(request: Request) -> None:
        """With other seeds, up to three steps are another sound."""
        wanted.append(request)
        other = request.seed != 1 and request.steps <= 3
        page.search.add(with_noise(take(request.steps, request.seed, request.solver), other))

    page.search.take_wanted.connect(make)
    qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.search.running, timeout=60_000)
    found = page.search.found
    assert found is not None and found.take.request.steps > 3
    assert [trial.meets for trial, _ in page.search.trials].count(True) == 1
    assert {r.seed for r in wanted if r.steps <= 3} == {1, 2}


def with_noise(entry: TakeEntry, other: bool) -> TakeEntry:
    """The same take, with other samples where wanted."""
    noise = np.random.default_rng(0).standard_normal(entry.take.audio.shape).astype(np.float32)
    return dataclasses.replace(entry, take=dataclasses.replace(entry.take, audio=noise)) if other else entry


def test_a_report_holds_figures_plots_and_both_sounds(qtbot: QtBot, panel: ComparePanel, tmp_path: Path) -> None:
    a, b = side(take(8)), side(take(4))
    panel.set_sides(a, b)
    shown(qtbot, panel)
    curve = drift(np.ones((3, 4, 4), np.float16), np.ones((3, 4, 4), np.float16))
    report = Report(a, b, panel.metric_rows(), [("steps", "8", "4")], ("8 of 8 right, p = 0.004.",), curve)
    folder = write_report(tmp_path / "report", report)
    text = (folder / "report.md").read_text("utf-8")
    assert "| steps | 8 | 4 |" in text
    assert "8 of 8 right" in text
    for name in ("waveforms.png", "spectrograms.png", "drift.png"):
        assert (folder / name).stat().st_size > 1000
        assert name in text
    sounds = sorted(folder.glob("*.wav"))
    assert len(sounds) == 2
    assert metadata.request_of(metadata.read(sounds[0])).steps == 8  # type: ignore[arg-type]
    assert f"ditone recall {sounds[0].name}" in text
    again = write_report(tmp_path / "report", dataclasses.replace(report, drift=None))
    assert again.name == "report-2"


@pytest.mark.parametrize("width", [290, 360, 480])
def test_no_words_of_its_buttons_are_cut(panel: ComparePanel, qtbot: QtBot, width: int) -> None:
    panel.resize(width, 700)
    qtbot.waitUntil(lambda: panel.buttons["faster"].width() >= panel.buttons["faster"].sizeHint().width())
    assert all(button.width() >= button.sizeHint().width() for button in panel.buttons.values())
