"""Times, levels and facts as people read them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QLocale

from ditone.gui.i18n.translate import tr


def number(value: float, decimals: int = 0) -> str:
    """With the decimal mark of the locale, a true minus sign, and no thousands separators."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(float(value), "f", decimals).replace("-", "\N{MINUS SIGN}")


def grouped(value: float) -> str:
    """A whole number with the separators of the locale: "1,925"."""
    return QLocale().toString(round(value)).replace("-", "\N{MINUS SIGN}")


def clock(seconds: float, decimals: int = 3) -> str:
    """ "0:04.100"; hours appear only when there are any."""
    units = round(abs(seconds) * 10**decimals)
    whole, fraction = divmod(units, 10**decimals)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    head = f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
    return f"{head}{QLocale().decimalPoint()}{fraction:0{decimals}d}" if decimals else head


def decibel(value: float, unit: str = "dB", decimals: int = 1) -> str:
    """ "−19.2 LUFS"; silence is "−∞"."""
    if math.isnan(value):
        return f"\N{EN DASH} {unit}"
    return f"{number(value, decimals)} {unit}" if math.isfinite(value) else f"{'−' if value < 0 else ''}∞ {unit}"


def frequency(hertz: float) -> str:
    """ "440 Hz" or "2.31 kHz"."""
    return f"{number(hertz / 1000, 2 if hertz < 10_000 else 1)} kHz" if hertz >= 1000 else f"{number(hertz)} Hz"


def facts_words(facts: Mapping[str, Any]) -> list[str]:
    """The facts of a sound in their order: "seed 7", "Euler 50", "CFG 6", "−19.2 LUFS", "−1.0 dBTP"."""
    words = []
    for name, value in facts.items():
        if value is None or (name == "steps" and "solver" in facts):
            continue
        words.append(_fact(name, value, facts))
    return words


def _fact(name: str, value: Any, facts: Mapping[str, Any]) -> str:
    if name == "solver":
        return f"{value} {facts['steps']}" if facts.get("steps") is not None else str(value)
    if name == "steps":
        return f"{value} {tr('steps')}"
    if name == "seed":
        return f"{tr('seed')} {value}"
    if name == "lufs":
        return decibel(float(value), "LUFS")
    if name == "rms_dbfs":
        return f"{decibel(float(value), 'dBFS')} RMS"
    if name == "true_peak_dbtp":
        return decibel(float(value), "dBTP")
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{name.upper() if name in ('cfg', 'apg', 'rtf') else tr(name.replace('_', ' '))} {shown}"
