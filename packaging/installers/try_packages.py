"""Tries the Linux packages as a new user would, in fresh minimal roots of Debian, and writes packaging/TESTED.md.

    python packaging/installers/try_packages.py [--suites bookworm trixie] [--keep]

Needs root, mmdebstrap, Xvfb, xdotool, ImageMagick and PulseAudio on this machine, and the packages in dist/. The roots hold nothing but
Debian's minimal system: screen and sound server are this machine's, reached through their sockets. Every step is one line of the report;
the exit status is 0 when all of them held.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from facts import DIST, ROOT, VERSION, WORK, say

ROOTS = WORK / "roots"
REPORT = ROOT / "packaging" / "TESTED.md"
USER = "designer"
PROGRAMS = {"mmdebstrap": "mmdebstrap", "Xvfb": "xvfb", "xdotool": "xdotool", "import": "imagemagick", "pulseaudio": "pulseaudio"}
DISPLAY = ":87"
SOUND = Path("/tmp/ditone-try-sound")
OFFSCREEN_LIBRARIES = "libgl1 libegl1 libglib2.0-0 libfontconfig1 libxkbcommon0 libdbus-1-3"
TABLE = "| step | held | seconds | seen |\n| --- | --- | --- | --- |\n"
CLANG = 'ditone render "a short metallic clang" --seconds 1 --seed 5 --threads 2 --overwrite -o clang.wav'


class Root:
    """A minimal Debian that lasts for one run, with the programs of this class's user in it."""

    def __init__(self, suite: str) -> None:
        self.suite, self.folder = suite, ROOTS / suite
        self.mounts: list[Path] = []

    def make(self) -> None:
        """Unpacks the suite's minimal system, made once and kept as a tar file."""
        packed = ROOTS / f"{self.suite}.tar"
        if not packed.exists():
            mirror = debian_mirror()
            bootstrap = ["mmdebstrap", "--variant=apt", "--include=ca-certificates", self.suite, str(packed), *mirror]
            subprocess.run(bootstrap, check=True, capture_output=True)
        self.remove()
        self.folder.mkdir(parents=True)
        subprocess.run(["tar", "-C", self.folder, "-xf", packed], check=True)
        for place in ("proc", "dev", "sys", "tmp/.X11-unix", SOUND.as_posix().lstrip("/")):
            source, target = Path("/") / place, self.folder / place
            source.mkdir(parents=True, exist_ok=True)
            target.mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", "--bind", source, target], check=True)
            self.mounts.append(target)
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        for name in ("/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"):
            shutil.copy(name, self.folder / name.lstrip("/"))
        self.run(f"useradd -m -s /bin/sh {USER}")

    def run(self, command: str, user: str = "root", timeout_s: float = 900) -> subprocess.CompletedProcess[str]:
        """A shell command inside, as root or as the user in their home, with a clean environment."""
        home = "/root" if user == "root" else f"/home/{user}"
        setting = (
            f"cd {home}; export DISPLAY={DISPLAY} PULSE_SERVER=unix:{SOUND}/native LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive; "
        )
        become = ["chroot", str(self.folder), "su", "-", user, "-s", "/bin/sh", "-c", setting + command]
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "dumb"}
        return subprocess.run(become, capture_output=True, text=True, timeout=timeout_s, env=clean, check=False)

    def start(self, command: str) -> subprocess.Popen[bytes]:
        """A program of the user that goes on while this one works."""
        setting = f"cd /home/{USER}; export DISPLAY={DISPLAY} PULSE_SERVER=unix:{SOUND}/native LANG=C.UTF-8; "
        become = ["chroot", str(self.folder), "su", "-", USER, "-s", "/bin/sh", "-c", setting + command]
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        return subprocess.Popen(become, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean)

    def home(self) -> Path:
        return self.folder / "home" / USER

    def remove(self) -> None:
        """Takes the root away again; what is mounted in it first."""
        lines = Path("/proc/mounts").read_text("utf-8").splitlines()
        for target in sorted((line.split()[1] for line in lines if line.split()[1].startswith(f"{self.folder}/")), reverse=True):
            subprocess.run(["umount", "-l", target], check=False)
        if self.folder.exists():
            shutil.rmtree(self.folder)


