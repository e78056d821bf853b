"""What of the installed wheels Ditone never opens: tools, headers, tests, Qt modules. Licence texts always stay.

Never trimmed: transformers' models (AutoTokenizer walks all of them), `torch/bin/torch_shm_manager`, `torch/testing`, and
`libQt6OpenGLWidgets`. Each was tried, and each broke something that no quick look shows; the smoke test now would.
"""

from __future__ import annotations

import shutil
from pathlib import Path

QT_TOOLS = (
    "qmlls* qmlformat* lupdate* lrelease* linguist* assistant* designer* qmllint* svgtoqml* balsam* balsamui* qsb* rcc* uic* "
    "qmlcachegen* qmlimportscanner* qmltyperegistrar* scripts typesystems include glue support doc metatypes resources "
    "Qt/libexec Qt/qml Qt/metatypes Qt/resources qml"
).split()
QT_MODULES = (
    "Qml Quick Sql Test Designer Help Concurrent UiTools StateMachine Xml PrintSupport Network Pdf WebEngine 3D SvgWidgets"
).split()
QT_LIBRARIES = (
    "Qml Quick Sql Test Designer Help Concurrent UiTools StateMachine Xml PrintSupport LabsQ LabsS LabsA LabsF LabsP LabsW "
    "VirtualKeyboard Pdf EglFS WaylandCompositor WaylandEglCompositor Lottie 3D ShaderTools WaylandEglComp"
).split()
QT_PLUGINS = (
    "designer egldeviceintegrations generic networkinformation printsupport qmllint qmltooling sqldrivers tls vectorimageformats "
    "wayland-graphics-integration-server imageformats/*qpdf* imageformats/*tiff* imageformats/*tga* imageformats/*wbmp* "
    "imageformats/*icns* platforms/*eglfs* platforms/*linuxfb* platforms/*vkkhr* platforms/*vnc* platforms/*minimalegl* "
    "platforms/*qdirect2d* platforminputcontexts/*virtualkeyboard*"
).split()
RULES: dict[str, list[str]] = {
    "torch: headers, tests, tools": [
        *("torch/include", "torch/test", "torch/bin/protoc*", "torch/bin/test_*", "torch/bin/*_test", "torch/bin/[!t]*"),
        *("torch/share", "torch/lib/*.a", "torch/lib/*.lib", "torch/lib/*_test*", "torch/lib/libtorchbind_test.so"),
        *("torch/lib/libjitbackend_test.so", "torch/lib/libbackend_with_compiler.so", "torch/lib/libaoti_custom_ops.so"),
        *("torch/lib/*.pdb", "torch/lib/fbgemm.lib", "torchgen/packaged"),
    ],
    "programs and manuals": ["bin", "share", "Scripts"],
    "setuptools and pip": ["setuptools", "_distutils_hack", "distutils-precedence.pth", "pkg_resources"],
    "Qt: tools": ["PySide6/" + name for name in QT_TOOLS],
    "Qt: modules": [
        *(f"PySide6/Qt{name}*" for name in QT_MODULES),
        *("PySide6/libpyside6qml*", "PySide6/pyside6qml*"),
        *(f"PySide6/Qt/lib/libQt6{name}*" for name in QT_LIBRARIES),
        *(f"PySide6/Qt6{name}*" for name in QT_LIBRARIES),
    ],
    "Qt: plug-ins": [f"PySide6/{qt}plugins/{name}" for qt in ("Qt/", "") for name in QT_PLUGINS],
    "tests": [
        *(
            "numpy/**/tests",
            "scipy/**/tests",
            "sympy/**/tests",
            "networkx/**/tests",
            "mpmath/tests",
            "pyqtgraph/examples",
            "pyqtgraph/opengl",
        ),
        *("regex/tests", "numpy/f2py/tests", "numpy/_core/lib/*.a", "numpy/random/lib/*.a"),
    ],
    "type stubs and sources": ["**/*.pyi", "**/*.pxd", "**/*.pyx", "numpy/_core/include", "**/*.c", "**/*.h", "**/*.cpp"],
    "strays": ["example.py", "isympy.py"],
}
KEPT_TRANSLATIONS = ("qtbase_zh_CN.qm", "qtbase_de.qm")


def size(path: Path) -> int:
    """Bytes of a file, or of all files below a folder."""
    if path.is_symlink() or path.is_file():
        return path.lstat().st_size
    return sum(inner.lstat().st_size for inner in path.rglob("*") if not inner.is_dir())


def remove(path: Path) -> int:
    """Deletes a file or folder; the bytes it took. A licence text stays."""
    if not (path.exists() or path.is_symlink()) or path.name.upper().startswith(("LICEN", "COPYING", "NOTICE")):
        return 0
    freed = size(path)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
    return freed


def trim(folder: Path) -> dict[str, int]:
    """Removes what the rules name from a folder of installed wheels; bytes saved by each rule."""
    translations = [path for path in folder.glob("PySide6/**/translations/*") if path.name not in KEPT_TRANSLATIONS]
    saved = {
        rule: sum(remove(path) for pattern in patterns for path in sorted(folder.glob(pattern)))
        for rule, patterns in RULES.items()
    }
    saved["Qt: translations"] = sum(remove(path) for path in translations)
    return saved
