"""The kinds of sounds that weights know, for people: their words, whether they go on, and how they are written in Chinese."""

import json
from collections.abc import Iterable
from pathlib import Path

from ditone.models.mini.text import WordTable

from . import general_midi
from .anchors import ANCHORS
from .catalogue import CLASSES
from .prompts import TRAITS

# sounds that are over when they are over; the others go on or come again as long as is asked
ONE_SHOTS = frozenset(
    "laser coin jump power_up explosion ui_click notification_chime error_buzz whoosh impact door_knock glass_break metal_clang bell "
    "kick snare hi_hat clap string_pluck gunshot cow rooster lion scream door_slam zipper camera_shutter toilet cash_register doorbell "
    "boing car_horn boat_horn finger_snap cough fart car_pass burp groan splash game_hit game_over car howl growl".split()
)
PLAIN = frozenset(
    "many people bird flying away opening jacket person handclap hands".split()
)  # words of dropped kinds that say no sound themselves
CHINESE: dict[str, str] = {
    "laser": "激光 激光枪", "coin": "金币 捡金币", "jump": "跳跃", "power_up": "升级 强化", "explosion": "爆炸 爆炸声 炸弹", "ui_click": "点击 按钮 鼠标点击",
    "beep": "哔哔声 哔声 蜂鸣", "notification_chime": "通知 提示音 消息提示音", "error_buzz": "错误提示 错误", "whoosh": "呼啸 嗖 嗖嗖声",
    "impact": "撞击 重击 拳击", "wind": "风 风声 大风 刮风", "rain": "雨 雨声 下雨 大雨", "ocean_wave": "海浪 浪花 海浪声 大海 海滩", "fire": "火 篝火 火焰 火堆",
    "thunder": "雷 雷声 打雷 雷雨 雷暴", "water_drip": "滴水 水滴", "bubbles": "气泡 冒泡 沸水", "footsteps": "脚步 脚步声 走路", "door_knock": "敲门 敲门声",
    "glass_break": "玻璃破碎 打碎玻璃 玻璃碎", "metal_clang": "金属敲击 金属撞击 金属声", "engine": "引擎 发动机 汽车发动机 马达", "siren": "警笛 警车 救护车 警报器",
    "alarm": "警报 闹钟 报警", "bird_chirp": "鸟 鸟叫 鸟鸣 小鸟", "cricket": "蟋蟀 虫鸣 蛐蛐", "heartbeat": "心跳 心跳声", "clock_tick": "时钟 钟表 滴答 滴答声",
    "bell": "铃 铃声 钟声 钟", "kick": "底鼓 大鼓", "snare": "军鼓 小鼓", "hi_hat": "踩镲", "clap": "拍手 击掌", "string_pluck": "拨弦", "gunshot": "枪声 枪 开枪 射击",
    "telephone": "电话 电话铃 电话铃声", "dog": "狗 狗叫 犬吠 小狗", "cat": "猫 猫叫 小猫 喵", "cow": "牛 牛叫 奶牛", "sheep": "羊 羊叫 山羊", "duck": "鸭子 鸭叫 鸭",
    "pig": "猪 猪叫", "rooster": "公鸡 公鸡打鸣 鸡叫", "frog": "青蛙 蛙鸣 蛙叫", "owl": "猫头鹰", "crow": "乌鸦", "horse": "马 马叫 马嘶", "horse_gallop": "马蹄 马蹄声 奔马",
    "lion": "狮子 狮吼 老虎", "bee": "蜜蜂 苍蝇 蚊子", "wings": "翅膀 拍翅膀", "howl": "狼 狼嚎", "hen": "母鸡", "snake": "蛇", "baby": "婴儿 婴儿哭 宝宝哭",
    "scream": "尖叫", "laugh": "笑 笑声 大笑", "applause": "掌声 鼓掌", "crowd": "人群", "finger_snap": "响指 打响指", "cough": "咳嗽", "breathing": "呼吸", "snore": "打鼾 打呼噜 鼾声",
    "whistle": "口哨 吹口哨", "fart": "放屁 屁", "typing": "打字 键盘", "door_slam": "关门 摔门", "creak": "吱嘎 吱呀", "zipper": "拉链", "camera_shutter": "快门 照相机 拍照 相机",
    "vacuum": "吸尘器", "toilet": "马桶 冲水 抽水马桶", "water_pour": "流水 倒水 水 水声", "paper": "纸 揉纸 纸张", "cash_register": "收银机", "keys_jingle": "钥匙",
    "doorbell": "门铃", "frying": "煎 油炸 煎炸", "tool": "工具 锤子 电钻", "boing": "弹簧", "car_horn": "喇叭 汽车喇叭 鸣笛", "boat_horn": "轮船 汽笛 船", "train": "火车 列车",
    "helicopter": "直升机", "aircraft": "飞机 喷气机", "two_stroke": "割草机 摩托车", "chainsaw": "电锯 链锯", "car_pass": "汽车驶过 汽车经过", "car": "汽车 车", "waterfall": "瀑布",
    "stream": "溪流 小溪 河流 河", "fireworks": "烟花 鞭炮 爆竹", "submarine": "潜艇 声纳", "growl": "咆哮 低吼", "groan": "呻吟", "burp": "打嗝", "air_raid": "防空警报",
    "splash": "水花 溅水", "steam": "蒸汽", "game_hit": "游戏受伤", "game_over": "游戏结束",
}  # fmt: skip
INSTRUMENTS = {  # Chinese names of General MIDI programs, by English name
    "piano note": "钢琴", "harpsichord": "羽管键琴", "music box": "八音盒", "xylophone": "木琴", "marimba": "马林巴", "organ": "管风琴 风琴", "accordion": "手风琴", "harmonica": "口琴",
    "acoustic guitar": "吉他 木吉他", "electric guitar": "电吉他", "bass guitar": "贝斯", "violin": "小提琴", "cello": "大提琴", "harp": "竖琴", "choir": "合唱", "trumpet": "小号",
    "trombone": "长号", "tuba": "大号", "french horn": "圆号", "saxophone": "萨克斯", "oboe": "双簧管", "clarinet": "单簧管", "flute": "长笛", "piccolo": "短笛", "banjo": "班卓琴",
    "koto": "古筝 筝", "bagpipe": "风笛", "taiko": "太鼓", "cymbal": "镲 钹", "tambourine": "铃鼓", "triangle": "三角铁", "tom drum": "鼓",
}  # fmt: skip
MORE_CHINESE = {  # words about a sound
    "短": "short", "短促": "short", "长": "long", "低沉": "low", "低音": "low", "尖锐": "high", "高音": "high", "轻": "light", "轻轻": "light", "小": "light", "沉重": "heavy", "重": "heavy",
    "大": "heavy", "巨大": "heavy", "强": "strong", "慢": "slow", "缓慢": "slow", "快": "fast", "快速": "fast", "急": "fast", "远处": "distant", "远": "distant", "遥远": "distant",
    "近": "close", "近处": "close", "沉闷": "muffled", "明亮": "bright", "清脆": "bright", "房间里": "in a room", "室内": "indoors", "大厅里": "in a large hall", "大厅": "in a large hall",
    "山洞里": "in a cave", "教堂": "church", "回声": "with echo", "木门": "wooden door", "木头": "wooden", "木": "wooden", "铁皮屋顶": "on a tin roof", "屋顶": "on a roof", "屋顶上": "on a roof",
    "碎石": "on gravel", "雪": "on snow", "雪地": "on snow", "金属": "metal", "夜晚": "at night", "夜里": "at night", "旧": "old", "老": "old", "警察": "police", "复古": "retro",
}  # fmt: skip