def debian_mirror() -> list[str]:
    """The mirror that this machine uses itself; none where it names none, and mmdebstrap takes Debian's own."""
    for path in [*Path("/etc/apt/sources.list.d").glob("debian.sources")]:
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("URIs:"):
                return [line.split()[1]]
    return []


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Trial:
    """The lines of the report, and whether everything held so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.held = True

    def step(self, name: str, action: Callable[[], str]) -> None:
        """Runs one step; a step that raises is a line that says so, and the next one is tried all the same."""
        began = time.monotonic()
        try:
            told, mark = action(), "yes"
        except Exception as error:
            told, mark, self.held = f"{type(error).__name__}: {error}"[-400:].replace("\n", " "), "**NO**", False
        took = time.monotonic() - began
        say(f"{mark:6} {name}: {told} ({took:.1f} s)")
        self.lines.append(f"| {name} | {mark} | {took:.1f} | {told} |")


def expect(result: subprocess.CompletedProcess[str]) -> str:
    """The command's last line. Raises where it failed."""
    if result.returncode:
        raise RuntimeError((result.stdout + result.stderr).strip()[-600:] or f"exit status {result.returncode}")
    return (result.stdout.strip().splitlines() or [""])[-1][:160]


def try_deb(root: Root, trial: Trial, deb: Path) -> None:
    """Install, sound, window, upgrade, removal: each as a step."""
    shutil.copy(deb, root.folder / "root" / deb.name)
    installed = f"apt-get update -q && apt-get install -y -q --no-install-recommends ./{deb.name}"
    trial.step("apt install ./ditone.deb, as root", lambda: expect(root.run(installed)))
    trial.step(
        "disk that it takes", lambda: expect(root.run("du -sm --apparent-size /opt/ditone | cut -f1")) + " MiB in /opt/ditone"
    )
    trial.step("ditone --version, as a user", lambda: expect(root.run("ditone --version", USER)))
    trial.step("ditone render, the first time", lambda: expect(root.run(CLANG, USER)))
    trial.step("the same samples as from this checkout", lambda: same_samples(root))
    trial.step("ditone --smoke", lambda: expect(root.run("ditone --smoke", USER)))
    trial.step("a wrong file gets a sentence", lambda: refused(root))
    root.run("apt-get install -y -q --no-install-recommends libasound2-plugins")
    sound = 'printf "pcm.!default pulse\\nctl.!default pulse\\n" > .asoundrc'
    root.run(sound, USER)
    trial.step("window with real keys: a prompt, Ctrl+Enter, Space; recorded from the sound server", lambda: window(root))
    before = {path.relative_to(root.home()): digest(path) for path in takes(root)}
    trial.step("the package installed over itself", lambda: expect(root.run(f"apt-get install -y -q --reinstall ./{deb.name}")))
    trial.step("takes unchanged by that", lambda: unchanged(root, before))
    trial.step("apt purge", lambda: expect(root.run("apt-get purge -y -q ditone")))
    trial.step("nothing of it left outside the home", lambda: nothing_left(root))
    trial.step("takes still there", lambda: unchanged(root, before))


def same_samples(root: Root) -> str:
    import soundfile

    here = WORK / "clang.wav"
    command = [sys.executable, "-m", "ditone", *CLANG.replace('"a short metallic clang"', "CLANG").split()[1:-1], str(here)]
    command[command.index("CLANG")] = "a short metallic clang"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "packaging" / "source")}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    ours, theirs = (soundfile.read(path)[0] for path in (here, root.home() / "clang.wav"))
    if ours.shape != theirs.shape or abs(ours - theirs).max() > 0:
        raise RuntimeError("the samples differ")
    return f"{len(ours)} samples, all equal"


