"""Text of the target before it becomes ids: normalisation, and splitting into pieces that are spoken one at a time."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from ditone.runtime.text import chinese, english, pieces
from ditone.runtime.text.english import Style, numbers
from ditone.runtime.text.languages import is_english, is_kana
from ditone.runtime.text.pieces import Part

CHINESE_STOPS = frozenset("。？！；：、.?!;")
OTHER_STOPS = frozenset(".?!;:")
CLOSING_QUOTES = frozenset('"”')
LONGEST, SPLIT_FROM, SHORTEST = 80, 60, 20  # characters of Chinese, tokens of other text

CJK = "\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f\uff00-\uffef"
LONGEST_NUMBER = 24  # digits
_STYLE = Style(hyphens=True, ands=True, commas=True, largest=10**LONGEST_NUMBER)

Length = Callable[[str], int]


def is_chinese(text: str) -> bool:
    """Whether the Chinese rules apply: any CJK ideograph (Japanese with kanji too)."""
    return any("\u4e00" <= c <= "\u9fff" for c in text)


def is_marked(text: str) -> bool:
    """Whether the text carries special tokens; it is then taken exactly as it is."""
    return "<|" in text and "|>" in text


def normalise(text: str, *, decimals: bool = False, foreign_numbers: bool = False) -> str:
    """The text as the model's training texts were written; marked and empty texts stay as they are.

    `decimals` keeps 3.5 in Chinese readable (3点5), where the original makes two sentences of it. `foreign_numbers` leaves the digits
    of languages other than English to the model, where the original puts English words.
    """
    if is_marked(text) or not text:
        return text
    text = text.strip()
    if is_chinese(text):
        return _normalise_chinese(text, decimals)
    if foreign_numbers and not _is_english(text):
        return text
    return re.sub(r"[0-9]+", lambda found: number_words(found.group()), text)  # whatever stands beside them


def number_words(digits: str) -> str:
    """A run of ASCII digits in the British form of the training texts, "one hundred and five"; too long a run digit by digit."""
    value = digits.lstrip("0") or "0"
    return numbers.cardinal(int(value), _STYLE) if len(value) <= LONGEST_NUMBER else numbers.digits(digits)


def read_aloud(text: str) -> str:
    """The text as people read it; marked texts stay as they are. Japanese, Korean and the languages of Europe are left to the model."""
    if is_marked(text) or not text:
        return text
    text = text.strip()
    if is_kana(text):
        return re.sub(rf"(?<=[{CJK}])[ \u3000]+(?=[{CJK}])", "", text)
    if is_chinese(text):
        return _tidy_chinese(chinese.read(text))
    return english.read(text, _STYLE)[0] if is_english(text) else text


def _tidy_chinese(text: str) -> str:
    """Spaces and punctuation as the model knows them; full stops inside Latin words, addresses and numbers stay."""
    text = text.replace("\n", "")
    text = "".join(c for i, c in enumerate(text) if c != " " or _between_words(text, i))
    text = text.replace("²", "平方").replace("³", "立方")
    text = re.sub(r"(?<![A-Za-z0-9])\.|\.(?![A-Za-z0-9 ])", "。", text).replace(" - ", "，")
    text = re.sub("[（）【】`]", "", text).replace("——", " ")
    return re.sub("[，,、]+$", "。", text)


def _is_english(text: str) -> bool:
    """Whether all letters are the English ones; letters of other scripts and with accents are not."""
    return all(c.isascii() for c in text if c.isalpha())


def _normalise_chinese(text: str, decimals: bool) -> str:
    text = text.replace("\n", "")
    text = "".join(c for i, c in enumerate(text) if c != " " or _between_words(text, i))
    text = text.replace("²", "平方").replace("³", "立方")
    if decimals:
        text = re.sub(r"(?<=\d)\.(?=\d)", "点", text)
    text = text.replace(".", "。").replace(" - ", "，")
    text = re.sub("[（）【】`]", "", text).replace("——", " ")
    return re.sub("[，,、]+$", "。", text)


def _between_words(text: str, i: int) -> bool:
    """Whether the space at i separates two ASCII words."""
    neighbours = text[i - 1 : i] + text[i + 1 : i + 2]
    return len(neighbours) == 2 and neighbours.isascii() and " " not in neighbours


def parts(text: str, length: Length) -> list[Part]:
    """Pieces of a text that was read aloud, none longer than LONGEST; marked texts are one piece."""
    if is_marked(text) or not text:
        return [Part(text)]
    chinese = is_chinese(text) or is_kana(text)
    measure: Length = len if chinese else length
    stops = CHINESE_STOPS if chinese else OTHER_STOPS
    if text.rstrip()[-1:] not in stops and text.rstrip()[-1:] not in CLOSING_QUOTES:
        text = text.rstrip() + ("。" if chinese else ".")
    found = pieces.split(
        text, lambda part: measure(part) <= LONGEST, lambda part: measure(part) <= LONGEST, "" if chinese else " "
    )
    return [part for part in found if is_speakable(part.text)]


def split(text: str, length: Length) -> list[str]:
    """Pieces of normalised text in order, each spoken on its own; pieces without a letter or digit are dropped.

    `length` counts the tokens of text that is not Chinese. Marked and empty texts are one piece.
    """
    if is_marked(text) or not text:
        return [text]
    chinese = is_chinese(text)
    measure: Length = len if chinese else length
    stops = CHINESE_STOPS if chinese else OTHER_STOPS
    if text[-1] not in stops:
        text += "。" if chinese else "."
    return [piece for piece in _joined(_sentences(text, stops), measure) if is_speakable(piece)]


def _sentences(text: str, stops: frozenset[str]) -> list[str]:
    """Cut behind every stop; a closing quote stays with it, and stops without text before them vanish."""
    result: list[str] = []
    start = 0
    for i, c in enumerate(text):
        if c not in stops or i < start:
            continue
        if i > start:
            result.append(text[start : i + 1])
        start = i + 1
        if result and text[start : start + 1] in CLOSING_QUOTES:
            result[-1] += text[start]
            start += 1
    return result


def _joined(sentences: list[str], measure: Length) -> list[str]:
    pieces: list[str] = []
    current = ""
    for sentence in sentences:
        if measure(current + sentence) > LONGEST and measure(current) > SPLIT_FROM:
            pieces.append(current)
            current = ""
        current += sentence
    if not current:
        return pieces
    if pieces and measure(current) < SHORTEST:
        pieces[-1] += current
    else:
        pieces.append(current)
    return pieces


def is_speakable(text: str) -> bool:
    """Whether there is a letter or a digit of any script."""
    return any(unicodedata.category(c)[0] in "LN" for c in text)
