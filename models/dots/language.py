"""Language tags: "[EN]" before the text. They are weak hints; the text's own wording decides more."""

from __future__ import annotations

import re
import unicodedata

from ditone.runtime.errors import BadRequest, nearest

ACCENT = "口音:"
NONE, AUTO = "none", "auto_detect"
# tag -> names and codes that mean it, the name for people first
LANGUAGES: dict[str, tuple[str, ...]] = {
    "ZH": ("Chinese", "mandarin", "cmn", "zho", "chi"),
    "EN": ("English", "eng"),
    "YUE": ("Cantonese",),
    "JA": ("Japanese", "jpn"),
    "KO": ("Korean", "kor"),
    "FR": ("French", "fra", "fre"),
    "DE": ("German", "deu", "ger"),
    "ES": ("Spanish", "spa", "castilian"),
    "IT": ("Italian", "ita"),
    "PT": ("Portuguese", "por"),
    "RU": ("Russian", "rus"),
    "NL": ("Dutch", "nld", "dut"),
    "PL": ("Polish", "pol"),
    "TR": ("Turkish", "tur"),
    "AR": ("Arabic", "ara"),
    "HI": ("Hindi", "hin"),
    "ID": ("Indonesian", "ind"),
    "MS": ("Malay", "msa", "may", "zsm"),
    "TH": ("Thai", "tha"),
    "VI": ("Vietnamese", "vie"),
    "UK": ("Ukrainian", "ukr"),
    "CS": ("Czech", "ces", "cze"),
    "SV": ("Swedish", "swe"),
    "DA": ("Danish", "dan"),
    "FI": ("Finnish", "fin"),
    "EL": ("Greek", "ell", "gre"),
    "HE": ("Hebrew", "heb"),
    "HU": ("Hungarian", "hun"),
    "RO": ("Romanian", "ron", "rum"),
}
_SPELLED = {name.casefold(): tag for tag, names in LANGUAGES.items() for name in (tag, *names)}
_SCRIPTS = {"HIRAGANA": "JA", "KATAKANA": "JA", "HANGUL": "KO", "THAI": "TH", "GREEK": "EL", "HEBREW": "HE", "DEVANAGARI": "HI"}


def language_tag(language: str, text: str = "") -> str:
    """The tag of a language name or code, of "口音:" and an accent, or "" for none; `text` decides for automatic detection.

    Raises BadRequest with the nearest name for a language that is not known.
    """
    name = language.strip()
    if name.casefold() in ("", NONE):
        return ""
    if name.startswith(ACCENT):
        return f"[{name}]"
    if name.casefold() == AUTO:
        found = detect(text)
        return "" if found is None else _tag(found)
    # "zh-CN", "pt_BR", "English please": the first word that is a language decides
    for word in (name, *re.split(r"[-_\s]+", name)):
        if word.casefold() in _SPELLED:
            return _tag(_SPELLED[word.casefold()])
    if re.fullmatch(r"[A-Z]{2,3}", name):
        return f"[{name}]"
    raise BadRequest(f'The language "{language}" is not known.', nearest(name, [names[0] for names in LANGUAGES.values()]))


def _tag(code: str) -> str:
    return f"[{ACCENT}粤语]" if code == "YUE" else f"[{code}]"


def detect(text: str) -> str | None:
    """The language of a text whose script names it: Chinese, Japanese, Korean, Thai, Greek, Hebrew, Hindi. None for all others.

    Latin, Cyrillic and Arabic letters serve many languages: a wrong tag is worse than none.
    """
    han = False
    for character in text:
        script = unicodedata.name(character, "").split(" ")[0]
        if script in _SCRIPTS:
            return _SCRIPTS[script]
        han = han or script == "CJK"
    return "ZH" if han else None
