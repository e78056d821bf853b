"""Which language a text is in, as far as its letters and small words tell without a model."""

from __future__ import annotations

import re

_SMALL_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "EN": "the a an of and to in is are was were it he she we they i you at on for with this that my his her not be "
        "have has had do does about by from or as "
              "call there our your their its can will would over under than then who what when where out up now no yes one",
        "DE": "der die das den dem des ein eine einen einem und oder ist sind war ich du er sie wir ihr nicht mit von zu im "
        "in auf für haben habe hat wird wurde auch "
              "aber es bei nach über unter um wie nur noch kostet uhr hund hunde liter euro sehr mehr kein keine am zum zur",
        "FR": "le la les un une des du de et est sont je tu il elle nous vous ils elles ne pas avec pour dans sur au aux ce "
        "cette ces mon ma mes y a ai qui que "
              "où plus très ont avons c'est j'ai l'on d'un litres heures",
        "ES": "el la los las un una unos y o es son era yo tú él ella nosotros ustedes no con por para en de del al que mi "
        "su sus muy más hay tengo tiene cuesta casa años",
        "IT": "il lo la i gli le un una uno e o è sono era io tu lui lei noi voi non con per in di del della che mi ho hai "
        "ha abbiamo molto più comprato anni alle ore",
        "PT": "o a os as um uma e ou é são era eu tu ele ela nós você vocês não com por para em de do da dos das que meu "
        "sua muito mais tenho tem há anos",
        "NL": "de het een en of is zijn was ik jij hij zij wij jullie niet met van voor in op te dat die deze mijn zijn heb "
        "heeft hebben veel meer kost jaar uur katten hond",
        "SV": "och att det som en ett är var jag du han hon vi ni de inte med för på av till har hade mycket mer kostar år",
        "DA": "og at det som en et er var jeg du han hun vi de ikke med for på af til har havde meget mere koster år",
        "PL": "i w z na do nie jest są był to że się ja ty on ona my wy oni mam ma po za od przez dla kosztuje lat",
        "TR": "ve bir bu ile için çok daha ben sen o biz siz onlar değil var yok lira yıl saat",
        "FI": "ja on ei se hän minä sinä me te he kuin että mutta tai oli ovat maksaa vuotta",
        "CS": "a v z na do není je jsou byl to že se já ty on ona my vy mám má po za od pro stojí let",
        "HU": "a az és egy nem van volt én te ő mi ti ők hogy vagy kerül év",
        "RO": "și în de la cu nu este sunt era eu tu el ea noi voi am are mai pentru costă ani",
        "ID": "yang dan di ke dari ini itu dengan untuk tidak saya kamu dia kami mereka ada harga tahun",
        "VI": "và của là có không tôi bạn anh chị một những các này cho với được năm",
    }.items()
}  # fmt: skip


def is_kana(text: str) -> bool:
    """Whether the text is Japanese: any hiragana or katakana."""
    return re.search(r"[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]", text) is not None


def is_english(text: str) -> bool:
    """Whether Latin text is English, or so short that nothing speaks against it.

    Letters with accents and small words of other languages count against it, small English words for it.
    """
    letters = [c for c in text if c.isalpha()]
    if not letters:
        return True
    foreign = [c for c in letters if not c.isascii() and c not in "éèêïöçñÉµΩμªº½⁠"]
    if (
        any(ord(c) > 0x24F and c not in "µΩμπαβγδλσφω√ﬁﬂﬀﬃﬄ⁠" for c in foreign)
        and sum(ord(c) > 0x24F for c in foreign) > len(letters) / 4
    ):
        return False
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.lower().replace("’", "'"))
    scores = {language: sum(word in small for word in words) for language, small in _SMALL_WORDS.items()}
    if "war" in words:  # German says "was" so, and English has one: it tells nothing
        scores["DE"] -= 1
    best = max(score for language, score in scores.items() if language != "EN")
    accents = sum(not c.isascii() and ord(c) <= 0x24F and c.isalpha() for c in text)
    if accents and best >= scores["EN"]:
        return False
    if re.search(r"\b(?:[jldmtsnc]|qu)'[aeiouyhéèêàâ]", text.lower()) and not re.search(r"\b(?:o'|d'a|l'o)", text.lower()):
        best += 1
    return best <= scores["EN"]
