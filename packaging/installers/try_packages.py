"""Tries the Linux packages as a new user would, in fresh minimal roots of Debian, and writes packaging/TESTED.md.

    python packaging/installers/try_packages.py [--suites bookworm trixie] [--before OLDER.deb] [--keep]

Needs root, mmdebstrap, Xvfb, xdotool, ImageMagick and PulseAudio on this machine, and the packages in dist/. The roots hold nothing but
Debian's minimal system: screen and sound server are this machine's, reached through their sockets. Every step is one line of the report;
the exit status is 0 when all of them held. `--before` tries an upgrade from that package; else the package is installed over itself.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from facts import DIST, HERE, ROOT, VERSION, WORK, say
from trial_root import ROOTS, SOUND, USER, Root, servers
from trial_window import open_and_play, prompt_and_play, studio, takes, type_prompt, wait

REPORT = ROOT / "packaging" / "TESTED.md"
PROGRAMS = {"mmdebstrap": "mmdebstrap", "Xvfb": "xvfb", "xdotool": "xdotool", "import": "imagemagick", "pulseaudio": "pulseaudio"}
OFFSCREEN_LIBRARIES = "libgl1 libegl1 libglib2.0-0 libfontconfig1 libxkbcommon0 libdbus-1-3"
TABLE = "| step | held | seconds | seen |\n| --- | --- | --- | --- |\n"
CLANG = 'ditone render "a short metallic clang" --seconds 1 --seed 5 --threads 2 --overwrite -o clang.wav'
INSTALL = "apt-get install -y -q --no-install-recommends"
LARGEST_DEB_MB, LARGEST_TREE_MB = 320, 1200
TREE = "/opt/ditone"
SUITE = (
    "tests/runtime/sampling",
    "tests/runtime/audio",
    "tests/runtime/dit",
    "tests/models/mini/test_pipeline.py",
    "tests/gui/test_opening.py",
)
TEST_TOOLS = (
    *("pytest", "_pytest", "pluggy", "iniconfig", "pytestqt", "pytest_timeout", "py", "attr", "mutagen"),
    *("hypothesis", "sortedcontainers", "_hypothesis_ftz_detector", "_hypothesis_globals", "_hypothesis_pytestplugin"),
)
DAMAGE = {  # a part of the tree -> where the smoke test must name it
    "lib/PySide6/Qt/lib/libQt6OpenGLWidgets.so.6": "a Qt library that only some windows need",
    "lib/transformers/models/t5gemma/modeling_t5gemma.py": "a module that one family imports late",
    "lib/ditone/gui/compare/sweep_dialog.py": "a module of our own that a dialog imports late",
    "lib/torch/bin/torch_shm_manager": "a program of torch's",
    "syslib/libportaudio.so.2": "the sound library",
}


class Trial:
    """The lines of the report, and whether everything held so far."""

    def __init__(self, changed: Callable[[], object], skipped: list[str]) -> None:
        """changed: is called after every step, so that what was seen is kept whatever happens next. skipped: words of steps."""
        self.lines: list[str] = []
        self.held = True
        self._changed, self._skipped = changed, skipped

    def step(self, name: str, action: Callable[[], str]) -> None:
        """Runs one step; a step that raises is a line that says so, and the next one is tried all the same."""
        if any(word in name for word in self._skipped):
            self.lines.append(f"| {name} | skipped | | |")
            return
        began = time.monotonic()
        try:
            told, mark = action(), "yes"
        except Exception as error:
            told, mark, self.held = f"{type(error).__name__}: {error}"[-400:].replace("\n", " "), "**NO**", False
        took = time.monotonic() - began
        say(f"{mark:6} {name}: {told} ({took:.1f} s)")
        self.lines.append(f"| {name} | {mark} | {took:.1f} | {told.replace('|', '/')} |")
        self._changed()


def expect(result: subprocess.CompletedProcess[str], holds: str = "") -> str:
    """The command's last line. Raises where it failed, or where its words do not hold `holds`."""
    if result.returncode or holds not in result.stdout + result.stderr:
        raise RuntimeError((result.stdout + result.stderr).strip()[-600:] or f"exit status {result.returncode}")
    return (result.stdout.strip().splitlines() or [""])[-1][:160]


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# -- the .deb ------------------------------------------------------------------------------------------------------------------


