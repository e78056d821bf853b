"""The SQLite index of the library: rows, full-text search, the queue, and migrations.

Several processes may use it at once (write-ahead log, busy timeout). It holds nothing that the files do not hold, except the queue.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ditone.runtime import folders
from ditone.runtime.library.entry import Entry, Marks, checked
from ditone.runtime.printable import storable

log = logging.getLogger("ditone.library")
BUSY_TIMEOUT_S = 10.0

MIGRATIONS = (
    """
    CREATE TABLE takes (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL, created_at TEXT NOT NULL,
        family TEXT NOT NULL, variant TEXT NOT NULL,
        duration_s REAL NOT NULL, facts TEXT NOT NULL, envelope BLOB NOT NULL,
        starred INTEGER NOT NULL DEFAULT 0, tags TEXT NOT NULL DEFAULT '[]', title TEXT NOT NULL DEFAULT '', deleted_at TEXT
    );
    CREATE INDEX takes_created ON takes (created_at DESC);
    CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3 4');
    CREATE TABLE queue (
        id INTEGER PRIMARY KEY AUTOINCREMENT, position REAL NOT NULL, request TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting', reason TEXT NOT NULL DEFAULT '', owner TEXT NOT NULL DEFAULT ''
    );
    """,
    """
    CREATE TABLE hashes (path TEXT PRIMARY KEY, size_bytes INTEGER NOT NULL, modified_ns INTEGER NOT NULL, sha256 TEXT NOT NULL);
    """,
    """
    CREATE TABLE comparisons (
        id TEXT PRIMARY KEY, created_at TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, kind TEXT NOT NULL, result TEXT NOT NULL
    );
    """,
    """
    CREATE TABLE strays (path TEXT PRIMARY KEY, size_bytes INTEGER NOT NULL, modified_ns INTEGER NOT NULL, reason TEXT NOT NULL);
    """,
)
TABLES = {"takes", "words", "queue", "hashes", "comparisons", "strays"}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

COLUMNS = (
    "id",
    "path",
    "created_at",
    "family",
    "variant",
    "duration_s",
    "facts",
    "envelope",
    "starred",
    "tags",
    "title",
    "deleted_at",
)
_UPSERT = (
    f"INSERT INTO takes ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS[1:])} RETURNING number"
)


class NewerIndex(Exception):
    """The index was written by a newer Ditone."""


class DamagedIndex(sqlite3.DatabaseError):
    """The file can be opened, and is not whole or not an index of a library."""


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the file itself is broken, and not that it cannot be used now."""
    return isinstance(error, DamagedIndex) or int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF in DAMAGED


