"""Building blocks of the procedural sounds: envelopes, oscillators, noises, resonators, grains.

Everything is mono float64 at 44.1 kHz, plain numpy and scipy. Equations are textbook digital audio:
additive oscillators, two-pole resonators (damped modes) and the plucked-string loop of Karplus and Strong (1983).
"""

import numpy as np
from numpy.typing import NDArray
from scipy import signal

Audio = NDArray[np.float64]
SAMPLE_RATE_HZ = 44100
CONTINUOUS_S = 6.0  # sounds that go on are rendered this long; training cuts them to the requested length
NYQUIST_HZ = 20000.0  # highest partial we synthesise


def samples(seconds: float) -> int:
    """Number of samples of a duration, at least one."""
    return max(1, round(seconds * SAMPLE_RATE_HZ))


def time_axis(n: int) -> Audio:
    """Sample times in seconds, (n,)."""
    return np.arange(n) / SAMPLE_RATE_HZ


def decay(n: int, tau_s: float, attack_s: float = 0.001) -> Audio:
    """Exponential decay with a linear attack, (n,)."""
    t = time_axis(n)
    return np.exp(-t / tau_s) * np.minimum(1.0, t / max(attack_s, 1e-5))


def gate(n: int, attack_s: float = 0.004, release_s: float = 0.008) -> Audio:
    """Flat envelope with linear edges, (n,)."""
    t = time_axis(n)
    return np.minimum(1.0, np.minimum(t / attack_s, t[::-1] / release_s))


def sweep(n: int, start_hz: float, end_hz: float, curve: float = 1.0) -> Audio:
    """Exponential frequency path; curve > 1 stays longer at the start, < 1 leaves it sooner."""
    x = np.linspace(0.0, 1.0, n) ** curve
    return start_hz * (end_hz / start_hz) ** x


_PARTIALS = {"sine": 1, "triangle": 12, "square": 24, "saw": 30}


def oscillator(frequency_hz: Audio | float, n: int, shape: str = "sine", phase: float = 0.0) -> Audio:
    """Band-limited oscillator by additive synthesis along a frequency path, (n,)."""
    f = np.broadcast_to(np.asarray(frequency_hz, dtype=float), (n,))
    angle = 2 * np.pi * np.cumsum(f) / SAMPLE_RATE_HZ + phase
    if shape == "sine":
        return np.sin(angle)
    low = float(f.min())
    step = 1 if shape == "saw" else 2
    out = np.zeros(n)
    for index in range(_PARTIALS[shape]):
        k = 1 + index * step
        if k * low > NYQUIST_HZ:
            break
        sign = (-1.0) ** index if shape == "triangle" else 1.0
        weight = sign / (k * k if shape == "triangle" else k)
        out += weight * np.sin(k * angle) * np.clip((NYQUIST_HZ - k * f) / 2000.0, 0.0, 1.0)
    return out


def noise(rng: np.random.Generator, n: int, slope: float = 0.0) -> Audio:
    """Gaussian noise of unit RMS whose amplitude spectrum falls like f ** -slope (0 white, 0.5 pink, 1 brown)."""
    white = rng.standard_normal(n)
    if slope == 0.0 or n < 32:
        return white
    spectrum = np.fft.rfft(white)
    f = np.maximum(np.fft.rfftfreq(n, 1 / SAMPLE_RATE_HZ), 30.0)
    out = np.fft.irfft(spectrum * (f / 1000.0) ** -slope, n)
    return out / (np.sqrt(np.mean(out**2)) + 1e-9)


def lowpass(x: Audio, cutoff_hz: float, order: int = 2) -> Audio:
    """Butterworth low-pass."""
    sos = signal.butter(order, min(cutoff_hz, 20500.0), "low", fs=SAMPLE_RATE_HZ, output="sos")
    return signal.sosfilt(sos, x)


def highpass(x: Audio, cutoff_hz: float, order: int = 2) -> Audio:
    """Butterworth high-pass."""
    sos = signal.butter(order, cutoff_hz, "high", fs=SAMPLE_RATE_HZ, output="sos")
    return signal.sosfilt(sos, x)


