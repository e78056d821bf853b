"""The acceptance rows of Mini SFX: what is measured, how, what is required; one function a row or group of rows."""

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ditone.models.mini.config import HOP, SAMPLE_RATE_HZ
from ditone.models.mini.finishing import finish
from ditone.models.mini.griffin_lim import griffin_lim
from ditone.models.mini.latent import log_mel
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.registry import ModelInfo
from ditone.runtime.run import Run

from .classifier import Array, Classifier, Directions, cepstral_distance, cepstrum, statistics
from .generation import Setting, generate, hear_all, prompt_seed, shipped_decoder
from .prompts import compose
from .store import StoredClip

TRAIN_PER_CLASS = 60
FIRST_ROUND = frozenset(
    "laser coin jump power_up explosion ui_click beep notification_chime error_buzz whoosh impact wind rain ocean_wave fire thunder "
    "water_drip bubbles footsteps door_knock glass_break metal_clang engine siren alarm bird_chirp cricket heartbeat clock_tick bell "
    "kick snare hi_hat clap string_pluck gunshot telephone".split()
)  # the yardstick of the rows that ask the training's own generators stays what it was
GENERATED_PER_CLASS = 2
Say = Callable[[str], None]


@dataclass(frozen=True)
class Row:
    """One line of report.json. `required` is in words; `passed` follows from value and required."""

    measure: str
    value: float
    unit: str
    required: str
    passed: bool
    how: str
    details: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def at_least(measure: str, value: float, limit: float, unit: str, how: str, **details: Any) -> Row:
    """A row that passes from `limit` upwards."""
    return Row(measure, round(float(value), 3), unit, f">= {limit:g}", bool(value >= limit), how, details)


def at_most(measure: str, value: float, limit: float, unit: str, how: str, **details: Any) -> Row:
    """A row that passes up to `limit`."""
    return Row(measure, round(float(value), 3), unit, f"<= {limit:g}", bool(value <= limit), how, details)


@dataclass
class Evaluators:
    """Everything learned from real clips."""

    classifier: Classifier
    directions: Directions
    real_subset: Array  # features of GENERATED_PER_CLASS training clips a class
    held_out: Array
    accuracy: float
    training: dict[str, list[StoredClip]]
    held_out_clips: dict[str, list[StoredClip]]

    @classmethod
    def fit(cls, clips: Sequence[StoredClip]) -> "Evaluators":
        """From the procedural clips of the first round's kinds in the store."""
        training: dict[str, list[StoredClip]] = {}
        held: dict[str, list[StoredClip]] = {}
        for clip in clips:
            if clip.record.source == "procedural" and clip.record.class_name in FIRST_ROUND:
                (held if clip.record.held_out else training).setdefault(clip.record.class_name, []).append(clip)
        names = sorted(training)
        used = [c for n in names for c in training[n][:TRAIN_PER_CLASS]]
        features, labels = features_of(used), [c.record.class_name for c in used]
        classifier = Classifier.fit(features, labels)
        directions = Directions.fit(classifier, features)
        held_clips = [c for n in names for c in held[n]]
        held_features = features_of(held_clips)
        # clips that the classifier was not fitted on, as many as are generated
        subset = [c for n in names for c in training[n][TRAIN_PER_CLASS : TRAIN_PER_CLASS + GENERATED_PER_CLASS]]
        accuracy = classifier.top(held_features, [c.record.class_name for c in held_clips], 1)
        return cls(classifier, directions, features_of(subset), held_features, accuracy, training, held)


def features_of(clips: Sequence[StoredClip]) -> Array:
    """(clips, features)."""
    return np.stack([statistics(c.mel.astype(np.float64)) for c in clips])


def held_out_prompts(evaluators: Evaluators, seed: int, per_class: int) -> tuple[list[str], list[str]]:
    """(prompts, classes): worded afresh from held-out clips that the seed picks."""
    prompts, labels = [], []
    for index, (name, clips) in enumerate(sorted(evaluators.held_out_clips.items())):
        rng = prompt_seed(seed, index)
        for clip in (clips[int(i)] for i in rng.permutation(len(clips))[:per_class]):
            prompts.append(compose(clip.record.description, rng))
            labels.append(name)
    return prompts, labels


SETTINGS = {
    "euler 20": Setting(),
    "midpoint 10": Setting("midpoint", 10),
    "rk4 5": Setting("rk4", 5),
    "euler 20 without APG": Setting(apg=0.0),
    "pingpong 8": Setting("pingpong", 8),
    "euler 8": Setting("euler", 8),
}


