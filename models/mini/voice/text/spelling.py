"""Reading an unknown word by English spelling rules: the longest matching letter group, left to right, stress on a likely syllable.

No lexicon is complete: names and invented words are read as a person would guess them, which is near enough to be understood.
"""

from __future__ import annotations

import re

# letter groups with the sounds they usually stand for; longer groups are tried first. "^" binds to the beginning, "$" to the end.
GROUPS: tuple[tuple[str, str], ...] = (
    ("^kn", "n"), ("^gn", "n"), ("^ps", "s"), ("^wr", "ɹ"), ("^x", "z"), ("^mc", "mək"), ("^rh", "ɹ"), ("^y", "j"),
    ("tion", "ʃən"), ("sion", "ʒən"), ("cious", "ʃəs"), ("tious", "ʃəs"), ("cial", "ʃᵊl"), ("tial", "ʃᵊl"), ("ture", "ʧəɹ"),
    ("ough", "O"),
    ("augh", "ɔ"), ("eigh", "A"), ("igh", "I"), ("dge", "ʤ"), ("tch", "ʧ"), ("sch", "sk"), ("que$", "k"), ("gue$", "ɡ"),
    ("tle$", "tᵊl"), ("ble$", "bᵊl"),
    ("ple$", "pᵊl"), ("dle$", "dᵊl"), ("gle$", "ɡᵊl"), ("cle$", "kᵊl"), ("fle$", "fᵊl"), ("kle$", "kᵊl"), ("zle$", "zᵊl"),
    ("ous$", "əs"), ("ing$", "ɪŋ"), ("ed$", "d"), ("er$", "əɹ"), ("or$", "əɹ"), ("ar$", "əɹ"), ("al$", "ᵊl"), ("el$", "ᵊl"),
    ("le$", "ᵊl"), ("y$", "i"),
    ("es$", "z"), ("ia$", "iə"), ("io$", "iO"), ("a$", "ə"), ("e$", ""), ("i$", "i"), ("o$", "O"), ("u$", "u"), ("ie$", "i"),
    ("ey$", "i"), ("ay$", "A"),
    ("ch", "ʧ"), ("sh", "ʃ"), ("th", "θ"), ("ph", "f"), ("wh", "w"), ("gh", "ɡ"), ("ck", "k"), ("ng", "ŋ"), ("nk", "ŋk"),
    ("qu", "kw"), ("sc", "sk"),
    ("ee", "i"), ("ea", "i"), ("oo", "u"), ("ou", "W"), ("ow", "W"), ("oi", "Y"), ("oy", "Y"), ("ai", "A"), ("ay", "A"),
    ("au", "ɔ"), ("aw", "ɔ"),
    ("ei", "A"), ("ey", "A"), ("eu", "ju"), ("ew", "ju"), ("ie", "i"), ("oa", "O"), ("oe", "O"), ("ue", "u"), ("ui", "u"),
    ("ar", "ɑɹ"), ("er", "ɜɹ"),
    ("ir", "ɜɹ"), ("or", "ɔɹ"), ("ur", "ɜɹ"), ("ll", "l"), ("ss", "s"), ("tt", "t"), ("pp", "p"), ("bb", "b"), ("dd", "d"),
    ("ff", "f"), ("gg", "ɡ"),
    ("mm", "m"), ("nn", "n"), ("rr", "ɹ"), ("zz", "z"), ("cc", "k"), ("kk", "k"),
)  # fmt: skip
SINGLE = {
    "b": "b", "d": "d", "f": "f", "h": "h", "j": "ʤ", "k": "k", "l": "l", "m": "m", "n": "n", "p": "p", "q": "k", "r": "ɹ",
    "s": "s", "t": "t",
    "v": "v", "w": "w", "x": "ks", "z": "z", "a": "æ", "e": "ɛ", "i": "ɪ", "o": "ɑ", "u": "ʌ", "y": "ɪ",
}  # fmt: skip
LONG = {"a": "A", "e": "i", "i": "I", "o": "O", "u": "u", "y": "I"}
_VOWEL_SOUND = re.compile("[AIOQWYaeiouæɑɔəɛɜɪʊʌᵊᵻ]")
_REDUCED = frozenset("əᵊᵻ")


def read_by_rule(word: str) -> str:
    """Phonemes with one main stress for a word of the letters a-z (apostrophes are skipped)."""
    word = re.sub("[^a-z]", "", word.lower())
    sounds: list[str] = []
    i = 0
    while i < len(word):
        sound, used = _step(word, i)
        sounds.append(sound)
        i += used
    return _stressed("".join(sounds))


def _step(word: str, i: int) -> tuple[str, int]:
    rest = word[i:]
    for group, sound in GROUPS:
        letters = group.strip("^$")
        if not rest.startswith(letters):
            continue
        if group.startswith("^") and i:
            continue
        if group.endswith("$") and (len(rest) != len(letters) or i == 0):
            continue
        return sound, len(letters)
    c, following = rest[0], rest[1:2]
    if c == "c":
        return ("s" if following in ("e", "i", "y") and following else "k"), 1
    if c == "g":
        return ("ʤ" if following in ("e", "i", "y") and following else "ɡ"), 1
    # a vowel, one consonant, a final e: the vowel says its name ("tone"); so does one in an open syllable ("robot")
    if c in LONG and re.match(r"[^aeiouywx]e$", rest[1:]):
        return LONG[c], 1
    if c in LONG and re.match(r"[^aeiouywxr][aeiou]", rest[1:]) and i <= 1:
        return LONG[c], 1
    return SINGLE[c], 1


def _stressed(phonemes: str) -> str:
    """Main stress on the first full vowel, or on the one before the last of longer words."""
    vowels = [m.start() for m in _VOWEL_SOUND.finditer(phonemes)]
    full = [at for at in vowels if phonemes[at] not in _REDUCED] or vowels
    if not full:
        return phonemes
    at = full[-2] if len(full) >= 3 else full[0]
    return f"{phonemes[:at]}ˈ{phonemes[at:]}"
