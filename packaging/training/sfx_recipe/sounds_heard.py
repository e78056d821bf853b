"""Second versions of kinds whose first generators an outside judge did not recognise (`judged.json` has both tables)."""

import numpy as np

from .draw import Draw
from .sounds_home import stream_grains
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
    resonate,
    reverberate,
    samples,
    saturate,
    slow_random,
    strike,
    sweep,
    sweep_filter,
    time_axis,
)


def explosion(d: Draw) -> Audio:
    """A hard front, a saturated boom that darkens, a rolling tail from the surroundings, debris."""
    length = d.length(1.2, 4.5)
    force = d.weight()
    n = samples(length)
    front = noise(d.rng, n, 0.3) * decay(n, d.uniform(0.04, 0.12), 0.001)
    body = lowpass(noise(d.rng, n, 0.7), d.uniform(500, 1600)) * decay(n, length / 6, 0.004) * slow_random(d.rng, n, 18, 0.6, 1)
    sub = oscillator(sweep(n, 90 / force**0.4, 30, 0.4), n) * decay(n, length / 8, 0.003)
    tail = lowpass(noise(d.rng, n, 0.6), d.uniform(350, 1000)) * decay(n, length / 3.5, 0.15) * slow_random(d.rng, n, 6, 0.3, 1)
    out = saturate(peaked(front) + 1.2 * peaked(body) + 0.6 * force * sub, d.uniform(2, 6)) + 0.35 * peaked(tail)
    if d.chance(0.4):
        debris = convolve(impulses(d.rng, n, 40, 1.0), peaked(bandpass(strike(d.rng, samples(0.02), 0.003), 600, 4000)))
        out += 0.12 * peaked(debris) * np.clip(time_axis(n) / 0.3, 0, 1) * decay(n, length / 3, 0.1)
    return out


def whoosh(d: Draw) -> Audio:
    """Air that swells and passes: broad noise whose centre rises and falls."""
    length = d.length(0.25, 1.4)
    n = samples(length)
    u = np.linspace(0, 1, n)
    peak_at = d.uniform(0.35, 0.7)
    arc = np.exp(-0.5 * ((u - peak_at) / d.uniform(0.12, 0.22)) ** 2)
    centre = d.pitch(350, 1500) * 2.0 ** (d.uniform(0.8, 2.2) * arc)
    air = sweep_filter(noise(d.rng, n, 0.2), centre, d.uniform(0.7, 1.3), 512)
    return air * arc


def impact(d: Draw) -> Audio:
    """A body or a fist on something soft: a dull burst, a low thump, a little slap."""
    kind = d.kind(
        {
            "thud": {"nouns": ("thud", "heavy thump", "impact", "body fall", "heavy impact", "something heavy falling")},
            "punch": {"nouns": ("punch", "body hit", "fist hit", "punch in the face", "slap")},
        }
    )
    force = d.weight()
    n = samples(d.uniform(0.3, 0.7))
    thump = oscillator(sweep(n, d.uniform(110, 200) / force**0.4, d.uniform(45, 80), 0.4), n) * decay(
        n, d.uniform(0.03, 0.08), 0.002
    )
    burst = lowpass(noise(d.rng, n, 0.4), d.uniform(500, 1600) if kind == "thud" else d.uniform(1500, 4500)) * decay(
        n, d.uniform(0.012, 0.04), 0.001
    )
    out = (0.9 if kind == "thud" else 0.5) * thump + peaked(burst)
    return reverberate(d.rng, saturate(out, d.uniform(1, 3)), d.uniform(0.15, 0.5), d.uniform(0.15, 0.5), 3000)


def wind(d: Draw) -> Audio:
    """Gusts: dark broad noise whose level and colour wander together; strong wind whistles."""
    n = samples(CONTINUOUS_S)
    force = d.weight()
    gust = slow_random(d.rng, n, d.uniform(0.4, 1.1), 0.15, 1.0) ** 1.3
    low = lowpass(noise(d.rng, n, 0.8), 500 * force**0.5)
    middle = sweep_filter(noise(d.rng, n, 0.4), (260 + 700 * gust) * force**0.4, 1.0)
    out = peaked(low) * (0.3 + 0.7 * gust) + d.uniform(0.5, 1.2) * peaked(middle) * gust
    if d.chance(0.35):
        d.tell("howling", "whistling", "eerie")
        howl = sweep_filter(noise(d.rng, n), (420 + 500 * gust) * d.uniform(0.8, 1.4), d.uniform(0.1, 0.2))
        out += 0.5 * peaked(howl) * gust**1.5
    return out + 0.02 * peaked(bandpass(noise(d.rng, n), 1500, 6000)) * gust


