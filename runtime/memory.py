"""The many spellings of "out of memory", told apart from all other failures."""

from __future__ import annotations

import errno

from ditone.runtime.errors import OutOfMemory

# of torch, the C++ library, Rust's, onnxruntime's and the dynamic linker's own words
_WORDS = (
    "not enough memory",
    "can't allocate memory",
    "cannot allocate memory",
    "failed to allocate memory",
    "out of memory",
    "bad_alloc",
    "failed to map segment",
    "unable to mmap",
    "memory allocation of",
    "can't start new thread",
)
ADVICE = ("Make it shorter, choose a smaller precision, unload other models, or run on the CPU.",)


def pass_on(error: BaseException) -> None:
    """Raises OutOfMemory where that is what `error` is about: for places that note every other failure and go on."""
    if is_out_of_memory(error):
        raise OutOfMemory("This machine ran out of memory.", actions=ADVICE) from error


def is_out_of_memory(error: BaseException) -> bool:
    """Whether memory is what was lacking, for the error itself or one that it was raised from."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        if isinstance(found, MemoryError) or (isinstance(found, OSError) and found.errno == errno.ENOMEM):
            return True
        words = str(found).lower()
        if any(spelling in words for spelling in _WORDS):
            return True
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return False
