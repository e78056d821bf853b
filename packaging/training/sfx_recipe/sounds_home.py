"""In the house: doors, keys, machines, water, paper, money."""

import numpy as np

from .draw import Draw
from .synth import (
    CONTINUOUS_S,
    Audio,
    bandpass,
    convolve,
    decay,
    gate,
    highpass,
    impulses,
    lowpass,
    noise,
    oscillator,
    peaked,
    place,
    resonate,
    reverberate,
    samples,
    saturate,
    slow_random,
    strike,
    sweep,
    time_axis,
)


def door_slam(d: Draw) -> Audio:
    """A heavy panel hits its frame, the latch rattles, the room answers."""
    kind = d.kind(
        {
            "slam": {"nouns": ("door slam", "slamming door", "door slamming shut", "door shut")},
            "close": {"nouns": ("door closing", "door close", "closing a door", "door")},
        }
    )
    force = d.weight() * (1.0 if kind == "slam" else 0.5)
    n = samples(0.9)
    bang = resonate(strike(d.rng, n, 0.006), d.rng.uniform(55, 420, 9), d.rng.uniform(0.4, 1, 9), d.rng.uniform(0.02, 0.09, 9))
    crack = bandpass(noise(d.rng, n, 0.2), 250, 4500) * decay(n, d.uniform(0.012, 0.035), 0.0008)
    out = peaked(bang) + d.uniform(0.5, 1.0) * peaked(crack)
    for _ in range(int(d.rng.integers(1, 4))):
        m = samples(0.05)
        latch = resonate(strike(d.rng, m, 0.0006), d.rng.uniform(1200, 5000, 4), np.ones(4), d.rng.uniform(0.003, 0.012, 4))
        place(out, peaked(latch), samples(d.uniform(0.01, 0.12)), 0.25 * d.uniform(0.3, 1))
    wet = reverberate(d.rng, saturate(out, 1.5 + force), d.uniform(0.3, 0.9), d.uniform(0.4, 1.2), 2800)
    if kind == "close":
        m = samples(d.uniform(0.3, 0.7))
        swing = bandpass(noise(d.rng, m, 0.4), 200, 1800) * np.linspace(0, 1, m) ** 2
        return np.concatenate([0.12 * peaked(swing), peaked(wet)])
    return wet


def creak(d: Draw) -> Audio:
    """Stick and slip of a hinge or a floorboard: pulses whose rate wanders, through wood."""
    kind = d.kind(
        {
            "door": {"nouns": ("door creak", "creaking door", "squeaky door", "creaky door opening", "creak", "hinge creaking")},
            "floor": {"nouns": ("floorboard creak", "creaking floorboard", "wood creaking", "old wood creaking")},
        }
    )
    n = samples(d.length(0.6, 2.4))
    low = d.pitch(45, 180) if kind == "door" else d.uniform(20, 60)
    rate = low * slow_random(d.rng, n, 3.5, 0.6, d.uniform(1.6, 3.5)) * slow_random(d.rng, n, 40, 0.94, 1.06)
    phase = np.cumsum(rate) / 44100
    clicks = np.zeros(n)
    index = np.flatnonzero(np.diff(np.floor(phase)) > 0)
    clicks[index] = d.rng.uniform(0.4, 1, len(index))
    f = d.rng.uniform(350, 3200, 7)
    out = resonate(clicks, f, d.rng.uniform(0.3, 1, 7), d.rng.uniform(0.002, 0.008, 7))
    u = np.linspace(0, 1, n)
    return (
        out * slow_random(d.rng, n, 4, 0.3, 1) * np.clip(np.minimum(u / 0.05, (1 - u) / 0.1), 0, 1)
        + 0.01 * bandpass(noise(d.rng, n), 300, 4000) * np.abs(out).max()
    )


def zipper(d: Draw) -> Audio:
    """Teeth that pass faster and faster."""
    n = samples(d.length(0.3, 1.1))
    u = np.linspace(0, 1, n)
    rate = d.uniform(60, 120) * (1 + d.uniform(0.6, 1.8) * np.sin(np.pi * u**0.8))
    teeth = np.exp(-6 * ((np.cumsum(rate) / 44100) % 1.0))
    rasp = bandpass(noise(d.rng, n), d.uniform(900, 1800), 7500) * (0.25 + teeth)
    body = bandpass(noise(d.rng, n, 0.3) * teeth, 300, 1500)
    return (peaked(rasp) + 0.4 * peaked(body)) * np.clip(np.minimum(u / 0.1, (1 - u) / 0.08), 0, 1) ** 0.7


