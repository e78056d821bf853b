"""Abbreviations with a full stop, by where they can stand."""

from __future__ import annotations

MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTH_NAMES = {name: name for name in MONTHS} | {name[:3]: name for name in MONTHS} | {"Sept": "September"}
DAY_NAMES = {name[:3]: name for name in WEEKDAYS} | {
    "Tues": "Tuesday", "Weds": "Wednesday", "Thur": "Thursday", "Thurs": "Thursday",
}  # fmt: skip

# before a name
TITLES = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Mx": "Mix", "Dr": "Doctor", "Drs": "Doctors", "Prof": "Professor", "Profs": "Professors",
    "Gen": "General", "Col": "Colonel", "Capt": "Captain", "Lt": "Lieutenant", "Sgt": "Sergeant", "Cpl": "Corporal", "Pvt": "Private",
    "Maj": "Major", "Cmdr": "Commander", "Adm": "Admiral", "Rev": "Reverend", "Hon": "Honorable", "Fr": "Father", "Gov": "Governor",
    "Sen": "Senator", "Sens": "Senators", "Rep": "Representative", "Reps": "Representatives", "Pres": "President", "Messrs": "Messieurs",
    "St": "Saint", "Ste": "Sainte", "Sts": "Saints", "Mt": "Mount", "Ft": "Fort", "Pt": "Point", "Amb": "Ambassador",
    "Supt": "Superintendent",
}  # fmt: skip
# behind the name of a street
STREETS = {
    "St": "Street", "Ave": "Avenue", "Av": "Avenue", "Rd": "Road", "Dr": "Drive", "Ln": "Lane", "Blvd": "Boulevard", "Ct": "Court",
    "Pl": "Place", "Sq": "Square", "Hwy": "Highway", "Pkwy": "Parkway", "Ter": "Terrace", "Terr": "Terrace", "Cir": "Circle",
    "Expy": "Expressway",
    "Rte": "Route", "Cres": "Crescent", "Fwy": "Freeway", "Bldg": "Building", "Mtn": "Mountain", "Mts": "Mountains",
}  # fmt: skip
STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware",
    "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa",
    "KS": "Kansas", "KY": "Kentucky",
    "LA": "Louisiana", "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri",
    "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York",
    "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island",
    "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont",
    "VA": "Virginia", "WA": "Washington",
    "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
}  # fmt: skip
ALSO_WORDS = frozenset("OK HI OH IN OR ME MA PA LA ID".split())  # states only before a ZIP code
POINTS = {
    "N": "North",
    "S": "South",
    "E": "East",
    "W": "West",
    "NE": "Northeast",
    "NW": "Northwest",
    "SE": "Southeast",
    "SW": "Southwest",
}
# before a number
BEFORE_NUMBER = {
    "no": "number", "nos": "numbers", "nr": "number", "fig": "figure", "figs": "figures", "p": "page", "pp": "pages", "pg": "page",
    "ch": "chapter", "chap": "chapter", "vol": "volume", "vols": "volumes", "sec": "section", "sect": "section", "art": "article",
    "eq": "equation", "eqs": "equations", "tab": "table", "ver": "version", "ex": "example", "ext": "extension", "apt": "apartment",
    "rm": "room", "pt": "part", "ep": "episode", "para": "paragraph", "ed": "edition", "nos.": "numbers", "cat": "catalog", "op": "opus",
    "ste": "suite", "tel": "telephone", "hwy": "highway", "rte": "route", "ca": "circa", "c": "circa", "app": "appendix", "v": "version",
    "l": "line", "ll": "lines", "n": "note", "cf": "compare",
}  # fmt: skip
# anywhere
PLAIN = {
    "vs": "versus", "etc": "et cetera", "approx": "approximately", "dept": "department", "depts": "departments", "govt": "government",
    "min": "minimum", "max": "maximum", "avg": "average", "temp": "temperature", "est": "estimated", "incl": "including",
    "excl": "excluding",
    "assn": "association", "assoc": "associate", "asst": "assistant", "univ": "university", "intl": "international", "natl": "national",
    "tech": "technical", "mgr": "manager", "misc": "miscellaneous", "orig": "original", "resp": "respectively", "esp": "especially",
    "info": "information", "dist": "district", "prev": "previous", "mins": "minutes", "hrs": "hours", "secs": "seconds", "yrs": "years",
    "hr": "hour", "yr": "year", "cont": "continued", "ref": "reference", "refs": "references", "dob": "date of birth",
    "lb": "pound", "lbs": "pounds",
    "oz": "ounce", "tbsp": "tablespoon", "tsp": "teaspoon", "fig": "figure", "vol": "volume", "govs": "governors", "attn": "attention",
    "appt": "appointment", "bldg": "building", "dir": "director", "sgd": "signed", "al": "al", "cf": "compare",
    "viz": "namely", "ibid": "ibid",
}  # fmt: skip
# behind a name; these, "etc." and times of day may end a sentence and keep their full stop then
BEHIND_NAME = {
    "Jr": "Junior", "Sr": "Senior", "Esq": "Esquire", "Inc": "Incorporated", "Ltd": "Limited", "Corp": "Corporation", "Co": "Company",
    "Bros": "Brothers", "Univ": "University", "Dept": "Department", "Assn": "Association", "Intl": "International",
}  # fmt: skip
# words in capitals that are other words in small letters; said by their letters where the text does not shout
SPELLED = frozenset(
    "US IT ID IDS UN AM PM AC DC ET IM OR PC PCS TV TVS UK EU PR HR IQ CD CDS DVD PS PA AI VR AR AD BC CE BCE ER IP OS".split()
) - {"OR", "PA"}
# words that begin sentences: behind an abbreviation that may end one, they say that it does
STARTERS = frozenset(
    "the it he she we they i you this that these those a an in on at but and so then there when if come no yes what who where why how for "
    "after before its his her my our their your as by to from with without while since because although though however now today tomorrow "
    "yesterday later meanwhile also still only even just not nobody everyone everybody someone some many most all both each every one two "
    "three several few next finally first second please let do does did is are was were can could will would should may "
    "might must have has had".split()
)
