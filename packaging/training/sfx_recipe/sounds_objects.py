"""Objects and machines: steps, doors, glass, metal, engines, signals, clocks, telephones."""

import numpy as np

from .draw import Draw
from .synth import (
    CONTINUOUS_S,
    Audio,
    bandpass,
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
    slow_random,
    strike,
    time_axis,
)


def _peak(x: Audio) -> Audio:
    return x / (np.abs(x).max() + 1e-9)


def _step(d: Draw, surface: str, force: float) -> Audio:
    n = samples(0.32)
    thud = lowpass(strike(d.rng, n, 0.012), 220 / force**0.3, 2)
    if surface == "gravel":
        crunch = np.zeros(n)
        m = samples(d.uniform(0.16, 0.24))
        crunch[:m] = bandpass(impulses(d.rng, m, 900, 1.0), 1400, 7000) * np.sin(np.pi * np.linspace(0, 1, m)) ** 0.7
        return 0.25 * force * _peak(thud) + _peak(crunch)
    if surface == "snow":
        m = samples(d.uniform(0.2, 0.3))
        squeak = bandpass(impulses(d.rng, m, 2600, 0.5), 500, 2600) * np.sin(np.pi * np.linspace(0, 1, m))
        out = 0.25 * force * _peak(thud)
        out[:m] += _peak(squeak)
        return out
    heel = strike(d.rng, n, 0.003)
    if surface == "wood":
        modes = resonate(heel, d.rng.uniform(90, 700, 6), d.rng.uniform(0.4, 1, 6), d.rng.uniform(0.012, 0.04, 6))
    else:
        modes = resonate(heel, d.rng.uniform(250, 3200, 9), d.rng.uniform(0.3, 1, 9), d.rng.uniform(0.03, 0.12, 9))
    knock = _peak(modes)
    toe = np.zeros(n)
    place(toe, knock, samples(d.uniform(0.07, 0.11)), 0.35)
    return 0.5 * force * _peak(thud) + knock + toe


def footsteps(d: Draw) -> Audio:
    """Walking or running on one of four grounds."""
    walkers = ("footsteps", "steps", "walking", "foot steps", "someone walking")
    surface = d.kind(
        {
            "gravel": {"nouns": walkers, "tails": ("on gravel", "on stones", "on a gravel path")},
            "wood": {"nouns": walkers, "tails": ("on wood", "on a wooden floor", "on floorboards")},
            "snow": {"nouns": walkers, "tails": ("in snow", "in the snow", "on snow")},
            "metal": {"nouns": walkers, "tails": ("on metal", "on a metal floor", "on metal stairs")},
        }
    )
    force = d.weight()
    rate = d.rate(1.3, 3.4)
    if rate > 2.7 and d.chance(0.5):
        d.nouns = ("running footsteps", "running", "someone running")
    out = np.zeros(samples(CONTINUOUS_S))
    start, side = samples(d.uniform(0, 0.05)), 0
    while start < len(out) - samples(0.2):
        place(out, _step(d, surface, force), start, (0.85 if side else 1.0) * d.uniform(0.85, 1.0))
        start += samples(d.uniform(0.95, 1.05) / rate)
        side = 1 - side
    return out


def door_knock(d: Draw) -> Audio:
    """Knuckles on a wooden panel."""
    force = d.weight()
    gap = 1 / d.rate(2.5, 7.0)
    count = int(d.rng.integers(2, 6))
    n = samples(0.3)
    f = d.uniform(90, 190) * np.array([1, 1.58, 2.24, 2.92, 3.6, 5.1])
    gains = np.array([1, 0.9, 0.6, 0.5, 0.35, 0.25]) * d.rng.uniform(0.6, 1.3, 6)
    taus = np.array([0.045, 0.035, 0.028, 0.02, 0.016, 0.01]) * d.uniform(0.7, 1.3)
    out = np.zeros(samples(gap * (count - 1)) + n)
    for i in range(count):
        excitation = strike(d.rng, n, 0.004 / force**0.5)
        knock = _peak(resonate(excitation, f, gains, taus)) + 0.25 * _peak(highpass(excitation, 900))
        place(out, knock, samples(gap * i * d.uniform(0.97, 1.03)), d.uniform(0.8, 1.0))
    return out


def glass_break(d: Draw) -> Audio:
    """Initial crack, then a rain of ringing shards."""
    length = d.length(0.6, 2.2)
    n = samples(length)
    force = d.weight()
    out = np.zeros(n)
    crash = highpass(d.rng.standard_normal(n), 1800) * decay(n, 0.05 * force, 0.001)
    out += 0.8 * _peak(crash)
    for _ in range(int(22 * force + 8)):
        m = samples(d.uniform(0.08, 0.35))
        f = d.log(2200, 11000)
        shard = resonate(
            strike(d.rng, m, 0.0006), f * np.array([1, 1.41, 2.13]), np.array([1, 0.7, 0.4]), d.rng.uniform(0.01, 0.07, 3)
        )
        start = abs(d.rng.normal(0, 0.32)) * length
        place(out, _peak(shard), samples(min(start, length * 0.95)), 0.55 * d.uniform(0.2, 1.0) * np.exp(-start / length))
    return out


