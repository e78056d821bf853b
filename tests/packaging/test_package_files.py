"""What the packages hand to desktops and other systems says one thing everywhere."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from ditone.runtime.cli.options import parse

ROOT = Path(__file__).parents[2]
INSTALLERS = ROOT / "packaging" / "installers"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def test_the_desktop_entry_opens_files_with_the_command() -> None:
    text = (INSTALLERS / "linux" / "ditone.desktop").read_text("utf-8")
    assert "\nExec=ditone %F\n" in text
    assert {"audio/flac", "audio/x-wav", "inode/directory"} <= set(re.findall(r"[\w-]+/[\w.-]+", text.partition("MimeType=")[2]))


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("desktop-file-validate", ["linux/ditone.desktop"]),
        ("appstreamcli", ["validate", "--no-net", "--pedantic", "linux/io.github.ditone.metainfo.xml"]),
    ],
)
def test_the_desktops_own_checkers_are_content(program: str, arguments: list[str], tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed; `python3 packaging/set_up.py packages` installs it")
    source = INSTALLERS / arguments[-1]
    filled = tmp_path / source.name
    filled.write_text(source.read_text("utf-8").replace("@VERSION@", VERSION).replace("@DATE@", "2026-12-01"), "utf-8")
    done = subprocess.run([program, *arguments[:-1], str(filled)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_icon_has_its_size() -> None:
    for size in (16, 24, 32, 48, 64, 128, 256, 512):
        data = (ROOT / f"assets/icon/ditone-{size}.png").read_bytes()
        assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (size, size)


def test_the_workflow_and_the_description_for_macos_can_be_read_and_name_this_version() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/packages.yml").read_text("utf-8"))["jobs"]
    assert {"linux", "clean", "windows", "macos"} <= set(jobs)
    assert all("--smoke" in str(jobs[name]) for name in ("clean", "windows", "macos"))
    described = tomllib.loads((INSTALLERS / "macos/pyproject.toml").read_text("utf-8"))["tool"]["briefcase"]
    assert described["version"] == VERSION
    assert f"ditone-{VERSION}-py3" in described["app"]["ditone_app"]["requires"][0]
    assert (INSTALLERS / "macos" / described["app"]["ditone_app"]["sources"][0] / "__main__.py").exists()


def test_the_descriptions_for_clusters_can_be_read_and_run_the_command_that_there_is() -> None:
    folder = ROOT / "packaging/cluster"
    described = yaml.safe_load((folder / "kubernetes.yaml").read_text("utf-8"))
    assert described["kind"] == "RayJob"
    subprocess.run(["bash", "-n", str(folder / "slurm.sh")], check=True)
    script = (folder / "slurm.sh").read_text("utf-8").replace("\\\n", " ")
    line = next(line for line in script.splitlines() if "ditone batch" in line and not line.startswith("#")).partition("-- ")[2]
    for command in (described["spec"]["entrypoint"], line):
        words = shlex.split(command)
        assert words[0] == "ditone"
        assert parse(words[1:])[1].cluster == "auto"
