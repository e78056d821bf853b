"""Instrument one-shots: bells, drums, plucked strings."""

import numpy as np

from .draw import Draw
from .synth import (
    Audio,
    bandpass,
    decay,
    highpass,
    lowpass,
    oscillator,
    place,
    pluck,
    resonate,
    samples,
    saturate,
    strike,
    sweep,
)


def _peak(x: Audio) -> Audio:
    return x / (np.abs(x).max() + 1e-9)


def bell(d: Draw) -> Audio:
    """Struck bell with hum, tierce and slow beating."""
    kind = d.kind(
        {
            "church": {"nouns": ("church bell", "tower bell", "large bell", "bell tolling")},
            "hand": {"nouns": ("hand bell", "small bell", "bell", "bell ring")},
            "bicycle": {"nouns": ("bicycle bell", "service bell", "bike bell", "hotel bell")},
        }
    )
    f = d.pitch(1.0, 2.5) * {"church": 130, "hand": 600, "bicycle": 1500}[kind]
    length = d.length(1.0, 5.0) * (0.5 if kind == "bicycle" else 1.0)
    n = samples(length)
    ratios = np.array([0.5, 1.0, 1.19, 1.5, 2.0, 2.51, 2.66, 3.01, 4.17, 5.43, 6.8])
    gains = np.array([0.5, 1.0, 0.75, 0.4, 0.9, 0.4, 0.35, 0.4, 0.3, 0.2, 0.12]) * d.rng.uniform(0.6, 1.3, 11)
    taus = length * 0.35 * np.array([1.1, 1, 0.8, 0.6, 0.6, 0.45, 0.42, 0.38, 0.25, 0.18, 0.12])
    hit = strike(d.rng, n, 0.0012)
    return _peak(resonate(hit, f * ratios, gains, taus) + resonate(hit, f * ratios * 1.0025, 0.4 * gains, taus))


def kick(d: Draw) -> Audio:
    """Falling sine with a click."""
    f = d.pitch(42, 75)
    length = d.length(0.18, 0.8)
    n = samples(length)
    path = f + f * d.uniform(2, 6) * np.exp(-np.arange(n) / 44100 / d.uniform(0.012, 0.04))
    body = oscillator(path, n) * decay(n, length * 0.28, 0.001)
    click = highpass(d.rng.standard_normal(n), 1500) * decay(n, 0.003, 0.0002)
    return saturate(body + d.uniform(0.05, 0.3) * _peak(click), d.uniform(1, 2.5))


def snare(d: Draw) -> Audio:
    """Two shell modes and the rattle of the wires."""
    f = d.pitch(150, 280)
    length = d.length(0.12, 0.5)
    n = samples(length)
    shell = (oscillator(sweep(n, f * 1.4, f, 0.3), n) + 0.5 * oscillator(f * 1.72, n)) * decay(n, 0.05, 0.001)
    wires = bandpass(d.rng.standard_normal(n), 900, 10000) * decay(n, length * 0.25, 0.001)
    return saturate(0.7 * shell + d.uniform(0.6, 1.2) * _peak(wires), 1.5)


def hi_hat(d: Draw) -> Audio:
    """Square-wave cluster and noise, high-passed; open rings on."""
    is_open = d.chance(0.45)
    d.nouns = (
        ("open hi-hat", "open hihat", "open hi hat") if is_open else ("closed hi-hat", "closed hihat", "closed hi hat", "hi-hat")
    )
    length = d.log(0.35, 0.9) if is_open else d.log(0.04, 0.16)
    n = samples(length)
    base = d.uniform(280, 480)
    metal = sum(np.sign(oscillator(base * r, n)) for r in (1, 1.342, 1.231, 1.653, 1.953, 2.152))
    x = highpass(0.3 * metal + 0.8 * d.rng.standard_normal(n), d.pitch(5500, 9000), 3)
    return x * decay(n, length * 0.3, 0.0006)


def clap(d: Draw) -> Audio:
    """Several bursts close together, then the room."""
    count = int(d.rng.integers(2, 5))
    n = samples(d.length(0.18, 0.5))
    tone = bandpass(d.rng.standard_normal(n), d.uniform(600, 1000), d.uniform(2200, 4500))
    envelope = np.zeros(n)
    for i in range(count):
        m = samples(0.011 + 0.003 * d.uniform(-1, 1)) * i
        burst = decay(n, 0.005 if i < count - 1 else n / 44100 * 0.22, 0.0006)
        place(envelope, burst, m)
    return tone * envelope


def string_pluck(d: Draw) -> Audio:
    """Plucked string; register and brightness choose the instrument's name."""
    kind = d.kind(
        {
            "guitar": {"nouns": ("guitar pluck", "guitar string", "plucked guitar", "string pluck", "acoustic guitar note")},
            "harp": {"nouns": ("harp pluck", "harp note", "plucked harp", "plucked string")},
            "bass": {"nouns": ("bass pluck", "bass string", "bass guitar note", "double bass pluck")},
            "banjo": {"nouns": ("banjo pluck", "banjo note", "twangy string pluck")},
        }
    )
    ranges = {"guitar": (82, 440), "harp": (200, 900), "bass": (41, 110), "banjo": (160, 600)}
    f = d.pitch(*ranges[kind])
    length = d.length(0.5, 2.5)
    n = samples(length)
    bright = {"guitar": 0.6, "harp": 0.35, "bass": 0.25, "banjo": 0.9}[kind] * d.uniform(0.8, 1.1)
    tau = length * (0.25 if kind == "banjo" else 0.4)
    string = pluck(d.rng, n, f, min(0.98, bright), tau)
    body = resonate(string, np.array([105.0, 210.0, 420.0]), np.array([0.01, 0.008, 0.006]), np.array([0.01, 0.008, 0.006]))
    return _peak(lowpass(string, 9000)) + 0.3 * _peak(body)
