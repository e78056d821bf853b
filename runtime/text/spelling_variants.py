"""British spellings as American ones, so that a comparison of what was said does not count spelling as an error.

Only families of words whose two spellings sound the same; words that merely look like them are left out ("four", "exercise", "meter").
"""

from __future__ import annotations

import re

_OUR = (
    "arbour ardour armour behaviour candour clamour clangour colour demeanour dolour enamour endeavour favour fervour "
    "flavour glamour harbour honour "
    "humour labour neighbour odour parlour rancour rigour rumour saviour savour splendour succour tumour valour vapour vigour"
).split()
_RE = "centre fibre litre metre theatre calibre sabre sombre spectre lustre manoeuvre meagre kilometre centimetre millimetre".split()
_ISE = (
    "agon alphabet apolog author bapt capital categor character civil colon critic crystall custom digit dramat econom emphas energ equal "
    "familiar fertil final formal general global harmon hospital hypnot ideal immun industrial initial item jeopard legal "
    "local magnet maxim mechan "
    "memor minim mobil modern monopol national natural neutral normal organ optim oxid paralys penal personal polar popular "
    "prior privat public "
    "rational real recogn revolution scrutin sensit social special stabil standard steril summar symbol sympath synchron "
    "synthes terror theor traumat "
    "util vandal visual victim vocal vapor"
).split()
_DOUBLED = (
    "cancel channel counsel cruel dial duel enamel equal fuel jewel label level libel marvel model panel pedal quarrel "
    "refuel rival shovel signal spiral "
    "towel travel tunnel unravel fulfil"
).split()
_WORDS = {
    "grey": "gray", "greyer": "grayer", "greyish": "grayish", "tyre": "tire", "tyres": "tires", "kerb": "curb",
    "plough": "plow", "ploughed": "plowed",
    "programme": "program", "programmes": "programs", "cheque": "check", "cheques": "checks", "catalogue": "catalog",
    "catalogues": "catalogs",
    "dialogue": "dialog", "dialogues": "dialogs", "analogue": "analog", "aluminium": "aluminum", "jewellery": "jewelry",
    "moustache": "mustache",
    "mum": "mom", "mums": "moms", "pyjamas": "pajamas", "sceptic": "skeptic", "sceptical": "skeptical", "storey": "story",
    "storeys": "stories",
    "sulphur": "sulfur", "defence": "defense", "offence": "offense", "licence": "license", "licences": "licenses", "practise": "practice",
    "practised": "practiced", "practising": "practicing", "pretence": "pretense", "analyse": "analyze",
    "analysed": "analyzed", "analysing": "analyzing",
    "paralyse": "paralyze", "paralysed": "paralyzed", "catalyse": "catalyze", "artefact": "artifact", "artefacts": "artifacts", "axe": "ax",
    "cosy": "cozy", "doughnut": "donut", "doughnuts": "donuts", "draught": "draft", "draughts": "drafts", "enrol": "enroll",
    "fulfil": "fulfill",
    "skilful": "skillful", "wilful": "willful", "instalment": "installment", "gaol": "jail", "mould": "mold",
    "moulds": "molds", "smoulder": "smolder",
    "woollen": "woolen", "ageing": "aging", "judgement": "judgment", "acknowledgement": "acknowledgment",
    "manoeuvre": "maneuver", "foetus": "fetus",
    "encyclopaedia": "encyclopedia", "anaesthetic": "anesthetic", "anaemia": "anemia", "paediatric": "pediatric",
    "haemoglobin": "hemoglobin",
    "diarrhoea": "diarrhea", "oestrogen": "estrogen", "aeroplane": "airplane", "aeroplanes": "airplanes",
    "whisky": "whiskey", "yoghurt": "yogurt",
    "okay": "ok", "alright": "all right", "amongst": "among", "whilst": "while", "towards": "toward",
    "afterwards": "afterward", "learnt": "learned",
    "burnt": "burned", "spelt": "spelled", "favourite": "favorite", "favourites": "favorites",
}  # fmt: skip
_OUR_STEMS = "|".join(word[:-3] for word in _OUR)
_OUR_ENDINGS = "s|ed|ing|er|ers|able|ably|ful|less|ite|ites|hood|ly|y|al|ist|ists"
_OUR_PATTERN = re.compile(rf"\b({_OUR_STEMS})our({_OUR_ENDINGS})?\b")
_RE_PATTERN = re.compile(rf"\b({'|'.join(word[:-2] for word in _RE)})re(s|d)?\b")
_ISE_PATTERN = re.compile(rf"\b((?:{'|'.join(_ISE)}))is(e|es|ed|er|ers|ing|ation|ations|ational)\b")
_DOUBLED_PATTERN = re.compile(rf"\b((?:{'|'.join(_DOUBLED)}))l(ed|ing|er|ers|or|ors|ation)\b")


def american(text: str) -> str:
    """`text` in small letters with British spellings replaced: "colour" -> "color", "organised" -> "organized"."""
    text = _OUR_PATTERN.sub(lambda m: f"{m[1]}or{m[2] or ''}", text)
    text = re.sub(r"\b[a-z]+\b", lambda m: _WORDS.get(m[0], m[0]), text)
    text = _RE_PATTERN.sub(lambda m: f"{m[1]}er{m[2] or ''}", text)
    text = _ISE_PATTERN.sub(r"\1iz\2", text)
    return _DOUBLED_PATTERN.sub(r"\1\2", text)
