"""People: babies, screams, laughter, crowds, hands, breath."""

import numpy as np

from .draw import Draw
from .synth import (
    CONTINUOUS_S,
    Audio,
    bandpass,
    convolve,
    decay,
    highpass,
    impulses,
    lowpass,
    noise,
    oscillator,
    peaked,
    place,
    samples,
    slow_random,
    time_axis,
    voice,
)

_VOWELS = ((730, 1090, 2440), (530, 1840, 2480), (570, 840, 2410), (440, 1020, 2240), (270, 2290, 3010), (660, 1720, 2410))


def baby(d: Draw) -> Audio:
    """A baby's cry: arcs of a high voice with a catch of breath between them."""
    n = samples(d.uniform(2, 7))
    out, start, f0 = np.zeros(n), 0.05, d.pitch(360, 560)
    while start < n / 44100:
        m = samples(d.uniform(0.5, 1.2))
        u = np.linspace(0, 1, m)
        f = f0 * (0.8 + 0.35 * np.sin(np.pi * u**0.6)) * d.uniform(0.93, 1.07) * (1 + 0.02 * np.sin(2 * np.pi * 7 * time_axis(m)))
        cry = voice(d.rng, f, np.array([1050, 1700, 3400, 4600]) * d.uniform(0.95, 1.15), rough=d.uniform(0.15, 0.7), breath=0.1)
        place(out, peaked(cry) * np.clip(np.minimum(u / 0.1, (1 - u) / 0.25), 0, 1), samples(start), d.uniform(0.7, 1))
        start += m / 44100 + 0.08
        gasp = samples(d.uniform(0.12, 0.25))
        place(out, bandpass(noise(d.rng, gasp), 800, 4500) * np.hanning(gasp) * 0.06, samples(start))
        start += gasp / 44100 + d.uniform(0.05, 0.3)
    return out


def scream(d: Draw) -> Audio:
    """A scream: a high strained voice."""
    man = d.chance(0.35)
    d.nouns = (
        ("man screaming", "man shouting", "shout", "yell", "scream")
        if man
        else ("scream", "woman screaming", "screaming", "shriek", "girl screaming")
    )
    n = samples(d.length(0.6, 2.2))
    u = np.linspace(0, 1, n)
    f = (
        (d.pitch(330, 620) if man else d.pitch(800, 1700))
        * (0.85 + 0.25 * np.sin(np.pi * u**0.5))
        * slow_random(d.rng, n, 10, 0.97, 1.03)
    )
    sound = voice(
        d.rng,
        f,
        np.array([950, 1450, 2900, 3900]) * d.uniform(0.95, 1.2),
        rough=d.uniform(0.3, 0.9),
        breath=d.uniform(0.05, 0.3),
        tilt=0.7,
    )
    return sound * np.clip(np.minimum(u / 0.06, (1 - u) / 0.2), 0, 1)


def laugh(d: Draw) -> Audio:
    """Ha-ha-ha: breathy bursts that slow down and sink."""
    kind = d.kind(
        {
            "man": {"nouns": ("man laughing", "laugh", "laughter", "laughing")},
            "woman": {"nouns": ("woman laughing", "laugh", "laughter", "giggle", "laughing")},
            "evil": {"nouns": ("evil laugh", "sinister laugh", "maniacal laughter")},
        }
    )
    f0 = {"man": d.uniform(130, 220), "woman": d.uniform(230, 420), "evil": d.uniform(75, 130)}[kind]
    count = int(d.rng.integers(4, 11))
    rate = d.rate(3.8, 6.2)
    vowel = np.array(_VOWELS[int(d.rng.choice([0, 0, 1, 5]))]) * d.uniform(1.0, 1.2)
    out = np.zeros(samples(count / rate + 0.5))
    for i in range(count):
        m = samples(d.uniform(0.55, 0.75) / rate)
        u = np.linspace(0, 1, m)
        f = f0 * (1.25 - 0.5 * i / count) * (1.1 - 0.25 * u) * d.uniform(0.95, 1.05)
        ha = peaked(voice(d.rng, f, vowel, rough=0.25, breath=0.5)) * np.sin(np.pi * u**0.7) ** 0.8
        breath = bandpass(noise(d.rng, m), 700, 3500) * np.exp(-8 * u) * 0.12
        place(out, ha + breath, samples(i / rate * d.uniform(0.97, 1.03)), d.uniform(0.75, 1) * (1 - 0.4 * i / count))
    return out


def _claps(d: Draw, n: int, rate: float) -> Audio:
    out = np.zeros(n)
    for _ in range(6):
        m = samples(0.03)
        low = d.log(500, 1600)
        grain = bandpass(noise(d.rng, m), low, low * d.uniform(2.2, 4)) * decay(m, d.uniform(0.003, 0.008), 0.0004)
        out += convolve(impulses(d.rng, n, rate / 6, 0.5), peaked(grain))
    return out


