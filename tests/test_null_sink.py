"""The test sound card plays what it is given, so that playback tests can trust it."""

import numpy as np
import pytest

from tests.null_sink import NullSink


def test_null_sink_records_what_is_played(null_sink: NullSink) -> None:
    sounddevice = pytest.importorskip("sounddevice", exc_type=OSError)
    silence = np.zeros(null_sink.rate_hz // 5, np.float32)  # the first and last milliseconds of a stream may be cut
    ramp = np.linspace(0.05, 0.25, null_sink.rate_hz // 2, dtype=np.float32)
    with null_sink.recording() as recording:
        sounddevice.play(np.concatenate((silence, ramp, silence)), null_sink.rate_hz, blocking=True)
    left = recording.audio[:, 0]
    heard = left[np.flatnonzero(left)[0] : np.flatnonzero(left)[-1] + 1]
    np.testing.assert_allclose(heard, ramp, atol=1e-6)
