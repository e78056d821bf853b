"""Designed sounds: game effects, interface sounds and transitions."""

import numpy as np

from .draw import Draw
from .synth import (
    Audio,
    decay,
    gate,
    highpass,
    impulses,
    lowpass,
    noise,
    oscillator,
    place,
    resonate,
    samples,
    saturate,
    strike,
    sweep,
    sweep_filter,
    time_axis,
)


def laser(d: Draw) -> Audio:
    """Falling swept oscillator, sometimes a burst of several shots."""
    length = d.length(0.1, 0.7)
    start = d.pitch(1200, 6000)
    n = samples(length)
    path = sweep(n, start, start / d.uniform(5, 25), d.uniform(0.4, 0.9))
    if d.chance(0.3):
        path = path * (1 + 0.15 * np.sin(2 * np.pi * d.uniform(20, 60) * time_axis(n)))
    shot = oscillator(path, n, d.pick("saw", "square", "triangle", "sine")) * decay(n, length * 0.4, 0.002)
    if not d.chance(0.25):
        return shot
    d.tell("rapid-fire", "repeated", "multiple")
    gap = d.uniform(0.09, 0.25)
    count = int(d.rng.integers(3, 6))
    out = np.zeros(samples(gap * (count - 1)) + n)
    for i in range(count):
        place(out, shot, samples(gap * i))
    return out


def coin(d: Draw) -> Audio:
    """Two quick square or triangle tones, the second higher and ringing."""
    base = d.pitch(700, 1500)
    length = d.length(0.2, 0.9)
    ratio = float(d.rng.choice([4 / 3, 3 / 2, 5 / 4]))
    first, n = samples(d.uniform(0.05, 0.09)), samples(length)
    shape = d.pick("square", "triangle", "square")
    return np.concatenate(
        [
            oscillator(base, first, shape) * gate(first, 0.002, 0.002),
            oscillator(base * ratio, n, shape) * decay(n, length * 0.35, 0.002),
        ]
    )


def jump(d: Draw) -> Audio:
    """Short rising sweep."""
    length = d.length(0.12, 0.5)
    n = samples(length)
    start = d.pitch(140, 450)
    tone = oscillator(sweep(n, start, start * d.uniform(2.0, 3.6), d.uniform(0.6, 1.2)), n, d.pick("square", "triangle", "sine"))
    return tone * gate(n, 0.006, length * 0.4)


def power_up(d: Draw) -> Audio:
    """Rising arpeggio or rising vibrato sweep."""
    base = d.pitch(220, 600)
    shape = d.pick("square", "triangle", "saw")
    if d.chance(0.7):
        rate = d.rate(7, 18)
        scale = np.array([[0, 4, 7, 12, 16, 19, 24, 28], [0, 2, 4, 7, 9, 12, 14, 16], [0, 3, 7, 10, 12, 15, 19, 22]])
        steps = scale[d.rng.integers(3)][: int(d.rng.integers(5, 9))]
        step = samples(1 / rate)
        tail = samples(d.uniform(0.1, 0.5))
        out = np.zeros(step * len(steps) + tail)
        for i, semitones in enumerate(steps):
            n = step + (tail if i == len(steps) - 1 else 0)
            note = oscillator(base * 2 ** (semitones / 12), n, shape)
            place(out, note * (decay(n, 0.2, 0.003) if n > step else gate(n, 0.003, 0.006)), i * step)
        return out
    length = d.length(0.5, 1.6)
    n = samples(length)
    wobble = 1 + 0.12 * np.sin(2 * np.pi * d.uniform(8, 20) * time_axis(n))
    return oscillator(sweep(n, base, base * d.uniform(2.5, 5)) * wobble, n, shape) * gate(n, 0.02, 0.15)


def explosion(d: Draw) -> Audio:
    """Broadband burst with a falling cutoff, a sub-bass drop and late debris."""
    length = d.length(0.7, 4.0)
    force = d.weight()
    n = samples(length)
    tau = length / 4.5
    burst = noise(d.rng, n, 0.5) * decay(n, tau, 0.003)
    dark = sweep_filter(burst, sweep(n, 1500 / force, 90, 0.6), 2.2)
    sub = np.sin(2 * np.pi * np.cumsum(sweep(n, 95 / force**0.5, 28, 0.5)) / 44100) * decay(n, tau * 0.8, 0.004)
    debris = lowpass(impulses(d.rng, n, 60, 1.0), 3500) * decay(n, tau * 1.3, length * 0.1)
    crack = np.zeros(n)
    m = min(n, samples(0.06))
    crack[:m] = highpass(d.rng.standard_normal(m), 700) * decay(m, 0.015)
    out = saturate(dark / np.abs(dark).max() + 0.7 * force * sub + 0.4 * crack / np.abs(crack).max(), d.uniform(1.5, 4))
    return out + 0.15 * debris / (np.abs(debris).max() + 1e-9)


def ui_click(d: Draw) -> Audio:
    """One tiny resonant tick, or press and release."""
    n = samples(d.log(0.03, 0.09))
    body = d.pitch(900, 5000)
    tick = resonate(
        strike(d.rng, n, d.uniform(0.0003, 0.0015)),
        body * np.array([1.0, 1.83, 2.7]),
        np.array([1.0, 0.5, 0.3]),
        np.array([0.006, 0.004, 0.003]) * d.uniform(0.4, 1.5),
    )
    if d.chance(0.4):
        d.nouns = ("mouse click", "double click", "button press", "switch click")
        gap = samples(d.uniform(0.05, 0.13))
        out = np.zeros(gap + n)
        place(out, tick, 0)
        place(out, tick, gap, d.uniform(0.5, 0.9))
        return out
    return tick