def bandpass(x: Audio, low_hz: float, high_hz: float, order: int = 2) -> Audio:
    """Butterworth band-pass."""
    sos = signal.butter(order, [low_hz, min(high_hz, 20500.0)], "band", fs=SAMPLE_RATE_HZ, output="sos")
    return signal.sosfilt(sos, x)


def sweep_filter(x: Audio, centre_hz: Audio, width_octaves: float, block: int = 1024) -> Audio:
    """Band-pass whose centre follows a path: overlap-add of short spectra shaped by a Gaussian in log frequency."""
    window = np.sin(np.pi * (np.arange(2 * block) + 0.5) / (2 * block))
    log_f = np.log2(np.maximum(np.fft.rfftfreq(2 * block, 1 / SAMPLE_RATE_HZ), 20.0))
    padded = np.concatenate([np.zeros(block), x, np.zeros(2 * block)])
    starts = np.arange(0, len(x) + block, block)
    frames = np.stack([padded[s : s + 2 * block] for s in starts]) * window
    centre = np.log2(centre_hz[np.minimum(starts, len(x) - 1)])[:, None]
    shape = np.exp(-0.5 * ((log_f[None] - centre) / width_octaves) ** 2)
    shaped = np.fft.irfft(np.fft.rfft(frames) * shape, 2 * block) * window
    out = np.zeros(len(padded))
    for s, frame in zip(starts, shaped, strict=True):
        out[s : s + 2 * block] += frame
    return out[block : block + len(x)]


def slow_random(rng: np.random.Generator, n: int, rate_hz: float, low: float, high: float) -> Audio:
    """Smooth random control curve with about rate_hz turning points a second, in [low, high]."""
    points = max(4, int(n / SAMPLE_RATE_HZ * rate_hz) + 3)
    knots = rng.uniform(0.0, 1.0, points)
    x = np.linspace(0.0, points - 1.001, n)
    i = x.astype(int)
    u = x - i
    u = u * u * (3 - 2 * u)
    return low + (high - low) * (knots[i] * (1 - u) + knots[np.minimum(i + 1, points - 1)] * u)


def resonate(x: Audio, frequencies_hz: Audio, gains: Audio, taus_s: Audio) -> Audio:
    """Sum of two-pole resonators (damped modes) driven by x."""
    out = np.zeros(len(x))
    for f, gain, tau in zip(frequencies_hz, gains, taus_s, strict=True):
        if not 20.0 < f < NYQUIST_HZ:
            continue
        w, r = 2 * np.pi * f / SAMPLE_RATE_HZ, np.exp(-1 / (tau * SAMPLE_RATE_HZ))
        out += signal.lfilter([0.0, gain * r * np.sin(w)], [1.0, -2 * r * np.cos(w), r * r], x)
    return out


def strike(rng: np.random.Generator, n: int, hardness_s: float) -> Audio:
    """Excitation of a hit: a short noisy pulse, softer when longer, (n,)."""
    m = min(n, samples(hardness_s))
    pulse = np.hanning(m + 2)[1:-1] * (1.0 + 0.4 * rng.standard_normal(m))
    out = np.zeros(n)
    out[:m] = pulse / (np.abs(pulse).sum() + 1e-9)
    return out


def place(out: Audio, grain: Audio, start: int, gain: float = 1.0) -> None:
    """Add a grain into out in place, cut at the end."""
    if start < len(out):
        m = min(len(grain), len(out) - start)
        out[start : start + m] += gain * grain[:m]


def impulses(rng: np.random.Generator, n: int, rate_hz: float, spread: float = 1.0) -> Audio:
    """Poisson impulses with log-normal heights, (n,)."""
    count = rng.poisson(rate_hz * n / SAMPLE_RATE_HZ)
    out = np.zeros(n)
    np.add.at(out, rng.integers(0, n, count), np.exp(spread * rng.standard_normal(count)) * rng.choice([-1, 1], count))
    return out


