"""Units as they are written and said: (one, many)."""

from __future__ import annotations

import re


def _regular(word: str) -> tuple[str, str]:
    first, space, rest = word.partition(" per ")
    return word, f"{first}s{space}{rest}"


def _metric(symbols: dict[str, str], prefixes: dict[str, str]) -> dict[str, tuple[str, str]]:
    return {p + s: _regular(prefix + name) for s, name in symbols.items() for p, prefix in prefixes.items()}


_SI = _metric({"m": "meter"}, {"": "", "k": "kilo", "d": "deci", "c": "centi", "m": "milli", "µ": "micro", "n": "nano"})
_SI |= _metric({"g": "gram"}, {"": "", "k": "kilo", "m": "milli", "µ": "micro"})
_SI |= _metric({"l": "liter", "L": "liter"}, {"": "", "d": "deci", "c": "centi", "m": "milli", "µ": "micro"})
_SI |= _metric({"s": "second"}, {"": "", "m": "milli", "µ": "micro", "n": "nano"})
_SI |= _metric({"V": "volt"}, {"": "", "k": "kilo", "m": "milli", "µ": "micro"})
_SI |= _metric({"W": "watt"}, {"": "", "k": "kilo", "M": "mega", "G": "giga", "m": "milli"})
_SI |= _metric({"Wh": "watt hour"}, {"": "", "k": "kilo ", "M": "mega ", "G": "giga "})
_SI |= _metric({"A": "amp"}, {"m": "milli", "µ": "micro"}) | _metric({"Ah": "amp hour"}, {"": "", "m": "milli"})
_SI |= _metric({"J": "joule"}, {"": "", "k": "kilo", "M": "mega"}) | _metric({"cal": "calorie"}, {"": "", "k": "kilo"})
_SI |= _metric({"Pa": "pascal", "bar": "bar"}, {"": "", "k": "kilo", "h": "hecto", "M": "mega", "m": "milli"})
_SI |= _metric({"Ω": "ohm"}, {"": "", "k": "kilo", "M": "mega"})
_SI |= _metric({"F": "farad"}, {"p": "pico", "n": "nano", "µ": "micro"})
_SI |= _metric({"B": "byte"}, {"k": "kilo", "K": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta"})
_SI |= _metric({"iB": "bibyte"}, {"K": "ki", "M": "me", "G": "gi", "T": "te"})
_SI |= _metric({"bps": "bit per second", "bit/s": "bit per second"}, {"": "", "k": "kilo", "M": "mega", "G": "giga"})
_SI |= _metric({"B/s": "byte per second"}, {"": "", "k": "kilo", "M": "mega", "G": "giga"})
_SAME = {f"{p}Hz": (f"{n}hertz", f"{n}hertz") for p, n in {"": "", "k": "kilo", "M": "mega", "G": "giga", "T": "tera"}.items()}
_LENGTHS = {
    "m": "meter",
    "km": "kilometer",
    "cm": "centimeter",
    "mm": "millimeter",
    "ft": "foot",
    "in": "inch",
    "mi": "mile",
    "yd": "yard",
}
_MANY = {"foot": "feet", "inch": "inches"}
_POWERS = {
    symbol + sign: (f"{power} {name}", f"{power} {_MANY.get(name, name + 's')}")
    for symbol, name in _LENGTHS.items()
    for sign, power in (("²", "square"), ("³", "cubic"), ("^2", "square"), ("^3", "cubic"))
}
_AREAS = {
    f"{short}{dot}{gap}{symbol}": (f"{power} {name}", f"{power} {_MANY.get(name, name + 's')}")
    for short, power in (("sq", "square"), ("cu", "cubic"))
    for dot in ("", ".")
    for gap in ("", " ")
    for symbol, name in _LENGTHS.items()
    if dot or gap
}
_WORDS = {
    "km/h": "kilometer per hour", "kph": "kilometer per hour", "kmh": "kilometer per hour", "mph": "mile per hour",
    "m/s": "meter per second",
    "km/s": "kilometer per second", "g/l": "gram per liter", "mg/l": "milligram per liter", "kg/m³": "kilogram per cubic meter",
    "m/s²": "meter per second squared", "rpm": "revolution per minute", "bpm": "beat per minute", "fps": "frame per second",
    "dpi": "dot per inch", "ppi": "pixel per inch", "lb": "pound", "lbs": "pound", "oz": "ounce", "mi": "mile", "yd": "yard", "yds": "yard",
    "tbsp": "tablespoon", "tsp": "teaspoon", "gal": "gallon", "pt": "pint", "qt": "quart", "fl oz": "fluid ounce", "dB": "decibel",
    "px": "pixel", "kg": "kilogram", "sec": "second", "secs": "second", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour",
    "hrs": "hour", "yr": "year", "yrs": "year", "wk": "week", "wks": "week", "ha": "hectare", "t": "ton", "mol": "mole", "°": "degree",
    "Nm": "newton meter", "hp": "horsepower", "MP": "megapixel", "d": "day", "mo": "month",
}  # fmt: skip
UNITS: dict[str, tuple[str, str]] = {
    **_SI,
    **_SAME,
    **_POWERS,
    **_AREAS,
    **{symbol: _regular(name) for symbol, name in _WORDS.items()},
    "ft": ("foot", "feet"), "in": ("inch", "inches"), "ft/s": ("foot per second", "feet per second"), "hp": ("horsepower", "horsepower"),
    "°C": ("degree Celsius", "degrees Celsius"), "°F": ("degree Fahrenheit", "degrees Fahrenheit"), "℃": ("degree Celsius",
    "degrees Celsius"),
    "℉": ("degree Fahrenheit", "degrees Fahrenheit"), "° C": ("degree Celsius", "degrees Celsius"),
    "° F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "psi": ("P S I", "P S I"), "LUFS": ("LUFS", "LUFS"), "LU": ("L U", "L U"), "dBFS": ("decibel full scale", "decibels full scale"),
    "dBTP": ("decibel true peak", "decibels true peak"), "ppm": ("part per million", "parts per million"), "K": ("K", "K"), "k": ("K", "K"),
}  # fmt: skip
# written with other capitals than the rule wants
_LOOSE = {"KG": "kg", "Kg": "kg", "KM": "km", "Km": "km", "CM": "cm", "Cm": "cm", "ML": "ml", "KMH": "km/h", "Km/h": "km/h",
"KM/H": "km/h", "MPH": "mph",
          "KPH": "kph", "LBS": "lbs", "LB": "lb", "OZ": "oz", "FT": "ft", "mbps": "Mbps", "gbps": "Gbps", "Kbps": "kbps",
          "hz": "Hz", "khz": "kHz", "KHz": "kHz",
          "mhz": "MHz", "ghz": "GHz", "Mhz": "MHz", "Ghz": "GHz", "db": "dB", "DB": "dB", "kb": "kB", "mb": "MB", "gb": "GB",
          "tb": "TB", "BPM": "bpm", "FPS": "fps",
          "RPM": "rpm", "DPI": "dpi", "um": "µm", "ug": "µg", "m2": "m²", "m3": "m³", "km2": "km²", "cm2": "cm²",
          "cm3": "cm³", "ft2": "ft²", "ft3": "ft³",
          "sqm": "m²", "sqft": "ft²", "KWH": "kWh", "kwh": "kWh", "Kw": "kW", "KW": "kW", "Hr": "hr", "Hrs": "hrs",
          "Min": "min", "Mins": "mins"}  # fmt: skip
UNITS |= {loose: UNITS[strict] for loose, strict in _LOOSE.items()}
# with a full stop these are abbreviations; the others are symbols, behind which a full stop ends the sentence
DOTTED = frozenset(
    "ft in oz lb lbs min mins sec secs hr hrs yr yrs wk wks tsp tbsp gal pt qt mi yd yds fl mo sq cu cal".split()
) | set(_AREAS)
# letters that stand for units only directly behind the figure ("30s", "5h"), or with a gap too where nothing else fits
ONLY_ATTACHED = frozenset({"d", "K", "k", "MP", "t"})
PATTERN = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True) if unit != "in")
