"""Natural sounds: weather, water, fire, animals, the body."""

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
    place,
    resonate,
    samples,
    slow_random,
    strike,
    sweep,
    sweep_filter,
    time_axis,
)


def _norm(x: Audio) -> Audio:
    return x / (np.sqrt(np.mean(x**2)) + 1e-9)


def wind(d: Draw) -> Audio:
    """Slowly wandering noise bands; strong wind howls."""
    n = samples(CONTINUOUS_S)
    force = d.weight()
    source = noise(d.rng, n, 0.5)
    path = slow_random(d.rng, n, 0.9, 220 * force**0.5, 900 * force**0.5)
    out = 1.4 * _norm(sweep_filter(source, path, 0.7)) + 0.5 * _norm(lowpass(source, 300))
    if d.chance(0.4):
        d.tell("howling", "whistling", "eerie")
        howl = sweep_filter(noise(d.rng, n), slow_random(d.rng, n, 0.8, 450, 1100), 0.06)
        out += 1.8 * _norm(howl) * slow_random(d.rng, n, 0.7, 0.1, 1.0)
    swell = slow_random(d.rng, n, 0.7, 0.25, 1.0) if d.chance(0.6) else slow_random(d.rng, n, 0.5, 0.7, 1.0)
    return out * swell


def rain(d: Draw) -> Audio:
    """Dense droplets over hiss; the surface sets the ring of each drop."""
    surface = d.kind(
        {
            "open": {"nouns": ("rain", "rainfall", "rain shower", "rain falling")},
            "tin": {
                "nouns": ("rain", "rainfall", "raindrops"),
                "tails": ("on a tin roof", "on a metal roof", "on tin", "on a roof"),
            },
            "window": {"nouns": ("rain", "raindrops"), "tails": ("on a window", "against the window", "on glass")},
            "leaves": {"nouns": ("rain", "rainfall"), "tails": ("on leaves", "in a forest", "in the woods")},
            "street": {"nouns": ("rain", "downpour", "rain shower"), "tails": ("on the street", "on pavement", "in the city")},
        }
    )
    n = samples(CONTINUOUS_S)
    force = d.weight()
    hiss = highpass(lowpass(noise(d.rng, n, 0.25), 9000 if surface != "leaves" else 5000), 500)
    drops = impulses(d.rng, n, 90 * force**1.6, 0.8)
    fine = impulses(d.rng, n, 1200 * force, 0.6)
    m = samples(0.06)
    modes = {
        "open": (d.rng.uniform(1500, 6000, 4), 0.003),
        "tin": (d.rng.uniform(600, 4200, 8), 0.016),
        "window": (d.rng.uniform(1800, 5000, 5), 0.006),
        "leaves": (d.rng.uniform(500, 2600, 5), 0.004),
        "street": (d.rng.uniform(2500, 8000, 5), 0.002),
    }[surface]
    grain = resonate(
        strike(d.rng, m, 0.0008), modes[0], np.ones(len(modes[0])), modes[1] * d.rng.uniform(0.5, 1.5, len(modes[0]))
    )
    body = _norm(convolve(drops, grain)) * (1.5 if surface in ("tin", "window") else 0.8)
    return _norm(hiss) * 0.8 * force**0.5 + body + 0.7 * _norm(convolve(fine, grain)) * force**0.3


def ocean_wave(d: Draw) -> Audio:
    """Breaking wave: swelling dark roar turning into bright foam."""
    n = samples(CONTINUOUS_S)
    force = d.weight()
    t = time_axis(n)
    period = d.uniform(2.2, 4.8)
    phase = (t / period + (0.0 if d.chance(0.5) else d.uniform(0, 0.4))) % 1.0
    swell = np.where(phase < 0.42, (phase / 0.42) ** 2, np.exp(-(phase - 0.42) * 4.0))
    path = 300 * force**-0.3 * 2.0 ** (3.6 * swell)
    roar = sweep_filter(noise(d.rng, n, 0.4), path, 1.5)
    foam = bandpass(noise(d.rng, n), 2500, 9000) * np.where(phase > 0.4, np.exp(-(phase - 0.4) * 5.0), 0.1)
    return _norm(roar) * (0.12 + swell) + 0.25 * _norm(foam) * swell