class Index:
    """One connection, shared by threads through a lock. Raises sqlite3.DatabaseError for a damaged file, NewerIndex for a newer one."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        self._open(path)

    def _open(self, path: Path) -> None:
        _make_private(path)
        self._db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        try:
            self._db.row_factory = sqlite3.Row
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._migrate()
            self._verify()
        except BaseException:
            self._db.close()
            raise

    def again(self, path: Path) -> None:
        """Goes on with another file, for everybody who holds this index. Raises as opening it does."""
        with self._lock:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._open(path)

    def _verify(self) -> None:
        """Raises DamagedIndex for what opening alone does not find; rows that cannot be understood are forgotten, to be read anew."""
        tables = {row[0] for row in self._db.execute("SELECT name FROM sqlite_master")}
        if not tables >= TABLES:
            raise DamagedIndex(f"tables are missing: {', '.join(sorted(TABLES - tables))}")
        found = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise DamagedIndex(str(found))
        try:
            self._db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
            counts = [self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("takes", "words")]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise DamagedIndex(str(error)) from error
        if counts[0] != counts[1]:
            raise DamagedIndex("the words of some takes are missing")
        broken = "json_valid(facts) = 0 OR json_valid(tags) = 0 OR typeof(created_at) <> 'text' OR typeof(envelope) <> 'blob'"
        bad = [row[0] for row in self._db.execute(f"SELECT id FROM takes WHERE {broken}")]
        if bad:
            self.forget(bad)

    def _migrate(self) -> None:
        with self.writing() as db:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                raise NewerIndex(f"index version {version}, this Ditone knows up to {len(MIGRATIONS)}")
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                for statement in _statements(script):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; rolled back when the block raises."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def put(self, entries: Iterable[Entry]) -> None:
        """Adds or replaces rows."""
        with self.writing() as db:
            for entry in entries:
                m = entry.marks
                row = (
                    entry.id,
                    str(entry.path),
                    entry.created_at,
                    entry.facts["family"],
                    entry.facts["variant"],
                    entry.facts["duration_s"],
                    json.dumps(entry.facts),  # ASCII: whatever a text holds, the database takes it
                    entry.envelope,
                    int(m.starred),
                    json.dumps(m.tags),
                    storable(m.title),
                    m.deleted_at,
                )
                number = db.execute(_UPSERT, row).fetchone()[0]
                db.execute("DELETE FROM words WHERE rowid = ?", (number,))
                db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, _searchable(entry)))

    def forget(self, ids: Iterable[str]) -> None:
        with self.writing() as db:
            for take_id in ids:
                db.execute("DELETE FROM words WHERE rowid IN (SELECT number FROM takes WHERE id = ?)", (take_id,))
                db.execute("DELETE FROM takes WHERE id = ?", (take_id,))

    def get(self, take_id: str) -> Entry | None:
        with self._lock:
            row = self._db.execute("SELECT * FROM takes WHERE id = ?", (take_id,)).fetchone()
        return None if row is None else next(iter(_entries([row])), None)

    def paths(self) -> dict[str, Path]:
        """Where each take lies, by its id."""
        with self._lock:
            return {row[0]: Path(row[1]) for row in self._db.execute("SELECT id, path FROM takes")}

    def ids(self) -> set[str]:
        return set(self.paths())

    def move(self, take_id: str, path: Path) -> None:
        """Notes that a take lies elsewhere now: the folder of the library was moved."""
        with self.writing() as db:
            db.execute("UPDATE takes SET path = ? WHERE id = ?", (str(path), take_id))

    def strays(self) -> dict[str, tuple[int, int, str]]:
        """Files among the takes that are none: path -> (size in bytes, time of change in ns, reason)."""
        return {row["path"]: (row["size_bytes"], row["modified_ns"], row["reason"]) for row in self.read("SELECT * FROM strays")}

    def set_strays(self, strays: Mapping[str, tuple[int, int, str]]) -> None:
        with self.writing() as db:
            db.execute("DELETE FROM strays")
            db.executemany("INSERT INTO strays VALUES (?, ?, ?, ?)", [(path, *facts) for path, facts in strays.items()])

    def search(
        self,
        text: str,
        *,
        starred: bool = False,
        family: str | None = None,
        variant: str | None = None,
        limit: int = 500,
        deleted: bool = False,
    ) -> list[Entry]:
        """Newest first. Every word of `text` must begin a word of the prompt, model, solver, seed, tags or date."""
        where = ["t.deleted_at IS NOT NULL" if deleted else "t.deleted_at IS NULL"]
        values: list[object] = []
        match = match_expression(text)
        if match:
            where.append("t.number IN (SELECT rowid FROM words WHERE words MATCH ?)")
            values.append(match)
        if starred:
            where.append("t.starred = 1")
        for column, value in (("family", family), ("variant", variant)):
            if value is not None:
                where.append(f"t.{column} = ?")
                values.append(value)
        # numbers are sorted first: whole rows are heavy, and most of them are not among the newest
        newest = f"SELECT t.number FROM takes t WHERE {' AND '.join(where)} ORDER BY t.created_at DESC, t.id LIMIT ?"
        query = f"SELECT * FROM takes WHERE number IN ({newest}) ORDER BY created_at DESC, id"
        with self._lock:
            return _entries(self._db.execute(query, (*values, limit)))

    def lacking_model_files(self, model: str, since: str) -> list[Entry]:
        """Takes of a model that were made after `since` and do not have its files' checksums."""
        query = (
            "SELECT * FROM takes WHERE created_at > ? AND json_extract(facts, '$.request.model') = ? "
            "AND coalesce(json_extract(facts, '$.model_files'), '{}') = '{}'"
        )
        with self._lock:
            return _entries(self._db.execute(query, (since, model)))

    def count(self) -> int:
        with self._lock:
            return int(self._db.execute("SELECT count(*) FROM takes WHERE deleted_at IS NULL").fetchone()[0])

    def read(self, query: str, values: tuple[object, ...] = ()) -> list[sqlite3.Row]:
        """Rows of a query of one of the library's other tables."""
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def close(self) -> None:
        with self._lock:
            self._db.close()


