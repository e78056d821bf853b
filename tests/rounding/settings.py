"""The ways in which one processor can be made to round as others do. Libraries read them once, when they are loaded."""

from __future__ import annotations

import os

# each takes away what a library would choose by itself; a setting that a processor does not have is as none
SETTINGS: dict[str, dict[str, str]] = {
    "as-it-is": {},
    "aten-default": {"ATEN_CPU_CAPABILITY": "default"},
    "aten-avx2": {"ATEN_CPU_CAPABILITY": "avx2"},
    "mkl-compatible": {"MKL_CBWR": "COMPATIBLE"},
    "mkl-avx2": {"MKL_CBWR": "AVX2"},
    "mkl-avx512": {"MKL_CBWR": "AVX512"},
    "onednn-sse41": {"ONEDNN_MAX_CPU_ISA": "SSE41"},
    "onednn-avx2": {"ONEDNN_MAX_CPU_ISA": "AVX2"},
    "numpy-baseline": {"NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"},
    "two-threads": {"OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "2"},
    # everything at once, as far away from a processor with AVX-512 as there is
    "oldest": {
        "ATEN_CPU_CAPABILITY": "default",
        "MKL_CBWR": "COMPATIBLE",
        "ONEDNN_MAX_CPU_ISA": "SSE41",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",
    },
}
NAMES = {name for variables in SETTINGS.values() for name in variables}


def environment(setting: str) -> dict[str, str]:
    """This process's environment with one setting, on one thread unless it says otherwise. Raises KeyError for an unknown one."""
    kept = {name: value for name, value in os.environ.items() if name not in NAMES}
    return {**kept, "OMP_NUM_THREADS": "1", **SETTINGS[setting]}
