"""All rules of Chinese in their order: addresses are kept, then dates, times, money, units, and numbers of every kind."""

from __future__ import annotations

import re

from ditone.runtime.text.chinese import numbers as n
from ditone.runtime.text.claims import Rule, claim, folded, joined

Match = re.Match[str]
_CURRENCIES = {
    "$": "美元", "US$": "美元", "USD": "美元", "¥": "元", "CNY": "元", "RMB": "元", "€": "欧元", "EUR": "欧元", "£": "英镑",
    "GBP": "英镑", "HK$": "港元",
    "HKD": "港元", "JPY": "日元", "₩": "韩元", "KRW": "韩元", "₹": "卢比", "A$": "澳元", "C$": "加元", "NT$": "新台币",
    "₽": "卢布", "฿": "泰铢",
}  # fmt: skip
_UNITS = {
    "km/h": "公里每小时", "m/s": "米每秒", "km²": "平方公里", "m²": "平方米", "cm²": "平方厘米", "mm²": "平方毫米",
    "m³": "立方米", "cm³": "立方厘米",
    "km": "公里", "m": "米", "cm": "厘米", "mm": "毫米", "µm": "微米", "nm": "纳米", "kg": "公斤", "g": "克", "mg": "毫克",
    "µg": "微克", "t": "吨",
    "L": "升", "l": "升", "ml": "毫升", "mL": "毫升", "h": "小时", "min": "分钟", "s": "秒", "ms": "毫秒", "℃": "摄氏度",
    "°C": "摄氏度", "℉": "华氏度", "°F": "华氏度",
    "°": "度", "Hz": "赫兹", "kHz": "千赫兹", "MHz": "兆赫兹", "GHz": "吉赫兹", "dB": "分贝", "W": "瓦", "kW": "千瓦",
    "MW": "兆瓦", "kWh": "千瓦时", "V": "伏", "mA": "毫安",
    "mAh": "毫安时", "KB": "千字节", "MB": "兆字节", "GB": "吉字节", "TB": "太字节", "Mbps": "兆比特每秒",
    "Gbps": "吉比特每秒", "kbps": "千比特每秒",
    "ha": "公顷", "cal": "卡", "kcal": "千卡", "kPa": "千帕", "Pa": "帕", "mph": "英里每小时", "ft": "英尺", "in": "英寸",
    "lb": "磅", "oz": "盎司", "rpm": "转每分钟",
}  # fmt: skip
_MEASURES = (
    "个只条张本位名件间家辆台座颗片块匹头棵根支枝把杯瓶碗盘袋箱包盒双对副套种次遍趟回场顿句段篇首部层道排扇门栋幢架艘节课届口群串滴封幅面顶"
    "天周年岁倍步公里千克公斤米斤两元块"
)
_TWO_BEFORE = re.compile(rf"(?:[{''.join(c for c in _MEASURES if c not in '月日号两')}]|小时|分钟|公里|公斤|星期|礼拜|种|人)")
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_TO = r"\s?[-~—–至]\s?"
_MINUS = r"(?P<minus>(?<![A-Za-z0-9)）])[-+])?"
_BELOW = re.compile(r"(?:气温|温度|低温|室温|体温|零下|最低|降至|降到|达到?|为|是|约)$")


def _kept(m: Match, s: None) -> str:
    return m[0]


def _year(text: str) -> str:
    return n.digits(text)