def known_kinds(names: Iterable[str], table: WordTable) -> list[dict[str, object]]:
    """The kinds among `names` (classes and anchors), and the instruments, with those of their words that `table` was trained on."""
    nouns: dict[str, list[str]] = {}
    for name in names:
        entries = [*(CLASSES[name].nouns if name in CLASSES else ()), *(n for a in ANCHORS if a.kind == name for n in a.nouns)]
        nouns[name] = list(dict.fromkeys(entries))
    for program in general_midi.PROGRAMS:
        nouns.setdefault(program[-1].replace(" ", "_"), []).extend(program)
    for drum in general_midi.DRUMS.values():
        nouns.setdefault(drum[-1].replace(" ", "_"), []).extend(drum)
    found = []
    for name, words in nouns.items():
        trained = [w for w in dict.fromkeys(words) if all(m.trained for m in table.match_prompt(w))]
        if not trained:
            continue
        once = name in ONE_SHOTS or name not in set(names)
        chinese = CHINESE[name].split() if name in CHINESE and name in set(names) else []
        chinese += [c for w in words for c in INSTRUMENTS.get(w, "").split() if name not in CLASSES]
        found.append({"name": name, "words": trained, "once": once, "chinese": list(dict.fromkeys(chinese))})
    return found


def dropped_words(names: Iterable[str], table: WordTable) -> list[str]:
    """Trained forms of the words that only kinds outside `names` have: the judge heard none of their sounds."""

    def forms(phrases: Iterable[str]) -> set[str]:
        return {m.form for phrase in phrases for m in table.match_prompt(phrase) if m.row >= 0}

    kept = set(names)
    spoken = [phrase for kind in known_kinds(kept, table) for phrase in kind["words"]]  # type: ignore[attr-defined]
    traits = [phrase for group in TRAITS.values() for phrase in group]
    gone = [n for c in CLASSES.values() if c.name not in kept for n in c.nouns]
    gone += [n for a in ANCHORS if a.kind not in kept for n in a.nouns]
    return sorted(forms(gone) - forms(spoken) - forms(traits) - set(PLAIN))


def write(path: Path, names: Iterable[str], table: WordTable) -> None:
    """kinds.json of a model folder."""
    names = list(names)
    data = {"kinds": known_kinds(names, table), "chinese": MORE_CHINESE}
    lines = ",\n  ".join(json.dumps(kind, ensure_ascii=False) for kind in data["kinds"])
    more = json.dumps(data["chinese"], ensure_ascii=False)
    gone = json.dumps(dropped_words(names, table))
    text = '{\n "kinds": [\n  ' + lines + '\n ],\n "dropped": ' + gone + ',\n "chinese": ' + more + "\n}\n"
    path.write_text(text, encoding="utf-8")
