"""Models that are on this computer already: snapshots in the caches of hubs, and folders of other programs. Nothing is changed there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.runtime.errors import BadModelFolder, Cancelled
from ditone.runtime.hub import repacks
from ditone.runtime.hub.download_task import DownloadTask

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

DEEPEST, MOST_FOLDERS = 6, 20_000
SKIPPED = {"node_modules", "__pycache__", "site-packages", ".git", "blobs", "refs", ".locks", "proc", "sys", "dev"}
ENDINGS = (".safetensors", ".pt", ".pth", ".bin", ".gguf", ".onnx", ".npz", ".yaml", ".json")
WEIGHTS = (".safetensors", ".pt", ".pth", ".gguf", ".onnx", ".npz")
PROGRAMS = ("ComfyUI/models", "pretrained_models", "models", ".lmstudio/models", "Downloads", "AI/models")


@dataclass(frozen=True)
class Seen:
    """A folder that was found: `info` when a family knows it, else `form`, the words of a repacked form (of the same model, maybe)."""

    folder: Path
    info: ModelInfo | None
    form: str = ""

    @property
    def usable(self) -> bool:
        return self.info is not None and not self.info.problems


def usual_places() -> list[Path]:
    """The caches of the hubs, as their own variables say, and where other programs keep models in a home folder."""
    environ, home = os.environ, Path.home()
    cache = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    hub_home = Path(environ.get("HF_HOME") or cache / "huggingface")
    named = [
        environ.get("HF_HUB_CACHE") or environ.get("HUGGINGFACE_HUB_CACHE") or str(hub_home / "hub"),
        environ.get("MODELSCOPE_CACHE") or str(cache / "modelscope"),
    ]
    found = [Path(one).expanduser() for one in named] + [home / name for name in PROGRAMS]
    return [path for path in dict.fromkeys(found) if path.is_dir()]


def look(
    places: list[Path],
    recognise: Callable[[Path], ModelInfo],
    work: DownloadTask | None = None,
    found: Callable[[Seen], object] = lambda seen: None,
) -> list[Seen]:
    """Looks through folders and what lies in them. `found` hears of each as it is seen. Raises Cancelled when stopped."""
    work, result, seen = work or DownloadTask(), [], set[Path]()
    for folder in _walk(places, work):
        real = folder.resolve()
        if real in seen:
            continue
        seen.add(real)
        one = _seen(folder, recognise)
        if one is not None:
            result.append(one)
            found(one)
    return result


def _seen(folder: Path, recognise: Callable[[Path], ModelInfo]) -> Seen | None:
    try:
        return Seen(folder, recognise(folder))
    except BadModelFolder:
        pass
    except Cancelled:
        raise
    except Exception:  # a stranger's folder can hold anything
        return None
    try:
        if not any(path.suffix in WEIGHTS for path in folder.iterdir()):
            return None
        form = repacks.form_of(folder)
    except OSError:
        return None
    return Seen(folder, None, form.words) if form is not None else None


def _walk(places: list[Path], work: DownloadTask) -> Iterator[Path]:
    """Folders that hold files of models, and none below one that a family could know."""
    left = MOST_FOLDERS
    waiting = [(place, 0) for place in reversed(places)]
    while waiting and left:
        work.check()
        folder, depth = waiting.pop()
        left -= 1
        work.at("checking", str(folder))
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        if any(entry.suffix in ENDINGS and not entry.is_dir() for entry in entries):
            yield folder
        if depth < DEEPEST:
            waiting += [
                (entry, depth + 1)
                for entry in reversed(entries)
                if entry.name not in SKIPPED and not entry.is_symlink() and entry.is_dir()
            ]