def rain(d: Draw) -> Audio:
    """A shower: thousands of tiny splashes over a soft wash; the surface colours the nearer drops."""
    surface = d.kind(
        {
            "open": {"nouns": ("rain", "rainfall", "rain shower", "rain falling", "heavy rain")},
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
    wash = lowpass(noise(d.rng, n, d.uniform(0.05, 0.35)), d.uniform(7000, 14000)) + 0.3 * lowpass(noise(d.rng, n, 0.6), 900)
    fine = np.zeros(n)
    low, high = {"open": (1500, 9000), "tin": (700, 6500), "window": (1200, 7000), "leaves": (800, 5000), "street": (1500, 9000)}[
        surface
    ]
    for _ in range(5):
        m = samples(0.02)
        f = d.log(low, high)
        drop = bandpass(noise(d.rng, m), f * 0.7, f * 1.5) * decay(m, d.uniform(0.0015, 0.005), 0.0003)
        fine += convolve(impulses(d.rng, n, d.log(60, 320) * force, 0.9), peaked(drop))
    out = peaked(wash) * d.uniform(0.5, 1.0) + d.uniform(0.5, 1.3) * fine / (np.sqrt(np.mean(fine**2)) + 1e-9) * 0.22
    if surface in ("tin", "window"):
        m = samples(0.09)
        f = d.rng.uniform(500, 3600, 7)
        ring = resonate(
            strike(d.rng, m, 0.0008),
            f,
            d.rng.uniform(0.3, 1, 7),
            d.rng.uniform(0.004, 0.014, 7) * (1.4 if surface == "tin" else 0.6),
        )
        hits = convolve(impulses(d.rng, n, d.uniform(15, 60) * force, 0.8), peaked(ring))
        out += d.uniform(0.15, 0.5) * peaked(hits)
    return out * slow_random(d.rng, n, 0.5, 0.8, 1)


def fire(d: Draw) -> Audio:
    """Sharp crackles of every size over a low breathing roar."""
    kind = d.kind(
        {
            "camp": {"nouns": ("campfire", "fire crackling", "crackling fire", "bonfire")},
            "hearth": {"nouns": ("fireplace", "fire", "burning wood", "flames")},
        }
    )
    n = samples(CONTINUOUS_S)
    force = d.weight()
    roar = lowpass(noise(d.rng, n, 0.8), d.uniform(250, 700)) * slow_random(d.rng, n, 4.0, 0.5, 1.0)
    hiss = bandpass(noise(d.rng, n, 0.2), 1500, 9000) * slow_random(d.rng, n, 3.0, 0.3, 1.0)
    out = d.uniform(0.1, 0.35) * peaked(roar) + d.uniform(0.02, 0.07) * peaked(hiss)
    for _ in range(8):
        m = samples(0.03)
        f = d.log(500, 7000)
        pop = bandpass(noise(d.rng, m), f * 0.5, min(f * 2.2, 16000)) * decay(m, d.uniform(0.0006, 0.004), 0.0001)
        out += 0.5 * peaked(
            convolve(impulses(d.rng, n, d.log(2, 14) * force * (1.3 if kind == "camp" else 0.7), 1.0), peaked(pop))
        )
    return out


def thunder(d: Draw) -> Audio:
    """Claps that pile up and roll away, darker and darker."""
    length = d.log(2.5, 8.0)
    n = samples(length)
    near = d.chance(0.5)
    d.tell("cracking", "close", "sharp", "loud") if near else d.tell("rolling", "rumbling", "distant")
    t = time_axis(n)
    out = np.zeros(n)
    for _ in range(int(d.rng.integers(4, 10))):
        start = abs(d.rng.normal(0, length * 0.22))
        m = n - samples(min(start, length * 0.8))
        bright = d.log(350, 2200 if near else 900) * np.exp(-start)
        roll = (
            lowpass(noise(d.rng, m, 0.6), max(180, bright))
            * decay(m, d.uniform(0.25, 0.9), d.uniform(0.01, 0.12))
            * slow_random(d.rng, m, 12, 0.2, 1)
        )
        place(out, peaked(roll), n - m, d.uniform(0.4, 1) * np.exp(-start / length * 2))
    rumble = lowpass(noise(d.rng, n, 0.8), 160) * slow_random(d.rng, n, 3, 0.2, 1) * np.exp(-t / (length / 2.2))
    out = peaked(out) + d.uniform(0.4, 0.9) * peaked(rumble)
    if near:
        m = samples(0.6)
        crack = noise(d.rng, m, 0.3) * decay(m, d.uniform(0.05, 0.15), 0.002) * slow_random(d.rng, m, 60, 0.1, 1)
        place(out, peaked(crack), 0, d.uniform(0.6, 1.2))
    return reverberate(d.rng, out, d.uniform(1.0, 2.5), d.uniform(0.3, 0.8), 1500)


def bubbles(d: Draw) -> Audio:
    """Boiling or blown bubbles: low, dense, over a little wash."""
    n = samples(CONTINUOUS_S)
    centre = d.pitch(180, 700)
    rate = d.rate(25, 140)
    out = stream_grains(d, n, rate, centre * 0.6, centre * 2.0) + 0.4 * stream_grains(d, n, rate * 2, centre * 1.5, centre * 5)
    wash = bandpass(noise(d.rng, n, 0.5), 150, 3000) * slow_random(d.rng, n, 12, 0.4, 1)
    return peaked(out) * slow_random(d.rng, n, 6, 0.5, 1) + d.uniform(0.03, 0.2) * peaked(wash)


def clock_tick(d: Draw) -> Audio:
    """Tick and tock of an escapement: tiny broad clicks in pairs, in a quiet room."""
    n = samples(CONTINUOUS_S)
    rate = d.rate(1.0, 4.5)
    m = samples(0.06)

    def tick() -> Audio:
        out = np.zeros(m)
        for start, gain in ((0.0, 1.0), (d.uniform(0.004, 0.02), d.uniform(0.3, 0.9))):
            f = d.rng.uniform(1200, 7500, 8)
            k = samples(0.03)
            place(
                out,
                peaked(resonate(strike(d.rng, k, 0.0004), f, d.rng.uniform(0.3, 1, 8), d.rng.uniform(0.0007, 0.004, 8))),
                samples(start),
                gain,
            )
        return out + 0.3 * peaked(lowpass(out, 900))

    pair = (tick(), tick())
    out = 0.004 * noise(d.rng, n, 0.5)
    start, side = samples(d.uniform(0, 0.1)), 0
    while start < n:
        place(out, pair[side], start, 1.0 if side == 0 else d.uniform(0.7, 1))
        start += samples(1 / rate)
        side = 1 - side
    return out


def clap(d: Draw) -> Audio:
    """Hands: one clap or several, each a broad burst of a few milliseconds in a room."""
    count = int(d.rng.choice([1, 1, 2, 3, 5, 8]))
    if count > 3:
        d.nouns = ("clapping", "clapping hands", "hand clapping", "person clapping")
    gap = d.uniform(0.22, 0.5)
    n = samples(0.15)
    low = d.uniform(500, 1100)
    out = np.zeros(samples(gap * (count - 1)) + n)
    for i in range(count):
        burst = bandpass(noise(d.rng, n), low, low * d.uniform(2.5, 5)) * decay(n, d.uniform(0.004, 0.011), 0.0004)
        place(out, peaked(burst), samples(gap * i * d.uniform(0.96, 1.04)), d.uniform(0.75, 1))
    return reverberate(d.rng, out, d.uniform(0.15, 0.6), d.uniform(0.2, 0.8), 5000)


def snare(d: Draw) -> Audio:
    """Shell and wires, in a room; now and then a roll."""
    f = d.pitch(150, 260)
    n = samples(d.length(0.2, 0.5))
    shell = (oscillator(sweep(n, f * 1.3, f, 0.3), n) + 0.5 * oscillator(f * 1.72, n)) * decay(n, 0.045, 0.0008)
    wires = bandpass(noise(d.rng, n, -0.05), 700, 11000) * decay(n, d.uniform(0.04, 0.1), 0.0008)
    hit = saturate(0.8 * shell + d.uniform(0.6, 1.2) * peaked(wires), 1.5)
    if d.chance(0.25):
        d.nouns = ("snare roll", "drum roll", "snare drum roll")
        rate, count = d.uniform(14, 26), int(d.rng.integers(16, 50))
        out = np.zeros(samples(count / rate) + n)
        for i in range(count):
            place(out, hit, samples(i / rate * d.uniform(0.99, 1.01)), d.uniform(0.5, 0.8) * (0.5 + 0.5 * i / count))
        hit = out
    return reverberate(d.rng, hit, d.uniform(0.2, 0.5), d.uniform(0.3, 0.7), 5000)


def hi_hat(d: Draw) -> Audio:
    """Many inharmonic partials and noise, high-passed; open rings on."""
    is_open = d.chance(0.45)
    d.nouns = (
        ("open hi-hat", "open hihat", "open hi hat") if is_open else ("closed hi-hat", "closed hihat", "closed hi hat", "hi-hat")
    )
    n = samples(d.log(0.5, 1.1) if is_open else d.log(0.06, 0.2))
    tau = n / 44100 * 0.28
    f = d.rng.uniform(2800, 15000, 40)
    metal = resonate(strike(d.rng, n, 0.0004), f, d.rng.uniform(0.3, 1, 40), tau * d.rng.uniform(0.4, 1.2, 40))
    hiss = highpass(noise(d.rng, n), d.pitch(4000, 8000), 2) * decay(n, tau, 0.0005)
    return peaked(metal) + d.uniform(0.5, 1.2) * peaked(hiss)