def camera_shutter(d: Draw) -> Audio:
    """Mirror up, curtain, mirror down: clusters of tiny clicks and a motor."""
    n = samples(d.uniform(0.28, 0.5))
    out = np.zeros(n)
    for start, count, gain in ((0.0, 4, 1.0), (d.uniform(0.06, 0.16), 5, 0.9)):
        for _ in range(count):
            m = samples(0.05)
            click = resonate(
                strike(d.rng, m, 0.0005), d.rng.uniform(900, 6500, 6), d.rng.uniform(0.3, 1, 6), d.rng.uniform(0.001, 0.006, 6)
            )
            place(out, peaked(click), samples(start + d.uniform(0, 0.022)), gain * d.uniform(0.3, 1))
        m = samples(0.05)
        place(out, peaked(bandpass(noise(d.rng, m), 600, 6000) * decay(m, 0.012, 0.002)), samples(start), 0.6 * gain)
    motor = bandpass(noise(d.rng, n), 1000, 5000) * (np.sin(2 * np.pi * d.uniform(80, 160) * time_axis(n)) > 0.3)
    return out + 0.12 * peaked(motor) * np.linspace(0, 1, n)


def toilet(d: Draw) -> Audio:
    """A rush of water that swells, swirls, gurgles and refills."""
    n = samples(d.uniform(4, 8))
    t = time_axis(n)
    rush = np.clip(t / 0.35, 0, 1) * np.exp(-np.maximum(t - d.uniform(1.2, 2.4), 0) / d.uniform(0.5, 1.0))
    water = bandpass(noise(d.rng, n, 0.25), 180, d.uniform(3500, 7000)) * rush * slow_random(d.rng, n, 9, 0.6, 1)
    low = bandpass(noise(d.rng, n, 0.5), 80, 500) * rush
    gurgle = stream_grains(d, n, 70, 220, 700) * np.exp(-0.5 * ((t - d.uniform(2.2, 3.2)) / 0.6) ** 2)
    refill = bandpass(noise(d.rng, n), 1500, 6500) * np.clip((t - 0.8) / 1.0, 0, 1) * 0.08
    return peaked(water) + 0.5 * peaked(low) + 0.6 * peaked(gurgle) + refill / (np.abs(refill).max() + 1e-9) * 0.07


def stream_grains(d: Draw, n: int, rate: float, low: float, high: float) -> Audio:
    """Many small bubbles: damped rising sines at random times."""
    pool = []
    for _ in range(16):
        f = d.log(low, high)
        m = samples(min(0.12, 14 / f + 0.01))
        pool.append(oscillator(sweep(m, f, f * d.uniform(1.02, 1.35)), m) * decay(m, m / 44100 / 5, 0.001))
    out = np.zeros(n)
    for start in d.rng.integers(0, n, max(4, int(rate * n / 44100))):
        place(out, pool[int(d.rng.integers(len(pool)))], int(start), float(np.exp(0.7 * d.rng.standard_normal())))
    return out


def water_pour(d: Draw) -> Audio:
    """Running water: tap, shower, pouring into a glass, filling."""
    kind = d.kind(
        {
            "tap": {"nouns": ("running water", "water tap", "faucet running", "tap running", "kitchen sink")},
            "pour": {
                "nouns": ("pouring water", "water pouring", "pouring a drink", "pouring water into a glass", "filling a glass")
            },
            "shower": {"nouns": ("shower", "taking a shower", "shower running")},
            "splash": {"nouns": ("splash", "water splash", "splashing water", "splash in water")},
        }
    )
    if kind == "splash":
        n = samples(d.length(0.6, 1.6))
        t = time_axis(n)
        burst = bandpass(noise(d.rng, n, 0.2), 300, 7000) * decay(n, d.uniform(0.08, 0.2), 0.008)
        drops = stream_grains(d, n, 90, 500, 2800) * np.exp(-t / 0.4)
        plunge = stream_grains(d, n, 40, 150, 500) * np.exp(-t / 0.2)
        return peaked(burst) + 0.5 * peaked(drops) + 0.5 * peaked(plunge)
    n = samples(CONTINUOUS_S * 0.7)
    hiss = bandpass(noise(d.rng, n, 0.15), 600 if kind != "shower" else 900, d.uniform(6000, 12000)) * slow_random(
        d.rng, n, 14, 0.75, 1
    )
    grains = stream_grains(d, n, d.uniform(250, 700), 350, 3500)
    if kind == "pour":
        low = d.uniform(350, 600)
        rise = sweep(n, low, low * 2.6)
        ring = peaked(grains) * (0.6 + 0.4 * oscillator(rise, n)) + 0.3 * peaked(
            resonate(peaked(grains), np.array([low * 1.5]), np.array([0.02]), np.array([0.01]))
        )
        return peaked(ring) + 0.12 * peaked(hiss)
    return d.uniform(0.25, 0.6) * peaked(grains) + peaked(hiss) * (1.0 if kind == "shower" else 0.5)