def try_deb(root: Root, trial: Trial, deb: Path, before: Path | None, tests: bool) -> None:
    """Install, sound, window, upgrade, damage, removal: each as a step."""
    shutil.copy(deb, root.folder / "root" / deb.name)
    root.run("apt-get update -q")
    if before is not None:
        shutil.copy(before, root.folder / "root" / before.name)
        trial.step(
            f"apt install ./{before.name}, the package before, as root", lambda: expect(root.run(f"{INSTALL} ./{before.name}"))
        )
        trial.step("a take with it", lambda: expect(root.run(CLANG.replace("clang.wav", "earlier.wav"), USER)))
        trial.step("its window stores a take", lambda: earlier_window(root))
        kept = files_of_home(root)
        trial.step(f"upgrade to ./{deb.name}", lambda: expect(root.run(f"{INSTALL} ./{deb.name}")))
        trial.step("takes and settings unchanged by that", lambda: unchanged(root, kept))
        trial.step("a take made before is read", lambda: expect(root.run("ditone recall earlier.wav", USER), "clang"))
    else:
        trial.step("apt install ./ditone.deb, as root", lambda: expect(root.run(f"{INSTALL} ./{deb.name}")))
    listen_through_pulse(root)
    trial.step("sizes", lambda: sizes(root, deb))
    trial.step("ditone --version, as a user", lambda: expect(root.run("ditone --version", USER)))
    trial.step("ditone render, the first time", lambda: expect(root.run(CLANG, USER)))
    trial.step("the same samples as from this checkout", lambda: same_samples(root))
    trial.step("a sample folder of every family: the same samples as from this checkout", lambda: same_families(root))
    trial.step("ditone --smoke, on a screen", lambda: expect(root.run("ditone --smoke", USER), 'sound output "'))
    trial.step("ditone --smoke, without a screen", lambda: expect(root.run("env -u DISPLAY ditone --smoke", USER), "(offscreen)"))
    trial.step("a wrong file gets a sentence", lambda: refused(root, "ditone nothing.wav", 2, "does not exist"))
    trial.step(
        "window with real keys: a prompt, Ctrl+Enter, Space; recorded from the sound server", lambda: prompt_and_play(root)
    )
    trial.step(
        "ditone clang.wav, as the desktop entry starts it, and Space",
        lambda: open_and_play(root, desktop_command(root, "clang.wav")),
    )
    if tests:
        trial.step("tests on the installed Python: " + ", ".join(SUITE), lambda: suite(root))
    trial.step("every part is named in the copyright file", lambda: parts_named(root))
    for name, what in DAMAGE.items():
        trial.step(f"without {name} ({what}) the smoke test fails", lambda name=name: damaged(root, name))
    trial.step("a library that is cut short is named at the start", lambda: cut_short(root))
    trial.step("without libxcb-cursor0 the window says what to install", lambda: lacking_library(root))
    trial.step("without a place to write, a take is made all the same, or the disk is named", lambda: no_write_access(root))
    kept = files_of_home(root)
    told = "Ditone: sounds and settings of each user stay in"
    trial.step("apt purge, which says where the sounds stay", lambda: expect(root.run("apt-get purge -y -q ditone"), told))
    trial.step("nothing of it left outside the home", lambda: nothing_left(root))
    trial.step("takes and settings still there", lambda: unchanged(root, kept))


def earlier_window(root: Root) -> str:
    """A take made by hand in the window of the package before; nobody listens to it."""
    with studio(root, "ditone") as window:
        time.sleep(8)
        type_prompt(window)
        wait(lambda: takes(root), 180)
        time.sleep(2)
    return f"{len(takes(root))} take in the library"


def listen_through_pulse(root: Root) -> None:
    """ALSA's default device leads to the sound server, as on a desktop."""
    root.run(f"{INSTALL} libasound2-plugins")
    root.run('printf "pcm.!default pulse\\nctl.!default pulse\\n" > .asoundrc', USER)


