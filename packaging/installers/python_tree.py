"""The relocatable tree: Debian's Python, the wheels, and the file that starts them; build/packages/tree/{bin,python,lib,...}.

Debian 12's Python needs glibc 2.35 at most; made relocatable with patchelf, it brings the libraries that it is linked to, but not libc.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from facts import DIST, HERE, PREFIX, ROOT, WORK, list_contents, pinned, run, say, settle_times
from notices import write_notices

PYTHON = "python3.11"
DEBIAN_PACKAGES = (
    *("python3.11", "python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libexpat1", "zlib1g", "libssl3"),
    *("libffi8", "libsqlite3-0", "libbz2-1.0", "liblzma5", "libuuid1", "libcrypt1", "libportaudio2"),
)
LINKED = (
    *("libexpat.so.1", "libz.so.1", "libssl.so.3", "libcrypto.so.3", "libffi.so.8", "libsqlite3.so.0", "libbz2.so.1.0"),
    *("liblzma.so.5", "libuuid.so.1", "libcrypt.so.1"),
)
UNUSED = (
    *("test", "lib2to3", "idlelib", "turtledemo", "pydoc_data", "ensurepip", "sitecustomize.py", "EXTERNALLY-MANAGED"),
    *("lib-dynload/_test*", "lib-dynload/_dbm*", "lib-dynload/_curses*", "lib-dynload/nis*", "lib-dynload/readline*", "config-*"),
)
# Left without byte code, which would take 120 MB: of transformers' 400 models a take imports one or two, of the others nothing.
SELDOM_IMPORTED = (
    "transformers/models/|/sympy/|/networkx/|/mpmath/|lib/pip/|torch/testing/|torch/_inductor/|torch/onnx/"
    "|onnxruntime/(transformers|quantization|tools)/"
)
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def python_tree(lib: Path) -> Path:
    """build/packages/tree, from the folder of installed wheels. Takes the wheels' folder over."""
    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for folder in ("bin", "python/bin", "python/lib", "share/icons"):
        (tree / folder).mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=WORK) as temporary:
        debian = unpacked_debian_packages(Path(temporary))
        add_python(debian, tree)
        write_notices(lib, debian, tree / "share" / "doc")
    shutil.copytree(lib, tree / "lib", symlinks=True, copy_function=shutil.move)
    shutil.copy(HERE / "start.py", tree / "start.py")
    shutil.copy(HERE / "linux" / "ditone.sh", tree / "bin" / "ditone")
    (tree / "bin" / "ditone").chmod(0o755)
    shutil.copy(HERE / "linux" / "ditone.desktop", tree / "share" / "ditone.desktop")
    for name in ("ditone.svg", *(f"ditone-{size}.png" for size in ICON_SIZES)):
        shutil.copy(ROOT / "assets" / "icon" / name, tree / "share" / "icons" / name)
    (tree / "engine-version").write_text(pinned("torch") + "\n")
    compile_modules(tree)
    list_contents(tree)
    settle_times(tree)
    return tree


def unpacked_debian_packages(folder: Path) -> Path:
    """The packages' files under folder/root. Only on Debian 12, whose Python this is."""
    if 'VERSION_ID="12"' not in Path("/etc/os-release").read_text("utf-8"):
        raise SystemExit("packages: the Linux packages are built on Debian 12, whose Python they bring; this is another system")
    (folder / "debs").mkdir()
    run("apt-get", "download", *DEBIAN_PACKAGES, cwd=folder / "debs")
    for deb in sorted((folder / "debs").glob("*.deb")):
        run("dpkg-deb", "-x", deb, folder / "root")
    return folder / "root"


def add_python(debian: Path, tree: Path) -> None:
    """Interpreter, standard library and the libraries they are linked to, each looking for the next beside itself."""
    python = tree / "python"
    shutil.copy(debian / "usr/bin" / PYTHON, python / "bin" / PYTHON)
    shutil.copytree(debian / "usr/lib" / PYTHON, python / "lib" / PYTHON, symlinks=True)
    for pattern in UNUSED:
        for path in (python / "lib" / PYTHON).glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name in (*LINKED, "libportaudio.so.2"):
        place = "syslib" if name.startswith("libportaudio") else "python/lib"
        (tree / place).mkdir(exist_ok=True)
        found = next(debian.rglob(name))
        shutil.copy(found.resolve(), tree / place / name)
    run("patchelf", "--set-rpath", "$ORIGIN/../lib", python / "bin" / PYTHON)
    for module in sorted((python / "lib" / PYTHON / "lib-dynload").glob("*.so")):
        run("patchelf", "--set-rpath", "$ORIGIN/../..", module)
    run("patchelf", "--set-rpath", "$ORIGIN", python / "lib" / "libssl.so.3")


def compile_modules(tree: Path) -> None:
    """Byte code that is valid wherever and whenever the files are put: by their hash, not by their time."""
    say("compiling the modules")
    python = tree / "python" / "bin" / PYTHON
    command = [
        python,
        "-I",
        "-B",  # else what compileall itself imports is stored first, with its time and this folder's name, and then left as it is
        "-m",
        "compileall",
        "-f",
        "-q",
        "-x",
        SELDOM_IMPORTED,
        "--invalidation-mode",
        "unchecked-hash",
        "-s",
        tree,
        "-p",
        PREFIX,
    ]
    folders = [tree / "python" / "lib" / PYTHON, tree / "lib", tree / "start.py"]
    subprocess.run([str(part) for part in (*command, *folders)], capture_output=True, check=False)  # a few wheels hold Python 2


def tarball(tree: Path, version: str) -> Path:
    """dist/ditone-VERSION-linux-x86_64.tar.zst: the tree with its installer for one user."""
    DIST.mkdir(exist_ok=True)
    out = DIST / f"ditone-{version}-linux-x86_64.tar.zst"
    shutil.copy(HERE / "linux" / "install.sh", tree / "install.sh")
    (tree / "install.sh").chmod(0o755)
    settle_times(tree)
    tar = (
        f"tar --owner=0 --group=0 --numeric-owner --sort=name --transform 's#^tree#ditone#' -C '{tree.parent}' -cf - {tree.name}"
    )
    run("sh", "-c", f"{tar} | zstd -q -T1 -9 -f -o '{out}'")
    (tree / "install.sh").unlink()
    return out
