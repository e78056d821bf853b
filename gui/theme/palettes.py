"""The two palettes. Every text colour has a contrast of at least 4.5 : 1 on `panel`, every control outline at least 3 : 1."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette


@dataclass(frozen=True)
class Colors:
    """Colours by role, as "#rrggbb". `a`, `b` and `x` mark lanes A, B and the unknown X; `on_accent` is text on a filled `a`."""

    name: str
    window: str
    panel: str
    field: str
    line: str
    outline: str
    text: str
    dim: str
    a: str
    b: str
    x: str
    ok: str
    warning: str
    error: str
    on_accent: str
    hover: str
    selection: str

    def qcolor(self, role: str) -> QColor:
        """The colour of a role, for painters."""
        return QColor(getattr(self, role))


DARK = Colors(
    name="dark",
    window="#1b1d21",
    panel="#23262b",
    field="#16181b",
    line="#3a3f47",
    outline="#8a93a0",
    text="#e6e8eb",
    dim="#a3abb6",
    a="#4fb3ff",
    b="#ffb454",
    x="#c792ea",
    ok="#5ad19a",
    warning="#f2c14e",
    error="#ff7b72",
    on_accent="#0e1114",
    hover="#2d3138",
    selection="#24405a",
)
LIGHT = Colors(
    name="light",
    window="#f3f4f6",
    panel="#ffffff",
    field="#ffffff",
    line="#c3c8d0",
    outline="#7a828e",
    text="#1b1f24",
    dim="#5a6270",
    a="#0b63b5",
    b="#9a5200",
    x="#7a3ea3",
    ok="#137a4a",
    warning="#8a6100",
    error="#b3261e",
    on_accent="#ffffff",
    hover="#e8ebf0",
    selection="#cfe3f7",
)

_current = DARK


def current() -> Colors:
    """The palette in use."""
    return _current


def set_current(colors: Colors) -> None:
    """Makes `colors` the palette that `current` answers with; `style.apply` calls it."""
    global _current
    _current = colors


def qt_palette(colors: Colors) -> QPalette:
    """The palette for Fusion, with disabled text between `dim` and `panel`."""
    palette = QPalette()
    role = QPalette.ColorRole
    for target, name in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "field"),
        (role.AlternateBase, "panel"),
        (role.Text, "text"),
        (role.Button, "panel"),
        (role.ButtonText, "text"),
        (role.BrightText, "error"),
        (role.Highlight, "selection"),
        (role.HighlightedText, "text"),
        (role.Link, "a"),
        (role.LinkVisited, "x"),
        (role.ToolTipBase, "panel"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "dim"),
        (role.Accent, "a"),
        (role.Mid, "line"),
        (role.Midlight, "hover"),
        (role.Light, "hover"),
        (role.Dark, "line"),
        (role.Shadow, "field"),
    ):
        palette.setColor(target, colors.qcolor(name))
    faint = mixed(colors.dim, colors.panel, 0.35)
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(faint))
    return palette


def mixed(first: str, second: str, share: float) -> str:
    """`first` with `share` (0..1) of `second` mixed in."""
    parts = [round(p * (1 - share) + q * share) for p, q in zip(_channels(first), _channels(second), strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours, from 1 to 21 (WCAG 2.2, relative luminance)."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _channels(color: str) -> tuple[int, int, int]:
    value = QColor(color)
    return value.red(), value.green(), value.blue()


def _luminance(color: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in _channels(color))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
