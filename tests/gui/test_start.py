"""What the first paint must not wait for."""

from __future__ import annotations

import subprocess
import sys

SLOW = ("torch", "numpy", "pyqtgraph", "scipy", "transformers", "soundfile", "sounddevice", "psutil")


def test_the_window_is_made_without_engine_plots_or_sound_libraries() -> None:
    program = (
        "import sys\n"
        "from ditone.gui.application import application\n"
        "from ditone.gui.studio import Studio\n"
        "from ditone.gui.core.settings import Settings\n"
        "app = application()\n"
        "window = Studio(Settings())\n"
        f"print([name for name in {SLOW!r} if name in sys.modules])\n"
        "sys.stdout.flush()\n"
        "import os; os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=True)
    assert done.stdout.strip() == "[]"
