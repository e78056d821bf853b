"""Another build of torch beside the one that a package brings: for a GPU. Added with consent, taken away again without a trace.

It lies in `<data>/engine/<torch version>`, which `start.py` of the packages puts before its own `lib` once the file `added` is in it. What
is fetched comes through pip, which the packages bring, from where pip looks (`cuda` on Linux) or from the index that torch's own page
https://pytorch.org/get-started/locally/ names for the system and driver (everything else).
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from ditone.runtime import files, folders, json_reading
from ditone.runtime.errors import BadRequest, Cancelled, DitoneError
from ditone.runtime.installation import damage

ADDED = "added"  # the file that says that everything is there
PART = ".part"
PAGE = "https://pytorch.org/get-started/locally/"
OFFLINE_WORDS = (
    "NewConnectionError",
    "Failed to establish",
    "ConnectTimeout",
    "ProxyError",
    "getaddrinfo",
    "Name or service",
    "Max retries",
)
SPACE_WORDS = ("No space left", "Errno 28")
NOT_FOUND_WORDS = ("No matching distribution", "Could not find a version", "ResolutionImpossible")
CHECK = "import json, torch; print(json.dumps([torch.__version__, torch.version.cuda, torch.version.hip]))"
RUN_PIP = "runpy.run_module('pip', run_name='__main__')"
Told = Callable[[str], None]


@dataclass(frozen=True)
class Kind:
    """A build of torch. `index` is "" where pip's own place has it; sizes are round figures of present builds, told before anything is
    fetched."""

    name: str
    title: str
    index: str
    licence: str
    fetch_gb: float
    disk_gb: float


CUDA = Kind("cuda", "NVIDIA GPUs (CUDA)", "", "torch: BSD-3-Clause; NVIDIA's libraries: NVIDIA's own terms, free to use", 3, 7)
ROCM = Kind("rocm", "AMD GPUs (ROCm)", PAGE, "torch: BSD-3-Clause; ROCm's libraries: MIT and others", 5, 16)
CPU = Kind("cpu", "no GPU", "https://download.pytorch.org/whl/cpu", "torch: BSD-3-Clause", 0.2, 0.9)
KINDS = {kind.name: kind for kind in (CUDA, ROCM, CPU)}


@dataclass(frozen=True)
class Status:
    """What is there. `added` is the kind in the engine folder, "" for none; `other` names engines of other versions, which are unused."""

    version: str
    folder: Path
    added: str
    size_bytes: int
    other: tuple[str, ...]


class Stop:
    """Ends `add` from another thread."""

    def __init__(self) -> None:
        self._wanted = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def stop(self) -> None:
        self._wanted.set()
        if self._process is not None:
            self._process.terminate()

    def watch(self, process: subprocess.Popen[str]) -> None:
        """Ends this program with `stop`."""
        self._process = process
        if self._wanted.is_set():
            process.terminate()

    def check(self) -> None:
        """Raises Cancelled once `stop` was called."""
        if self._wanted.is_set():
            raise Cancelled


def home() -> Path:
    """Where added engines lie."""
    return folders.data() / "engine"


def version() -> str:
    """The version of torch that this Ditone was made with; an added engine must be the same."""
    tree = damage.root()
    named = tree / "engine-version" if tree is not None else None
    if named is not None and named.exists():
        return named.read_text("utf-8").strip()
    return metadata.version("torch").partition("+")[0]


def status() -> Status:
    """Looks at the disk; torch is not imported."""
    folder = home() / version()
    others = (
        tuple(sorted(p.name for p in home().iterdir() if p.is_dir() and p != folder and not p.name.endswith(PART)))
        if home().is_dir()
        else ()
    )
    return Status(version(), folder, kind_of(folder), _size(folder), others)


def kind_of(folder: Path) -> str:
    """The kind of the engine in a folder; "" where there is none, or one that did not come in whole."""
    try:
        return str(json_reading.load(folder / ADDED, error=DitoneError)["kind"])
    except (DitoneError, KeyError, TypeError):
        return ""


def command(kind: Kind, index: str = "") -> str:
    """What does the same where there is a network, for a Python of one's own."""
    chosen = index or kind.index
    source = f" --index-url {chosen}" if chosen and chosen != PAGE else ""
    return f"{Path(sys.executable).name} -m pip install torch=={version()}{source}"


def chosen(name: str, index: str = "") -> Kind:
    """The kind of this name. Raises BadRequest for an unknown one, or one that needs an index that was not given."""
    if name not in KINDS:
        raise BadRequest(f'There is no engine "{name}".', f"Known are: {', '.join(KINDS)}.")
    kind = KINDS[name]
    needs_index = kind.index == PAGE or (kind is CUDA and sys.platform != "linux")
    if needs_index and not index:
        raise BadRequest(
            f"Which build of torch for {kind.title} fits depends on this machine's driver.",
            actions=(f"Look at {PAGE} and give the address behind --index-url as --index.",),
        )
    return kind


def require_tree() -> Path:
    """The installed tree. Raises DitoneError for a Ditone that was installed with pip: there, torch is changed with pip."""
    tree = damage.root()
    if tree is None:
        raise DitoneError(
            "This Ditone was installed with pip, which changes its torch too.",
            actions=(f"For an NVIDIA GPU: {command(CUDA)}.", f"For other builds see {PAGE}."),
        )
    return tree


