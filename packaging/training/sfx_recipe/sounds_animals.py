"""Animals: voices through formants, croaks, hoofs, wings and insects."""

import numpy as np

from .draw import Draw
from .synth import (
    CONTINUOUS_S,
    Audio,
    bandpass,
    decay,
    highpass,
    lowpass,
    noise,
    oscillator,
    peaked,
    place,
    resonate,
    samples,
    saturate,
    slow_random,
    strike,
    time_axis,
    voice,
)


def dog(d: Draw) -> Audio:
    """One to four barks: a short voiced burst whose pitch rises and falls, rough, through a muzzle's formants."""
    small = d.chance(0.4)
    if small:
        d.tell("small", "little", "yapping")
        d.nouns = ("dog bark", "dog barking", "small dog", "puppy barking", "puppy")
    base = d.pitch(320, 700) if small else d.pitch(130, 340)
    count = int(d.rng.integers(1, 5))
    gap = d.uniform(0.28, 0.7)
    out = np.zeros(samples(gap * count + 0.4))
    for i in range(count):
        n = samples(d.uniform(0.12, 0.24))
        u = np.linspace(0, 1, n)
        path = base * (0.75 + 0.6 * np.sin(np.pi * u**0.7)) * d.uniform(0.93, 1.07)
        scale = 1.5 if small else 1.0
        bark = voice(
            d.rng,
            path,
            np.array([620, 1250, 2500, 3700]) * scale * d.uniform(0.85, 1.15),
            rough=d.uniform(0.3, 0.9),
            breath=d.uniform(0.1, 0.5),
        )
        place(out, peaked(bark) * np.sin(np.pi * u**0.5) ** 0.7, samples(gap * i * d.uniform(0.92, 1.08)), d.uniform(0.7, 1))
    return out


def cat(d: Draw) -> Audio:
    """A meow: pitch up and down, the mouth opens and closes; or a purr."""
    kind = d.kind(
        {
            "meow": {"nouns": ("cat", "cat meow", "meow", "cat meowing", "kitten")},
            "purr": {"nouns": ("cat purring", "purring cat", "purr")},
        }
    )
    if kind == "purr":
        n = samples(d.uniform(3, 8))
        rate = d.uniform(22, 30)
        t = time_axis(n)
        breath = 0.55 + 0.45 * np.sin(2 * np.pi * d.uniform(0.5, 0.8) * t)
        pulses = np.exp(-9 * ((t * rate * (1 + 0.04 * np.sin(4 * t))) % 1.0))
        return lowpass(noise(d.rng, n, 0.5) * pulses * breath, d.uniform(500, 1500)) + 0.02 * noise(d.rng, n, 0.5)
    n = samples(d.length(0.45, 1.3))
    u = np.linspace(0, 1, n)
    f = d.pitch(420, 850) * (0.8 + 0.35 * np.sin(np.pi * u**0.8)) * (1 + 0.012 * np.sin(2 * np.pi * 6 * u * n / 44100))
    closed = voice(d.rng, f, np.array([450, 2300, 3300]), rough=0.1, breath=0.05)
    opened = voice(d.rng, f, np.array([1000, 1900, 3600]), rough=0.15, breath=0.08)
    mouth = np.clip(np.sin(np.pi * u**1.1) * 1.4, 0, 1)
    return (peaked(closed) * (1 - mouth) + 1.3 * peaked(opened) * mouth) * np.sin(np.pi * np.clip(u, 0.001, 1) ** 0.6) ** 0.6


def cow(d: Draw) -> Audio:
    """A long low moo that opens from a nasal hum."""
    n = samples(d.length(1.0, 2.6))
    u = np.linspace(0, 1, n)
    f = d.pitch(85, 170) * (0.85 + 0.3 * np.sin(np.pi * u**0.9)) * slow_random(d.rng, n, 5, 0.98, 1.02)
    nasal = voice(d.rng, f, np.array([260, 900, 2000]), rough=0.35, breath=0.05)
    opened = voice(d.rng, f, np.array([480, 950, 2300]) * d.uniform(0.9, 1.15), rough=0.4, breath=0.08)
    mouth = np.clip(2.2 * u - 0.2, 0, 1)
    return (peaked(nasal) * (1 - mouth) + peaked(opened) * mouth) * np.clip(np.minimum(u / 0.15, (1 - u) / 0.3), 0, 1)