def sizes(root: Root, deb: Path) -> str:
    tree_mb = int(expect(root.run(f"du -s --apparent-size -B 1000000 {TREE} | cut -f1")))
    deb_mb = deb.stat().st_size / 1e6
    if deb_mb > LARGEST_DEB_MB or tree_mb > LARGEST_TREE_MB:
        raise RuntimeError(f".deb {deb_mb:.0f} MB, {TREE} {tree_mb} MB")
    return f".deb {deb_mb:.0f} MB (at most {LARGEST_DEB_MB}), {TREE} {tree_mb} MB (at most {LARGEST_TREE_MB})"


def checkout() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "packaging" / "source"), "OMP_NUM_THREADS": "2"}


def same_samples(root: Root) -> str:
    import soundfile

    here = WORK / "clang.wav"
    command = [sys.executable, "-m", "ditone", *CLANG.replace('"a short metallic clang"', "CLANG").split()[1:-1], str(here)]
    command[command.index("CLANG")] = "a short metallic clang"
    subprocess.run(command, check=True, capture_output=True, env=checkout())
    ours, theirs = (soundfile.read(path)[0] for path in (here, root.home() / "clang.wav"))
    if ours.shape != theirs.shape or abs(ours - theirs).max() > 0:
        raise RuntimeError("the samples differ")
    return f"{len(ours)} samples, all equal"


def same_families(root: Root) -> str:
    shutil.copy(HERE / "sample_hashes.py", root.home() / "sample_hashes.py")
    inside = f"OMP_NUM_THREADS=2 {TREE}/python/bin/python3.11 -I -B sample_hashes.py {TREE}/lib"
    theirs = root.run(inside, USER)
    expect(theirs)
    ours = subprocess.run([sys.executable, HERE / "sample_hashes.py"], capture_output=True, text=True, check=True, env=checkout())
    if ours.stdout != theirs.stdout:
        raise RuntimeError(f"here {ours.stdout.split()}, there {theirs.stdout.split()}")
    return "equal: " + ", ".join(line.split()[0] for line in ours.stdout.splitlines())


def refused(root: Root, command: str, status: int, words: str) -> str:
    result = root.run(command, USER)
    if result.returncode != status or "Traceback" in result.stderr or words not in result.stderr:
        raise RuntimeError(f"exit status {result.returncode}: {result.stderr[-300:]}")
    return result.stderr.strip().splitlines()[-1][:220]


def desktop_command(root: Root, name: str) -> str:
    """What the desktop entry runs for a file."""
    lines = (root.folder / "usr/share/applications/ditone.desktop").read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith("Exec="))[5:].replace("%F", name)


def parts_named(root: Root) -> str:
    text = (root.folder / "usr/share/doc/ditone/copyright").read_text("utf-8")
    infos = [path.name.split("-")[0].replace("_", "-").lower() for path in (root.folder / "opt/ditone/lib").glob("*.dist-info")]
    missing = [name for name in infos if name not in text.lower().replace("_", "-")]
    if missing:
        raise RuntimeError("not named: " + ", ".join(missing))
    return f"{len(infos)} packages, each with its licence"


def damaged(root: Root, name: str) -> str:
    """Takes a file away, starts the smoke test, and puts it back. Raises where the smoke test does not name the file."""
    path = root.folder / TREE.lstrip("/") / name
    aside = path.with_name(path.name + ".aside")
    path.rename(aside)
    try:
        return refused(root, "ditone --smoke", 1, name)
    finally:
        aside.rename(path)


def cut_short(root: Root) -> str:
    path = root.folder / TREE.lstrip("/") / "lib/torch/lib/libtorch_cpu.so"
    aside = path.with_name("whole")
    path.rename(aside)
    try:
        with aside.open("rb") as file:
            path.write_bytes(file.read(1_000_000))
        return refused(root, "ditone models", 1, "libtorch_cpu.so has 1000000 bytes instead of")
    finally:
        aside.replace(path)


def lacking_library(root: Root) -> str:
    """Without the file itself: ldconfig would make a link of it again."""
    library = next(root.folder.glob("usr/lib/x86_64-linux-gnu/libxcb-cursor.so.0.*"))
    aside = library.with_name("aside")
    library.rename(aside)
    try:
        root.run("ldconfig")
        return refused(root, "timeout 60 ditone", 1, "apt-get install libxcb-cursor0")
    finally:
        aside.rename(library)
        root.run("ldconfig")