def cash_register(d: Draw) -> Audio:
    """Lever, bell, drawer."""
    n = samples(d.uniform(0.9, 1.6))
    out = np.zeros(n)
    for start in (0.0, d.uniform(0.05, 0.1), d.uniform(0.1, 0.16)):
        m = samples(0.08)
        clack = resonate(strike(d.rng, m, 0.001), d.rng.uniform(500, 4500, 8), np.ones(8), d.rng.uniform(0.003, 0.012, 8))
        place(out, peaked(clack), samples(start), d.uniform(0.4, 0.9))
    f = d.uniform(1800, 3000)
    m = samples(0.9)
    ding = resonate(
        strike(d.rng, m, 0.0008),
        f * np.array([1, 2.1, 2.9, 4.2]),
        np.array([1, 0.5, 0.4, 0.25]),
        np.array([0.25, 0.15, 0.1, 0.06]),
    )
    place(out, peaked(ding), samples(0.18), d.uniform(0.6, 1))
    k = samples(0.3)
    slide = bandpass(noise(d.rng, k, 0.3), 250, 3500) * np.hanning(k)
    place(out, peaked(slide), samples(0.22), 0.4)
    coins = np.zeros(samples(0.4))
    for _ in range(14):
        g = samples(0.08)
        place(
            coins,
            peaked(resonate(strike(d.rng, g, 0.0004), d.rng.uniform(3000, 11000, 4), np.ones(4), d.rng.uniform(0.004, 0.03, 4))),
            samples(d.uniform(0, 0.3)),
            d.uniform(0.1, 0.5),
        )
    place(out, coins, samples(0.45), 0.6)
    return out


def keys_jingle(d: Draw) -> Audio:
    """Small pieces of metal knock together: keys, coins, cutlery, sleigh bells."""
    kind = d.kind(
        {
            "keys": {"nouns": ("keys", "keys jingling", "jingling keys", "bunch of keys")},
            "coins": {"nouns": ("coins dropping", "dropping coins", "coins", "handful of coins")},
            "dishes": {"nouns": ("dishes clattering", "cutlery", "forks and knives", "silverware", "plates clinking")},
        }
    )
    n = samples(d.uniform(0.8, 3.5))
    out = np.zeros(n)
    rate = {"keys": 24, "coins": 14, "dishes": 7}[kind] * d.uniform(0.7, 1.4)
    low, high, tau = {"keys": (3000, 12000, 0.02), "coins": (3500, 13000, 0.05), "dishes": (1200, 8000, 0.05)}[kind]
    pool = []
    for _ in range(10):
        m = samples(0.3)
        f = d.rng.uniform(low, high, 6)
        pool.append(peaked(resonate(strike(d.rng, m, 0.0005), f, d.rng.uniform(0.3, 1, 6), tau * d.rng.uniform(0.3, 1.5, 6))))
    for _ in range(int(rate * n / 44100)):
        place(out, pool[int(d.rng.integers(10))], int(d.rng.integers(n)), float(np.exp(0.6 * d.rng.standard_normal())))
    return out * slow_random(d.rng, n, 5, 0.2, 1)


