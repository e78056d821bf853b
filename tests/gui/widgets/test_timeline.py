"""Zoom, scroll and selection stay inside the sound and keep what the user points at in place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from ditone.gui.widgets.time_scroll import TimeScrollBar
from ditone.gui.widgets.timeline import TimelineState


@given(
    duration=st.floats(0.01, 400),
    steps=st.lists(st.tuples(st.sampled_from(["zoom", "scroll", "show"]), st.floats(0, 1), st.floats(0.01, 30)), max_size=12),
)
def test_the_view_always_lies_inside_the_sound(duration: float, steps: list[tuple[str, float, float]]) -> None:
    timeline = TimelineState()
    timeline.set_duration("A", duration)
    for what, share, amount in steps:
        if what == "zoom":
            timeline.zoom_at(share * duration, amount)
        elif what == "scroll":
            timeline.scroll((share - 0.5) * amount)
        else:
            timeline.show_range(share * duration, share * duration + amount)
        start, end = timeline.view
        assert -1e-9 <= start < end <= duration + 1e-9


def test_zooming_keeps_the_time_under_the_pointer() -> None:
    timeline = TimelineState()
    timeline.set_duration("A", 10.0)
    timeline.zoom_at(4.0, 0.5)
    start, end = timeline.view
    assert end - start == pytest.approx(5.0)
    assert (4.0 - start) / (end - start) == pytest.approx(0.4)


def test_lanes_share_the_longest_duration_and_a_fitted_view_stays_fitted() -> None:
    timeline = TimelineState()
    timeline.set_duration("A", 4.0)
    timeline.set_duration("B", 9.0)
    assert timeline.view == (0.0, 9.0)
    timeline.show_range(1.0, 2.0)
    timeline.set_duration("B", 12.0)
    assert timeline.view == (1.0, 2.0)
    timeline.set_duration("B", 0.0)
    timeline.fit()
    assert timeline.view == (0.0, 4.0)


def test_a_selection_is_ordered_clamped_and_cut_when_the_sound_gets_shorter() -> None:
    timeline = TimelineState()
    timeline.set_duration("A", 5.0)
    timeline.set_selection(4.5, 3.0)
    assert timeline.selection == (3.0, 4.5)
    timeline.set_duration("A", 4.0)
    assert timeline.selection == (3.0, 4.0)
    timeline.set_duration("A", 2.0)
    assert timeline.selection is None


def test_zoom_to_selection_and_back() -> None:
    timeline = TimelineState()
    timeline.set_duration("A", 5.0)
    timeline.set_selection(1.0, 2.0)
    timeline.zoom_to_selection()
    assert timeline.view == (1.0, 2.0)
    timeline.zoom_to_selection()
    assert timeline.view == (0.0, 5.0)


def test_the_view_modes_go_round() -> None:
    timeline = TimelineState()
    modes = []
    for _ in range(4):
        modes.append(timeline.mode)
        timeline.cycle_mode()
    assert modes == ["waveform", "spectrogram", "both", "waveform"]


def test_the_playhead_is_kept_inside_and_revealed() -> None:
    timeline = TimelineState()
    timeline.set_duration("A", 10.0)
    timeline.show_range(0.0, 1.0)
    timeline.set_playhead(20.0)
    assert timeline.playhead_s == 10.0
    timeline.reveal(5.0)
    assert timeline.view == pytest.approx((4.5, 5.5))
    timeline.turn_page(5.6)
    assert timeline.view == pytest.approx((5.6, 6.6))


def test_the_scroll_bar_is_there_only_when_a_part_is_in_view_and_moves_it(qtbot: QtBot) -> None:
    timeline = TimelineState()
    bar = TimeScrollBar(timeline)
    qtbot.addWidget(bar)
    timeline.set_duration("A", 10.0)
    assert bar.isHidden()
    timeline.show_range(2.0, 4.0)
    assert not bar.isHidden() and bar.pageStep() == pytest.approx(bar.maximum() / 4, abs=2)
    bar.setValue(bar.maximum())
    assert timeline.view == pytest.approx((8.0, 10.0), abs=1e-3)
    timeline.show_range(0.0, 1.0)
    assert bar.value() == 0
