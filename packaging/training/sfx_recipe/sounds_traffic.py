"""Vehicles and machines outside: horns, trains, aircraft, two-stroke engines, wide water."""

import numpy as np

from .draw import Draw
from .synth import (
    CONTINUOUS_S,
    Audio,
    bandpass,
    decay,
    gate,
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
    sweep,
    sweep_filter,
    time_axis,
)


def _horn(d: Draw, n: int, notes: tuple[float, ...], bright: float) -> Audio:
    tone = sum(oscillator(f * d.uniform(0.995, 1.005), n, "saw") for f in notes)
    return lowpass(saturate(tone, 2.5), bright) * gate(n, 0.02, 0.05)


def car_horn(d: Draw) -> Audio:
    """Two discs a third apart, once or several times; trucks lower."""
    kind = d.kind(
        {
            "car": {"nouns": ("car horn", "horn honk", "honking", "car honking", "beep beep car horn")},
            "truck": {"nouns": ("truck horn", "air horn", "lorry horn")},
        }
    )
    low = d.uniform(330, 480) if kind == "car" else d.uniform(150, 260)
    notes = (low, low * d.uniform(1.18, 1.28)) if kind == "car" else (low, low * 1.26, low * 1.5)
    parts = []
    for _ in range(int(d.rng.integers(1, 4))):
        parts += [_horn(d, samples(d.uniform(0.2, 0.9)), notes, d.uniform(2500, 6000)), np.zeros(samples(d.uniform(0.08, 0.25)))]
    return np.concatenate(parts)


def boat_horn(d: Draw) -> Audio:
    """A very low, long horn."""
    n = samples(d.length(1.5, 4))
    low = d.pitch(75, 190)
    return _horn(d, n, (low, low * 1.5, low * 2.01), d.uniform(700, 1800)) * gate(n, 0.15, 0.3)


def train(d: Draw) -> Audio:
    """Wheels over rail joints above a rumble; or the horn, or a steam whistle."""
    kind = d.kind(
        {
            "wheels": {"nouns": ("train", "train passing", "train on tracks", "railway train", "train wheels", "subway train")},
            "horn": {"nouns": ("train horn", "locomotive horn", "train whistle", "train horn blowing")},
        }
    )
    if kind == "horn":
        n = samples(d.length(0.8, 3))
        f = d.uniform(250, 400)
        return _horn(d, n, (f, f * 1.2, f * 1.335, f * 1.68), d.uniform(1800, 4500)) + 0.05 * bandpass(
            noise(d.rng, n), 400, 4000
        ) * gate(n, 0.05, 0.1)
    n = samples(CONTINUOUS_S)
    rumble = lowpass(noise(d.rng, n, 0.6), d.uniform(250, 700)) * slow_random(d.rng, n, 2, 0.7, 1)
    roll = bandpass(noise(d.rng, n, 0.4), 400, 4500) * slow_random(d.rng, n, 5, 0.6, 1)
    out = peaked(rumble) + d.uniform(0.3, 0.8) * peaked(roll)
    period, start, f = 1 / d.rate(0.9, 2.4), 0.1, d.rng.uniform(150, 2600, 8)
    while start < n / 44100:
        for offset in (0.0, 0.13, 0.3, 0.43):
            m = samples(0.18)
            clack = resonate(
                strike(d.rng, m, 0.002), f * d.uniform(0.97, 1.03), d.rng.uniform(0.3, 1, 8), d.rng.uniform(0.01, 0.04, 8)
            )
            place(out, peaked(clack), samples(start + offset * period), 0.5 * d.uniform(0.5, 1))
        start += period
    return out


def helicopter(d: Draw) -> Audio:
    """Blade slap over a turbine's noise."""
    n = samples(CONTINUOUS_S)
    rate = d.rate(9, 19)
    phase = np.cumsum(rate * slow_random(d.rng, n, 0.4, 0.97, 1.03)) / 44100
    blade = np.exp(-d.uniform(3, 8) * (phase % 1.0))
    slap = lowpass(noise(d.rng, n, 0.5), d.uniform(400, 1400)) * blade
    thump = lowpass(blade - blade.mean(), 160)
    turbine = bandpass(noise(d.rng, n, 0.3), 500, 5000) * (0.4 + 0.6 * blade)
    whine = oscillator(d.uniform(700, 1600) * slow_random(d.rng, n, 0.5, 0.99, 1.01), n)
    return peaked(slap) + d.uniform(0.3, 1) * peaked(thump) + d.uniform(0.2, 0.6) * peaked(turbine) + d.uniform(0, 0.03) * whine


