"""What came of each row: a file that only grows, one line a result, and the tables that are made of it.

The sound file is written before its line is. So after a kill a row is either in the results, or its file is there whole and is adopted
by the settings inside it, or the row is made again: never two results, never a half one.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ditone.runtime import files, json_reading
from ditone.runtime.audio import metadata
from ditone.runtime.batch.jobs import Job
from ditone.runtime.errors import DitoneError

FOLDER = ".ditone-batch"
DONE, FAILED = "done", "failed"
COLUMNS = (
    "row", "line", "state", "file", "model", "prompt", "negative_prompt", "seed", "duration_s", "steps", "solver", "cfg_scale", "apg",
    "extra", "precision", "device", "threads", "sample_rate_hz", "rtf", "total_s", "evaluations", "peak_rss_mib", "peak_vram_mib",
    "notes", "attempts", "error",
)  # fmt: skip


@dataclass
class RowResults:
    """The results of one output folder, held by one process at a time."""

    folder: Path
    results: dict[str, dict[str, Any]] = field(default_factory=dict)  # by file name
    _file: Any = None
    _lock: Any = None

    @classmethod
    def open(cls, folder: Path) -> RowResults:
        """Raises DitoneError where the folder cannot be written, or where another batch works in it."""
        results = cls(folder)
        place = folder / FOLDER
        try:
            place.mkdir(parents=True, exist_ok=True)
            results._lock = (place / "lock").open("a+b")
            lock(results._lock)
        except BlockingIOError:
            results.close()
            raise DitoneError(
                f"Another batch works in {folder} at this moment.", actions=("Wait for it, or choose another folder.",)
            ) from None
        except OSError as error:
            raise DitoneError(f"{folder} cannot be written: {error.strerror or error}.") from error
        path = place / "ledger.jsonl"
        if path.exists():
            results._read(path)
        results._file = path.open("ab")
        return results

    def _read(self, path: Path) -> None:
        """Whole lines count; one that a kill cut off, or that something damaged, is passed over: its row is looked at again."""
        for line in files.read_bytes(path, 2**31).splitlines():
            with contextlib.suppress(json_reading.BadJson):
                result = json_reading.loads(line)
                if isinstance(result, dict) and isinstance(result.get("file"), str) and isinstance(result.get("key"), str):
                    self.results[result["file"]] = result

    def finished(self, job: Job) -> bool:
        """Whether the job's take is there, made by just this request; a whole file without a line is taken over."""
        path = self.folder / job.file
        result = self.results.get(job.file)
        if result is not None and result.get("state") == DONE and result["key"] == job.key:
            return path.is_file()
        return self._adopt(job, path)

    def _adopt(self, job: Job, path: Path) -> bool:
        if not path.is_file():
            return False
        try:
            about = metadata.read(path)
            if about is None or metadata.request_of(about) != job.request:
                return False
        except DitoneError:
            return False
        self.add(
            job, {**{name: about.get(name) for name in ("sample_rate_hz", "device", "precision", "evaluations")}, "attempts": 1}
        )
        return True

    def add(self, job: Job, facts: dict[str, Any], error: str = "") -> None:
        """Stores the result of a job. Raises OSError where the disk takes no more."""
        request = job.request.to_dict()
        engine = request.pop("engine")
        result = {
            **{name: request.get(name) for name in COLUMNS if name in request},
            "threads": engine["threads"],
            **facts,
            "row": job.row,
            "line": job.line,
            "file": job.file,
            "key": job.key,
            "state": FAILED if error else DONE,
            "error": error,
        }
        data = json.dumps(result, ensure_ascii=False, default=str).encode("utf-8", "replace") + b"\n"
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results[job.file] = result

    def write_tables(self, jobs: Iterable[Job]) -> None:
        """results.jsonl and results.csv beside the sounds: one line a row that has a result, in the plan's order. Raises OSError."""
        rows = []
        for job in jobs:
            result = self.results.get(job.file)
            if result is not None and result["key"] == job.key:
                rows.append({**{name: result.get(name) for name in COLUMNS}, "row": job.row, "line": job.line})
        lines = [json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows]
        files.write_bytes(self.folder / "results.jsonl", "".join(lines).encode("utf-8", "replace"))
        table = io.StringIO(newline="")
        writer = csv.writer(table)
        writer.writerow(COLUMNS)
        writer.writerows([[_cell(row[name]) for name in COLUMNS] for row in rows])
        files.write_bytes(self.folder / "results.csv", table.getvalue().encode("utf-8", "replace"))

    def close(self) -> None:
        for file in (self._file, self._lock):
            if file is not None:
                file.close()


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


def lock(file: Any, wait: bool = False) -> None:
    """Locks a file for this process. Raises BlockingIOError where another one holds it and `wait` is false."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