def beep(d: Draw) -> Audio:
    """One to three steady tones."""
    f = d.pitch(350, 3200)
    length = d.length(0.08, 0.9)
    n = samples(length)
    tone = oscillator(f, n, d.pick("sine", "sine", "square", "triangle")) * gate(n, 0.004, 0.008)
    count = int(d.rng.choice([1, 1, 2, 3]))
    if count == 1:
        d.tell("single", "one", "steady")
        return tone
    d.tell("double", "two") if count == 2 else d.tell("triple", "three")
    gap = samples(length + d.uniform(0.05, 0.15))
    out = np.zeros(gap * (count - 1) + n)
    for i in range(count):
        place(out, tone, i * gap)
    return out


def notification_chime(d: Draw) -> Audio:
    """Two to four soft bell notes, rising or falling."""
    base = d.pitch(450, 1300)
    length = d.length(0.5, 2.0)
    notes = np.array([0, 4, 7, 12, 9])[d.rng.permutation(5)[: int(d.rng.integers(2, 5))]]
    if d.chance(0.6):
        notes = np.sort(notes)
        d.tell("rising", "ascending", "happy") if d.chance(0.6) else None
    elif d.chance(0.5):
        notes = np.sort(notes)[::-1]
        d.tell("falling", "descending")
    gap = samples(d.uniform(0.07, 0.18))
    n = samples(length)
    out = np.zeros(gap * (len(notes) - 1) + n)
    for i, semitones in enumerate(notes):
        f = base * 2 ** (semitones / 12)
        note = sum(
            a * oscillator(f * r, n) * decay(n, length * tau, 0.003)
            for r, a, tau in ((1, 1.0, 0.28), (2, 0.3, 0.16), (3.01, 0.15, 0.09), (5.4, 0.06, 0.04))
        )
        place(out, note, i * gap)
    return out


def error_buzz(d: Draw) -> Audio:
    """Low harsh tone, once or twice."""
    f = d.pitch(75, 240)
    length = d.length(0.15, 0.9)
    n = samples(length)
    shape = d.pick("saw", "square")
    tone = (oscillator(f, n, shape) + oscillator(f * d.uniform(1.01, 1.06), n, shape)) * gate(n, 0.004, 0.015)
    tone = saturate(tone, 2.0)
    if not d.chance(0.45):
        return tone
    d.tell("double", "two")
    gap = samples(length + d.uniform(0.04, 0.12))
    out = np.zeros(gap + n)
    place(out, tone, 0)
    place(out, tone, gap)
    return out


def whoosh(d: Draw) -> Audio:
    """Noise whose band rises and falls with its loudness."""
    length = d.length(0.25, 1.6)
    peak = d.pitch(500, 3500)
    n = samples(length)
    x = np.linspace(0, 1, n)
    where = d.uniform(0.35, 0.7)
    shape = np.where(x < where, x / where, (1 - x) / (1 - where))
    shape = np.sin(0.5 * np.pi * shape) ** d.uniform(1.5, 3)
    path = peak * 2.0 ** (2.2 * (shape - 1))
    return sweep_filter(noise(d.rng, n, 0.2), path, d.uniform(0.5, 1.0)) * shape


def impact(d: Draw) -> Audio:
    """Dull heavy blow: falling thump, low-passed noise and a few body modes."""
    force = d.weight()
    length = d.length(0.2, 0.9)
    n = samples(length)
    f = 110 / force**0.7
    thump = np.sin(2 * np.pi * np.cumsum(sweep(n, f * 1.9, f * 0.6, 0.4)) / 44100) * decay(n, length * 0.22, 0.002)
    slap = lowpass(d.rng.standard_normal(n), d.log(700, 3500)) * decay(n, 0.02, 0.0008)
    body = resonate(strike(d.rng, n, 0.004), d.rng.uniform(90, 600, 5), d.rng.uniform(0.3, 1, 5), d.rng.uniform(0.02, 0.08, 5))
    body /= np.abs(body).max() + 1e-9
    return saturate(thump + 0.5 * slap / np.abs(slap).max() + 0.45 * body, d.uniform(1, 3))


def gunshot(d: Draw) -> Audio:
    """Very short broadband blast, then the echo of the surroundings."""
    kind = d.kind(
        {
            "pistol": {"nouns": ("pistol shot", "handgun shot", "gunshot")},
            "rifle": {"nouns": ("rifle shot", "sniper shot", "gunshot")},
            "shotgun": {"nouns": ("shotgun blast", "gun blast", "gunshot")},
            "automatic": {"nouns": ("machine gun fire", "automatic gunfire", "machine gun")},
        }
    )
    length = d.length(0.35, 1.4)
    n = samples(length)
    tone = {"pistol": 3500, "rifle": 5500, "shotgun": 1800, "automatic": 3500}[kind] * d.uniform(0.8, 1.25)
    blast = lowpass(d.rng.standard_normal(n), tone) * decay(n, 0.012 if kind != "shotgun" else 0.035, 0.0003)
    boom = np.sin(2 * np.pi * np.cumsum(sweep(n, 180, 50, 0.3)) / 44100) * decay(n, 0.04, 0.001)
    echo = lowpass(d.rng.standard_normal(n), tone * 0.35) * decay(n, length * 0.2, 0.02)
    shot = saturate(blast / np.abs(blast).max() + 0.6 * boom, 3.0) + 0.22 * echo / np.abs(echo).max()
    if kind != "automatic":
        return shot
    gap = 1 / d.rate(7, 14)
    count = int(d.rng.integers(4, 12))
    out = np.zeros(samples(gap * (count - 1)) + n)
    for i in range(count):
        place(out, shot, samples(gap * i), d.uniform(0.8, 1.0))
    return out