def _iso(m: Match, s: None) -> str | None:
    month, day = int(m["m"]), int(m["d"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{_year(m['y'])}年{n.integer(month)}月{n.integer(day)}日"


def _calendar_year(m: Match, s: None) -> str:
    return _year(m["y"])


def _years(m: Match, s: None) -> str:
    return f"{_year(m['a'])}到{_year(m['b'])}"


def _moment(hour: str, minute: str) -> str:
    h, minutes = int(hour), int(minute)
    if minutes == 0:
        return f"{_hour(h)}点"
    return f"{_hour(h)}点{'零' if minutes < 10 else ''}{n.integer(minutes)}分"


def _hour(h: int) -> str:
    return "两" if h == 2 else n.integer(h)


def _time(m: Match, s: None) -> str | None:
    """Times of day; two small numbers with a colon are a score, except behind a word of time."""
    if int(m["h"]) > 24 or int(m["m"]) > 59:
        return None
    if re.search(r"(?:比分|比例|比|赔率)\s?$", m.string[max(0, m.start() - 4) : m.start()]):
        return None
    if not m["h2"]:
        return _moment(m["h"], m["m"])
    if int(m["h2"]) > 24 or int(m["m2"]) > 59:
        return None
    return f"{_moment(m['h'], m['m'])}到{_moment(m['h2'], m['m2'])}"


def _clock(m: Match, s: None) -> str:
    return f"{_hour(int(m['h']))}点{n.integer(int(m['m']))}分{n.integer(int(m['s']))}秒"


def _half(m: Match, s: None) -> str:
    return f"{'上午' if m['half'][0] in 'aA' else '下午'}{_moment(m['h'], m['m'])}"


def _day(m: Match, s: None) -> str:
    return n.integer(int(m["n"]))


def _score(m: Match, s: None) -> str:
    return f"{n.number(m['a'])}比{n.number(m['b'])}"


def _fraction(m: Match, s: None) -> str:
    return f"{n.integer(int(m['b']))}分之{n.integer(int(m['a']))}"


def _percent(m: Match, s: None) -> str:
    what = "百分之" if m["sign"] == "%" else "千分之"
    first = f"{_sign(m)}{what}{n.number(m['a'])}"
    return f"{first}到{what}{n.number(m['b'])}" if m["b"] else first


def _sign(m: Match) -> str:
    return {"-": "负", "+": "正"}.get(m["minus"] or "", "")


def _money(m: Match, s: None) -> str:
    amount = n.number(m["a"]) + (f"到{n.number(m['b'])}" if m["b"] else "")
    return f"{_sign(m)}{amount}{m['scale'] or ''}{_CURRENCIES[m['sign']]}"


def _money_behind(m: Match, s: None) -> str:
    return f"{n.number(m['a'])}{m['scale'] or ''}{_CURRENCIES[m['sign']]}"


def _unit(m: Match, s: None) -> str | None:
    unit = m["unit"]
    if unit in ("m", "g", "h", "s", "t", "l", "L", "V", "W", "in") and re.match(r"[A-Za-z]", m.string[m.end() : m.end() + 1]):
        return None
    below = ""
    if m["minus"] == "-":
        below = "零下" if unit in ("℃", "°C", "℉", "°F", "°") else "负"
    if m["b"]:
        first = f"{n.number(m['a'])}到{n.number(m['b'])}"
    else:  # of degrees below zero there are 二, whatever is counted otherwise
        first = n.number(m["a"]) if below == "零下" else n.counted(m["a"])
    return f"{below}{first}{_UNITS[unit]}"


def _degrees(m: Match, s: None) -> str:
    """-5度 as people say temperatures."""
    return f"零下{n.number(m['a'])}度"


def _phone(m: Match, s: None) -> str:
    return n.digits(m[0])


def _called(m: Match, s: None) -> str:
    return m["what"] + n.digits(m["n"])


def _room(m: Match, s: None) -> str:
    return m["what"] + n.digits(m["n"])


def _version(m: Match, s: None) -> str:
    return "点".join(n.number(part) for part in m[0].split("."))


def _ordinal(m: Match, s: None) -> str:
    return f"第{n.number(m['a'])}"


def _range(m: Match, s: None) -> str:
    return f"{_sign(m)}{n.number(m['a'])}到{n.number(m['b'])}"


def _counted(m: Match, s: None) -> str:
    return n.counted(m[0])


def _plain(m: Match, s: None) -> str:
    return n.number(m[0])


def _minus(m: Match, s: None) -> str:
    return "负"


def _equation(m: Match, s: None) -> str:
    return {
        "+": "加",
        "-": "减",
        "×": "乘以",
        "*": "乘以",
        "÷": "除以",
        "=": "等于",
        ">": "大于",
        "<": "小于",
        "±": "正负",
        "≥": "大于等于",
        "≤": "小于等于",
        "≈": "约等于",
    }[m["op"]]


def _rule(pattern: str, read: object, flags: int = 0) -> Rule[None]:
    return Rule(re.compile(pattern, flags), read)  # type: ignore[arg-type]


_SIGNS = "|".join(re.escape(sign) for sign in sorted(_CURRENCIES, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True))
_SCALE = r"(?P<scale>[百千]?[万亿])?"
RULES: tuple[Rule[None], ...] = (
    _rule(r"https?://[^\s，。！？；、（）【】\u4e00-\u9fff]+|www\.[A-Za-z0-9./?=&%_-]+", _kept),
    _rule(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", _kept),
    _rule(r"(?<![A-Za-z0-9.])(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,6}(?:/[A-Za-z0-9./?=&%_-]*)?(?![A-Za-z0-9])", _kept),
    _rule(r"(?<![A-Za-z0-9])[A-Za-z]+-\d+(?:\.\d+)?[A-Za-z]*(?![A-Za-z0-9])", _kept),
    _rule(
        r"(?<![\d.])\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)".replace(r"\d{4}(", r"(?P<y>\d{4})(")
        .replace(r"\d{1,2}\1", r"(?P<m>\d{1,2})\2")
        .replace(r"\d{1,2}(?!", r"(?P<d>\d{1,2})(?!"),
        _iso,
    ),
    _rule(rf"(?<!\d)(?P<a>\d{{4}})年?{_TO}(?P<b>\d{{4}})(?=\s?年)", _years),
    _rule(r"(?<!\d)(?P<y>[12]\d{3}|\d{2})(?=\s?年(?!代|前|后|来|内|级|间|之|多|以|的?时间|历史))(?<![约近过第])", _calendar_year),
    _rule(r"(?P<y>(?<=公元)\d{1,4}|(?<=公元前)\d{1,4})(?=\s?年)", _calendar_year),
    _rule(r"(?<!\d)(?P<n>0\d)(?=\s?[月日号时点分])", _day),
    _rule(r"(?<![\d:])(?P<h>\d{1,2}):(?P<m>[0-5]\d)\s?(?P<half>[AaPp]\.?[Mm]\.?)(?![A-Za-z])", _half),
    _rule(r"(?<![\d:])(?P<h>\d{1,2}):(?P<m>[0-5]\d):(?P<s>[0-5]\d)(?![\d:])", _clock),
    _rule(rf"(?<![\d:])(?P<h>\d{{1,2}}):(?P<m>[0-5]\d)(?:{_TO}(?P<h2>\d{{1,2}}):(?P<m2>[0-5]\d))?(?![\d:])", _time),
    _rule(r"(?<![\d:.])(?P<a>\d+(?:\.\d+)?):(?P<b>\d+(?:\.\d+)?)(?![\d:])", _score),
    _rule(
        rf"(?<![A-Za-z]){_MINUS}(?P<sign>{_SIGNS})\s?(?P<a>{_NUMBER})(?:{_TO}(?:(?P=sign))?(?P<b>{_NUMBER}))?\s?{_SCALE}", _money
    ),
    _rule(rf"(?<![\w.])(?P<a>{_NUMBER})\s?{_SCALE}\s?(?P<sign>{_SIGNS})(?!\s?\d)(?![A-Za-z])", _money_behind),
    _rule(
        rf"(?<![\w.]){_MINUS}(?P<a>{_NUMBER})(?:[%‰]?{_TO}(?P<b>{_NUMBER}))?\s?(?P<sign>[%‰])".replace(
            r"(?<![\w.])", r"(?<![A-Za-z0-9.])"
        ),
        _percent,
    ),
    _rule(r"(?<![\d/.])(?P<a>\d{1,3})/(?P<b>[1-9]\d{0,3})(?![\d/])", _fraction),
    _rule(r"(?<!\d)(?:\+?86[- ]?)?1[3-9]\d(?:[- ]?\d{4}){2}(?!\d)", _phone),
    _rule(r"(?<!\d)0\d{2,3}-\d{7,8}(?:-\d+)?(?!\d)|(?<!\d)[48]00-\d{3,4}-\d{3,4}(?!\d)", _phone),
    _rule(
        r"(?P<what>(?:拨打|致电|电话|热线|手机|号码|传真|打|QQ|微信)(?:号码?|是|为|：|:|\s)*)(?P<n>\d[\d-]{2,})(?!\d|[.%]|个|次|通|小时|分钟)",
        _called,
    ),
    _rule(
        r"(?P<what>(?:房间|房号|教室|会议室|航班|车次|邮编|密码|验证码|编号|学号|工号|车牌)(?:号码?|是|为|：|:|\s)*[A-Za-z]*)(?P<n>\d{3,})(?!\d|\.\d)",
        _room,
    ),
    _rule(r"(?<![A-Za-z\d.])(?:(?<=v)|(?<=V)|)\d+(?:\.\d+){2,}(?![\d])|(?<=[vV])\d+(?:\.\d+)+", _version),
    _rule(rf"{_MINUS}(?<![A-Za-z0-9.,])(?P<a>{_NUMBER})(?:{_TO}(?P<b>{_NUMBER}))?\s?(?P<unit>{_UNIT})(?![A-Za-z²³])", _unit),
    _rule(rf"(?<![A-Za-z0-9])-(?P<a>{_NUMBER})\s?度", _degrees),
    _rule(r"第\s?(?P<a>\d+)", _ordinal),
    _rule(rf"(?<![A-Za-z0-9.,]){_MINUS}(?P<a>{_NUMBER}){_TO}(?P<b>{_NUMBER})(?![\d-])", _range),
    _rule(r"(?<=\d)\s?(?P<op>[+×*÷=<>≥≤≈±-])\s?(?=\d)", _equation),
    _rule(rf"(?<![A-Za-z0-9.,-])2(?={_TWO_BEFORE.pattern})(?!月|日|号|点[零一二三四五六七八九\d]|元[旦]|年级|楼)", _counted),
    _rule(r"(?<![A-Za-z0-9)）])-(?=\d)", _minus),
    _rule(_NUMBER, _plain),
)


def read(text: str) -> str:
    """The text with its figures in words; addresses on the web and names like GPT-4 stay as they are."""
    return joined(text, claim(folded(text), RULES, None), space="")