def sheep(d: Draw) -> Audio:
    """A bleat: a voice shaken seven to ten times a second."""
    goat = d.chance(0.4)
    if goat:
        d.nouns = ("goat", "goat bleating", "goat bleat")
    n = samples(d.length(0.6, 1.3))
    u, t = np.linspace(0, 1, n), time_axis(n)
    shake = np.sin(2 * np.pi * d.uniform(7, 11) * t)
    f = d.pitch(230, 420) * (1.05 - 0.15 * u) * (1 + 0.05 * shake)
    sound = voice(d.rng, f, np.array([750, 1500, 2700, 3800]) * d.uniform(0.9, 1.2), rough=0.4, breath=0.15)
    return sound * (0.65 + 0.35 * shake) * np.clip(np.minimum(u / 0.08, (1 - u) / 0.2), 0, 1)


def duck(d: Draw) -> Audio:
    """Quacks: nasal, buzzing, falling a little."""
    count = int(d.rng.integers(1, 6))
    gap = d.uniform(0.25, 0.5)
    f0 = d.pitch(180, 330)
    out = np.zeros(samples(gap * count + 0.3))
    for i in range(count):
        n = samples(d.uniform(0.12, 0.24))
        u = np.linspace(0, 1, n)
        quack = voice(d.rng, f0 * (1.1 - 0.25 * u), np.array([1150, 2100, 3300]) * d.uniform(0.9, 1.1), rough=0.6, breath=0.2)
        place(out, peaked(quack) * np.sin(np.pi * u**0.6) ** 0.5, samples(gap * i), d.uniform(0.7, 1))
    return out


def pig(d: Draw) -> Audio:
    """Oinks and grunts: low, rough, with snorted noise."""
    count = int(d.rng.integers(1, 5))
    gap = d.uniform(0.3, 0.7)
    out = np.zeros(samples(gap * count + 0.4))
    for i in range(count):
        n = samples(d.uniform(0.15, 0.35))
        u = np.linspace(0, 1, n)
        pulses = np.exp(-4 * ((np.cumsum(d.uniform(40, 90) * (1 + 0.5 * u)) / 44100) % 1.0))
        snort = bandpass(noise(d.rng, n, 0.3), 300, 2800) * pulses
        grunt = voice(d.rng, d.uniform(90, 200) * (1 - 0.3 * u), np.array([400, 1100, 2300]), rough=0.9, breath=0.4)
        place(
            out,
            (peaked(snort) + 0.8 * peaked(grunt)) * np.sin(np.pi * u**0.7),
            samples(gap * i * d.uniform(0.9, 1.1)),
            d.uniform(0.6, 1),
        )
    return out


def rooster(d: Draw) -> Audio:
    """Cock-a-doodle-doo: four notes, the last one long and falling."""
    f = d.pitch(480, 850)
    notes = ((0.16, 0.75, 0.9), (0.14, 1.0, 1.05), (0.2, 1.1, 1.25), (d.uniform(0.6, 1.1), 1.3, 0.75))
    parts = []
    for length, a, b in notes:
        n = samples(length * d.uniform(0.85, 1.15))
        u = np.linspace(0, 1, n)
        cry = voice(d.rng, f * (a + (b - a) * u), np.array([1050, 1900, 3200]) * d.uniform(0.95, 1.1), rough=0.45, breath=0.1)
        parts += [peaked(cry) * np.clip(np.minimum(u / 0.1, (1 - u) / 0.15), 0, 1), np.zeros(samples(d.uniform(0.01, 0.06)))]
    return np.concatenate(parts)


def frog(d: Draw) -> Audio:
    """Croaks: short trains of damped pulses, alone or as a pond."""
    many = d.chance(0.4)
    n = samples(CONTINUOUS_S if many else d.uniform(0.8, 3))
    if many:
        d.nouns = ("frogs", "frogs croaking", "frog pond", "frogs in a pond")
    out = np.zeros(n)
    for _ in range(int(d.rng.integers(3, 7)) if many else 1):
        body = d.pitch(350, 1600) if not many else d.uniform(400, 2200)
        rate, pulses = d.uniform(22, 75), int(d.rng.integers(5, 22))
        m = samples(0.05)
        grain = resonate(
            strike(d.rng, m, 0.002), body * np.array([1, 1.9, 2.8]), np.array([1, 0.5, 0.25]), np.array([0.009, 0.006, 0.004])
        )
        croak = np.zeros(samples(pulses / rate + 0.06))
        for i in range(pulses):
            place(croak, grain, samples(i / rate), np.sin(np.pi * (i + 1) / (pulses + 1)) ** 0.5)
        start, gap = samples(d.uniform(0, 0.3)), d.uniform(0.45, 1.4)
        while start < n:
            place(out, croak, start, d.uniform(0.5, 1))
            start += samples(max(pulses / rate + 0.05, gap * d.uniform(0.7, 1.4)))
    return out + 0.002 * noise(d.rng, n, 0.5) * np.abs(out).max()