def metal_clang(d: Draw) -> Audio:
    """Struck plate or bar: dense inharmonic modes."""
    kind = d.kind(
        {
            "plate": {"nouns": ("metal clang", "metallic clang", "metal hit", "clang", "metal strike")},
            "pipe": {"nouns": ("metal pipe hit", "pipe clank", "metallic clank", "metal pipe")},
            "sword": {"nouns": ("sword clash", "sword hit", "blade clang", "swords clashing")},
        }
    )
    f = d.pitch(180, 1100) * (2.0 if kind == "sword" else 1.0)
    length = d.length(0.25, 2.0)
    n = samples(length)
    count = 16
    ratios = (
        np.sort(d.rng.uniform(1, 2.2, count) ** 2.8)
        if kind == "plate"
        else np.array([1, 2.76, 5.40, 8.93, 13.3, 1.02, 2.8, 5.5, 9.1, 1.5, 3.9, 7.2, 11, 4.4, 6.3, 10])
    )
    taus = length * 0.3 * ratios**-0.45 * d.rng.uniform(0.5, 1.3, count)
    ring = resonate(strike(d.rng, n, 0.0008), f * ratios, d.rng.uniform(0.3, 1, count) * ratios**-0.2, taus)
    click = highpass(d.rng.standard_normal(n), 2500) * decay(n, 0.006, 0.0003)
    return _peak(ring) + 0.25 * _peak(click)


def engine(d: Draw) -> Audio:
    """Firing pulses through resonances, idling or revving."""
    kind = d.kind(
        {
            "car": {"nouns": ("car engine", "engine", "motor", "car motor")},
            "motorcycle": {"nouns": ("motorcycle engine", "motorbike", "motorcycle")},
            "truck": {"nouns": ("truck engine", "diesel engine", "truck", "tractor engine")},
            "generator": {"nouns": ("machine", "generator", "electric motor", "machinery")},
        }
    )
    n = samples(CONTINUOUS_S)
    base = d.pitch(24, 90) * {"car": 1.0, "motorcycle": 1.3, "truck": 0.75, "generator": 1.5}[kind]
    mode = d.pick("idle", "idle", "rev", "accelerate")
    t = np.linspace(0, 1, n)
    if mode == "rev":
        d.tell("revving", "roaring")
        path = base * (1 + d.uniform(1.0, 2.2) * np.sin(np.pi * t) ** 2)
    elif mode == "accelerate":
        d.tell("accelerating", "speeding up")
        path = base * (1 + d.uniform(0.8, 2.5) * t)
    else:
        d.tell("idling", "running", "steady")
        path = np.full(n, base)
    path = path * slow_random(d.rng, n, 12.0, 0.97, 1.03)
    phase = np.cumsum(path) / 44100
    pulse = np.exp(-8.0 * (phase % 1.0)) * (1 + 0.25 * d.rng.standard_normal(int(phase[-1]) + 2)[phase.astype(int)])
    source = highpass(pulse * (1 + 0.35 * noise(d.rng, n)), 25)
    body = resonate(source, d.rng.uniform(60, 900, 5), d.rng.uniform(0.3, 1, 5), d.rng.uniform(0.002, 0.008, 5))
    mech = bandpass(noise(d.rng, n), 1200, 5000) * np.exp(-5 * ((2 * phase) % 1.0))
    return saturate(_peak(body) + 0.3 * _peak(source), d.uniform(1.2, 3.0)) + 0.06 * _peak(mech)


def siren(d: Draw) -> Audio:
    """Wail, yelp or two-tone horn."""
    kind = d.kind(
        {
            "wail": {
                "nouns": ("police siren", "siren", "siren wailing", "emergency siren"),
                "adjectives": ("wailing", "rising and falling"),
            },
            "yelp": {"nouns": ("police siren", "siren", "police car siren"), "adjectives": ("fast", "yelping", "rapid")},
            "hilo": {"nouns": ("ambulance siren", "ambulance", "two-tone siren", "european siren", "fire truck siren")},
            "raid": {"nouns": ("air raid siren", "warning siren", "civil defense siren")},
        }
    )
    n = samples(CONTINUOUS_S)
    t = time_axis(n)
    low, high = d.uniform(450, 700), d.uniform(1100, 1600)
    if kind == "hilo":
        high = low * float(d.rng.choice([4 / 3, 1.25, 1.5]))
        path = np.where((t * d.uniform(0.8, 1.3)) % 1.0 < 0.5, low, high)
    elif kind == "raid":
        low, high = d.uniform(180, 260), d.uniform(400, 520)
        path = low + (high - low) * np.sin(np.pi * np.clip(t / d.uniform(2.5, 5.0), 0, 1)) ** 0.6
    else:
        rate = d.uniform(0.2, 0.45) if kind == "wail" else d.uniform(2.5, 4.5)
        path = low * (high / low) ** (0.5 - 0.5 * np.cos(2 * np.pi * (rate * t + d.uniform(0, 0.3))))
    tone = oscillator(path, n, d.pick("square", "saw", "triangle"))
    return lowpass(tone, d.uniform(2500, 6000)) * gate(n, 0.03, 0.05)


