"""The .deb: the tree under /opt/ditone, and what a desktop looks for under /usr/share."""

from __future__ import annotations

import email.utils
import gzip
import hashlib
import shutil
import tempfile
from pathlib import Path

from facts import DIST, HERE, PREFIX, ROOT, VERSION, WORK, date, epoch, run, settle_times
from python_tree import ICON_SIZES

DEPENDS = (
    "libc6 (>= 2.35), libgcc-s1, libstdc++6, libgl1, libegl1, libglib2.0-0 | libglib2.0-0t64, libfontconfig1, libxkbcommon0, "
    "libdbus-1-3, libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1, libxcb-shape0, libxcb-xkb1, libxcb-image0, "
    "libxcb-render-util0, libxkbcommon-x11-0, libasound2 | libasound2t64, "
    "libjack-jackd2-0 | libjack-0.125"
)
CONTROL = """\
Package: ditone
Version: {version}
Architecture: amd64
Maintainer: Ditone developers <ditone@users.noreply.github.com>
Installed-Size: {size_kib}
Section: sound
Priority: optional
Homepage: https://github.com/ditone/ditone
Depends: {depends}
Recommends: libwayland-client0, libwayland-cursor0, libasound2-plugins, fonts-noto-cjk
Description: desktop studio for sound made by diffusion transformers
 Type a prompt, hear it, change the guidance, the solver or the steps, and
 compare takes. Models run on this machine alone; small ones for sound effects
 and speech are included.
"""
CHANGELOG = """\
ditone ({version}) stable; urgency=medium

  * What is new stands in NEWS.gz.

 -- Ditone developers <ditone@users.noreply.github.com>  {date}
"""
LINTIAN_OVERRIDES = """\
# One relocatable tree under /opt holds its own Python and the wheels as their authors built them.
ditone: dir-or-file-in-opt
ditone: embedded-library
ditone: unstripped-binary-or-object
ditone: hardening-no-relro
ditone: extra-license-file
ditone: package-installs-python-bytecode
"""
POSTRM = """\
#!/bin/sh
set -e
if [ "$1" = remove ] || [ "$1" = purge ]; then
    echo "Ditone: sounds and settings of each user stay in ~/.local/share/ditone and ~/.config/ditone."
fi
"""


def deb(tree: Path) -> Path:
    """dist/ditone_VERSION_amd64.deb."""
    DIST.mkdir(exist_ok=True)
    out = DIST / f"ditone_{VERSION}_amd64.deb"
    with tempfile.TemporaryDirectory(dir=WORK) as temporary:
        root = Path(temporary) / "root"
        (root / "DEBIAN").mkdir(parents=True)
        run("cp", "-al", tree, make(root / PREFIX.lstrip("/")).parent / "ditone.tree")
        (root / "opt/ditone").rmdir()
        (root / "opt/ditone.tree").rename(root / "opt/ditone")
        make(root / "usr/bin")
        (root / "usr/bin/ditone").symlink_to(PREFIX + "/bin/ditone")
        add_desktop_files(root / "usr/share")
        (root / "DEBIAN/postrm").write_text(POSTRM)
        (root / "DEBIAN/postrm").chmod(0o755)
        files = sorted(
            path for path in root.rglob("*") if path.is_file() and not path.is_symlink() and "DEBIAN" not in path.parts
        )
        size_kib = sum(path.stat().st_size for path in files) // 1024
        (root / "DEBIAN/control").write_text(CONTROL.format(version=VERSION, size_kib=size_kib, depends=DEPENDS))
        sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files]
        (root / "DEBIAN/md5sums").write_text("".join(sums))
        settle_times(root)
        run("chmod", "-R", "u=rwX,go=rX", root)
        run("dpkg-deb", "--root-owner-group", "--no-uniform-compression", "-Zzstd", "-z9", "--build", root, out)
    return out


def make(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def add_desktop_files(share: Path) -> None:
    """Desktop entry, AppStream metadata, icons, man page, copyright, changelog, lintian overrides."""
    filled = {"@VERSION@": VERSION, "@DATE@": date()}
    shutil.copy(HERE / "linux/ditone.desktop", make(share / "applications"))
    copy_filled(HERE / "linux/io.github.ditone.metainfo.xml", make(share / "metainfo"), filled)
    for size in ICON_SIZES:
        icon = make(share / f"icons/hicolor/{size}x{size}/apps") / "ditone.png"
        shutil.copy(ROOT / f"assets/icon/ditone-{size}.png", icon)
    shutil.copy(ROOT / "assets/icon/ditone.svg", make(share / "icons/hicolor/scalable/apps"))
    page = copy_filled(HERE / "linux/ditone.1", make(share / "man/man1"), filled)
    compress(page)
    doc = make(share / "doc/ditone")
    shutil.copy(WORK / "tree/share/doc/copyright", doc / "copyright")
    shutil.copy(ROOT / "CHANGELOG.md", doc / "NEWS")
    (doc / "changelog").write_text(CHANGELOG.format(version=VERSION, date=email.utils.formatdate(epoch())), "utf-8")
    compress(doc / "NEWS")
    compress(doc / "changelog")
    (make(share / "lintian/overrides") / "ditone").write_text(LINTIAN_OVERRIDES)


def copy_filled(source: Path, folder: Path, words: dict[str, str]) -> Path:
    text = source.read_text("utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    target = folder / source.name
    target.write_text(text, "utf-8")
    return target


def compress(path: Path) -> None:
    """Replaces a file by its .gz without a time in it."""
    with path.with_name(path.name + ".gz").open("wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as out:
        out.write(path.read_bytes())
    path.unlink()