def owl(d: Draw) -> Audio:
    """Hoots: soft, almost pure, the last one longer."""
    f = d.pitch(280, 520)
    parts = []
    for length in (0.25, 0.18, 0.2, 0.6)[: int(d.rng.integers(2, 5))]:
        n = samples(length * d.uniform(0.8, 1.3))
        u = np.linspace(0, 1, n)
        path = f * (0.95 + 0.1 * np.sin(np.pi * u)) * (1 + 0.01 * np.sin(2 * np.pi * 7 * time_axis(n)))
        hoot = oscillator(path, n) + 0.12 * oscillator(2 * path, n) + 0.05 * bandpass(noise(d.rng, n), 250, 900)
        parts += [hoot * np.sin(np.pi * u) ** 0.7, np.zeros(samples(d.uniform(0.12, 0.4)))]
    return np.concatenate(parts)


def crow(d: Draw) -> Audio:
    """Caws: a harsh, noisy voice."""
    count = int(d.rng.integers(1, 5))
    gap = d.uniform(0.45, 0.8)
    f0 = d.pitch(320, 560)
    out = np.zeros(samples(gap * count + 0.4))
    for i in range(count):
        n = samples(d.uniform(0.22, 0.42))
        u = np.linspace(0, 1, n)
        caw = voice(
            d.rng, f0 * (0.9 + 0.2 * np.sin(np.pi * u)), np.array([1300, 1900, 3100]) * d.uniform(0.9, 1.1), rough=1.0, breath=0.9
        )
        place(out, peaked(caw) * np.sin(np.pi * u**0.6) ** 0.5, samples(gap * i), d.uniform(0.8, 1))
    return out


def horse(d: Draw) -> Audio:
    """Hoof beats at a trot or a gallop."""
    gait = d.kind(
        {
            "trot": {"nouns": ("horse trotting", "horse hooves", "clip clop", "hooves", "horse walking", "horse")},
            "gallop": {"nouns": ("horse galloping", "galloping horse", "horse running", "horse gallop")},
        }
    )
    n = samples(CONTINUOUS_S)
    period = 1 / d.rate(1.3, 2.6)
    offsets = (0.0, 0.25, 0.5, 0.75) if gait == "trot" else (0.0, 0.17, 0.34)
    body = d.uniform(480, 1000)
    ground = noise(d.rng, n, 0.5)
    out, m, start = np.zeros(n), samples(0.16), 0.05
    while start < n / 44100:
        for k, offset in enumerate(offsets):
            f = body * (1, 1.17, 0.93, 1.1)[k] * d.uniform(0.96, 1.04)
            clop = peaked(
                resonate(
                    strike(d.rng, m, 0.0015),
                    f * np.array([1, 1.7, 2.9, 4.3]),
                    np.array([1, 0.7, 0.4, 0.25]),
                    np.array([0.018, 0.012, 0.007, 0.004]),
                )
            )
            thud = peaked(lowpass(strike(d.rng, m, 0.01), 260))
            dirt = bandpass(noise(d.rng, m), 900, 6000) * decay(m, 0.02, 0.002)
            place(
                out,
                clop + d.uniform(0.2, 0.7) * thud + d.uniform(0.02, 0.2) * peaked(dirt),
                samples(start + offset * period),
                d.uniform(0.6, 1),
            )
        start += period * d.uniform(0.97, 1.03)
    return out + 0.003 * ground