def add(
    kind: Kind, index: str = "", told: Told = lambda line: None, stop: Stop | None = None, source: tuple[str, ...] = ()
) -> Status:
    """Fetches a build, tries it, and puts it in place. `told` gets pip's lines; `source` replaces pip's own ways to find packages.

    Raises DitoneError where the network, the disk or the build does not do; then everything is as before. Raises Cancelled after `stop`.
    """
    tree, stop = require_tree(), stop or Stop()
    target = home() / version()
    place = home() / (version() + PART)
    try:
        shutil.rmtree(place, ignore_errors=True)
        folders.make_private(home())
        _fetch(place, tree, source or (("--index-url", index or kind.index) if index or kind.index else ()), kind, told, stop)
        _try(place, tree, kind)
        stop.check()
        about = {"kind": kind.name, "version": version(), "bytes": _size(place)}
        files.write_bytes(place / ADDED, json.dumps(about).encode())
        shutil.rmtree(target, ignore_errors=True)
        place.rename(target)
    except OSError as error:
        raise DitoneError(f"The engine could not be stored in {target}: {error.strerror or error}.") from error
    finally:
        for rest in (place, home() / ("tmp" + PART)):
            shutil.rmtree(rest, ignore_errors=True)
    return status()


def remove() -> int:
    """Deletes every added engine; the bytes that are free again. The one that came with the package is used from the next start on.

    Raises DitoneError where a file cannot be deleted.
    """
    size = _size(home())
    try:
        if home().exists():
            shutil.rmtree(home())
    except OSError as error:
        raise DitoneError(
            f"{error.filename or home()} could not be deleted: {error.strerror}.",
            actions=("Close every window of Ditone and try it again.",),
        ) from error
    return size


def _fetch(place: Path, tree: Path, source: tuple[str, ...], kind: Kind, told: Told, stop: Stop) -> None:
    if importlib.util.find_spec("pip") is None:
        raise DitoneError("This installation brings no pip.", actions=(f"Where there is a Python with pip: {command(kind)}.",))
    stop.check()
    with tempfile.TemporaryDirectory(prefix="ditone-engine-") as temporary:
        pins = Path(temporary) / "pins.txt"
        lines = [
            f"{d.name}=={d.version}\n" for d in metadata.distributions(path=[str(tree / "lib")]) if d.name.lower() != "torch"
        ]
        pins.write_text("".join(lines), "utf-8")
        pip = ["install", "--no-input", "--no-compile", "--disable-pip-version-check", "--progress-bar", "off"]
        words = [*pip, "--target", str(place), "-c", str(pins), *source, f"torch=={version()}"]
        ways = [way for way in sys.path if way]
        program = f"import sys, runpy; sys.path[:0] = {ways!r}; sys.argv[0] = 'pip'; {RUN_PIP}"
        environment = {**os.environ, "TMPDIR": str(_roomy(place))}
        said = []
        with subprocess.Popen(
            [sys.executable, "-I", "-B", "-c", program, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment,
        ) as process:
            stop.watch(process)
            assert process.stdout is not None
            for line in process.stdout:
                said.append(line)
                told(line.rstrip())
        code = process.returncode
    stop.check()
    if code:
        raise _refusal("".join(said), kind)


def _roomy(place: Path) -> Path:
    """Where pip unpacks: beside the target, because /tmp is often small and in memory."""
    folder = place.with_name("tmp" + PART)
    folder.mkdir(exist_ok=True)
    return folder


def _refusal(said: str, kind: Kind) -> DitoneError:
    by_hand = f"Where there is a network: {command(kind)}."
    if any(word in said for word in SPACE_WORDS):
        return DitoneError(
            f"The disk of {home()} is full.",
            f"{kind.title}: about {kind.disk_gb:g} GB are needed.",
            ("Make room and try again.",),
        )
    if any(word in said for word in OFFLINE_WORDS):
        return DitoneError("The network cannot be reached, so nothing was added.", "", ("Try it again with a network.", by_hand))
    last = next((line.strip() for line in reversed(said.splitlines()) if line.startswith("ERROR")), "pip gave no reason")
    if any(word in said for word in NOT_FOUND_WORDS):
        return DitoneError(
            f"There is no build torch {version()} for {kind.title} there.", last, (f"Look at {PAGE} and give --index.",)
        )
    return DitoneError("The engine could not be fetched.", last, (by_hand,))


def _try(place: Path, tree: Path, kind: Kind) -> None:
    """Imports the fetched torch in a process of its own. Raises DitoneError where it is not what was asked for."""
    program = f"import sys; sys.path[:0] = {[str(place), str(tree / 'lib')]!r}; " + CHECK
    done = subprocess.run([sys.executable, "-I", "-B", "-c", program], capture_output=True, text=True, check=False)
    try:
        is_version, cuda, hip = json.loads(done.stdout.strip().splitlines()[-1])
    except (ValueError, IndexError):
        last = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        raise DitoneError("The torch that came cannot be imported here, so nothing was added.", last) from None
    if is_version.partition("+")[0] != version():
        raise DitoneError(f"torch {is_version} came, and {version()} was asked for; nothing was added.")
    if {"cuda": not cuda, "rocm": not hip, "cpu": bool(cuda or hip)}[kind.name]:
        raise DitoneError(f"The torch that came is no build for {kind.title}, so nothing was added.", f"It is {is_version}.")


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) if folder.is_dir() else 0