def alarm(d: Draw) -> Audio:
    """Alarm clock beeps, buzzer or ringing bell."""
    kind = d.kind(
        {
            "clock": {"nouns": ("alarm clock", "digital alarm", "alarm beeping", "alarm")},
            "buzzer": {"nouns": ("buzzer alarm", "warning alarm", "alarm", "klaxon")},
            "bell": {"nouns": ("fire alarm", "alarm bell", "school bell", "ringing alarm")},
            "car": {"nouns": ("car alarm", "security alarm", "burglar alarm")},
        }
    )
    n = samples(CONTINUOUS_S)
    t = time_axis(n)
    rate = d.rate(1.2, 4.0)
    if kind == "bell":
        hits = np.zeros(n)
        hits[:: samples(1 / d.uniform(14, 24))] = 1.0
        f = d.uniform(900, 2200)
        return _peak(resonate(hits, f * np.array([1, 1.52, 2.41, 3.1, 4.2]), np.array([1, 0.8, 0.6, 0.4, 0.3]), np.full(5, 0.12)))
    if kind == "car":
        f = d.uniform(700, 1100)
        saw = (t * rate * 1.5) % 1.0
        return lowpass(oscillator(f * (1 + 0.8 * saw), n, "square"), 6000)
    if kind == "buzzer":
        f = d.uniform(280, 620)
        return oscillator(f, n, "saw") * np.clip(40 * np.sin(2 * np.pi * rate * t), 0, 1)
    f = d.pitch(1500, 3200)
    burst = (t * rate * 0.6) % 1.0
    beeps = (np.sin(2 * np.pi * rate * 4 * t) > -0.1) & (burst < 0.62)
    return oscillator(f, n, d.pick("square", "sine")) * lowpass(beeps.astype(float), 300)


def clock_tick(d: Draw) -> Audio:
    """Alternating tick and tock."""
    n = samples(CONTINUOUS_S)
    rate = d.rate(1.0, 4.5)
    body = d.pitch(700, 3200)
    m = samples(0.09)
    out = 0.0015 * noise(d.rng, n, 0.5)

    def tick(f: float) -> Audio:
        modes = f * np.array([1, 1.62, 2.43, 3.9])
        return _peak(
            resonate(strike(d.rng, m, 0.0008), modes, np.array([1, 0.7, 0.5, 0.4]), np.array([0.012, 0.008, 0.006, 0.004]))
        )

    pair = (tick(body), tick(body * d.uniform(0.7, 0.9)))
    start, side = samples(d.uniform(0, 0.1)), 0
    while start < n:
        place(out, pair[side], start, 1.0 if side == 0 else 0.8)
        start += samples(1 / rate)
        side = 1 - side
    return out


_DTMF = [
    (697, 1209),
    (697, 1336),
    (697, 1477),
    (770, 1209),
    (770, 1336),
    (770, 1477),
    (852, 1209),
    (852, 1336),
    (852, 1477),
    (941, 1336),
]


def telephone(d: Draw) -> Audio:
    """Old bell, electronic warble, ringback tone, or dialled digits."""
    kind = d.kind(
        {
            "bell": {"nouns": ("old telephone ringing", "telephone ring", "rotary phone ring", "phone bell")},
            "warble": {"nouns": ("phone ringing", "telephone", "office phone", "telephone ringing")},
            "dial": {"nouns": ("phone dialing", "dialing a number", "touch tones", "dial tones", "keypad tones")},
        }
    )
    n = samples(CONTINUOUS_S)
    t = time_axis(n)
    if kind == "dial":
        step = samples(d.uniform(0.14, 0.24))
        out = np.zeros(n)
        for start in range(0, n - step // 2, step):
            low, high = _DTMF[int(d.rng.integers(10))]
            m = int(step * 0.6)
            place(out, (oscillator(low, m) + oscillator(high, m)) * gate(m, 0.003, 0.003), start)
        return out
    cadence = ((t / d.uniform(1.4, 2.0)) % 1.0) < 0.62
    if kind == "bell":
        hits = np.zeros(n)
        hits[:: samples(1 / d.uniform(18, 26))] = 1.0
        f = d.uniform(1100, 1700)
        modes = np.array([1, 1.25, 2.3, 2.87, 4.1])
        return _peak(resonate(hits * cadence, f * modes, np.array([1, 0.9, 0.5, 0.4, 0.2]), np.full(5, 0.1)))
    f = d.uniform(900, 1500)
    path = np.where((t * d.uniform(14, 22)) % 1.0 < 0.5, f, f * 1.26)
    return oscillator(path, n, "triangle") * lowpass(cadence.astype(float), 200)