def convolve(x: Audio, kernel: Audio) -> Audio:
    """Convolution cut to the length of x."""
    return signal.fftconvolve(x, kernel)[: len(x)]


def pluck(rng: np.random.Generator, n: int, frequency_hz: float, brightness: float, tau_s: float) -> Audio:
    """Plucked string: noise burst in a delay loop with a one-zero loss filter (Karplus and Strong)."""
    period = SAMPLE_RATE_HZ / frequency_hz - 0.5 * (1 - brightness)
    whole = int(period)
    fraction = period - whole
    burst = lowpass(rng.uniform(-1, 1, whole + 2), 800 + 14000 * brightness, 1)
    excitation = np.zeros(n)
    m = min(n, len(burst))
    excitation[:m] = burst[:m]
    loss = 10 ** (-3 * period / SAMPLE_RATE_HZ / (tau_s * 3))
    mix = 0.5 * (1 - brightness)
    # loop = loss * (one-zero low-pass) * (linear-interpolated delay)
    taps = loss * np.convolve([1 - mix, mix], [1 - fraction, fraction])
    denominator = np.zeros(whole + 3)
    denominator[0] = 1.0
    denominator[whole : whole + 3] -= taps
    return signal.lfilter([1.0], denominator, excitation)


def saturate(x: Audio, drive: float) -> Audio:
    """Soft clipping of a signal first brought to unit peak."""
    return np.tanh(drive * x / (np.abs(x).max() + 1e-9))


def reverberate(rng: np.random.Generator, x: Audio, t60_s: float, wet: float, tone_hz: float) -> Audio:
    """Synthetic reverb: decaying noise, darker over time; lengthens the clip by up to the decay."""
    n = samples(t60_s)
    tail = rng.standard_normal(n) * 10 ** (-3 * time_axis(n) / t60_s)
    tail = 0.5 * lowpass(tail, tone_hz, 1) + 0.5 * np.concatenate([np.zeros(600), lowpass(tail, tone_hz / 3, 1)])[:n]
    tail[: samples(0.008)] = 0.0
    tail /= np.sqrt(np.sum(tail**2)) + 1e-9
    return np.concatenate([x, np.zeros(n)]) + wet * signal.fftconvolve(np.concatenate([x, np.zeros(1)]), tail)[: len(x) + n]


def peaked(x: Audio) -> Audio:
    """Scaled to unit peak."""
    return x / (np.abs(x).max() + 1e-9)


def voice(
    rng: np.random.Generator, path_hz: Audio, formants_hz: Audio, rough: float = 0.2, breath: float = 0.1, tilt: float = 1.0
) -> Audio:
    """A throat: glottal pulses along a pitch path, with jitter by `rough` and added noise by `breath`, through formants.

    Source and filter after Fant (1960); `rough` 1 is a hoarse growl. path_hz: (n,), formants_hz: a few centres.
    """
    n = len(path_hz)
    wobble = 1 + rough * (0.05 * slow_random(rng, n, 90.0, -1, 1) + 0.03 * slow_random(rng, n, 25.0, -1, 1))
    phase = np.cumsum(path_hz * wobble) / SAMPLE_RATE_HZ
    turn = phase % 1.0
    height = 1 + rough * 0.5 * rng.standard_normal(int(phase[-1]) + 2)[phase.astype(int)]
    opening = np.clip(turn / 0.6, 0, 1)
    pulse = np.where(turn < 0.6, np.sin(np.pi * opening**1.6), 0.0) * height
    source = np.diff(pulse, prepend=0.0)
    source = source / (np.abs(source).max() + 1e-9)
    air = noise(rng, n, 0.2) * (0.3 + 0.7 * np.clip(pulse, 0, 1)) * 0.25
    source = lowpass(source, 5500 / tilt, 1) + breath * air
    out = 0.08 * source
    for k, f in enumerate(formants_hz):
        if f < 9000:
            width = 60 + 0.06 * f
            out += resonate(source, np.array([f]), np.array([1.0]), np.array([1 / (np.pi * width)])) * 0.75**k * width / 60
    return highpass(out, 40, 1)