def aircraft(d: Draw) -> Audio:
    """A jet or a propeller plane passing."""
    kind = d.kind(
        {
            "jet": {"nouns": ("jet plane", "airplane", "jet engine", "plane flying overhead", "jet flyby")},
            "prop": {"nouns": ("propeller plane", "small airplane", "old airplane", "biplane")},
        }
    )
    n = samples(CONTINUOUS_S)
    t = np.linspace(-1, 1, n)
    swell = np.exp(-0.5 * ((t - d.uniform(-0.2, 0.2)) / d.uniform(0.35, 0.9)) ** 2)
    if kind == "prop":
        f = d.pitch(60, 120) * (1.06 - 0.1 / (1 + np.exp(-6 * t)))
        drone = sum(oscillator(f * k, n, "saw") / k**0.4 for k in (1, 1.006, 2, 3.01))
        return (lowpass(peaked(drone), d.uniform(1200, 2800)) + 0.25 * lowpass(noise(d.rng, n, 0.5), 2000)) * swell
    roar = sweep_filter(noise(d.rng, n, 0.4), 500 * 2 ** (1.2 - 1.6 / (1 + np.exp(-5 * t))), 1.6)
    low = lowpass(noise(d.rng, n, 0.7), 300)
    return (peaked(roar) + 0.5 * peaked(low)) * swell * slow_random(d.rng, n, 9, 0.8, 1)


def two_stroke(d: Draw) -> Audio:
    """Chainsaw, lawn mower, motorcycle: firing pulses with a load that comes and goes."""
    kind = d.kind(
        {
            "chainsaw": {"nouns": ("chainsaw", "chain saw", "chainsaw revving", "chainsaw cutting wood")},
            "mower": {"nouns": ("lawn mower", "lawnmower", "mowing the lawn")},
            "motorcycle": {"nouns": ("motorcycle", "motorbike", "motorcycle revving", "motorcycle driving by", "dirt bike")},
            "jackhammer": {"nouns": ("jackhammer", "pneumatic drill", "road drill")},
        }
    )
    n = samples(CONTINUOUS_S)
    if kind == "jackhammer":
        t = time_axis(n)
        rate = d.uniform(13, 28)
        blows = np.exp(-12 * ((t * rate) % 1.0))
        return bandpass(noise(d.rng, n, 0.3) * blows, 120, 6000) + 0.4 * peaked(lowpass(blows - blows.mean(), 250))
    base = {"chainsaw": d.uniform(85, 150), "mower": d.uniform(40, 60), "motorcycle": d.uniform(35, 90)}[kind]
    load = {
        "chainsaw": slow_random(d.rng, n, 1.2, 0.6, 1.5),
        "mower": slow_random(d.rng, n, 0.5, 0.96, 1.04),
        "motorcycle": slow_random(d.rng, n, 0.7, 0.6, 2.4),
    }[kind]
    path = base * load * slow_random(d.rng, n, 20, 0.97, 1.03)
    phase = np.cumsum(path) / 44100
    height = 1 + 0.4 * d.rng.standard_normal(int(phase[-1]) + 2)[phase.astype(int)]
    pulse = np.exp(-d.uniform(4, 9) * (phase % 1.0)) * height
    source = highpass(pulse, 40) * (1 + 0.5 * noise(d.rng, n))
    body = resonate(source, d.rng.uniform(150, 3200, 8), d.rng.uniform(0.3, 1, 8), d.rng.uniform(0.0008, 0.003, 8))
    rasp = bandpass(noise(d.rng, n), 1000, 7000) * np.exp(-4 * (phase % 1.0))
    loud = 0.5 + 0.5 * np.clip(load / load.max(), 0, 1)
    return (saturate(peaked(body) + 0.4 * peaked(source), d.uniform(1.5, 4)) + d.uniform(0.1, 0.5) * peaked(rasp)) * loud


