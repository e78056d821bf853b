"""One spelling, several words: which one is meant is told by its neighbours. Rules of thumb, not a parser.

The readings are the phonemes of the lexicon; what is not listed keeps the lexicon's only reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable

DETERMINERS = frozenset(
    "a an the this that these those my your his her its our their no any some every each another one two three four five "
    "six seven eight nine ten many "
    "few several all both more most same first second third last next new old whose which what such little big small good great".split()
)
ARTICLES = frozenset("a an the this that these those my your his her its our their no any some every each another".split())
TO = frozenset({"to"})
MODALS = frozenset(
    "will would can could shall should may might must do does did don't doesn't didn't won't wouldn't can't couldn't "
    "shouldn't cannot let's let please "
    "i'll you'll he'll she'll we'll they'll it'll i'd you'd he'd she'd we'd they'd not never always often usually".split()
)
PRONOUNS = frozenset("i you we they he she it who that which people".split())
PLURAL = frozenset("i you we they who people".split())
HAVE = frozenset("have has had having i've you've we've they've haven't hasn't hadn't he's she's".split())
BE = frozenset(
    "is are was were be been being am isn't aren't wasn't weren't i'm you're he's she's it's we're they're that's get got "
    "gets getting".split()
)
PREPOSITIONS = frozenset(
    "of in on at by with from into for about over under near through against between behind within without as than upon".split()
)
PAST_WORDS = frozenset("yesterday ago last earlier before once already then when".split())
ADVERBS = frozenset("very so too quite really rather more most less as how pretty".split())
OBJECTS = frozenset("the a an this that these those my your his her its our their me you him us them it".split())


class Place:
    """A word among its neighbours, in small letters; "" beyond a mark or the end."""

    def __init__(self, words: list[str], i: int) -> None:
        self.words = [word.lower().strip("'") for word in words]
        self.i = i

    def at(self, offset: int) -> str:
        j = self.i + offset
        if not 0 <= j < len(self.words):
            return ""
        between = self.words[min(self.i, j) : max(self.i, j) + 1]
        return "" if any(word in ",.;:!?" for word in between) else self.words[j]

    @property
    def before(self) -> str:
        return self.at(-1)

    @property
    def after(self) -> str:
        return self.at(1)

    @property
    def sentence(self) -> set[str]:
        start = max((j for j in range(self.i) if self.words[j] in ".!?"), default=-1) + 1
        end = next((j for j in range(self.i, len(self.words)) if self.words[j] in ".!?"), len(self.words))
        return set(self.words[start:end])

    def is_verb(self) -> bool:
        """As far as the neighbours tell: behind "to", a modal or a pronoun, or first with an object behind it."""
        if self.before in TO or self.before in MODALS:
            return self.after not in ("of",)
        if self.before in PRONOUNS and self.before not in ("that", "which"):
            return True
        if self.before in ARTICLES or self.before in PREPOSITIONS or self.before in HAVE | BE:
            return False
        return (self.before == "" and self.after in OBJECTS) or (self.before in ("and", "then", "to") and self.after in OBJECTS)

    def is_noun(self) -> bool:
        return self.before in ARTICLES or self.before in PREPOSITIONS or not self.is_verb()


def _noun_verb(noun: str, verb: str) -> Callable[[Place], str]:
    return lambda place: verb if place.is_verb() else noun


def _read(p: Place) -> str:
    past = "ɹˈɛd"
    if (
        p.before in HAVE | BE
        or p.at(-2) in HAVE
        or (p.before in ("already", "just", "never", "ever", "often") and p.at(-2) in HAVE)
    ):
        return past
    if p.before in MODALS - {"never", "always", "often", "usually"} or p.before in TO or p.before == "":
        return "ɹˈid"
    if p.before in ("he", "she", "it") or (p.sentence & PAST_WORDS and not p.sentence & {"will", "every", "tomorrow"}):
        return past
    if p.before in ("well",) or (p.before.endswith("ly") and p.before not in ("early",) and p.at(-2) in HAVE | BE):
        return past
    if (
        p.before[:1].isalpha()
        and p.before not in PLURAL | ARTICLES | MODALS | {"and", "or"}
        and p.after in OBJECTS
        and not p.before.endswith("s")
    ):
        return past
    return "ɹˈid"


def _lead(p: Place) -> str:
    metal = {
        "pipe",
        "pipes",
        "paint",
        "poisoning",
        "bullet",
        "bullets",
        "pencil",
        "acid",
        "batteries",
        "battery",
        "weights",
        "content",
        "levels",
        "free",
    }
    elements = {"metal", "copper", "zinc", "iron", "tin", "mercury", "arsenic", "toxic", "heavy", "made", "molten"}
    if p.after in metal or (p.sentence & elements and p.before not in ARTICLES | MODALS | TO | PRONOUNS):
        return "lˈɛd"
    return "lˈid"


def _live(p: Place) -> str:
    things = {"music", "show", "shows", "concert", "concerts", "broadcast", "stream", "streaming", "audience", "performance",
    "wire", "wires", "band",
              "animals", "recording", "album", "coverage", "event", "events", "bait", "tv", "television", "video", "feed",
              "ammunition", "session", "version"}  # fmt: skip
    if p.after in things or p.before in BE | {
        "broadcast",
        "streamed",
        "performed",
        "performing",
        "went",
        "go",
        "goes",
        "going",
        "played",
        "sang",
        "recorded",
    }:
        return "lˈIv"
    if p.before in ARTICLES | {"of"} and p.after not in OBJECTS:
        return "lˈIv"
    return "lˈɪv"


def _wind(p: Place) -> str:
    if (p.is_verb() and (p.after in OBJECTS or p.after in ("up", "down", "around", "through", "back"))) or (
        p.before in TO | MODALS
    ):
        return "wˈInd"
    return "wˈɪnd"


def _tear(p: Place) -> str:
    rip = (
        p.after in OBJECTS | {"up", "apart", "down", "off", "open", "in", "through", "away"}
        or p.before in TO | MODALS
        or p.at(-2) in ("wear",)
    )
    eye = {"eye", "eyes", "cheek", "face", "cried", "cry", "wiped", "shed", "rolled", "gas", "duct", "ducts", "drop", "single"}
    if p.sentence & eye or p.after in ("gas", "duct", "drop"):
        return "tˈɪɹ"
    return "tˈɛɹ" if rip or p.is_verb() else "tˈɪɹ"


def _tears(p: Place) -> str:
    return "tˈɛɹz" if p.before in ("he", "she", "it") or p.after in OBJECTS | {"apart", "up", "down"} else "tˈɪɹz"


def _bow(p: Place) -> str:
    bend = (
        p.before in TO | MODALS
        or p.after in ("down", "before", "out", "your", "his", "her", "to")
        or (p.before in ARTICLES and p.at(-2) in ("take", "took", "takes", "taking"))
        or p.before in ("deep", "low", "little", "polite", "final")
    )
    ship = p.sentence & {"ship", "boat", "stern", "deck", "vessel", "captain", "waves", "sailor", "sailors"}
    return "bˈW" if bend or ship or (p.is_verb() and p.before in PRONOUNS) else "bˈO"


def _close(p: Place) -> str:
    if p.before in ADVERBS | BE | {
        "stay",
        "stayed",
        "came",
        "come",
        "comes",
        "get",
        "got",
        "keep",
        "kept",
        "stand",
        "stood",
        "sat",
        "sit",
        "very",
    }:
        return "klˈOs"
    if p.after in (
        "to",
        "by",
        "friend",
        "friends",
        "call",
        "enough",
        "together",
        "range",
        "look",
        "relationship",
        "attention",
        "family",
        "contact",
        "relative",
        "relatives",
        "race",
        "behind",
        "up",
    ) and not (p.after in ("up", "to") and p.before in TO | MODALS):
        return "klˈOs"
    if (p.before in ("the", "a") and p.after in ("of",)) or p.before in TO | MODALS or p.after in OBJECTS or p.is_verb():
        return "klˈOz"
    if p.before[-1:] == "s" and p.before not in ("was", "is") and p.after in ("at", "in", "on", ""):
        return "klˈOz"
    return "klˈOs"


def _use(p: Place) -> str:
    if (
        p.before
        in ARTICLES
        | {
            "of",
            "in",
            "for",
            "no",
            "into",
            "common",
            "good",
            "best",
            "first",
            "daily",
            "its",
            "heavy",
            "public",
            "personal",
            "makes",
            "make",
            "made",
            "have",
            "any",
        }
        or p.after == "of"
    ):
        return "jˈus"
    return "jˈuz"


def _used(p: Place) -> str:
    return "jˈust" if (p.after == "to" and (p.before in PRONOUNS | BE or p.before.isalpha()) and p.before not in ("be",
    "being", "is", "are", "was", "were")) or (
        p.after == "to" and p.before in BE and p.at(2) not in ("make", "help", "find", "build", "measure", "create",
        "describe", "treat", "be")
    ) else "jˈuzd"  # fmt: skip


def _uses(p: Place) -> str:
    return (
        "jˈusᵻz"
        if p.before in DETERMINERS | {"of", "many", "other", "different", "has", "have"}
        or p.after in ("of", "for", "include", "are")
        else "jˈuzᵻz"
    )


def _minute(p: Place) -> str:
    return (
        "mInˈut"
        if p.after
        in (
            "detail",
            "details",
            "amount",
            "amounts",
            "quantities",
            "particles",
            "traces",
            "difference",
            "differences",
            "changes",
            "quantity",
        )
        else "mˈɪnət"
    )


def _bass(p: Place) -> str:
    return (
        "bˈæs"
        if p.sentence
        & {"fish", "fishing", "caught", "lake", "river", "sea", "striped", "mouth", "largemouth", "grilled", "fried"}
        else "bˈAs"
    )


def _dove(p: Place) -> str:
    return (
        "dˈOv"
        if p.before in PRONOUNS | {"and", "then", "who"}
        or (p.after in ("into", "in", "under", "down", "off", "deep", "for", "right") and p.before not in ARTICLES | {"white"})
        else "dˈʌv"
    )


def _sow(p: Place) -> str:
    return "sˈW" if p.before in ARTICLES and p.sentence & {"pig", "pigs", "piglets", "farm", "farmer"} else "sˈO"


def _wound(p: Place) -> str:
    if (p.after in ("up", "around", "down", "through", "its", "his", "her") and p.before not in ARTICLES) or p.before in (
        "tightly",
    ):
        return "wˈWnd"
    return "wˈund"


def _desert(p: Place) -> str:
    return "dəzˈɜɹt" if p.before in TO | MODALS or (p.is_verb() and p.after in OBJECTS) else "dˈɛzəɹt"


def _content(p: Place) -> str:
    feels = p.before in BE | {"felt", "feel", "feels", "seemed", "seems", "perfectly", "quite", "very"} or p.after in (
        "with",
        "to",
    )
    return "kəntˈɛnt" if feels and p.before not in ARTICLES else "kˈɑntɛnt"


def _moderate(adjective: str, verb: str) -> Callable[[Place], str]:
    return lambda p: (
        verb
        if p.before in TO | MODALS or (p.before in PRONOUNS and p.after) or (p.before == "" and p.after in OBJECTS)
        else adjective
    )


def _perfect(p: Place) -> str:
    return "pəɹfˈɛkt" if p.before in TO | MODALS and p.after in OBJECTS else "pˈɜɹfəkt"


def _house(p: Place) -> str:
    return "hˈWz" if p.before in TO | MODALS and p.after else "hˈWs"


def _excuse(p: Place) -> str:
    return "ɪkskjˈus" if p.before in ARTICLES | {"good", "bad", "poor", "an", "lame", "of"} else "ɪkskjˈuz"


def _refuse(p: Place) -> str:
    return "ɹˈɛfjus" if p.before in {"the", "of", "household", "with"} and p.after != "to" else "ɹəfjˈuz"


def _invalid(p: Place) -> str:
    return "ˈɪnvəlɪd" if p.before in ("an", "the") and p.after in ("", "was", "is", "in", "who") else "ɪnvˈæləd"


def _lives(p: Place) -> str:
    where = p.after in ("in", "at", "near", "with", "on", "alone") and p.before not in DETERMINERS | {"our", "their"}
    return "lˈɪvz" if where or p.before in ("he", "she", "it", "who", "that", "still", "now") else "lˈIvz"


def _winds(p: Place) -> str:
    turns = p.after in ("through", "up", "around", "down") and p.before not in DETERMINERS | {"strong", "high"}
    return "wˈIndz" if turns else "wˈɪndz"


WORDS: dict[str, Callable[[Place], str | None]] = {
    "read": _read, "lead": _lead, "live": _live, "wind": _wind, "tear": _tear, "tears": _tears, "bow": _bow, "close": _close, "use": _use,
    "used": _used, "uses": _uses, "minute": _minute, "bass": _bass, "dove": _dove, "sow": _sow, "wound": _wound,
    "desert": _desert, "content": _content,
    "perfect": _perfect, "house": _house, "excuse": _excuse, "refuse": _refuse, "invalid": _invalid,
    "lives": _lives, "winds": _winds, "closer": lambda p: "klˈOsəɹ",
    "separate": _moderate("sˈɛpəɹət", "sˈɛpəɹˌAt"), "moderate": _moderate("mˈɑdəɹət", "mˈɑdəɹˌAt"),
    "estimate": _moderate("ˈɛstəmət", "ˈɛstəmˌAt"),
    "alternate": _moderate("ˈɔltəɹnət", "ˈɔltəɹnˌAt"), "duplicate": _moderate("dˈupləkət", "dˈupləkˌAt"),
    "graduate": _moderate("ɡɹˈæʤəwət", "ɡɹˈæʤəwˌAt"),
    "delegate": _moderate("dˈɛləɡət", "dˈɛləɡˌAt"), "advocate": _moderate("ˈædvəkət", "ˈædvəkˌAt"),
    "deliberate": _moderate("dəlˈɪbəɹət", "dəlˈɪbəɹˌAt"),
    "appropriate": _moderate("əpɹˈOpɹiət", "əpɹˈOpɹiˌAt"), "elaborate": _moderate("əlˈæbəɹət", "əlˈæbəɹˌAt"),
    "associate": _moderate("əsˈOsiət", "əsˈOsiˌAt"),
    "articulate": _moderate("ɑɹtˈɪkjələt", "ɑɹtˈɪkjəlˌAt"), "animate": _moderate("ˈænəmət", "ˈænəmˌAt"),
    "record": _noun_verb("ɹˈɛkəɹd", "ɹəkˈɔɹd"), "present": _noun_verb("pɹˈɛzᵊnt", "pɹəzˈɛnt"), "object": _noun_verb("ˈɑbʤəkt", "əbʤˈɛkt"),
    "project": _noun_verb("pɹˈɑʤˌɛkt", "pɹəʤˈɛkt"), "produce": _noun_verb("pɹˈOdus", "pɹədˈus"),
    "subject": _noun_verb("sˈʌbʤəkt", "səbʤˈɛkt"),
    "conduct": _noun_verb("kˈɑndˌʌkt", "kəndˈʌkt"), "contract": _noun_verb("kˈɑntɹˌækt", "kəntɹˈækt"),
    "contrast": _noun_verb("kˈɑntɹˌæst", "kəntɹˈæst"),
    "conflict": _noun_verb("kˈɑnflɪkt", "kənflˈɪkt"), "permit": _noun_verb("pˈɜɹmˌɪt", "pəɹmˈɪt"), "rebel": _noun_verb("ɹˈɛbᵊl", "ɹəbˈɛl"),
    "increase": _noun_verb("ˈɪnkɹˌis", "ɪnkɹˈis"), "decrease": _noun_verb("dˈikɹˌis", "dəkɹˈis"),
    "import": _noun_verb("ˈɪmpˌɔɹt", "ɪmpˈɔɹt"),
    "export": _noun_verb("ˈɛkspˌɔɹt", "ɪkspˈɔɹt"), "insult": _noun_verb("ˈɪnsˌʌlt", "ɪnsˈʌlt"),
    "protest": _noun_verb("pɹˈOtˌɛst", "pɹətˈɛst"),
    "suspect": _noun_verb("sˈʌspˌɛkt", "səspˈɛkt"), "progress": _noun_verb("pɹˈɑɡɹˌɛs", "pɹəɡɹˈɛs"),
    "convict": _noun_verb("kˈɑnvɪkt", "kənvˈɪkt"),
    "extract": _noun_verb("ˈɛkstɹˌækt", "ɪkstɹˈækt"), "upset": _noun_verb("ʌpsˈɛt", "ʌpsˈɛt"),
    "transport": _noun_verb("tɹˈænspˌɔɹt", "tɹænspˈɔɹt"),
    "attribute": _noun_verb("ˈætɹəbjˌut", "ətɹˈɪbjut"), "abuse": _noun_verb("əbjˈus", "əbjˈuz"), "addict": _noun_verb("ˈædɪkt", "ədˈɪkt"),
    "console": _noun_verb("kˈɑnsˌOl", "kənsˈOl"), "converse": _noun_verb("kˈɑnvˌɜɹs", "kənvˈɜɹs"),
    "defect": _noun_verb("dˈifˌɛkt", "dəfˈɛkt"),
    "discount": _noun_verb("dˈɪskˌWnt", "dɪskˈWnt"), "escort": _noun_verb("ˈɛskˌɔɹt", "ɪskˈɔɹt"),
    "incense": _noun_verb("ˈɪnsˌɛns", "ɪnsˈɛns"),
    "insert": _noun_verb("ˈɪnsˌɜɹt", "ɪnsˈɜɹt"), "reject": _noun_verb("ɹˈiʤˌɛkt", "ɹəʤˈɛkt"), "survey": _noun_verb("sˈɜɹvˌA", "səɹvˈA"),
    "torment": _noun_verb("tˈɔɹmˌɛnt", "tɔɹmˈɛnt"), "upgrade": _noun_verb("ˈʌpɡɹˌAd", "ʌpɡɹˈAd"),
    "address": _noun_verb("ˈædɹˌɛs", "ədɹˈɛs"),
    "diffuse": _noun_verb("dəfjˈus", "dəfjˈuz"),
}  # fmt: skip


def reading(words: list[str], i: int) -> str | None:
    """The phonemes of a word that has several readings, chosen by its neighbours (words and marks in order); None for all others."""
    word = words[i].strip("'")
    choose = WORDS.get(word.lower())
    if choose is None or (word.isupper() and len(word) > 1 and re.search(r"[a-z]", " ".join(words))):
        return None
    return choose(Place(words, i))