def fire(d: Draw) -> Audio:
    """Low flutter with sharp random crackles."""
    kind = d.kind(
        {
            "camp": {"nouns": ("campfire", "fire crackling", "crackling fire", "bonfire")},
            "hearth": {"nouns": ("fireplace", "fire", "burning wood", "flames")},
        }
    )
    n = samples(CONTINUOUS_S)
    force = d.weight()
    rumble = lowpass(noise(d.rng, n, 1.0), 350 if kind == "hearth" else 600) * slow_random(d.rng, n, 7.0, 0.3, 1.0)
    hiss = highpass(noise(d.rng, n, 0.3), 2000) * slow_random(d.rng, n, 4.0, 0.1, 1.0)
    out = 0.8 * _norm(rumble) + 0.14 * _norm(hiss)
    for centre, rate in ((1300, 7), (3000, 13), (6500, 12)):
        m = samples(0.03)
        pop = bandpass(strike(d.rng, m, 0.002), centre * 0.6, centre * 1.5) * decay(m, 0.003, 0.0002)
        pops = convolve(impulses(d.rng, n, rate * force, 1.0), pop)
        out += 0.55 * pops / (np.abs(pops).max() + 1e-9) * 5.0
    return out


def thunder(d: Draw) -> Audio:
    """A crack followed by rolling low rumble."""
    length = d.log(2.2, 6.0)
    n = samples(length)
    force = d.weight()
    roll = slow_random(d.rng, n, 5.0, 0.1, 1.0) ** 1.5 * decay(n, length / 3.2, d.uniform(0.02, 0.35))
    rumble = lowpass(noise(d.rng, n, 0.7), 170 * d.uniform(0.7, 1.5)) * roll
    out = _norm(rumble) + 0.3 * _norm(lowpass(noise(d.rng, n, 0.6), 700) * roll**1.5)
    if d.chance(0.5):
        d.tell("cracking", "close", "sharp", "loud")
        crack = lowpass(noise(d.rng, n, 0.2), 4500) * decay(n, 0.15 * force, 0.004) * slow_random(d.rng, n, 30.0, 0.2, 1.0)
        out += 3.0 * crack / (np.abs(crack).max() + 1e-9)
    else:
        d.tell("rolling", "rumbling", "distant")
    return out


def _bubble(f: float, rise: float, tau: float) -> Audio:
    n = samples(tau * 6)
    return oscillator(sweep(n, f, f * rise, 1.0), n) * decay(n, tau, 0.0015)


def water_drip(d: Draw) -> Audio:
    """Separate drops: short chirps that ring in the water."""
    f = d.pitch(450, 1800)
    count = 1 if d.chance(0.35) else int(d.rng.integers(2, 6))
    if count == 1:
        d.tell("single", "one")
        d.nouns = ("water drop", "water droplet", "water drip", "drop of water")
        gap = 0.5
    else:
        d.nouns = ("dripping water", "water dripping", "dripping tap", "leaky faucet", "water drops")
        gap = 1 / d.rate(1.2, 5.0)
    out = np.zeros(samples(gap * (count - 1) + 0.45))
    for i in range(count):
        g = f * d.uniform(0.9, 1.12)
        start = samples(gap * i * d.uniform(0.95, 1.05)) if i else 0
        tick = resonate(strike(d.rng, samples(0.02), 0.001), np.array([g * 3.1]), np.array([1.0]), np.array([0.002]))
        place(out, 0.25 * tick / np.abs(tick).max(), start)
        place(out, _bubble(g, d.uniform(1.15, 1.7), d.uniform(0.015, 0.05)), start + samples(0.012))
    return out