def match_expression(text: str) -> str:
    """An FTS5 expression in which every word is a prefix; user text never reaches the query language."""
    return " ".join(f'"{word}"*' for word in re.findall(r"\w+", _split_cjk(text)))


def salvaged(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """What can still be read of the rows that no file holds: those of the queue, and of the listening tests. Raises nothing."""
    columns = {"queue": "position, request, state, reason, owner", "comparisons": "id, created_at, a, b, kind, result"}
    found: dict[str, list[tuple[object, ...]]] = {}
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db,
    ):
        for table, names in columns.items():
            rows = found.setdefault(table, [])
            with contextlib.suppress(sqlite3.Error):
                for row in db.execute(f"SELECT {names} FROM {table}"):
                    rows.append(tuple(row))
    return found


def restore(index: Index, rows: Mapping[str, list[tuple[object, ...]]]) -> int:
    """Puts salvaged rows into a new index; how many."""
    count = 0
    columns = {"queue": "position, request, state, reason, owner", "comparisons": "id, created_at, a, b, kind, result"}
    with index.writing() as db:
        for table, names in columns.items():
            for row in rows.get(table, []):
                with contextlib.suppress(sqlite3.Error):
                    db.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", row)
                    count += 1
    return count


def _make_private(path: Path) -> None:
    """SQLite gives a new file the rights that everybody's files have, and its companions those of the file."""
    if str(path) == ":memory:" or os.name == "nt":
        return
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, folders.PRIVATE_FILE))
    for suffix in ("", "-wal", "-shm"):
        folders.tighten(Path(f"{path}{suffix}"))


def _searchable(entry: Entry) -> str:
    request = entry.facts["request"]
    extra = request.get("extra") or {}
    parts = [
        entry.marks.title,
        request.get("prompt", ""),
        request.get("negative_prompt", ""),
        entry.facts["family"],
        entry.facts["variant"],
        request.get("solver", ""),
        str(request.get("seed", "")),
        f"{request.get('steps', '')} steps",
        entry.created_at[:10],
        *entry.marks.tags,
        *(str(value) for value in extra.values() if isinstance(value, str)),
    ]
    return storable("\n".join(_split_cjk(part) for part in parts if part))


def _split_cjk(text: str) -> str:
    """Chinese characters one by one: the tokenizer would take a whole sentence for one word."""
    return re.sub(r"([\u3400-\u9fff])", r" \1 ", text)


def _statements(script: str) -> list[str]:
    return [part.strip() for part in script.split(";") if part.strip()]


def _entries(rows: Iterable[sqlite3.Row]) -> list[Entry]:
    """Those that can be understood; a broken one is read anew from its file at the next start."""
    found = []
    for row in rows:
        try:
            facts = checked(json.loads(row["facts"]))
            marks = Marks.from_dict(
                {
                    **{name: row[name] for name in ("title", "deleted_at")},
                    "starred": bool(row["starred"]),
                    "tags": json.loads(row["tags"]),
                }
            )
            found.append(Entry(row["id"], Path(row["path"]), row["created_at"], facts, bytes(row["envelope"]), marks))
        except Exception:  # one bad row stops nothing
            log.exception("a row of the library's index cannot be understood")
    return found