def refused(root: Root) -> str:
    result = root.run("ditone compare nothing.wav clang.wav", USER)
    if result.returncode != 1 or "Traceback" in result.stderr:
        raise RuntimeError(result.stderr[-300:])
    return result.stderr.strip()[:140]


def takes(root: Root) -> list[Path]:
    return sorted((root.home() / ".local/share/ditone/library/takes").rglob("*.wav"))


def window(root: Root) -> str:
    """Starts the studio, types into it, waits for the take, plays it and listens. Raises where a part of that does not happen."""
    began = time.monotonic()
    studio = root.start("ditone")
    recorded = WORK / f"{root.suite}.raw"
    try:
        find = ["xdotool", "search", "--onlyvisible", "--name", "Ditone"]
        shown = wait(lambda: subprocess.run(find, env=screen(), capture_output=True, text=True, check=False).stdout.split(), 90)
        seen_s = time.monotonic() - began
        time.sleep(6)
        keys("windowfocus", "--sync", shown[0])
        keys("type", "--delay", "20", "a short metallic clang")
        keys("key", "ctrl+Return")
        wait(lambda: takes(root), 120)
        first_s = time.monotonic() - began
        time.sleep(2)
        with recorded.open("wb") as file:
            listen = subprocess.Popen(["parec", "-d", "probe.monitor", "--raw"], stdout=file, env=sound_server())
            keys("mousemove", "700", "350", "click", "1")  # the lane takes the keys from the prompt
            keys("key", "space")
            time.sleep(5)
            listen.terminate()
            listen.wait()
        subprocess.run(["import", "-window", "root", str(WORK / f"{root.suite}.png")], env=screen(), check=True)
    finally:
        keys("key", "ctrl+q")
        try:
            studio.wait(30)
        except subprocess.TimeoutExpired:
            studio.kill()
            root.run("pkill -9 -f start.py")
            raise
    import numpy as np

    heard = np.fromfile(recorded, "<i2").astype(float) / 32768
    level_db = 20 * np.log10(np.sqrt(np.mean(heard**2)) + 1e-9) if len(heard) else -180.0
    if level_db < -70:
        raise RuntimeError(f"nothing was heard ({level_db:.0f} dBFS)")
    return f"window after {seen_s:.1f} s, take stored after {first_s:.1f} s, heard at {level_db:.0f} dBFS (mean over 5 s)"


def wait(condition: Callable[[], list[str] | list[Path]], timeout_s: float) -> list[str]:
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if found := condition():
            return [str(part) for part in found]
        time.sleep(0.3)
    raise TimeoutError(f"not within {timeout_s:.0f} s")


def screen() -> dict[str, str]:
    return {**os.environ, "DISPLAY": DISPLAY}


def sound_server() -> dict[str, str]:
    return {**os.environ, "PULSE_SERVER": f"unix:{SOUND}/native"}


def keys(*arguments: str) -> None:
    subprocess.run(["xdotool", *arguments], env=screen(), check=False, capture_output=True)


def unchanged(root: Root, before: dict[Path, str]) -> str:
    now = {path.relative_to(root.home()): digest(path) for path in takes(root)}
    if not before or any(now.get(path) != was for path, was in before.items()):
        raise RuntimeError(f"before {len(before)} takes, now {len(now)}, or their bytes differ")
    return f"{len(before)} takes with the same SHA-256"


def nothing_left(root: Root) -> str:
    found = [
        str(path.relative_to(root.folder))
        for place in ("opt", "usr", "etc", "var/lib", "var/cache")
        for path in (root.folder / place).rglob("*ditone*")
        if "apt" not in path.parts
    ]
    if found:
        raise RuntimeError("left: " + ", ".join(found[:5]))
    return "no file or folder of its name in /opt, /usr, /etc, /var"