def applause(d: Draw) -> Audio:
    """Many hands: dense claps, sometimes with cheers."""
    n = samples(CONTINUOUS_S)
    size = d.log(12, 160, ("light", "heavy"))
    out = peaked(_claps(d, n, size * 4)) + 0.05 * bandpass(noise(d.rng, n, 0.3), 400, 5000)
    if d.chance(0.3):
        d.nouns = ("crowd cheering and clapping", "cheering crowd", "audience applause and cheers", "applause")
        out += 0.5 * peaked(_voices(d, n, 14, 300, 620, 0.9))
    return out * slow_random(d.rng, n, 0.7, 0.75, 1.0)


def _voices(d: Draw, n: int, count: int, low: float, high: float, held_s: float) -> Audio:
    out = np.zeros(n)
    for _ in range(count):
        f0, start, gain = d.log(low, high), d.uniform(0, 0.5), d.log(0.2, 1)
        while start < n / 44100:
            m = samples(held_s * d.uniform(0.5, 1.6))
            u = np.linspace(0, 1, m)
            vowel = np.array(_VOWELS[int(d.rng.integers(len(_VOWELS)))])
            sound = voice(d.rng, f0 * d.uniform(0.85, 1.2) * (1.05 - 0.1 * u), vowel, rough=0.25, breath=0.25)
            place(out, peaked(sound) * np.sin(np.pi * u) ** 0.5, samples(start), gain * d.uniform(0.4, 1))
            start += m / 44100 + (0 if d.chance(0.75) else d.uniform(0.1, 0.8))
    return out


def crowd(d: Draw) -> Audio:
    """Many people talking at once, or cheering."""
    kind = d.kind(
        {
            "talk": {"nouns": ("crowd", "crowd talking", "people talking", "crowd murmur", "restaurant crowd", "chatter")},
            "cheer": {"nouns": ("crowd cheering", "cheering", "cheering crowd", "stadium crowd", "crowd yelling")},
        }
    )
    n = samples(5.0)
    if kind == "talk":
        sound = _voices(d, n, 12, 90, 260, 0.16)
    else:
        sound = _voices(d, n, 12, 220, 620, 0.9) + 0.6 * bandpass(noise(d.rng, n, 0.4), 500, 3500)
    sound = np.concatenate([sound, sound[::1]])[samples(1) :]
    far = lowpass(sound, d.uniform(1800, 5000), 1)
    return peaked(far) + 0.06 * noise(d.rng, len(far), 0.5)


def finger_snap(d: Draw) -> Audio:
    """A snap of the fingers, or two."""
    count = int(d.rng.integers(1, 4))
    gap = d.uniform(0.35, 0.7)
    n = samples(0.12)
    out = np.zeros(samples(gap * (count - 1)) + n)
    f = d.uniform(1500, 3000)
    for i in range(count):
        snap = bandpass(noise(d.rng, n), f * 0.7, f * 1.8) * decay(n, d.uniform(0.006, 0.014), 0.0004)
        place(out, peaked(snap), samples(gap * i), d.uniform(0.8, 1))
    return out


def cough(d: Draw) -> Audio:
    """One to three coughs, or a sneeze."""
    out = np.zeros(samples(2.2))
    start = 0.02
    for _ in range(int(d.rng.integers(1, 4))):
        m = samples(d.uniform(0.2, 0.35))
        u = np.linspace(0, 1, m)
        burst = bandpass(noise(d.rng, m, 0.3), 350, 4500) * np.exp(-7 * u) * np.clip(u / 0.02, 0, 1)
        tone = voice(d.rng, d.uniform(120, 260) * (1.1 - 0.4 * u), np.array([650, 1300, 2600]), rough=1.0, breath=1.2) * np.exp(
            -5 * u
        )
        place(out, peaked(burst) + 0.8 * peaked(tone), samples(start), d.uniform(0.7, 1))
        start += d.uniform(0.3, 0.55)
    return out


def whistle(d: Draw) -> Audio:
    """A person's whistle: one or two glides."""
    n = samples(d.length(0.4, 1.8))
    u = np.linspace(0, 1, n)
    f = (
        d.pitch(900, 2200)
        * (1 + d.uniform(-0.3, 0.6) * np.sin(np.pi * u * d.uniform(0.5, 2)))
        * (1 + 0.006 * np.sin(2 * np.pi * 5.5 * time_axis(n)))
    )
    air = 0.04 * highpass(noise(d.rng, n), 1500)
    return (oscillator(f, n) + air) * np.clip(np.minimum(u / 0.05, (1 - u) / 0.12), 0, 1)


def fart(d: Draw) -> Audio:
    """Flapping low pulses."""
    n = samples(d.length(0.3, 1.4))
    u = np.linspace(0, 1, n)
    f = d.pitch(60, 170) * (1.1 - 0.4 * u) * slow_random(d.rng, n, 12, 0.8, 1.2)
    sound = voice(d.rng, f, np.array([280, 600, 1400]), rough=1.0, breath=0.5)
    return sound * np.clip(np.minimum(u / 0.05, (1 - u) / 0.2), 0, 1)