def sampling_rows(assets: Path, ev: Evaluators, seed: int, per_class: int, workers: int, say: Say) -> list[Row]:
    """Prompt following, distribution, solvers, APG, end of sound."""
    all_prompts, all_labels = held_out_prompts(ev, seed, per_class)
    # the first clip of each class, then the second, ...: settings that are only compared use the first half
    order = _first_of_each_class_first(len(all_prompts) // per_class, per_class)
    prompts, labels = [all_prompts[i] for i in order], [all_labels[i] for i in order]
    half = len(prompts) // 2
    heard = hear_all(assets, {n: (s, prompts if n == "euler 20" else prompts[:half]) for n, s in SETTINGS.items()}, seed, workers)
    heard["euler 20, first half"] = heard["euler 20"][:half]
    features = {name: np.stack([statistics(h.mel) for h in clips]) for name, clips in heard.items()}
    before = {name: np.stack([statistics(h.latent_mel) for h in clips]) for name, clips in heard.items()}
    top = ev.classifier.top
    accuracy = {name: (top(f, labels[: len(f)], 1), top(f, labels[: len(f)], 3)) for name, f in features.items()}
    accuracy_before = {name: (top(f, labels[: len(f)], 1), top(f, labels[: len(f)], 3)) for name, f in before.items()}
    for name, (first, third) in accuracy.items():
        say(f"{name}: top-1 {first:.1f} %, top-3 {third:.1f} %, before the decoder {accuracy_before[name][0]:.1f} %")
    how = f"{len(prompts)} clips, {per_class} for each of {len(set(labels))} classes, held-out prompts, 2 s, Euler 20, CFG 3, APG; log-mel of the decoded sound"
    every = {name: [round(v, 1) for v in pair] for name, pair in accuracy.items()}
    every_before = {name: [round(v, 1) for v in pair] for name, pair in accuracy_before.items()}
    names = ev.classifier.names
    found = [names[i] for i in ev.classifier.scores(features["euler 20"]).argmax(1)]
    missed = [f"{p} -> {f}" for p, label, f in zip(prompts, labels, found, strict=True) if f != label]
    classes = len(names)
    real = _frechet_by_sets(ev, ev.real_subset[_first_of_each_class_first(classes, GENERATED_PER_CLASS)], classes)
    distances = {name: _frechet_by_sets(ev, f, classes) for name, f in features.items()}
    distances_before = {name: _frechet_by_sets(ev, f, classes) for name, f in before.items()}
    pooled = ev.directions.frechet(features["euler 20"], ev.held_out) / ev.directions.frechet(ev.real_subset, ev.held_out)
    spread = max(abs(accuracy[name][0] - accuracy["euler 20, first half"][0]) for name in ("midpoint 10", "rk4 5"))
    nearest = {
        name: _nearest_own([h.mel for h in heard[name]], labels[:half], ev)
        for name in ("euler 20, first half", "euler 20 without APG")
    }
    tail = np.array([h.tail_db for h in heard["euler 20"]])
    return [
        at_least(
            "prompt following, top 1",
            accuracy["euler 20"][0],
            88,
            "%",
            how,
            classifier_held_out=round(ev.accuracy, 2),
            settings=every,
            before_decoder=every_before,
            missed=missed,
        ),
        at_least("prompt following, top 3", accuracy["euler 20"][1], 96, "%", how),
        at_most(
            "distribution",
            distances["euler 20"] / real,
            1.3,
            "x real subset",
            f"Frechet distance, 32 directions, against held-out clips; sets of one clip a class (n = {classes}), mean of {per_class} sets",
            real_subset=round(real, 1),
            n=classes,
            distances={k: round(v, 1) for k, v in distances.items()},
            before_decoder={k: round(v, 1) for k, v in distances_before.items()},
        ),
        at_most("distribution of all clips", pooled, 1.3, "x real subset", "the same with all clips of Euler 20 together"),
        at_most(
            "PingPong",
            distances["pingpong 8"] / distances["euler 8"],
            1.3,
            "x Euler",
            "Frechet distance of PingPong 8 against Euler 8; PingPong is in no preset",
        ),
        at_most("solvers", spread, 5, "points", "top-1 of midpoint 10 and RK4 5 against Euler 20"),
        at_most(
            "APG",
            nearest["euler 20, first half"] / nearest["euler 20 without APG"],
            0.9999,
            "x without",
            "mel-cepstral distance to the nearest own-class clip, CFG 3",
            **{k: round(v, 3) for k, v in nearest.items()},
        ),
        at_most(
            "end of sound",
            float(np.quantile(tail, 0.95)),
            -45,
            "dB of the peak",
            "RMS of the canvas from one window behind the requested length, 95th percentile of the clips",
            median=round(float(np.median(tail)), 1),
            worst=round(float(tail.max()), 1),
        ),
    ]


def _first_of_each_class_first(classes: int, per_class: int) -> list[int]:
    """Order of items that are stored class by class: the first of every class, then the second, ..."""
    return [i for k in range(per_class) for i in range(k, classes * per_class, per_class)]


def _frechet_by_sets(ev: Evaluators, features: Array, size: int) -> float:
    """Mean distance of consecutive sets of `size` clips to the held-out clips; the distance depends on the size of a set."""
    starts = range(0, len(features) - size + 1, size)
    return float(np.mean([ev.directions.frechet(features[i : i + size], ev.held_out) for i in starts]))


def _nearest_own(mels: Sequence[np.ndarray], labels: Sequence[str], ev: Evaluators) -> float:
    bank = {n: [cepstrum(c.mel.astype(np.float64)) for c in clips[:60]] for n, clips in ev.training.items()}
    return float(
        np.mean(
            [min(cepstral_distance(cepstrum(m), real) for real in bank[label]) for m, label in zip(mels, labels, strict=True)]
        )
    )


def unconditional_row(pipeline: MiniPipeline, seed: int) -> Row:
    """Guidance off: CFG 0 is the unconditional branch alone; measured on takes as the application delivers them."""
    canvases = generate(pipeline, [""] * 8, Setting(cfg=0.0, apg=0.0), seed)
    takes = [finish(c[None], Setting().seconds) for c in canvases]
    peak = max(float(np.abs(take).max()) for take in takes)
    finite = all(bool(np.isfinite(take).all()) for take in takes)
    raw = [round(float(c.abs().max()), 2) for c in canvases]
    how = "highest peak of 8 unconditional takes (CFG 0)"
    return Row(
        "guidance off", round(peak, 3), "of full scale", "finite, < 1", finite and peak < 1.0, how, {"before_peak_limit": raw}
    )


def decoder_row(pipeline: MiniPipeline, ev: Evaluators, per_class: int = 4) -> Row:
    """Copy-synthesis: log-mel of real clips through the decoder, mean absolute difference over sounding frames."""
    errors: dict[str, list[float]] = {
        "neural": [],
        "griffin-lim": [],
        "neural after the latent": [],
    }
    latent, decoder = pipeline.parts.latent, pipeline.parts.decoder
    for clips in ev.held_out_clips.values():
        for clip in clips[:per_class]:
            assert clip.audio is not None
            mel = log_mel(torch.from_numpy(clip.audio[: 2 * SAMPLE_RATE_HZ])[None])
            mel = mel[:, : mel.shape[1] // 4 * 4]
            if mel.shape[1] < 8:
                continue
            length = (mel.shape[1] - 1) * HOP
            made = {
                "neural": decoder(mel, length),
                "griffin-lim": griffin_lim(mel, length),
                "neural after the latent": decoder(latent.decode(latent.encode(mel)), length),
            }
            for name, audio in made.items():
                # the last two frames hear the end of the excerpt
                errors[name].append(float((log_mel(audio) - mel)[:, :-2].abs().mean()))
    means = {k: round(float(np.mean(v)), 3) for k, v in errors.items()}
    shipped = shipped_decoder(pipeline)
    how = f"copy-synthesis of held-out clips with the shipped decoder, {shipped}"
    return at_most("SFX decoder", float(np.mean(errors[shipped])), 0.17, "log-mel L1", how, **means)


def speed_row(info: ModelInfo, pipeline: MiniPipeline, threads: int = 2) -> Row:
    """A 2 s effect in the default setting, model loaded, best of five."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    request = info.defaults().replaced(prompt="a short metallic clang", duration_s=2.0)
    wall, cpu = [], []
    with torch.inference_mode():
        for seed in range(6):
            began, began_cpu = time.perf_counter(), time.process_time()
            pipeline.generate(request.replaced(seed=seed), Run(seed))
            wall.append(time.perf_counter() - began)
            cpu.append(time.process_time() - began_cpu)
    torch.set_num_threads(before)
    return at_most(
        "speed",
        min(wall[1:]),
        0.5,
        "s",
        f"2 s effect, 20 Euler steps with CFG, {threads} threads, best of 5",
        cpu_s=round(min(cpu[1:]), 3),
        others_waiting=round(os.getloadavg()[0] - threads, 1) if hasattr(os, "getloadavg") else None,
    )


def size_rows(assets: Path) -> list[Row]:
    """Megabytes of this model and of everything under assets/."""
    own = sum(f.stat().st_size for f in assets.rglob("*") if f.is_file()) / 1e6
    total = sum(f.stat().st_size for f in assets.parent.rglob("*") if f.is_file()) / 1e6
    return [
        at_most("size of Mini SFX", own, 25, "MB", "all files of the model"),
        at_most("size", total, 45, "MB", "all files under assets/"),
    ]


def determinism_row(info: ModelInfo, pipeline: MiniPipeline) -> Row:
    """The same request twice."""
    request = info.defaults().replaced(prompt="rain on a tin roof", seed=7, duration_s=1.0)
    with torch.inference_mode():
        digests = {hashlib.sha256(pipeline.generate(request, Run(7)).tobytes()).hexdigest() for _ in range(2)}
    return Row(
        "determinism", float(len(digests)), "different results", "identical samples", len(digests) == 1, "the same request twice"
    )
