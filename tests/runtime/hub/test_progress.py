"""Progress from the bytes on the disk, with a clock of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from ditone.runtime.hub.download_task import DownloadTask
from ditone.runtime.hub.listing import HubFile, Listing
from ditone.runtime.hub.progress import Meter, about

WANTED = Listing("a/b", "c" * 40, (HubFile("small.json", 100), HubFile("large.bin", 900)))


def test_bytes_rate_time_left_and_a_stall(tmp_path: Path) -> None:
    now, work = [0.0], DownloadTask()
    meter = Meter(WANTED, tmp_path, work=work, clock=lambda: now[0])
    work.at("fetching", "large.bin")
    first = meter.look()
    assert (first.here_bytes, first.total_bytes, first.bytes_per_s, first.stalled) == (0, 1000, None, False)
    (tmp_path / "small.json").write_bytes(bytes(100))
    (tmp_path / f"large.bin.{'c' * 8}.part").write_bytes(bytes(100))
    now[0] = 2.0
    second = meter.look()
    assert second.here_bytes == 200 and second.bytes_per_s == pytest.approx(100) and second.left_s == pytest.approx(8)
    assert [file.here_bytes for file in second.files] == [100, 100]
    now[0] = 31.0
    assert not meter.look().stalled
    now[0] = 33.0
    assert meter.look().stalled
    work.at("checking", "large.bin")  # no byte comes, and none is waited for
    assert not meter.look().stalled


@pytest.mark.parametrize(
    ("seconds", "words"), [(None, ""), (0.2, "about 1 s"), (75, "about 75 s"), (200, "about 3 min"), (9000, "about 2.5 h")]
)
def test_the_time_left_in_words(seconds: float | None, words: str) -> None:
    assert about(seconds) == words
