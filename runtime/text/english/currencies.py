"""Currencies: signs, codes, and how whole and small amounts are said."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Currency:
    """small: the hundredth part ("cent", "cents"); empty where there is none in use."""

    one: str
    many: str
    small: tuple[str, str] = ("", "")


def _dollar(country: str = "") -> Currency:
    before = f"{country} " if country else ""
    return Currency(f"{before}dollar", f"{before}dollars", ("cent", "cents"))


EURO = Currency("euro", "euros", ("cent", "cents"))
POUND = Currency("pound", "pounds", ("penny", "pence"))
YEN = Currency("yen", "yen")
RUPEE = Currency("rupee", "rupees", ("paisa", "paise"))
YUAN = Currency("yuan", "yuan")
SIGNS: dict[str, Currency] = {
    "$": _dollar(), "US$": _dollar("U S"), "A$": _dollar("Australian"), "AU$": _dollar("Australian"), "C$": _dollar("Canadian"),
    "CA$": _dollar("Canadian"), "NZ$": _dollar("New Zealand"), "HK$": _dollar("Hong Kong"), "S$": _dollar("Singapore"),
    "R$": Currency("real", "reais", ("centavo", "centavos")), "€": EURO, "£": POUND, "¥": YEN, "₹": RUPEE, "₩": Currency("won", "won"),
    "₽": Currency("ruble", "rubles"), "₺": Currency("lira", "lira"), "₴": Currency("hryvnia", "hryvnias"), "₫": Currency("dong", "dong"),
    "฿": Currency("baht", "baht"), "₪": Currency("shekel", "shekels"), "₦": Currency("naira", "naira"), "₱": Currency("peso", "pesos"),
    "₿": Currency("bitcoin", "bitcoins"), "₡": Currency("colon", "colones"), "₲": Currency("guarani", "guaranis"),
    "₵": Currency("cedi", "cedis"), "₸": Currency("tenge", "tenge"), "₼": Currency("manat", "manats"), "₾": Currency("lari", "lari"),
}  # fmt: skip
CODES: dict[str, Currency] = {
    "USD": _dollar("U S"), "AUD": _dollar("Australian"), "CAD": _dollar("Canadian"), "NZD": _dollar("New Zealand"),
    "HKD": _dollar("Hong Kong"), "SGD": _dollar("Singapore"), "EUR": EURO, "GBP": Currency("British pound", "British pounds",
    ("penny", "pence")),
    "JPY": Currency("Japanese yen", "Japanese yen"), "CNY": Currency("Chinese yuan", "Chinese yuan"), "RMB": YUAN,
    "CHF": Currency("Swiss franc", "Swiss francs"), "INR": Currency("Indian rupee", "Indian rupees"),
    "KRW": Currency("Korean won", "Korean won"),
    "SEK": Currency("Swedish krona", "Swedish kronor"), "NOK": Currency("Norwegian krone", "Norwegian kroner"),
    "DKK": Currency("Danish krone", "Danish kroner"), "PLN": Currency("zloty", "zlotys"), "RUB": Currency("ruble", "rubles"),
    "MXN": Currency("Mexican peso", "Mexican pesos"), "BRL": Currency("Brazilian real", "Brazilian reais"), "ZAR": Currency("rand", "rand"),
    "BTC": Currency("bitcoin", "bitcoins"),
}  # fmt: skip
MAGNITUDES = {
    "k": "thousand", "K": "thousand", "M": "million", "m": "million", "mn": "million", "mm": "million", "MM": "million", "mil": "million",
    "B": "billion", "b": "billion", "bn": "billion", "Bn": "billion", "T": "trillion", "tn": "trillion", "trn": "trillion",
}  # fmt: skip
SCALE_WORDS = ("hundred", "thousand", "million", "billion", "trillion", "quadrillion")
SIGN = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
CODE = "|".join(CODES)
SCALE = rf"(?:\s?(?:{'|'.join(SCALE_WORDS)})|(?:{'|'.join(sorted(MAGNITUDES, key=len, reverse=True))})|\s(?:bn|mn|tn|[MBT]))(?![A-Za-z])"
