"""Colours of spectrograms: 256 steps of rising lightness contrast against the theme's background, the same for all lanes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtGui import QColor

DARK = ("#16181b", "#221f3d", "#4b2a6b", "#8d3a74", "#cf5560", "#f08c4a", "#f7c65e", "#fff6d8")
LIGHT = ("#ffffff", "#fbe8c6", "#f3bd83", "#e08860", "#b94f68", "#7d2f6c", "#43204f", "#150f22")


@lru_cache(maxsize=2)
def color_table(dark: bool) -> list[int]:
    """256 ARGB values, from silence (the background) to full scale."""
    colors = [QColor(name) for name in (DARK if dark else LIGHT)]
    anchors = np.array([(color.red(), color.green(), color.blue()) for color in colors], np.float64)
    at = np.linspace(0, len(anchors) - 1, 256)
    channels = [np.interp(at, np.arange(len(anchors)), anchors[:, channel]).round().astype(int) for channel in range(3)]
    return [QColor(int(r), int(g), int(b)).rgba() for r, g, b in zip(*channels, strict=True)]