def bubbles(d: Draw) -> Audio:
    """Many overlapping rising chirps."""
    n = samples(CONTINUOUS_S)
    rate = d.rate(9, 45)
    centre = d.pitch(300, 1100)
    pool = []
    for _ in range(14):
        f = centre * 2 ** d.rng.normal(0, 0.5)
        pool.append(_bubble(f, d.uniform(1.2, 2.1), d.uniform(0.012, 0.045) * (500 / f) ** 0.4))
    out = np.zeros(n)
    for start in d.rng.integers(0, n, max(4, int(rate * n / 44100))):
        place(out, pool[int(d.rng.integers(len(pool)))], int(start), float(d.rng.uniform(0.2, 1.0)))
    return out + 0.02 * lowpass(noise(d.rng, n, 0.5), 700)


def bird_chirp(d: Draw) -> Audio:
    """Phrases of fast frequency-modulated whistles."""
    base = d.pitch(2000, 5500)
    kind = d.pick("sweep", "trill", "warble")
    count = int(d.rng.integers(1, 8))
    gap = 1 / d.rate(3, 11)
    dur = min(gap * 0.85, d.uniform(0.05, 0.2))
    n = samples(dur)
    t = time_axis(n)
    up = d.chance(0.5)
    if kind == "sweep":
        path = sweep(n, base, base * d.uniform(1.3, 1.9)) if up else sweep(n, base * d.uniform(1.3, 1.8), base)
    elif kind == "trill":
        path = base * (1 + d.uniform(0.08, 0.2) * np.sin(2 * np.pi * d.uniform(25, 60) * t))
    else:
        path = base * (1 + 0.25 * np.sin(np.pi * t / dur * d.uniform(1, 3)))
    note = (oscillator(path, n) + 0.12 * oscillator(2 * path, n)) * np.sin(np.pi * np.linspace(0, 1, n)) ** 0.8
    out = np.zeros(samples(gap * count + 0.05) + n)
    for i in range(count):
        place(out, note, samples(gap * i * d.uniform(0.97, 1.03)), d.uniform(0.6, 1.0))
    if count > 3:
        d.nouns = ("birdsong", "bird singing", "birds chirping", "songbird", "bird tweeting")
    return out


def cricket(d: Draw) -> Audio:
    """Pulse trains near 4 to 5 kHz repeated steadily."""
    n = samples(CONTINUOUS_S)
    f = d.pitch(3600, 5400)
    rate = d.rate(1.6, 4.5)
    pulses = int(d.rng.integers(3, 6))
    pulse_s = min(0.022, 0.6 / rate / pulses)
    m = samples(pulse_s * 0.8)
    pulse = oscillator(f * (1 + 0.01 * np.linspace(0, 1, m)), m) * np.sin(np.pi * np.linspace(0, 1, m)) ** 0.7
    chirp = np.zeros(samples(pulse_s * pulses))
    for i in range(pulses):
        place(chirp, pulse, samples(i * pulse_s), 0.6 + 0.4 * i / pulses)
    out = 0.004 * noise(d.rng, n, 0.5)
    start = samples(d.uniform(0, 0.15))
    while start < n:
        place(out, chirp, start, d.uniform(0.85, 1.0))
        start += samples(1 / rate)
    return out


def heartbeat(d: Draw) -> Audio:
    """Double low thump."""
    period = 60 / d.log(48, 150, ("slow", "fast"))
    f = d.uniform(42, 75)
    n = samples(0.22)

    def thump(g: float, tau: float) -> Audio:
        tone = oscillator(sweep(n, g * 1.5, g * 0.85, 0.5), n) * decay(n, tau, 0.008)
        return tone + 0.1 * lowpass(d.rng.standard_normal(n), 180) * decay(n, tau * 0.6, 0.004)

    first, second = thump(f, 0.05), thump(f * 1.2, 0.035)
    out = np.zeros(samples(CONTINUOUS_S))
    start = 0
    while start < len(out) - samples(0.25):
        place(out, first, start)
        place(out, second, start + samples(min(0.3, period * 0.34)), 0.7)
        start += samples(period * d.uniform(0.98, 1.02))
    return out
