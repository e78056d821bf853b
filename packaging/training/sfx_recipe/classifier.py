"""Evaluators trained on real clips: mel statistics, linear discriminant analysis, Frechet distance, cepstral distance.

Every clip is looked at as 2 s of log-mel, cut or padded, the way a listener hears a take of the default length.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ditone.models.mini.config import HOP, LOG_FLOOR, MEL_BINS, SAMPLE_RATE_HZ

Array = NDArray[np.float64]
SECONDS = 2.0
FRAMES = int(SECONDS * SAMPLE_RATE_HZ) // HOP  # 172


def two_seconds(mel: np.ndarray) -> Array:
    """(frames, 100) log-mel -> (FRAMES, 100), cut or padded with silence."""
    out = np.full((FRAMES, MEL_BINS), LOG_FLOOR)
    part = mel[:FRAMES]
    out[: len(part)] = part
    return out


def statistics(mel: np.ndarray) -> Array:
    """Feature vector of a clip: level statistics of each band, its movement, the envelope's shape and rhythm."""
    x = two_seconds(mel)
    x = x - x.max()  # loudness says nothing about the class
    x = np.maximum(x, -9.0)
    power = np.exp(2 * x)
    envelope = np.log(power.sum(1) + 1e-6)
    weight = power.sum(1, keepdims=True) ** 0.5
    weight = weight / weight.sum()
    change = np.abs(np.diff(x, axis=0))
    bands = x[: FRAMES // 12 * 12].reshape(12, FRAMES // 12, 10, MEL_BINS // 10).mean((1, 3))
    rhythm = np.log(np.abs(np.fft.rfft(envelope - envelope.mean()))[1:41] + 1.0)
    attack = x[:8].reshape(-1, 10, MEL_BINS // 10).mean(2)
    flatness = x.mean(1) - np.log(power.mean(1) + 1e-9) / 2
    return np.concatenate(
        [
            x.mean(0),
            x.std(0),
            (weight * x).sum(0),
            x.max(0),
            change.mean(0),
            np.sqrt(np.mean(change**2, 0)),
            bands.ravel(),
            rhythm,
            attack.ravel(),
            np.quantile(envelope, [0.1, 0.3, 0.5, 0.7, 0.9]),
            [flatness.mean(), flatness.std(), change.mean(1).std(), float((envelope > -8).mean())],
        ]
    )


@dataclass(frozen=True)
class Classifier:
    """Linear discriminant analysis with a pooled, shrunken covariance (Friedman 1989)."""

    names: list[str]
    mean: Array
    scale: Array
    weights: Array  # (classes, features)
    bias: Array

    @classmethod
    def fit(cls, features: Array, labels: list[str], shrinkage: float = 0.03) -> "Classifier":
        """features: (clips, n)."""
        names = sorted(set(labels))
        mean, scale = features.mean(0), features.std(0) + 1e-3
        x = (features - mean) / scale
        index = np.array([names.index(label) for label in labels])
        centres = np.stack([x[index == i].mean(0) for i in range(len(names))])
        residual = x - centres[index]
        covariance = residual.T @ residual / (len(x) - len(names))
        covariance = (1 - shrinkage) * covariance + shrinkage * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
        weights = np.linalg.solve(covariance, centres.T).T
        return cls(names, mean, scale, weights, -0.5 * np.sum(weights * centres, axis=1))

    def scores(self, features: Array) -> Array:
        """(clips, classes), larger is more likely."""
        return (features - self.mean) / self.scale @ self.weights.T + self.bias

    def top(self, features: Array, labels: list[str], k: int) -> float:
        """Share of clips whose class is among the k best, in percent."""
        order = np.argsort(-self.scores(features), axis=1)[:, :k]
        wanted = np.array([self.names.index(label) for label in labels])[:, None]
        return 100.0 * float((order == wanted).any(1).mean())


@dataclass(frozen=True)
class Directions:
    """The leading principal directions of standardised classifier features."""

    classifier: Classifier
    axes: Array  # (features, 32)

    @classmethod
    def fit(cls, classifier: Classifier, features: Array, count: int = 32) -> "Directions":
        """From real clips."""
        x = (features - classifier.mean) / classifier.scale
        _, _, axes = np.linalg.svd(x - x.mean(0), full_matrices=False)
        return cls(classifier, axes[:count].T)

    def frechet(self, a: Array, b: Array) -> float:
        """Frechet distance of two sets of clips, |m1 - m2|^2 + tr(C1 + C2 - 2 (C1 C2)^1/2)."""
        x, y = (((f - self.classifier.mean) / self.classifier.scale) @ self.axes for f in (a, b))
        c1, c2 = np.cov(x.T), np.cov(y.T)
        values, vectors = np.linalg.eigh(c1)
        root = vectors * np.sqrt(np.maximum(values, 0)) @ vectors.T
        cross = np.sqrt(np.maximum(np.linalg.eigvalsh(root @ c2 @ root), 0)).sum()
        return float(np.sum((x.mean(0) - y.mean(0)) ** 2) + np.trace(c1) + np.trace(c2) - 2 * cross)


def cepstrum(mel: np.ndarray, order: int = 24) -> Array:
    """(FRAMES, order) cosine coefficients of the log-mel, the level coefficient left out."""
    k = np.arange(1, order + 1)[:, None]
    basis = np.sqrt(2 / MEL_BINS) * np.cos(np.pi * k * (np.arange(MEL_BINS) + 0.5) / MEL_BINS)
    return two_seconds(mel) @ basis.T


def cepstral_distance(a: Array, b: Array) -> float:
    """Mean over frames of the Euclidean distance of two cepstra."""
    return float(np.sqrt(np.sum((a - b) ** 2, axis=1)).mean())
