"""The Qt binding itself: what a release once broke and must not break again."""

import sys

from PySide6.QtCore import QObject


def test_calls_that_return_nothing_keep_the_count_of_none() -> None:
    """PySide6 6.12.0 lost one reference to None per call on Python 3.10 and 3.11, which ends the process after some thousand calls.

    From Python 3.12 on None is immortal and its count constant, so that the test holds there too.
    """
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(20):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 10