def frying(d: Draw) -> Audio:
    """Sizzle of hot fat, or a hiss of steam."""
    kind = d.kind(
        {
            "fry": {"nouns": ("frying", "sizzling", "frying pan", "sizzling bacon", "food frying")},
            "steam": {"nouns": ("steam hiss", "steam", "hissing steam", "gas leak")},
        }
    )
    n = samples(CONTINUOUS_S * 0.7)
    if kind == "steam":
        return highpass(noise(d.rng, n, -0.1), d.uniform(800, 2500)) * slow_random(d.rng, n, 1, 0.7, 1)
    hiss = highpass(noise(d.rng, n), 2500)
    pops = convolve(
        impulses(d.rng, n, d.uniform(120, 500), 1.0), peaked(bandpass(strike(d.rng, samples(0.01), 0.001), 2000, 9000))
    )
    return 0.35 * peaked(hiss) + peaked(pops) + 0.1 * peaked(bandpass(noise(d.rng, n), 300, 1500))


def tool(d: Draw) -> Audio:
    """Saw, hammer, drill."""
    kind = d.kind(
        {
            "saw": {"nouns": ("sawing wood", "hand saw", "saw", "sawing")},
            "hammer": {"nouns": ("hammer", "hammering", "hammering a nail", "hammer hitting a nail")},
            "drill": {"nouns": ("drill", "power drill", "electric drill", "drilling")},
        }
    )
    n = samples(d.uniform(2, 6))
    t = time_axis(n)
    if kind == "saw":
        stroke = np.abs(np.sin(np.pi * d.uniform(1.2, 2.4) * t)) ** 0.7
        teeth = 1 + 0.8 * np.sign(np.sin(2 * np.pi * np.cumsum(60 + 160 * stroke) / 44100))
        return (
            bandpass(noise(d.rng, n, 0.2) * teeth, 500, 6500) * stroke
            + 0.2 * bandpass(noise(d.rng, n) * teeth, 150, 600) * stroke
        )
    if kind == "drill":
        f = d.pitch(90, 220) * np.clip(t / 0.3, 0.2, 1) * slow_random(d.rng, n, 2, 0.9, 1.05)
        whine = sum(a * oscillator(f * k, n, "saw") for k, a in ((1, 0.6), (5, 0.5), (9, 0.4)))
        return peaked(whine) + 0.5 * peaked(bandpass(noise(d.rng, n), 1000, 7000))
    out, start, gap = np.zeros(n), 0.02, 1 / d.rate(1.4, 3.5)
    f = d.rng.uniform(300, 4500, 9)
    while start < n / 44100:
        m = samples(0.25)
        hit = resonate(strike(d.rng, m, 0.0006), f, d.rng.uniform(0.3, 1, 9), d.rng.uniform(0.008, 0.05, 9))
        thud = lowpass(strike(d.rng, m, 0.005), 400)
        place(out, peaked(hit) + 0.8 * peaked(thud), samples(start), d.uniform(0.8, 1))
        start += gap * d.uniform(0.93, 1.07)
    return out


def boing(d: Draw) -> Audio:
    """A spring: a tone whose pitch wobbles as it dies; or a pop, or a whip."""
    kind = d.kind(
        {
            "boing": {"nouns": ("boing", "spring", "cartoon boing", "bouncing spring")},
            "pop": {"nouns": ("pop", "balloon pop", "cork pop", "bubble pop")},
            "whip": {"nouns": ("whip crack", "whip", "slap")},
        }
    )
    if kind == "pop":
        n = samples(d.uniform(0.08, 0.3))
        f = d.uniform(300, 900)
        return oscillator(sweep(n, f, f * d.uniform(0.5, 2.2)), n) * decay(n, 0.015, 0.001) + 0.4 * bandpass(
            noise(d.rng, n), 600, 6000
        ) * decay(n, 0.006, 0.0005)
    if kind == "whip":
        n = samples(0.5)
        crack = highpass(noise(d.rng, n), 900) * decay(n, 0.012, 0.0003)
        swish = bandpass(noise(d.rng, n), 700, 4000)
        m = samples(0.18)
        out = np.zeros(n + m)
        out[:m] += 0.15 * peaked(swish[:m]) * np.linspace(0, 1, m) ** 3
        place(out, peaked(crack), m)
        return out
    n = samples(d.length(0.5, 1.6))
    t = time_axis(n)
    f = d.pitch(140, 420) * (1 + 0.35 * np.exp(-t / 0.3) * np.sin(2 * np.pi * np.cumsum(18 - 6 * t / t[-1]) / 44100))
    return oscillator(f, n, "triangle") * decay(n, n / 44100 / 3, 0.003) * gate(n)
