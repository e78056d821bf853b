"""A minimal Debian in a folder, fresh for every trial, with an ordinary user in it. Screen and sound server are those of the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from facts import WORK

ROOTS = WORK / "roots"
USER = "designer"
DISPLAY = ":87"
SOUND = Path("/tmp/ditone-try-sound")


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
            bootstrap = ["mmdebstrap", "--variant=apt", "--include=ca-certificates,passwd", self.suite, str(packed), *mirror]
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
        (self.folder / "etc/dpkg/dpkg.cfg.d/quick").write_text("force-unsafe-io\n")  # nothing of it must outlast a power cut
        made = self.run(f"useradd -m -s /bin/sh {USER}")
        if made.returncode:
            raise RuntimeError(f"{self.suite}: no user could be made: {made.stderr.strip()}")

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

    def kill(self) -> None:
        """Ends what the user's programs in this root still do."""
        user = self.home().stat().st_uid
        for process in Path("/proc").glob("[0-9]*"):
            try:
                mine = process.stat().st_uid == user and (process / "root").resolve() == self.folder.resolve()
            except OSError:
                continue
            if mine:
                os.kill(int(process.name), 9)

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


def servers() -> list[subprocess.Popen[bytes]]:
    """A screen and a sound server with a null sink named "probe", both without access control; the caller ends them."""
    shutil.rmtree(SOUND, ignore_errors=True)
    SOUND.mkdir(mode=0o777)
    SOUND.chmod(0o777)
    screen = subprocess.Popen(["Xvfb", DISPLAY, "-ac", "-screen", "0", "1440x900x24"], stderr=subprocess.DEVNULL)
    module = f"module-native-protocol-unix auth-anonymous=1 socket={SOUND}/native"
    pulse = ["pulseaudio", "--exit-idle-time=-1", "-n", "-L", module, "-L", "module-null-sink sink_name=probe"]
    return [screen, subprocess.Popen(pulse, stderr=subprocess.DEVNULL, env={**os.environ, "XDG_RUNTIME_DIR": str(SOUND)})]