def try_tarball(root: Root, trial: Trial, tarball: Path) -> None:
    """From a read-only folder with spaces and Chinese letters, without PortAudio's package, the user's menu entry made and removed."""
    place = "/srv/音 effekte ü"
    subprocess.run(["mkdir", "-p", f"{root.folder}{place}"], check=True)
    unpack = ["tar", "--zstd", "-C", f"{root.folder}{place}", "-xf", str(tarball)]
    subprocess.run(unpack, check=True)
    subprocess.run(["chmod", "-R", "a-w", f"{root.folder}{place}"], check=True)
    program = f"'{place}/ditone/bin/ditone'"
    install = f"'{place}/ditone/install.sh'"
    where = "tarball in a read-only folder with spaces and Chinese letters: "
    trial.step(where + "render", lambda: expect(root.run(CLANG.replace("ditone", program, 1), USER)))
    trial.step(where + "--smoke", lambda: expect(root.run(program + " --smoke", USER)))
    trial.step(where + "install.sh and its removal", lambda: expect(root.run(f"{install} && {install} --remove", USER)))


def machine() -> str:
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line), "?"
    )
    return f"{model}, {os.cpu_count()} cores"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suites", nargs="+", default=["bookworm", "trixie"])
    parser.add_argument("--keep", action="store_true", help="leave the roots for a look around")
    options = parser.parse_args()
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if os.geteuid() != 0 or missing:
        sys.exit(
            "packages: SKIPPED: trying packages needs root" + (" and: apt-get install " + " ".join(missing) if missing else "")
        )
    ROOTS.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(SOUND, ignore_errors=True)
    SOUND.mkdir(mode=0o777)
    SOUND.chmod(0o777)
    screen_server = subprocess.Popen(["Xvfb", DISPLAY, "-ac", "-screen", "0", "1440x900x24"], stderr=subprocess.DEVNULL)
    module = f"module-native-protocol-unix auth-anonymous=1 socket={SOUND}/native"
    pulse = ["pulseaudio", "--exit-idle-time=-1", "-n", "-L", module, "-L", "module-null-sink sink_name=probe"]
    sounds = subprocess.Popen(pulse, stderr=subprocess.DEVNULL, env={**os.environ, "XDG_RUNTIME_DIR": str(SOUND)})
    deb, tarball = DIST / f"ditone_{VERSION}_amd64.deb", DIST / f"ditone-{VERSION}-linux-x86_64.tar.zst"
    pages = []
    held = True
    try:
        for suite in options.suites:
            trial, root = Trial(), Root(suite)
            say(f"{suite}: a fresh minimal root")
            root.make()
            try:
                if tarball.exists():
                    root.run(f"apt-get update -q && apt-get install -y -q --no-install-recommends {OFFSCREEN_LIBRARIES}")
                    try_tarball(root, trial, tarball)
                try_deb(root, trial, deb)
            finally:
                if not options.keep:
                    root.remove()
            pages.append(f"## Debian {suite}\n\n{TABLE}" + "\n".join(trial.lines) + "\n")
            held &= trial.held
    finally:
        screen_server.terminate()
        sounds.terminate()
        shutil.rmtree(SOUND, ignore_errors=True)
    made = [path for path in (deb, tarball) if path.exists()]
    packages = [f"- `{path.name}`: {path.stat().st_size / 1e6:.1f} MB, SHA-256 `{digest(path)}`" for path in made]
    head = [
        "# What was tried with the packages",
        "",
        "Written by `make test-packages`: fresh minimal roots, an ordinary user, screen and sound server of the machine outside.",
        "Times are of a machine that does other work, too.",
        "",
        f"On {time.strftime('%Y-%m-%d')}, {machine()}.",
        "",
        *packages,
        "",
    ]
    REPORT.write_text("\n".join(head) + "\n" + "\n".join(pages), "utf-8")
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
