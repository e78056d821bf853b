"""One loaded variant on one device with one precision policy. Makes takes, one at a time."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray

from ditone.runtime import checks, devices, local_paths, model_files, plugins, precision, variations
from ditone.runtime.allocator import give_back
from ditone.runtime.comparison.drift import TRACE_LIMIT_BYTES
from ditone.runtime.errors import BadRequest, Cancelled, DitoneError, OutOfMemory
from ditone.runtime.memory import ADVICE, is_out_of_memory
from ditone.runtime.model_files import FileState
from ditone.runtime.monitor import PeakMemory
from ditone.runtime.registry import Engine, Family, ModelInfo, Pipeline, Progress, family_of
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Observer, Run
from ditone.runtime.take import Take, versions
from ditone.runtime.voices import VoiceStore


class Session:
    """Owns a `Pipeline` and everything it allocates. Not thread safe but for `cancel`, which any thread may call.

    `files` are the model's as they were when it was loaded; whoever has the time puts their checksums into `model_files`
    (`ditone.runtime.library.hashing`), and every take of this session has them from then on.
    """

    def __init__(self, info: ModelInfo, pipeline: Pipeline, engine: Engine) -> None:
        self.info = info
        self.engine = engine
        self._pipeline: Pipeline | None = pipeline
        self._cancel = threading.Event()
        self.files: dict[str, FileState] = {}
        self.model_files: dict[str, str] = {}

    @classmethod
    def open(cls, info: ModelInfo, settings: EngineSettings | None = None, progress: Progress = lambda share: None) -> Session:
        """Loads a variant. Raises BadModelFolder for a folder with problems, BadRequest for an unusable device or precision."""
        settings = settings or EngineSettings()
        info.require_loadable()
        device = devices.resolve_device(settings.device)
        found = precision.measured(info.family, info.model, device)
        dtype = devices.resolve_precision(settings.precision, info.precisions, info.precision_note, device, found)
        threads = settings.threads or devices.cpu_cores()
        torch.set_num_threads(threads)
        engine = Engine(device, dtype, threads, settings)
        if devices.emulates(device, dtype):
            engine.notes.append(
                f"This processor has no {devices.precision_name(dtype)} arithmetic, which makes it many times slower than float32. "
                + ("Choose float32 or automatic." if "float32" in info.precisions else "")
            )
        files = model_files.states(info)
        family = family_of(info)
        with _family_errors(info, family), _memory_errors(device):
            pipeline = family.load(info, engine, progress)
        local_paths.remember_model(info.model)
        session = cls(info, pipeline, engine)
        session.files = files
        return session

    def fits(self, request: Request) -> bool:
        """Whether this session can make `request` as it stands: the same model and the same engine settings that were loaded."""
        return request.model == self.info.model and _loading(request.engine) == _loading(self.engine.settings)

    def generate(self, request: Request, observer: Observer | None = None) -> Take:
        """Makes one take.

        Raises BadRequest for an unusable value or a reference voice without consent, Cancelled after `cancel`, OutOfMemory, or
        DitoneError with a sentence. After any of them the session is as before.
        """
        if self._pipeline is None:
            raise DitoneError("The model was unloaded; load it again to make a take.")
        if not self.fits(request):
            raise BadRequest(
                f"This request is for {request.model} with other engine settings; the session holds {self.info.model}."
            )
        request = self.info.checked(variations.resolved(self.info, request))
        VoiceStore().require_consent(self.info, request)
        self._cancel.clear()
        run = Run(request.seed, observer, self._cancel)
        torch.set_num_threads(self.engine.threads)
        try:
            with PeakMemory() as memory, torch.inference_mode(), _memory_errors(self.engine.device):
                audio = self._pipeline.generate(request, run)
        except BaseException:
            self.release()
            raise
        for sentence in [*self.engine.notes, *checks.output_notes(audio)]:
            run.note(sentence)
        trace = _trace(run)  # which adds to the notes and details
        return Take(
            request=request,
            audio=audio,
            sample_rate_hz=self.info.sample_rate_hz,
            family=self.info.family,
            variant=self.info.variant,
            device=str(self.engine.device),
            precision=devices.precision_name(self.engine.dtype),
            timings_s={**run.clock.timings_s, "total": run.clock.total_s()},
            evaluations=run.evaluations,
            peak_rss_mib=memory.rss_mib,
            peak_vram_mib=memory.vram_mib,
            base_rss_mib=memory.base_rss_mib,
            base_vram_mib=memory.base_vram_mib,
            notes=tuple(run.notes),
            details=run.details,
            versions=versions(self.info.revision),
            model_files=self.model_files,
            trace=trace,
            end=None if run.trace_end is None or trace is None else run.trace_end.flatten(0, -2).numpy(),
        )

    def cancel(self) -> None:
        """Stops the running take before its next transformer block or decoder piece. Safe from any thread."""
        self._cancel.set()

    def release(self) -> None:
        """Frees caches and buffers of past takes; the weights stay loaded."""
        if self._pipeline is not None:
            self._pipeline.release()
        give_back(self.engine.device)

    def close(self) -> None:
        """Unloads the model."""
        self.release()
        self._pipeline = None
        give_back(self.engine.device)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _trace(run: Run) -> NDArray[np.float16] | None:
    """The kept clean estimates (steps, frames, channels), thinned evenly to fit the limit; None when there are none."""
    if not run.trace:
        return None
    steps, levels = [step.flatten(0, -2).numpy() for step in run.trace], run.trace_levels
    keep = max(int(TRACE_LIMIT_BYTES // max(steps[0].nbytes, 1)), 1)
    if len(steps) > keep:
        chosen = np.linspace(0, len(steps) - 1, keep).round().astype(int)
        run.note(
            f"The step trace was thinned from {len(steps)} to {len(chosen)} steps to stay below {TRACE_LIMIT_BYTES >> 20} MiB."
        )
        steps = [steps[i] for i in chosen]
        levels = [levels[i] for i in chosen] if len(levels) == len(run.trace) else []
    if len(levels) == len(steps):
        run.details["trace_noise_levels"] = levels
    return np.stack(steps)


def _loading(settings: EngineSettings) -> EngineSettings:
    """The settings that are fixed once a model is loaded; tracing may change from take to take."""
    return EngineSettings(**{**vars(settings), "trace": False})


@contextlib.contextmanager
def _family_errors(info: ModelInfo, family: Family) -> Iterator[None]:
    """Turns what another package's family raises by mistake into a sentence that names it; our own mistakes stay visible as such."""
    try:
        yield
    except (Cancelled, DitoneError):
        raise
    except Exception as error:
        if plugins.is_own(family):
            raise
        raise DitoneError(
            f'{info.title} could not be loaded: its family "{family.name}" failed with {plugins.named(error)}.',
            actions=("The family is not part of Ditone: ask whoever made it.",),
        ) from error


@contextlib.contextmanager
def _memory_errors(device: torch.device) -> Iterator[None]:
    """Turns the many spellings of "out of memory" into one error with what is free and what helps."""
    try:
        yield
    except (Cancelled, DitoneError):
        raise
    except torch.OutOfMemoryError as error:
        free = torch.cuda.mem_get_info(device)[0] / 2**20 if device.type == "cuda" else None
        raise OutOfMemory(f"{device} ran out of memory.", free_mib=free, actions=ADVICE) from error
    except Exception as error:
        if is_out_of_memory(error):
            raise OutOfMemory("This machine ran out of memory.", actions=ADVICE) from error
        raise
