"""The public Python interface, all of it available from `ditone` itself: `import ditone` imports none of this before it is used.

A model is opened once and makes takes one at a time:

    import ditone
    with ditone.open_model("mini-sfx") as model:
        ditone.save(ditone.generate(model, "rain on a tin roof", duration_s=2.0), "rain.wav")

What a model lets people choose are its controls (`model.info.controls`); each is a keyword of `request` and `generate`. Audio is
float32, (frames, channels), full scale being 1; times end in `_s` (seconds), rates in `_hz`. Whatever goes wrong because of what was
asked is a `DitoneError`, whose text is a sentence for people; `Cancelled` follows `model.cancel()`.

Other packages add to Ditone by entry points:

- `ditone.families`: an object with the methods of `ditone.runtime.registry.Family`, a whole architecture;
- `ditone.solvers`: a `ditone.runtime.sampling.solvers.Solver`, offered by every family that does not exclude it;
- `ditone.frontends`: a function of the remaining words of the command line that returns an exit code; `ditone NAME ...` calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ditone.runtime import registry
from ditone.runtime.audio import metadata, reading, storing
from ditone.runtime.comparison.metrics import Metrics, Sound
from ditone.runtime.comparison.metrics import compare as figures_of
from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Observer, SilentObserver
from ditone.runtime.session import Session
from ditone.runtime.take import Take

Progress = Callable[[str, int, int], None]
"""Told the stage ("text", "denoise", "decode", ...), how many of its steps are done, and of how many; called in the take's thread."""


def list_models() -> list[ModelInfo]:
    """The built-in models, ready to be opened by their `model`. Folders of the families are opened by their path."""
    return registry.builtin_models()


def open_model(
    model: str | Path = "mini-sfx",
    *,
    device: str = "auto",
    precision: str = "auto",
    threads: int = 0,
    loading: Callable[[float], None] | None = None,
) -> Session:
    """Loads a built-in model by name or a model folder; close it, or use it in a `with`.

    device: "auto", "cpu", "cuda:0" or "mps". precision: "auto", "float32", "bfloat16" or "float16". threads: of the CPU, 0 = all cores.
    loading: told the loaded share, 0 to 1. Raises DitoneError for a model that does not exist or cannot be loaded, and for a device or
    precision that cannot be had.
    """
    settings = EngineSettings(device=device, precision=precision, threads=threads)
    return Session.open(registry.resolve(str(model)), settings, loading or (lambda share: None))


def request(model: Session, prompt: str, *, preset: str = "", **controls: Any) -> Request:
    """A request for what `model` holds: its defaults, the values of one of its presets, then `controls`. All of it is checked.

    Most models have `duration_s` (seconds), `seed`, `steps`, `solver`, `cfg_scale` and `apg`; `model.info.controls` lists all with their
    ranges. Raises DitoneError for a control or preset that the model lacks, and for a value out of its range.
    """
    info = model.info
    presets = {known.name: known for known in info.presets}
    if preset and preset not in presets:
        raise BadRequest(f'{info.title} has no preset "{preset}".', nearest(preset, presets))
    values = dict(presets[preset].values) if preset else {}
    asked = info.defaults().replaced(**{**values, "prompt": prompt, **controls})
    return info.checked(replace(asked, engine=model.engine.settings))


def generate(
    model: Session, what: str | Request, *, progress: Progress | None = None, observer: Observer | None = None, **controls: Any
) -> Take:
    """Makes one take of a prompt with `controls`, or of a request as it stands.

    progress: how far it is; observer: everything there is to be told, previews and finished pieces too, in its place. `model.cancel()`,
    from any thread, ends the take with Cancelled and leaves the model usable. Raises DitoneError for what cannot be made.
    """
    if isinstance(what, Request) and controls:
        raise TypeError(f"controls go into the request; given beside it: {', '.join(sorted(controls))}")
    asked = what if isinstance(what, Request) else request(model, what, **controls)
    return model.generate(asked, observer or (None if progress is None else _Reporting(progress)))


def save(take: Take, path: str | Path, *, overwrite: bool = False) -> list[str]:
    """Writes a sound file with the take's settings inside; sentences about the take and the file that its listener should read.

    The ending chooses the format: .wav, .flac, .ogg, .opus or .mp3. A file that holds an earlier take is replaced, any other only with
    `overwrite`. Raises DitoneError for another ending or a file that cannot be written.
    """
    return storing.store(Path(path), take, licence_of(take), overwrite)


def compare(
    a: Take | str | Path, b: Take | str | Path, *, align: bool = False, other_seed: Take | str | Path | None = None
) -> Metrics:
    """How alike two takes or sound files are: cosine, signal to difference in dB, log-mel distance in dB, loudness in LU and more.

    align: takes a delay of B out first. other_seed: a take like A with another seed, to which the difference is set in relation.
    Raises DitoneError for a file that cannot be read.
    """
    other = None if other_seed is None else _sound(other_seed)
    return figures_of(_sound(a), _sound(b), align=align, other_seed=other)


def render_many(
    requests: Iterable[Request],
    folder: str | Path,
    *,
    name: str = "{number}.wav",
    progress: Progress | None = None,
    overwrite: bool = False,
) -> Iterator[tuple[Path, Take]]:
    """Makes a take of every request, writes it into `folder` and yields its file, one at a time.

    name: of the files; {number} counts from 1 and {seed} is the take's. Requests for one model with the same engine settings should
    follow each other: each change loads anew. Raises DitoneError at the first request that cannot be made; what was yielded is written.
    """
    home = Path(folder)
    session: Session | None = None
    try:
        for number, asked in enumerate(requests, 1):
            if session is None or not session.fits(asked):
                if session is not None:
                    session.close()
                session = None
                session = Session.open(registry.resolve(asked.model), asked.engine)
            path = home / name.format(number=number, seed=asked.seed)
            home.mkdir(parents=True, exist_ok=True)
            take = generate(session, asked, progress=progress)
            save(take, path, overwrite=overwrite)
            yield path, take
    finally:
        if session is not None:
            session.close()


def licence_of(take: Take) -> str:
    """The licence of the take's model; "" where its folder is gone."""
    try:
        return registry.resolve(take.request.model).licence
    except DitoneError:
        return ""


def _sound(what: Take | str | Path) -> Sound:
    if isinstance(what, Take):
        return Sound(what.audio, what.sample_rate_hz, what.request.prompt, what.facts())
    audio, rate_hz = reading.read(Path(what))
    return Sound(audio, rate_hz, str(what), metadata.read(Path(what)))


class _Reporting(SilentObserver):
    """Passes stages and steps on to one function."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._stage = ""

    def stage(self, name: str, steps: int | None) -> None:
        self._stage = name
        self._progress(name, 0, steps or 0)

    def step(self, done: int, steps: int) -> None:
        self._progress(self._stage, done, steps)