def no_write_access(root: Root) -> str:
    """A home and a target that cannot be written."""
    root.run("mkdir -p /srv/closed && chmod 555 /srv/closed")
    closed = "HOME=/srv/closed XDG_DATA_HOME=/srv/closed/data"
    return refused(root, f"{closed} ditone render x --seconds 0.3 --steps 1 -o /srv/closed/x.wav", 1, "/srv/closed")


def suite(root: Root) -> str:
    """A part of the tests with the installed Python and the installed Ditone; the test tools are this machine's."""
    place = root.folder / "srv/suite"
    shutil.copytree(ROOT / "tests", place / "tests")
    (place / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers --import-mode=importlib\nfilterwarnings = error\n")
    (place / "lib").mkdir()
    for name in TEST_TOOLS:
        source = Path(importlib.util.find_spec(name).origin)  # type: ignore[union-attr, arg-type]
        copied = source.parent if source.name == "__init__.py" else source
        (shutil.copytree if copied.is_dir() else shutil.copy)(copied, place / "lib" / copied.name)
    for tool in ("pytest", "pytest-qt", "pytest-timeout", "hypothesis"):
        info = Path(importlib.metadata.distribution(tool)._path)  # type: ignore[attr-defined]
        shutil.copytree(info, place / "lib" / info.name)
    paths = f"PYTHONPATH={TREE}/lib:/srv/suite/lib:/srv/suite QT_QPA_PLATFORM=offscreen"
    command = f"cd /srv/suite && {paths} {TREE}/python/bin/python3.11 -B -m pytest -q -p no:cacheprovider {' '.join(SUITE)} 2>&1"
    try:
        return expect(root.run(command, USER, timeout_s=1800))
    finally:
        shutil.rmtree(place)


def files_of_home(root: Root) -> dict[Path, str]:
    """Takes and settings with their hashes. What a start may rightly write again (logs, caches, the index) is left out."""
    places = [*takes(root), *(root.home() / ".config/ditone").rglob("*"), *root.home().glob("*.wav")]
    return {path.relative_to(root.home()): digest(path) for path in places if path.is_file()}


def unchanged(root: Root, before: dict[Path, str]) -> str:
    wrong = [str(path) for path, was in before.items() if not (root.home() / path).exists() or digest(root.home() / path) != was]
    if not before or wrong:
        raise RuntimeError(f"{len(before)} files before; changed or gone: {', '.join(wrong[:5])}")
    return f"{len(before)} files with the same SHA-256"


def nothing_left(root: Root) -> str:
    found = [
        str(path.relative_to(root.folder))
        for place in ("opt", "usr", "etc", "var/lib", "var/cache", "srv")
        for path in (root.folder / place).rglob("*ditone*")
        if "apt" not in path.parts
    ]
    if found or list(root.folder.glob("opt/*")):
        raise RuntimeError("left: " + ", ".join(found[:5]))
    return "no file or folder of its name in /opt, /usr, /etc, /var"


# -- the tarball ---------------------------------------------------------------------------------------------------------------


def try_tarball(root: Root, trial: Trial, tarball: Path) -> None:
    """From a read-only folder with spaces and Chinese letters, without PortAudio's libraries; the menu entry made and removed."""
    place = "/srv/音 effekte ü"
    subprocess.run(["mkdir", "-p", f"{root.folder}{place}"], check=True)
    subprocess.run(["tar", "--zstd", "-C", f"{root.folder}{place}", "-xf", str(tarball)], check=True)
    subprocess.run(["chmod", "-R", "a-w", f"{root.folder}{place}"], check=True)
    program, install = f"'{place}/ditone/bin/ditone'", f"'{place}/ditone/install.sh'"
    where = "tarball in a read-only folder with spaces and Chinese letters, no sound libraries: "
    trial.step(where + "render", lambda: expect(root.run(CLANG.replace("ditone", program, 1), USER)))
    smoke = f"env -u DISPLAY {program} --smoke"
    trial.step(where + "--smoke", lambda: expect(root.run(smoke, USER), "PortAudio library is missing"))
    trial.step("install.sh, the link starts it, and --remove", lambda: installed_for_one(root, install))
    subprocess.run(["chmod", "-R", "u+w", f"{root.folder}{place}"], check=True)
    shutil.rmtree(f"{root.folder}{place}")


def installed_for_one(root: Root, install: str) -> str:
    expect(root.run(f"{install} && .local/bin/ditone --version", USER), "Ditone")
    entry = (root.home() / ".local/share/applications/ditone.desktop").read_text("utf-8")
    if 'ditone/bin/ditone" %F' not in entry:
        raise RuntimeError(entry)
    told = expect(root.run(f"{install} --remove", USER), "Your sounds are kept")
    left = [path for path in (root.home() / ".local").rglob("*ditone*") if "share/ditone" not in path.as_posix()]
    if left:
        raise RuntimeError(f"left: {left[:3]}")
    return told


# -- the report ----------------------------------------------------------------------------------------------------------------


def machine() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.machine())
    return f"{model}, {os.cpu_count()} cores"