def car_pass(d: Draw) -> Audio:
    """A car passes, brakes or skids."""
    kind = d.kind(
        {
            "pass": {"nouns": ("car passing by", "car driving by", "car drive by", "passing car", "traffic")},
            "skid": {"nouns": ("tires screeching", "tire squeal", "car skid", "car braking", "skidding tires")},
        }
    )
    if kind == "skid":
        n = samples(d.length(0.7, 2.2))
        f = d.pitch(650, 1300) * slow_random(d.rng, n, 8, 0.93, 1.07)
        squeal = sum(a * oscillator(f * r, n, "triangle") for r, a in ((1, 1), (1.03, 0.8), (1.52, 0.4), (2.04, 0.3)))
        return peaked(squeal * slow_random(d.rng, n, 30, 0.5, 1)) * gate(n, 0.05, 0.2) + 0.35 * peaked(
            bandpass(noise(d.rng, n), 600, 5000)
        ) * gate(n, 0.05, 0.2)
    n = samples(d.uniform(3, 9))
    t = np.linspace(-1, 1, n)
    near = 1 / (1 + (t / d.uniform(0.12, 0.35)) ** 2)
    tyres = sweep_filter(noise(d.rng, n, 0.3), 900 * 2 ** (0.4 - 0.8 / (1 + np.exp(-8 * t))) * (0.6 + 0.8 * near), 1.4)
    motor = lowpass(noise(d.rng, n, 0.8), 220)
    return (peaked(tyres) + 0.5 * peaked(motor)) * near**1.2


def waterfall(d: Draw) -> Audio:
    """A broad steady roar of falling water."""
    n = samples(CONTINUOUS_S)
    water = lowpass(noise(d.rng, n, d.uniform(0.25, 0.5)), d.uniform(4000, 11000))
    splash = bandpass(noise(d.rng, n), 1500, 8000) * slow_random(d.rng, n, 20, 0.5, 1)
    return peaked(water) + d.uniform(0.1, 0.4) * peaked(splash)


def stream(d: Draw) -> Audio:
    """A brook: bubbles of every size over a soft hiss."""
    from .sounds_home import stream_grains

    n = samples(CONTINUOUS_S)
    grains = stream_grains(d, n, d.uniform(150, 500), 250, 2600) + 0.7 * stream_grains(d, n, d.uniform(20, 70), 180, 600)
    hiss = bandpass(noise(d.rng, n, 0.3), 400, 7000) * slow_random(d.rng, n, 8, 0.7, 1)
    return peaked(grains) + d.uniform(0.15, 0.5) * peaked(hiss)


def fireworks(d: Draw) -> Audio:
    """A whistle upwards, a boom, crackles."""
    n = samples(d.uniform(2, 4.5))
    out = np.zeros(n)
    start = 0.0
    if d.chance(0.6):
        m = samples(d.uniform(0.5, 1.1))
        rise = oscillator(sweep(m, 900, d.uniform(2200, 4000)), m) * np.linspace(0.2, 1, m) * 0.25
        place(out, rise + 0.1 * bandpass(noise(d.rng, m), 800, 5000), 0)
        start = m / 44100
    m = n - samples(start)
    if m > 1000:
        boom = (
            peaked(lowpass(noise(d.rng, m, 0.4), 900)) * decay(m, 0.18, 0.002)
            + 0.6 * highpass(noise(d.rng, m), 800) * decay(m, 0.03, 0.0005) * 0.4
        )
        place(out, boom, samples(start))
        for _ in range(int(d.rng.integers(10, 60))):
            k = samples(0.05)
            place(
                out,
                bandpass(noise(d.rng, k), 1500, 9000) * decay(k, 0.006, 0.0003),
                samples(start + abs(d.rng.normal(0.35, 0.35))),
                0.25 * d.uniform(0.2, 1),
            )
    return out


def submarine(d: Draw) -> Audio:
    """A sonar ping with its echo, or a spaceship's hum."""
    kind = d.kind(
        {
            "sonar": {"nouns": ("sonar", "sonar ping", "submarine sonar")},
            "ship": {"nouns": ("spaceship hum", "spaceship engine", "sci-fi hum", "machine hum")},
        }
    )
    if kind == "ship":
        n = samples(CONTINUOUS_S)
        f = d.pitch(45, 110)
        hum = sum(
            a * oscillator(f * r * slow_random(d.rng, n, 0.3, 0.995, 1.005), n, "triangle")
            for r, a in ((1, 1), (2.01, 0.6), (3.02, 0.4), (4.97, 0.15))
        )
        return hum + 0.15 * lowpass(noise(d.rng, n, 0.6), 900)
    n = samples(d.uniform(2, 3.5))
    f = d.pitch(800, 1800)
    ping = oscillator(f, n) * decay(n, 0.35, 0.005)
    out = ping.copy()
    for k in range(1, 5):
        place(out, ping, samples(0.32 * k * d.uniform(0.9, 1.1)), 0.35**k)
    return out
