"""The performance page keeps readings, phases and runs, and shows VRAM only where there is a GPU."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ditone.gui.panels.performance_panel import PerformancePanel
from ditone.gui.widgets.usage_log import KEPT_RUNS, UsageLog
from ditone.runtime.monitor import Usage


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_readings_are_given_relative_to_now_and_as_far_as_the_window_shows(clock: Clock) -> None:
    log = UsageLog(clock)
    for step in range(100):
        log.add(Usage(1000.0 + step, 50.0))
        clock.now += 1.0
    times, (ram,) = log.series("rss_mib")
    assert log.window() == (-60.0, 0.0)
    assert times[-1] == -1.0 and ram[-1] == 1099.0
    assert -62.0 <= times[0] <= -60.0
    assert log.at(-10.2).rss_mib == 1090.0


def test_phases_follow_each_other_and_end_with_their_run(clock: Clock) -> None:
    log = UsageLog(clock)
    log.begin("rain")
    log.phase("text")
    clock.now += 2.0
    log.phase("denoise")
    clock.now += 5.0
    run = log.end(1500.0)
    clock.now += 3.0
    assert [(p.name, p.start_s, p.end_s) for p in log.phases()] == [("text", -10.0, -8.0), ("denoise", -8.0, -3.0)]
    assert run.duration_s == 7.0 and run.finished
    log.phase("nobody's")
    assert len(log.phases()) == 2


def test_a_long_run_stays_in_view(clock: Clock) -> None:
    log = UsageLog(clock)
    log.begin("long")
    clock.now += 200.0
    assert log.window()[0] == pytest.approx(-210.0)


def test_a_cancelled_run_has_the_highest_reading_as_its_peak(clock: Clock) -> None:
    log = UsageLog(clock)
    log.add(Usage(5000.0, 10.0))
    clock.now += 1.0
    log.begin("rain")
    for ram in (1000.0, 1400.0, 1200.0):
        log.add(Usage(ram, 10.0))
        clock.now += 0.2
    run = log.end()
    assert run.peak_rss_mib == 1400.0 and not run.finished
    assert log.end() is None


def test_without_a_gpu_there_are_two_plots_and_runs_tell_ram(qtbot: QtBot) -> None:
    page = shown(qtbot, Usage(900.0, 120.0))
    page.begin_run("metal clang", 1300.0)
    page.phase("denoise")
    page.add_usage(Usage(1250.0, 190.0))
    page.end_run(1280.0)
    assert list(page._plots) == ["ram", "cpu"]
    assert page.runs.item(0, 0).text() == "metal clang"
    assert page.runs.item(0, 2).text().strip() in ("1280 MiB", "1,280 MiB")
    assert "denoise" in page.runs.item(0, 0).toolTip()
    assert "1250 MiB" in page._plots["ram"].reading.text().replace(",", "")


def test_with_a_gpu_the_prediction_is_drawn_into_the_vram_plot(qtbot: QtBot) -> None:
    page = shown(qtbot, Usage(900.0, 120.0, 1800.0, 1925.0))
    page.begin_run("metal clang", 1980.0)
    assert list(page._plots) == ["ram", "cpu", "vram"] or list(page._plots) == ["vram", "ram", "cpu"]
    assert page._plots["vram"]._dashed.isVisible() and page._plots["vram"]._dashed.value() == 1980.0
    assert not page._plots["ram"]._dashed.isVisible()
    page.end_run(1000.0, 1925.0)
    assert page.runs.item(0, 2).text().strip().replace(",", "") == "1925 MiB"


def test_the_pointer_reads_the_values_of_its_time_in_all_plots(qtbot: QtBot) -> None:
    page = shown(qtbot, Usage(900.0, 120.0))
    clock = Clock()
    page.log = UsageLog(clock)
    for step in range(20):
        page.add_usage(Usage(1000.0 + step, 10.0 * step))
        clock.now += 1.0
    page._plots["cpu"].hovered.emit(-10.0)
    assert "1010 MiB" in page._plots["ram"].reading.text().replace(",", "")
    assert page._plots["cpu"].reading.text().startswith("100 %")
    page._plots["cpu"].hovered.emit(None)
    assert "1019 MiB" in page._plots["ram"].reading.text().replace(",", "")


def test_the_last_runs_are_listed_newest_first(qtbot: QtBot) -> None:
    page = PerformancePanel()
    qtbot.addWidget(page)
    for index in range(KEPT_RUNS + 3):
        page.begin_run(f"take {index}")
        page.end_run(1000.0)
    assert page.runs.rowCount() == KEPT_RUNS
    assert page.runs.item(0, 0).text() == f"take {KEPT_RUNS + 2}"


def shown(qtbot: QtBot, usage: Usage) -> PerformancePanel:
    page = PerformancePanel()
    qtbot.addWidget(page)
    page.resize(1000, 220)
    page.show()
    qtbot.waitExposed(page)
    page.add_usage(usage)
    assert np.isfinite(page.log.series("rss_mib")[1][0]).all()
    return page