def commit() -> str:
    told = subprocess.run(["git", "log", "-1", "--format=%h, %cs"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return told.strip() or "not known"


def written(pages: list[str], before: Path | None) -> str:
    packages = [
        f"- `{path.name}`: {path.stat().st_size / 1e6:.1f} MB, SHA-256 `{digest(path)}`"
        for path in sorted(DIST.iterdir())
        if path.is_file()
    ]
    twice = WORK / "twice.txt"
    head = [
        "# What was tried with the packages",
        "",
        "Written by `make test-packages`: fresh minimal roots, an ordinary user, screen and sound server of the machine outside.",
        "Times are of a machine that does other work, too.",
        "",
        f"On {time.strftime('%Y-%m-%d, %H:%M', time.gmtime())} UTC, {machine()}. Built from commit {commit()}.",
        *([f"The upgrade is from `{before.name}`, SHA-256 `{digest(before)}`."] if before is not None else []),
        "",
        *packages,
        "",
        *([twice.read_text("utf-8")] if twice.exists() else []),
    ]
    return "\n".join(head) + "\n" + "\n".join(pages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suites", nargs="+", default=["bookworm", "trixie"])
    parser.add_argument("--before", type=Path, help="an older package to upgrade from")
    parser.add_argument("--parts", nargs="+", default=["tarball", "deb"], choices=("tarball", "deb"))
    parser.add_argument("--tests", action="store_true", help="run a part of the test suite on the installed Python, too")
    parser.add_argument(
        "--skip", nargs="+", default=[], metavar="WORDS", help="leave out steps that hold these words; the report says so"
    )
    parser.add_argument("--keep", action="store_true", help="leave the roots for a look around")
    options = parser.parse_args()
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if os.geteuid() != 0 or missing:
        needs = " and: apt-get install " + " ".join(missing) if missing else ""
        sys.exit("packages: SKIPPED: trying packages needs root" + needs)
    ROOTS.mkdir(parents=True, exist_ok=True)
    deb, tarball = DIST / f"ditone_{VERSION}_amd64.deb", DIST / f"ditone-{VERSION}-linux-x86_64.tar.zst"
    trials: dict[str, Trial] = {}
    running = servers()

    def write() -> None:
        pages = [f"## Debian {suite}\n\n{TABLE}" + "\n".join(trial.lines) + "\n" for suite, trial in trials.items()]
        REPORT.write_text(written(pages, options.before), "utf-8")

    try:
        for suite_name in options.suites:
            trial = trials[suite_name] = Trial(write, options.skip)
            root = Root(suite_name)
            say(f"{suite_name}: a fresh minimal root")
            root.make()
            try:
                if "tarball" in options.parts and tarball.exists():
                    root.run(f"apt-get update -q && {INSTALL} {OFFSCREEN_LIBRARIES}")
                    try_tarball(root, trial, tarball)
                if "deb" in options.parts:
                    try_deb(root, trial, deb, options.before, options.tests)
            finally:
                if not options.keep:
                    root.remove()
    finally:
        for server in running:
            server.terminate()
        shutil.rmtree(SOUND, ignore_errors=True)
    sys.exit(0 if all(trial.held for trial in trials.values()) else 1)


if __name__ == "__main__":
    main()