def lion(d: Draw) -> Audio:
    """A roar or a growl: a very rough low voice with breath."""
    growl = d.chance(0.4)
    if growl:
        d.nouns = ("growl", "growling", "monster growl", "beast growling")
    n = samples(d.length(0.9, 2.6))
    u = np.linspace(0, 1, n)
    f = d.pitch(50, 130) * (0.8 + 0.6 * np.sin(np.pi * u**0.8) * (0.3 if growl else 1))
    sound = voice(d.rng, f, np.array([330, 760, 1500, 2600]) * d.uniform(0.85, 1.25), rough=1.0, breath=d.uniform(0.6, 1.4))
    return saturate(sound, d.uniform(1.5, 4)) * np.clip(np.minimum(u / 0.15, (1 - u) / 0.35), 0, 1)


def bee(d: Draw) -> Audio:
    """Wing beats of a bee, a fly or a mosquito that comes and goes."""
    kind = d.kind(
        {
            "bee": {"nouns": ("bee", "bee buzzing", "bees", "bumblebee", "wasp")},
            "fly": {"nouns": ("fly", "fly buzzing", "housefly")},
            "mosquito": {"nouns": ("mosquito", "mosquito buzzing", "mosquito whine")},
        }
    )
    n = samples(CONTINUOUS_S)
    f = (
        {"bee": 210, "fly": 180, "mosquito": 560}[kind]
        * d.uniform(0.8, 1.25)
        * slow_random(d.rng, n, 6, 0.93, 1.07)
        * slow_random(d.rng, n, 40, 0.99, 1.01)
    )
    wing = oscillator(f, n, "saw") * (1 + 0.3 * noise(d.rng, n) * 0.2)
    near = slow_random(d.rng, n, 1.5, 0.15, 1.0)
    return (highpass(lowpass(wing, d.uniform(2500, 6000)), 150) + 0.1 * bandpass(noise(d.rng, n), 800, 5000)) * near


def wings(d: Draw) -> Audio:
    """Flapping wings: soft bursts of air."""
    n = samples(d.uniform(0.8, 3))
    rate = d.rate(5, 13)
    t = time_axis(n)
    flap = np.clip(np.sin(2 * np.pi * rate * t * (1 + 0.03 * np.sin(3 * t))), 0, 1) ** 1.5
    return bandpass(noise(d.rng, n, 0.4), 150, d.uniform(1500, 5000)) * flap * slow_random(d.rng, n, 3, 0.5, 1)


def howl(d: Draw) -> Audio:
    """A wolf's howl: a long smooth glide."""
    n = samples(d.length(1.8, 4))
    u = np.linspace(0, 1, n)
    f = (
        d.pitch(300, 560)
        * (0.7 + 0.45 * np.clip(np.sin(np.pi * u**0.55), 0, 1))
        * (1 + 0.006 * np.sin(2 * np.pi * 5 * time_axis(n)))
    )
    sound = voice(d.rng, f, np.array([550, 1050, 2400]), rough=0.08, breath=0.06)
    return sound * np.clip(np.minimum(u / 0.15, (1 - u) / 0.3), 0, 1)


def hen(d: Draw) -> Audio:
    """Clucks, sometimes with a long one."""
    n = samples(d.uniform(1.5, 5))
    out, start, f0 = np.zeros(n), 0.05, d.pitch(280, 480)
    while start < n / 44100:
        m = samples(0.4 if d.chance(0.12) else d.uniform(0.05, 0.11))
        u = np.linspace(0, 1, m)
        cluck = voice(d.rng, f0 * (1.25 - 0.4 * u) * d.uniform(0.9, 1.2), np.array([950, 1800, 3000]), rough=0.4, breath=0.3)
        place(out, peaked(cluck) * np.sin(np.pi * u**0.5) ** 0.6, samples(start), d.uniform(0.4, 1))
        start += d.uniform(0.15, 0.5)
    return out


def snake(d: Draw) -> Audio:
    """A hiss, sometimes with a rattle."""
    n = samples(d.length(0.8, 3))
    u = np.linspace(0, 1, n)
    hiss = (
        highpass(noise(d.rng, n), d.uniform(1800, 4500))
        * np.clip(np.minimum(u / 0.1, (1 - u) / 0.3), 0, 1)
        * slow_random(d.rng, n, 4, 0.6, 1)
    )
    if d.chance(0.3):
        d.nouns = ("rattlesnake", "snake rattle")
        hiss *= np.exp(-5 * ((time_axis(n) * d.uniform(35, 60)) % 1.0))
    return hiss
