"""The instructions that the language model was trained to follow, and how a request's choices become one."""

from __future__ import annotations

from ditone.runtime.controls import Choice
from ditone.runtime.request import Request

NONE = Choice("none", "None")

_DIALECTS = {
    "cantonese": ("Cantonese", "广东话"),
    "dongbei": ("Northeastern", "东北话"),
    "gansu": ("Gansu", "甘肃话"),
    "guizhou": ("Guizhou", "贵州话"),
    "henan": ("Henan", "河南话"),
    "hubei": ("Hubei", "湖北话"),
    "hunan": ("Hunan", "湖南话"),
    "jiangxi": ("Jiangxi", "江西话"),
    "minnan": ("Southern Min", "闽南话"),
    "ningxia": ("Ningxia", "宁夏话"),
    "shanxi": ("Shanxi", "山西话"),
    "shaanxi": ("Shaanxi", "陕西话"),
    "shandong": ("Shandong", "山东话"),
    "shanghai": ("Shanghainese", "上海话"),
    "sichuan": ("Sichuan", "四川话"),
    "tianjin": ("Tianjin", "天津话"),
    "yunnan": ("Yunnan", "云南话"),
}
_EMOTIONS = {
    "happy": ("Very happy", "请非常开心地说一句话。"),
    "sad": ("Very sad", "请非常伤心地说一句话。"),
    "angry": ("Very angry", "请非常生气地说一句话。"),
}
_PACES = {
    "slow": ("As slow as possible", "请用尽可能慢地语速说一句话。"),
    "fast": ("As fast as possible", "请用尽可能快地语速说一句话。"),
}
_LOUDNESS = {
    "loud": ("As loud as possible", "Please say a sentence as loudly as possible."),
    "soft": ("Very soft", "Please say a sentence in a very soft voice."),
}
_CHARACTERS = {
    "piglet": ("Cartoon piglet", "我想体验一下小猪佩奇风格，可以吗？"),
    "robot": ("Robot", "你可以尝试用机器人的方式解答吗？"),
}
# control name, title, entries
LISTS = (
    ("dialect", "Dialect", {name: (title, f"请用{words}表达。") for name, (title, words) in _DIALECTS.items()}),
    ("emotion", "Emotion", _EMOTIONS),
    ("pace", "Pace", _PACES),
    ("loudness", "Loudness", _LOUDNESS),
    ("character", "Character", _CHARACTERS),
)


def choices(entries: dict[str, tuple[str, str]]) -> tuple[Choice, ...]:
    return (NONE, *(Choice(name, title, words) for name, (title, words) in entries.items()))


def chosen(request: Request) -> list[str]:
    """The instructions of a request in the order of its lists, the free text last."""
    found = [entries[request.value(name)][1] for name, _, entries in LISTS if request.value(name, "none") != "none"]
    free = str(request.value("instruction", "")).strip()
    return [*found, free] if free else found
